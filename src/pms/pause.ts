// Pauses and resumes the exchange with the outside: of one connection, or of the whole installation.

import type { Database, Queryable } from '../db/database.ts';
import type { Actor } from '../model/actor.ts';
import { type Connection, DEFAULT_PAUSE_REASON, type Pause } from '../model/channel.ts';
import { pollNow } from './calendar-sources.ts';
import { logConnection, requireConnection, resyncConnection } from './connections.ts';
import { inPropertyTransaction, type PropertyTransaction } from './property-transaction.ts';

/** Returns the pause of the whole installation; null = none (single connections may be paused). */
export async function readInstallationPause(db: Queryable): Promise<Pause | null> {
  const [row] = await db.query<{ paused_at: Temporal.Instant | null; pause_reason: string | null }>(
    'select paused_at, pause_reason from installation',
  );
  return row?.paused_at ? { since: row.paused_at, reason: row.pause_reason ?? DEFAULT_PAUSE_REASON } : null;
}

/** Returns how many connections exist and how many are paused, without those of the sample property. */
export async function countPausedConnections(db: Queryable): Promise<{ paused: number; total: number }> {
  const [row] = await db.query<{ paused: number; total: number }>(
    `select (count(*) filter (where connection.paused_at is not null))::int as paused, count(*)::int as total
     from connections as connection
     join properties as property on property.hotel_id = connection.hotel_id and property.sandbox_at is null`,
  );
  return row!;
}

/**
 * Pauses a connection: from the commit on nothing is pushed, pulled, acknowledged, polled or replied through
 * it; one request in progress may still end. Repeating it keeps the first pause. Throws `unknown_channel`.
 */
export async function pauseConnection(
  tx: PropertyTransaction,
  channel: string,
  reason: string,
): Promise<Connection> {
  const changed = await tx.query(
    // The worker that owned it notices with its next write, which no longer changes a row.
    `update connections set paused_at = $3, pause_reason = $4, lease_owner = null, revision = revision + 1, updated_at = $3
     where hotel_id = $1 and channel = $2 and paused_at is null returning 1`,
    [tx.hotelId, channel, tx.now, reason],
  );
  return changed.length > 0 ? logConnection(tx, channel) : requireConnection(tx, channel);
}

/**
 * Resumes a connection. What the channel received in the meantime, perhaps from another
 * system, is unknown: everything is pushed again, and reservations, messages and reviews
 * are fetched at once. Throws `unknown_channel`.
 */
export async function resumeConnection(tx: PropertyTransaction, channel: string): Promise<Connection> {
  const changed = await tx.query(
    `update connections set paused_at = null, pause_reason = null, updated_at = $3
     where hotel_id = $1 and channel = $2 and paused_at is not null returning 1`,
    [tx.hotelId, channel, tx.now],
  );
  if (changed.length === 0) return requireConnection(tx, channel);
  await pollNow(tx, channel);
  return resyncConnection(tx, channel);
}

type InstallationPause = { now: Temporal.Instant; actor: Actor; reason: string };

/**
 * Pauses all connections, webhooks, e-mails and calendar feeds, in one
 * transaction. Returns how many connections it paused.
 */
export async function pauseInstallation(db: Database, pause: InstallationPause): Promise<number> {
  const paused = await db.transaction(async (tx) => ({ value: await markInstallationPaused(tx, pause) }));
  await recordPauseChange(db, paused, pause);
  return paused.length;
}

type PausedConnection = { hotelId: number; channel: string };

/**
 * Pauses the installation in the caller's transaction and returns the connections that it paused. After the
 * commit the caller passes them to `recordPauseChange`.
 */
export async function markInstallationPaused(
  tx: Queryable,
  { now, reason }: Pick<InstallationPause, 'now' | 'reason'>,
): Promise<PausedConnection[]> {
  await tx.query(`update installation set paused_at = $1, pause_reason = $2 where paused_at is null`, [
    now,
    reason,
  ]);
  await tx.query(`update webhooks set lease_owner = null where lease_owner is not null`);
  const rows = await tx.query<{ hotel_id: number; channel: string }>(
    `update connections as connection
     set paused_at = $1, pause_reason = $2, lease_owner = null, revision = revision + 1, updated_at = $1
     from properties as property
     where property.hotel_id = connection.hotel_id and property.sandbox_at is null and connection.paused_at is null
     returning connection.hotel_id, connection.channel`,
    [now, reason],
  );
  return rows.map((row) => ({ hotelId: row.hotel_id, channel: row.channel }));
}

/**
 * Logs the new state of connections in their properties. The pause itself is in
 * effect before, and does not depend on it.
 */
export async function recordPauseChange(
  db: Database,
  connections: readonly PausedConnection[],
  { now, actor }: Pick<InstallationPause, 'now' | 'actor'>,
): Promise<void> {
  for (const [hotelId, ofProperty] of Map.groupBy(connections, (connection) => connection.hotelId)) {
    await inPropertyTransaction(db, { hotelId, now, actor }, async (tx) => {
      for (const { channel } of ofProperty) await logConnection(tx, channel);
    });
  }
}

/** Resumes all connections, webhooks, e-mails and calendar feeds. Returns how many connections it resumed. */
export async function resumeInstallation(
  db: Database,
  { now, actor }: Pick<InstallationPause, 'now' | 'actor'>,
): Promise<number> {
  const rows = await db.query<{ hotel_id: number; channels: string[] }>(
    `select hotel_id, array_agg(channel order by channel) as channels from connections
     where paused_at is not null group by hotel_id order by hotel_id`,
  );
  for (const { hotel_id: hotelId, channels } of rows) {
    await inPropertyTransaction(db, { hotelId, now, actor }, async (tx) => {
      for (const channel of channels) await resumeConnection(tx, channel);
    });
  }
  await db.query(`update installation set paused_at = null, pause_reason = null`);
  return rows.reduce((sum, { channels }) => sum + channels.length, 0);
}
