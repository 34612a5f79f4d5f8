// Webhook deliveries in the database: leases of endpoints, their position in the log, all attempts.
import type { Database, Queryable } from '../db/database.ts';
import { DecryptionError, type Secrets } from '../db/secrets.ts';
import type { Cause, Failure } from '../model/cause.ts';
import type { WebhookDelivery } from '../model/webhook.ts';
import { causeJson } from './cause.ts';
import { isFree, type Leasable } from './leases.ts';
import { keyset, type Page } from './page.ts';
import { decryptWebhookUrl, type StoredWebhookUrl } from './webhook-url.ts';
import { secretContext } from './webhooks.ts';

/** An endpoint that this process has leased and delivers to. */
export type LeasedWebhook = {
  hotelId: number;
  webhookId: number;
  /** empty when it cannot be decrypted */
  url: string;
  kinds: string[] | null;
  /** false = events are sent without personal data of guests */
  contacts: boolean;
  cursorSeq: number;
  attempts: number;
  /** newest first; empty when they cannot be decrypted (`secretError` says why) */
  secrets: string[];
  secretError: string | null;
};

/** Returns how many active endpoints each property has: notifications of other properties can be ignored. */
export async function countWebhooks(db: Queryable): Promise<Map<number, number>> {
  const rows = await db.query<{ hotel_id: number; count: number }>(
    `select hotel_id, count(*)::int as count from webhooks where active and failing_since is null group by hotel_id`,
  );
  return new Map(rows.map((row) => [row.hotel_id, row.count]));
}

/** SQL: nothing is delivered while the whole installation is paused. */
const NOT_PAUSED = 'not exists (select 1 from installation where paused_at is not null)';

export type WaitingWebhook = Leasable & { webhookId: number };

type WebhookSearch = {
  now: Temporal.Instant;
  /** endpoints of these properties; null = of all */
  hotelIds: readonly number[] | null;
  /** true: endpoints whose last attempt failed; false: the others */
  retrying: boolean;
  limit: number;
};

/** Finds endpoints that have undelivered events and no live process that delivers them. */
export async function findWaitingWebhooks(db: Queryable, search: WebhookSearch): Promise<WaitingWebhook[]> {
  const rows = await db.query<{ hotel_id: number; webhook_id: number; lease_owner: string | null }>(
    `select webhook.hotel_id, webhook.webhook_id, webhook.lease_owner
     from webhooks as webhook join log_heads as head on head.hotel_id = webhook.hotel_id
     where webhook.active and webhook.failing_since is null and webhook.cursor_seq < head.last_seq
       and ${NOT_PAUSED} and ${isFree('webhook')}
       and (webhook.retry_at is null or webhook.retry_at <= $1)
       and ($2::bigint[] is null or webhook.hotel_id = any($2))
       and (webhook.attempts > 0) = $3
     order by webhook.retry_at nulls first, webhook.cursor_seq
     limit $4`,
    [search.now, search.hotelIds, search.retrying, search.limit],
  );
  return rows.map((row) => ({
    hotelId: row.hotel_id,
    webhookId: row.webhook_id,
    leaseOwner: row.lease_owner,
  }));
}

/**
 * Leases an endpoint that was found waiting. Until the lease is released or its process expires, no other
 * process delivers to it. Returns null if another process was faster, or the endpoint is not to be delivered to any more.
 */
export async function claimWebhook(
  db: Pick<Database, 'query' | 'secrets'>,
  waiting: WaitingWebhook,
  owner: { processId: string; now: Temporal.Instant },
): Promise<LeasedWebhook | null> {
  const [row] = await db.query<LeasedRow>(
    `update webhooks set lease_owner = $4
     where hotel_id = $1 and webhook_id = $2 and lease_owner is not distinct from $3
       and active and failing_since is null and (retry_at is null or retry_at <= $5)
     returning *`,
    [waiting.hotelId, waiting.webhookId, waiting.leaseOwner, owner.processId, owner.now],
  );
  return row ? toLeased(row, db.secrets, owner.now) : null;
}

export type RequestedTest = { hotelId: number; webhookId: number; requestedAt: Temporal.Instant };

