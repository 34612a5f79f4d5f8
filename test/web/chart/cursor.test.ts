// The keyboard on the tape chart: every row and night is reached by arrow keys, a bar counts as one cell, and live changes do not lose the cursor.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  barAt,
  type ChartCursor,
  cursorOn,
  moveCursor,
  moveOfKey,
  settleCursor,
} from '../../../web/chart/cursor.ts';
import { layoutRows } from '../../../web/chart/rows.ts';
import { randomly } from '../../harness/random.ts';
import { randomHouse } from './house.ts';

const RANGE = { from: 0, until: 21 };
const ROOMS = [
  {
    roomId: 1,
    name: 'Double',
    units: [
      { unitId: 1, name: '101' },
      { unitId: 2, name: '102' },
    ],
    hasRates: true,
  },
];
const STAYS = [
  { id: 'a', roomId: 1, unitId: 1, from: 2, until: 5 },
  { id: 'b', roomId: 1, unitId: 1, from: 3, until: 4 },
  { id: 'c', roomId: 1, unitId: 2, from: 5, until: 9 },
];
const LAYOUT = layoutRows(ROOMS, STAYS);

/** Presses keys with the cursor on a cell. */
function press(cursor: ChartCursor, ...keys: string[]): ChartCursor {
  return keys.reduce((now, key) => {
    const move = moveOfKey(key.replace('Control+', ''), key.startsWith('Control+'));
    expect(move, key).not.toBeNull();
    return moveCursor(LAYOUT, now, { move: move!, range: RANGE });
  }, cursor);
}

describe('keys', () => {
  const first: ChartCursor = { row: 'unit-1-1', line: 0, night: 1 };

  test('step over a bar as a whole', () => {
    const onBar = press(first, 'ArrowRight');
    expect(barAt(LAYOUT, onBar)?.id).toBe('a');
    expect(press(onBar, 'ArrowRight')).toEqual({ ...first, night: 5 });
    expect(press(onBar, 'ArrowLeft')).toEqual(first);
  });

  test('go down through the lines of a row, then to the next row, in the same night', () => {
    const onBar = { ...first, night: 3 };
    const second = press(onBar, 'ArrowDown');
    expect(barAt(LAYOUT, second)?.id).toBe('b');
    expect(press(second, 'ArrowDown')).toEqual({ row: 'unit-1-2', line: 0, night: 3 });
    expect(press(second, 'ArrowDown', 'ArrowUp')).toEqual(second);
    expect(press(second, 'ArrowDown', 'ArrowDown')).toMatchObject({ row: 'rates-1' });
  });

  test('stop at the edges', () => {
    expect(press(first, 'Control+Home')).toEqual({ row: 'room-1', line: 0, night: 0 });
    expect(press(first, 'Control+Home', 'ArrowUp', 'ArrowLeft')).toMatchObject({ row: 'room-1', night: 0 });
    const last = press(first, 'Control+End');
    expect(last).toEqual({ row: 'rates-1', line: 0, night: 20 });
    expect(press(last, 'ArrowRight', 'ArrowDown', 'PageDown')).toEqual(last);
    expect(press(first, 'End', 'Home')).toEqual({ ...first, night: 0 });
    expect(press(last, 'PageUp')).toMatchObject({ row: 'room-1' });
  });

  test('that mean nothing here are left to others', () => {
    expect(moveOfKey('g', false)).toBeNull();
    expect(moveOfKey('ArrowLeft', true)).toBeNull();
  });

  test('reach every bar from every cell', () => {
    fc.assert(
      fc.property(randomHouse, fc.nat(), ({ rooms, spans, range }, choice) => {
        const layout = layoutRows(rooms, spans);
        const inside = spans.filter(({ from, until }) => from < range.until && until > range.from);
        if (inside.length === 0) return;
        const wanted = inside[choice % inside.length]!;
        const move = (one: ChartCursor, key: 'down' | 'right' | 'first') =>
          moveCursor(layout, one, { move: key, range });
        let cursor = move({ row: layout.rows[0]!.key, line: 0, night: range.from }, 'first');
        const target = cursorOn(layout, wanted.id, range)!;
        while (cursor.row !== target.row || cursor.line !== target.line) cursor = move(cursor, 'down');
        while (barAt(layout, cursor) !== wanted && cursor.night < range.until - 1)
          cursor = move(cursor, 'right');
        expect(barAt(layout, cursor)).toBe(wanted);
      }),
      randomly(),
    );
  });
});

describe('the cursor', () => {
  const wanted = { range: RANGE, first: 7, top: 30 };

  test('is in the first visible row on the given day at first', () => {
    expect(settleCursor(LAYOUT, null, wanted)).toEqual({ row: 'unit-1-1', line: 0, night: 7 });
  });

  test('stays where it is while its cell exists', () => {
    const cursor = { row: 'unit-1-1', line: 1, night: 3 };
    expect(settleCursor(LAYOUT, cursor, wanted)).toEqual(cursor);
  });

  test('goes to the nearest cell when its row, line or day has gone', () => {
    expect(settleCursor(LAYOUT, { row: 'unit-9-9', line: 3, night: 3 }, wanted)).toEqual({
      row: 'unit-1-1',
      line: 1,
      night: 3,
    });
    expect(settleCursor(LAYOUT, { row: 'unit-1-2', line: 4, night: 99 }, wanted)).toEqual({
      row: 'unit-1-2',
      line: 0,
      night: 20,
    });
    expect(settleCursor(layoutRows([], []), null, wanted)).toBeNull();
  });

  test('is found by the bar it should be on', () => {
    expect(cursorOn(LAYOUT, 'b', RANGE)).toEqual({ row: 'unit-1-1', line: 1, night: 3 });
    expect(cursorOn(LAYOUT, 'z', RANGE)).toBeNull();
  });
});
