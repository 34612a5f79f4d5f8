// Reading the calendar: every night of the rooms asked for, those that nobody has set with the room's defaults.
import type { Queryable } from '../../db/database.ts';
import type { Night } from '../../model/ari.ts';
import { isBefore, latest, type NightRange, type PlainDate } from '../../model/night.ts';
import type { Page } from '../page.ts';
import { listRooms, type Room } from '../rooms.ts';

/** Nights of [from, until) by room, then date. A page starts after the (room id, date) in `page.after`. */
export async function listNights(
  db: Queryable,
  hotelId: number,
  window: NightRange & { roomId?: number | undefined },
  page: Page,
): Promise<Night[]> {
  const rooms = await listRooms(db, hotelId, { roomId: window.roomId }, WHOLE_PROPERTY);
  const wanted = firstNights(rooms, window, page);
  const [first, last] = [wanted[0], wanted.at(-1)];
  if (!first || !last) return [];
  const rows = await db.query<NightRow>(
    `select room_id, date, available, price_minor, min_stay, max_stay, closed_to_arrival, closed_to_departure, stop_sell
     from nights
     where hotel_id = $1 and room_id = any($2::bigint[]) and date >= $3 and date < $4
       and (room_id, date) >= ($5::bigint, $6::date) and (room_id, date) <= ($7::bigint, $8::date)`,
    [
      hotelId,
      [...new Set(wanted.map((night) => night.room.roomId))],
      window.from,
      window.until,
      first.room.roomId,
      first.date,
      last.room.roomId,
      last.date,
    ],
  );
  const stored = new Map(rows.map((row) => [`${row.room_id}/${row.date}`, row]));
  return wanted.map(({ room, date }) => toNight(hotelId, room, date, stored.get(`${room.roomId}/${date}`)));
}

const WHOLE_PROPERTY: Page = { size: 10_000, after: null };

/** The first `page.size` (room, night) pairs after `page.after`. */
function firstNights(
  rooms: readonly Room[],
  window: NightRange,
  page: Page,
): { room: Room; date: PlainDate }[] {
  const wanted: { room: Room; date: PlainDate }[] = [];
  const [afterRoom, afterDate] = page.after ? [Number(page.after[0]), String(page.after[1])] : [0, null];
  for (const room of rooms) {
    if (room.roomId < afterRoom) continue;
    let date = window.from;
    if (afterDate && room.roomId === afterRoom) {
      date = latest(date, Temporal.PlainDate.from(afterDate).add({ days: 1 }));
    }
    for (; isBefore(date, window.until); date = date.add({ days: 1 })) {
      if (wanted.length === page.size) return wanted;
      wanted.push({ room, date });
    }
  }
  return wanted;
}

type NightRow = {
  room_id: number;
  date: string;
  available: number;
  price_minor: number | null;
  min_stay: number | null;
  max_stay: number | null;
  closed_to_arrival: boolean;
  closed_to_departure: boolean;
  stop_sell: boolean;
};

function toNight(hotelId: number, room: Room, date: PlainDate, row: NightRow | undefined): Night {
  return {
    hotelId,
    roomId: room.roomId,
    date,
    available: row?.available ?? room.units ?? 1,
    priceMinor: row?.price_minor ?? room.priceMinor,
    minStay: row?.min_stay ?? room.minStay,
    maxStay: row?.max_stay ?? null,
    closedToArrival: row?.closed_to_arrival ?? false,
    closedToDeparture: row?.closed_to_departure ?? false,
    stopSell: row?.stop_sell ?? false,
  };
}
