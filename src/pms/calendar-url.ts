// The URL of a calendar at a channel, encrypted at rest: whoever knows it
// can read who stays in the room and when.
import type { Database } from '../db/database.ts';
import { DecryptionError, type Secrets } from '../db/secrets.ts';
import { HIDDEN, redactUrl } from '../model/redact.ts';
import { invalidData } from '../problems.ts';
import type { PropertyTransaction } from './property-transaction.ts';

/**
 * The stored columns. `encrypted_ical_url` is null only until the URL of an earlier release is
 * encrypted; `ical_url` then is the URL itself.
 */
export type StoredCalendarUrl = { ical_url: string; encrypted_ical_url: Buffer | null };

/** The mapping that a URL belongs to. Its encrypted form cannot be decrypted for another mapping. */
type CalendarKey = { hotelId: number; channel: string; roomId: number; unitId?: number | null };

/**
 * Returns the URL as it is stored: `shown` with its secrets hidden, and
 * encrypted. Throws DecryptionError without a key.
 */
export function encryptCalendarUrl(
  url: string,
  place: CalendarKey,
  secrets: Secrets,
): { shown: string; encrypted: Buffer } {
  return { shown: redactUrl(url), encrypted: secrets.encrypt(url, encryptionContext(place)) };
}

/** Returns the URL to fetch. Throws DecryptionError. */
export function decryptCalendarUrl(
  { ical_url, encrypted_ical_url }: StoredCalendarUrl,
  place: CalendarKey,
  secrets: Secrets,
): string {
  return encrypted_ical_url === null
    ? ical_url
    : secrets.decrypt(encrypted_ical_url, encryptionContext(place));
}

/**
 * Locks the mappings of a connection until the transaction ends. The returned function returns whether `url`,
 * given for a room or a unit, is the stored URL with its secrets hidden, as responses show it. It is false for a URL
 * without secrets: storing that again changes nothing.
 */
export async function lockCalendarUrls(
  tx: PropertyTransaction,
  channel: string,
): Promise<(of: { roomId: number; unitId?: number | null }, url: string) => boolean> {
  const rows = await tx.query<{ room_id: number; unit_id: number; ical_url: string }>(
    `select room_id, unit_id, ical_url from connection_rooms
     where hotel_id = $1 and channel = $2 and ical_url is not null order by room_id, unit_id for no key update`,
    [tx.hotelId, channel],
  );
  const shown = new Map(rows.map((row) => [`${row.room_id}/${row.unit_id}`, redactUrl(row.ical_url)]));
  return ({ roomId, unitId }, url) => url.includes(HIDDEN) && url === shown.get(`${roomId}/${unitId ?? 0}`);
}

/**
 * Throws `invalid_data` when one of the connection's calendars is read for another room or unit of the property as
 * well, or for the same room at another channel: each of its stays would become two bookings. The mappings are
 * already stored.
 */
export async function requireOwnCalendars(
  tx: PropertyTransaction,
  { channel, rooms }: { channel: string; rooms: readonly { roomId: number; unitId?: number | null }[] },
  secrets: Secrets,
): Promise<void> {
  const stored = await tx.query<StoredCalendarUrl & StoredCalendarPlace>(
    `select mapping.channel, mapping.room_id, mapping.unit_id, mapping.ical_url, mapping.encrypted_ical_url,
       room.name as room_name, unit.name as unit_name
     from connection_rooms as mapping
     join rooms as room on room.hotel_id = mapping.hotel_id and room.room_id = mapping.room_id
     left join units as unit on unit.hotel_id = mapping.hotel_id and unit.unit_id = mapping.unit_id
     where mapping.hotel_id = $1 and mapping.ical_url is not null
     order by mapping.channel, mapping.room_id, mapping.unit_id`,
    [tx.hotelId],
  );
  const { hotelId } = tx;
  const byFeed = Map.groupBy(stored, (row) => feedOf(row, hotelId, secrets));
  for (const places of byFeed.values()) {
    for (const [i, { roomId, unitId }] of [...rooms.entries()].toReversed()) {
      const isThis = (place: StoredCalendarPlace) =>
        place.channel === channel && place.room_id === roomId && place.unit_id === (unitId ?? 0);
      const other = places.some(isThis) && places.find((place) => !isThis(place));
      if (!other) continue;
      const of = { room: other.room_name, unit: other.unit_name, channel: other.channel };
      throw invalidData({ field: `rooms.${i}.ical_url`, rule: 'calendar_twice', ...of });
    }
  }
}

type StoredCalendarPlace = {
  channel: string;
  room_id: number;
  unit_id: number;
  room_name: string;
  unit_name: string | null;
};

/** Returns what is equal for two URLs of one feed; a symbol where the URL was encrypted with another key. */
function feedOf(
  row: StoredCalendarUrl & StoredCalendarPlace,
  hotelId: number,
  secrets: Secrets,
): string | symbol {
  const { channel, room_id: roomId, unit_id: unitId } = row;
  try {
    const text = decryptCalendarUrl(row, { hotelId, channel, roomId, unitId }, secrets);
    const url = new URL(text.trim().replace(/^(?:webcals?|https?):\/\//i, 'https://'));
    url.hash = '';
    return url.href;
  } catch (error) {
    if (error instanceof DecryptionError || error instanceof TypeError) return Symbol('unreadable');
    throw error;
  }
}

/**
 * Encrypts the URLs that an earlier release stored in plain text; returns how many. Each
 * is written only if it is unchanged since it was read, so this may run while another
 * process does the same or the operator changes a URL.
 */
export async function encryptStoredCalendarUrls(db: Database): Promise<number> {
  const rows = await db.query<{ hotel_id: number; channel: string; room_id: number; ical_url: string }>(
    `select hotel_id, channel, room_id, ical_url from connection_rooms
     where ical_url is not null and encrypted_ical_url is null and unit_id = 0`,
  );
  let count = 0;
  for (const { hotel_id: hotelId, channel, room_id: roomId, ical_url: url } of rows) {
    const { shown, encrypted } = encryptCalendarUrl(url, { hotelId, channel, roomId }, db.secrets);
    const written = await db.query(
      `update connection_rooms set ical_url = $4, encrypted_ical_url = $5
       where hotel_id = $1 and channel = $2 and room_id = $3 and unit_id = 0 and ical_url = $6 and encrypted_ical_url is null
       returning 1`,
      [hotelId, channel, roomId, shown, encrypted, url],
    );
    count += written.length;
  }
  return count;
}

function encryptionContext({ hotelId, channel, roomId, unitId }: CalendarKey): string {
  return `calendar-address/${hotelId}/${channel}/${roomId}${unitId ? `/${unitId}` : ''}`;
}
