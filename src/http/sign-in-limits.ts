// Limits on guessing passwords and links: failed attempts by address and by name.
import type { FastifyRequest } from 'fastify';
import type { AttemptKey } from '../api/operation.ts';
import { countedAddress } from '../model/client-address.ts';
import { Problem, type ProblemCode, rateLimited } from '../problems.ts';

/** Failed attempts of one address. People mistype; a house has one address for everybody in it. */
const FAILURES_OF_ADDRESS = { max: 20, minutes: 15 };
/** Wrong PINs on one shared screen, over all its people, each of whom has few. */
const FAILURES_OF_SCREEN = { max: 20, minutes: 15 };
/**
 * Failed attempts under one name from all addresses. Higher, because whoever knows a name can use them up; 100 an hour are less than a
 * million a year.
 */
const FAILURES_OF_NAME = { max: 100, minutes: 60 };
/** Challenges for passkeys that an address gets: each opened page to sign in asks for one, and for another after some minutes. */
const CHALLENGES_OF_ADDRESS = { max: 300, minutes: 15 };
/** Maximum number of tracked addresses, and of names; when it is exceeded, the oldest is dropped. */
const MAX_TRACKED = 20_000;

/** Refusals of what somebody may be guessing. Others count for nothing: a right password that still lacks its code is no guess. */
const GUESSES: ReadonlySet<ProblemCode> = new Set([
  'sign_in_refused',
  'link_not_valid',
  'passkey_refused',
  'code_refused',
  'pin_refused',
  'pin_locked',
  'wrong_password',
]);

/**
 * Runs an attempt, which counts against the limits if it was a wrong guess. Throws `rate_limited`
 * without running it when too many were.
 */
type LimitAttempts = <T>(request: FastifyRequest, under: AttemptKey, attempt: () => Promise<T>) => Promise<T>;

/** Creates the limits of attempts. The counts are this process's own. */
export function createAttemptLimits(): LimitAttempts {
  const addresses = createWindowCounter(FAILURES_OF_ADDRESS);
  const names = createWindowCounter(FAILURES_OF_NAME);
  const screens = createWindowCounter(FAILURES_OF_SCREEN);
  const countsOf = (request: FastifyRequest, under: AttemptKey) => {
    if (under !== null && typeof under === 'object')
      return [{ counter: screens, key: String(under.screenId) }];
    const address = { counter: addresses, key: countedAddress(request) };
    return under === null ? [address] : [address, { counter: names, key: under.trim().toLowerCase() }];
  };
  return async (request, under, attempt) => {
    const counts = countsOf(request, under);
    for (const { counter, key } of counts) counter.require(key);
    // Counted before the password is checked: attempts at the same time must not all be let through.
    for (const { counter, key } of counts) counter.add(key, 1);
    let isGuess = false;
    try {
      return await attempt();
    } catch (error) {
      isGuess = error instanceof Problem && GUESSES.has(error.code);
      throw error;
    } finally {
      if (!isGuess) for (const { counter, key } of counts) counter.add(key, -1);
    }
  };
}

/** Creates the counter of challenges, which throws `rate_limited`: each is stored, for whoever asks. */
export function createChallengeCounter(): (request: FastifyRequest) => void {
  const addresses = createWindowCounter(CHALLENGES_OF_ADDRESS, 'challenges');
  return (request) => {
    const address = countedAddress(request);
    addresses.require(address);
    addresses.add(address, 1);
  };
}

/** Counts by key within windows of time that begin with the first count. */
function createWindowCounter(
  { max, minutes }: { max: number; minutes: number },
  counted: 'sign_ins' | 'challenges' = 'sign_ins',
) {
  const windows = new Map<string, { count: number; until: number }>();
  const find = (key: string) => {
    const known = windows.get(key);
    return known && known.until > performance.now() ? known : null;
  };
  return {
    /** Throws `rate_limited` when the limit is reached. */
    require(key: string): void {
      const known = find(key);
      if (known && known.count >= max)
        throw rateLimited(counted, max, Math.ceil((known.until - performance.now()) / 1_000));
    },
    add(key: string, number: number): void {
      const known = find(key);
      if (known) known.count += number;
      else if (number > 0) {
        windows.delete(key); // reinserted, so that the one counted last is dropped last
        windows.set(key, { count: number, until: performance.now() + minutes * 60_000 });
        if (windows.size > MAX_TRACKED) windows.delete(windows.keys().next().value!);
      }
    },
  };
}
