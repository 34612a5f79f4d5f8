// The routes of the operator API, which one key opens.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TObject } from 'typebox';
import { clearCallerCache } from '../api/admission.ts';
import { changeOnce } from '../api/execute.ts';
import type { Call } from '../api/operation.ts';
import { operatorOperations } from '../api/operator/index.ts';
import { type OperatorOperation, queryOf } from '../api/operator/operation.ts';
import { readListQuery } from '../api/paging.ts';
import { listLogs } from '../api/public/logs.ts';
import { readBodyOf, readQuery } from '../api/validate.ts';
import { todayAt } from '../model/property.ts';
import { getProperty } from '../pms/properties.ts';
import { Problem } from '../problems.ts';
import type { AppContext } from './app.ts';
import { isUnchanged } from './caching.ts';
import { type AuditEntry, auditEntryFor } from './operator-audit.ts';
import { idempotencyKeyOf, rejectOtherMethods, routePath, sendJson } from './routes.ts';
import { answerList } from './send-list.ts';

export function registerOperatorRoutes(app: FastifyInstance, context: AppContext): void {
  for (const operation of operatorOperations) {
    app.route({
      method: operation.method,
      url: routePath(operation.path),
      ...(operation.kind === 'write' && operation.bodyLimit && { bodyLimit: operation.bodyLimit }),
      onRequest: async (request, reply) => {
        requireOperator(request, context);
        const { hotel_id: hotelId } = request.params as { hotel_id?: string };
        await context.admitBody(request, reply, Number(hotelId ?? 0));
      },
      handler: (request, reply) =>
        serve(request, reply, operation, context).finally(() => {
          if (operation.method !== 'GET') clearCallerCache(context.db);
        }),
    });
  }
  rejectOtherMethods(app, operatorOperations);
}

/** Throws `unauthorized` unless the request has the operator key, `rate_limited` after too many wrong ones. */
export function requireOperator(request: FastifyRequest, context: AppContext): void {
  context.operatorGuard(request);
}

/**
 * Runs a call and writes its audit entry: for every write, and for every read of data that only the operator
 * may see.
 */
async function serve(
  request: FastifyRequest,
  reply: FastifyReply,
  operation: OperatorOperation,
  context: AppContext,
): Promise<FastifyReply> {
  const entry = auditEntryFor(request, operation, context);
  try {
    return await perform(request, reply, operation, { context, entry });
  } catch (error) {
    await entry?.refuse(error);
    throw error;
  }
}

async function perform(
  request: FastifyRequest,
  reply: FastifyReply,
  operation: OperatorOperation,
  { context, entry }: { context: AppContext; entry: AuditEntry | null },
): Promise<FastifyReply> {
  const key = operation.method === 'GET' ? null : idempotencyKeyOf(request);
  const params = readQuery(operation.params as TObject, request.params as Record<string, unknown>);
  const given = request.query as Record<string, unknown>;
  const listed = operation.kind === 'list' ? readListQuery<TObject>(operation, given) : null;
  const query: object = listed ? listed.query : readQuery(queryOf(operation), given);
  const body = readBodyOf(operation, request.body);
  const now = context.now();
  if (operation.kind === 'installation') {
    const { db } = context;
    const call = { db, now, baseUrl: context.baseUrl(), idempotencyKey: key, record: entry?.record };
    const executed = await operation.run(call, body, query);
    // A write without a transaction of its own is recorded afterwards.
    if (entry && !entry.recorded()) await entry.record(db, executed);
    return sendJson(reply, executed);
  }
  const property = await getProperty(context.db, (params as { hotel_id: number }).hotel_id);
  const call: Call = {
    db: context.db.forProperty(property.hotelId),
    property,
    now,
    today: todayAt(property, now),
    baseUrl: context.baseUrl(),
    ifMatch: request.headers['if-match'],
    allowHttp: context.allowHttp ?? false,
    previewChannel: context.previewChannel,
  };
  if (operation.kind === 'list') {
    if (operation.name === listLogs.name) await context.usage.flush();
    return answerList(request, reply, { operation, call, ...listed! });
  }
  if (operation.kind === 'read') {
    const { caching } = operation;
    if (caching && isUnchanged(request, reply, { ...operation, caching }, call)) return reply.send();
    const answer = await operation.run(call, { ...params, ...query });
    // Data is shown only after its audit entry was stored.
    await entry?.record(context.db, { answer, replayed: false });
    return sendJson(reply, { answer });
  }
  if (property.sandboxAt) throw new Problem('demo_mode', 'The sample property cannot be changed.');
  const executed = await changeOnce(call, {
    key,
    request: { operation: operation.name, params, ...(operation.query && { query }), body },
    secret: operation.secret,
    record: entry?.record,
    run: (tx) => operation.run(tx, call, { params, query, body }),
  });
  return sendJson(reply, executed);
}
