// The interface between the MCP endpoint and the HTTP server, and the context of a call.
import type { AuthInfo, Server, ServerContext } from '@modelcontextprotocol/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../api/admission.ts';
import type { AgentCall } from '../api/agent/tool.ts';
import type { McpConfirm } from '../config.ts';
import type { Database } from '../db/database.ts';
import { INNWIRE } from '../model/actor.ts';
import { type Property, todayAt } from '../model/property.ts';
import type { ApiCall } from '../pms/activity.ts';
import { cleanName } from './client-name.ts';
import type { WatchSession } from './subscriptions.ts';

/** The settings of the endpoint. */
export type McpSettings = {
  /**
   * host names, beside those of this machine and of BASE_URL, under which the endpoint is reached and web
   * pages may use it
   */
  hosts: readonly string[];
  /**
   * `auto`: clients that can ask their user do so; `strict`: all others get a preview first; `desk`: every write waits for a
   * person at the desk; `off`: nobody is asked
   */
  confirm: McpConfirm;
  streamsPerToken: number;
  sessionsPerToken: number;
  /** maximum number of sessions, and of streams, of this process */
  sessions: number;
};

export type McpRequest = FastifyRequest<{
  Params: { api_token: string };
  Querystring: { sessionId?: string; hotel_id?: string };
}>;

/** What the endpoint uses of the HTTP server. */
export type McpHost = {
  db: Database;
  now: () => Temporal.Instant;
  baseUrl: () => string;
  calendarDomain: string;
  settings: McpSettings;
  /**
   * Returns the caller behind the token. Throws `unknown_token`, `rate_limited` or `subscription_required` if
   * it may not call now.
   */
  admit(request: McpRequest, reply: FastifyReply): Promise<Caller>;
  /** returns the headers of every response */
  headersOf(request: McpRequest, reply: FastifyReply): Record<string, unknown>;
  note(entry: ApiCall, tokenId: number): void;
  /** stores the recorded entries; call it before reading the log */
  flush(): Promise<void>;
  /** logs an error of this server, without arguments or answers */
  report(error: unknown, about: { request_id: string }): void;
  /** creates the server of one session: innwire's own, or another one in tests of the transports */
  createServer?: McpServerFactory;
};

/** The context of a request whose token is valid. */
export type McpCallContext = {
  caller: Caller;
  /** the client asked for a connection without writes (X-MCP-Readonly) */
  readOnly: boolean;
  /** the answer goes to a client that takes no stream, in which its user could be asked */
  cannotBeAsked?: boolean;
  requestId: string;
  /** the client's address in the form that limits count */
  address: string;
};

/** Creates the server of a session. Subscriptions, where the transport has them, go through `watch`. */
export type McpServerFactory = (session: SessionContext) => Server;

/** What the server of one session needs. */
export type SessionContext = {
  property: Property;
  signingKey: Buffer;
  watch?: Pick<WatchSession, 'add' | 'remove'>;
};

/**
 * Passes the call context through the SDK as its authentication info. It contains no token and is never
 * printed.
 */
export function authInfoOf(context: McpCallContext) {
  return {
    token: '',
    clientId: `token/${context.caller.tokenId ?? `sandbox/${context.address}`}`,
    scopes: [],
    extra: { context },
  };
}

/** Returns the call context of a request handler. Throws when there is none. */
export function callContextOf(ctx: ServerContext): McpCallContext {
  return callContextIn(ctx.http?.authInfo);
}

/** Returns the call context that `authInfoOf` stored. Throws when there is none. */
export function callContextIn(authInfo: AuthInfo | undefined): McpCallContext {
  const context = authInfo?.extra?.['context'];
  if (!context) throw new Error('A message came in without its caller.');
  return context as McpCallContext;
}

/** Whether the writes of a caller wait until a person at the desk approves them. */
export function onlyProposes(
  { caller }: Pick<McpCallContext, 'caller'>,
  { settings }: Pick<McpHost, 'settings'>,
): boolean {
  return caller.access === 'propose' || (caller.access === 'full' && settings.confirm === 'desk');
}

/** Builds the context of an operation for a call, with the current time. */
export function callOf(
  host: McpHost,
  { caller }: McpCallContext,
  { signingKey, client = null }: { signingKey: Buffer; client?: string | null },
): AgentCall {
  const now = host.now();
  const { property } = caller;
  return {
    db: host.db.forProperty(property.hotelId),
    property,
    scopes: caller.scopes,
    actor:
      caller.tokenId === null
        ? INNWIRE
        : { kind: 'agent', tokenId: caller.tokenId, agent: cleanName(client) },
    now,
    today: todayAt(property, now),
    baseUrl: host.baseUrl(),
    signingKey,
    calendarDomain: host.calendarDomain,
  };
}

/**
 * Returns the key under which streams and sessions are counted: the token, with the property if it opens several; for the sandbox
 * token, which everybody has, the address.
 */
export function countedAs({ caller, address }: Pick<McpCallContext, 'caller' | 'address'>): string {
  if (caller.tokenId === null) return `sandbox/${address}`;
  return `token/${caller.tokenId}${caller.opens === 'one' ? '' : `/${caller.property.hotelId}`}`;
}
