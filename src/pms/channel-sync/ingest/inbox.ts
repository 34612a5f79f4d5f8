// The inbox: each record of a channel is stored once, with its application, before it is acknowledged.
import type { Queryable } from '../../../db/database.ts';
import type { RecordKey } from '../../../model/channel-records.ts';
import type { PropertyTransaction } from '../../property-transaction.ts';
import type { ConnectionKey } from '../ownership.ts';

export type RecordKind = 'reservation' | 'message' | 'review' | 'guest_request';

type InboxEntry = {
  channel: string;
  kind: RecordKind;
  /** the id of the order, message or review at the channel */
  reference: string;
  /** the id of its version */
  revision: string;
  content: object;
  sentAt: Temporal.Instant | null;
};

/** Stores a record and locks its order, message or review (`lockArrivals`); false if it is stored already. */
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

/** Locks an order, message or review against other transactions that ingest a version of it. */
export async function lockArrivals(
  tx: PropertyTransaction,
  { channel, kind, reference }: Pick<InboxEntry, 'channel' | 'kind' | 'reference'>,
): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended($1, $2::bigint))`, [
    `${channel}/${kind}/${reference}`,
    tx.hotelId,
  ]);
}

/**
 * SQL condition on channel_inbox: the version was applied, and no later version had been applied before it.
 */
export const WAS_APPLIED = `applied_at is not null and outcome <> 'superseded'`;

/** SQL order of channel_inbox: the version that was applied last comes first. A later one is never applied before an earlier one. */
export const LATEST_FIRST = 'application desc nulls last';

/** Records that a version was applied, with its outcome. The caller has locked its order, message or review. */
export async function markApplied(
  tx: PropertyTransaction,
  { channel, kind, reference, revision }: Omit<InboxEntry, 'content' | 'sentAt'>,
  outcome: string,
): Promise<void> {
  await tx.query(
    `update channel_inbox set applied_at = $6, outcome = $7, application = (
       select coalesce(max(application), 0) + 1 from channel_inbox
       where hotel_id = $1 and channel = $2 and kind = $3 and reference = $4
     )
     where hotel_id = $1 and channel = $2 and kind = $3 and reference = $4 and revision = $5`,
    [tx.hotelId, channel, kind, reference, revision, tx.now, outcome],
  );
}

/**
 * Returns which of these records, in the order in which the channel sent them, are repetitions of stored ones, as
 * `reference/revision`. If the channel's records are `acknowledged`, it also marks these as not acknowledged: a
 * record that comes again is one whose acknowledgement did not arrive.
 */
export async function findKnownAndResetAck(
  db: Queryable,
  key: ConnectionKey,
  { kind, acknowledged }: { kind: RecordKind; acknowledged: boolean },
  items: readonly RecordKey[],
): Promise<Set<string>> {
  if (items.length === 0) return new Set();
  const rows = await db.query<{ reference: string; revision: string; overtaken: boolean }>(
    `with stored as (
       select arrival.reference, arrival.revision, arrival.outcome <> 'superseded' and ${WAS_OVERTAKEN} as overtaken
       from channel_inbox as arrival
       join unnest($4::text[], $5::text[]) as item(reference, revision)
         on item.reference = arrival.reference and item.revision = arrival.revision
       where arrival.hotel_id = $1 and arrival.channel = $2 and arrival.kind = $3
     ), reset as (
       update channel_inbox as arrival set acknowledged_at = null from stored
       where arrival.hotel_id = $1 and arrival.channel = $2 and arrival.kind = $3 and $6::boolean
         and arrival.reference = stored.reference and arrival.revision = stored.revision
         and arrival.acknowledged_at is not null
     )
     select * from stored`,
    [
      key.hotelId,
      key.channel,
      kind,
      items.map((item) => item.reference),
      items.map((item) => item.revision),
      acknowledged,
    ],
  );
  // Of an order that is sent in several versions the last one tells which is in force.
  const last = new Map(items.map((item) => [item.reference, item]));
  const appliesAgain = ({ reference, revision, overtaken }: (typeof rows)[number]) => {
    const item = last.get(reference)!;
    return overtaken && item.revision === revision && item.digested === true;
  };
  return new Set(rows.filter((row) => !appliesAgain(row)).map((row) => `${row.reference}/${row.revision}`));
}

/** SQL condition on channel_inbox as arrival: another version of the order was applied after it. */
const WAS_OVERTAKEN = `exists (
  select 1 from channel_inbox as later
  where later.hotel_id = arrival.hotel_id and later.channel = arrival.channel and later.kind = arrival.kind
    and later.reference = arrival.reference and later.applied_at is not null and later.outcome <> 'superseded'
    and later.application > coalesce(arrival.application, 0))`;

/** Whether another version of this order was applied after this one. */
export async function wasOvertaken(
  tx: PropertyTransaction,
  { channel, kind, reference, revision }: Omit<InboxEntry, 'content' | 'sentAt'>,
): Promise<boolean> {
  const [row] = await tx.query<{ overtaken: boolean }>(
    `select ${WAS_OVERTAKEN} as overtaken from channel_inbox as arrival
     where arrival.hotel_id = $1 and arrival.channel = $2 and arrival.kind = $3 and arrival.reference = $4
       and arrival.revision = $5`,
    [tx.hotelId, channel, kind, reference, revision],
  );
  return row!.overtaken;
}

/** A stored record that is not acknowledged. */
type Unacknowledged = { reference: string; revision: string; content: unknown };

/** Lists stored records that are not acknowledged, oldest first. */
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

/** Records that the channel considers these records received, so that they are not acknowledged again. */
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
