// Values on which edits were made: what somebody has changed since, and what is not in sight.
import { describe, expect, test } from 'vitest';
import { dayOfDate } from '../../../web/days.ts';
import { basesOf, changedSince } from '../../../web/screens/rates/bases.ts';
import type { RateEdits, RateValues } from '../../../web/screens/rates/edits.ts';
import { outOfSight, runsOf } from '../../../web/screens/rates/runs.ts';

const DAY = dayOfDate('2026-06-11');
const VALUES: RateValues = {
  price: 118,
  available: 3,
  min_stay: 1,
  max_stay: 0,
  closed_to_arrival: false,
  closed_to_departure: false,
  stop_sell: false,
};
const NONE = { edits: new Map(), bases: new Map() };
const at = (values: Partial<RateValues>) => () => ({ ...VALUES, ...values });
const edits: RateEdits = new Map([[1, new Map([[DAY, { price: 130 }]])]]);

describe('a value that was edited', () => {
  const bases = basesOf(edits, NONE, at({}));

  test('keeps the one that it was made on', () => {
    expect(bases).toEqual(new Map([[1, new Map([[DAY, { price: 118 }]])]]));
    const more: RateEdits = new Map([[1, new Map([[DAY, { price: 130, min_stay: 2 }]])]]);
    expect(basesOf(more, { edits, bases }, at({ price: 125 }))).toEqual(
      new Map([[1, new Map([[DAY, { price: 118, min_stay: 1 }]])]]),
    );
  });

  test('is made on the present one if it is set again', () => {
    const again: RateEdits = new Map([[1, new Map([[DAY, { price: 140 }]])]]);
    expect(
      basesOf(again, { edits, bases }, at({ price: 125 }))
        .get(1)
        ?.get(DAY),
    ).toEqual({ price: 125 });
  });

  test('is reported if somebody gave the night another one, unless that is the same', () => {
    expect(changedSince(edits, bases, at({}))).toEqual([]);
    expect(changedSince(edits, bases, at({ price: 125, min_stay: 4 }))).toEqual([
      { roomId: 1, day: DAY, name: 'price', before: 118, now: 125, mine: 130 },
    ]);
    expect(changedSince(edits, bases, at({ price: 130 }))).toEqual([]);
    expect(changedSince(edits, bases, () => null)).toEqual([]);
  });
});

describe('edits as ranges', () => {
  const nights = (...days: number[]) => new Map(days.map((day) => [DAY + day, { price: day }] as const));
  const many: RateEdits = new Map([
    [1, nights(4, 0, 1)],
    [2, nights(1)],
    [3, nights(0)],
  ]);

  test('are in the order of the rooms, those that are not listed last', () => {
    expect(runsOf(many, [2, 1]).map(({ roomId, from, until }) => [roomId, from - DAY, until - DAY])).toEqual([
      [2, 1, 2],
      [1, 0, 2],
      [1, 4, 5],
      [3, 0, 1],
    ]);
    expect(runsOf(many, [1])[0]?.patches).toEqual([{ price: 0 }, { price: 1 }]);
  });

  test('are not in sight if their days or rooms are not', () => {
    const hidden = outOfSight(many, { from: DAY, until: DAY + 2, roomIds: new Set([1, 2]) });
    expect([...hidden].map(([id, days]) => [id, [...days.keys()].map((day) => day - DAY)])).toEqual([
      [1, [4]],
      [3, [0]],
    ]);
  });
});
