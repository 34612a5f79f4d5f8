// Sessions by what they are asked for with: connections that share credentials share the session, for OTAs count log-ins by account.
import { createHash } from 'node:crypto';
import type { Session, Verdict, WireRequest } from './channel.ts';

export type Sessions = {
  /** the session that such a log-in brought, as long as it lasts */
  find(login: WireRequest, until: Temporal.Instant): Session | null;
  /** logs in, unless somebody is about to or has done so since `refused` was given; whoever asks meanwhile gets the same */
  enter(
    login: WireRequest,
    refused: Session | null,
    logIn: () => Promise<Verdict<Session>>,
  ): Promise<Verdict<Session>>;
};

/** Booking.com gives an account thirty tokens an hour: a token for each connection would be spent by the thirty-first. */
export function createSessions(): Sessions {
  const known = new Map<string, Session>();
  const entering = new Map<string, Promise<Verdict<Session>>>();
  return {
    find(login, until) {
      const session = known.get(keyOf(login));
      return session && Temporal.Instant.compare(session.expiresAt, until) > 0 ? session : null;
    },
    enter(login, refused, logIn) {
      const key = keyOf(login);
      const newer = refused && known.get(key);
      if (newer && newer !== refused) return Promise.resolve({ kind: 'ok', value: newer });
      const pending =
        entering.get(key) ??
        logIn()
          .then((verdict) => {
            if (verdict.kind === 'ok') known.set(key, verdict.value);
            else known.delete(key);
            return verdict;
          })
          .finally(() => entering.delete(key));
      entering.set(key, pending);
      return pending;
    },
  };
}

/** The request for a session says all that it depends on. Credentials are not kept as they are. */
function keyOf({ method, url, headers, body }: WireRequest): string {
  return createHash('sha256')
    .update(JSON.stringify([method, url, headers, body]))
    .digest('base64');
}
