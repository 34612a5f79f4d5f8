// Helpers of the tests of the sample property: its local time, and sums of its ledger.

import type { LedgerEntry } from '../../src/model/ledger.ts';
import type { Reservation } from '../../src/model/reservation.ts';
import { SAMPLE_PROPERTY, UNITS } from '../../src/sandbox/house.ts';
import type { SampleSnapshot } from '../../src/sandbox/snapshot.ts';

/** Invariants of the sample at any hour: a description, and a function that returns what violates it. */
export type Invariants = Record<string, (snapshot: SampleSnapshot, hour: Temporal.Instant) => unknown[]>;

/**
 * All flats, and some rooms of the guesthouse, among them those of whole groups: the others are two thirds of all bookings, and
 * of the same kinds.
 */
export const SOME_UNITS = UNITS.filter(({ hotel, unitId }) => !hotel || unitId % 6 === 1);

export function hour(text: string): Temporal.Instant {
  return Temporal.Instant.from(text);
}

export function isAfter(a: Temporal.Instant, b: Temporal.Instant): boolean {
  return Temporal.Instant.compare(a, b) > 0;
}

export function today(at: Temporal.Instant): Temporal.PlainDate {
  return at.toZonedDateTimeISO(SAMPLE_PROPERTY.timezone).toPlainDate();
}

/** Returns the moment of a local time at the property. */
export function at(date: Temporal.PlainDate, time: string): Temporal.Instant {
  return date.toZonedDateTime({ timeZone: SAMPLE_PROPERTY.timezone, plainTime: time }).toInstant();
}

export const checkinOf = (stay: Reservation) => at(stay.checkin, '15:00');
export const checkoutOf = (stay: Reservation) => at(stay.checkout, '11:00');

/**
 * Returns what each stay finally earns: nothing after a complete cancellation,
 * the nights stayed after an early departure.
 */
export function earnings(snapshot: SampleSnapshot): Map<number, number> {
  const earned = new Map(snapshot.reservations.map(({ reservationId }) => [reservationId, 0]));
  // A no-show owes the total price, including the released nights.
  const absent = new Set(
    snapshot.reservations.flatMap((stay) => (stay.status === 'no_show' ? stay.reservationId : [])),
  );
  for (const { reservationId, releasedAt, priceMinor } of snapshot.held) {
    if (releasedAt === null || absent.has(reservationId))
      earned.set(reservationId, earned.get(reservationId)! + priceMinor);
  }
  return earned;
}

export function sum(amounts: readonly number[]): number {
  return amounts.reduce((a, b) => a + b, 0);
}

export function sumOf(entries: readonly LedgerEntry[], ...types: string[]): number {
  return sum(entries.filter(({ type }) => types.includes(type)).map(({ amountMinor }) => amountMinor));
}

export function groupBy<T, K>(things: readonly T[], key: (thing: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const thing of things) {
    const group = groups.get(key(thing));
    if (group) group.push(thing);
    else groups.set(key(thing), [thing]);
  }
  return groups;
}

export function byId<T, K extends keyof T>(things: readonly T[], key: K): Map<T[K], T> {
  return new Map(things.map((thing) => [thing[key], thing]));
}

/** Returns the values that occur more than once. */
export function repeated<T>(values: readonly T[]): T[] {
  return [...groupBy(values, (value) => value)].filter(([, same]) => same.length > 1).map(([value]) => value);
}

/** Returns a description of the value unless it is within the bounds. */
export function unlessWithin(what: string, value: number, [least, most]: [number, number]): string[] {
  return value >= least && value <= most ? [] : [`${what} ${value}`];
}
