// Connections of a property to channels: made and ended by the operator; the jobs update their state.
import { randomBytes } from 'node:crypto';
import type { Database, Queryable } from '../db/database.ts';
import type { Secrets } from '../db/secrets.ts';
import { type Cause, momentText } from '../model/cause.ts';
import {
  type Connection,
  type ConnectionState,
  DEFAULT_PAUSE_REASON,
  type MappingKey,
  pauseMessage,
  REQUESTABLE_READS,
  type RequestableRead,
  type RoomMapping,
} from '../model/channel.ts';
import type { CalendarReading } from '../model/ical/reading.ts';
import type { NightRange } from '../model/night.ts';
import { todayAt } from '../model/property.ts';
import { redactUrl, withoutUrlSecrets } from '../model/redact.ts';
import type { SalesLimits } from '../model/sales-limits.ts';
import { Problem } from '../problems.ts';
import { storableSummary } from './activity.ts';
import { requireOwnCalendars } from './calendar-url.ts';
import { causeJson } from './cause.ts';
import { claimUnits, listStaysWithoutUnit } from './channel-sync/ingest/units-of-listings.ts';
import { moveUnmappedReservations } from './channel-sync/ingest/unmapped.ts';
import {
  type ChangedPricesJson,
  changedPricesOf,
  toConnectionLimits,
} from './channel-sync/limits-of-connection.ts';
import {
  forgetOtas,
  OTAS_OF_CONNECTION,
  type OtaJson,
  toConnectedOtas,
} from './channel-sync/otas-of-connection.ts';
import type { ConnectionKey } from './channel-sync/ownership.ts';
import { forgetNights, requestFullPush } from './channel-sync/reset-cells.ts';
import { MAY_BE_OPEN } from './night-columns.ts';
import { getProperty } from './properties.ts';
import type { PropertyTransaction } from './property-transaction.ts';
import { closeRooms, mapRooms, unmapRooms } from './room-mappings.ts';
import { requireRoom } from './rooms.ts';
import { lockUnitOf } from './units/unit-calendars.ts';

export type ConnectionInput = Pick<Connection, 'channel' | 'protocol' | 'url' | 'settings' | 'rooms'> & {
  /** encrypted, with `credentialsContext`; absent = the stored ones stay */
  credentials?: Buffer | null;
  /** rooms and units to be unmapped once their closure was pushed to the channel */
  closing?: readonly MappingKey[];
};

/** Returns the encryption context that binds credentials to their connection. */
export function credentialsContext(hotelId: number, channel: string): string {
  return `connection/${hotelId}/${channel}`;
}

/**
 * Connects a channel, or replaces the settings and mappings of its connection. Reservations of rooms that are
 * no longer mapped stay; nights that the channel merely closed there are opened again. A calendar URL that is
 * given with its secrets hidden, as the connection shows it, means the stored one.
 */
export async function connectChannel(
  tx: PropertyTransaction,
  input: ConnectionInput,
  secrets: Secrets,
): Promise<Connection> {
  for (const { roomId, unitId } of input.rooms) {
    await requireRoom(tx, tx.hotelId, roomId);
    if (unitId) await lockUnitOf(tx, { unitId, roomId });
  }
  await forgetOtas(tx, input);
  await tx.query(
    `insert into connections as known (hotel_id, channel, protocol, url, settings, credentials, state, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $7, 'connecting', $6, $6)
     on conflict (hotel_id, channel) do update set
       protocol = excluded.protocol, url = excluded.url, settings = excluded.settings, state = 'connecting',
       credentials = case when excluded.protocol = known.protocol then coalesce(excluded.credentials, known.credentials)
         else excluded.credentials end,
       last_error = null, last_error_cause = null, closing_since = null, updated_at = excluded.updated_at`,
    [
      tx.hotelId,
      input.channel,
      input.protocol,
      input.url,
      JSON.stringify(input.settings),
      tx.now,
      input.credentials ?? null,
    ],
  );
  const { channel, rooms, closing = [] } = input;
  await unmapRooms(tx, { channel, keep: [...rooms, ...closing] });
  await closeRooms(tx, channel, closing);
  await mapRooms(tx, input, secrets);
  await requireOwnCalendars(tx, input, secrets);
  await tx.query(
    `insert into channel_keys (channel_key, hotel_id, channel) values ($3, $1, $2) on conflict (hotel_id, channel) do nothing`,
    [tx.hotelId, input.channel, randomBytes(CHANNEL_KEY_BYTES).toString('hex')],
  );
  await resetConfirmedNights(tx, input.channel);
  const property = await getProperty(tx, tx.hotelId);
  await moveUnmappedReservations(tx, property, input);
  const today = todayAt(property, tx.now);
  const { hotelId } = tx;
  await claimUnits(
    tx,
    await listStaysWithoutUnit(tx, { hotelId, channel }, { today, flagged: false }),
    today,
  );
  return logConnection(tx, input.channel);
}

