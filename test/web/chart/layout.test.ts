// The arithmetic of the tape chart: every stay is in one row, no two bars of a line overlap, what is visible is painted and little else,
// and the point under the pointer is found again.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  boxOfBar,
  COLUMN,
  dayAtX,
  LINE,
  nearestNightEdge,
  nightAtX,
  overlaps,
  xOfDay,
  xOfNight,
} from '../../../web/chart/geometry.ts';
import { barsOfLineIn, packIntoLines } from '../../../web/chart/packing.ts';
import {
  type ChartLayout,
  type ChartSpan,
  hitAt,
  layoutRows,
  rowIndexAtY,
  topOfLine,
} from '../../../web/chart/rows.ts';
import { barsToPaint, isSameWindow, paintedWindow, scrollToDay } from '../../../web/chart/window.ts';
import { dateOfDayNumber, dayOfDate, weekdayOf } from '../../../web/days.ts';
import { randomly } from '../../harness/random.ts';
import { FIRST_DAY, fullHouse, randomHouse } from './house.ts';

const placed = ({ rows }: ChartLayout) =>
  rows.flatMap((row) =>
    row.lines.flatMap((bars, line) => bars.map((bar) => ({ row, line, bar, top: topOfLine(row, line) }))),
  );

describe('days', () => {
  test('have numbers that lead back to their dates, and weekdays', () => {
    fc.assert(
      fc.property(fc.integer({ min: -100_000, max: 100_000 }), (day) => {
        expect(dayOfDate(dateOfDayNumber(day))).toBe(day);
        expect(dayOfDate(`${dateOfDayNumber(day)}T15:00:00.000Z`)).toBe(day);
        expect((weekdayOf(day) + 1) % 7).toBe(new Date(dateOfDayNumber(day)).getUTCDay());
      }),
      randomly(),
    );
  });
});

describe('geometry', () => {
  test('finds the day, the night and the nearest edge again that it placed', () => {
    fc.assert(
      fc.property(fc.integer(), fc.nat({ max: COLUMN - 1 }), (offset, within) => {
        const day = FIRST_DAY + (offset % 5_000);
        expect(dayAtX(xOfDay(day, FIRST_DAY) + within, FIRST_DAY)).toBe(day);
        expect(nightAtX(xOfNight(day, FIRST_DAY) + within, FIRST_DAY)).toBe(day);
        const near = xOfNight(day, FIRST_DAY) + within - COLUMN / 2;
        expect(nearestNightEdge(near, FIRST_DAY)).toBe(day);
      }),
      randomly(),
    );
  });

  test('lets a departure and an arrival share a day without touching', () => {
    const range = { from: 0, until: 21 };
    const leaving = boxOfBar({ from: 1, until: 3 }, 0, range);
    const arriving = boxOfBar({ from: 3, until: 4 }, 0, range);
    expect(leaving).toEqual({ x: 86, y: 3, width: 108, height: 22 });
    expect(arriving.x - (leaving.x + leaving.width)).toBe(4);
    expect(xOfDay(3, 0)).toBeLessThan(leaving.x + leaving.width);
    expect(arriving.x).toBeLessThan(xOfDay(4, 0));
  });

  test('cuts what began before the first day or goes on after the last one', () => {
    const range = { from: 10, until: 12 };
    expect(boxOfBar({ from: 3, until: 40 }, 0, range)).toMatchObject({ x: 0, width: 2 * COLUMN });
    expect(boxOfBar({ from: 3, until: 10 }, 0, range)).toMatchObject({ x: 0, width: COLUMN / 2 - 2 });
  });
});

describe('lines', () => {
  const spans = randomHouse.map((house) => house.spans);

  test('have every bar once, and none of them two bars in one night', () => {
    fc.assert(
      fc.property(spans, (bars) => {
        const lines = packIntoLines(bars);
        expect(new Set(lines.flat())).toEqual(new Set(bars));
        expect(lines.flat()).toHaveLength(bars.length);
        for (const line of lines)
          for (const [index, bar] of line.entries())
            if (index > 0) expect(line[index - 1]!.until).toBeLessThanOrEqual(bar.from);
      }),
      randomly(),
    );
  });

  test('are as few as there are bars in the fullest night', () => {
    fc.assert(
      fc.property(spans, (bars) => {
        const inNight = (night: number) =>
          bars.filter((bar) => bar.from <= night && night < bar.until).length;
        const fullest = Math.max(1, ...bars.map((bar) => inNight(bar.from)));
        expect(packIntoLines(bars)).toHaveLength(fullest);
      }),
      randomly(),
    );
  });

  test('are the same in whatever order the bars come', () => {
    fc.assert(
      fc.property(spans, (bars) => {
        expect(packIntoLines(bars.toReversed())).toEqual(packIntoLines(bars));
      }),
      randomly(),
    );
  });

  test('return the bars of a span of nights, as a comparison with every bar does', () => {
    fc.assert(
      fc.property(spans, fc.integer({ min: -40, max: 190 }), fc.nat({ max: 60 }), (bars, start, nights) => {
        const span = { from: FIRST_DAY + start, until: FIRST_DAY + start + nights };
        for (const line of packIntoLines(bars))
          expect(barsOfLineIn(line, span)).toEqual(
            nights === 0 ? barsOfLineIn(line, span) : line.filter((bar) => overlaps(bar, span)),
          );
      }),
      randomly(),
    );
  });
});

