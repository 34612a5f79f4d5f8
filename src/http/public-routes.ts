// The routes of the public API. Requests are checked in the order that the API documents.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TObject } from 'typebox';
import { authorize, type Caller, identify, identifyWriter } from '../api/admission.ts';
import { executeWrite } from '../api/execute.ts';
import type { Call, Operation } from '../api/operation.ts';
import { readListQuery } from '../api/paging.ts';
import { listEvents } from '../api/public/events.ts';
import { publicOperations } from '../api/public/index.ts';
import { listLogs } from '../api/public/logs.ts';
import { readBodyOf, readQuery } from '../api/validate.ts';
import { todayAt } from '../model/property.ts';
import { SANDBOX_TOKEN } from '../model/token.ts';
import { Problem } from '../problems.ts';
import type { AppContext } from './app.ts';
import { isUnchanged } from './caching.ts';
import { createEventFeed } from './events.ts';
import { idempotencyKeyOf, rejectOtherMethods, routePath, sendJson } from './routes.ts';
import { answerList } from './send-list.ts';

type PublicRequest = FastifyRequest<{ Params: { api_token: string } }>;

export function registerPublicRoutes(app: FastifyInstance, context: AppContext): void {
  const callers = new WeakMap<FastifyRequest, Caller>();
  const sendEvents = createEventFeed(app, context);
  for (const operation of publicOperations) {
    app.route<{ Params: { api_token: string } }>({
      method: operation.method,
      url: routePath(operation.path),
      ...(operation.kind === 'write' && operation.bodyLimit && { bodyLimit: operation.bodyLimit }),
      onRequest: async (request, reply) => {
        const caller = await identifyCaller(request, context, operation);
        callers.set(request, caller);
        await context.rateLimiter.count(request, reply, caller);
        authorize(caller, operation);
        await context.admitBody(request, reply, caller.property.hotelId);
      },
      handler: async (request, reply) => {
        const caller = callers.get(request)!;
        if (operation === listLogs) await context.usage.flush();
        if (operation === listEvents) {
          // A stream ends with its client's connection, which the framework does not count as a response.
          reply.raw.once('close', () => {
            if (!reply.raw.writableFinished) recordUsage(request, reply, operation, { caller, context });
          });
          return sendEvents(request, reply, { caller, call: callOf(caller, request, context) });
        }
        return serve(request, reply, operation, callOf(caller, request, context));
      },
      onResponse: async (request, reply) => {
        const caller = callers.get(request);
        if (caller) recordUsage(request, reply, operation, { caller, context });
      },
    });
  }
  rejectOtherMethods(app, publicOperations);
}

/**
 * Finds the caller behind the token in the path. Wrong tokens count against the limit of the client's
 * address.
 */
export async function identifyCaller(
  request: PublicRequest,
  context: AppContext,
  { kind }: Pick<Operation, 'kind'>,
): Promise<Caller> {
  const { api_token: token } = request.params;
  if (token === SANDBOX_TOKEN) await context.refreshSandbox();
  try {
    return await (kind === 'write' ? identifyWriter : identify)(context.db, token);
  } catch (error) {
    if (error instanceof Problem && error.code === 'unknown_token')
      await context.rateLimiter.countWrongToken(request);
    throw error;
  }
}

function callOf({ property }: Caller, request: FastifyRequest, context: AppContext): Call {
  const now = context.now();
  return {
    db: context.db.forProperty(property.hotelId),
    property,
    now,
    today: todayAt(property, now),
    baseUrl: context.baseUrl(),
    ifMatch: request.headers['if-match'],
  };
}

async function serve(request: FastifyRequest, reply: FastifyReply, operation: Operation, call: Call) {
  const given = request.query as Record<string, unknown>;
  if (operation.kind === 'list') {
    return answerList(request, reply, { operation, call, ...readListQuery<TObject>(operation, given) });
  }
  const query: object = readQuery(operation.query as TObject, given);
  if (operation.kind === 'write') {
    const body = readBodyOf(operation, request.body);
    const executed = await executeWrite(operation, call, { query, body }, idempotencyKeyOf(request));
    return sendJson(reply, executed);
  }
  if (isUnchanged(request, reply, operation, call)) return reply.send();
  return sendJson(reply, { answer: await operation.run(call, query) });
}

/**
 * Adds the request to the usage log. Requests with the sandbox token are left out: the log of the sample
 * property is part of the sample, and visitors must not see each other in it.
 */
function recordUsage(
  request: FastifyRequest,
  reply: FastifyReply,
  operation: Operation,
  { caller, context }: { caller: Caller; context: AppContext },
): void {
  if (caller.tokenId === null) return;
  const resource = operation.path.split('/')[2];
  context.usage.add(
    {
      kind: 'api',
      hotelId: caller.property.hotelId,
      createdAt: context.now(),
      summary: `${operation.method} ${resource} ${reply.statusCode}`,
      method: operation.method,
      path: operation.path,
      status: reply.statusCode,
      durationMs: reply.elapsedTime,
      requestId: request.id,
      tokenLabel: caller.label,
    },
    caller.tokenId,
  );
}
