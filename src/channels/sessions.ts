// Login sessions, keyed by login request. Connections that share credentials share a session, because OTAs
// limit logins per account.
import { createHash } from 'node:crypto';
import { type RetryPolicy, retryDelaySeconds } from '../model/retry-policy.ts';
import type { Session, Verdict, WireRequest } from './channel.ts';

export type LoginSessions = {
  /** returns the stored session of this login request if it is valid until after `until` */
  find(login: WireRequest, until: Temporal.Instant): Session | null;
  /**
   * logs in, unless a login is under way or has replaced `refused` already; concurrent callers get the same
   * session. While the account's credentials are refused, returns the refusal without a request until the
   * next attempt is due.
   */
  enter(
    login: WireRequest,
    refused: Session | null,
    logIn: () => Promise<Verdict<Session>>,
  ): Promise<Verdict<Session>>;
  /**
   * Returns whether a login may replace a refused session: once in ten minutes. If the new session is refused
   * too, the account lacks a permission, and logging in again does not help.
   */
  mayRenew(login: WireRequest, refused: Session): boolean;
  /** Forgets refused logins, after people have edited the connection: the next attempt is made at once. */
  clearRefusals(login: WireRequest): void;
};

/** Retries of a refused login: each a little earlier than those of the tasks that need it. */
const REFUSED_LOGIN_RETRIES: RetryPolicy = { seconds: [50, 280, 880] };
const RENEW_EVERY_SECONDS = 600;

/**
 * Booking.com gives an account thirty tokens an hour: with one login per connection, the thirty-first
 * connection would get none.
 */
export function createLoginSessions(now: () => Temporal.Instant = Temporal.Now.instant): LoginSessions {
  const known = new Map<string, Session>();
  const entering = new Map<string, Promise<Verdict<Session>>>();
  const refusals = new Map<string, { verdict: Verdict<Session>; count: number; untilMs: number }>();
  const renewedAtMs = new Map<string, number>();
  const nowMs = () => now().epochMilliseconds;
  const settle = (key: string, verdict: Verdict<Session>) => {
    if (verdict.kind === 'ok') known.set(key, verdict.value);
    else known.delete(key);
    if (verdict.kind !== 'auth') {
      refusals.delete(key);
      return;
    }
    const count = (refusals.get(key)?.count ?? 0) + 1;
    const seconds = retryDelaySeconds(REFUSED_LOGIN_RETRIES, count)!;
    refusals.set(key, { verdict, count, untilMs: nowMs() + seconds * 1_000 });
  };
  return {
    find(login, until) {
      const session = known.get(keyOf(login));
      return session && Temporal.Instant.compare(session.expiresAt, until) > 0 ? session : null;
    },
    enter(login, refused, logIn) {
      const key = keyOf(login);
      const newer = refused && known.get(key);
      if (newer && newer !== refused) return Promise.resolve({ kind: 'ok', value: newer });
      const refusal = refusals.get(key);
      if (refusal && refusal.untilMs > nowMs()) return Promise.resolve(refusal.verdict);
      if (refused) renewedAtMs.set(key, nowMs());
      const pending =
        entering.get(key) ??
        logIn()
          .then((verdict) => {
            settle(key, verdict);
            return verdict;
          })
          .finally(() => entering.delete(key));
      entering.set(key, pending);
      return pending;
    },
    mayRenew(login, refused) {
      const key = keyOf(login);
      const newer = known.get(key);
      if (newer && newer !== refused) return true;
      return nowMs() - (renewedAtMs.get(key) ?? Number.NEGATIVE_INFINITY) >= RENEW_EVERY_SECONDS * 1_000;
    },
    clearRefusals(login) {
      refusals.delete(keyOf(login));
      renewedAtMs.delete(keyOf(login));
    },
  };
}

/**
 * A session depends on its login request alone. The request is hashed, so that credentials are not kept in
 * clear text.
 */
function keyOf({ method, url, headers, body }: WireRequest): string {
  return createHash('sha256')
    .update(JSON.stringify([method, url, headers, body]))
    .digest('base64');
}

/** Returns the request with the token of a session as Bearer authorization; without a session unchanged. */
export function withToken(request: WireRequest, session: Session | null): WireRequest {
  if (!session) return request;
  return { ...request, headers: { ...request.headers, authorization: `Bearer ${session.token}` } };
}
