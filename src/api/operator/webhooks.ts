// /operator/properties/{hotel_id}/webhooks: programs that receive every event, signed and in order.
import { KIND_FILTERS } from '../../model/event.ts';
import { listDeliveries } from '../../pms/webhook-deliveries.ts';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  replayWebhook,
  rotateSecret,
  testWebhook,
} from '../../pms/webhooks.ts';
import { invalidData } from '../../problems.ts';
import type { Call } from '../operation.ts';
import { readOperation, writeOperation } from '../operation.ts';
import { array, boolean, id, integer, nullable, object, oneOf, optional, text, verbatim } from '../schema.ts';
import { requireHttps } from './addresses.ts';
import { presentWebhook, presentWebhookDelivery } from './present-webhook.ts';
import { newWebhookSchema, webhookDeliverySchema, webhookSchema } from './records.ts';

const tag = 'Webhooks';
const path = '/webhooks';
const ofWebhook = object({ id: id('webhook', 1) });

const url = verbatim(
  text({
    description: 'https address that accepts POST; redirects are not followed',
    minLength: 1,
    maxLength: 2_000,
    example: 'https://locks.example.com/innwire',
  }),
);
const kinds = nullable(
  array(oneOf(KIND_FILTERS), {
    description: 'only events of these kinds, `booking.*` = all that begin so; null or absent = all',
    minItems: 1,
    maxItems: KIND_FILTERS.length,
    example: ['booking.created', 'message.*'],
  }),
);
const active = boolean({ description: 'false: nothing is sent until it is switched on', example: true });
const contacts = boolean({
  description:
    'false: events are sent without personal data of guests, and events of guests not at all; absent = true',
  example: true,
});

export const createWebhookOperation = writeOperation({
  name: 'createWebhook',
  audience: ['operator'],
  ownersOnly: true,
  method: 'POST',
  path,
  tag,
  summary: 'Create a webhook',
  description:
    'The endpoint gets every event from now on, in order, at least once, each as one POST signed by the Standard Webhooks specification. The secret is shown only in this answer.',
  problems: [],
  body: object({ url, kinds: optional(kinds), active: optional(active), contacts: optional(contacts) }),
  answer: newWebhookSchema,
  secretMember: 'secret',
  run: async (tx, call, { body }) => {
    const wanted = {
      url: toUrl(body.url, call),
      kinds: body.kinds ?? null,
      active: body.active ?? true,
      contacts: body.contacts ?? true,
    };
    const { secret, ...made } = await createWebhook(tx, wanted, call.db.secrets);
    return { ...presentWebhook(made), secret };
  },
});

export const listWebhooksOperation = readOperation({
  name: 'listWebhooks',
  audience: ['operator'],
  method: 'GET',
  path,
  tag,
  summary: 'List webhooks',
  description: 'The endpoints of a property, how far each has come, and which are failing.',
  problems: [],
  caching: 'no-store',
  answer: array(webhookSchema),
  run: async (call) => (await listWebhooks(call.db, call.property.hotelId)).map(presentWebhook),
});

export const changeWebhookOperation = writeOperation({
  name: 'changeWebhook',
  audience: ['operator'],
  ownersOnly: true,
  method: 'PATCH',
  path: `${path}/{id}`,
  tag,
  summary: 'Change a webhook',
  description:
    'Members that you leave out keep their values. After it is switched on again, or gets another address, the endpoint receives the events after the last delivered one: none is skipped.',
  problems: ['not_found'],
  params: ofWebhook,
  body: object({
    url: optional(url),
    kinds: optional(kinds),
    active: optional(active),
    contacts: optional(contacts),
  }),
  answer: webhookSchema,
  run: async (tx, call, { params, body }) => {
    const patch = {
      ...(body.url !== undefined && { url: toUrl(body.url, call) }),
      ...(body.kinds !== undefined && { kinds: body.kinds }),
      ...(body.active !== undefined && { active: body.active }),
      ...(body.contacts !== undefined && { contacts: body.contacts }),
    };
    return presentWebhook(await changeWebhook(tx, params.id, patch, call.db.secrets));
  },
});

