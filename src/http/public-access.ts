// The callers of the public API: identified by the token in the path or by their session, limited in their requests, and recorded
// in the usage log.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  authorize,
  type Caller,
  type Identified,
  identify,
  identifyPerson,
  identifyWriter,
  selectFirstProperty,
  selectProperty,
} from '../api/admission.ts';
import { readPropertyId, withoutPropertyId } from '../api/named-property.ts';
import { type Operation, writes } from '../api/operation.ts';
import { SANDBOX_TOKEN, SESSION_WORD } from '../model/token.ts';
import { Problem } from '../problems.ts';
import { isRefusalOfRights, logAccess } from './access-log.ts';
import { readSession, requireOwnPage } from './browser-requests.ts';
import type { AppContext } from './context.ts';
import { createEventFeed } from './events.ts';
import type { Access } from './operation-routes.ts';
import { recordCall } from './record-call.ts';

/**
 * Creates the access of tokens and of people who are signed in. A caller is identified, counted against its limit, and then checked for its
 * rights.
 */
export function createPublicAccess(app: FastifyInstance, context: AppContext): Access {
  const callers = new WeakMap<FastifyRequest, Caller>();
  const sendEvents = createEventFeed(app, context);
  const responded = (request: FastifyRequest, reply: FastifyReply, operation: Operation) => {
    const caller = callers.get(request);
    if (caller) recordCall(request, reply, operation, { caller, context });
  };
  return {
    async admit(request, reply, operation) {
      const caller = await admitCaller(request as PublicRequest, reply, context, {
        isWrite: writes(operation),
        ofToken: ofToken(operation),
        mayBePerson: true,
      });
      callers.set(request, caller);
      authorizeLogged(request, caller, operation);
      await context.admitBody(request, reply, caller.property.hotelId);
    },
    propertyOf: async (request) => callers.get(request)!.property,
    callerOf: (request) => callers.get(request)!,
    queryOf: ({ query }, operation) =>
      ofToken(operation) ? (query as Record<string, unknown>) : withoutPropertyId(query as object),
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
 * Returns the caller behind the token in the path, with the property that the query names. Counts the request against the limit of the
 * token; wrong tokens count against that of the client's address. `ofToken`: the request concerns all properties of the token.
 * `mayBePerson`: the word `session` in place of the token is the person of the session cookie.
 */
export async function admitCaller(
  request: PublicRequest,
  reply: FastifyReply,
  context: AppContext,
  {
    isWrite,
    ofToken = false,
    mayBePerson = false,
  }: { isWrite: boolean; ofToken?: boolean; mayBePerson?: boolean },
): Promise<Caller> {
  const { db, rateLimiter } = context;
  // A value that is no id is refused below, once the token is known to be valid.
  const named = ofToken ? null : readPropertyId(request.query as object);
  const hotelId = typeof named === 'number' ? named : null;
  const isPerson = mayBePerson && request.params.api_token === SESSION_WORD;
  const identified = isPerson
    ? await admitPerson(request, context, hotelId)
    : await admitToken(request, context, { isWrite, hotelId });
  await rateLimiter.count(request, reply, identified.holder);
  if (named instanceof Problem) throw named;
  return ofToken ? selectFirstProperty(db, identified) : selectProperty(db, identified, hotelId);
}

/** Returns the person of the session cookie. Throws `foreign_page` and `not_signed_in`. */
function admitPerson(
  request: PublicRequest,
  { db, now, baseUrl }: AppContext,
  hotelId: number | null,
): Promise<Identified> {
  requireOwnPage(request, baseUrl());
  return identifyPerson(db, readSession(request), hotelId, now());
}

/** Returns the holder of the token in the path. Throws `unknown_token`. */
async function admitToken(
  request: PublicRequest,
  { db, refreshSandbox, rateLimiter }: AppContext,
  { isWrite, hotelId }: { isWrite: boolean; hotelId: number | null },
): Promise<Identified> {
  const { api_token: token } = request.params;
  if (token === SANDBOX_TOKEN) await refreshSandbox();
  return (isWrite ? identifyWriter : identify)(db, token, hotelId).catch(async (error) => {
    if (error instanceof Problem && error.code === 'unknown_token')
      await rateLimiter.countWrongToken(request);
    throw error;
  });
}

/** Throws as `authorize` does, and logs what is refused to people. */
function authorizeLogged(request: FastifyRequest, caller: Caller, operation: Operation): void {
  try {
    authorize(caller, operation);
  } catch (error) {
    if (caller.userId !== undefined && isRefusalOfRights(error))
      logAccess(request, { operation: operation.name, outcome: error.code, userId: caller.userId });
    throw error;
  }
}

function ofToken(operation: Operation): boolean {
  return operation.kind === 'list' && operation.ofToken === true;
}