/** Finds endpoints for which a test was requested. */
export async function findRequestedTests(db: Queryable, limit: number): Promise<RequestedTest[]> {
  const rows = await db.query<{
    hotel_id: number;
    webhook_id: number;
    test_requested_at: Temporal.Instant;
  }>(
    `select hotel_id, webhook_id, test_requested_at from webhooks
     where test_requested_at is not null and ${NOT_PAUSED} limit $1`,
    [limit],
  );
  return rows.map((row) => ({
    hotelId: row.hotel_id,
    webhookId: row.webhook_id,
    requestedAt: row.test_requested_at,
  }));
}

/**
 * Takes a requested test; returns null if another process was faster. Tests need no lease, so they neither
 * delay deliveries nor wait for them.
 */
export async function claimWebhookTest(
  db: Pick<Database, 'query' | 'secrets'>,
  { hotelId, webhookId, requestedAt }: RequestedTest,
  now: Temporal.Instant,
): Promise<LeasedWebhook | null> {
  const [row] = await db.query<LeasedRow>(
    `update webhooks set test_requested_at = null
     where hotel_id = $1 and webhook_id = $2 and test_requested_at is not null
       and date_trunc('milliseconds', test_requested_at) <= $3
     returning *`,
    [hotelId, webhookId, requestedAt],
  );
  return row ? toLeased(row, db.secrets, now) : null;
}

/** The result of delivering events: the endpoint's new position and state, and whether it stays leased. */
export type Progress = {
  cursorSeq: number;
  attempts: number;
  retryAt: Temporal.Instant | null;
  /** delivery is abandoned until the operator acts */
  failing: boolean;
  failure: Failure | null;
  now: Temporal.Instant;
  /** keep the lease */
  keep: boolean;
};

/**
 * Stores progress and the attempts. Returns false when the lease is lost, because the endpoint was changed or
 * deleted, or this process expired and another has the lease.
 */
export async function saveProgress(
  db: Database,
  leased: LeasedWebhook & { processId: string },
  progress: Progress,
  attempts: readonly Omit<WebhookDelivery, 'deliveryId' | 'webhookId'>[],
): Promise<boolean> {
  const rows = await db.query(
    // Asynchronous commit: after a crash a few events are delivered again, which can happen
    // anyway. (On a busy machine with 50 events/s, waiting for the disk delayed the next event by
    // a multiple of the time that its delivery takes.)
    `with quick as materialized (select set_config('synchronous_commit', 'off', true)), leased as (
       update webhooks set cursor_seq = $4, attempts = $5, retry_at = $6, last_error = $8, last_error_cause = $13,
         failing_since = case when $7 then $9::timestamptz end,
         last_delivered_at = case when $10 then $9::timestamptz else last_delivered_at end,
         lease_owner = case when $11 then lease_owner end
       from quick
       where hotel_id = $1 and webhook_id = $2 and lease_owner = $3
       returning 1
     ), logged as (
       insert into webhook_deliveries
         (hotel_id, webhook_id, seq, kind, attempt, at, delivered, status, latency_ms, error, error_cause, answer)
       select $1, $2, tried.* from leased, jsonb_to_recordset($12::jsonb) as tried(seq bigint, kind text, attempt int,
         at timestamptz, delivered boolean, status int, latency_ms real, error text, error_cause jsonb, answer text)
       order by tried.seq, tried.at
     )
     select 1 from leased`,
    [
      leased.hotelId,
      leased.webhookId,
      leased.processId,
      progress.cursorSeq,
      progress.attempts,
      progress.retryAt,
      progress.failing,
      progress.failure?.reason ?? null,
      progress.now,
      attempts.some((attempt) => attempt.delivered),
      progress.keep,
      JSON.stringify(attempts.map(toColumns)),
      causeJson(progress.failure?.cause ?? null),
    ],
  );
  return rows.length > 0;
}

