// /mcp/{api_token}: one path for three revisions of the transport, and the choice between them.
import { createHash } from 'node:crypto';
import { classifyInboundRequest } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Caller } from '../api/admission.ts';
import { isTemporary } from '../db/errors.ts';
import { countedAddress } from '../model/client-address.ts';
import { readSigningKey } from '../pms/installation.ts';
import { findValidTokens } from '../pms/tokens.ts';
import { Problem } from '../problems.ts';
import { mayStream, refuseStream } from './accept.ts';
import { clientName } from './client-name.ts';
import type { McpCallContext, McpHost, McpRequest } from './host.ts';
import { refusedFor } from './origin-check.ts';
import { NotJson, readMessage } from './read-message.ts';
import { RPC, sendRefusal, sendRpcError } from './responses.ts';
import { createMcpServerFactory } from './server.ts';
import { createSessions, type McpSessions } from './sessions.ts';
import { createSseSessions, type Parts, type SseSessions } from './sse.ts';
import { createStateless, type Stateless } from './stateless.ts';
import { createStreams, type KnownToken } from './streams.ts';
import { createSubscriptions, type Subscriptions } from './subscriptions.ts';
import { recordCall } from './usage.ts';

/** Maximum bytes of a message. A long letter to a guest takes 20 KB. */
const BODY_LIMIT = 256 * 1024;
/** Interval at which idle sessions are closed and streams of revoked tokens ended. */
const SWEEP_MS = 60_000;

const URL_PATTERN = '/mcp/:api_token';
const SERVED = ['GET', 'POST', 'DELETE'];

/** Registers the MCP endpoint. The routes exist at once; the signing key is read at the first request. */
export function registerMcp(app: FastifyInstance, host: McpHost): void {
  const watch = createSubscriptions(host.db, (error) => host.report(error, { request_id: 'subscriptions' }));
  const callers = new WeakMap<object, Caller>();
  let transports: Promise<Transports> | null = null;
  const ready = () => {
    transports ??= build(host, watch).catch((error) => {
      transports = null;
      throw error;
    });
    return transports;
  };
  app.addHook('preClose', async () => {
    watch.close();
    const open = await transports?.catch(() => null);
    await open?.close();
  });
  app.register(async (routes) => {
    readText(routes);
    routes.setErrorHandler((error, request, reply) => refuse(host, error, request as McpRequest, reply));
    routes.route<{ Params: { api_token: string }; Querystring: McpRequest['query'] }>({
      method: SERVED,
      url: URL_PATTERN,
      bodyLimit: BODY_LIMIT,
      exposeHeadRoute: false,
      onRequest: async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const refused = refusedFor({ host: request.headers.host, origin: request.headers.origin }, host);
        if (refused) return sendRpcError(reply, 403, { code: RPC.server, message: refused });
        callers.set(request, await host.admit(request, reply));
        return undefined;
      },
      handler: async (request, reply) => {
        const context = createCallContext(request, callers.get(request)!);
        await route(request, reply, context, await ready());
        return reply;
      },
    });
    const others = routes.supportedMethods.filter((method) => !SERVED.includes(method));
    routes.route({ method: others, url: URL_PATTERN, handler: refuseMethod });
  });
}

type Transports = {
  host: McpHost;
  sse: SseSessions;
  sessions: McpSessions;
  stateless: Stateless;
  close(): Promise<void>;
};

async function build(host: McpHost, watch: Subscriptions): Promise<Transports> {
  const signingKey = await readSigningKey(host.db);
  const streams = createStreams(host.settings);
  const serve = host.createServer ?? createMcpServerFactory(host, signingKey);
  const parts: Parts = { host, streams, watch, serve, signingKey };
  const sessions = createSessions(parts);
  const stateless = createStateless(parts);
  const sweep = setInterval(() => {
    sessions.sweep();
    const tokens = [...streams.tokens(), ...sessions.tokens()];
    if (tokens.length === 0) return;
    findValidTokens(host.db, tokens).then(
      (valid) => {
        const gone = ({ token }: { token: KnownToken | null }) => token !== null && !valid.has(token.tokenId);
        sessions.endWhere(gone);
        streams.endWhere(gone);
      },
      (error) => host.report(error, { request_id: 'sweep' }),
    );
  }, SWEEP_MS).unref();
  return {
    host,
    sse: createSseSessions(parts),
    sessions,
    stateless,
    async close() {
      clearInterval(sweep);
      sessions.endWhere(() => true);
      await stateless.close();
      streams.close();
    },
  };
}

