// Sessions of Streamable HTTP, revisions 2025-03-26 to 2025-11-25: started by `initialize`, kept while used,
// restored after a restart.
import {
  SUPPORTED_PROTOCOL_VERSIONS,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { FastifyReply } from 'fastify';
import type { Problem } from '../problems.ts';
import { BOTH_KINDS, takesEvents, withoutEvents } from './accept.ts';
import { clientName } from './client-name.ts';
import { authInfoOf, countedAs, type McpCallContext, type McpHost, type McpRequest } from './host.ts';
import { createReplay, createReplayMemory, type Replay, type ReplayMemory } from './replay.ts';
import { RPC, sendResponse, sendRpcError } from './responses.ts';
import { createSessionId, readSessionId, type SessionFacts } from './session-id.ts';
import type { Parts } from './sse.ts';
import { type KnownToken, tokenOf, tooMany } from './streams.ts';

/** Clients rarely end their sessions; one that is idle for this long and has no open stream is closed. */
const IDLE_MINUTES = 30;
/** Reconnect delay that is sent to clients. */
const RECONNECT_MS = 1_000;
/**
 * Maximum open calls per session. Calls that wait for their user's confirmation stay open for minutes; an
 * agent has a few of them, a faulty one any number.
 */
const BUSY_AT_ONCE = 100;
/**
 * Number of ended session ids that are kept. A client is hardly to be expected to use its session again after
 * so many others ended.
 */
const MAX_ENDED_IDS = 100_000;
const NEWEST_VERSION = '2025-11-25';
const DAY_MS = 86_400_000;

type Session = {
  id: string;
  key: string;
  token: KnownToken | null;
  readOnly: boolean;
  transport: WebStandardStreamableHTTPServerTransport;
  replay: Replay;
  lastUsedAt: number;
  /** number of open requests and streams */
  busy: number;
  close(): void;
};

/** The sessions of this process. */
export type McpSessions = {
  /** handles `initialize` */
  begin(
    request: McpRequest,
    reply: FastifyReply,
    context: McpCallContext,
    tokenHash: string,
  ): Promise<unknown>;
  /** handles a request that names its session */
  serve(
    request: McpRequest,
    reply: FastifyReply,
    context: McpCallContext,
    tokenHash: string,
  ): Promise<unknown>;
  sweep(): void;
  tokens(): KnownToken[];
  endWhere(gone: (session: { token: KnownToken | null }) => boolean): void;
  readonly size: number;
};

/** Creates the sessions. Those of other and earlier processes are restored from their ids on first use. */
export function createSessions(parts: Parts): McpSessions {
  return new SessionStore(parts);
}

class SessionStore implements McpSessions {
  private readonly parts: Parts;
  private readonly sessions = new Map<string, Session>();
  private readonly memory = createReplayMemory();
  /** ids of sessions that their clients ended, with the time: they must not be restored */
  private readonly ended = new Map<string, number>();
  private readonly restoring = new Map<string, Promise<Session>>();

  constructor(parts: Parts) {
    this.parts = parts;
  }

  get size(): number {
    return this.sessions.size;
  }

  async begin(request: McpRequest, reply: FastifyReply, context: McpCallContext, tokenHash: string) {
    const facts = factsOf(request, context, this.now());
    const id = createSessionId(facts, tokenHash, this.parts.signingKey);
    const session = await this.build(id, facts, context);
    await this.handle(session, request, reply, context);
    // If the transport rejected the request, there is no session.
    if (session.transport.sessionId === undefined) session.close();
  }

  async serve(request: McpRequest, reply: FastifyReply, context: McpCallContext, tokenHash: string) {
    const id = String(request.headers['mcp-session-id']);
    const session = await this.find(id, context, tokenHash);
    if (!session)
      return sendRpcError(reply, 404, {
        code: RPC.noSession,
        message: 'There is no such session: initialize again.',
      });
    await this.handle(session, request, reply, context);
    if (request.method === 'DELETE' && reply.raw.statusCode === 200) {
      this.ended.set(id, this.now());
      if (this.ended.size > MAX_ENDED_IDS) this.ended.delete(this.ended.keys().next().value!);
      session.close();
    }
    return undefined;
  }

  sweep(): void {
    const idleSince = this.now() - IDLE_MINUTES * 60_000;
    for (const session of this.sessions.values())
      if (session.busy === 0 && session.lastUsedAt < idleSince) session.close();
    for (const [id, at] of this.ended) if (at < this.now() - 30 * DAY_MS) this.ended.delete(id);
  }

  tokens(): KnownToken[] {
    return [...this.sessions.values()].flatMap(({ token }) => token ?? []);
  }

  endWhere(gone: (session: { token: KnownToken | null }) => boolean): void {
    for (const session of [...this.sessions.values()].filter(gone)) session.close();
  }

  private now(): number {
    return this.parts.host.now().epochMilliseconds;
  }

  private async build(id: string, facts: SessionFacts, context: McpCallContext): Promise<Session> {
    evictOldestSessions(this.sessions, context, this.parts.host);
    const start = { id, facts, context, memory: this.memory, now: this.now() };
    const session = await connect(this.parts, start, () => this.sessions.delete(id));
    this.sessions.set(id, session);
    return session;
  }

  private async find(id: string, context: McpCallContext, tokenHash: string): Promise<Session | null> {
    const today = Math.floor(this.now() / DAY_MS);
    const facts = readSessionId(id, tokenHash, { key: this.parts.signingKey, today });
    if (!facts || this.ended.has(id)) return null;
    // A session that is being restored is not ready yet: wait for it.
    const known = this.restoring.get(id) ?? this.sessions.get(id);
    if (known) return known;
    // The session belongs to an earlier or another process, or was closed when idle: it is restored without
    // the client noticing.
    const restored = this.build(id, facts, context)
      .then((session) => initialize(session, facts).then(() => session))
      .finally(() => this.restoring.delete(id));
    this.restoring.set(id, restored);
    return restored;
  }

  private async handle(session: Session, request: McpRequest, reply: FastifyReply, context: McpCallContext) {
    const { host, streams } = this.parts;
    if (session.busy >= BUSY_AT_ONCE) throw tooMany('session_calls', BUSY_AT_ONCE);
    const release =
      request.method === 'GET'
        ? streams.open({ key: countedAs(context), token: tokenOf(context), end: () => reply.raw.end() })
        : null;
    session.lastUsedAt = this.now();
    session.busy += 1;
    try {
      const asJson = request.method === 'POST' && !takesEvents(request);
      const response = await session.transport.handleRequest(toRequest(request, session), {
        parsedBody: request.body,
        authInfo: authInfoOf({
          ...context,
          readOnly: context.readOnly || session.readOnly,
          cannotBeAsked: asJson,
        }),
      });
      await sendResponse(host, request, reply, asJson ? await withoutEvents(response, request) : response);
    } finally {
      release?.();
      session.busy -= 1;
      session.lastUsedAt = this.now();
    }
  }
}

type SessionStart = {
  id: string;
  facts: SessionFacts;
  context: McpCallContext;
  memory: ReplayMemory;
  now: number;
};

async function connect(
  { host, watch, serve, signingKey }: Parts,
  { id, facts, context, memory, now }: SessionStart,
  onClose: () => void,
): Promise<Session> {
  const replay = createReplay(memory);
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: () => id,
    eventStore: replay,
    retryInterval: RECONNECT_MS,
  });
  const watched = watch.session();
  const server = serve({ property: context.caller.property, signingKey, watch: watched });
  watched.onChange((uri) => {
    const sent = server.notification({ method: 'notifications/resources/updated', params: { uri } });
    sent.catch((error) => host.report(error, { request_id: context.requestId }));
  });
  let open = true;
  await server.connect(transport);
  return {
    id,
    key: countedAs(context),
    token: tokenOf(context),
    readOnly: facts.readOnly,
    transport,
    replay,
    lastUsedAt: now,
    busy: 0,
    close() {
      if (!open) return;
      open = false;
      onClose();
      watched.close();
      replay.close();
      void server.close().catch(() => {});
    },
  };
}

