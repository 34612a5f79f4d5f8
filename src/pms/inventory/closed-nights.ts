// The count of a room whose units are closed: each closed unit is blocked, and not offered.
import { type PlainDate, toPlainDate } from '../../model/night.ts';
import type { PropertyTransaction } from '../property-transaction.ts';
import { recordBlocked } from './blocked-history.ts';
import { recordAvailability } from './nights.ts';

/** A night in which a unit was closed; `lowersCount`: one less is offered because of it. */
type ClosedNight = { date: PlainDate; lowersCount: boolean };

/**
 * Blocks one unit of each night. Where fewer are offered than the room has left, because people set that number, it stays. The caller
 * holds the room's inventory lock exclusively. Returns the nights, and those in which every unit is sold or blocked: these are not
 * changed.
 */
export async function closeNights(
  tx: PropertyTransaction,
  roomId: number,
  nights: readonly PlainDate[],
): Promise<{ nights: ClosedNight[]; full: string[] }> {
  // Stays that move here from another room hold only the locks of the nights.
  const before = await tx.query<{ date: string; available: number }>(
    `select date, available from nights where hotel_id = $1 and room_id = $2 and date = any($3::date[])
     order by date for update`,
    [tx.hotelId, roomId, nights],
  );
  const offered = new Map(before.map((row) => [row.date, row.available]));
  const rows = await tx.query<{ date: string; available: number }>(
    `with room as (
       select coalesce(units, 1) as units from rooms where hotel_id = $1 and room_id = $2
     )
     insert into nights as night (hotel_id, room_id, date, available, blocked)
     select $1, $2, closed.date, room.units - 1, 1 from room, unnest($3::date[]) as closed(date)
     order by closed.date
     on conflict (hotel_id, room_id, date) do update set
       blocked = night.blocked + 1,
       available = least(night.available, (select units from room) - night.sold - night.blocked - 1)
     where night.sold + night.blocked < (select units from room)
     returning date, available`,
    [tx.hotelId, roomId, nights],
  );
  const closed = rows.map(({ date, available }) => ({
    date: toPlainDate(date),
    lowersCount: available < (offered.get(date) ?? Number.POSITIVE_INFINITY),
  }));
  await recordBlocked(
    tx,
    roomId,
    closed.map((night) => night.date),
    1,
  );
  const changed = new Set(rows.map(({ date }) => date));
  const lowered = closed.filter(({ lowersCount }) => lowersCount).map(({ date }) => date);
  recordAvailability(tx, roomId, lowered, ['available']);
  return { nights: closed, full: nights.map(String).filter((night) => !changed.has(night)) };
}

/** Releases one blocked unit of each night, which is offered again if its closure lowered the count. */
export async function openNights(
  tx: PropertyTransaction,
  roomId: number,
  nights: readonly ClosedNight[],
): Promise<void> {
  if (nights.length === 0) return;
  await tx.query(
    `with opened as (
       select night.date, given.lowers_count, coalesce(room.units, 1) as units
       from nights as night
       join unnest($3::date[], $4::boolean[]) as given(date, lowers_count) on given.date = night.date
       join rooms as room on room.hotel_id = night.hotel_id and room.room_id = night.room_id
       where night.hotel_id = $1 and night.room_id = $2
       order by night.date for update of night
     ), counted as (
       select night.date, case when night.allotted then night.available + opened.lowers_count::int
         else opened.units - night.sold - night.blocked + 1 end as available
       from opened join nights as night on night.hotel_id = $1 and night.room_id = $2 and night.date = opened.date
     )
     update nights as night set
       blocked = night.blocked - 1, available = counted.available, overbooked = greatest(0, -counted.available)
     from counted
     where night.hotel_id = $1 and night.room_id = $2 and night.date = counted.date`,
    [tx.hotelId, roomId, nights.map(({ date }) => date), nights.map(({ lowersCount }) => lowersCount)],
  );
  const dates = nights.map(({ date }) => date);
  await recordBlocked(tx, roomId, dates, -1);
  recordAvailability(tx, roomId, dates, ['available']);
}
