// Changing a stay on the tape chart: what the pointer and the keys propose, and that the keys can propose all that the pointer can.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  beginDrag,
  beginDragByKey,
  type DragGrip,
  type DraggedStay,
  dragByKey,
  dragTo,
  gripsOf,
  isUnmoved,
  type StayDrag,
} from '../../../web/chart/drag.ts';
import { COLUMN, xOfNight } from '../../../web/chart/geometry.ts';
import { randomly } from '../../harness/random.ts';

const ROWS = ['room-1', 'unit-1-1', 'unit-1-2', 'unit-2-1', 'unit-2-2'];
const STAY: DraggedStay = { id: '10001', row: 'unit-1-1', from: 10, until: 14, openFrom: 10 };

/** Takes hold of the middle of a night and lets go in the middle of another one. */
function dragged(stay: DraggedStay, grip: DragGrip, to: { from: number; night: number; row: string }) {
  const x = (night: number) => xOfNight(night, 0) + COLUMN / 2;
  const begun = beginDrag(stay, grip, { rows: ROWS, x: x(to.from), firstDay: 0 });
  return dragTo(begun, { x: x(to.night), row: to.row, firstDay: 0 });
}

const press = (drag: StayDrag, ...keys: string[]) =>
  keys.reduce((now, key) => {
    const next = dragByKey(now, key);
    expect(next, key).not.toBeNull();
    return next!;
  }, drag);

describe('the pointer', () => {
  test('moves a stay by as many days as it is moved itself, and to its row', () => {
    const { proposal } = dragged(STAY, 'move', { from: 12, night: 15, row: 'unit-2-1' });
    expect(proposal).toEqual({ kind: 'span', id: '10001', row: 'unit-2-1', from: 13, until: 17 });
  });

  test('leaves a stay in its row over one where it may not lie', () => {
    const { proposal } = dragged(STAY, 'move', { from: 12, night: 12, row: 'rates-1' });
    expect(proposal).toMatchObject({ row: 'unit-1-1', from: 10 });
  });

  test('keeps its dates while the hand drifts by less than half a day, wherever it took hold', () => {
    for (const start of [1, COLUMN / 2 - 1, COLUMN / 2, COLUMN - 1]) {
      const x = STAY.from * COLUMN + start;
      const begun = beginDrag(STAY, 'move', { rows: ROWS, x, firstDay: 0 });
      const proposed = (drift: number) =>
        dragTo(begun, { x: x + drift, row: ROWS[1]!, firstDay: 0 }).proposal;
      for (const drift of [-COLUMN / 2 + 1, -3, 3, COLUMN / 2 - 1])
        expect(proposed(drift)).toMatchObject({ from: STAY.from, until: STAY.until });
      expect(proposed(COLUMN / 2 + 1)).toMatchObject({ from: STAY.from + 1 });
    }
  });

  test('moves the first or last night to the nearest edge, and leaves at least one night', () => {
    const at = (grip: DragGrip, x: number) => {
      const begun = beginDrag(STAY, grip, { rows: ROWS, x: 0, firstDay: 0 });
      return dragTo(begun, { x, row: 'unit-2-2', firstDay: 0 }).proposal;
    };
    const own = { kind: 'span', id: '10001', row: 'unit-1-1' };
    expect(at('end', xOfNight(16, 0) + 20)).toEqual({ ...own, from: 10, until: 16 });
    expect(at('end', xOfNight(16, 0) - 20)).toEqual({ ...own, from: 10, until: 16 });
    expect(at('end', 0)).toEqual({ ...own, from: 10, until: 11 });
    expect(at('start', xOfNight(8, 0) + 20)).toEqual({ ...own, from: 8, until: 14 });
    expect(at('start', xOfNight(40, 0))).toEqual({ ...own, from: 13, until: 14 });
  });

  test('splits a stay inside it only', () => {
    const at = (night: number) => dragged(STAY, 'split', { from: 12, night, row: 'unit-1-2' }).proposal;
    expect(at(0)).toEqual({ kind: 'split', id: '10001', row: 'unit-1-2', at: 11 });
    expect(at(12)).toMatchObject({ at: 13 });
    expect(at(99)).toMatchObject({ at: 13 });
  });
});

