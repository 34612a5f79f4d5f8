// One attempt to deliver a message to an endpoint: signed, guarded, without redirects, within ten seconds.
import { randomUUID } from 'node:crypto';
import { presentEventFor } from '../api/event-scopes.ts';
import { withoutCardNumbers } from '../model/card-numbers.ts';
import { codeOfStatus, type Failure } from '../model/cause.ts';
import type { Event } from '../model/event.ts';
import type { Property } from '../model/property.ts';
import { WITHOUT_CONTACTS } from '../model/scope.ts';
import { signedHeaders, type WebhookDelivery } from '../model/webhook.ts';
import { causeCodeOf, OutgoingError } from '../outgoing/error.ts';
import type { Outgoing } from '../outgoing/http.ts';
import type { LeasedWebhook } from '../pms/webhook-deliveries.ts';

export type Attempt = Omit<WebhookDelivery, 'deliveryId' | 'webhookId'>;

type WebhookMessage = { id: string; seq: number | null; kind: string; body: string };

export type AttemptResult = {
  attempt: Attempt;
  /** seconds of the endpoint's Retry-After header; 0 = none */
  waitSeconds: number;
  /** the endpoint answered 410: it is gone for good */
  gone: boolean;
};

const TIMEOUT_MS = 10_000;
/** Bytes of the answer that are stored, for people who look into why it was refused. */
const SHOWN_BYTES = 500;

/**
 * The message of an event, without personal data of guests if `contacts` is false. Its id is the same in every attempt, so that
 * receivers can drop duplicates.
 */
export function messageOf(event: Event, property: Property, contacts: boolean): WebhookMessage {
  const presented = presentEventFor(event, property, contacts ? null : WITHOUT_CONTACTS);
  return {
    id: `evt_${event.hotelId}_${event.seq}`,
    seq: event.seq,
    kind: event.kind,
    body: JSON.stringify({ type: presented.kind, timestamp: presented.at, ...presented }),
  };
}

/** A message without data, by which an endpoint can be tested. */
export function testMessage(hotelId: number, now: Temporal.Instant): WebhookMessage {
  const timestamp = now.toString({ fractionalSecondDigits: 3 });
  const body = { type: 'webhook.test', timestamp, hotel_id: hotelId, data: {} };
  return { id: `test_${randomUUID()}`, seq: null, kind: 'webhook.test', body: JSON.stringify(body) };
}

/** Sends a message once. Returns null when `signal` cancelled it: the outcome is unknown and not counted. */
export async function attemptDelivery(
  outgoing: Outgoing,
  webhook: LeasedWebhook,
  message: WebhookMessage,
  { now, signal }: { now: Temporal.Instant; signal: AbortSignal },
): Promise<AttemptResult | null> {
  const begun = performance.now();
  const common = { seq: message.seq, kind: message.kind, attempt: webhook.attempts + 1, at: now };
  const failed = ({ reason, cause }: Failure): AttemptResult => ({
    attempt: {
      ...common,
      delivered: false,
      status: null,
      latencyMs: performance.now() - begun,
      error: reason,
      cause,
      answer: null,
    },
    waitSeconds: 0,
    gone: false,
  });
  if (webhook.secretError)
    return failed({ reason: webhook.secretError, cause: { code: 'credentials_unreadable' } });
  try {
    const answer = await outgoing.send({
      url: webhook.url,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...signedHeaders({ id: message.id, at: now, body: message.body }, webhook.secrets),
      },
      body: message.body,
      timeoutMs: TIMEOUT_MS,
      maxBodyBytes: SHOWN_BYTES,
      beginningOnly: true,
      maxRedirects: 0,
      signal,
    });
    const { status, durationMs: latencyMs } = answer;
    const delivered = status >= 200 && status < 300;
    return {
      attempt: {
        ...common,
        delivered,
        status,
        latencyMs,
        error: errorOf(status),
        cause: delivered ? null : { code: status === GONE ? 'gone' : codeOfStatus(status), status },
        answer: toPrintable(answer.text()),
      },
      waitSeconds: Number(/^\d{1,9}$/.exec(answer.headers['retry-after'] ?? '')?.[0] ?? 0),
      gone: status === GONE,
    };
  } catch (error) {
    if (signal.aborted) return null;
    if (!(error instanceof OutgoingError)) throw error;
    return failed({ reason: error.message, cause: { code: causeCodeOf(error) } });
  }
}

/** Standard Webhooks: the receiver wants no more messages. */
const GONE = 410;

function errorOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400)
    return `It redirects (${status}), which is not followed: enter the address it leads to.`;
  if (status === GONE) return 'It says that it is gone (410).';
  return `It answered with ${status}.`;
}

/** The text on one line, without card numbers: an endpoint may repeat what it was sent. */
function toPrintable(text: string): string {
  return withoutCardNumbers(text)
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim();
}
