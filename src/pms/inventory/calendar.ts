// Reads the calendar: every night of the given rooms; nights without a stored row have the room's defaults.
import type { Queryable } from '../../db/database.ts';
import { dateOfDay, dayNumber, type NightRange, type PlainDate, toPlainDate } from '../../model/night.ts';
import { availabilityId, type Night, type NightValues } from '../../model/night-values.ts';
import { eachColumn, type NightRow, toNightValues, unsetValues } from '../night-columns.ts';
import type { Page } from '../page.ts';
import { listRooms, type Room, type RoomFilter } from '../rooms.ts';

/**
 * Returns the nights of [from, until) by room, then date. A page starts
 * after the (room id, date) in `page.after`.
 */
export async function listNights(
  db: Queryable,
  hotelId: number,
  window: Window,
  page: Page,
): Promise<Night[]> {
  const { roomId, retired } = window;
  const [rooms, early] = await Promise.all([
    listRooms(db, hotelId, { roomId, retired }, WHOLE_PROPERTY),
    // With one room the stored nights can be read before the room itself.
    roomId === undefined ? null : storedNights(db, hotelId, window, firstNights([{ roomId }], window, page)),
  ]);
  const wanted = firstNights(rooms, window, page);
  const rows = early ?? (await storedNights(db, hotelId, window, wanted));
  const stored = new Map(rows.map((row) => [availabilityId(row.room_id, toPlainDate(row.date)), row]));
  const unset = new Map(rooms.map((room) => [room.roomId, unsetValuesOf(room)]));
  return wanted.map(({ room: { roomId }, date }) => {
    const row = stored.get(availabilityId(roomId, date));
    const values = row ? toNightValues(row, unset.get(roomId)!) : unset.get(roomId)!;
    return { hotelId, roomId, date, ...values };
  });
}

function unsetValuesOf({ units, priceMinor, minStay }: Room): NightValues {
  return unsetValues({ available: units ?? 1, priceMinor, minStay });
}

type Window = NightRange & RoomFilter;
type Wanted<R = Room> = { room: R; date: PlainDate };

const WHOLE_PROPERTY: Page = { size: 10_000, after: null };

/** Returns the first `page.size` (room, night) pairs after `page.after`. */
function firstNights<R extends Pick<Room, 'roomId'>>(
  rooms: readonly R[],
  window: NightRange,
  page: Page,
): Wanted<R>[] {
  const wanted: Wanted<R>[] = [];
  const [afterRoom, afterDate] = page.after ? [Number(page.after[0]), String(page.after[1])] : [0, null];
  const [first, until] = [dayNumber(window.from), dayNumber(window.until)];
  for (const room of rooms) {
    if (room.roomId < afterRoom) continue;
    let day = first;
    if (afterDate && room.roomId === afterRoom) day = Math.max(day, dayNumber(toPlainDate(afterDate)) + 1);
    for (; day < until; day += 1) {
      if (wanted.length === page.size) return wanted;
      wanted.push({ room, date: dateOfDay(day) });
    }
  }
  return wanted;
}

/**
 * Returns the stored rows between the first and the last of the wanted nights: those that were sold or set.
 */
async function storedNights(
  db: Queryable,
  hotelId: number,
  window: NightRange,
  wanted: readonly Wanted<Pick<Room, 'roomId'>>[],
): Promise<StoredNight[]> {
  const [first, last] = [wanted[0], wanted.at(-1)];
  if (!first || !last) return [];
  return db.query<StoredNight>(
    `select room_id, date, ${eachColumn()} from nights
     where hotel_id = $1 and date >= $2 and date < $3
       and (room_id, date) >= ($4::bigint, $5::date) and (room_id, date) <= ($6::bigint, $7::date)`,
    [hotelId, window.from, window.until, first.room.roomId, first.date, last.room.roomId, last.date],
  );
}

type StoredNight = NightRow & { room_id: number; date: string };
