// Webhooks as the operator API shows them, without their secrets.
import type { Static } from 'typebox';
import type { WebhookDelivery } from '../../model/webhook.ts';
import type { ListedWebhook } from '../../pms/webhooks.ts';
import { moment } from '../present.ts';
import type * as OperatorRecords from './records.ts';

export function webhook(from: ListedWebhook): Static<typeof OperatorRecords.Webhook> {
  return {
    id: from.webhookId,
    hotel_id: from.hotelId,
    url: from.url,
    kinds: from.kinds as Static<typeof OperatorRecords.Webhook>['kinds'],
    active: from.active,
    state: from.state,
    delivered_seq: from.cursorSeq,
    behind: Math.max(0, from.lastSeq - from.cursorSeq),
    attempts: from.attempts,
    next_attempt_at: from.retryAt && moment(from.retryAt),
    last_error: from.lastError,
    last_delivered_at: from.lastDeliveredAt && moment(from.lastDeliveredAt),
    created_at: moment(from.createdAt),
    updated_at: moment(from.updatedAt),
  };
}

export function delivery(from: WebhookDelivery): Static<typeof OperatorRecords.WebhookDelivery> {
  return {
    id: from.deliveryId,
    webhook_id: from.webhookId,
    seq: from.seq,
    kind: from.kind,
    attempt: from.attempt,
    at: moment(from.at),
    delivered: from.delivered,
    status: from.status,
    latency_ms: Math.round(from.latencyMs * 100) / 100,
    error: from.error,
    answer: from.answer,
  };
}
