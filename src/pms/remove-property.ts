// The removal of properties for good, of real and of test properties. No reader finds a removed property any more; its rows are deleted by
// background work, in transactions that are short however many there are.
import type { Database, Queryable } from '../db/database.ts';
import { INNWIRE } from '../model/actor.ts';
import { type PlainDate, toPlainDateOrNull } from '../model/night.ts';
import { Problem } from '../problems.ts';
import { lockWithoutWriters } from './properties.ts';
import { inPropertyTransaction, type PropertyTransaction } from './property-transaction.ts';
import { readOpenMoney } from './reports/open-money.ts';

/** Kinds of records that go with a property, each with what selects them; $1 is the property, $2 the date there. */
const KINDS = {
  rooms: 'from rooms where hotel_id = $1',
  units: 'from units where hotel_id = $1',
  bookings_past: `from reservations where hotel_id = $1 and not (
    status in ('checked_in', 'held') or status = 'confirmed' and checkout > $2::date)`,
  bookings_in_house: `from reservations where hotel_id = $1 and status = 'checked_in'`,
  bookings_to_come: `from reservations where hotel_id = $1 and (status = 'held' or status = 'confirmed' and checkout > $2::date)`,
  guests: 'from guests where hotel_id = $1',
  ledger_entries: 'from ledger_entries where hotel_id = $1',
  messages: 'from messages where hotel_id = $1',
  inquiries: 'from inquiries where hotel_id = $1',
  reviews: 'from reviews where hotel_id = $1',
  tasks: 'from tasks where hotel_id = $1',
  task_photos: 'from task_photos where hotel_id = $1',
  message_templates: 'from message_templates where hotel_id = $1',
  closures: 'from closures where hotel_id = $1',
  tokens: 'from tokens where hotel_id = $1',
  webhooks: 'from webhooks where hotel_id = $1',
  channels: 'from connections where hotel_id = $1',
  calendar_links: 'from calendar_feeds where hotel_id = $1',
  proposals: 'from proposals where hotel_id = $1',
  events: 'from events where hotel_id = $1',
} as const;

export const REMOVED_KINDS = Object.keys(KINDS) as (keyof typeof KINDS)[];

/** What goes with a property. Amounts are in minor units of their currency. */
export type Removal = {
  removed: { kind: keyof typeof KINDS; rows: number }[];
  /** first and last day of the ledger; null = it has no entry */
  ledger: { from: PlainDate | null; to: PlainDate | null; open: Awaited<ReturnType<typeof readOpenMoney>> };
  /** people who work at no other property */
  people: { userId: number; name: string }[];
};

/** Returns what goes with a property. `today`: the date there. */
export async function describeRemoval(
  db: Queryable,
  { hotelId, today }: { hotelId: number; today: PlainDate },
): Promise<Removal> {
  const counts = Object.values(KINDS).map((selected) => `(select count(*) ${selected})`);
  const [[counted], [ledger], open, people] = await Promise.all([
    db.query<{ rows: number[] }>(`select jsonb_build_array(${counts.join(', ')}) as rows`, [hotelId, today]),
    db.query<{ from: string | null; to: string | null }>(
      `select min(date) as from, max(date) as to from ledger_entries where hotel_id = $1`,
      [hotelId],
    ),
    readOpenMoney(db, hotelId),
    db.query<{ user_id: number; name: string }>(
      `select person.user_id, person.name from users as person
       join user_roles as held on held.user_id = person.user_id and held.hotel_id = $1
       where person.role is null and person.removed_at is null and not exists (
         select 1 from user_roles as other where other.user_id = person.user_id and other.hotel_id <> $1)
       order by person.user_id`,
      [hotelId],
    ),
  ]);
  return {
    removed: REMOVED_KINDS.map((kind, index) => ({ kind, rows: counted!.rows[index]! })),
    ledger: { from: toPlainDateOrNull(ledger!.from), to: toPlainDateOrNull(ledger!.to), open },
    people: people.map((row) => ({ userId: row.user_id, name: row.name })),
  };
}

/**
 * Removes an archived property, or a test property: with the commit its tokens, roles and calendars are unknown, and its rows are due to be
 * deleted. `name`: the property's, as the caller confirmed it. Throws `property_not_archived` and `name_not_confirmed`.
 */
export async function removeProperty(
  tx: PropertyTransaction,
  { name }: { name: string | null },
): Promise<void> {
  const property = await lockWithoutWriters(tx);
  if (!property.archivedAt && !property.testUntil)
    throw new Problem('property_not_archived', { hotelId: tx.hotelId });
  if (name !== property.name) throw new Problem('name_not_confirmed', { name: property.name });
  await markRemoved(tx);
}

/** Changes that begin later are refused as in the archive. */
async function markRemoved(tx: PropertyTransaction): Promise<void> {
  await tx.query(
    `update properties set archived_at = coalesce(archived_at, $2), removal_due_at = $2 where hotel_id = $1`,
    [tx.hotelId, tx.now],
  );
  for (const table of ['user_roles', 'token_properties', 'tokens'])
    await tx.query(`delete from ${table} where hotel_id = $1`, [tx.hotelId]);
}

/** Removes the test properties whose time is over: their rows are due to be deleted, as those of every removed property. */
export async function removeTestProperties(db: Database, now: Temporal.Instant): Promise<void> {
  const rows = await db.query<{ hotel_id: number }>(
    `select hotel_id from properties where test_until <= $1 and removal_due_at is null`,
    [now],
  );
  for (const { hotel_id: hotelId } of rows)
    await inPropertyTransaction(db, { hotelId, now, actor: INNWIRE, archivedToo: true }, async (tx) => {
      const due = await tx.query(
        `select 1 from properties where hotel_id = $1 and test_until <= $2 and removal_due_at is null for update`,
        [hotelId, now],
      );
      if (due.length > 0) await markRemoved(tx);
    });
}

