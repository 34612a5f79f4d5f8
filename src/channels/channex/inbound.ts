// Webhooks of Channex, which announce new records.

import type { Inbound, InboundRequest } from '../channel.ts';
import { fieldsOf, readJson, textOf } from '../json.ts';
import type { ChannexConnection } from './settings.ts';

/**
 * Reads a webhook. It only announces new records, whatever else it carries: the records are read from the
 * feed. Events without records to read are answered and ignored: with the mask `*`, each of our own pushes
 * comes back as `ari`. A global webhook also reports events of other properties.
 */
export function decodeInbound({ method, body }: InboundRequest, connection: ChannexConnection): Inbound {
  const answer = (status: number, value: object) => ({
    status,
    contentType: 'application/json',
    body: JSON.stringify(value),
  });
  if (method !== 'POST') return { kind: 'refused', answer: answer(405, { error: 'POST is expected here' }) };
  // Without `send_data` a webhook has no body.
  const json = body.trim() === '' ? {} : readJson(body);
  if (json === undefined) return { kind: 'refused', answer: answer(400, { error: 'JSON is expected here' }) };
  const { event, property_id: property } = fieldsOf(json);
  const ofOtherProperty = textOf(property) !== null && textOf(property) !== connection.settings.property_id;
  const kind = ofOtherProperty || IGNORED_EVENTS.has(textOf(event) ?? '') ? 'answered' : 'hint';
  return { kind, answer: answer(200, { success: true }) };
}

/** docs.channex.io, "Webhook Collection": events of the calendar, the OTAs' connections and the account. */
const IGNORED_EVENTS = new Set([
  'ari',
  'sync_error',
  'sync_warning',
  'rate_error',
  'new_channel',
  'updated_channel',
  'activate_channel',
  'deactivate_channel',
  'disconnect_channel',
  'disconnect_listing',
  'channel_removal_warning',
  'property_removal_warning',
]);
