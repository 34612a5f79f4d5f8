// What the MCP endpoint needs of the server that carries it, and what is known of whoever calls.
import type { AuthInfo, Server, ServerContext } from '@modelcontextprotocol/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../api/admission.ts';
import type { AgentCall } from '../api/agent/tool.ts';
import type { McpConfirm } from '../config.ts';
import type { Database } from '../db/database.ts';
import { type Property, todayAt } from '../model/property.ts';
import type { ApiCall } from '../pms/activity.ts';
import type { WatchSession } from './subscriptions.ts';

export type McpSettings = {
  /** names, beside those of this machine and of BASE_URL, under which the endpoint is reached and web pages may use it */
  hosts: readonly string[];
  /** `auto`: clients that can ask their user do; `strict`: all others get a preview first; `off`: nobody is asked */
  confirm: McpConfirm;
  streamsPerToken: number;
  sessionsPerToken: number;
  /** sessions, and streams, in all */
  sessions: number;
};

export type McpRequest = FastifyRequest<{
  Params: { api_token: string };
  Querystring: { sessionId?: string };
}>;

export type McpHost = {
  db: Database;
  now: () => Temporal.Instant;
  baseUrl: () => string;
  calendarDomain: string;
  settings: McpSettings;
  /** the caller behind the token, who may call now: else throws `unknown_token`, `rate_limited`, `subscription_required` */
  admit(request: McpRequest, reply: FastifyReply): Promise<Caller>;
  /** headers that every answer has */
  headersOf(request: McpRequest, reply: FastifyReply): Record<string, unknown>;
  note(entry: ApiCall, tokenId: number): void;
  /** stores what was noted: reading the log does so first */
  flush(): Promise<void>;
  /** an error of ours, for our log: neither arguments nor answers are in it */
  report(error: unknown, about: { request_id: string }): void;
  /** builds what is served to one session: innwire's own, or in a test of the transports another */
  createServer?: McpServerFactory;
};

/** One request of somebody whose token is known. */
export type McpCallContext = {
  caller: Caller;
  /** the client asked for no writes (X-MCP-Readonly) */
  readOnly: boolean;
  requestId: string;
  /** the client's address, as limits count it */
  address: string;
};

/** What a session is served. Its subscriptions, where the transport has them, go through `watch`. */
export type McpServerFactory = (opening: SessionContext) => Server;

export type SessionContext = {
  property: Property;
  signingKey: Buffer;
  watch?: Pick<WatchSession, 'add' | 'remove'>;
};

/** The visit travels with each message as what the SDK calls its authentication; it is no token and never printed. */
export function authInfoOf(context: McpCallContext) {
  return {
    token: '',
    clientId: `token/${context.caller.tokenId ?? `sandbox/${context.address}`}`,
    scopes: [],
    extra: { context },
  };
}

export function callContextOf(ctx: ServerContext): McpCallContext {
  return callContextIn(ctx.http?.authInfo);
}

export function callContextIn(authInfo: AuthInfo | undefined): McpCallContext {
  const context = authInfo?.extra?.['visit'];
  if (!context) throw new Error('A message came in without its caller.');
  return context as McpCallContext;
}

export function callOf(host: McpHost, { caller }: McpCallContext, signingKey: Buffer): AgentCall {
  const now = host.now();
  const { property } = caller;
  return {
    db: host.db.forProperty(property.hotelId),
    property,
    now,
    today: todayAt(property, now),
    baseUrl: host.baseUrl(),
    signingKey,
    calendarDomain: host.calendarDomain,
  };
}

/** Streams and sessions are counted by token; the sandbox's is everybody's, so there by address. */
export function countedAs({ caller, address }: Pick<McpCallContext, 'caller' | 'address'>): string {
  return caller.tokenId === null ? `sandbox/${address}` : `token/${caller.tokenId}`;
}
