// Ends connections and room mappings once the closure of the rooms was pushed to the channel.
import type { Queryable } from '../db/database.ts';
import type { MappingKey } from '../model/channel.ts';
import type { PlainDate } from '../model/night.ts';
import { disconnectChannel, logConnection } from './connections.ts';
import { MAY_BE_OPEN } from './night-columns.ts';
import type { PropertyTransaction } from './property-transaction.ts';
import { mappingKeys, unmapRooms } from './room-mappings.ts';

type OpenNights = {
  hotelId: number;
  channel: string;
  today: PlainDate;
  mappings?: readonly MappingKey[];
};

/**
 * Counts the nights from today on that the channel may still have open, by what was
 * pushed to it; `mappings` absent = of all rooms.
 */
export async function countOpenNights(
  db: Queryable,
  { hotelId, channel, today, mappings }: OpenNights,
): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select count(*)::int as count from channel_nights
     where hotel_id = $1 and channel = $2 and date >= $3 and ${MAY_BE_OPEN}
       and ($4::bigint[] is null or (room_id, unit_id) in (select * from unnest($4, $5::bigint[])))`,
    [hotelId, channel, today, ...(mappings ? mappingKeys(mappings) : [null, null])],
  );
  return row!.count;
}

/** Starts ending a connection: its worker pushes the closure of all rooms, then ends it (see `endClosed`). */
export async function closeConnection(tx: PropertyTransaction, channel: string): Promise<void> {
  await tx.query(
    `update connections set closing_since = coalesce(closing_since, $3), full_push = true, revision = revision + 1,
       state = case when state = 'error' then 'connecting' else state end, updated_at = $3
     where hotel_id = $1 and channel = $2`,
    [tx.hotelId, channel, tx.now],
  );
  await tx.query(
    `update connection_rooms set closing_since = coalesce(closing_since, $3) where hotel_id = $1 and channel = $2`,
    [tx.hotelId, channel, tx.now],
  );
  await logConnection(tx, channel);
}

type ClosedMappings = {
  /** the whole connection can end */
  all: boolean;
  /** rooms and units whose mapping can end */
  closed: MappingKey[];
  /** the others of the connection */
  kept: MappingKey[];
};

/**
 * Returns the rooms and units whose mapping can end. One of which the channel may still have a night open keeps its
 * mapping; all do while a push is in flight or a full push is not done.
 */
export async function findClosed(
  db: Queryable,
  { hotelId, channel, today }: Pick<OpenNights, 'hotelId' | 'channel' | 'today'>,
): Promise<ClosedMappings> {
  const rows = await db.query<{
    is_closing: boolean;
    room_id: number | null;
    unit_id: number | null;
    closed: boolean;
  }>(
    `select connection.closing_since is not null as is_closing, mapping.room_id, mapping.unit_id,
       mapping.closing_since is not null and not exists (
         select 1 from channel_nights as night
         where night.hotel_id = $1 and night.channel = $2 and night.room_id = mapping.room_id
           and night.unit_id = mapping.unit_id and date >= $3 and ${MAY_BE_OPEN}
       ) as closed
     from connections as connection
     left join connection_rooms as mapping on mapping.hotel_id = $1 and mapping.channel = $2
     where connection.hotel_id = $1 and connection.channel = $2 and in_flight is null and not full_push`,
    [hotelId, channel, today],
  );
  const mappingsOf = (closed: boolean) =>
    rows.flatMap((row) =>
      row.room_id !== null && row.closed === closed ? { roomId: row.room_id, unitId: row.unit_id } : [],
    );
  const kept = mappingsOf(false);
  return { all: kept.length === 0 && rows[0]?.is_closing === true, closed: mappingsOf(true), kept };
}

/**
 * Ends mappings that are to be closed and are closed at the channel (see `findClosed`), and the connection if
 * no mapping is left. Returns the rooms and units whose mapping ended.
 */
export async function endClosed(
  tx: PropertyTransaction,
  channel: string,
  today: PlainDate,
): Promise<MappingKey[]> {
  const key = [tx.hotelId, channel];
  await tx.query(`select 1 from connections where hotel_id = $1 and channel = $2 for update`, key);
  const { all, closed, kept } = await findClosed(tx, { hotelId: tx.hotelId, channel, today });
  if (all) await disconnectChannel(tx, channel);
  else if (closed.length > 0) {
    await unmapRooms(tx, { channel, keep: kept });
    await tx.query(
      `update connections set revision = revision + 1 where hotel_id = $1 and channel = $2`,
      key,
    );
    await logConnection(tx, channel);
  }
  return closed;
}
