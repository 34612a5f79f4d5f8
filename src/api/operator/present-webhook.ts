// Webhooks as the operator API shows them, without their secrets.
import type { Static } from 'typebox';
import type { WebhookDelivery } from '../../model/webhook.ts';
import type { ListedWebhook } from '../../pms/webhooks.ts';
import { presentCause } from '../cause-record.ts';
import { presentMoment } from '../present.ts';
import type { webhookDeliverySchema, webhookSchema } from './records.ts';

export function presentWebhook(from: ListedWebhook): Static<typeof webhookSchema> {
  return {
    id: from.webhookId,
    hotel_id: from.hotelId,
    url: from.url,
    kinds: from.kinds as Static<typeof webhookSchema>['kinds'],
    active: from.active,
    state: from.state,
    delivered_seq: from.cursorSeq,
    behind: Math.max(0, from.lastSeq - from.cursorSeq),
    attempts: from.attempts,
    next_attempt_at: from.retryAt && presentMoment(from.retryAt),
    last_error: from.lastError,
    last_delivered_at: from.lastDeliveredAt && presentMoment(from.lastDeliveredAt),
    created_at: presentMoment(from.createdAt),
    updated_at: presentMoment(from.updatedAt),
    contacts: from.contacts,
    last_error_cause: presentCause(from.lastErrorCause),
  };
}

export function presentWebhookDelivery(from: WebhookDelivery): Static<typeof webhookDeliverySchema> {
  return {
    id: from.deliveryId,
    webhook_id: from.webhookId,
    seq: from.seq,
    kind: from.kind,
    attempt: from.attempt,
    at: presentMoment(from.at),
    delivered: from.delivered,
    status: from.status,
    latency_ms: Math.round(from.latencyMs * 100) / 100,
    error: from.error,
    answer: from.answer,
    error_cause: presentCause(from.cause),
  };
}
