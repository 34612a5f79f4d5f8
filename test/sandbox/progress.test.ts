// The sample property as time passes: what was there only moves on, and what is new was created later.
import { beforeAll, describe, expect, test } from 'vitest';
import { NO_CONFLICT, RESERVATION_TRANSITIONS } from '../../src/model/reservation.ts';
import { TASK_TRANSITIONS } from '../../src/model/task.ts';
import { pastDaysOf } from '../../src/sandbox/bookings.ts';
import { ROOMS, UNITS } from '../../src/sandbox/house.ts';
import { type SampleSnapshot, snapshotAt } from '../../src/sandbox/snapshot.ts';
import { byId, hour, isAfter, SOME_UNITS, today } from './snapshot-helpers.ts';

/**
 * Starting hours, and hours until the second snapshot: an hour, a day, a month;
 * across clock changes, leap days and New Year. All units in the first, then some.
 */
const STEPS: [from: string, hours: number][] = [
  ['2026-11-21T10:00:00Z', 1],
  ['2026-11-21T14:00:00Z', 1],
  ['2026-08-01T10:00:00Z', 24],
  ['2026-03-29T00:00:00Z', 1],
  ['2026-03-28T12:00:00Z', 24],
  ['2026-10-24T12:00:00Z', 24],
  ['2026-10-25T00:00:00Z', 1],
  ['2028-02-28T12:00:00Z', 24],
  ['2028-02-29T12:00:00Z', 24],
  ['2026-12-31T23:00:00Z', 1],
  ['2027-06-15T08:00:00Z', 30 * 24],
  ['2027-03-01T08:00:00Z', 184 * 24],
];

