// One request to the other side and its answer: proved, limited, timed, kept redacted. What came back is read by the adapter.

import type { HttpExchange } from '../model/channel.ts';
import { OutgoingError } from '../outgoing/error.ts';
import type { Outgoing } from '../outgoing/http.ts';
import type { Adapter, ConnectionView, Session, Verdict, WireRequest, WireResponse } from './channel.ts';
import type { ExclusiveRequests } from './exclusive-requests.ts';
import { excerpt, isWebPage, retry, retryAfter } from './responses.ts';
import type { LoginSessions } from './sessions.ts';

/**
 * `doubtful`: there was no answer, and the request may have been carried out. `hinderedByRead`: refused because of a read of
 * ours, which was given up: it may go again after `afterSeconds`, and nothing is wrong.
 */
export type RequestOutcome<T> = Verdict<T> & { outcomeUnknown?: boolean; hinderedByRead?: boolean };

export type ChannelClient = {
  /** Sends and reads; never throws for what the other side or the way to it does. */
  request<T>(
    request: WireRequest,
    decode: (response: WireResponse) => Verdict<T>,
  ): Promise<RequestOutcome<T>>;
};

export type ChannelClientOptions = {
  adapter: Adapter;
  connection: ConnectionView;
  outgoing: Outgoing;
  now: () => Temporal.Instant;
  signal: AbortSignal;
  /** of all connections of this process */
  sessions: LoginSessions;
  record: (exchange: HttpExchange) => void;
  /** the other side replaced credentials: those used are worth nothing any more */
  renewed: (credentials: Record<string, string>) => Promise<void>;
  /** given by those that work for one connection side by side: a log-in of one holds for the others */
  logIn?: LoginContext;
  /** for channels that take some requests one at a time: shared by those that work for one connection */
  exclusive?: ExclusiveRequests;
  /** pushes: over connections that reads cannot use up; as `exclusive` requests they are run as a whole by the caller */
  urgent?: boolean;
};

/** What the last log-in of a connection brought, though its request be another now (credentials were renewed with it). */
export type LoginContext = { own: Session | null };

/** For requests whose adapter names no time of its own. */
const TIMEOUT_MS = 30_000;
/** For reads whose adapter names no pause of its own. */
const IDLE_MS = 20_000;
/** The largest answer that any of the channels documents is a few hundred reservations. */
const MAX_RESPONSE_BYTES = 8 * 1024 * 1024;
/** A session is renewed so long before it ends. */
const RENEW_BEFORE_SECONDS = 60;

/** For one connection; make a new one when its settings or credentials change. */
export function createChannelClient(parts: ChannelClientOptions): ChannelClient {
  const { adapter, connection, now, sessions } = parts;
  const { authorize, login } = adapter.authorization;
  const { logIn: kept = { own: null } } = parts;

  const logIn = async (): Promise<Verdict<Session>> => {
    const verdict = await send(parts, login!.request(connection), (response) =>
      login!.decode(response, now()),
    );
    if (verdict.kind === 'ok' && verdict.value.renewed) await parts.renewed(verdict.value.renewed);
    return verdict;
  };
  const enter = async (refused: Session | null): Promise<Verdict<Session>> => {
    const verdict = await sessions.enter(login!.request(connection), refused, logIn);
    kept.own = verdict.kind === 'ok' ? verdict.value : null;
    return verdict;
  };
  const findSession = (): Session | null => {
    const until = now().add({ seconds: RENEW_BEFORE_SECONDS });
    const { own } = kept;
    if (own?.renewed && Temporal.Instant.compare(own.expiresAt, until) > 0) return own;
    return sessions.find(login!.request(connection), until);
  };

  return {
    async request(request, decode) {
      const needed = login !== undefined && (login.neededBy?.(request, connection) ?? true);
      if (!needed) return send(parts, authorize(request, connection, null), decode);
      const known = findSession();
      const session: Verdict<Session> = known ? { kind: 'ok', value: known } : await enter(null);
      if (session.kind !== 'ok') return session;
      const verdict = await send(parts, authorize(request, connection, session.value), decode);
      if (verdict.kind !== 'auth' || !known) return verdict;
      // A session may end before its time: once, a new one is asked for.
      if (!sessions.mayRenew(login!.request(connection), known)) return verdict;
      const entered = await enter(known);
      return entered.kind === 'ok'
        ? send(parts, authorize(request, connection, entered.value), decode)
        : entered;
    },
  };
}

