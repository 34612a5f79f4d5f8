// Webhook endpoints, as the operator manages them: created, changed, listed,
// replayed. Deliveries are in jobs/deliver-webhooks.
import type { Queryable } from '../db/database.ts';
import type { Secrets } from '../db/secrets.ts';
import type { Cause } from '../model/cause.ts';
import { createWebhookSecret, type Webhook } from '../model/webhook.ts';
import { invalidData, Problem } from '../problems.ts';
import { readLogEnds, requireAvailable } from './log.ts';
import type { PropertyTransaction } from './property-transaction.ts';
import { encryptWebhookUrl } from './webhook-url.ts';

/** An endpoint, with the last number of its property's log. */
export type ListedWebhook = Webhook & { lastSeq: number };

/**
 * Limit per property. A property has a handful of programs; more means that one
 * creates endpoints and never deletes them.
 */
const MAX_WEBHOOKS = 100;

/** Creates an endpoint that receives events from now on. `secret` is shown only once. */
export async function createWebhook(
  tx: PropertyTransaction,
  wanted: { url: string; kinds: string[] | null; active: boolean; contacts: boolean },
  secrets: Secrets,
): Promise<ListedWebhook & { secret: string }> {
  const [{ webhook_id: webhookId, count }] = (await tx.query<{ webhook_id: number; count: number }>(
    `select nextval('webhook_id') as webhook_id, (select count(*)::int from webhooks where hotel_id = $1) as count`,
    [tx.hotelId],
  )) as [{ webhook_id: number; count: number }];
  if (count >= MAX_WEBHOOKS)
    throw new Problem('invalid_data', { case: 'too_many_webhooks', max: MAX_WEBHOOKS });
  const secret = createWebhookSecret();
  const address = encryptWebhookUrl(wanted.url, { hotelId: tx.hotelId, webhookId }, secrets);
  await tx.query(
    `insert into webhooks (hotel_id, webhook_id, url, kinds, active, secret, cursor_seq, created_at, updated_at, encrypted_url,
       contacts)
     select $1, $2, $3, $4::text[], $5, $6, head.last_seq, $7, $7, $8, $9 from log_heads as head where head.hotel_id = $1`,
    [
      tx.hotelId,
      webhookId,
      address.url,
      wanted.kinds,
      wanted.active,
      secrets.encrypt(secret, secretContext(tx.hotelId, webhookId)),
      tx.now,
      address.encryptedUrl,
      wanted.contacts,
    ],
  );
  return { ...(await getWebhook(tx, tx.hotelId, webhookId)), secret };
}

type WebhookPatch = { url?: string; kinds?: string[] | null; active?: boolean; contacts?: boolean };

/**
 * Changes an endpoint. If it is switched on or gets another URL, an abandoned or delayed
 * delivery is attempted again at once, where it stopped. A URL given with its secrets hidden, as
 * it is listed, is no change. Throws `not_found`.
 */
export async function changeWebhook(
  tx: PropertyTransaction,
  webhookId: number,
  patch: WebhookPatch,
  secrets: Secrets,
): Promise<ListedWebhook> {
  const before = await lockWebhook(tx, webhookId);
  const moved =
    patch.url === undefined || patch.url === before.url
      ? null
      : encryptWebhookUrl(patch.url, { hotelId: tx.hotelId, webhookId }, secrets);
  const after = { ...before, ...patch };
  const restart = patch.active === true || moved !== null;
  await tx.query(
    `update webhooks set url = coalesce($3, url), encrypted_url = coalesce($8, encrypted_url),
       kinds = $4::text[], active = $5, updated_at = $6, contacts = $9,
       attempts = case when $7 then 0 else attempts end,
       retry_at = case when $7 then null else retry_at end,
       failing_since = case when $7 then null else failing_since end,
       lease_owner = null
     where hotel_id = $1 and webhook_id = $2`,
    [
      tx.hotelId,
      webhookId,
      moved?.url ?? null,
      after.kinds,
      after.active,
      tx.now,
      restart,
      moved?.encryptedUrl ?? null,
      after.contacts,
    ],
  );
  return getWebhook(tx, tx.hotelId, webhookId);
}

/** Deletes an endpoint. Throws `not_found`. */
export async function deleteWebhook(tx: PropertyTransaction, webhookId: number): Promise<void> {
  await lockWebhook(tx, webhookId);
  await tx.query(`delete from webhooks where hotel_id = $1 and webhook_id = $2`, [tx.hotelId, webhookId]);
}

/** Hours that a secret stays valid after it was replaced. */
const OVERLAP_HOURS = 24;

/** Replaces the secret; for a day messages are signed with both. Throws `not_found`. */
export async function rotateSecret(
  tx: PropertyTransaction,
  webhookId: number,
  secrets: Secrets,
): Promise<ListedWebhook & { secret: string }> {
  await lockWebhook(tx, webhookId);
  const secret = createWebhookSecret();
  await tx.query(
    `update webhooks set secret = $3, previous_secret = secret, previous_until = $4, updated_at = $5,
       lease_owner = null
     where hotel_id = $1 and webhook_id = $2`,
    [
      tx.hotelId,
      webhookId,
      secrets.encrypt(secret, secretContext(tx.hotelId, webhookId)),
      tx.now.add({ hours: OVERLAP_HOURS }),
      tx.now,
    ],
  );
  return { ...(await getWebhook(tx, tx.hotelId, webhookId)), secret };
}

