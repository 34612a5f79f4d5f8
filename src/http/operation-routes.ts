// The routes of the operations. Requests are checked in the order that the API documents; how a caller is let
// in is a matter of the audience.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TObject, TSchema } from 'typebox';
import type { Caller } from '../api/admission.ts';
import { executeWrite } from '../api/execute.ts';
import {
  type Call,
  type Executed,
  type InstallationCall,
  type Operation,
  type RecordAudit,
  writes,
} from '../api/operation.ts';
import { readListQuery } from '../api/paging.ts';
import type { StoredFile } from '../api/stored-file.ts';
import { readBodyOf, readQuery } from '../api/validate.ts';
import { requireVisible, visible } from '../api/visible.ts';
import { requireSpace } from '../db/free-space.ts';
import { actorOf } from '../model/actor.ts';
import { type Property, todayAt } from '../model/property.ts';
import type { Scopes } from '../model/scope.ts';
import { Problem } from '../problems.ts';
import { isRecordUnchanged, isUnchanged } from './caching.ts';
import { compressionOf } from './compression.ts';
import type { AppContext } from './context.ts';
import type { SendEvents } from './events.ts';
import type { AuditEntry } from './operator-audit.ts';
import { idempotencyKeyOf, rejectOtherMethods, routePath, sendJson } from './routes.ts';
import { sendCsv } from './send-csv.ts';
import { answerList } from './send-list.ts';
import { sendStoredFile } from './send-stored-file.ts';

/** How the callers of an audience are let in, and what is recorded of their calls. */
export type Access = {
  /** Checks the caller before the body is read. Throws when the request is not allowed. */
  admit(request: FastifyRequest, reply: FastifyReply, operation: Operation): Promise<void>;
  /** Returns the property that an operation concerns, with the checked parameters of its path. */
  propertyOf(request: FastifyRequest, operation: Operation, params: Params): Promise<Property>;
  /** Returns who calls with a token; null = the operator, who sees everything. */
  callerOf(request: FastifyRequest): Caller | null;
  /** Returns what a call that concerns the whole installation knows of the caller; absent = nothing more. */
  installationCallOf?(
    request: FastifyRequest,
    operation: Operation,
  ): Pick<InstallationCall, 'administered' | 'browser' | 'userId'>;
  /** Returns the parameters of the query that are the operation's own. */
  queryOf(request: FastifyRequest, operation: Operation): Record<string, unknown>;
  /** Runs the call of an admitted request; `audit` writes the call's audit entry. */
  perform(
    request: FastifyRequest,
    operation: Operation,
    run: (audit: Recording | null) => Promise<FastifyReply | undefined>,
  ): Promise<FastifyReply | undefined>;
  /** Called once the response has been sent. */
  responded?(request: FastifyRequest, reply: FastifyReply, operation: Operation): void;
  /** Answers a list of events that may be waited for or streamed; absent = such a list is like any other. */
  sendEvents?: SendEvents;
};

/** How the audit entry of a call that succeeded is written. */
type Recording = Pick<AuditEntry, 'record' | 'recorded'>;

/** Registers the operations of an audience. */
export function registerOperations(
  app: FastifyInstance,
  operations: readonly Operation[],
  access: Access,
  context: AppContext,
): void {
  for (const operation of operations) {
    app.route({
      method: operation.method,
      url: routePath(operation.path),
      ...compressionOf(operation),
      ...(operation.kind === 'write' && operation.bodyLimit && { bodyLimit: operation.bodyLimit }),
      onRequest: (request, reply) => access.admit(request, reply, operation),
      handler: (request, reply) =>
        access.perform(request, operation, (audit) =>
          serve({ request, reply, operation, access, context, audit }),
        ),
      onResponse: async (request, reply) => access.responded?.(request, reply, operation),
    });
  }
  rejectOtherMethods(app, operations);
}

/** The parameters of a path; `hotel_id` where the path names the property. */
type Params = { hotel_id?: number };

type Serving = {
  request: FastifyRequest;
  reply: FastifyReply;
  operation: Operation;
  access: Access;
  context: AppContext;
  audit: Recording | null;
};