describe('rows', () => {
  test('have every stay once, in the row of its unit or else of its room', () => {
    fc.assert(
      fc.property(randomHouse, ({ rooms, spans }) => {
        const all = placed(layoutRows(rooms, spans));
        expect(new Set(all.map(({ bar }) => bar))).toEqual(new Set(spans));
        expect(all).toHaveLength(spans.length);
        const hasUnit = (bar: ChartSpan) =>
          rooms.find((room) => room.roomId === bar.roomId)?.units.some((unit) => unit.unitId === bar.unitId);
        for (const { row, bar } of all) {
          expect(row.roomId).toBe(bar.roomId);
          expect(row.kind).toBe(hasUnit(bar) ? 'unit' : 'room');
          if (row.kind === 'unit') expect(row.unitId).toBe(bar.unitId);
        }
      }),
      randomly(),
    );
  });

  test('follow each other without a gap and are as high as their lines', () => {
    fc.assert(
      fc.property(randomHouse, ({ rooms, spans }) => {
        const layout = layoutRows(rooms, spans);
        let top = 0;
        for (const [index, row] of layout.rows.entries()) {
          expect(row.top).toBe(top);
          if (row.kind !== 'rates') expect(row.height).toBe(row.lines.length * LINE);
          expect(layout.indexOf.get(row.key)).toBe(index);
          for (const y of [top, top + row.height - 1]) expect(rowIndexAtY(layout, y)).toBe(index);
          top += row.height;
        }
        expect(layout.height).toBe(top);
        expect(layout.indexOf.size).toBe(layout.rows.length);
      }),
      randomly(),
    );
  });

  test('keep stays of rooms and units that are no longer listed', () => {
    const stay = { id: '1', from: 1, until: 3 };
    const rooms = [{ roomId: 1, name: 'Double', units: [{ unitId: 7, name: '101' }], hasRates: true }];
    const { rows } = layoutRows(rooms, [
      { ...stay, roomId: 1, unitId: 8 },
      { ...stay, id: '2', roomId: 2, unitId: 9 },
    ]);
    expect(rows.map(({ key, name }) => [key, name])).toEqual([
      ['room-1', 'Double'],
      ['unit-1-7', '101'],
      ['rates-1', 'Double'],
      ['room-2', '#2'],
    ]);
    expect(rows.map(({ lines }) => lines.flat().map(({ id }) => id))).toEqual([['1'], [], [], ['2']]);
  });
});

describe('a room with one unit', () => {
  const rooms = [{ roomId: 1, name: 'Garden', units: [{ unitId: 7, name: '101' }], hasRates: true }];
  const stay = { id: '1', roomId: 1, unitId: 7, from: 1, until: 3 };
  const keysOf = (bars: ChartSpan[]) => layoutRows(rooms, bars).rows.map(({ key }) => key);

  test('has the row of its unit only, which says whose it is', () => {
    expect(keysOf([stay])).toEqual(['unit-1-7', 'rates-1']);
    expect(layoutRows(rooms, [stay]).rows.map(({ onlyOf }) => onlyOf)).toEqual(['Garden', null]);
  });

  test('has a row of its own while a stay lies there', () => {
    const bars = [stay, { ...stay, id: '2', unitId: null }];
    expect(keysOf(bars)).toEqual(['room-1', 'unit-1-7', 'rates-1']);
    expect(layoutRows(rooms, bars).rows[1]!.onlyOf).toBeNull();
  });
});

describe('the point under the pointer', () => {
  test('is in a bar exactly where that bar is painted', () => {
    fc.assert(
      fc.property(
        randomHouse,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        ({ rooms, spans, range }, right, down) => {
          const layout = layoutRows(rooms, spans);
          const point = {
            x: Math.floor(right * (range.until - range.from) * COLUMN),
            y: Math.floor(down * (layout.height - 1)),
          };
          const painted = placed(layout).filter(({ bar, top }) => {
            const box = boxOfBar(bar, top, range);
            return (
              point.x >= box.x &&
              point.x < box.x + box.width &&
              point.y >= box.y &&
              point.y < box.y + box.height
            );
          });
          expect(painted.length).toBeLessThan(2);
          expect(hitAt(layout, point, range)?.bar ?? null).toBe(painted[0]?.bar ?? null);
        },
      ),
      randomly(300),
    );
  });

  test('is in every bar that is painted, at its corners', () => {
    fc.assert(
      fc.property(randomHouse, ({ rooms, spans, range }) => {
        const layout = layoutRows(rooms, spans);
        for (const { row, line, bar, top } of placed(layout)) {
          const box = boxOfBar(bar, top, range);
          if (box.width <= 0) continue;
          for (const x of [box.x, box.x + box.width - 1])
            for (const y of [box.y, box.y + box.height - 1])
              expect(hitAt(layout, { x, y }, range)).toMatchObject({ row: { key: row.key }, line, bar });
        }
      }),
      randomly(50),
    );
  });

  test('is nowhere above the first and below the last row', () => {
    const layout = layoutRows([{ roomId: 1, name: 'Double', units: [], hasRates: false }], []);
    const range = { from: 0, until: 7 };
    expect(hitAt(layout, { x: 0, y: -1 }, range)).toBeNull();
    expect(hitAt(layout, { x: 0, y: LINE }, range)).toBeNull();
    expect(hitAt(layout, { x: 30, y: 5 }, range)).toMatchObject({ night: 0, bar: null });
  });
});

