// Helpers of the public and the operator's routes: paths, other methods, idempotency keys, sending JSON.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { invalidHeader, Problem } from '../problems.ts';

/** Converts a path such as `/api/bookings/{api_token}` to the router's syntax. */
export function routePath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

/** Answers 405 with `Allow` where a path exists, but not for this method. HEAD is served wherever GET is (see head-requests). */
export function rejectOtherMethods(
  app: FastifyInstance,
  operations: readonly { path: string; method: string }[],
): void {
  for (const [path, served] of Map.groupBy(operations, (operation) => operation.path)) {
    const allow = [
      ...new Set(served.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))),
    ];
    app.route({
      method: app.supportedMethods.filter((method) => !allow.includes(method)),
      url: routePath(path),
      onRequest: async (request) => {
        throw new Problem('method_not_allowed', { method: request.method, allow });
      },
      handler: () => undefined,
    });
  }
}

/** Returns a path that is only read. */
export function readable(path: string): { path: string; method: string } {
  return { path, method: 'GET' };
}

const MAX_KEY_LENGTH = 255;

/** Returns the Idempotency-Key of a request, or null. Throws when it has no valid form. */
export function idempotencyKeyOf(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || key.length < 1 || key.length > MAX_KEY_LENGTH) {
    throw invalidHeader({ field: 'Idempotency-Key', rule: 'wrong_length', least: 1, most: MAX_KEY_LENGTH });
  }
  return key;
}

/** Sends an answer. A replayed answer is marked with a header. */
export function sendJson(
  reply: FastifyReply,
  {
    answer,
    replayed,
    headers,
  }: { answer: unknown; replayed?: boolean; headers?: Record<string, string | string[]> },
): FastifyReply {
  if (headers) reply.headers(headers);
  if (replayed) reply.header('idempotent-replayed', 'true');
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  return reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(answer));
}