describe.each(STEPS)('from %s on by %i hours', (from, hours) => {
  const then = hour(from);
  const units = from === STEPS[0]![0] ? UNITS : SOME_UNITS;
  let before: SampleSnapshot;
  let after: SampleSnapshot;

  beforeAll(() => {
    before = snapshotAt(then, units);
    after = snapshotAt(then.add({ hours }), units);
  });

  test('bookings keep their numbers and data, and their states only move on', () => {
    const later = byId(after.reservations, 'reservationId');
    const wrong = before.reservations.filter((stay) => {
      const now = later.get(stay.reservationId);
      // Only stays of nine months ago disappear, in the guesthouse of three.
      const past = pastDaysOf(ROOMS.find(({ roomId }) => roomId === stay.roomId)!);
      if (!now) return stay.checkin.until(today(then.add({ hours })), { largestUnit: 'day' }).days < past - 4;
      if (!reachable(RESERVATION_TRANSITIONS, stay.status).includes(now.status)) return true;
      // Only early departures and no-shows shorten a stay.
      const { status, updatedAt, checkout, priceMinor, totalMinor, paidMinor, unitNights, unitPinned } = now;
      // Payments and charges go on after the state: a deposit of a cancelled stay is returned.
      const sums = { totalMinor, paidMinor };
      const moved = {
        status,
        updatedAt,
        unitNights,
        unitPinned,
        ...(status === 'cancelled' && { checkout, priceMinor, ...NO_CONFLICT }),
        ...(status === 'no_show' && { checkout }),
      };
      // A stay to come gets its unit once.
      const assigned = stay.unitNights === null &&
        unitNights !== null && { updatedAt, unitNights, unitPinned };
      return text({ ...stay, ...sums, ...assigned, ...(status !== stay.status && moved) }) !== text(now);
    });
    expect(wrong).toEqual([]);
  });

  test('what is new was created after the hour', () => {
    const made = [
      ...fresh(before.reservations, after.reservations, 'reservationId'),
      ...fresh(before.entries, after.entries, 'entryId'),
      ...fresh(before.tasks, after.tasks, 'taskId'),
      ...fresh(before.messages, after.messages, 'messageId'),
      ...fresh(before.reviews, after.reviews, 'reviewId'),
      ...fresh(before.activity, after.activity, 'entryId'),
    ];
    expect(made.filter(({ createdAt }) => !isAfter(createdAt, then))).toEqual([]);
  });

  test('ledger entries and activity entries never change', () => {
    const entries = [
      ...pairs(before.entries, after.entries, 'entryId'),
      ...pairs(before.activity, after.activity, 'entryId'),
    ];
    expect(entries.filter(([earlier, later]) => text(earlier) !== text(later))).toEqual([]);
  });

  test('tasks move on, and texts and reviews gain a reply at most', () => {
    const tasks = pairs(before.tasks, after.tasks, 'taskId').filter(
      ([earlier, later]) => !reachable(TASK_TRANSITIONS, earlier.status).includes(later.status),
    );
    const messages = pairs(before.messages, after.messages, 'messageId').filter(([earlier, later]) => {
      const { reply, repliedAt, delivery } = earlier.reply === null ? later : earlier;
      // A reply to a later text settles this one.
      const needsReply = earlier.needsReply && later.needsReply;
      return text({ ...earlier, reply, repliedAt, delivery, needsReply }) !== text(later);
    });
    const reviews = pairs(before.reviews, after.reviews, 'reviewId').filter(([earlier, later]) => {
      const { reply, repliedAt, replyDelivery } = earlier.reply === null ? later : earlier;
      return text({ ...earlier, reply, repliedAt, replyDelivery }) !== text(later);
    });
    expect([...tasks, ...messages, ...reviews]).toEqual([]);
  });

  test('nights keep their price, and are released once', () => {
    const prices = new Map(after.nights.map((night) => [`${night.roomId}/${night.night}`, night]));
    const moved = before.nights.filter((night) => {
      const now = prices.get(`${night.roomId}/${night.night}`);
      return now && (now.priceMinor !== night.priceMinor || now.minStay !== night.minStay);
    });
    const held = new Map(after.held.map((night) => [`${night.reservationId}/${night.night}`, night]));
    const changed = before.held.filter((night) => {
      const now = held.get(`${night.reservationId}/${night.night}`);
      return (
        now &&
        (now.priceMinor !== night.priceMinor ||
          String(night.releasedAt ?? now.releasedAt) !== String(now.releasedAt))
      );
    });
    expect([...moved, ...changed]).toEqual([]);
  });

  test('within a month the log only grows', () => {
    const [a, b] = [today(then), today(then.add({ hours }))];
    if (a.month !== b.month || a.year !== b.year) return;
    expect(text(after.events.slice(0, before.events.length))).toBe(text(before.events));
  });
});

test('a year later the property has other guests', () => {
  const before = byId(snapshotAt(hour('2026-11-21T10:00:00Z')).reservations, 'reservationId');
  const after = snapshotAt(hour('2027-11-21T10:00:00Z')).reservations;
  const still = after.filter(({ reservationId }) => before.has(reservationId));
  expect(still.length).toBeGreaterThan(0); // bookings made far ahead
  expect(still.length).toBeLessThan(80);
});

const text = (what: unknown) => JSON.stringify(what);

/** Returns the items that are in both lists, before and after. */
function pairs<T, K extends keyof T>(before: readonly T[], after: readonly T[], key: K): [T, T][] {
  const later = byId(after, key);
  return before.flatMap((one) => (later.has(one[key]) ? [[one, later.get(one[key])!] as [T, T]] : []));
}

/** Returns the items that are not in `before`. */
function fresh<T, K extends keyof T>(before: readonly T[], after: readonly T[], key: K): T[] {
  const known = byId(before, key);
  return after.filter((one) => !known.has(one[key]));
}

/** Returns a status and all that may follow it. */
function reachable<S extends string>(transitions: Record<S, readonly S[]>, status: S): S[] {
  const found = new Set([status]);
  for (const one of found) for (const next of transitions[one]) found.add(next);
  return [...found];
}
