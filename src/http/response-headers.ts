// The headers that every answer has.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { moment } from '../api/present.ts';

/** When the server answered, how long it took, under which id; and that the token in the URL goes nowhere else. */
export function setExecutionHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('referrer-policy', 'no-referrer');
  reply.header('x-content-type-options', 'nosniff');
  reply.header('x-executed-at', moment(Temporal.Now.instant()));
  reply.header('server-timing', `app;dur=${reply.elapsedTime.toFixed(1)}`);
  reply.header('x-request-id', request.id);
}