export const deleteWebhookOperation = writeOperation({
  name: 'deleteWebhook',
  audience: ['operator'],
  ownersOnly: true,
  // It goes on sending what is erased.
  archivedToo: true,
  method: 'DELETE',
  path: `${path}/{id}`,
  tag,
  summary: 'Delete a webhook',
  description: 'Stops deliveries to the endpoint, and deletes its list of attempts.',
  problems: ['not_found'],
  params: ofWebhook,
  answer: object({ id: id('webhook', 1), deleted: boolean({ example: true }) }),
  run: async (tx, _call, { params }) => {
    await deleteWebhook(tx, params.id);
    return { id: params.id, deleted: true };
  },
});

export const rotateWebhookSecretOperation = writeOperation({
  name: 'rotateWebhookSecret',
  audience: ['operator'],
  ownersOnly: true,
  method: 'POST',
  path: `${path}/{id}/rotate`,
  tag,
  summary: 'Replace the secret',
  description:
    'Gives the endpoint a new secret. For a day, messages are signed with both secrets, so that the receiver has time to change.',
  problems: ['not_found'],
  params: ofWebhook,
  answer: newWebhookSchema,
  secretMember: 'secret',
  run: async (tx, call, { params }) => {
    const { secret, ...webhook } = await rotateSecret(tx, params.id, call.db.secrets);
    return { ...presentWebhook(webhook), secret };
  },
});

export const replayWebhookOperation = writeOperation({
  name: 'replayWebhook',
  audience: ['operator'],
  ownersOnly: true,
  method: 'POST',
  path: `${path}/{id}/replay`,
  tag,
  summary: 'Deliver again from an event on',
  description:
    'Continues the deliveries at `from_seq`, which may be an earlier or a later event; an endpoint that is `failing` is switched on again. Each event keeps its `webhook-id`.',
  problems: ['not_found', 'events_compacted'],
  params: ofWebhook,
  body: object({
    from_seq: integer({
      description: 'first event to deliver; the last one + 1 = only new events',
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      example: 1,
    }),
  }),
  answer: webhookSchema,
  run: async (tx, _call, { params, body }) =>
    presentWebhook(await replayWebhook(tx, params.id, body.from_seq)),
});

export const testWebhookOperation = writeOperation({
  name: 'testWebhook',
  audience: ['operator'],
  ownersOnly: true,
  method: 'POST',
  path: `${path}/{id}/test`,
  tag,
  summary: 'Send a test',
  description:
    'Sends one message of type `webhook.test` within seconds, whatever the state of the endpoint. The result is in the list of its attempts.',
  problems: ['not_found'],
  params: ofWebhook,
  answer: webhookSchema,
  run: async (tx, _call, { params }) => presentWebhook(await testWebhook(tx, params.id)),
});

const DELIVERIES_SHOWN = 50;

export const listWebhookDeliveriesOperation = readOperation({
  name: 'listWebhookDeliveries',
  audience: ['operator'],
  method: 'GET',
  path: `${path}/{id}/deliveries`,
  tag,
  summary: 'List attempts',
  description: `Attempts to deliver in the last 14 days, newest first; \`limit\` is ${DELIVERIES_SHOWN} by default.`,
  problems: ['not_found'],
  params: ofWebhook,
  query: object({
    limit: optional(integer({ description: 'how many', minimum: 1, maximum: 1000, example: 50 })),
    before: optional(id('only attempts before this one: the id of the last that was read', 1000)),
  }),
  caching: 'no-store',
  answer: array(webhookDeliverySchema),
  run: async (call, { id: webhookId, limit = DELIVERIES_SHOWN, before }) => {
    const { hotelId } = call.property;
    await getWebhook(call.db, hotelId, webhookId);
    const page = { size: limit, after: before === undefined ? null : [before] };
    return (await listDeliveries(call.db, hotelId, webhookId, page)).map(presentWebhookDelivery);
  },
});

/**
 * Validates and normalizes a URL. A masked URL (with `***`) from a list stays as it is: it stands for the
 * stored one.
 */
function toUrl(given: string, call: Call): string {
  requireHttps('url', given, call);
  const { href, protocol } = new URL(given.trim());
  if (protocol === 'webcal:') throw invalidData({ field: 'url', rule: 'no_https' });
  return given.includes('***') ? given.trim() : href;
}
