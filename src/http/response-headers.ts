// The headers of every response.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { presentMoment } from '../api/present.ts';

/**
 * Sets the headers with the time of the response, its duration and the request id, the header that keeps
 * the token in the URL out of `Referer`, and those that keep other pages from showing it in a frame. Pages with a policy of their own keep it.
 */
export function setExecutionHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('referrer-policy', 'no-referrer');
  reply.header('x-content-type-options', 'nosniff');
  if (!reply.hasHeader('content-security-policy'))
    reply.header('content-security-policy', "frame-ancestors 'none'");
  if (!reply.hasHeader('x-frame-options')) reply.header('x-frame-options', 'DENY');
  reply.header('x-executed-at', presentMoment(Temporal.Now.instant()));
  reply.header('server-timing', `app;dur=${reply.elapsedTime.toFixed(1)}`);
  reply.header('x-request-id', request.id);
}