async function route(
  request: McpRequest,
  reply: FastifyReply,
  context: McpCallContext,
  to: Transports,
): Promise<unknown> {
  const tokenHash = hashCaller(request, context);
  const inSession = request.headers['mcp-session-id'] !== undefined;
  if (request.method === 'GET') {
    if (!mayStream(request)) return refuseStream(reply);
    if (inSession) return to.sessions.serve(request, reply, context, tokenHash);
    recordCall(to.host, context, { what: 'stream', ...OPENED, client: null });
    return to.sse.open(request, reply, context, tokenHash);
  }
  if (request.method === 'DELETE') {
    if (inSession) return to.sessions.serve(request, reply, context, tokenHash);
    reply.header('allow', SERVED.join(', '));
    return sendRpcError(reply, 405, {
      code: RPC.server,
      message: 'DELETE ends a session: name it in Mcp-Session-Id.',
    });
  }
  if (request.query.sessionId !== undefined) return to.sse.post(request, reply, context, tokenHash);
  if (isStateless(request)) return to.stateless.serve(request, reply, context);
  if (inSession) return to.sessions.serve(request, reply, context, tokenHash);
  if ((request.body as { method?: string } | null)?.method === 'initialize') {
    recordCall(to.host, context, { what: 'initialize', ...OPENED, client: clientName(request.body) });
    return to.sessions.begin(request, reply, context, tokenHash);
  }
  return sendRpcError(reply, 400, {
    code: RPC.server,
    message: 'No session: begin with initialize, or send a request of 2026-07-28.',
  });
}

/** Returns the hash of the token, and of the property if the token opens several: a session belongs to one property. */
function hashCaller({ params }: McpRequest, { caller }: McpCallContext): string {
  const property = caller.opens === 'one' ? '' : ` ${caller.property.hotelId}`;
  return createHash('sha256').update(`${params.api_token}${property}`).digest('base64url');
}

const OPENED = { outcome: 'ok', status: 200, durationMs: 0 };

function isStateless({ headers, body }: McpRequest): boolean {
  const text = (name: string) => (typeof headers[name] === 'string' ? (headers[name] as string) : undefined);
  const [version, method, named] = ['mcp-protocol-version', 'mcp-method', 'mcp-name'].map(text);
  const { kind } = classifyInboundRequest({
    httpMethod: 'POST',
    ...(version !== undefined && { protocolVersionHeader: version }),
    ...(method !== undefined && { mcpMethodHeader: method }),
    ...(named !== undefined && { mcpNameHeader: named }),
    body,
  });
  return kind !== 'legacy';
}

function createCallContext(request: McpRequest, caller: Caller): McpCallContext {
  const readOnly = /^(true|1|yes)$/i.test(String(request.headers['x-mcp-readonly'] ?? ''));
  return { caller, readOnly, requestId: request.id, address: countedAddress(request) };
}

/**
 * Passes bodies of any content type to the handlers as text, because the protocol itself defines the content
 * type and its errors.
 */
function readText(routes: FastifyInstance): void {
  routes.removeAllContentTypeParsers();
  routes.addContentTypeParser<Buffer>('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_, body, done) => {
    if (body.length === 0) return done(null, undefined);
    try {
      done(null, readMessage(body));
    } catch (error) {
      done(error as Error, undefined);
    }
  });
}

function refuseMethod(request: { method: string }, reply: FastifyReply): FastifyReply {
  return sendRefusal(reply, new Problem('method_not_allowed', { method: request.method, allow: SERVED }));
}

function refuse(host: McpHost, error: unknown, request: McpRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof NotJson) return sendRpcError(reply, 400, { code: RPC.parse, message: error.message });
  if (error instanceof Problem) return sendRefusal(reply, error);
  if ((error as { code?: string }).code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return sendRefusal(reply, new Problem('payload_too_large', { case: 'bytes', max: BODY_LIMIT }));
  const { statusCode = 500 } = error as { statusCode?: number };
  if (statusCode < 500) {
    return sendRpcError(reply, statusCode, { code: RPC.server, message: 'The request could not be read.' });
  }
  host.report(error, { request_id: request.id });
  const problem = isTemporary(error)
    ? new Problem('temporarily_unavailable', { case: 'database', retryAfterSeconds: 5 })
    : new Problem('server_error', { requestId: request.id });
  return sendRefusal(reply, problem);
}