describe('the painted window', () => {
  const view = fc.record({
    left: fc.nat({ max: 4_000 }),
    top: fc.nat({ max: 3_000 }),
    width: fc.integer({ min: 56, max: 2_600 }),
    height: fc.integer({ min: 28, max: 1_400 }),
  });

  test('has every bar that is visible, and only bars that touch its rows and days', () => {
    fc.assert(
      fc.property(randomHouse, view, ({ rooms, spans, range }, viewport) => {
        const layout = layoutRows(rooms, spans);
        const painted = paintedWindow(layout, viewport, range);
        const inWindow = layout.rows
          .slice(painted.firstRow, painted.endRow)
          .flatMap((row) => barsToPaint(row, painted).map(({ bar, line }) => ({ row, bar, line })));
        for (const { row, line, bar } of inWindow) {
          expect(row.lines[line]).toContain(bar);
          // A stay touches its day of departure.
          expect(bar.from).toBeLessThan(painted.until);
          expect(bar.until).toBeGreaterThanOrEqual(painted.from);
        }
        const bars = new Set(inWindow.map(({ bar }) => bar));
        for (const { bar, top } of placed(layout)) {
          const box = boxOfBar(bar, top, range);
          const isVisible =
            box.width > 0 &&
            box.x < viewport.left + viewport.width &&
            box.x + box.width > viewport.left &&
            box.y < viewport.top + viewport.height &&
            box.y + box.height > viewport.top;
          if (isVisible) expect(bars, `bar ${bar.id}`).toContain(bar);
        }
      }),
      randomly(200),
    );
  });

  test('reaches at most seven days and six rows beyond what is visible', () => {
    fc.assert(
      fc.property(randomHouse, view, ({ rooms, spans, range }, viewport) => {
        const layout = layoutRows(rooms, spans);
        const painted = paintedWindow(layout, viewport, range);
        expect(painted.until - painted.from).toBeLessThanOrEqual(Math.ceil(viewport.width / COLUMN) + 1 + 14);
        const visible = layout.rows.filter(
          (row) => row.top < viewport.top + viewport.height && row.top + row.height > viewport.top,
        );
        expect(painted.endRow - painted.firstRow).toBeLessThanOrEqual(visible.length + 12);
      }),
      randomly(200),
    );
  });

  test('stays the same while the chart is scrolled by less than a step', () => {
    const { rooms, spans, range } = fullHouse(60, 90);
    const layout = layoutRows(rooms, spans);
    const at = (left: number, top: number) =>
      paintedWindow(layout, { left, top, width: 1_176, height: 808 }, range);
    let changes = 0;
    for (let frame = 1; frame <= 100; frame += 1)
      if (!isSameWindow(at(frame * 23, frame * 9), at((frame - 1) * 23, (frame - 1) * 9))) changes += 1;
    // 2300 px are 41 days, 900 px are 32 rows: about 6 steps of days, and as often one or two of rows.
    expect(changes).toBeLessThan(25);
    expect(changes).toBeGreaterThan(10);
  });

  test.each([
    [60, 90],
    [500, 365],
  ])('of %i units and %i days has at most 320 bars on a screen of 1440 × 900', (units, days) => {
    const { rooms, spans, range } = fullHouse(units, days);
    const layout = layoutRows(rooms, spans);
    for (let step = 0; step < 40; step += 1) {
      const viewport = {
        left: (step * days * COLUMN) / 50,
        top: (step * layout.height) / 50,
        width: 1_176,
        height: 808,
      };
      const painted = paintedWindow(layout, viewport, range);
      const bars = layout.rows
        .slice(painted.firstRow, painted.endRow)
        .flatMap((row) => barsToPaint(row, painted));
      expect(bars.length).toBeLessThanOrEqual(320);
      expect(bars.length).toBeGreaterThan(50);
    }
  });

  test('scrolls to a day as far as there are days', () => {
    const range = { from: 100, until: 190 };
    expect(scrollToDay(114, range, 1_176)).toBe(14 * COLUMN);
    expect(scrollToDay(90, range, 1_176)).toBe(0);
    expect(scrollToDay(500, range, 1_176)).toBe(90 * COLUMN - 1_176);
  });
});
