// Setting nights: price, number sellable, lengths of stay, restrictions; for one night or two hundred thousand, all or none.
import type { NightUpdate } from '../../model/ari.ts';
import { Problem } from '../../problems.ts';
import type { Change } from '../change.ts';
import { passRoomGates } from './gate.ts';
import {
  lockNightValues,
  type NightWrite,
  nextChangeId,
  recordWritten,
  type WrittenRoom,
  writeNights,
} from './write-nights.ts';

export type SetNightsResult = {
  /** under which it can be undone */
  changeId: number;
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
  const [changeId] = await Promise.all([
    nextChangeId(tx),
    lockRooms(tx, new Set(updates.map((update) => update.roomId))),
  ]);
  const rows = await writeNights(tx, { changeId, undoes: null }, newValues(updates));
  refuseExceeding(rows);
  await recordWritten(tx, rows);
  const updated = rows.reduce((sum, row) => sum + row.changed, 0);
  return { changeId, updated, unchanged: updates.length - updated };
}

/** Shared with sales, which go on: what guards the count is each night's own row. Only a change of the units has to wait. */
async function lockRooms(tx: Change, roomIds: ReadonlySet<number>): Promise<void> {
  const known = await readRooms(tx, roomIds);
  const unknown = [...roomIds].filter((roomId) => !known.has(roomId));
  if (unknown.length > 0) {
    throw new Problem(
      'unknown_room',
      `Room ${unknown.join(', ')} does not exist in this property: list them with GET rentals.`,
    );
  }
}

/** The rooms of these that are on sale, locked against a change of their units, and their nights against other changes. */
async function readRooms(tx: Change, roomIds: ReadonlySet<number>): Promise<Set<number>> {
  const [, , rows] = await Promise.all([
    passRoomGates(tx, roomIds),
    lockNightValues(tx, roomIds),
    tx.query<{ room_id: number }>(
      `select room_id from rooms
       where hotel_id = $1 and room_id = any($2::bigint[]) and archived_at is null
       order by room_id for share`,
      [tx.hotelId, [...roomIds]],
    ),
  ]);
  return new Set(rows.map((row) => row.room_id));
}

/**
 * The nights are locked in order, so two changes never wait for each other; one that has these values already is left
 * alone. "Nothing left" is what an overbooked night says already: it stays as far below zero as it is. What is offered is
 * held against the units as the night was written, so a sale in the same moment is counted.
 */
function newValues(updates: readonly NightUpdate[]): NightWrite {
  return {
    text: `incoming as (
       select * from unnest($5::bigint[], $6::date[], $7::bigint[], $8::int[], $9::int[], $10::int[], $11::boolean[],
         $12::boolean[], $13::boolean[])
         as incoming(room_id, date, price_minor, available, min_stay, max_stay, closed_to_arrival, closed_to_departure,
           stop_sell)
     ), locked as (
       select night.* from nights as night join incoming using (room_id, date)
       where night.hotel_id = $1
       order by night.room_id, night.date for update of night
     ), before as (
       select incoming.room_id, incoming.date, incoming.available is not null as sets_available,
         room.units, room.price_minor as base_price_minor, room.min_stay as base_min_stay,
         locked.allotted, locked.available, locked.sold, locked.blocked, locked.overbooked,
         locked.price_minor, locked.min_stay, locked.max_stay,
         locked.closed_to_arrival, locked.closed_to_departure, locked.stop_sell,
         incoming.available as new_available,
         incoming.price_minor as new_price_minor,
         coalesce(incoming.min_stay, locked.min_stay) as new_min_stay,
         nullif(coalesce(incoming.max_stay, locked.max_stay, 0), 0) as new_max_stay,
         coalesce(incoming.closed_to_arrival, locked.closed_to_arrival, false) as new_closed_to_arrival,
         coalesce(incoming.closed_to_departure, locked.closed_to_departure, false) as new_closed_to_departure,
         coalesce(incoming.stop_sell, locked.stop_sell, false) as new_stop_sell
       from incoming
       join rooms as room on room.hotel_id = $1 and room.room_id = incoming.room_id
       left join locked on locked.room_id = incoming.room_id and locked.date = incoming.date
     ), written as (
       insert into nights as night (hotel_id, room_id, date, available, allotted, price_minor, min_stay, max_stay,
         closed_to_arrival, closed_to_departure, stop_sell, change_id)
       select $1, room_id, date, coalesce(new_available, units, 1), sets_available, new_price_minor, new_min_stay,
         new_max_stay, new_closed_to_arrival, new_closed_to_departure, new_stop_sell, $2
       from before
       where (new_price_minor, new_min_stay, new_max_stay, new_closed_to_arrival, new_closed_to_departure, new_stop_sell)
           is distinct from (price_minor, min_stay, max_stay, closed_to_arrival, closed_to_departure, stop_sell)
         or sets_available and (allotted is not true or new_available <> greatest(0, available)
           or new_available > greatest(0, units - sold - blocked))
       order by room_id, date
       on conflict (hotel_id, room_id, date) do update set
         available = case when not excluded.allotted then night.available
           when excluded.available = 0 then least(0, night.available) else excluded.available end,
         overbooked = case when not excluded.allotted then night.overbooked
           when excluded.available = 0 then greatest(0, -night.available) else 0 end,
         allotted = night.allotted or excluded.allotted,
         price_minor = excluded.price_minor,
         min_stay = excluded.min_stay,
         max_stay = excluded.max_stay,
         closed_to_arrival = excluded.closed_to_arrival,
         closed_to_departure = excluded.closed_to_departure,
         stop_sell = excluded.stop_sell,
         change_id = excluded.change_id
       returning *
     )`,
    values: [
      updates.map((update) => update.roomId),
      updates.map((update) => update.date),
      updates.map((update) => update.priceMinor),
      updates.map((update) => update.available ?? null),
      updates.map((update) => update.minStay ?? null),
      // 0 stands for "no limit" here: null is what stays as it is.
      updates.map((update) => (update.maxStay === null ? 0 : (update.maxStay ?? null))),
      updates.map((update) => update.closedToArrival ?? null),
      updates.map((update) => update.closedToDeparture ?? null),
      updates.map((update) => update.stopSell ?? null),
    ],
  };
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
