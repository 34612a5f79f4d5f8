// Who may use the operator's side: whoever has the key; an address that sends wrong ones is slowed.
import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { clientAddress, countedAddress } from '../model/client-address.ts';
import { hashToken } from '../model/token.ts';
import { Problem, rateLimited } from '../problems.ts';

/** People mistype a key a few times; a program that guesses does so thousands of times a second. */
const WRONG_KEYS_A_MINUTE = 10;
const MINUTE_MS = 60_000;
/** Addresses that are remembered at once; beyond it the oldest are forgotten. */
const MAX_TRACKED_ADDRESSES = 20_000;

/** Throws `unauthorized` unless the request carries the operator's key, `rate_limited` after too many wrong ones. */
export type OperatorGuard = (request: FastifyRequest) => void;

export function createOperatorGuard(operatorKey: string): OperatorGuard {
  const wanted = hashToken(operatorKey);
  const wrong = new Map<string, { count: number; until: number }>();

  return (request) => {
    const source = sourceOf(request);
    const known = wrong.get(source);
    const seconds = known ? Math.ceil((known.until - performance.now()) / 1_000) : 0;
    // Before the key is looked at: else every guess would still be answered, by 429 or 200.
    if (known && seconds > 0 && known.count >= WRONG_KEYS_A_MINUTE) {
      throw rateLimited(`${WRONG_KEYS_A_MINUTE} wrong operator keys a minute from your address`, seconds);
    }
    const given = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
    // Hashes have one length and are compared in constant time, so the answer's timing says nothing about the key.
    if (timingSafeEqual(hashToken(given), wanted)) return;
    // A request without a key is no guess. Web pages can make a browser send one, and must not lock its user out.
    if (given !== '') {
      const count = seconds > 0 ? known!.count + 1 : 1;
      wrong.delete(source); // the last counted is the last forgotten
      wrong.set(source, { count, until: seconds > 0 ? known!.until : performance.now() + MINUTE_MS });
      if (wrong.size > MAX_TRACKED_ADDRESSES) wrong.delete(wrong.keys().next().value!);
      request.log.warn(
        { address: clientAddress(request), request_id: request.id, route: request.routeOptions.url },
        count < WRONG_KEYS_A_MINUTE
          ? 'wrong operator key'
          : 'wrong operator key; this address is refused for the rest of the minute',
      );
    }
    throw new Problem(
      'unauthorized',
      'Send the operator key as Authorization: Bearer …; it is OPERATOR_KEY or lies in DATA_DIR/operator.key.',
    );
  };
}

/**
 * Requests that came through a proxy count apart from those of this machine, also where TRUST_PROXY is off and both have
 * the proxy's address: strangers must not lock out the command line. They cannot take away the header that a proxy sets.
 */
function sourceOf(request: FastifyRequest): string {
  return `${countedAddress(request)}${request.headers['x-forwarded-for'] === undefined ? '' : ' by proxy'}`;
}