const CHANNEL_KEY_BYTES = 20;

/** Replaces the key in the URL that the channel calls: the old URL is invalid from the commit on. */
export async function rotateChannelKey(tx: PropertyTransaction, channel: string): Promise<Connection> {
  await requireConnection(tx, channel);
  await tx.query(`update channel_keys set channel_key = $3 where hotel_id = $1 and channel = $2`, [
    tx.hotelId,
    channel,
    randomBytes(CHANNEL_KEY_BYTES).toString('hex'),
  ]);
  return logConnection(tx, channel);
}

/** Discards what the channel confirmed: orders are listed and nights pushed again; an error state ends. */
export async function resyncConnection(tx: PropertyTransaction, channel: string): Promise<Connection> {
  await resetConfirmedNights(tx, channel);
  return logConnection(tx, channel);
}

/**
 * Exchanges some nights of a room again: they are compared as if the channel had confirmed and refused nothing of them. Throws
 * `unknown_channel`.
 */
export async function resyncNights(
  tx: PropertyTransaction,
  channel: string,
  { roomId, from, until }: NightRange & { roomId: number },
): Promise<Connection> {
  await requestFullPush(tx, channel);
  await forgetNights(tx, channel, { roomId, from, until });
  return requireConnection(tx, channel);
}

async function resetConfirmedNights(tx: PropertyTransaction, channel: string): Promise<void> {
  await tx.query(
    `update connections set revision = revision + 1, full_push = true, recovered_at = null,
       requested_pulls = $3::text[],
       state = case when state = 'error' then 'connecting' else state end, last_error = null, last_error_cause = null, error_since = null
     where hotel_id = $1 and channel = $2`,
    [tx.hotelId, channel, REQUESTABLE_READS],
  );
  await forgetNights(tx, channel);
}

/** Requests that these pulls run now, because the channel has something new. */
export async function requestPull(
  tx: PropertyTransaction,
  channel: string,
  pulls: readonly RequestableRead[],
): Promise<void> {
  await tx.query(
    `update connections set requested_pulls = array(select distinct unnest(requested_pulls || $3::text[])) where hotel_id = $1 and channel = $2`,
    [tx.hotelId, channel, pulls],
  );
}

/** Ends a connection. Its reservations stay; nights that the channel merely closed are opened again. */
export async function disconnectChannel(tx: PropertyTransaction, channel: string): Promise<void> {
  const connection = await requireConnection(tx, channel);
  await unmapRooms(tx, { channel, keep: [] });
  await tx.query(`delete from connections where hotel_id = $1 and channel = $2`, [tx.hotelId, channel]);
  await tx.query(`delete from channel_keys where hotel_id = $1 and channel = $2`, [tx.hotelId, channel]);
  record(tx, { ...connection, state: 'disconnected' });
}