/** Stores the result of a test. */
export async function recordTest(
  db: Database,
  { hotelId, webhookId }: LeasedWebhook,
  attempt: Omit<WebhookDelivery, 'deliveryId' | 'webhookId'>,
): Promise<void> {
  await db.query(
    `insert into webhook_deliveries
       (hotel_id, webhook_id, seq, kind, attempt, at, delivered, status, latency_ms, error, answer, error_cause)
     select hotel_id, webhook_id, $3::bigint, $4, $5, $6, $7, $8::int, $9, $10::text, $11::text, $12::jsonb from webhooks
     where hotel_id = $1 and webhook_id = $2`,
    [
      hotelId,
      webhookId,
      attempt.seq,
      attempt.kind,
      attempt.attempt,
      attempt.at,
      attempt.delivered,
      attempt.status,
      attempt.latencyMs,
      attempt.error,
      attempt.answer,
      causeJson(attempt.cause),
    ],
  );
}

/** Returns one page of the attempts of one endpoint, newest first. */
export async function listDeliveries(
  db: Queryable,
  hotelId: number,
  webhookId: number,
  page: Page,
): Promise<WebhookDelivery[]> {
  const { text, values } = keyset(
    'select * from webhook_deliveries',
    [
      ['hotel_id = ?', hotelId],
      ['webhook_id = ?', webhookId],
    ],
    { columns: ['delivery_id'], types: ['bigint'], descending: true },
    page,
  );
  return (await db.query<DeliveryRow>(text, values)).map(toDelivery);
}

/** Attempts are kept long enough to notice a failure and look into it. */
const RETENTION_DAYS = 14;

/** Deletes attempts older than RETENTION_DAYS. */
export async function pruneDeliveries(db: Database, now: Temporal.Instant): Promise<void> {
  await db.query(`delete from webhook_deliveries where at < $1`, [
    now.subtract({ hours: RETENTION_DAYS * 24 }),
  ]);
}

type LeasedRow = StoredWebhookUrl & {
  hotel_id: number;
  webhook_id: number;
  kinds: string[] | null;
  contacts: boolean;
  cursor_seq: number;
  attempts: number;
  secret: Buffer;
  previous_secret: Buffer | null;
  previous_until: Temporal.Instant | null;
};

function toLeased(row: LeasedRow, secrets: Secrets, now: Temporal.Instant): LeasedWebhook {
  const overlaps = row.previous_until && Temporal.Instant.compare(now, row.previous_until) < 0;
  const encrypted = [row.secret, ...(row.previous_secret && overlaps ? [row.previous_secret] : [])];
  let secretError: string | null = null;
  const readable = encrypted.flatMap((one) => {
    try {
      return [secrets.decrypt(one, secretContext(row.hotel_id, row.webhook_id))];
    } catch (error) {
      if (!(error instanceof DecryptionError)) throw error;
      secretError ??= `The secret cannot be read: ${error.message}`;
      return [];
    }
  });
  let url = '';
  try {
    url = decryptWebhookUrl(row, { hotelId: row.hotel_id, webhookId: row.webhook_id }, secrets);
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error;
    secretError ??= `The address cannot be read: ${error.message}`;
  }
  return {
    hotelId: row.hotel_id,
    webhookId: row.webhook_id,
    url,
    kinds: row.kinds,
    contacts: row.contacts,
    cursorSeq: row.cursor_seq,
    attempts: row.attempts,
    secrets: url === '' ? [] : readable,
    secretError,
  };
}

function toColumns(attempt: Omit<WebhookDelivery, 'deliveryId' | 'webhookId'>) {
  return {
    seq: attempt.seq,
    kind: attempt.kind,
    attempt: attempt.attempt,
    at: attempt.at.toString(),
    delivered: attempt.delivered,
    status: attempt.status,
    latency_ms: attempt.latencyMs,
    error: attempt.error,
    error_cause: attempt.cause,
    answer: attempt.answer,
  };
}

type DeliveryRow = {
  delivery_id: number;
  webhook_id: number;
  seq: number | null;
  kind: string;
  attempt: number;
  at: Temporal.Instant;
  delivered: boolean;
  status: number | null;
  latency_ms: number;
  error: string | null;
  error_cause: Cause | null;
  answer: string | null;
};

function toDelivery(row: DeliveryRow): WebhookDelivery {
  return {
    deliveryId: row.delivery_id,
    webhookId: row.webhook_id,
    seq: row.seq,
    kind: row.kind,
    attempt: row.attempt,
    at: row.at,
    delivered: row.delivered,
    status: row.status,
    latencyMs: row.latency_ms,
    error: row.error,
    cause: row.error_cause,
    answer: row.answer,
  };
}
