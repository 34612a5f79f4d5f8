// The mappings of a connection to rooms and units, with the URLs of the rooms' calendars at the channel.
import type { Secrets } from '../db/secrets.ts';
import type { MappingKey, RoomMapping } from '../model/channel.ts';
import { HIDDEN } from '../model/redact.ts';
import { createFeed } from './calendar-feeds.ts';
import { encryptCalendarUrl, lockCalendarUrls } from './calendar-url.ts';
import { unblockNights } from './inventory/nights.ts';
import type { PropertyTransaction } from './property-transaction.ts';
import { updateConflicts } from './reservations/conflicts.ts';
import { unknownRoom } from './rooms.ts';
import { releaseForCalendar } from './units/calendar-nights.ts';

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
    const { roomId, unitId = null, icalUrl } = room;
    const isNew = icalUrl !== null && !isStored(room, icalUrl);
    // No stored URL matches: the room was retired since the connection was read.
    if (isNew && icalUrl.includes(HIDDEN)) throw unknownRoom(roomId);
    const given = isNew
      ? encryptCalendarUrl(icalUrl, { hotelId: tx.hotelId, channel, roomId, unitId }, secrets)
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
  const { roomId, unitId = null } = room;
  await createFeed(tx, { roomId, unitId, channel });
  await tx.query(
    `insert into connection_rooms as known
       (hotel_id, channel, room_id, unit_id, external_room, external_rates, ical_url, encrypted_ical_url, due_at)
     values ($1, $2, $3, $10, $4, $5, $6::text, $8::bytea, case when $6::text is not null then $7::timestamptz end)
     on conflict (hotel_id, channel, room_id, unit_id) do update set
       external_room = excluded.external_room, external_rates = excluded.external_rates,
       ical_url = case when $9 then known.ical_url else excluded.ical_url end,
       encrypted_ical_url = case when $9 then known.encrypted_ical_url else excluded.encrypted_ical_url end,
       last_reading = case when $9 then known.last_reading end,
       etag = null, last_modified = null, failures = 0, error = null, due_at = excluded.due_at, closing_since = null`,
    [
      tx.hotelId,
      channel,
      roomId,
      room.externalRoom,
      room.externalRates,
      room.icalUrl,
      tx.now,
      room.encrypted,
      room.icalUrl !== null && room.encrypted === null,
      unitId ?? 0,
    ],
  );
}

/** SQL: the mapping in the row of `table` is one of those in the parameters, made by `mappingKeys`. */
const isOneOf = (table: string, rooms: string, units: string) =>
  `(${table}.room_id, ${table}.unit_id) in (select * from unnest(${rooms}::bigint[], ${units}::bigint[]))`;

/** Returns the mappings as two arrays, of the ids of rooms and of units, in which 0 is the room as a whole. */
export function mappingKeys(mappings: readonly MappingKey[]): [rooms: number[], units: number[]] {
  return [mappings.map(({ roomId }) => roomId), mappings.map(({ unitId }) => unitId ?? 0)];
}

/**
 * Deletes all mappings but `keep`, and releases what the channel's closures of those rooms and units took.
 */
export async function unmapRooms(
  tx: PropertyTransaction,
  { channel, keep }: { channel: string; keep: readonly MappingKey[] },
): Promise<void> {
  const keys = mappingKeys(keep);
  const held = await tx.query<{ room_id: number; unit_id: number; dates: string[] }>(
    `select room_id, unit_id, array_agg(date order by date) as dates from calendar_blocks as block
     where hotel_id = $1 and channel = $2 and takes_unit and not ${isOneOf('block', '$3', '$4')}
     group by room_id, unit_id order by room_id, unit_id`,
    [tx.hotelId, channel, ...keys],
  );
  for (const { room_id: roomId, unit_id: unitId, dates } of held) {
    const nights = dates.map((date) => Temporal.PlainDate.from(date));
    await unblockNights(tx, roomId, nights);
    if (unitId !== 0) await releaseForCalendar(tx, { unitId, channel }, nights);
    await updateConflicts(tx, roomId, nights);
  }
  await tx.query(
    `delete from connection_rooms as mapping where hotel_id = $1 and channel = $2 and not ${isOneOf('mapping', '$3', '$4')}`,
    [tx.hotelId, channel, ...keys],
  );
}

/** Marks mappings as closing: each ends once the closure of its room or unit was pushed to the channel. */
export async function closeRooms(
  tx: PropertyTransaction,
  channel: string,
  mappings: readonly MappingKey[],
): Promise<void> {
  await tx.query(
    `update connection_rooms as mapping set closing_since = coalesce(closing_since, $5)
     where hotel_id = $1 and channel = $2 and ${isOneOf('mapping', '$3', '$4')}`,
    [tx.hotelId, channel, ...mappingKeys(mappings), tx.now],
  );
}
