// The nights of a unit that a channel's calendar of this unit shows as closed: they hold the unit as a closure does.
import { dayNumber, type PlainDate } from '../../model/night.ts';
import type { PropertyTransaction } from '../property-transaction.ts';
import { lockUnits } from './unit-calendars.ts';

/** A unit of a room, and the channel whose calendar closes it. */
type CalendarOfUnit = { roomId: number; unitId: number; channel: string };

/**
 * Returns those of the nights in which nobody has the unit, which until the transaction ends is given to nobody else. None if the unit
 * is no longer in use.
 */
export async function freeNightsOf(
  tx: PropertyTransaction,
  { roomId, unitId }: Pick<CalendarOfUnit, 'roomId' | 'unitId'>,
  nights: readonly PlainDate[],
): Promise<PlainDate[]> {
  if (nights.length === 0) return [];
  await lockUnits(tx, roomId);
  const rows = await tx.query<{ date: string }>(
    `select wanted.date from unnest($3::date[]) as wanted(date)
     join units as unit on unit.hotel_id = $1 and unit.unit_id = $2 and unit.archived_at is null
     where not exists (
       select 1 from unit_nights as held where held.hotel_id = $1 and held.unit_id = $2 and held.date = wanted.date)`,
    [tx.hotelId, unitId, nights],
  );
  const free = new Set(rows.map(({ date }) => date));
  return nights.filter((night) => free.has(night.toString())).toSorted((a, b) => dayNumber(a) - dayNumber(b));
}

/** Gives the unit to the calendar in these nights, which `freeNightsOf` returned and of each of which one is blocked. */
export async function holdForCalendar(
  tx: PropertyTransaction,
  { unitId, channel }: CalendarOfUnit,
  nights: readonly PlainDate[],
): Promise<void> {
  if (nights.length === 0) return;
  await tx.query(
    `insert into unit_nights (hotel_id, unit_id, date, channel) select $1, $2, night, $3 from unnest($4::date[]) as night`,
    [tx.hotelId, unitId, channel, nights],
  );
}

/** Takes the unit back from the calendar in these nights. */
export async function releaseForCalendar(
  tx: PropertyTransaction,
  { unitId, channel }: Pick<CalendarOfUnit, 'unitId' | 'channel'>,
  nights: readonly PlainDate[],
): Promise<void> {
  if (nights.length === 0) return;
  await tx.query(
    `delete from unit_nights where hotel_id = $1 and unit_id = $2 and channel = $3 and date = any($4::date[])`,
    [tx.hotelId, unitId, channel, nights],
  );
}
