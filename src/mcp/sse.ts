// The transport of revision 2024-11-05: one stream of events, and messages posted to the URL that its first
// event names.
import { randomUUID } from 'node:crypto';
import {
  type AuthInfo,
  isInitializeRequest,
  type JSONRPCMessage,
  type MessageExtraInfo,
  parseJSONRPCMessage,
  type Server,
  type Transport,
} from '@modelcontextprotocol/server';
import type { FastifyReply } from 'fastify';
import {
  authInfoOf,
  countedAs,
  type McpCallContext,
  type McpHost,
  type McpRequest,
  type SessionContext,
} from './host.ts';
import { RPC, sendRpcError, writeOrDrop } from './responses.ts';
import { type Streams, tokenOf } from './streams.ts';
import type { Subscriptions } from './subscriptions.ts';

/** Proxies close connections that are silent for a minute, some after half of it. */
const KEEP_ALIVE_MS = 15_000;
/** Reconnect delay that is sent to clients; the default is three seconds. */
const RECONNECT_MS = 1_000;

type SseSession = {
  tokenHash: string;
  readOnly: boolean;
  receive(message: JSONRPCMessage, context: McpCallContext): void;
};

/** The sessions of this transport; each lives as long as its stream. */
export type SseSessions = {
  /** Opens a stream; it lasts until the client or the server ends it. */
  open(request: McpRequest, reply: FastifyReply, context: McpCallContext, tokenHash: string): Promise<void>;
  /** Accepts a message that was posted to a session. */
  post(request: McpRequest, reply: FastifyReply, context: McpCallContext, tokenHash: string): FastifyReply;
};

/** What the transports share. */
export type Parts = {
  host: McpHost;
  streams: Streams;
  watch: Subscriptions;
  serve(session: SessionContext): Server;
  signingKey: Buffer;
};

/** Creates the empty list of sessions. */
export function createSseSessions(parts: Parts): SseSessions {
  const sessions = new Map<string, SseSession>();
  return {
    open: (request, reply, context, tokenHash) =>
      openSession(parts, sessions, { request, reply, context, tokenHash }),
    post: (request, reply, context, tokenHash) =>
      acceptMessage(sessions, { request, reply, context, tokenHash }),
  };
}

/** An HTTP request for a session, and who sent it. */
type SseCall = { request: McpRequest; reply: FastifyReply; context: McpCallContext; tokenHash: string };

async function openSession(
  { host, streams, watch, serve, signingKey }: Parts,
  sessions: Map<string, SseSession>,
  { request, reply, context, tokenHash }: SseCall,
): Promise<void> {
  const { property } = context.caller;
  const id = randomUUID();
  const { raw } = reply;
  const release = streams.open({
    key: countedAs(context),
    token: tokenOf(context),
    end: () => raw.end(),
  });
  const watched = watch.session();
  const server = serve({ property, signingKey, watch: watched });
  watched.onChange((uri) => {
    const sent = server.notification({ method: 'notifications/resources/updated', params: { uri } });
    sent.catch(() => {}); // the stream has ended
  });
  const headers = host.headersOf(request, reply);
  reply.hijack();
  const keepAlive = setInterval(() => writeOrDrop(raw, ': keepalive\n\n'), KEEP_ALIVE_MS);
  const transport = createTransport(raw);
  const over = () => {
    if (!sessions.delete(id)) return;
    clearInterval(keepAlive);
    release();
    watched.close();
    void server.close().catch(() => {});
  };
  raw.once('close', over);
  await server.connect(transport);
  sessions.set(id, {
    tokenHash,
    readOnly: context.readOnly,
    receive: (message, sender) => transport.onmessage?.(message, { authInfo: authInfoOf(sender) }),
  });
  raw.writeHead(200, { ...(headers as Record<string, string>), ...EVENT_STREAM });
  const prefix = URL.parse(host.baseUrl())?.pathname.replace(/\/$/, '') ?? '';
  const named = context.caller.opens === 'one' ? '' : `&hotel_id=${property.hotelId}`;
  const endpoint = `${prefix}/mcp/${encodeURIComponent(request.params.api_token)}?sessionId=${id}${named}`;
  raw.write(`retry: ${RECONNECT_MS}\nevent: endpoint\ndata: ${endpoint}\n\n`);
  if (raw.destroyed) over();
}

function acceptMessage(
  sessions: ReadonlyMap<string, SseSession>,
  { request, reply, context, tokenHash }: SseCall,
): FastifyReply {
  const session = sessions.get(request.query.sessionId ?? '');
  // A session of another token is reported as one that does not exist.
  if (session?.tokenHash !== tokenHash) {
    return sendRpcError(reply, 404, {
      code: RPC.noSession,
      message: 'There is no such session: connect again.',
    });
  }
  let message: JSONRPCMessage;
  try {
    if (Array.isArray(request.body)) throw new Error('a batch');
    message = parseJSONRPCMessage(request.body);
  } catch {
    return sendRpcError(reply, 400, {
      code: RPC.invalid,
      message: 'The body is not one JSON-RPC message.',
    });
  }
  if (isInitializeRequest(message)) request.log.debug('an agent initialises a session of 2024-11-05');
  session.receive(message, { ...context, readOnly: context.readOnly || session.readOnly });
  return reply.code(202).type('text/plain; charset=utf-8').send('Accepted');
}

const EVENT_STREAM = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
  connection: 'keep-alive',
};

type Incoming = (message: JSONRPCMessage, extra?: MessageExtraInfo & { authInfo?: AuthInfo }) => void;

function createTransport(raw: FastifyReply['raw']): Transport & { onmessage?: Incoming } {
  return {
    start: async () => {},
    send: async (message) => writeOrDrop(raw, `event: message\ndata: ${JSON.stringify(message)}\n\n`),
    async close() {
      raw.end();
      this.onclose?.();
    },
  };
}
