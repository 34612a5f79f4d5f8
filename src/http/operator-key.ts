// Authentication of the operator by key, with a limit for addresses that send wrong keys.
import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { countedAddress } from '../model/client-address.ts';
import { hashToken } from '../model/token.ts';
import { Problem, rateLimited } from '../problems.ts';
import { logAccess } from './access-log.ts';

/** People mistype a key a few times; a guessing program tries thousands a second. */
const WRONG_KEYS_A_MINUTE = 10;
const MINUTE_MS = 60_000;
/** Maximum number of tracked addresses; when it is exceeded, the oldest is dropped. */
const MAX_TRACKED_ADDRESSES = 20_000;

/** Throws `unauthorized` unless the request has the operator key, `rate_limited` after too many wrong ones. */
export type OperatorGuard = (request: FastifyRequest) => void;

/** Creates the check of the operator key, with its own count of wrong keys. */
export function createOperatorGuard(operatorKey: string): OperatorGuard {
  const wanted = hashToken(operatorKey);
  const wrong = new Map<string, { count: number; until: number }>();

  return (request) => {
    const source = sourceOf(request);
    const known = wrong.get(source);
    const seconds = known ? Math.ceil((known.until - performance.now()) / 1_000) : 0;
    // Checked before the key: otherwise an address over its limit would still learn from 429 or 200 whether a
    // guess is right.
    if (known && seconds > 0 && known.count >= WRONG_KEYS_A_MINUTE) {
      throw rateLimited('wrong_operator_keys', WRONG_KEYS_A_MINUTE, seconds);
    }
    const given = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
    // Hashes have the same length and are compared in constant time, so the response time reveals nothing
    // about the key.
    if (timingSafeEqual(hashToken(given), wanted)) return;
    // A request without a key is not a guess: web pages can make a browser send one, and must not lock its
    // user out.
    if (given !== '') {
      const count = seconds > 0 ? known!.count + 1 : 1;
      wrong.delete(source); // reinserted, so that the address counted last is dropped last
      wrong.set(source, { count, until: seconds > 0 ? known!.until : performance.now() + MINUTE_MS });
      if (wrong.size > MAX_TRACKED_ADDRESSES) wrong.delete(wrong.keys().next().value!);
      const blocked = count >= WRONG_KEYS_A_MINUTE;
      logAccess(request, { operation: null, outcome: 'unauthorized', userId: null, blocked });
    }
    throw new Problem('unauthorized');
  };
}

/**
 * Returns the key under which wrong operator keys of a request are counted. Requests through a proxy count
 * separately from those of this machine, also where TRUST_PROXY is off and both have the proxy's address:
 * callers from outside must not lock out the command line. They cannot remove the header that a proxy sets.
 */
function sourceOf(request: FastifyRequest): string {
  return `${countedAddress(request)}${request.headers['x-forwarded-for'] === undefined ? '' : ' by proxy'}`;
}
