// Parsing of request bodies: JSON in UTF-8 whose depth and size are checked first; one large body per
// property at a time.
import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createKeyedSemaphore, type KeyedSemaphore } from '../db/keyed-semaphore.ts';
import { exceededIn } from '../model/json-size.ts';
import { Problem } from '../problems.ts';

/**
 * Maximum bytes of a body, except for the bulk operation. The longest reply to a guest takes 20 KB, a hundred
 * mapped rooms 30 KB.
 */
export const BODY_LIMIT = 256 * 1024;

/** Maximum depth of nesting; no valid input comes near it. */
const MAX_DEPTH = 100;
/**
 * Bytes of body for each value, by which the number of values is limited: those with many short ones hold up all other requests while they are parsed.
 * The densest that is of use, nights with every member and days of the week, has 12.
 */
const BYTES_PER_VALUE = 12;
/** Maximum different names of members; the largest body has fifty. */
const MAX_NAMES = 500;

/**
 * Parses bodies as JSON. An empty body counts as none, because some clients send a content type with DELETE.
 */
export function readJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    const problem = problemOf(body, request.routeOptions.bodyLimit);
    if (problem) return done(problem, undefined);
    try {
      done(null, JSON.parse(body.toString()));
    } catch {
      done(new Problem('invalid_data', { case: 'not_json' }), undefined);
    }
  });
}

function problemOf(body: Buffer, bodyLimit = BODY_LIMIT): Problem | null {
  // Decoded as UTF-8, another encoding would silently turn a guest's name into replacement characters.
  if (!isUtf8(body)) return new Problem('invalid_data', { case: 'not_utf8' });
  const values = Math.floor(bodyLimit / BYTES_PER_VALUE);
  const exceeded = exceededIn(body, { depth: MAX_DEPTH, values, names: MAX_NAMES });
  if (exceeded === 'depth') return new Problem('invalid_data', { case: 'too_deep', levels: MAX_DEPTH });
  if (exceeded === 'names') return new Problem('payload_too_large', { case: 'names', max: MAX_NAMES });
  return exceeded === 'values' ? new Problem('payload_too_large', { case: 'values', max: values }) : null;
}

/** Bodies up to this size do not wait for others. */
const LARGE_BYTES = BODY_LIMIT;
const WAIT_MS = 10_000;

/**
 * Waits until no other large body of the property is being handled. Call it before the body is read, when the
 * caller is known.
 */
export type AdmitBody = (request: FastifyRequest, reply: FastifyReply, hotelId: number) => Promise<void>;

/**
 * Returns a function that admits one large body per property at a time, because several would take much
 * memory and processor time. The next body is not read from its connection before the response to the
 * previous one was sent.
 */
export function createLargeBodies(): AdmitBody {
  const slots: KeyedSemaphore = createKeyedSemaphore({
    perKey: 1,
    deadlineMs: WAIT_MS,
    busy: 'large_request',
  });
  return async (request, reply, hotelId) => {
    if (!isLarge(request)) return;
    const release = await slots.take(hotelId);
    if (reply.raw.destroyed) release();
    reply.raw.once('close', release).once('finish', release);
  };
}

/** Whether a body is large. A chunked body may become any size, so it counts as large. */
function isLarge({ headers }: FastifyRequest): boolean {
  if (headers['transfer-encoding'] !== undefined) return true;
  return Number(headers['content-length'] ?? 0) > LARGE_BYTES;
}
