// Webhooks: endpoints, signing of messages (Standard Webhooks), and the retry schedule.
import { createHmac, randomBytes } from 'node:crypto';
import type { Cause } from './cause.ts';
import { type RetryPolicy, retryDelaySeconds } from './retry-policy.ts';

/**
 * `untried`: no event has been sent yet, so it is not known whether the endpoint works. `delivering`: the
 * last event was delivered. `retrying`: the next event failed and is retried. `failing`: given up after three
 * days, until the operator resumes it. `paused`: switched off.
 */
export const WEBHOOK_STATES = ['untried', 'delivering', 'retrying', 'failing', 'paused'] as const;
type WebhookState = (typeof WEBHOOK_STATES)[number];

/** A webhook endpoint. It reads the property's log with its own cursor. */
export type Webhook = {
  webhookId: number;
  hotelId: number;
  url: string;
  /** only events of these kinds, or of patterns such as `booking.*`; null = all */
  kinds: string[] | null;
  active: boolean;
  state: WebhookState;
  /** the last `seq` that was delivered or filtered out */
  cursorSeq: number;
  /** failed attempts to deliver the event after the cursor */
  attempts: number;
  retryAt: Temporal.Instant | null;
  lastError: string | null;
  /** its code; null = there is no error, or it is from before there were codes */
  lastErrorCause: Cause | null;
  lastDeliveredAt: Temporal.Instant | null;
  createdAt: Temporal.Instant;
  updatedAt: Temporal.Instant;
  /** false = events are sent without personal data of guests */
  contacts: boolean;
};

/** One delivery attempt. */
export type WebhookDelivery = {
  deliveryId: number;
  webhookId: number;
  /** the event's number; null for a test */
  seq: number | null;
  kind: string;
  /** 1 = the first */
  attempt: number;
  at: Temporal.Instant;
  delivered: boolean;
  /** HTTP status of the response; null if there was none */
  status: number | null;
  latencyMs: number;
  error: string | null;
  /** its code; null = delivered, or from before there were codes */
  cause: Cause | null;
  /** the beginning of the response's body */
  answer: string | null;
};

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/**
 * Retries of a delivery: soon after brief outages, then for as long as a weekend lasts. With jitter: many
 * endpoints of one server that was down must not be retried in the same second.
 */
export const WEBHOOK_RETRIES: RetryPolicy = {
  seconds: [5, 30, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR],
  retries: 13,
  jitter: 0.1,
};
const LONGEST_SECONDS = 12 * HOUR;

/**
 * Returns the seconds until the next attempt after this many failures, or null if there is none.
 * `waitSeconds` is the endpoint's Retry-After, honoured up to LONGEST_SECONDS; `random` is a number from 0 to
 * 1.
 */
export function retryAfterSeconds(
  failures: number,
  { waitSeconds = 0, random }: { waitSeconds?: number; random: number },
): number | null {
  const seconds = retryDelaySeconds(WEBHOOK_RETRIES, failures, random);
  return seconds === null ? null : Math.max(seconds, Math.min(waitSeconds, LONGEST_SECONDS));
}

/** Standard Webhooks recommends 24 to 64 bytes. */
const SECRET_BYTES = 32;
const SECRET_PREFIX = 'whsec_';

/** Returns a new random secret in the form of Standard Webhooks: `whsec_` and base64. */
export function createWebhookSecret(): string {
  return SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/**
 * Returns the signature headers of a message, with one signature per secret, so that a receiver may hold any
 * of them: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md.
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
