// Rate limits per caller, counted in this process: approximate when several processes share the load.
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Holder } from '../api/admission.ts';
import { countedAddress } from '../model/client-address.ts';
import { rateLimited } from '../problems.ts';

/** The limits of an installation. */
export type Limits = {
  /** requests per minute with the sandbox token, from one address */
  sandbox: number;
  /** requests per minute with one live token, or of one person */
  live: number;
};

/**
 * Wrong tokens that one address may try per minute. A token has 190 random bits, so the limit does not guard
 * against guessing: it tells a client that something is wrong, and most invented tokens cost no query anyway.
 */
const WRONG_TOKENS_A_MINUTE = 60;
const MINUTE_MS = 60_000;
/** Maximum number of tracked callers; when it is exceeded, the least recently used are dropped. */
const MAX_TRACKED_CALLERS = 20_000;

/** Counts requests per caller and rejects those beyond a limit. */
export type RateLimiter = {
  /** Counts a request and sets the rate limit headers. Throws `rate_limited` beyond the limit. */
  count(request: FastifyRequest, reply: FastifyReply, holder: Holder): Promise<void>;
  /**
   * Counts a wrong token. Throws `rate_limited` for an address that tries too many. Valid tokens are
   * recognized before, so they are not affected by others at the same address; a revoked token counts as a
   * wrong one.
   */
  countWrongToken(request: FastifyRequest): Promise<void>;
  /** Counts a fetch of the calendar feed with this key. Throws `rate_limited` beyond the limit. */
  countFeed(request: FastifyRequest, key: string): Promise<void>;
};

/**
 * Fetches of one feed per minute. Calendars are fetched every few minutes; some programs fetch one for each
 * of their users.
 */
const FEED_FETCHES_A_MINUTE = 120;

/** Creates the rate limiter, whose counts are this process's own. `limits` are requests a minute. */
export async function createRateLimiter(app: FastifyInstance, limits: Limits): Promise<RateLimiter> {
  await app.register(rateLimit, { global: false, cache: MAX_TRACKED_CALLERS });
  const holders = new WeakMap<FastifyRequest, Holder>();
  const checkCaller = app.createRateLimit({
    timeWindow: MINUTE_MS,
    max: (request) => (holders.get(request)?.access === 'demo' ? limits.sandbox : limits.live),
    // Everybody has the sandbox token: one visitor must not use up the limit of all others.
    keyGenerator: (request) => {
      const holder = holders.get(request);
      if (holder?.userId !== undefined) return `person/${holder.userId}`;
      return holder?.tokenId ? `token/${holder.tokenId}` : `sandbox/${countedAddress(request)}`;
    },
  });
  const checkWrong = app.createRateLimit({
    timeWindow: MINUTE_MS,
    max: WRONG_TOKENS_A_MINUTE,
    keyGenerator: (request) => `wrong/${countedAddress(request)}`,
  });

  const feedKeys = new WeakMap<FastifyRequest, string>();
  const checkFeed = app.createRateLimit({
    timeWindow: MINUTE_MS,
    max: FEED_FETCHES_A_MINUTE,
    keyGenerator: (request) => `feed/${feedKeys.get(request)}`,
  });

  return {
    async count(request, reply, holder) {
      holders.set(request, holder);
      const limit = await checkCaller(request);
      if (limit.isAllowed) return;
      reply.header('ratelimit-limit', limit.max);
      reply.header('ratelimit-remaining', limit.remaining);
      reply.header('ratelimit-reset', limit.ttlInSeconds);
      if (limit.isExceeded) throw rateLimited('token', limit.max, limit.ttlInSeconds);
    },
    async countWrongToken(request) {
      const limit = await checkWrong(request);
      if (!limit.isAllowed && limit.isExceeded)
        throw rateLimited('wrong_tokens', limit.max, limit.ttlInSeconds);
    },
    async countFeed(request, key) {
      feedKeys.set(request, key);
      const limit = await checkFeed(request);
      if (!limit.isAllowed && limit.isExceeded) throw rateLimited('calendar', limit.max, limit.ttlInSeconds);
    },
  };
}
