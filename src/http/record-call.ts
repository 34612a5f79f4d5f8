// The entries of a property's usage log about calls of its API, by tokens and by people who are signed in.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../api/admission.ts';
import type { Operation } from '../api/operation.ts';
import type { AppContext } from './context.ts';

/**
 * Adds the request to the usage log. Requests with the sandbox token are left out: the log of the sample
 * property is part of the sample, and visitors must not see each other in it.
 */
export function recordCall(
  request: FastifyRequest,
  reply: FastifyReply,
  operation: Operation,
  { caller, context }: { caller: Caller; context: AppContext },
): void {
  if (caller.access === 'demo') return;
  context.usage.add(
    {
      kind: 'api',
      hotelId: caller.property.hotelId,
      createdAt: context.now(),
      summary: `${operation.method} ${nounOf(operation)} ${reply.statusCode}`,
      method: operation.method,
      path: operation.path,
      status: reply.statusCode,
      durationMs: reply.elapsedTime,
      requestId: request.id,
      tokenLabel: caller.label,
    },
    caller,
  );
}

/** Returns what an operation is about: `bookings` of both `/api/bookings/…` and `/operator/properties/{hotel_id}/bookings/…`. */
function nounOf({ path }: Operation): string {
  const [, audience, noun, , ofProperty] = path.split('/');
  return (audience === 'operator' && ofProperty) || noun!;
}