/** Repeats the `initialize` of a restored session with the facts from its id. */
async function initialize({ transport }: Session, facts: SessionFacts): Promise<void> {
  const headers = { accept: BOTH_KINDS, 'content-type': 'application/json' };
  const send = async (message: object, more: Record<string, string> = {}) => {
    const request = new Request(INTERNAL_URL, { method: 'POST', headers: { ...headers, ...more } });
    const response = await transport.handleRequest(request, { parsedBody: { jsonrpc: '2.0', ...message } });
    await response.text();
  };
  const params = {
    protocolVersion: facts.version,
    capabilities: facts.canAsk ? { elicitation: { form: {} } } : {},
    clientInfo: { name: facts.client, version: '0' },
  };
  await send({ id: 'again', method: 'initialize', params });
  await send(
    { method: 'notifications/initialized' },
    { 'mcp-session-id': transport.sessionId!, 'mcp-protocol-version': facts.version },
  );
}

function factsOf(request: McpRequest, context: McpCallContext, now: number): SessionFacts {
  const { params } = request.body as {
    params?: {
      protocolVersion?: unknown;
      capabilities?: { elicitation?: { form?: unknown; url?: unknown } };
    };
  };
  const asked = String(params?.protocolVersion);
  const elicitation = params?.capabilities?.elicitation;
  return {
    version: SUPPORTED_PROTOCOL_VERSIONS.includes(asked) ? asked : NEWEST_VERSION,
    canAsk: Boolean(elicitation && (elicitation.form !== undefined || elicitation.url === undefined)),
    readOnly: context.readOnly,
    client: clientName(request.body) ?? 'a client',
    day: Math.floor(now / DAY_MS),
  };
}

/**
 * Closes the least recently used session of a token that has reached its limit, and of the process if that
 * has. The session is restored when its client uses it again. Throws `rate_limited` when all of them are in
 * use.
 */
function evictOldestSessions(
  sessions: Map<string, Session>,
  context: McpCallContext,
  { settings }: McpHost,
): void {
  const key = countedAs(context);
  const own = [...sessions.values()].filter((session) => session.key === key);
  if (own.length >= settings.sessionsPerToken)
    closeOldest(own, tooMany('token_sessions', settings.sessionsPerToken));
  if (sessions.size >= settings.sessions)
    closeOldest([...sessions.values()], tooMany('sessions', settings.sessions));
}

function closeOldest(sessions: readonly Session[], refusal: Problem): void {
  const [oldest] = sessions.filter(({ busy }) => busy === 0).sort((a, b) => a.lastUsedAt - b.lastUsedAt);
  if (!oldest) throw refusal;
  oldest.close();
}

/** A placeholder URL: handlers must not see the real one, which contains the token. */
const INTERNAL_URL = 'http://innwire/mcp';

function toRequest(request: McpRequest, { replay }: Session): Request {
  const headers = new Headers();
  for (const name of PASSED_ON) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  headers.set('accept', BOTH_KINDS);
  // Events sent by a process that has ended cannot be sent again, but the stream can continue.
  const last = headers.get('last-event-id');
  if (last !== null && !replay.knows(last)) headers.delete('last-event-id');
  return new Request(INTERNAL_URL, { method: request.method, headers });
}

const PASSED_ON = ['content-type', 'mcp-session-id', 'mcp-protocol-version', 'last-event-id'];
