// Removal of stays and nights that a feed no longer shows: after enough fetches and time, never for guests
// who may have arrived.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Absence,
  type AbsencePolicy,
  decideAbsences,
  type TrackedItem,
} from '../../../src/model/ical/absence.ts';
import { randomly } from '../../harness/random.ts';
import { date } from './feed.ts';

const TODAY = date('2027-04-10');
const NOON = Temporal.Instant.from('2027-04-10T12:00:00Z');
const CONFIRM_AFTER_MS = 15 * 60_000;

type Item = TrackedItem & { id: number };

/**
 * Simulates fetches, each some minutes after noon, that show the given ids; returns at which minute each id
 * was removed.
 */
function play(
  starts: string[],
  fetches: [minute: number, shown: number[]][],
  kind: AbsencePolicy['kind'] = 'stays',
) {
  let items: Item[] = starts.map((from, id) => ({ id, from: date(from), present: true, absence: null }));
  const removed: Record<number, number> = {};
  for (const [minute, shown] of fetches) {
    const watched = items.map((item) => ({ ...item, present: shown.includes(item.id) }));
    const policy = {
      kind,
      today: TODAY,
      now: NOON.add({ minutes: minute }),
      confirmAfterMs: CONFIRM_AFTER_MS,
    };
    const checked = decideAbsences(watched, policy);
    for (const { item, remove } of checked) if (remove) removed[item.id] = minute;
    items = checked.filter(({ remove }) => !remove).map(({ item, absence }) => ({ ...item, absence }));
  }
  return { removed, items };
}

const FOUR = ['2027-05-01', '2027-06-01', '2027-07-01', '2027-08-01'];
const REST = [1, 2, 3];

describe('a single stay of several', () => {
  test('is removed at the second successful fetch without it, 15 minutes after the first', () => {
    expect(
      play(FOUR, [
        [0, REST],
        [15, REST],
      ]).removed,
    ).toEqual({ 0: 15 });
  });

  test('is not removed at the first, however late', () => {
    expect(
      play(FOUR, [
        [0, [0, ...REST]],
        [600, REST],
      ]).removed,
    ).toEqual({});
  });

  test('is not removed before the time is over, however many fetches there are', () => {
    const fetches = Array.from({ length: 15 }, (_, minute): [number, number[]] => [minute, REST]);
    expect(play(FOUR, fetches).removed).toEqual({});
    expect(play(FOUR, [...fetches, [15, REST]]).removed).toEqual({ 0: 15 });
  });

  test('that comes back starts a new count', () => {
    const { removed, items } = play(FOUR, [
      [0, REST],
      [14, [0, ...REST]],
      [20, REST],
      [34, REST],
    ]);
    expect(removed).toEqual({});
    expect(items[0]?.absence).toEqual({ missingFetches: 2, missingSince: NOON.add({ minutes: 20 }) });
    expect(items[1]?.absence).toBeNull();
  });

  test('is kept when the clock went back meanwhile', () => {
    expect(
      play(FOUR, [
        [30, REST],
        [10, REST],
        [20, REST],
      ]).removed,
    ).toEqual({});
  });
});

describe('more than half at once', () => {
  test('needs a third fetch', () => {
    const left = [3];
    expect(
      play(FOUR, [
        [0, left],
        [15, left],
      ]).removed,
    ).toEqual({});
    expect(
      play(FOUR, [
        [0, left],
        [15, left],
        [30, left],
      ]).removed,
    ).toEqual({ 0: 30, 1: 30, 2: 30 });
  });

  test('half of them does not', () => {
    expect(
      play(FOUR, [
        [0, [2, 3]],
        [15, [2, 3]],
      ]).removed,
    ).toEqual({ 0: 15, 1: 15 });
  });

  test('an empty feed needs it, even for a single stay', () => {
    expect(
      play(
        ['2027-05-01'],
        [
          [0, []],
          [15, []],
        ],
      ).removed,
    ).toEqual({});
    expect(
      play(
        ['2027-05-01'],
        [
          [0, []],
          [15, []],
          [30, []],
        ],
      ).removed,
    ).toEqual({ 0: 30 });
  });

  test('an empty feed that is full again removes nothing', () => {
    const { removed, items } = play(FOUR, [
      [0, []],
      [15, []],
      [30, [0, 1, 2, 3]],
    ]);
    expect(removed).toEqual({});
    expect(items.every(({ absence }) => absence === null)).toBe(true);
  });

  test('stays already begun are not counted', () => {
    const begun = ['2027-04-08', '2027-04-09', '2027-04-10'];
    expect(
      play(
        [...begun, ...FOUR],
        [
          [0, [4, 5, 6]],
          [15, [4, 5, 6]],
        ],
      ).removed,
    ).toEqual({ 3: 15 });
  });
});

test.each(['2027-04-01', '2027-04-10'])('a stay that began on %s is never removed', (from) => {
  const fetches = Array.from({ length: 50 }, (_, n): [number, number[]] => [n * 30, [1]]);
  expect(play([from, '2027-05-01'], fetches).removed).toEqual({});
});

test('a stay of tomorrow is', () => {
  expect(
    play(
      ['2027-04-11', '2027-05-01'],
      [
        [0, [1]],
        [15, [1]],
      ],
    ).removed,
  ).toEqual({ 0: 15 });
});

test('a blocked night is removed from tonight on, not after it has passed', () => {
  const starts = ['2027-04-09', '2027-04-10', '2027-04-11', '2027-05-01', '2027-05-02', '2027-05-03'];
  const shown = [3, 4, 5];
  expect(
    play(
      starts,
      [
        [0, shown],
        [15, shown],
      ],
      'nights',
    ).removed,
  ).toEqual({ 1: 15, 2: 15 });
});

test('without known items there are no decisions', () => {
  expect(decideAbsences([], { kind: 'stays', today: TODAY, now: NOON, confirmAfterMs: 0 })).toEqual([]);
});

test('an item is removed only after two fetches and the time, and never while it is shown', () => {
  const absence = fc.option(
    fc
      .record({ missingFetches: fc.integer({ min: 1, max: 5 }), minutes: fc.integer({ min: 0, max: 60 }) })
      .map(
        ({ missingFetches, minutes }): Absence => ({
          missingFetches,
          missingSince: NOON.subtract({ minutes }),
        }),
      ),
  );
  const item = fc
    .record({ present: fc.boolean(), absence, days: fc.integer({ min: -3, max: 9 }) })
    .map(({ days, ...rest }): TrackedItem => ({ ...rest, from: TODAY.add({ days }) }));
  const policy = fc.record({
    kind: fc.constantFrom('stays' as const, 'nights' as const),
    confirmAfterMs: fc.integer({ min: 0, max: 3_600_000 }),
  });
  fc.assert(
    fc.property(fc.array(item, { maxLength: 10 }), policy, (items, { kind, confirmAfterMs }) => {
      const checked = decideAbsences(items, { kind, confirmAfterMs, today: TODAY, now: NOON });
      expect(checked.map((decision) => decision.item)).toEqual(items);
      for (const { item: one, absence: now, remove: giveUp } of checked) {
        expect(now === null).toBe(one.present);
        if (!giveUp) continue;
        expect(one.present).toBe(false);
        expect(now?.missingFetches).toBeGreaterThanOrEqual(2);
        expect(NOON.since(now?.missingSince ?? NOON).total('milliseconds')).toBeGreaterThanOrEqual(
          confirmAfterMs,
        );
        expect(Temporal.PlainDate.compare(one.from, TODAY)).toBeGreaterThanOrEqual(kind === 'stays' ? 1 : 0);
      }
    }),
    randomly(1_000),
  );
});
