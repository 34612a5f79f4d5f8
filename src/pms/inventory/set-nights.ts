// Setting nights: price, number still sellable, minimum stay; for one night or two hundred thousand, all or none.
import type { NightUpdate } from '../../model/ari.ts';
import { Problem } from '../../problems.ts';
import type { Change } from '../change.ts';
import { settleConflicts } from '../reservations/conflicts.ts';
import { passRoomGates } from './gate.ts';
import { recordAvailability } from './nights.ts';

export type SetNightsResult = {
  /** nights of which a value that clients see changed */
  updated: number;
  unchanged: number;
};

/**
 * Writes the updates (one per night: see mergeUpdates). Throws `unknown_room`, and `exceeds_units` where a room with a number
 * of units would be offered more than it has left. The log tells of past nights too, because the calendar that clients read
 * has changed; who pushes to channels skips them.
 */
export async function setNights(tx: Change, updates: readonly NightUpdate[]): Promise<SetNightsResult> {
  await lockRooms(tx, new Set(updates.map((update) => update.roomId)));
  const rows = await writeNights(tx, updates);
  refuseExceeding(rows);
  for (const row of rows) {
    recordChanged(tx, row);
    await settleConflicts(
      tx,
      row.room_id,
      row.settled.map((date) => Temporal.PlainDate.from(date)),
    );
  }
  const updated = rows.reduce((sum, row) => sum + row.changed, 0);
  return { updated, unchanged: updates.length - updated };
}

/** Shared with sales, which go on: what guards the count is each night's own row. Only a change of the units has to wait. */
async function lockRooms(tx: Change, roomIds: ReadonlySet<number>): Promise<void> {
  await passRoomGates(tx, roomIds);
  const rows = await tx.query<{ room_id: number }>(
    `select room_id from rooms
     where hotel_id = $1 and room_id = any($2::bigint[]) and archived_at is null
     order by room_id for share`,
    [tx.hotelId, [...roomIds]],
  );
  const known = new Set(rows.map((row) => row.room_id));
  const unknown = [...roomIds].filter((roomId) => !known.has(roomId));
  if (unknown.length > 0) {
    throw new Problem(
      'unknown_room',
      `Room ${unknown.join(', ')} does not exist in this property: list them with GET rentals.`,
    );
  }
}

/** What became of one room's nights. */
type WrittenRoom = {
  room_id: number;
  changed: number;
  changed_from: string | null;
  changed_to: string | null;
  what: string[];
  /** nights that were overbooked and are no more: people say that there is more than we knew of */
  settled: string[];
  exceeding: string[];
  left: number[];
};

/**
 * One statement: the values before are read (locking the nights in order), written, and compared. A night whose new
 * values equal what clients already saw counts as unchanged, though from now on it no longer follows the room's defaults.
 * "Nothing left" is what an overbooked night says already: it stays as far below zero as it is. What is offered is held
 * against the units as the night was written, so a sale in the same moment is counted.
 */
function writeNights(tx: Change, updates: readonly NightUpdate[]): Promise<WrittenRoom[]> {
  return tx.query<WrittenRoom>(
    `with incoming as (
       select * from unnest($2::bigint[], $3::date[], $4::bigint[], $5::int[], $6::int[])
         as incoming(room_id, date, price_minor, available, min_stay)
     ), locked as (
       select night.* from nights as night join incoming using (room_id, date)
       where night.hotel_id = $1
       order by night.room_id, night.date for update of night
     ), compared as (
       select incoming.*, room.units,
         coalesce(room.units, 1) as default_available,
         locked.overbooked > 0 and incoming.available > 0 as settled,
         coalesce(locked.available, room.units, 1) as available_before,
         incoming.price_minor <> coalesce(locked.price_minor, room.price_minor) as price_changed,
         coalesce(incoming.min_stay <> coalesce(locked.min_stay, room.min_stay), false) as min_stay_changed
       from incoming
       join rooms as room on room.hotel_id = $1 and room.room_id = incoming.room_id
       left join locked on locked.room_id = incoming.room_id and locked.date = incoming.date
     ), written as (
       insert into nights as night (hotel_id, room_id, date, available, allotted, price_minor, min_stay)
       select $1, room_id, date, coalesce(available, default_available), available is not null, price_minor, min_stay
       from compared
       order by room_id, date
       on conflict (hotel_id, room_id, date) do update set
         available = case when not excluded.allotted then night.available
           when excluded.available = 0 then least(0, night.available) else excluded.available end,
         overbooked = case when not excluded.allotted then night.overbooked
           when excluded.available = 0 then greatest(0, -night.available) else 0 end,
         allotted = night.allotted or excluded.allotted,
         price_minor = excluded.price_minor,
         min_stay = coalesce(excluded.min_stay, night.min_stay)
       returning room_id, date, available, sold + blocked as taken
     ), flagged as (
       select compared.room_id, compared.date, price_changed, min_stay_changed, settled,
         written.available <> available_before as available_changed,
         greatest(0, units - taken) as left_over,
         compared.available > greatest(0, units - taken) and units is not null as exceeds
       from compared join written on written.room_id = compared.room_id and written.date = compared.date
     ), judged as (
       select *, available_changed or price_changed or min_stay_changed as changed from flagged
     )
     select room_id,
       (count(*) filter (where changed))::int as changed,
       min(date) filter (where changed) as changed_from,
       max(date) filter (where changed) as changed_to,
       array_remove(array[
         case when bool_or(available_changed) then 'available' end,
         case when bool_or(price_changed) then 'price' end,
         case when bool_or(min_stay_changed) then 'min_stay' end], null) as what,
       coalesce(array_agg(date order by date) filter (where settled), '{}') as settled,
       coalesce(array_agg(date order by date) filter (where exceeds), '{}') as exceeding,
       coalesce(array_agg(left_over order by date) filter (where exceeds), '{}') as left
     from judged group by room_id order by room_id`,
    [
      tx.hotelId,
      updates.map((update) => update.roomId),
      updates.map((update) => update.date),
      updates.map((update) => update.priceMinor),
      updates.map((update) => update.available ?? null),
      updates.map((update) => update.minStay ?? null),
    ],
  );
}

function refuseExceeding(rows: readonly WrittenRoom[]): void {
  const room = rows.find((row) => row.exceeding.length > 0);
  if (!room) return;
  const more = room.exceeding.length > 1 ? ` (and ${room.exceeding.length - 1} more nights)` : '';
  throw new Problem(
    'exceeds_units',
    `Room ${room.room_id} has only ${room.left[0]} left on ${room.exceeding[0]}${more}: offer at most that many.`,
    { errors: [{ field: 'available', message: `must be at most ${room.left[0]} on ${room.exceeding[0]}` }] },
  );
}

function recordChanged(tx: Change, row: WrittenRoom): void {
  if (!row.changed_from || !row.changed_to) return;
  const ends = [Temporal.PlainDate.from(row.changed_from), Temporal.PlainDate.from(row.changed_to)];
  recordAvailability(tx, row.room_id, ends, row.what);
}
