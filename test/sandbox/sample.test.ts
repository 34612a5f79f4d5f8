// The sample property at many hours of many years: always complete, and always the same.
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { dayNumber } from '../../src/model/night.ts';
import { ORDERS_A_DAY } from '../../src/sandbox/bookings.ts';
import { createSampleDates } from '../../src/sandbox/dates.ts';
import { SAMPLE_PROPERTY, UNITS } from '../../src/sandbox/house.ts';
import { MAX_LEAD_DAYS, ordersOf } from '../../src/sandbox/orders.ts';
import { PHRASES } from '../../src/sandbox/phrases.ts';
import { createRateCard } from '../../src/sandbox/rates.ts';
import { snapshotAt, snapshotWithPauses } from '../../src/sandbox/snapshot.ts';
import { segmentAt, slotsOf } from '../../src/sandbox/timeline.ts';
import { randomly, SEED } from '../harness/random.ts';
import { CALENDAR } from './calendar-invariants.ts';
import { RECORDS } from './records-invariants.ts';
import { groupBy, hour } from './snapshot-helpers.ts';

const HOUR_MS = 3_600_000;

/** Any full hour between 2024 and 2040. */
const anyHour = fc
  .integer({
    min: hour('2024-01-01T00:00:00Z').epochMilliseconds / HOUR_MS,
    max: hour('2040-01-01T00:00:00Z').epochMilliseconds / HOUR_MS,
  })
  .map((hours) => Temporal.Instant.fromEpochMilliseconds(hours * HOUR_MS));

/** A random set (TEST_RUNS=46 makes it larger), and hours at clock changes, leap days and New Year. */
const HOURS = [
  ...fc.sample(anyHour, { numRuns: Math.min(200, randomly(5).numRuns), seed: SEED }),
  hour('2026-03-29T01:00:00Z'),
  hour('2026-10-25T01:00:00Z'),
  hour('2028-02-29T12:00:00Z'),
  hour('2026-12-31T23:00:00Z'),
  hour('2027-01-01T00:00:00Z'),
];
const INVARIANTS = { ...CALENDAR, ...RECORDS };

describe('at any hour', () => {
  const violations = new Map<string, unknown[]>();

  // All checks share one snapshot per hour: generating it costs more than checking it.
  beforeAll(() => {
    for (const at of HOURS) {
      const snapshot = snapshotAt(at);
      for (const [sentence, findViolations] of Object.entries(INVARIANTS)) {
        const found = findViolations(snapshot, at).slice(0, 3);
        if (found.length > 0) violations.set(sentence, [`at ${at}`, ...found]);
      }
    }
  });

  test.each(Object.keys(INVARIANTS))('%s', (sentence) => {
    expect(violations.get(sentence) ?? []).toEqual([]);
  });
});

test('the same hour gives exactly the same snapshot', () => {
  const at = HOURS[1]!;
  expect(JSON.stringify(snapshotAt(at))).toBe(JSON.stringify(snapshotAt(at)));
});

test('with pauses it is the same snapshot, and other work runs in them', async () => {
  const [at] = HOURS;
  let ran = 0;
  const count = () => {
    ran += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  const snapshot = await snapshotWithPauses(at!);
  clearImmediate(next);
  expect(ran).toBeGreaterThan(10);
  expect(JSON.stringify(snapshot)).toBe(JSON.stringify(snapshotAt(at!)));
});

test('no day of ten years has more orders than ids, and none is made too far ahead', () => {
  const card = createRateCard(createSampleDates(SAMPLE_PROPERTY.timezone));
  const [from, until] = [
    dayNumber(Temporal.PlainDate.from('2024-01-01')),
    dayNumber(Temporal.PlainDate.from('2034-01-01')),
  ];
  const orders = UNITS.flatMap((unit) => {
    const [first, last] = [segmentAt(unit, from), segmentAt(unit, until)];
    const segments = Array.from({ length: last - first + 1 }, (_, i) => first + i);
    return segments
      .flatMap((segment) => slotsOf(card, unit, segment))
      .flatMap((slot) => ordersOf(card, slot, false));
  });
  const leads = orders.map(({ checkin, bookedAt }) => checkin - card.dates.day(bookedAt));
  const days = groupBy(orders, ({ bookedAt }) => card.dates.day(bookedAt));
  expect(orders.length).toBeGreaterThan(4_000);
  expect(Math.max(...leads)).toBeLessThanOrEqual(MAX_LEAD_DAYS);
  expect(Math.max(...[...days.values()].map(({ length }) => length))).toBeLessThanOrEqual(ORDERS_A_DAY);
});

test('every language has texts for the same topics, and each text has its variables only', () => {
  const shapes = Object.values(PHRASES).map((phrases) => JSON.stringify(shapeOf(phrases)));
  expect(new Set(shapes)).toEqual(new Set([shapes[0]]));
  const texts = JSON.stringify(PHRASES).replaceAll(/\{(name|time|[^{}|"]+\|[^{}|"]*)\}/g, '');
  expect(texts).not.toMatch(/[^[:,]\{|\}[^\],}]/);
});

/** Returns the members of an object, and of the objects in it; lists count as present or absent. */
function shapeOf(value: unknown): unknown {
  if (typeof value === 'string') return 'text';
  if (Array.isArray(value)) return value.length > 0;
  return Object.entries(value as object)
    .toSorted()
    .map(([name, member]) => [name, shapeOf(member)]);
}
