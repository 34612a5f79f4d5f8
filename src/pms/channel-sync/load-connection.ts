// Loads a connection with its property, rooms and decrypted credentials.
import type { Database } from '../../db/database.ts';
import type { Connection } from '../../model/channel.ts';
import type { Property } from '../../model/property.ts';
import { credentialsContext, getConnection } from '../connections.ts';
import { getProperty } from '../properties.ts';
import type { ConnectionKey } from './ownership.ts';

export type LoadedConnection = {
  connection: Connection;
  property: Property;
  /** changes with settings, credentials and mapping */
  revision: number;
  credentials: Record<string, string>;
  /** our names and capacities of the mapped rooms, by id */
  rooms: Map<number, { name: string; capacity: number }>;
};

/**
 * Loads a connection. Throws `unknown_channel`, and DecryptionError if the credentials were encrypted with
 * another key. The revision is read first: if the connection changes in between it is the older one, and
 * writes of a worker with it throw ConnectionChanged.
 */
export async function loadConnection(
  db: Pick<Database, 'query' | 'secrets'>,
  { hotelId, channel }: ConnectionKey,
  now: Temporal.Instant,
): Promise<LoadedConnection> {
  const [stored] = await db.query<{ credentials: Buffer | null; revision: number }>(
    `select credentials, revision from connections where hotel_id = $1 and channel = $2`,
    [hotelId, channel],
  );
  const [connection, property, rooms] = await Promise.all([
    getConnection(db, { hotelId, channel }, now),
    getProperty(db, hotelId),
    db.query<{ room_id: number; name: string; capacity: number }>(
      `select room.room_id, room.name, room.capacity from connection_rooms as mapping
       join rooms as room on room.hotel_id = mapping.hotel_id and room.room_id = mapping.room_id
       where mapping.hotel_id = $1 and mapping.channel = $2`,
      [hotelId, channel],
    ),
  ]);
  const text = stored?.credentials
    ? db.secrets.decrypt(stored.credentials, credentialsContext(hotelId, channel))
    : '{}';
  return {
    connection,
    property,
    revision: stored?.revision ?? 0,
    credentials: JSON.parse(text),
    rooms: new Map(rooms.map(({ room_id: roomId, name, capacity }) => [roomId, { name, capacity }])),
  };
}

/** Finds the connection by the key in its inbound address; null when there is none (any more). */
export async function findByKey(db: Database, channelKey: string): Promise<ConnectionKey | null> {
  const [row] = await db.query<{ hotel_id: number; channel: string }>(
    `select hotel_id, channel from channel_keys where channel_key = $1`,
    [channelKey],
  );
  return row ? { hotelId: row.hotel_id, channel: row.channel } : null;
}
