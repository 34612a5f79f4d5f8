// HTTP routes /channels/{key}/…, which channels call. The key in the address identifies the connection.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { countedAddress } from '../model/client-address.ts';
import { findByKey } from '../pms/channel-sync/load-connection.ts';
import { type LimitedRequests, Problem, rateLimited } from '../problems.ts';
import { handleInbound, type InboundOptions } from './handle-request.ts';

/** In bytes. A booking of a hundred rooms takes some 100 KB in the longest of the formats. */
const BODY_LIMIT = 512 * 1024;

const MINUTE_MS = 60_000;
/**
 * Per connection. Vrbo reads two pages for each listing, several times a day; a portal that queries us before
 * each sale does so several times a second.
 */
const REQUESTS_A_MINUTE = 1_200;
/**
 * Per client address. A key has 128 random bits, so this limit does not protect keys; it only shows that
 * something is wrong.
 */
const WRONG_KEYS_A_MINUTE = 60;

const KEY = /^[0-9a-f]{32,64}$/;

/** Registers the routes of channels. `app` needs the rate-limit plugin. */
export function registerInbound(app: FastifyInstance, context: InboundOptions): void {
  const limits = createLimits(app);
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // Bodies are XML, JSON or forms, which adapters parse themselves.
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    for (const url of ['/channels/:key', '/channels/:key/*']) {
      scope.route<{ Params: { key: string; '*'?: string } }>({
        method: ['GET', 'POST', 'PUT', 'DELETE'],
        url,
        bodyLimit: BODY_LIMIT,
        handler: (request, reply) => serve(request, reply, context, limits),
      });
    }
  });
}

async function serve(
  request: FastifyRequest<{ Params: { key: string; '*'?: string } }>,
  reply: FastifyReply,
  context: InboundOptions,
  limits: InboundLimits,
): Promise<FastifyReply> {
  const { key, '*': rest = '' } = request.params;
  const connection = KEY.test(key) ? await findByKey(context.db, key) : null;
  await (connection ? limits.count(request) : limits.countWrongKey(request));
  if (!connection) {
    throw new Problem('not_found', { case: 'inbound_address' });
  }
  const inboundRequest = {
    method: request.method,
    base: `${context.baseUrl()}/channels/${key}`,
    path: `/${rest}`,
    query: singles(request.query as Record<string, string | string[]>),
    headers: singles(request.headers as Record<string, string | string[]>),
    body: typeof request.body === 'string' ? request.body : '',
    now: context.now(),
  };
  const answer = await handleInbound(context, connection, inboundRequest, {
    report: (error) =>
      request.log.error(
        { err: error, request_id: request.id, ...connection },
        'a request of a channel was carried out but could not be recorded',
      ),
    answered: new Promise((resolve) => {
      reply.raw.once('finish', () => resolve(true)).once('close', () => resolve(false));
    }),
  });
  if (answer === null) throw new Problem('not_found', { case: 'no_inbound_requests' });
  return reply
    .code(answer.status)
    .headers(answer.headers ?? {})
    .type(answer.contentType)
    .send(answer.body);
}

type InboundLimits = Record<'count' | 'countWrongKey', (request: FastifyRequest) => Promise<void>>;

/**
 * Creates the rate limits: `count` of requests to a connection's key, `countWrongKey` of unknown keys from a
 * client address. Each throws `rate_limited` beyond its limit.
 */
function createLimits(app: FastifyInstance): InboundLimits {
  const limitOf = (max: number, of: LimitedRequests, keyGenerator: (request: FastifyRequest) => string) => {
    const check = app.createRateLimit({ timeWindow: MINUTE_MS, max, keyGenerator });
    return async (request: FastifyRequest) => {
      const limit = await check(request);
      if (limit.isAllowed || !limit.isExceeded) return;
      throw rateLimited(of, max, limit.ttlInSeconds);
    };
  };
  return {
    count: limitOf(
      REQUESTS_A_MINUTE,
      'connection',
      (request) => `channel/${(request.params as { key: string }).key}`,
    ),
    countWrongKey: limitOf(
      WRONG_KEYS_A_MINUTE,
      'wrong_connection_keys',
      (request) => `wrong-channel/${countedAddress(request)}`,
    ),
  };
}

function singles(values: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  );
}