/** Until Expedia has noticed that the read is given up. */
const AFTER_READ_SECONDS = 1;

async function send<T>(
  parts: ChannelClientOptions,
  request: WireRequest,
  decode: (response: WireResponse) => Verdict<T>,
): Promise<RequestOutcome<T>> {
  const { adapter, exclusive, signal, urgent = false } = parts;
  if (!exclusive || !adapter.exclusive?.includes(request)) return sendNow(parts, request, decode);
  if (urgent) {
    const answer = await sendNow(parts, request, decode);
    const isHindered = answer.kind === 'retry' && answer.busy === true && exclusive.pushRefused();
    return isHindered ? { ...answer, afterSeconds: AFTER_READ_SECONDS, hinderedByRead: true } : answer;
  }
  return exclusive.read(async (givenUp) => {
    const ends = AbortSignal.any([signal, givenUp]);
    const answer = await sendNow({ ...parts, signal: ends }, request, decode);
    const isUnanswered = answer.kind === 'retry' && answer.outcomeUnknown === true;
    return givenUp.aborted && !signal.aborted && isUnanswered ? null : answer;
  });
}

async function sendNow<T>(
  { adapter, outgoing, now, record, signal, urgent = false }: ChannelClientOptions,
  request: WireRequest,
  decode: (response: WireResponse) => Verdict<T>,
): Promise<RequestOutcome<T>> {
  const at = now();
  const started = performance.now();
  const told = {
    at,
    method: request.method,
    url: adapter.redact(request.url),
    request: adapter.redact(request.body ?? ''),
  };
  const timed = () => ({ durationMs: performance.now() - started });
  const idleMs = request.idleMs ?? (request.method === 'GET' ? IDLE_MS : undefined);
  let response: WireResponse;
  try {
    const answer = await outgoing.send({
      url: request.url,
      method: request.method,
      headers: request.headers ?? {},
      ...(request.body !== undefined && { body: request.body }),
      timeoutMs: request.timeoutMs ?? TIMEOUT_MS,
      ...(idleMs !== undefined && { idleMs }),
      urgent,
      maxBodyBytes: MAX_RESPONSE_BYTES,
      signal,
    });
    response = { status: answer.status, headers: answer.headers, body: answer.text() };
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    record({ ...told, status: null, response: null, error: error.message, ...timed() });
    return { kind: 'retry', reason: error.message, outcomeUnknown: error.code !== 'ECONNREFUSED' };
  }
  const verdict = withRetryAfter(read(decode, response), response, now());
  record({
    ...told,
    status: response.status,
    response: adapter.redact(response.body),
    error: verdict.kind === 'ok' ? null : verdict.reason,
    ...timed(),
  });
  // An error of theirs, or a success that nobody can read: it may have been done.
  const doubtful = verdict.kind === 'retry' && (response.status >= 500 || response.status < 300);
  return { ...verdict, ...(doubtful && { outcomeUnknown: doubtful }) };
}

/**
 * What the adapter makes of an answer; `retry` where it throws: it has not understood the answer, and that is no confirmation.
 * `retry` as well where it makes a refusal of a web page: a firewall's 403 says nothing about our credentials, its 404 or 406
 * nothing about what was sent.
 */
function read<T>(decode: (response: WireResponse) => Verdict<T>, response: WireResponse): Verdict<T> {
  try {
    const verdict = decode(response);
    const refusal = verdict.kind === 'auth' || verdict.kind === 'refused';
    return refusal && isWebPage(response)
      ? retry(`HTTP ${response.status} with a web page instead of an answer: ${excerpt(response.body)}`)
      : verdict;
  } catch (error) {
    return { kind: 'retry', reason: `The answer could not be read: ${(error as Error).message}` };
  }
}

/** `Retry-After` holds for every channel. */
function withRetryAfter<T>(verdict: Verdict<T>, response: WireResponse, now: Temporal.Instant): Verdict<T> {
  if (verdict.kind !== 'retry' || verdict.afterSeconds !== undefined) return verdict;
  const seconds = retryAfter(response, now.epochMilliseconds) ?? 0;
  return seconds > 0 ? { ...verdict, afterSeconds: Math.min(seconds, MAX_RETRY_AFTER_SECONDS) } : verdict;
}

/** Nobody means more; a date in the next century is a mistake. */
const MAX_RETRY_AFTER_SECONDS = 6 * 3_600;
