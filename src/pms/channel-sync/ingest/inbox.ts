// The inbox: everything a channel sends is stored once, before it is acknowledged, and in the transaction that applies it.
import type { Queryable } from '../../../db/database.ts';
import type { PropertyTransaction } from '../../property-transaction.ts';
import type { ConnectionKey } from '../ownership.ts';

export type RecordKind = 'reservation' | 'message' | 'review';

export type InboxEntry = {
  channel: string;
  kind: RecordKind;
  /** the order, the message or the review there */
  reference: string;
  /** which version of it */
  revision: string;
  content: object;
  sentAt: Temporal.Instant | null;
};

/**
 * Notes an arrival; false when it came before. Until the change ends, other versions of the same thing wait.
 */
export async function insertInboxEntry(tx: PropertyTransaction, arrival: InboxEntry): Promise<boolean> {
  const { channel, kind, reference, revision } = arrival;
  await lockArrivals(tx, arrival);
  const rows = await tx.query(
    `insert into channel_inbox (hotel_id, channel, kind, reference, revision, content, sent_at, received_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict do nothing returning 1`,
    [tx.hotelId, channel, kind, reference, revision, JSON.stringify(arrival.content), arrival.sentAt, tx.now],
  );
  return rows.length > 0;
}

/** Makes other changes wait that take in a version of the same order, message or review, until this one ends. */
export async function lockArrivals(
  tx: PropertyTransaction,
  { channel, kind, reference }: Pick<InboxEntry, 'channel' | 'kind' | 'reference'>,
): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended($1, $2::bigint))`, [
    `${channel}/${kind}/${reference}`,
    tx.hotelId,
  ]);
}

/** SQL condition on channel_inbox: what the version says was applied, and no later version was before it. */
export const WAS_APPLIED = `applied_at is not null and outcome <> 'superseded'`;

/** SQL order of channel_inbox: the version that the channel made last comes first. */
export const LATEST_FIRST = 'coalesce(sent_at, received_at) desc, received_at desc';

/** Notes what became of it. */
export async function markApplied(
  tx: PropertyTransaction,
  { channel, kind, reference, revision }: Omit<InboxEntry, 'content' | 'sentAt'>,
  outcome: string,
): Promise<void> {
  await tx.query(
    `update channel_inbox set applied_at = $6, outcome = $7
     where hotel_id = $1 and channel = $2 and kind = $3 and reference = $4 and revision = $5`,
    [tx.hotelId, channel, kind, reference, revision, tx.now, outcome],
  );
}

/**
 * Which of these came before, as `reference/revision`. Where they are acknowledged they are so once more: what comes
 * again was not heard to be stored.
 */
export async function findKnownAndResetAck(
  db: Queryable,
  key: ConnectionKey,
  { kind, acknowledged }: { kind: RecordKind; acknowledged: boolean },
  items: readonly { reference: string; revision: string }[],
): Promise<Set<string>> {
  if (items.length === 0) return new Set();
  const rows = await db.query<{ reference: string; revision: string }>(
    `with known as (
       select arrival.reference, arrival.revision from channel_inbox as arrival
       join unnest($4::text[], $5::text[]) as item(reference, revision)
         on item.reference = arrival.reference and item.revision = arrival.revision
       where arrival.hotel_id = $1 and arrival.channel = $2 and arrival.kind = $3
     ), unheard as (
       update channel_inbox as arrival set acknowledged_at = null from known
       where arrival.hotel_id = $1 and arrival.channel = $2 and arrival.kind = $3 and $6::boolean
         and arrival.reference = known.reference and arrival.revision = known.revision
         and arrival.acknowledged_at is not null
     )
     select * from known`,
    [
      key.hotelId,
      key.channel,
      kind,
      items.map((item) => item.reference),
      items.map((item) => item.revision),
      acknowledged,
    ],
  );
  return new Set(rows.map((row) => `${row.reference}/${row.revision}`));
}

/** A stored arrival that the other side does not know to be stored. */
export type Unacknowledged = { reference: string; revision: string; content: unknown };

/** Oldest first. */
export async function listUnacknowledged(
  db: Queryable,
  key: ConnectionKey,
  kind: RecordKind,
): Promise<Unacknowledged[]> {
  return db.query(
    `select reference, revision, content from channel_inbox
     where hotel_id = $1 and channel = $2 and kind = $3 and acknowledged_at is null
     order by received_at limit $4`,
    [key.hotelId, key.channel, kind, ACKNOWLEDGED_AT_ONCE],
  );
}

const ACKNOWLEDGED_AT_ONCE = 200;

export async function recordAcknowledged(
  db: Queryable,
  key: ConnectionKey,
  { kind, now }: { kind: RecordKind; now: Temporal.Instant },
  items: readonly { reference: string; revision: string }[],
): Promise<void> {
  await db.query(
    `update channel_inbox as arrival set acknowledged_at = $4
     from unnest($5::text[], $6::text[]) as item(reference, revision)
     where arrival.hotel_id = $1 and arrival.channel = $2 and arrival.kind = $3
       and arrival.reference = item.reference and arrival.revision = item.revision`,
    [
      key.hotelId,
      key.channel,
      kind,
      now,
      items.map((item) => item.reference),
      items.map((item) => item.revision),
    ],
  );
}
