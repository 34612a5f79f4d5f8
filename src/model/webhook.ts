// Webhooks: what an endpoint is, how its messages are signed (Standard Webhooks), and when a failed one is tried again.
import { createHmac, randomBytes } from 'node:crypto';

/**
 * `untried`: no event has been sent yet, so that nobody knows whether the endpoint works. `delivering`: the last event arrived.
 * `retrying`: the next event has failed and is tried again. `failing`: given up after three days, until the operator says
 * otherwise. `paused`: switched off.
 */
export const WEBHOOK_STATES = ['untried', 'delivering', 'retrying', 'failing', 'paused'] as const;
export type WebhookState = (typeof WEBHOOK_STATES)[number];

/** An endpoint: a reader of the property's log with a cursor of its own. */
export type Webhook = {
  webhookId: number;
  hotelId: number;
  url: string;
  /** only events of these kinds; null = all */
  kinds: string[] | null;
  active: boolean;
  state: WebhookState;
  /** everything up to this number is delivered, or was not wanted */
  cursorSeq: number;
  /** failures of the event after the cursor */
  attempts: number;
  retryAt: Temporal.Instant | null;
  lastError: string | null;
  lastDeliveredAt: Temporal.Instant | null;
  createdAt: Temporal.Instant;
  updatedAt: Temporal.Instant;
};

/** One attempt to deliver. */
export type WebhookDelivery = {
  deliveryId: number;
  webhookId: number;
  /** null for a test */
  seq: number | null;
  kind: string;
  /** 1 = the first */
  attempt: number;
  at: Temporal.Instant;
  delivered: boolean;
  /** of the answer; null when there was none */
  status: number | null;
  latencyMs: number;
  error: string | null;
  /** how the answer began */
  answer: string | null;
};

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Seconds between attempts: soon after a hiccup, patiently through a weekend. Together three days. */
const RETRY_AFTER_SECONDS = [
  ...[5, 30, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR],
  ...[12 * HOUR, 12 * HOUR, 12 * HOUR, 12 * HOUR, 12 * HOUR],
];
/** Many endpoints of one server that was down must not all come back in the same second. */
const JITTER = 0.1;
const LONGEST_SECONDS = 12 * HOUR;

/**
 * When an event is tried again after so many failures; null = no more. `waitSeconds` is what the endpoint asked for
 * (Retry-After), `random` a number from 0 to 1.
 */
export function retryAfterSeconds(
  failures: number,
  { waitSeconds = 0, random }: { waitSeconds?: number; random: number },
): number | null {
  const step = RETRY_AFTER_SECONDS[failures - 1];
  if (step === undefined) return null;
  return Math.max(step * (1 + JITTER * random), Math.min(waitSeconds, LONGEST_SECONDS));
}

/** The recommended length lies between 24 and 64 bytes. */
const SECRET_BYTES = 32;
const SECRET_PREFIX = 'whsec_';

export function createWebhookSecret(): string {
  return SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/**
 * The headers of a message: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md.
 * With several secrets a receiver may hold any of them.
 */
export function signedHeaders(
  message: { id: string; at: Temporal.Instant; body: string },
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(message.at.epochMilliseconds / 1_000));
  const content = `${message.id}.${timestamp}.${message.body}`;
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
  });
  return {
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