/** A removed property with rows that are to be deleted. */
export type RemovedProperty = { hotelId: number };

/** Returns the removed properties whose rows nobody deletes. */
export async function findRemoved(db: Queryable, now: Temporal.Instant): Promise<RemovedProperty[]> {
  const rows = await db.query<{ hotel_id: number }>(
    `select hotel_id from properties where removal_due_at <= $1 order by hotel_id`,
    [now],
  );
  return rows.map((row) => ({ hotelId: row.hotel_id }));
}

/** Claims the deletion for this process, and returns whether it did: another process may have been faster. */
export async function claimRemoval(
  db: Queryable,
  { hotelId }: RemovedProperty,
  now: Temporal.Instant,
): Promise<boolean> {
  const claimed = await db.query(
    `update properties set removal_due_at = $3 where hotel_id = $1 and removal_due_at <= $2 returning 1`,
    [hotelId, now, claimedUntil(now)],
  );
  return claimed.length > 0;
}

/** A process that has deleted nothing for so long is taken for dead. */
const CLAIM_SECONDS = 120;

function claimedUntil(now: Temporal.Instant): Temporal.Instant {
  return now.add({ seconds: CLAIM_SECONDS });
}

/**
 * Rows that one statement deletes. Measured with 440,000 rows on a machine with a load of 10: 33 ms a statement, 407 ms the longest, 31 s together;
 * with 2,000 rows the longest took 853 ms.
 */
const ROWS_AT_ONCE = 500;

/**
 * Deletes all rows of a removed property, the property last. It may be stopped at any moment and begun again; what is deleted stays so. Returns
 * whether nothing is left. `rowsAtOnce`: of one statement.
 */
export async function deleteRows(
  db: Database,
  { hotelId }: RemovedProperty,
  {
    clock,
    signal,
    rowsAtOnce = ROWS_AT_ONCE,
  }: { clock: () => Temporal.Instant; signal?: AbortSignal; rowsAtOnce?: number },
): Promise<boolean> {
  for (const table of TABLES_OF_A_PROPERTY) {
    if (table === 'properties') continue;
    for (let deleted = rowsAtOnce; deleted >= rowsAtOnce; ) {
      if (signal?.aborted) return false;
      deleted = await deleteSome(db, { hotelId, table, rows: rowsAtOnce, until: claimedUntil(clock()) });
    }
  }
  if (signal?.aborted) return false;
  // Records of requests that were under way may have come since: they are few.
  await inRemoval(db, hotelId, async (tx) => {
    for (const table of TABLES_OF_A_PROPERTY)
      await tx.query(`delete from ${table} where hotel_id = $1`, [hotelId]);
  });
  return true;
}

type Part = { hotelId: number; table: string; rows: number; until: Temporal.Instant };

/** Deletes at most `rows` rows of a table, renews the claim, and returns how many there were. */
function deleteSome(db: Database, { hotelId, table, rows, until }: Part): Promise<number> {
  return inRemoval(db, hotelId, async (tx) => {
    const [[gone]] = await Promise.all([
      tx.query<{ count: number }>(
        `with gone as (
           delete from ${table} where hotel_id = $1 and ctid = any(array(
             select ctid from ${table} where hotel_id = $1 ${ORDER[table] ?? ''} limit $2)) returning 1
         )
         select count(*)::int as count from gone`,
        [hotelId, rows],
      ),
      tx.query(
        `update properties set removal_due_at = $2 where hotel_id = $1 and removal_due_at is not null`,
        [hotelId, until],
      ),
    ]);
    return gone!.count;
  });
}

/** Of tables whose rows refer to others of the same table: those that refer come first. */
const ORDER: Record<string, string> = {
  ledger_entries: 'order by entry_id desc',
  guests: 'order by merged_into is null',
};

function inRemoval<T>(db: Database, hotelId: number, work: (tx: Queryable) => Promise<T>): Promise<T> {
  return db.transaction(
    async (tx) => {
      await tx.query(`select set_config('innwire.removing', $1, true)`, [String(hotelId)]);
      return { value: await work(tx) };
    },
    { hotelId },
  );
}

/** Tables with data of a property, those that refer to others first. The audit trail of the operator is kept. */
export const TABLES_OF_A_PROPERTY = [
  'webhook_deliveries',
  'webhooks',
  'exchanges',
  'activity',
  'feed_fetches',
  'calendar_feeds',
  'channel_stays',
  'channel_inbox',
  'channel_keys',
  'calendar_blocks',
  'calendar_stays',
  'practice_nights',
  'channel_nights',
  'connection_rooms',
  'ota_problems',
  'connection_otas',
  'connections',
  'idempotency_keys',
  'proposals',
  'reviews',
  'messages',
  'message_templates',
  'guest_requests',
  'guest_reviews',
  'inquiries',
  'task_photos',
  'tasks',
  'ledger_entries',
  'reservation_night_history',
  'unit_nights',
  'reservation_nights',
  'reservations',
  'booking_groups',
  'guests',
  'night_changes',
  'nights',
  'blocked_night_history',
  'room_unit_history',
  'closures',
  'units',
  'rooms',
  'user_roles',
  'token_properties',
  'tokens',
  'events',
  'log_heads',
  'erasures',
  'properties',
] as const;
