// /channels/{key}/…: what the other side of a connection sends to us. The key in the address names the connection.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../db/database.ts';
import { findByKey } from '../pms/channel-sync/load.ts';
import { Problem } from '../problems.ts';
import { answerInbound } from './answer.ts';

export type InboundContext = {
  db: Database;
  now: () => Temporal.Instant;
  /** how the other side reaches us */
  baseUrl: () => string;
};

/** Bodies of bookings with many rooms stay far below. */
const BODY_LIMIT = 2 * 1024 * 1024;

const KEY = /^[0-9a-f]{32,64}$/;

export function registerInbound(app: FastifyInstance, context: InboundContext): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // XML, JSON, forms: adapters read the text themselves.
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    for (const url of ['/channels/:key', '/channels/:key/*']) {
      scope.route<{ Params: { key: string; '*'?: string } }>({
        method: ['GET', 'POST', 'PUT', 'DELETE'],
        url,
        bodyLimit: BODY_LIMIT,
        handler: (request, reply) => serve(request, reply, context),
      });
    }
  });
}

async function serve(
  request: FastifyRequest<{ Params: { key: string; '*'?: string } }>,
  reply: FastifyReply,
  context: InboundContext,
): Promise<FastifyReply> {
  const { key, '*': rest = '' } = request.params;
  const connection = KEY.test(key) ? await findByKey(context.db, key) : null;
  if (!connection) {
    throw new Problem(
      'not_found',
      'No connection has this address: its operator finds the right one as inbound_url of the connection.',
    );
  }
  const answer = await answerInbound(context, connection, {
    method: request.method,
    base: `${context.baseUrl()}/channels/${key}`,
    path: `/${rest}`,
    query: singles(request.query as Record<string, string | string[]>),
    headers: singles(request.headers as Record<string, string | string[]>),
    body: typeof request.body === 'string' ? request.body : '',
    now: context.now(),
  });
  if (answer === null)
    throw new Problem('not_found', 'This connection takes nothing in: we ask the other side.');
  return reply
    .code(answer.status)
    .headers(answer.headers ?? {})
    .type(answer.contentType)
    .send(answer.body);
}

function singles(values: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  );
}