/**
 * Moves an endpoint to a position in the log: its next event is `fromSeq`. Throws `not_found`, `invalid_data`
 * beyond the end of the log, and `events_compacted`.
 */
export async function replayWebhook(
  tx: PropertyTransaction,
  webhookId: number,
  fromSeq: number,
): Promise<ListedWebhook> {
  await lockWebhook(tx, webhookId);
  const ends = await readLogEnds(tx, tx.hotelId);
  if (fromSeq > ends.lastSeq + 1) {
    throw invalidData({ field: 'from_seq', rule: 'beyond_next_event', lastSeq: ends.lastSeq });
  }
  requireAvailable(fromSeq - 1, ends);
  await tx.query(
    `update webhooks set cursor_seq = $3, attempts = 0, retry_at = null, failing_since = null, updated_at = $4,
       lease_owner = null
     where hotel_id = $1 and webhook_id = $2`,
    [tx.hotelId, webhookId, fromSeq - 1, tx.now],
  );
  return getWebhook(tx, tx.hotelId, webhookId);
}

/**
 * Requests a test message without an event, whatever state the endpoint is in; the attempt is
 * listed with its deliveries. Throws `not_found`.
 */
export async function testWebhook(tx: PropertyTransaction, webhookId: number): Promise<ListedWebhook> {
  await lockWebhook(tx, webhookId);
  await tx.query(`update webhooks set test_requested_at = $3 where hotel_id = $1 and webhook_id = $2`, [
    tx.hotelId,
    webhookId,
    tx.now,
  ]);
  return getWebhook(tx, tx.hotelId, webhookId);
}

/** Returns an endpoint. Throws `not_found`. */
export async function getWebhook(db: Queryable, hotelId: number, webhookId: number): Promise<ListedWebhook> {
  const [row] = await db.query<WebhookRow>(
    `${SELECT_WEBHOOK} where webhook.hotel_id = $1 and webhook.webhook_id = $2`,
    [hotelId, webhookId],
  );
  if (!row) throw new Problem('not_found', { case: 'webhook', id: webhookId });
  return toWebhook(row);
}

/** Returns all endpoints of a property, by id. */
export async function listWebhooks(db: Queryable, hotelId: number): Promise<ListedWebhook[]> {
  const rows = await db.query<WebhookRow>(
    `${SELECT_WEBHOOK} where webhook.hotel_id = $1 order by webhook.webhook_id`,
    [hotelId],
  );
  return rows.map(toWebhook);
}

/**
 * Returns the encryption context that binds a secret to its endpoint: for another one it cannot be decrypted.
 */
export function secretContext(hotelId: number, webhookId: number): string {
  return `webhook/${hotelId}/${webhookId}`;
}

async function lockWebhook(tx: PropertyTransaction, webhookId: number): Promise<ListedWebhook> {
  await tx.query(`select 1 from webhooks where hotel_id = $1 and webhook_id = $2 for update`, [
    tx.hotelId,
    webhookId,
  ]);
  return getWebhook(tx, tx.hotelId, webhookId);
}

/** Selects all columns of endpoints but the secrets. */
const SELECT_WEBHOOK = `
  select webhook.hotel_id, webhook.webhook_id, webhook.url, webhook.kinds, webhook.active, webhook.cursor_seq,
    webhook.attempts, webhook.retry_at, webhook.failing_since, webhook.last_error, webhook.last_error_cause, webhook.last_delivered_at,
    webhook.created_at, webhook.updated_at, webhook.contacts, head.last_seq
  from webhooks as webhook join log_heads as head on head.hotel_id = webhook.hotel_id`;

type WebhookRow = {
  hotel_id: number;
  webhook_id: number;
  url: string;
  kinds: string[] | null;
  active: boolean;
  cursor_seq: number;
  attempts: number;
  retry_at: Temporal.Instant | null;
  failing_since: Temporal.Instant | null;
  last_error: string | null;
  last_error_cause: Cause | null;
  last_delivered_at: Temporal.Instant | null;
  created_at: Temporal.Instant;
  updated_at: Temporal.Instant;
  contacts: boolean;
  last_seq: number;
};

function toWebhook(row: WebhookRow): ListedWebhook {
  return {
    hotelId: row.hotel_id,
    webhookId: row.webhook_id,
    url: row.url,
    kinds: row.kinds,
    active: row.active,
    state: !row.active
      ? 'paused'
      : row.failing_since
        ? 'failing'
        : row.attempts > 0
          ? 'retrying'
          : row.last_delivered_at
            ? 'delivering'
            : 'untried',
    cursorSeq: row.cursor_seq,
    attempts: row.attempts,
    retryAt: row.retry_at,
    lastError: row.last_error,
    lastErrorCause: row.last_error_cause,
    lastDeliveredAt: row.last_delivered_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    contacts: row.contacts,
    lastSeq: row.last_seq,
  };
}
