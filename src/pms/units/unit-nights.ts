// The nights of units that stays hold: taken, moved and released together with the nights of the stay.
import { nightsBetween, type PlainDate, toPlainDate } from '../../model/night.ts';
import type { Reservation } from '../../model/reservation.ts';
import { clipUnitNights, type UnitNights } from '../../model/unit.ts';
import type { PropertyTransaction } from '../property-transaction.ts';
import { requireUnitFree } from './unit-calendars.ts';

/**
 * Replaces the nights of units that a stay holds. The caller has locked the units of the rooms of `after` (see `lockUnits`).
 * Throws `unit_taken` if somebody else has one of the nights.
 */
export async function replaceUnitNights(
  tx: PropertyTransaction,
  reservationId: number,
  before: readonly UnitNights[],
  after: readonly UnitNights[],
): Promise<void> {
  const [held, wanted] = [toKeys(before), toKeys(after)];
  await Promise.all([
    removeNights(tx, reservationId, [...held.difference(wanted)].map(toNight)),
    takeUnitNights(tx, reservationId, after, [...wanted.difference(held)].map(toNight)),
  ]);
}

type Night = { unitId: number; date: string };

function toKeys(nights: readonly UnitNights[]): Set<string> {
  return new Set(
    nights.flatMap(({ unitId, from, until }) =>
      nightsBetween(toPlainDate(from), toPlainDate(until)).map((date) => `${unitId} ${date}`),
    ),
  );
}

function toNight(key: string): Night {
  const [unitId, date] = key.split(' ') as [string, string];
  return { unitId: Number(unitId), date };
}

async function removeNights(
  tx: PropertyTransaction,
  reservationId: number,
  nights: readonly Night[],
): Promise<void> {
  if (nights.length === 0) return;
  await tx.query(
    `delete from unit_nights
     where hotel_id = $1 and reservation_id = $2
       and (unit_id, date) in (select * from unnest($3::bigint[], $4::date[]))`,
    [tx.hotelId, reservationId, nights.map(({ unitId }) => unitId), datesOf(nights)],
  );
}

async function takeUnitNights(
  tx: PropertyTransaction,
  reservationId: number,
  after: readonly UnitNights[],
  nights: readonly Night[],
): Promise<void> {
  if (nights.length === 0) return;
  const taken = await tx.query(
    `insert into unit_nights (hotel_id, unit_id, date, reservation_id)
     select $1, night.unit_id, night.date, $2
     from unnest($3::bigint[], $4::date[]) as night(unit_id, date)
     order by night.unit_id, night.date
     on conflict (hotel_id, unit_id, date) do nothing
     returning 1`,
    [tx.hotelId, reservationId, nights.map(({ unitId }) => unitId), datesOf(nights)],
  );
  if (taken.length === nights.length) return;
  for (const { unitId, name, from, until } of after) {
    const range = { from: toPlainDate(from), until: toPlainDate(until), without: { reservationId } };
    await requireUnitFree(tx, { unitId, name }, range);
  }
  throw new Error(`booking ${reservationId} could not take its units, and nobody else has them`);
}

function datesOf(nights: readonly Night[]): PlainDate[] {
  return nights.map(({ date }) => toPlainDate(date));
}

/**
 * Releases the units of a stay from a night on, after its nights were released; returns what it keeps, null for nothing.
 */
export async function releaseUnitNights(
  tx: PropertyTransaction,
  { reservationId, unitNights }: Pick<Reservation, 'reservationId' | 'unitNights'>,
  from: PlainDate,
): Promise<UnitNights[] | null> {
  if (unitNights === null) return null;
  await tx.query(`delete from unit_nights where hotel_id = $1 and reservation_id = $2 and date >= $3`, [
    tx.hotelId,
    reservationId,
    from,
  ]);
  const kept = clipUnitNights(unitNights, null, from);
  return kept.length > 0 ? kept : null;
}
