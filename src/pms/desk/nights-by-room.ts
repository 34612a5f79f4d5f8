// The nights of rooms as lists by day, one for each field: a tenth of the size and time of one record per night.
import type { Queryable } from '../../db/database.ts';
import { countNights, type NightRange } from '../../model/night.ts';
import { definitionOf, NIGHT_FIELDS, type NightField, type NightValues } from '../../model/night-values.ts';
import { eachColumn, type NightRow, toNightValues, unsetValues } from '../night-columns.ts';
import type { Room } from '../rooms.ts';

/** For each field its values by day from the first night of the window on. Restrictions that no night has are left out. */
export type NightsOfRoom = { roomId: number; values: Partial<Record<NightField, NightValues[NightField][]>> };

/** Returns the nights of the window for each of the rooms; a night without a stored row has the room's defaults. */
export async function readNightsByRoom(
  db: Queryable,
  hotelId: number,
  { from, until }: NightRange,
  rooms: readonly Room[],
): Promise<NightsOfRoom[]> {
  const rows = await db.query<NightRow & { room_id: number; day: number }>(
    `select room_id, date - $2::date as day, ${eachColumn()} from nights
     where hotel_id = $1 and date >= $2 and date < $3 and room_id = any($4::bigint[])`,
    [hotelId, from, until, rooms.map(({ roomId }) => roomId)],
  );
  const stored = Map.groupBy(rows, ({ room_id }) => room_id);
  const days = countNights(from, until);
  return rooms.map((room) => nightsOf(room, days, stored.get(room.roomId) ?? []));
}

function nightsOf(room: Room, days: number, rows: readonly (NightRow & { day: number })[]): NightsOfRoom {
  const { roomId, units, priceMinor, minStay } = room;
  const unset = unsetValues({ available: units ?? 1, priceMinor, minStay });
  const values: NightsOfRoom['values'] = {};
  const listOf = (field: NightField) => {
    values[field] ??= Array.from({ length: days }, () => unset[field]);
    return values[field];
  };
  for (const field of NIGHT_FIELDS) if (definitionOf(field).ofRoom) listOf(field);
  for (const row of rows) {
    const night = toNightValues(row, unset);
    for (const field of NIGHT_FIELDS)
      if (night[field] !== unset[field]) listOf(field)[row.day] = night[field];
  }
  return { roomId, values };
}
