// The callers of the public API: identified by the token in the path, limited in their requests, and recorded
// in the usage log.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { authorize, type Caller, identify, identifyWriter } from '../api/admission.ts';
import { type Operation, writes } from '../api/operation.ts';
import { SANDBOX_TOKEN } from '../model/token.ts';
import { Problem } from '../problems.ts';
import type { AppContext } from './context.ts';
import { createEventFeed } from './events.ts';
import type { Access } from './operation-routes.ts';

/**
 * Creates the access of tokens. A caller is identified, counted against its limit, and then checked for its
 * rights.
 */
export function createPublicAccess(app: FastifyInstance, context: AppContext): Access {
  const callers = new WeakMap<FastifyRequest, Caller>();
  const sendEvents = createEventFeed(app, context);
  const responded = (request: FastifyRequest, reply: FastifyReply, operation: Operation) => {
    const caller = callers.get(request);
    if (caller) recordUsage(request, reply, operation, { caller, context });
  };
  return {
    async admit(request, reply, operation) {
      const caller = await identifyCaller(request as PublicRequest, context, {
        isWrite: writes(operation),
      });
      callers.set(request, caller);
      await context.rateLimiter.count(request, reply, caller);
      authorize(caller, operation);
      await context.admitBody(request, reply, caller.property.hotelId);
    },
    propertyOf: async (request) => callers.get(request)!.property,
    scopesOf: (request) => callers.get(request)!.scopes,
    perform: (_request, _operation, run) => run(null),
    responded,
    sendEvents(request, reply, asked) {
      // A stream ends with its client's connection, which the framework does not count as a response.
      reply.raw.once('close', () => {
        if (!reply.raw.writableFinished) responded(request, reply, asked.operation);
      });
      return sendEvents(request, reply, { ...asked, caller: callers.get(request)! });
    },
  };
}

type PublicRequest = FastifyRequest<{ Params: { api_token: string } }>;

/**
 * Finds the caller behind the token in the path. Wrong tokens count against the limit of the client's
 * address.
 */
export async function identifyCaller(
  request: PublicRequest,
  context: AppContext,
  { isWrite }: { isWrite: boolean },
): Promise<Caller> {
  const { api_token: token } = request.params;
  if (token === SANDBOX_TOKEN) await context.refreshSandbox();
  try {
    return await (isWrite ? identifyWriter : identify)(context.db, token);
  } catch (error) {
    if (error instanceof Problem && error.code === 'unknown_token')
      await context.rateLimiter.countWrongToken(request);
    throw error;
  }
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
