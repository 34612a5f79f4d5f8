// The name of the room in a report's rows by room.
import type { Queryable } from '../db/database.ts';
import { readRoomNames } from '../pms/rooms.ts';
import { nullable, text } from './schema.ts';

/** The member of a row, the last one. */
export const ROOM_OF_ROW = {
  room: nullable(text({ description: "the room's name; null = rows are not by room", example: 'Double' })),
};

/** Returns rows whose key is the id of a room with the name of this room; of rows by anything else null. */
export async function withRoomNames<Row extends { key: string }>(
  db: Queryable,
  hotelId: number,
  { by, rows }: { by: string; rows: readonly Row[] },
): Promise<(Row & { room: string | null })[]> {
  const names = by === 'room' ? await readRoomNames(db, hotelId) : null;
  return rows.map((row) => ({ ...row, room: names?.get(Number(row.key)) ?? null }));
}
