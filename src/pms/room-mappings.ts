// The room mappings of a connection, with the URLs of the rooms' calendars at the channel.
import type { Secrets } from '../db/secrets.ts';
import type { RoomMapping } from '../model/channel.ts';
import { HIDDEN } from '../model/redact.ts';
import { createFeed } from './calendar-feeds.ts';
import { encryptCalendarUrl, lockCalendarUrls } from './calendar-url.ts';
import { unblockNights } from './inventory/nights.ts';
import type { PropertyTransaction } from './property-transaction.ts';
import { updateConflicts } from './reservations/conflicts.ts';
import { unknownRoom } from './rooms.ts';

type MappingInput = { channel: string; rooms: readonly RoomMapping[] };

/**
 * Stores these mappings. A calendar URL that is given with its secrets hidden, as the connection shows it,
 * keeps the stored one. Throws `unknown_room` where none is stored.
 */
export async function mapRooms(
  tx: PropertyTransaction,
  { channel, rooms }: MappingInput,
  secrets: Secrets,
): Promise<void> {
  const isStored = await lockCalendarUrls(tx, channel);
  for (const room of rooms) {
    const { roomId, icalUrl } = room;
    const isNew = icalUrl !== null && !isStored(roomId, icalUrl);
    // No stored URL matches: the room was retired since the connection was read.
    if (isNew && icalUrl.includes(HIDDEN)) throw unknownRoom(roomId);
    const given = isNew
      ? encryptCalendarUrl(icalUrl, { hotelId: tx.hotelId, channel, roomId }, secrets)
      : null;
    await mapRoom(tx, channel, {
      ...room,
      icalUrl: given?.shown ?? icalUrl,
      encrypted: given?.encrypted ?? null,
    });
  }
}

/**
 * Stores one mapping. `encrypted` is the encrypted calendar URL; null where
 * there is none, or the stored one stays.
 */
async function mapRoom(
  tx: PropertyTransaction,
  channel: string,
  room: RoomMapping & { encrypted: Buffer | null },
): Promise<void> {
  await createFeed(tx, room.roomId, channel);
  await tx.query(
    `insert into connection_rooms as known
       (hotel_id, channel, room_id, external_room, external_rates, ical_url, encrypted_ical_url, due_at)
     values ($1, $2, $3, $4, $5, $6::text, $8::bytea, case when $6::text is not null then $7::timestamptz end)
     on conflict (hotel_id, channel, room_id) do update set
       external_room = excluded.external_room, external_rates = excluded.external_rates,
       ical_url = case when $9 then known.ical_url else excluded.ical_url end,
       encrypted_ical_url = case when $9 then known.encrypted_ical_url else excluded.encrypted_ical_url end,
       etag = null, last_modified = null, failures = 0, error = null, due_at = excluded.due_at, closing_since = null`,
    [
      tx.hotelId,
      channel,
      room.roomId,
      room.externalRoom,
      room.externalRates,
      room.icalUrl,
      tx.now,
      room.encrypted,
      room.icalUrl !== null && room.encrypted === null,
    ],
  );
}

/**
 * Deletes the mappings of all rooms but `keep`, and releases the units that the
 * channel's closures of those rooms took.
 */
export async function unmapRooms(
  tx: PropertyTransaction,
  { channel, keep }: { channel: string; keep: readonly number[] },
): Promise<void> {
  const held = await tx.query<{ room_id: number; dates: string[] }>(
    `select room_id, array_agg(date order by date) as dates from calendar_blocks
     where hotel_id = $1 and channel = $2 and takes_unit and not room_id = any($3::bigint[])
     group by room_id order by room_id`,
    [tx.hotelId, channel, keep],
  );
  for (const room of held) {
    const nights = room.dates.map((date) => Temporal.PlainDate.from(date));
    await unblockNights(tx, room.room_id, nights);
    await updateConflicts(tx, room.room_id, nights);
  }
  await tx.query(
    `delete from connection_rooms where hotel_id = $1 and channel = $2 and not room_id = any($3::bigint[])`,
    [tx.hotelId, channel, keep],
  );
}

/** Marks mappings as closing: each ends once the closure of its room was pushed to the channel. */
export async function closeRooms(
  tx: PropertyTransaction,
  channel: string,
  roomIds: readonly number[],
): Promise<void> {
  await tx.query(
    `update connection_rooms set closing_since = coalesce(closing_since, $4)
     where hotel_id = $1 and channel = $2 and room_id = any($3::bigint[])`,
    [tx.hotelId, channel, roomIds, tx.now],
  );
}
