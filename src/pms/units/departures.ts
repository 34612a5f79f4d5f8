// Units of guests who left earlier than they had booked: the departure was entered on a day before it, so that nobody records a
// check-out. On the day of departure their units become dirty.
import type { Queryable } from '../../db/database.ts';
import type { PropertyTransaction } from '../property-transaction.ts';
import { setCondition } from './conditions.ts';

/** A unit that a guest has left and that has not been set to dirty. */
export type LeftUnit = { hotelId: number; unitId: number };

/**
 * Selects units whose condition was set before the day on which their guest left, at the moment $1. Set on that day or later, it is
 * what people or this job know of the unit without the guest. Departures longer ago than two days are not looked at.
 */
const LEFT_UNITS = `select unit.hotel_id, unit.unit_id
  from reservations as stay
  join properties as property on property.hotel_id = stay.hotel_id and property.archived_at is null
  join units as unit on unit.hotel_id = stay.hotel_id and unit.unit_id = (stay.unit_nights->-1->>'unitId')::bigint
  where stay.status = 'cancelled' and stay.unit_nights is not null
    and stay.checkout between ($1::timestamptz at time zone 'UTC')::date - 2 and ($1::timestamptz at time zone 'UTC')::date + 1
    and stay.checkout <= ($1::timestamptz at time zone property.timezone)::date
    and unit.archived_at is null and unit.condition <> 'dirty'
    and unit.condition_at < stay.checkout::timestamp at time zone property.timezone`;

/** Finds units of all properties that guests left by an early departure. */
export async function findLeftUnits(
  db: Queryable,
  { now, limit }: { now: Temporal.Instant; limit: number },
): Promise<LeftUnit[]> {
  const rows = await db.query<{ hotel_id: number; unit_id: number }>(`${LEFT_UNITS} limit $2`, [now, limit]);
  return rows.map((row) => ({ hotelId: row.hotel_id, unitId: row.unit_id }));
}

/** Sets a unit to dirty, unless its condition was set since the guest left. Of concurrent calls one changes it. */
export async function leaveUnit(tx: PropertyTransaction, unitId: number): Promise<void> {
  await tx.query(`select 1 from units where hotel_id = $1 and unit_id = $2 for no key update`, [
    tx.hotelId,
    unitId,
  ]);
  const left = await tx.query(`${LEFT_UNITS} and stay.hotel_id = $2 and unit.unit_id = $3 limit 1`, [
    tx.now,
    tx.hotelId,
    unitId,
  ]);
  if (left.length > 0) await setCondition(tx, unitId, 'dirty');
}
