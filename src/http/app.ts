// The HTTP server: settings of the framework, headers that every answer has, and the list of what is served.
import { randomUUID } from 'node:crypto';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { TrustProxy } from '../config.ts';
import type { Database } from '../db/database.ts';
import { registerMcp } from '../mcp/register.ts';
import { hasCardNumber } from '../model/card-numbers.ts';
import type { PreviewChannel } from '../pms/channel-sync/preview.ts';
import { Problem } from '../problems.ts';
import { registerBackup } from './backup.ts';
import { registerCalendarFeed } from './calendar-feed.ts';
import { registerExplorer } from './explorer.ts';
import { registerHealth } from './health.ts';
import { type McpOptions, mcpHost } from './mcp.ts';
import { createOperatorGuard, type OperatorGuard } from './operator-key.ts';
import { registerOperatorRoutes } from './operator-routes.ts';
import {
  answerBrokenRequest,
  answerProblems,
  logFailure,
  sendProblem,
  toProblem,
} from './problem-answers.ts';
import { registerPublicRoutes } from './public-routes.ts';
import { createRateLimiter, type Limits, type RateLimiter } from './rate-limits.ts';
import { BODY_LIMIT, createLargeBodies, readJson } from './read-json.ts';
import { setExecutionHeaders } from './response-headers.ts';
import { registerStartPage } from './start-page.ts';
import { createUsageLog, type UsageLog } from './usage-log.ts';

export type AppOptions = {
  db: Database;
  operatorKey: string;
  /** how clients reach this server; asked at each use, because a port may be chosen at the start */
  baseUrl: () => string;
  limits: Limits;
  trustProxy: TrustProxy;
  logger: FastifyBaseLogger;
  /** the clock */
  now: () => Temporal.Instant;
  /** brings the sample property up to the hour */
  refreshSandbox: () => Promise<void>;
  /** the part after the @ of our calendar entries: by it we know our own when they come back */
  calendarDomain: string;
  mcp?: McpOptions;
  /** the operator may enter addresses without TLS: ALLOW_PRIVATE_NETWORK */
  allowHttp?: boolean;
  /** for dry runs of connecting */
  previewChannel?: PreviewChannel;
};

export type AppContext = Omit<AppOptions, 'operatorKey' | 'limits' | 'trustProxy' | 'logger' | 'mcp'> & {
  operatorGuard: OperatorGuard;
  rateLimiter: RateLimiter;
  usage: UsageLog;
  /** waits until no other large body of the property is at work; to be called before the body is read */
  admitBody: ReturnType<typeof createLargeBodies>;
};

/** A live token has 47 characters; what is much longer is no path of ours. */
const MAX_PARAM_LENGTH = 1_000;
/** A request that is not complete after this is a stalled or hostile client. */
const REQUEST_TIMEOUT_MS = 60_000;
/** How often that is looked at: Node's own 30 s let a request live for 89 s. */
const TIMEOUT_CHECK_MS = 5_000;
/** A connection on which nothing moves is closed, also in the middle of a long list. */
const IDLE_CONNECTION_MS = 120_000;

/** Builds the server without listening, so tests can use it without a port. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: options.logger,
    // The usage log knows every request; lines with URLs in them would know the tokens.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: (request) => requestId(request.headers['x-request-id']),
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // Node answers a missing Host without a word of ours: requireOneHost does it instead.
    http: { requireHostHeader: false, connectionsCheckingInterval: TIMEOUT_CHECK_MS },
    connectionTimeout: IDLE_CONNECTION_MS,
    trustProxy: trustOf(options.trustProxy),
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    routerOptions: {
      ignoreTrailingSlash: true,
      maxParamLength: MAX_PARAM_LENGTH,
    },
    // refuseWhileStopping does so in our own words.
    return503OnClosing: false,
    // No hook runs for what the router itself refuses.
    frameworkErrors: (error, request, reply) => {
      setExecutionHeaders(request as FastifyRequest, reply as never);
      const problem = toProblem(error);
      logFailure(options.logger, problem, { err: error, request_id: request.id });
      sendProblem(reply as never, problem);
    },
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket),
  });
  const { operatorKey, limits, trustProxy: _, logger: __, mcp = {}, ...shared } = options;
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
  addExecutionHeaders(app);
  refuseWhileStopping(app);
  requireOneHost(app);
  endConnectionsWhenClosing(app);
  answerProblems(app);
  registerPublicRoutes(app, context);
  registerOperatorRoutes(app, context);
  registerBackup(app, context);
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
  await registerExplorer(app, context);
  return app;
}

/**
 * Given as a function: the framework believes no proxy at all when it is given a number (fastify 5.12, lib/request.js).
 * The connection's own address is hop 0, the last of X-Forwarded-For hop 1.
 */
function trustOf(trust: TrustProxy): false | string[] | ((address: string, hop: number) => boolean) {
  return typeof trust === 'number' ? (_address, hop) => hop < trust : trust;
}

/** A client's own request id, if it is fit to be written into logs; else a new one. */
function requestId(given: string | string[] | undefined): string {
  const fit = typeof given === 'string' && /^[\w.:/+=-]{1,128}$/.test(given) && !hasCardNumber(given);
  return fit ? given : randomUUID();
}

/** A request that still arrives while the server stops is not begun: its answer could be lost with the connection. */
function refuseWhileStopping(app: FastifyInstance): void {
  let stopping = false;
  app.addHook('preClose', async () => {
    stopping = true;
  });
  app.addHook('onRequest', async () => {
    if (!stopping) return;
    throw new Problem('temporarily_unavailable', 'This server is stopping: try again in a moment.', {
      retryAfterSeconds: 1,
    });
  });
}

/** RFC 9112 section 3.2: a request of HTTP/1.1 names one host; of two, a proxy may have looked at the other one. */
function requireOneHost(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    let hosts = 0;
    for (let i = 0; i < raw.rawHeaders.length; i += 2) {
      const name = raw.rawHeaders[i]!;
      if (name.length === HOST.length && name.toLowerCase() === HOST) hosts += 1;
    }
    if (hosts === 1 || (hosts === 0 && raw.httpVersion === '1.0')) return;
    throw new Problem(
      'invalid_data',
      hosts === 0
        ? 'The request has no Host header: send one.'
        : `The request has ${hosts} Host headers: send one.`,
    );
  });
}

const HOST = 'host';

function addExecutionHeaders(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => setExecutionHeaders(request, reply));
}

/** An answer given while the server stops is the last one on its connection: kept alive, it would hold up the end. */
function endConnectionsWhenClosing(app: FastifyInstance): void {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
    // The server closes the connections that are idle when it stops listening; others become so, or never ask anything.
    const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS);
    app.server.once('close', () => clearInterval(sweep));
  });
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close');
  });
}

/** Connections fall idle one by one, as their last answers go out. */
const SWEEP_MS = 50;
