// The HTTP server: settings of the framework, headers of every response, and the registration of all routes.
import { randomUUID } from 'node:crypto';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { operatorOperations, publicOperations, sessionOperations } from '../api/operations.ts';
import type { TrustProxy } from '../config.ts';
import { registerMcp } from '../mcp/register.ts';
import { hasCardNumber } from '../model/card-numbers.ts';
import { clientAddress } from '../model/client-address.ts';
import { Problem } from '../problems.ts';
import { registerBackup } from './backup.ts';
import { registerCalendarFeed } from './calendar-feed.ts';
import { registerCompression } from './compression.ts';
import type { AppContext, SharedOptions } from './context.ts';
import { registerDesk } from './desk.ts';
import { registerExplorer } from './explorer.ts';
import { sendNoBody, serveHead } from './head-requests.ts';
import { registerHealth } from './health.ts';
import { type McpOptions, mcpHost } from './mcp.ts';
import { registerOperations } from './operation-routes.ts';
import { createOperatorAccess } from './operator-access.ts';
import { createOperatorGuard } from './operator-key.ts';
import {
  answerBrokenRequest,
  answerProblems,
  logFailure,
  sendProblem,
  toProblem,
} from './problem-answers.ts';
import { createPublicAccess } from './public-access.ts';
import { createRateLimiter, type Limits } from './rate-limits.ts';
import { BODY_LIMIT, createLargeBodies, readJson } from './read-json.ts';
import { setExecutionHeaders } from './response-headers.ts';
import { createSessionAccess } from './session-access.ts';
import { registerStartPage } from './start-page.ts';
import { registerTestProperties } from './test-properties.ts';
import { createUsageLog } from './usage-log.ts';

/** The parts and settings of the HTTP server. */
export type AppOptions = SharedOptions & {
  operatorKey: string;
  limits: Limits;
  trustProxy: TrustProxy;
  logger: FastifyBaseLogger;
  mcp?: McpOptions;
  /** the built front desk; absent = the one that `npm ci` built */
  deskFolder?: string;
};

/**
 * Maximum characters of a path parameter. A live token has 47; anything much longer is not one of our paths.
 */
const MAX_PARAM_LENGTH = 1_000;
/** A request that is not complete after this time comes from a stalled or hostile client. */
const REQUEST_TIMEOUT_MS = 60_000;
/** Interval of the check for REQUEST_TIMEOUT_MS. With Node's default of 30 s, a request lived for 89 s. */
const TIMEOUT_CHECK_MS = 5_000;
/** A connection without traffic is closed after this time, also in the middle of a long list. */
const IDLE_CONNECTION_MS = 120_000;

/** Builds the server without listening, so that tests can use it without a port. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const app = createServer(options);
  const { operatorKey, limits, trustProxy, logger: _, mcp = {}, deskFolder, ...shared } = options;
  const context: AppContext = {
    ...shared,
    operatorGuard: createOperatorGuard(operatorKey),
    rateLimiter: await createRateLimiter(app, limits),
    admitBody: createLargeBodies(),
    usage: createUsageLog(options.db, (error) =>
      app.log.warn({ err: error }, 'the usage log could not be stored'),
    ),
  };
  app.addHook('onClose', () => context.usage.close());
  readJson(app);
  serveHead(app);
  await registerCompression(app);
  sendNoBody(app);
  addExecutionHeaders(app);
  refuseWhileStopping(app);
  requireOneHost(app);
  endConnectionsWhenClosing(app);
  if (trustProxy === false) warnOfUntrustedProxy(app);
  answerProblems(app);
  registerOperations(app, publicOperations, createPublicAccess(app, context), context);
  registerOperations(app, operatorOperations, createOperatorAccess(context), context);
  registerOperations(app, sessionOperations, createSessionAccess(app, context), context);
  registerBackup(app, context);
  registerTestProperties(app, context);
  registerCalendarFeed(app, context);
  registerMcp(
    app,
    mcpHost(context, mcp, {
      headersOf(request, reply) {
        setExecutionHeaders(request, reply);
        return reply.getHeaders();
      },
      report: (error, about) => app.log.error({ err: error, ...about }, 'mcp'),
    }),
  );
  registerHealth(app, context);
  registerStartPage(app, context);
  registerDesk(app, deskFolder);
  await registerExplorer(app, context);
  return app;
}

/** Creates the framework's server with its limits and time-outs, without routes. */
function createServer({ logger, trustProxy }: Pick<AppOptions, 'logger' | 'trustProxy'>): FastifyInstance {
  return Fastify({
    loggerInstance: logger,
    // The usage log records every request; the framework's log lines contain URLs and with them tokens.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: (request) => requestId(request.headers['x-request-id']),
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // Node's own answer to a missing Host is no problem document: requireOneHost answers instead.
    http: { requireHostHeader: false, connectionsCheckingInterval: TIMEOUT_CHECK_MS },
    connectionTimeout: IDLE_CONNECTION_MS,
    trustProxy: trustOf(trustProxy),
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    routerOptions: {
      ignoreTrailingSlash: true,
      maxParamLength: MAX_PARAM_LENGTH,
    },
    // refuseWhileStopping answers instead, with a problem document.
    return503OnClosing: false,
    // No hook runs for requests that the router itself rejects.
    frameworkErrors: (error, request, reply) => {
      setExecutionHeaders(request as FastifyRequest, reply as never);
      const problem = toProblem(error, request.id);
      logFailure(logger, problem, { err: error, request_id: request.id });
      sendProblem(reply as never, problem);
    },
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket),
  });
}

