// The headers of every response.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { presentMoment } from '../api/present.ts';

/**
 * Sets the headers with the time of the response, its duration and the request id, and the header that keeps
 * the token in the URL out of `Referer`.
 */
export function setExecutionHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('referrer-policy', 'no-referrer');
  reply.header('x-content-type-options', 'nosniff');
  reply.header('x-executed-at', presentMoment(Temporal.Now.instant()));
  reply.header('server-timing', `app;dur=${reply.elapsedTime.toFixed(1)}`);
  reply.header('x-request-id', request.id);
}
