// Sends the requests of one connection: authorizes them, limits their time and size, and records each HTTP
// exchange in redacted form. Responses are decoded by the adapter.

import type { Cause } from '../model/cause.ts';
import type { HttpExchange } from '../model/channel.ts';
import { causeCodeOf, OutgoingError } from '../outgoing/error.ts';
import type { Outgoing } from '../outgoing/http.ts';
import type { Adapter, ConnectionView, Session, Verdict, WireRequest, WireResponse } from './channel.ts';
import type { ExclusiveRequests } from './exclusive-requests.ts';
import { credentialsIn, verdictWithout, withoutValues } from './own-credentials.ts';
import {
  causeOf,
  describeBody,
  type FailedVerdict,
  isWebPage,
  retry,
  retryAfter,
  unreadableAnswer,
  withCause,
} from './responses.ts';
import type { LoginSessions } from './sessions.ts';

/**
 * Result of a request. `outcomeUnknown`: there was no usable response, and the request may have been carried
 * out. `hinderedByRead`: a push was refused because a read of this connection was under way. The read was
 * aborted, the push may be repeated after `afterSeconds`, and this is not an error.
 */
export type RequestOutcome<T> = (Extract<Verdict<T>, { kind: 'ok' }> | FailedOutcome) & {
  outcomeUnknown?: boolean;
  hinderedByRead?: boolean;
};

/** A failure with its code. */
export type FailedOutcome = FailedVerdict & { cause: Cause };

/** Returns the outcome of a request that was not sent, or whose answer says no, for a reason of innwire's own. */
export function refusedHere(reason: string, cause: Cause): FailedOutcome {
  return { kind: 'refused', reason, cause };
}

export type ChannelClient = {
  /**
   * Sends a request and decodes its response. Failures of the channel or the network are returned, never
   * thrown.
   */
  request<T>(
    request: WireRequest,
    decode: (response: WireResponse) => Verdict<T>,
  ): Promise<RequestOutcome<T>>;
};

type ChannelClientOptions = {
  adapter: Adapter;
  connection: ConnectionView;
  outgoing: Outgoing;
  now: () => Temporal.Instant;
  signal: AbortSignal;
  /** login sessions, shared by all connections of this process */
  sessions: LoginSessions;
  record: (exchange: HttpExchange) => void;
  /**
   * Waits until the channel's limits allow a request, and returns 0, or the seconds until they do: then it is not
   * sent. Absent = no limits are known.
   */
  wait?: (request: WireRequest) => Promise<number>;
  /** called with new credentials after the channel replaced them; the old ones no longer work */
  renewed: (credentials: Record<string, string>) => Promise<void>;
  /** shared by several clients of one connection, so that a login made by one is used by the others */
  logIn?: LoginContext;
  /** for channels that accept some requests one at a time only; shared by all clients of one connection */
  exclusive?: ExclusiveRequests;
  /**
   * for pushes: sent over TCP connections that reads cannot exhaust. The caller runs the whole push inside
   * `exclusive.push`.
   */
  urgent?: boolean;
};

/**
 * Session of the last login of a connection. It stays valid for the connection even if the login request is
 * now a different one, because the login renewed the credentials.
 */
export type LoginContext = { own: Session | null };

/** Time limit of requests without a `timeoutMs`. */
const TIMEOUT_MS = 30_000;
/** Longest time without a byte of the response, for GET requests without an `idleMs`. */
const IDLE_MS = 20_000;
/** The largest response documented by any channel is a few hundred reservations. */
const MAX_RESPONSE_BYTES = 8 * 1024 * 1024;
/** A file that a guest attached is a photo or a scan; telephones make photos of up to 15 MB. */
const MAX_FILE_BYTES = 20_000_000;
/** Sessions are renewed this long before they expire. */
const RENEW_BEFORE_SECONDS = 60;

/**
 * Creates the client of one connection. Create a new one when the connection's settings or credentials
 * change.
 */
export function createChannelClient(parts: ChannelClientOptions): ChannelClient {
  const { adapter, connection, now, sessions } = parts;
  const { authorization } = adapter;
  const login = authorization?.login;
  const authorize = (request: WireRequest, session: Session | null): WireRequest =>
    authorization ? authorization.authorize(request, connection, session) : request;
  const { logIn: context = { own: null } } = parts;

  const logIn = async (): Promise<RequestOutcome<Session>> => {
    const verdict = await send(parts, login!.request(connection), (response) =>
      login!.decode(response, now()),
    );
    if (verdict.kind === 'ok' && verdict.value.renewed) await parts.renewed(verdict.value.renewed);
    return verdict;
  };
  const logInShared = async (refused: Session | null): Promise<RequestOutcome<Session>> => {
    const verdict = await sessions.enter(login!.request(connection), refused, logIn);
    context.own = verdict.kind === 'ok' ? verdict.value : null;
    return verdict.kind === 'ok' ? verdict : { ...verdict, cause: causeOf(verdict) };
  };
  const findSession = (): Session | null => {
    const until = now().add({ seconds: RENEW_BEFORE_SECONDS });
    const { own } = context;
    if (own?.renewed && Temporal.Instant.compare(own.expiresAt, until) > 0) return own;
    return sessions.find(login!.request(connection), until);
  };

  return {
    async request(request, decode) {
      const needed = login !== undefined && (login.neededBy?.(request, connection) ?? true);
      if (!needed) return send(parts, authorize(request, null), decode);
      const known = findSession();
      const session: RequestOutcome<Session> = known ? { kind: 'ok', value: known } : await logInShared(null);
      if (session.kind !== 'ok') return session;
      const verdict = await send(parts, authorize(request, session.value), decode);
      if (verdict.kind !== 'auth' || !known) return verdict;
      // The channel may end a session before it expires. A new one is requested once.
      if (!sessions.mayRenew(login!.request(connection), known)) return verdict;
      const entered = await logInShared(known);
      return entered.kind === 'ok' ? send(parts, authorize(request, entered.value), decode) : entered;
    },
  };
}