/**
 * Converts TRUST_PROXY for the framework. A number becomes a function, because the framework trusts no proxy
 * at all when it is given a number (fastify 5.12, lib/request.js). The connection's own address is hop 0, the
 * last of X-Forwarded-For hop 1.
 */
function trustOf(trust: TrustProxy): false | string[] | ((address: string, hop: number) => boolean) {
  return typeof trust === 'number' ? (_address, hop) => hop < trust : trust;
}

/** Returns the client's own request id if it is safe to write into logs, otherwise a new one. */
function requestId(given: string | string[] | undefined): string {
  const isSafe = typeof given === 'string' && /^[\w.:/+=-]{1,128}$/.test(given) && !hasCardNumber(given);
  return isSafe ? given : randomUUID();
}

/** Rejects requests that arrive while the server stops: their response could be lost with the connection. */
function refuseWhileStopping(app: FastifyInstance): void {
  let stopping = false;
  app.addHook('preClose', async () => {
    stopping = true;
  });
  app.addHook('onRequest', async () => {
    if (!stopping) return;
    throw new Problem('temporarily_unavailable', { case: 'stopping', retryAfterSeconds: 1 });
  });
}

/**
 * Warns once that a proxy passes requests on and is not believed: all its clients then have one address, and share the limits of one.
 */
function warnOfUntrustedProxy(app: FastifyInstance): void {
  let isWarned = false;
  app.addHook('onRequest', async ({ headers, log, raw }) => {
    if (isWarned || (headers['x-forwarded-for'] ?? headers['forwarded']) === undefined) return;
    isWarned = true;
    log.warn(
      { address: clientAddress({ ip: raw.socket.remoteAddress ?? '' }) },
      'a proxy passes requests on, and TRUST_PROXY is off: its clients count as one address. If the proxy is yours, set TRUST_PROXY.',
    );
  });
}

/**
 * Requires exactly one Host header (RFC 9112 section 3.2). With two of them, a proxy may have checked the
 * other one.
 */
function requireOneHost(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    let hosts = 0;
    for (let i = 0; i < raw.rawHeaders.length; i += 2) {
      const name = raw.rawHeaders[i]!;
      if (name.length === HOST.length && name.toLowerCase() === HOST) hosts += 1;
    }
    if (hosts === 1 || (hosts === 0 && raw.httpVersion === '1.0')) return;
    throw new Problem('invalid_data', { case: 'hosts', count: hosts });
  });
}

const HOST = 'host';

function addExecutionHeaders(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => setExecutionHeaders(request, reply));
}

/**
 * Closes each connection after the response that it gets while the server stops: a connection kept alive
 * would delay the end.
 */
function endConnectionsWhenClosing(app: FastifyInstance): void {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
    // When the server stops listening it closes the connections that are idle at that moment; this closes
    // those that become idle later or never send a request.
    const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS);
    app.server.once('close', () => clearInterval(sweep));
  });
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close');
  });
}

/** Interval at which connections that became idle are closed. */
const SWEEP_MS = 50;
