// Compression of answers, with the codings that the client offers. Which answers, and why not all: docs/operations.md#compression.
import compress, { type FastifyCompressOptions } from '@fastify/compress';
import type { FastifyInstance } from 'fastify';
import type { Operation } from '../api/operation.ts';

/**
 * Smaller answers are sent as they are: they fit into one packet with their headers.
 */
const LEAST_BYTES = 1_024;
/**
 * Answers up to this size are compressed at once, larger ones by the threads of libuv: 16 KB of JSON take 0.1 to 0.8 ms; the 2 (zstd) to 11 ms
 * (gzip) of 766 KB would hold up all other requests.
 */
const AT_ONCE_BYTES = 16 * 1_024;

const OPTIONS: FastifyCompressOptions = {
  global: false,
  threshold: LEAST_BYTES,
  syncThreshold: AT_ONCE_BYTES,
  encodings: ['zstd', 'br', 'gzip'],
};

/** What a route has whose answers are compressed. */
export const COMPRESSED = { compress: OPTIONS };

/** Returns what the route of an operation has: files, answers of writes, of signing in, and those with secrets are not compressed. */
export function compressionOf(operation: Operation): typeof COMPRESSED | object {
  const { method, audience, hasSecrets } = operation;
  const isFile = operation.kind === 'read' && operation.file !== undefined;
  return method === 'GET' && !isFile && !hasSecrets && !audience.includes('session') ? COMPRESSED : {};
}

/** Lets routes compress their answers. To be called before they are registered. */
export async function registerCompression(app: FastifyInstance): Promise<void> {
  app.addHook('onRoute', (route) => {
    if (route.url.startsWith('/swagger')) Object.assign(route, COMPRESSED);
  });
  await app.register(compress, OPTIONS);
  app.addHook('onRoute', (route) => {
    if (!route.compress) return;
    route.onSend = [route.onSend ?? []].flat();
    route.onSend.push(async (_request, reply, payload) => {
      // A cache must keep answers with different codings apart, unchanged ones included.
      const vary = String(reply.getHeader('vary') ?? '');
      if (!/\baccept-encoding\b/i.test(vary))
        reply.header('vary', vary ? `${vary}, accept-encoding` : 'accept-encoding');
      // Equal bytes only in the same coding: a strong ETag says more.
      const etag = reply.getHeader('etag');
      if (reply.hasHeader('content-encoding') && typeof etag === 'string' && etag.startsWith('"'))
        reply.header('etag', `W/${etag}`);
      return payload;
    });
  });
}