/** Wait before a push is repeated, so that Expedia has noticed that the read was aborted. */
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
  { adapter, connection, outgoing, now, record, wait, signal, urgent = false }: ChannelClientOptions,
  request: WireRequest,
  decode: (response: WireResponse) => Verdict<T>,
): Promise<RequestOutcome<T>> {
  const seconds = (await wait?.(request)) ?? 0;
  if (seconds > 0) {
    const cause = { code: 'requests_used_up' } as const;
    return { kind: 'retry', reason: allUsed(adapter), cause, afterSeconds: seconds };
  }
  const at = now();
  const started = performance.now();
  const secrets = credentialsIn(connection, request);
  const redacted = (text: string) => adapter.redact(withoutValues(text, secrets));
  const recorded = {
    at,
    method: request.method,
    url: redacted(request.url),
    request: redacted(request.body ?? ''),
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
      maxBodyBytes: request.isFile ? MAX_FILE_BYTES : MAX_RESPONSE_BYTES,
      signal,
    });
    const { status, headers, body } = answer;
    const isFile = request.isFile === true && status >= 200 && status < 300;
    response = isFile ? { status, headers, body: '', file: body } : { status, headers, body: answer.text() };
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    record({ ...recorded, status: null, response: null, error: error.message, ...timed() });
    const cause = { code: causeCodeOf(error) };
    return { kind: 'retry', reason: error.message, cause, outcomeUnknown: error.code !== 'ECONNREFUSED' };
  }
  const verdict = withRetryAfter(verdictWithout(read(decode, response), secrets), response, now());
  record({
    ...recorded,
    status: response.status,
    response: redacted(response.body),
    error: verdict.kind === 'ok' ? null : verdict.reason,
    ...timed(),
  });
  // After a server error, or a success that cannot be decoded, the request may have been carried out.
  const outcomeUnknown = verdict.kind === 'retry' && (response.status >= 500 || response.status < 300);
  if (verdict.kind === 'ok') return verdict;
  return { ...verdict, cause: causeOf(verdict), ...(outcomeUnknown && { outcomeUnknown }) };
}

function allUsed({ title }: Adapter): string {
  return `Every request that ${title} accepts from these credentials is used up by the connections that share them. It goes on as soon as more are accepted; a connection with credentials of its own does not wait.`;
}

/**
 * Decodes a response with the adapter. Returns `retry` where the adapter throws: a response that was not
 * understood confirms nothing. Also returns `retry` where the adapter reads a refusal from a web page: a
 * firewall's 403 says nothing about our credentials, and its 404 or 406 nothing about the request.
 */
function read<T>(decode: (response: WireResponse) => Verdict<T>, response: WireResponse): Verdict<T> {
  try {
    const verdict = decode(response);
    const refusal = verdict.kind === 'auth' || verdict.kind === 'refused';
    return refusal && isWebPage(response) ? pageInstead(response) : verdict;
  } catch (error) {
    return unreadableAnswer(`The answer could not be read: ${(error as Error).message}`);
  }
}

function pageInstead({ status, body }: WireResponse): FailedVerdict {
  const reason = `HTTP ${status} with a web page instead of an answer: ${describeBody(body)}`;
  return withCause(retry(reason), 'web_page');
}

/**
 * Adds the wait of a `Retry-After` header, which every channel may send, at most `MAX_RETRY_AFTER_SECONDS`.
 */
function withRetryAfter<T>(verdict: Verdict<T>, response: WireResponse, now: Temporal.Instant): Verdict<T> {
  if (verdict.kind !== 'retry' || verdict.afterSeconds !== undefined) return verdict;
  const seconds = retryAfter(response, now.epochMilliseconds) ?? 0;
  return seconds > 0 ? { ...verdict, afterSeconds: Math.min(seconds, MAX_RETRY_AFTER_SECONDS) } : verdict;
}

/** A longer wait, such as a date in the next century, is taken for a mistake of the channel. */
const MAX_RETRY_AFTER_SECONDS = 6 * 3_600;
