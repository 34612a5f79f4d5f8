// GET /operator/audit: the audit trail of calls with the operator's key, and of people who are signed in.
import type { Static } from 'typebox';
import { listActions, type OperatorAction, WHOLE_INSTALLATION } from '../../pms/operator-actions.ts';
import { parseMoment } from '../input.ts';
import { installationOperation } from '../operation.ts';
import { presentMoment as showMoment } from '../present.ts';
import { array, id, integer, moment, object, optional, text } from '../schema.ts';
import { auditEntrySchema } from './records.ts';

const SHOWN = 50;

export const listAuditOperation = installationOperation({
  name: 'listAudit',
  audience: ['operator'],
  method: 'GET',
  path: '/audit',
  tag: 'Audit trail',
  summary: 'List what was done with the operator key and by people who sign in',
  description: `Calls with the operator key, and of people who are signed in to /operator, that changed something, that were refused, or that read sensitive records such as backups and exchanges, and attempts to sign in with what people change of their sessions; newest first, \`limit\` is ${SHOWN} by default. Secret and personal values are hidden. Entries are kept for 400 days. An owner sees those of the properties that the owner owns.`,
  problems: ['owner_required'],
  forOwners: 'of_some',
  headers: { link: 'the next page: `rel="next"`' },
  query: object({
    hotel_id: optional(id(`only of this property; ${WHOLE_INSTALLATION} = of the installation`, 1001)),
    operation: optional(text({ description: 'only this operation', maxLength: 100, example: 'createToken' })),
    outcome: optional(
      text({ description: '`ok`, `replayed`, or the code of a refusal', maxLength: 100, example: 'ok' }),
    ),
    since: optional(moment('only from this moment on')),
    until: optional(moment('only before this moment')),
    limit: optional(integer({ description: 'how many', minimum: 1, maximum: 1000, example: 50 })),
    before: optional(id('only entries before this one: the id of the last that was read', 1000)),
  }),
  answer: array(auditEntrySchema),
  run: async (call, { query }) => {
    const { limit = SHOWN, since, until, hotel_id: hotelId, ...rest } = query;
    const filter = {
      ...rest,
      hotelId,
      hotelIds: call.administered ?? null,
      since: since === undefined ? null : parseMoment(since),
      until: until === undefined ? null : parseMoment(until),
    };
    const found = await listActions(call.db, filter, limit + 1);
    const page = found.slice(0, limit);
    return {
      answer: page.map(auditEntry),
      replayed: false,
      ...(found.length > limit && {
        headers: { link: nextLink(call.baseUrl, { ...query, before: page.at(-1)!.actionId }) },
      }),
    };
  },
});

function nextLink(baseUrl: string, query: object): string {
  const parameters = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return `<${baseUrl}/operator/audit?${parameters}>; rel="next"`;
}

function auditEntry(from: OperatorAction): Static<typeof auditEntrySchema> {
  return {
    id: from.actionId,
    hotel_id: from.hotelId === WHOLE_INSTALLATION ? null : from.hotelId,
    created_at: showMoment(from.at),
    operation: from.operation,
    outcome: from.outcome,
    address: from.address,
    request_id: from.requestId,
    target: from.target,
    changed: from.changed,
    user_id: from.userId,
  };
}