describe('a stay that has begun', () => {
  const begun: DraggedStay = { ...STAY, openFrom: 12 };

  test('changes its unit and its end, not its start', () => {
    expect(gripsOf(begun)).toEqual(['move', 'end', 'split']);
    expect(dragged(begun, 'move', { from: 12, night: 20, row: 'unit-2-1' }).proposal).toEqual({
      kind: 'span',
      id: '10001',
      row: 'unit-2-1',
      from: 10,
      until: 14,
    });
    const end = beginDrag(begun, 'end', { rows: ROWS, x: 0, firstDay: 0 });
    expect(dragTo(end, { x: 0, row: '', firstDay: 0 }).proposal).toMatchObject({ until: 12 });
  });

  test('is split among the nights to come, and is left alone once it is over', () => {
    const split = beginDragByKey(begun, 'split', ROWS);
    expect(press(split, 'ArrowLeft', 'ArrowLeft', 'ArrowLeft').proposal).toMatchObject({ at: 12 });
    expect(gripsOf({ ...STAY, openFrom: 14 })).toEqual([]);
  });
});

describe('keys', () => {
  test('move a stay by nights and rows, and drop it where it was without a change', () => {
    const begun = beginDragByKey(STAY, 'move', ROWS);
    expect(isUnmoved(begun)).toBe(true);
    const moved = press(begun, 'ArrowRight', 'ArrowRight', 'ArrowDown');
    expect(moved.proposal).toMatchObject({ row: 'unit-1-2', from: 12, until: 16 });
    expect(isUnmoved(moved)).toBe(false);
    expect(isUnmoved(press(moved, 'ArrowUp', 'ArrowLeft', 'ArrowLeft'))).toBe(true);
  });

  test('shorten and extend by a night, at both ends', () => {
    const begun = beginDragByKey(STAY, 'move', ROWS);
    expect(press(begun, ']', ']').proposal).toMatchObject({ from: 10, until: 16 });
    expect(press(begun, '[').proposal).toMatchObject({ from: 10, until: 13 });
    expect(press(begun, '{').proposal).toMatchObject({ from: 9, until: 14 });
    expect(press(begun, '}').proposal).toMatchObject({ from: 11, until: 14 });
  });

  test('stop at the first and the last row, and others change nothing', () => {
    const begun = beginDragByKey(STAY, 'move', ROWS);
    expect(press(begun, 'ArrowUp', 'ArrowUp', 'ArrowUp').proposal).toMatchObject({ row: 'room-1' });
    expect(dragByKey(begun, 'x')).toBeNull();
  });

  test('reach everything that the pointer can propose', () => {
    const stays = fc
      .record({
        nights: fc.integer({ min: 1, max: 20 }),
        begun: fc.nat({ max: 20 }),
        row: fc.nat({ max: 4 }),
      })
      .map(({ nights, begun, row }) => ({
        id: '1',
        row: ROWS[row]!,
        from: 10,
        until: 10 + nights,
        openFrom: 10 + begun,
      }))
      .filter((stay) => gripsOf(stay).length > 0);
    const places = fc.array(
      fc.record({ x: fc.integer({ min: -3_000, max: 6_000 }), row: fc.nat({ max: 5 }) }),
      {
        minLength: 1,
        maxLength: 8,
      },
    );
    fc.assert(
      fc.property(stays, fc.nat(), places, (stay, choice, [first, ...path]) => {
        const grip = gripsOf(stay)[choice % gripsOf(stay).length]!;
        const begun = beginDrag(stay, grip, { rows: ROWS, x: first!.x, firstDay: 0 });
        const wanted = path.reduce(
          (drag, { x, row }) => dragTo(drag, { x, row: ROWS[row] ?? 'rates-1', firstDay: 0 }),
          begun,
        ).proposal;
        const byKeys = press(beginDragByKey(stay, grip, ROWS), ...keysTo(stay, grip, wanted));
        expect(byKeys.proposal).toEqual(wanted);
      }),
      randomly(300),
    );
  });
});

/** The arrow keys that lead from what a stay is to what is wanted. */
function keysTo(stay: DraggedStay, grip: DragGrip, wanted: StayDrag['proposal']): string[] {
  const start = beginDragByKey(stay, grip, ROWS).proposal;
  const edge = (one: StayDrag['proposal']) =>
    one.kind === 'split' ? one.at : grip === 'end' ? one.until : one.from;
  const nights = edge(wanted) - edge(start);
  const rows = ROWS.indexOf(wanted.row) - ROWS.indexOf(start.row);
  const repeat = (count: number, less: string, more: string) =>
    Array.from({ length: Math.abs(count) }, () => (count < 0 ? less : more));
  return [...repeat(nights, 'ArrowLeft', 'ArrowRight'), ...repeat(rows, 'ArrowUp', 'ArrowDown')];
}
