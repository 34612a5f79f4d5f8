// What the tests of the sample world share: the clock of the house, and the arithmetic of its books.
import type { Reservation } from '../../../src/model/reservation.ts';
import type { LedgerEntry } from '../../../src/pms/ledger.ts';
import { SAMPLE_PROPERTY } from '../../../src/pms/sandbox/sample/property-definition.ts';
import type { SampleSnapshot } from '../../../src/pms/sandbox/sample/snapshot.ts';

/** What must be true of the sample house at any hour: a sentence, and what contradicts it. */
export type Invariants = Record<string, (snapshot: SampleSnapshot, hour: Temporal.Instant) => unknown[]>;

export function hour(text: string): Temporal.Instant {
  return Temporal.Instant.from(text);
}

export function isAfter(a: Temporal.Instant, b: Temporal.Instant): boolean {
  return Temporal.Instant.compare(a, b) > 0;
}

export function today(at: Temporal.Instant): Temporal.PlainDate {
  return at.toZonedDateTimeISO(SAMPLE_PROPERTY.timezone).toPlainDate();
}

/** The moment of a wall-clock time at the house. */
export function at(date: Temporal.PlainDate, time: string): Temporal.Instant {
  return date.toZonedDateTime({ timeZone: SAMPLE_PROPERTY.timezone, plainTime: time }).toInstant();
}

export const checkinOf = (stay: Reservation) => at(stay.checkin, '15:00');
export const checkoutOf = (stay: Reservation) => at(stay.checkout, '11:00');

/** What each stay earns in the end: a whole cancellation leaves nothing, an early departure the nights slept. */
export function earnings(snapshot: SampleSnapshot): Map<number, number> {
  const earned = new Map(snapshot.reservations.map(({ reservationId }) => [reservationId, 0]));
  // Who does not come owes the whole price, also for the nights that were given back.
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

/** Values that stand there more than once. */
export function repeated<T>(values: readonly T[]): T[] {
  return [...groupBy(values, (value) => value)].filter(([, same]) => same.length > 1).map(([value]) => value);
}

/** `[what]` unless the number lies within the bounds. */
export function unlessWithin(what: string, value: number, [least, most]: [number, number]): string[] {
  return value >= least && value <= most ? [] : [`${what} ${value}`];
}
