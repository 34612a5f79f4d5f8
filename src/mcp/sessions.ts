// Sessions of Streamable HTTP, 2025-03-26 to 2025-11-25: begun by `initialize`, kept while used, begun again after a restart.
import {
  SUPPORTED_PROTOCOL_VERSIONS,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { FastifyReply } from 'fastify';
import { clientName } from './client-name.ts';
import { authInfoOf, countedAs, type McpCallContext, type McpHost, type McpRequest } from './host.ts';
import { createReplay, createReplayMemory, type Replay, type ReplayMemory } from './replay.ts';
import { RPC, sendResponse, sendRpcError } from './responses.ts';
import { createSessionId, readSessionId, type SessionFacts } from './session-id.ts';
import type { Parts } from './sse.ts';
import { type KnownToken, tokenOf, tooMany } from './streams.ts';

/** Clients rarely say that they are done; one that is silent for so long, and has no stream open, is put away. */
const IDLE_MINUTES = 30;
/** What a client says when it sees neither JSON-RPC nor this. */
const RECONNECT_MS = 1_000;
/** Calls that wait for their user's yes stay open for minutes: an agent has a few of them, a faulty one any number. */
const BUSY_AT_ONCE = 100;
/** Of so many sessions it is known that their clients ended them; a client that uses one after that is hardly to be expected. */
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
  /** requests and streams under way */
  busy: number;
  close(): void;
};

export type McpSessions = {
  /** `initialize` */
  begin(
    request: McpRequest,
    reply: FastifyReply,
    context: McpCallContext,
    tokenHash: string,
  ): Promise<unknown>;
  /** any request that names its session */
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

export function createSessions(parts: Parts): McpSessions {
  const { host, streams, signingKey } = parts;
  const sessions = new Map<string, Session>();
  const memory = createReplayMemory();
  /** ids of sessions that their clients ended: they must not come to life again */
  const ended = new Map<string, number>();
  const returning = new Map<string, Promise<Session>>();
  const now = () => host.now().epochMilliseconds;

  const build = async (id: string, facts: SessionFacts, context: McpCallContext): Promise<Session> => {
    evictOldestSessions(sessions, context, host);
    const session = await connect(parts, { id, facts, context, memory, now: now() }, () =>
      sessions.delete(id),
    );
    sessions.set(id, session);
    return session;
  };

  const find = async (id: string, context: McpCallContext, tokenHash: string): Promise<Session | null> => {
    const today = Math.floor(now() / DAY_MS);
    const facts = readSessionId(id, tokenHash, { key: signingKey, today });
    if (!facts || ended.has(id)) return null;
    // One that is just being begun again is not ready before it is.
    const known = returning.get(id) ?? sessions.get(id);
    if (known) return known;
    // Known to an earlier process, to another one, or put away: its client need not know.
    const begun =
      returning.get(id) ??
      build(id, facts, context)
        .then((session) => initialize(session, facts).then(() => session))
        .finally(() => returning.delete(id));
    returning.set(id, begun);
    return begun;
  };

  const handle = async (
    session: Session,
    request: McpRequest,
    reply: FastifyReply,
    context: McpCallContext,
  ) => {
    if (session.busy >= BUSY_AT_ONCE) throw tooMany('calls at once in this session');
    const release =
      request.method === 'GET'
        ? streams.open({ key: countedAs(context), token: tokenOf(context), end: () => reply.raw.end() })
        : null;
    session.lastUsedAt = now();
    session.busy += 1;
    try {
      const response = await session.transport.handleRequest(toRequest(request, session), {
        parsedBody: request.body,
        authInfo: authInfoOf({ ...context, readOnly: context.readOnly || session.readOnly }),
      });
      await sendResponse(host, request, reply, response);
    } finally {
      release?.();
      session.busy -= 1;
      session.lastUsedAt = now();
    }
  };

  return {
    async begin(request, reply, context, tokenHash) {
      const facts = factsOf(request, context, now());
      const session = await build(createSessionId(facts, tokenHash, signingKey), facts, context);
      await handle(session, request, reply, context);
      // What the transport refused to begin is no session.
      if (session.transport.sessionId === undefined) session.close();
    },
    async serve(request, reply, context, tokenHash) {
      const id = String(request.headers['mcp-session-id']);
      const session = await find(id, context, tokenHash);
      if (!session)
        return sendRpcError(reply, 404, {
          code: RPC.noSession,
          message: 'There is no such session: initialize again.',
        });
      await handle(session, request, reply, context);
      if (request.method === 'DELETE' && reply.raw.statusCode === 200) {
        ended.set(id, now());
        if (ended.size > MAX_ENDED_IDS) ended.delete(ended.keys().next().value!);
        session.close();
      }
      return undefined;
    },
    sweep() {
      const idleSince = now() - IDLE_MINUTES * 60_000;
      for (const session of sessions.values())
        if (session.busy === 0 && session.lastUsedAt < idleSince) session.close();
      for (const [id, at] of ended) if (at < now() - 30 * DAY_MS) ended.delete(id);
    },
    tokens: () => [...sessions.values()].flatMap(({ token }) => token ?? []),
    endWhere(gone) {
      for (const session of [...sessions.values()].filter(gone)) session.close();
    },
    get size() {
      return sessions.size;
    },
  };
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
  forget: () => void,
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
      forget();
      watched.close();
      replay.close();
      void server.close().catch(() => {});
    },
  };
}

/** Repeats for a session that returns what its client said at its beginning. */
async function initialize({ transport }: Session, facts: SessionFacts): Promise<void> {
  const headers = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
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

/** A token that has its number of sessions gives up the one it has not used for longest: it comes back when it is. */
function evictOldestSessions(
  sessions: Map<string, Session>,
  context: McpCallContext,
  { settings }: McpHost,
): void {
  const key = countedAs(context);
  const own = [...sessions.values()].filter((session) => session.key === key);
  if (own.length >= settings.sessionsPerToken)
    closeSessions(own, `${settings.sessionsPerToken} sessions with this token`);
  if (sessions.size >= settings.sessions) closeSessions([...sessions.values()], 'sessions on this server');
}

function closeSessions(sessions: readonly Session[], what: string): void {
  const [oldest] = sessions.filter(({ busy }) => busy === 0).sort((a, b) => a.lastUsedAt - b.lastUsedAt);
  if (!oldest) throw tooMany(what);
  oldest.close();
}

/** No handler sees the address: the token is in it. */
const INTERNAL_URL = 'http://innwire/mcp';

function toRequest(request: McpRequest, { replay }: Session): Request {
  const headers = new Headers();
  for (const name of PASSED_ON) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  // What was sent by a process that is gone cannot be sent again; the stream can go on.
  const last = headers.get('last-event-id');
  if (last !== null && !replay.knows(last)) headers.delete('last-event-id');
  return new Request(INTERNAL_URL, { method: request.method, headers });
}

const PASSED_ON = ['accept', 'content-type', 'mcp-session-id', 'mcp-protocol-version', 'last-event-id'];
