// Limits on guessing passwords, links, passkeys and PINs: wrong ones by address, device, name, screen and person.
import type { FastifyRequest } from 'fastify';
import type { Guess } from '../api/operation.ts';
import type { KnownDevice } from '../api/session/known-device.ts';
import { countedAddress } from '../model/client-address.ts';
import { signInKey } from '../model/staff.ts';
import { Problem, type ProblemCode, rateLimited } from '../problems.ts';

/**
 * Wrong guesses of one kind from one address, on one device on which somebody signed in before, on one shared screen over all its people, or of
 * the person who is signed in. People mistype; a house has one address for everybody in it.
 */
const FAILURES = { max: 20, minutes: 15 };
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

/** A wrong guess, and how it was refused. `blocked`: it was the last one that its address, device, name, screen or person had. */
export type WrongGuess = { guess: Guess; problem: Problem; blocked: boolean };

/** An attempt. `knownDevice`: by which the browser is known; null = by none. */
type Attempt = { guess: Guess; request: FastifyRequest; knownDevice: KnownDevice | null };

/**
 * Runs an attempt, which counts against the limits if it was a wrong guess. Throws `rate_limited`
 * without running it when too many were.
 */
type LimitAttempts = <T>(
  attempt: Attempt,
  run: () => Promise<T>,
  onWrongGuess: (wrong: WrongGuess) => void,
) => Promise<T>;

/** Creates the limits of attempts. The counts are this process's own. */
export function createAttemptLimits(): LimitAttempts {
  const failures = createWindowCounter(FAILURES);
  const names = createWindowCounter(FAILURES_OF_NAME);
  const countsOf = (attempt: Attempt) => {
    const { guess, knownDevice } = attempt;
    const own = { counter: failures, key: `${guess.of} by ${originOf(attempt)}` };
    if (guess.of !== 'password') return [own];
    const name = signInKey(guess.name);
    // Whoever knows a name could keep the person from signing in: not on the person's own device.
    return knownDevice?.names.includes(name) ? [own] : [own, { counter: names, key: name }];
  };
  return async (attempt, run, onWrongGuess) => {
    const counts = countsOf(attempt);
    for (const { counter, key } of counts) counter.require(key);
    // Counted before the password is checked: attempts at the same time must not all be let through.
    for (const { counter, key } of counts) counter.add(key, 1);
    let isWrong = false;
    try {
      return await run();
    } catch (error) {
      if (error instanceof Problem && GUESSES.has(error.code)) {
        isWrong = true;
        const blocked = counts.some(({ counter, key }) => counter.isFull(key));
        onWrongGuess({ guess: attempt.guess, problem: error, blocked });
      }
      throw error;
    } finally {
      if (!isWrong) for (const { counter, key } of counts) counter.add(key, -1);
    }
  };
}

/**
 * Returns under what guesses of a kind count. Not always the address: whoever has the same, such as a guest in the house's network, could shut
 * out a screen, a person or a device of the house.
 */
function originOf({ guess, request, knownDevice }: Attempt): string {
  if (guess.of === 'pin') return `screen ${guess.screenId}`;
  if (guess.of === 'confirmation') return `person ${guess.userId}`;
  return guess.of === 'password' && knownDevice ? `device ${knownDevice.id}` : countedAddress(request);
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
    isFull: (key: string) => (find(key)?.count ?? 0) >= max,
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