/** Stores and logs a state that differs, if `revision` still matches; returns whether it differed. */
export async function setConnectionState(
  tx: PropertyTransaction,
  channel: string,
  { state, lastError, cause = null, revision = null }: ConnectionStateUpdate,
): Promise<boolean> {
  const changed = await tx.query(
    `update connections set state = $3, last_error = $4, last_error_cause = $7, updated_at = $5,
       error_since = case when $3 = 'error' then coalesce(error_since, $5) end
     where hotel_id = $1 and channel = $2 and (state, last_error, last_error_cause) is distinct from ($3, $4, $7::jsonb)
       and ($6::bigint is null or revision = $6)
     returning 1`,
    [
      tx.hotelId,
      channel,
      state,
      lastError === null ? null : storableSummary(lastError),
      tx.now,
      revision,
      causeJson(lastError === null ? null : cause),
    ],
  );
  if (changed.length > 0) await logConnection(tx, channel);
  return changed.length > 0;
}

type ConnectionStateUpdate = {
  state: ConnectionState;
  lastError: string | null;
  /** code of `lastError`; absent = none */
  cause?: Cause | null;
  revision?: number | null;
};

/** Replaces credentials that the channel has renewed. */
export async function storeCredentials(
  db: Database,
  { hotelId, channel }: { hotelId: number; channel: string },
  credentials: Record<string, string>,
): Promise<void> {
  const encrypted = db.secrets.encrypt(JSON.stringify(credentials), credentialsContext(hotelId, channel));
  await db.query(`update connections set credentials = $3 where hotel_id = $1 and channel = $2`, [
    hotelId,
    channel,
    encrypted,
  ]);
}

/** Locks a connection until the transaction ends, to prevent lost updates. Null = there is none. */
export async function lockConnection(
  tx: PropertyTransaction,
  channel: string,
): Promise<{ connection: Connection; credentials: Buffer | null } | null> {
  const [row] = await tx.query<{ credentials: Buffer | null }>(
    `select credentials from connections where hotel_id = $1 and channel = $2 for update`,
    [tx.hotelId, channel],
  );
  return row ? { ...row, connection: await requireConnection(tx, channel) } : null;
}

/** Returns a connection as it is at `now`. Throws `unknown_channel`. */
export async function getConnection(
  db: Queryable,
  { hotelId, channel }: ConnectionKey,
  now: Temporal.Instant,
): Promise<Connection> {
  const [connection] = await readConnections(db, { hotelId, channel }, now);
  if (!connection) throw new Problem('unknown_channel', { channel });
  return connection;
}

/** Returns a connection as changed in this transaction. Throws `unknown_channel`. */
export function requireConnection(tx: PropertyTransaction, channel: string): Promise<Connection> {
  return getConnection(tx, { hotelId: tx.hotelId, channel }, tx.now);
}

/** Returns the connections of a property by name, as they are at `now`. */
export function listConnections(
  db: Queryable,
  hotelId: number,
  now: Temporal.Instant,
): Promise<Connection[]> {
  return readConnections(db, { hotelId, channel: null }, now);
}

/** Appends the connection, as it is now, to the property's log and returns it. */
export async function logConnection(tx: PropertyTransaction, channel: string): Promise<Connection> {
  const connection = await requireConnection(tx, channel);
  record(tx, connection);
  return connection;
}

/** Records the connection without its channel key, and without URLs and readings of calendars: the log has many readers. */
function record(tx: PropertyTransaction, connection: Connection): void {
  const { channelKey: _, salesLimits: _limits, otas, ...visible } = connection;
  const rooms = connection.rooms.map(({ icalUrl: __, reading: ___, ...room }) => room);
  const url = visible.url && withoutUrlSecrets(visible.url);
  const otaProblems = otas.list.flatMap(({ ota, name, problems }) =>
    problems.map(({ kind }) => ({ ota, name, kind })),
  );
  tx.record('channel.changed', `channel/${connection.channel}`, { ...visible, url, rooms, otaProblems });
}

