// What came, went and was moved between two calendars of the same days.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareBars } from '../../../web/screens/calendar/past-changes.ts';
import { randomly } from '../../harness/random.ts';

const WINDOW = { from: 100, until: 130 };
const bar = (id: string, from: number, until: number, unitId: number | null = 1) => ({
  ...{ id, from, until, unitId },
  roomId: 7,
});
const compare = (past: ReturnType<typeof bar>[], now: ReturnType<typeof bar>[]) => {
  const { sums, ...marks } = compareBars(past, now, WINDOW);
  return { sums, past: Object.fromEntries(marks.past), now: Object.fromEntries(marks.now) };
};

describe('the comparison of two calendars', () => {
  test('marks what came, what went, and what is where it was', () => {
    const kept = bar('stay-1-0', 101, 103);
    expect(compare([kept, bar('stay-2-0', 104, 106)], [kept, bar('stay-3-0', 104, 109)])).toEqual({
      past: { 'stay-1-0': 'same', 'stay-2-0': 'gone' },
      now: { 'stay-3-0': 'came' },
      sums: { came: 1, gone: 1, moved: 0, nights: 3 },
    });
  });

  test('marks only the part of a stay that was moved, whichever number its bar has', () => {
    const now = [bar('stay-1-0', 101, 103, 1), bar('stay-1-1', 103, 105, 2)];
    expect(compare([bar('stay-1-0', 101, 105, 1)], now)).toEqual({
      past: { 'stay-1-0': 'former' },
      now: { 'stay-1-0': 'moved', 'stay-1-1': 'moved' },
      sums: { came: 0, gone: 0, moved: 1, nights: 0 },
    });
    const split = [bar('stay-1-0', 99, 101, 3), bar('stay-1-1', 101, 103, 1)];
    expect(compare([bar('stay-1-0', 101, 103, 1)], split)).toMatchObject({
      past: { 'stay-1-0': 'same' },
      now: { 'stay-1-0': 'moved' },
      sums: { moved: 1, nights: 1 },
    });
  });

  test('marks closures, and counts them nowhere', () => {
    expect(compare([bar('closure-1', 101, 105)], [bar('closure-2', 101, 103)])).toEqual({
      past: { 'closure-1': 'gone' },
      now: { 'closure-2': 'came' },
      sums: { came: 0, gone: 0, moved: 0, nights: 0 },
    });
  });

  test('adds up: stays of now are those of then without those that went, with those that came', () => {
    const bars = fc
      .uniqueArray(
        fc.record({
          id: fc.nat(30),
          from: fc.integer({ min: 90, max: 128 }),
          length: fc.integer({ min: 1, max: 9 }),
        }),
        {
          selector: ({ id }) => id,
        },
      )
      .map((all) =>
        all.map(({ id, from, length }) => bar(`stay-${id}-0`, from, from + length, (id % 3) + 1)),
      );
    fc.assert(
      fc.property(bars, bars, (past, now) => {
        const { sums } = compare(past, now);
        const back = compare(now, past).sums;
        expect(past.length - sums.gone + sums.came).toBe(now.length);
        expect([back.came, back.gone, back.moved, back.nights]).toEqual([
          sums.gone,
          sums.came,
          sums.moved,
          0 - sums.nights,
        ]);
        const same = compare(past, past).sums;
        expect(same).toEqual({ came: 0, gone: 0, moved: 0, nights: 0 });
      }),
      randomly(),
    );
  });
});
