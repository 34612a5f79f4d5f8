// Availability ids and merging of updates of nights.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addUpdate,
  availabilityId,
  type NightUpdate,
  type NightUpdates,
} from '../../src/model/night-values.ts';
import { randomly } from '../harness/random.ts';

const date = Temporal.PlainDate.from;
const room = fc.integer({ min: 1, max: 500_000_000 });
const anyDate = fc.integer({ min: 0, max: 3_652_058 }).map((n) => date('0001-01-01').add({ days: n }));

describe('availabilityId of a (room, night)', () => {
  test('never changes', () => {
    expect(availabilityId(101, date('2027-03-01'))).toBe(1_010_740_040);
    expect(availabilityId(1, date('0001-01-01'))).toBe(10_000_000);
    expect(availabilityId(1, date('9999-12-31'))).toBe(13_652_058);
  });

  test('is a safe whole number, and no two nights or rooms share one', () => {
    fc.assert(
      fc.property(room, anyDate, room, anyDate, (room1, date1, room2, date2) => {
        const [a, b] = [availabilityId(room1, date1), availabilityId(room2, date2)];
        expect(Number.isSafeInteger(a)).toBe(true);
        expect(a === b).toBe(room1 === room2 && date1.equals(date2));
        expect(availabilityId(room1 + 1, date1)).not.toBe(a);
      }),
      randomly(1_000),
    );
  });

  test('grows with the date within a room', () => {
    fc.assert(
      fc.property(room, anyDate, (id, day) => {
        fc.pre(day.year < 9_999);
        expect(availabilityId(id, day.add({ days: 1 }))).toBe(availabilityId(id, day) + 1);
      }),
      randomly(500),
    );
  });
});

describe('merging updates', () => {
  const update = fc.record(
    {
      roomId: fc.integer({ min: 1, max: 3 }),
      date: fc.integer({ min: 0, max: 3 }).map((n) => date('2027-03-01').add({ days: n })),
      priceMinor: fc.nat({ max: 9 }),
      available: fc.nat({ max: 9 }),
      minStay: fc.integer({ min: 1, max: 9 }),
    },
    { requiredKeys: ['roomId', 'date', 'priceMinor'] },
  );

  test('leaves one per night, with the last value of each member', () => {
    fc.assert(
      fc.property(fc.array(update, { maxLength: 30 }), (updates) => {
        const together: NightUpdates = new Map();
        for (const one of updates as NightUpdate[]) addUpdate(together, one);
        const merged = [...together.values()];
        const key = (one: { roomId: number; date: Temporal.PlainDate }) => `${one.roomId}/${one.date}`;
        expect(merged.map(key)).toEqual([...new Set(updates.map(key))]);
        for (const one of merged) {
          const own = updates.filter((other) => key(other) === key(one));
          for (const member of ['priceMinor', 'available', 'minStay'] as const) {
            expect(one[member]).toBe(own.findLast((other) => other[member] !== undefined)?.[member]);
          }
        }
      }),
      randomly(500),
    );
  });
});
