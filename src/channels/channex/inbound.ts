// Webhooks of Channex, which announce new records and report what happens to the OTAs.

import type { Inbound, InboundRequest } from '../channel.ts';
import { fieldsOf, readJson, textOf } from '../json.ts';
import { readReports } from './otas.ts';
import type { ChannexConnection } from './settings.ts';

/**
 * Reads a webhook. It announces new records, which are read from the feed, or reports something about the OTAs
 * behind the property. With the mask `*`, each of our own pushes comes back as `ari`, which is answered and
 * ignored. A global webhook also reports events of other properties.
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
  const webhook = fieldsOf(json);
  const property = textOf(webhook['property_id']);
  const success = answer(200, { success: true });
  const ofOtherProperty = property !== null && property !== connection.settings.property_id;
  if (ofOtherProperty || webhook['event'] === 'ari') return { kind: 'answered', answer: success };
  const reports = readReports(webhook);
  return reports === null ? { kind: 'hint', answer: success } : { kind: 'reports', reports, answer: success };
}