type ConnectionRow = {
  hotel_id: number;
  channel: string;
  protocol: string;
  url: string | null;
  settings: Record<string, unknown>;
  has_credentials: boolean;
  channel_key: string | null;
  state: ConnectionState;
  last_error: string | null;
  last_error_cause: Cause | null;
  paused_at: Temporal.Instant | null;
  pause_reason: string | null;
  last_sync_at: Temporal.Instant | null;
  closing_since: Temporal.Instant | null;
  rooms_closing_since: Temporal.Instant | null;
  closing_nights: number;
  rooms: (Omit<RoomMapping, 'reading'> & { reading: (CalendarReading & { readAt: string }) | null })[];
  otas_read_at: Temporal.Instant | null;
  otas: OtaJson[];
  sales_limits: SalesLimits | null;
  changed_prices: ChangedPricesJson;
};

async function readConnections(
  db: Queryable,
  { hotelId, channel }: { hotelId: number; channel: string | null },
  now: Temporal.Instant,
): Promise<Connection[]> {
  const rows = await db.query<ConnectionRow>(
    `select connection.*, connection.credentials is not null as has_credentials,
       (select channel_key from channel_keys as key
        where key.hotel_id = connection.hotel_id and key.channel = connection.channel) as channel_key,
       closing.since as rooms_closing_since, closing.nights as closing_nights,
       coalesce((
         select jsonb_agg(jsonb_build_object('roomId', room_id, 'unitId', nullif(unit_id, 0), 'externalRoom', external_room,
           'externalRates', external_rates, 'icalUrl', ical_url, 'reading', last_reading, 'closing', closing_since is not null) order by room_id, unit_id)
         from connection_rooms as room where room.hotel_id = connection.hotel_id and room.channel = connection.channel
       ), '[]') as rooms,
       ${OTAS_OF_CONNECTION} as otas,
       ${changedPricesOf(`($3::timestamptz at time zone (select timezone from properties where hotel_id = connection.hotel_id))::date`)} as changed_prices
     from connections as connection
     cross join lateral (
       select min(room.closing_since) as since, count(night.date)::int as nights
       from connection_rooms as room
       join properties as property on property.hotel_id = room.hotel_id
       left join channel_nights as night on night.hotel_id = room.hotel_id and night.channel = room.channel
         and night.room_id = room.room_id and night.unit_id = room.unit_id and night.date >= ($3::timestamptz at time zone property.timezone)::date
         and ${MAY_BE_OPEN}
       where room.hotel_id = connection.hotel_id and room.channel = connection.channel and room.closing_since is not null
     ) as closing
     where connection.hotel_id = $1 and ($2::text is null or connection.channel = $2)
     order by connection.channel`,
    [hotelId, channel, now],
  );
  return rows.map(toConnection);
}

function toConnection(row: ConnectionRow): Connection {
  const paused = row.paused_at && {
    since: row.paused_at,
    reason: row.pause_reason ?? DEFAULT_PAUSE_REASON,
  };
  return {
    hotelId: row.hotel_id,
    channel: row.channel,
    protocol: row.protocol,
    url: row.url,
    settings: row.settings,
    hasCredentials: row.has_credentials,
    channelKey: row.channel_key,
    // A pause shows as an error: both last until somebody acts. The stored state is continued afterwards.
    state: paused ? 'error' : row.state,
    lastError: paused ? pauseMessage(paused) : row.last_error,
    lastErrorCause: paused
      ? { code: 'paused', said: paused.reason, since: momentText(paused.since) }
      : row.last_error_cause,
    paused,
    lastSyncAt: row.last_sync_at,
    closing: row.rooms_closing_since && {
      since: row.rooms_closing_since,
      whole: row.closing_since !== null,
      openNights: row.closing_nights,
    },
    otas: toConnectedOtas(row.otas, row.otas_read_at),
    salesLimits: toConnectionLimits(row.sales_limits, row.changed_prices),
    // A URL of an earlier release may not be encrypted yet; redacting a redacted URL changes nothing.
    rooms: row.rooms.map(({ icalUrl, reading, ...room }) => ({
      ...room,
      icalUrl: icalUrl && redactUrl(icalUrl),
      reading: reading && { ...reading, readAt: Temporal.Instant.from(reading.readAt) },
    })),
  };
}
