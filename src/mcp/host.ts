// What the MCP endpoint needs of the server that carries it, and what is known of whoever calls.
import type { AuthInfo, Server, ServerContext } from '@modelcontextprotocol/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../api/admission.ts';
import type { AgentCall } from '../api/agent/tool.ts';
import type { McpConfirm } from '../config.ts';
import type { Database } from '../db/database.ts';
import { type Property, todayAt } from '../model/property.ts';
import type { ApiCall } from '../pms/activity.ts';
import type { WatchSession } from './watch.ts';

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
  surface?: Surface;
};

/** One request of somebody whose token is known. */
export type Visit = {
  caller: Caller;
  /** the client asked for no writes (X-MCP-Readonly) */
  readOnly: boolean;
  requestId: string;
  /** the client's address, as limits count it */
  address: string;
};

/** What a session is served. Its subscriptions, where the transport has them, go through `watch`. */
export type Surface = (opening: Opening) => Server;

export type Opening = {
  property: Property;
  signingKey: Buffer;
  watch?: Pick<WatchSession, 'add' | 'remove'>;
};

/** The visit travels with each message as what the SDK calls its authentication; it is no token and never printed. */
export function authInfoOf(visit: Visit) {
  return {
    token: '',
    clientId: `token/${visit.caller.tokenId ?? `sandbox/${visit.address}`}`,
    scopes: [],
    extra: { visit },
  };
}

export function visitOf(ctx: ServerContext): Visit {
  return visitIn(ctx.http?.authInfo);
}

export function visitIn(authInfo: AuthInfo | undefined): Visit {
  const visit = authInfo?.extra?.['visit'];
  if (!visit) throw new Error('A message came in without its caller.');
  return visit as Visit;
}

export function callOf(host: McpHost, { caller }: Visit, signingKey: Buffer): AgentCall {
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
export function countedAs({ caller, address }: Pick<Visit, 'caller' | 'address'>): string {
  return caller.tokenId === null ? `sandbox/${address}` : `token/${caller.tokenId}`;
}