async function serve(serving: Serving): Promise<FastifyReply | undefined> {
  const { request, reply, operation, access, context, audit } = serving;
  const { api_token: _, ...inPath } = request.params as Record<string, unknown>;
  const given = access.queryOf(request, operation);
  const params: Params = readQuery<TObject>(operation.params, inPath);
  if (operation.kind === 'list') {
    const { query, paging } = readListQuery<TObject>(operation, given);
    const call = await callOf(serving, params);
    requireVisible(query, operation.query, call.scopes);
    if (operation.flushesUsage) await context.usage.flush();
    const list = { operation, call, query, paging };
    const send = (operation.streamable && access.sendEvents) || answerList;
    return send(request, reply, list);
  }
  const query = readQuery<TObject>(operation.query, given);
  const body = await readBodyOf(operation, request.body);
  const idempotencyKey = writes(operation) ? idempotencyKeyOf(request) : null;
  requireIfMatchTaken(request, operation);
  if (operation.kind === 'installation') {
    const { db, now, baseUrl } = context;
    // People can sign in and read: a session is a few bytes.
    if (writes(operation) && !operation.audience.includes('session')) requireSpace(db);
    const ofCaller = access.installationCallOf?.(request, operation);
    const call = {
      ...ofCaller,
      actor: actorOf({
        tokenId: null,
        userId: ofCaller?.userId ?? ofCaller?.browser?.person?.userId ?? null,
      }),
      ...{ db, now: now(), baseUrl: baseUrl(), idempotencyKey, recordAudit: audit?.record },
    };
    const executed = await operation.run(call, { params, query, body });
    // A write without a transaction of its own is recorded afterwards.
    if (audit && !audit.recorded()) await audit.record(db, executed);
    return sendJson(reply, executed);
  }
  const call = await callOf(serving, params);
  requireVisible(query, operation.query, call.scopes);
  if (operation.kind === 'read') {
    const { caching } = operation;
    if (caching !== 'no-store' && caching !== 'record' && isUnchanged(request, reply, operation, call))
      return reply.send();
    const answer = await operation.run(call, { ...params, ...query });
    // Data is shown only after its audit entry was stored.
    await audit?.record(context.db, { answer, replayed: false });
    if (operation.file) return sendStoredFile(reply, answer as StoredFile);
    const shown = visible(answer, operation.answer, call.scopes);
    if (caching === 'record' && isRecordUnchanged(request, reply, call, shown as object)) return reply.send();
    if (operation.csv && (query as { format?: string }).format === 'csv')
      return sendCsv(reply, { csv: operation.csv, call, query, answer: shown });
    return sendJson(reply, { answer: shown });
  }
  const recordAudit: RecordAudit | undefined = audit?.record;
  const executed = await executeWrite(operation, call, { params, query, body, idempotencyKey, recordAudit });
  return sendJson(reply, executedFor(call.scopes, operation, executed));
}

/** Throws `precondition_not_supported` where If-Match would have no effect: a caller who sends it relies on it. */
export function requireIfMatchTaken({ headers }: FastifyRequest, operation: Operation): void {
  if (headers['if-match'] === undefined || !writes(operation)) return;
  if (operation.kind === 'write' && operation.changes) return;
  throw new Problem('precondition_not_supported');
}

/**
 * Returns an answer as the caller sees it. A stored answer may be that of a caller who sees more: its ETag, which is made of
 * the record, is left out.
 */
function executedFor(scopes: Scopes, operation: { answer: TSchema }, executed: Executed): Executed {
  if (scopes === null) return executed;
  const { etag, ...others } = executed.headers ?? {};
  const headers = etag === undefined || executed.replayed ? others : { ...others, etag };
  return { ...executed, headers, answer: visible(executed.answer, operation.answer, scopes) };
}

async function callOf({ request, operation, access, context }: Serving, params: Params): Promise<Call> {
  const property = await access.propertyOf(request, operation, params);
  const now = context.now();
  const caller = access.callerOf(request);
  return {
    db: context.db.forProperty(property.hotelId),
    property,
    scopes: caller?.scopes ?? null,
    token: caller,
    actor: actorOf(caller),
    now,
    today: todayAt(property, now),
    baseUrl: context.baseUrl(),
    ifMatch: request.headers['if-match'],
    allowHttp: context.allowHttp ?? false,
    previewChannel: context.previewChannel,
    readAttachment: context.readAttachment,
  };
}
