// Sessions by what they are asked for with: connections that share credentials share the session, for OTAs count log-ins by account.
import { createHash } from 'node:crypto';
import type { Session, Verdict, WireRequest } from './channel.ts';

export type LoginSessions = {
  /** the session that such a log-in brought, as long as it lasts */
  find(login: WireRequest, until: Temporal.Instant): Session | null;
  /**
   * logs in, unless somebody is about to or has done so since `refused` was given; whoever asks meanwhile gets the same. While
   * the account's credentials are refused, the refusal is returned without a request until the next attempt is due.
   */
  enter(
    login: WireRequest,
    refused: Session | null,
    logIn: () => Promise<Verdict<Session>>,
  ): Promise<Verdict<Session>>;
  /**
   * Whether a log-in may replace a session that was refused. Once in ten minutes: where a new session is refused like the one
   * before, it is the permission that is missing, not the session that is over.
   */
  mayRenew(login: WireRequest, refused: Session): boolean;
  /** People have changed the connection: what was refused may be tried at once. */
  clearRefusals(login: WireRequest): void;
};

/** After the first, second … refused log-in in a row; the last for all further ones. Shorter than the engine's own pauses. */
const REFUSED_SECONDS = [50, 280, 880];
const RENEW_EVERY_SECONDS = 600;

/** Booking.com gives an account thirty tokens an hour: a token for each connection would be spent by the thirty-first. */
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
    const seconds = REFUSED_SECONDS[Math.min(count, REFUSED_SECONDS.length) - 1]!;
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

/** The request for a session says all that it depends on. Credentials are not kept as they are. */
function keyOf({ method, url, headers, body }: WireRequest): string {
  return createHash('sha256')
    .update(JSON.stringify([method, url, headers, body]))
    .digest('base64');
}
