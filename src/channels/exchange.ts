// One request to the other side and its answer: proved, limited, timed, kept redacted. What came back is read by the adapter.

import { OutgoingError } from '../outgoing/error.ts';
import type { Outgoing } from '../outgoing/http.ts';
import type { Adapter, ConnectionView, Session, Verdict, WireRequest, WireResponse } from './channel.ts';

/** What was exchanged, as people may see it: no credentials, no card data. */
export type ExchangeRecord = {
  at: Temporal.Instant;
  method: string;
  url: string;
  request: string;
  status: number | null;
  response: string | null;
  error: string | null;
  durationMs: number;
};

/** `doubtful`: there was no answer, and the request may have been carried out. */
export type Answer<T> = Verdict<T> & { doubtful?: boolean };

export type Exchanger = {
  /** Sends and reads; never throws for what the other side or the way to it does. */
  ask<T>(request: WireRequest, decode: (response: WireResponse) => Verdict<T>): Promise<Answer<T>>;
};

export type ExchangerParts = {
  adapter: Adapter;
  connection: ConnectionView;
  outgoing: Outgoing;
  now: () => Temporal.Instant;
  signal: AbortSignal;
  record: (exchange: ExchangeRecord) => void;
};

/** For requests whose adapter names no time of its own. */
const TIMEOUT_MS = 30_000;
/** The largest answer that any of the channels documents is a few hundred reservations. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
/** A session is renewed so long before it ends. */
const RENEW_BEFORE_SECONDS = 60;

/** Keeps the session of one connection; make a new one when its settings or credentials change. */
export function createExchanger(parts: ExchangerParts): Exchanger {
  const { adapter, connection, now } = parts;
  const { authorize, login } = adapter.authorization;
  let session: Session | null = null;

  const logIn = async (): Promise<Verdict<null>> => {
    const verdict = await send(parts, login!.request(connection), (response) =>
      login!.decode(response, now()),
    );
    if (verdict.kind !== 'ok') return verdict;
    session = verdict.value;
    return { kind: 'ok', value: null };
  };
  const isFresh = () =>
    session !== null &&
    Temporal.Instant.compare(session.expiresAt, now().add({ seconds: RENEW_BEFORE_SECONDS })) > 0;

  return {
    async ask(request, decode) {
      const known = isFresh();
      const needed = login !== undefined && (login.neededBy?.(request, connection) ?? true);
      if (needed && !known) {
        const entered = await logIn();
        if (entered.kind !== 'ok') return entered;
      }
      const verdict = await send(parts, authorize(request, connection, session), decode);
      if (verdict.kind !== 'auth' || !needed || !known) return verdict;
      // A session may end before its time: once, a new one is asked for.
      const entered = await logIn();
      return entered.kind === 'ok' ? send(parts, authorize(request, connection, session), decode) : entered;
    },
  };
}

async function send<T>(
  { adapter, outgoing, now, record, signal }: ExchangerParts,
  request: WireRequest,
  decode: (response: WireResponse) => Verdict<T>,
): Promise<Answer<T>> {
  const at = now();
  const started = performance.now();
  const told = {
    at,
    method: request.method,
    url: adapter.redact(request.url),
    request: adapter.redact(request.body ?? ''),
  };
  const timed = () => ({ durationMs: performance.now() - started });
  let response: WireResponse;
  try {
    const answer = await outgoing.send({
      url: request.url,
      method: request.method,
      headers: request.headers ?? {},
      ...(request.body !== undefined && { body: request.body }),
      timeoutMs: request.timeoutMs ?? TIMEOUT_MS,
      maxBodyBytes: MAX_ANSWER_BYTES,
      signal,
    });
    response = { status: answer.status, headers: answer.headers, body: answer.text() };
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    record({ ...told, status: null, response: null, error: error.message, ...timed() });
    return { kind: 'retry', words: error.message, doubtful: error.code !== 'ECONNREFUSED' };
  }
  const verdict = withRetryAfter(read(decode, response), response, now());
  record({
    ...told,
    status: response.status,
    response: adapter.redact(response.body),
    error: verdict.kind === 'ok' ? null : verdict.words,
    ...timed(),
  });
  return { ...verdict, ...(verdict.kind === 'retry' && response.status >= 500 && { doubtful: true }) };
}

/** An adapter that stumbles over an answer has not understood it: that is no confirmation. */
function read<T>(decode: (response: WireResponse) => Verdict<T>, response: WireResponse): Verdict<T> {
  try {
    return decode(response);
  } catch (error) {
    return { kind: 'retry', words: `The answer could not be read: ${(error as Error).message}` };
  }
}

/** `Retry-After` holds for every channel: seconds, or a date. */
function withRetryAfter<T>(
  verdict: Verdict<T>,
  { headers }: WireResponse,
  now: Temporal.Instant,
): Verdict<T> {
  if (verdict.kind !== 'retry' || verdict.afterSeconds !== undefined) return verdict;
  const text = headers['retry-after'] ?? '';
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - now.epochMilliseconds) / 1000;
  return seconds > 0 ? { ...verdict, afterSeconds: Math.min(seconds, LONGEST_WAIT_SECONDS) } : verdict;
}

/** Nobody means more; a date in the next century is a mistake. */
const LONGEST_WAIT_SECONDS = 6 * 3_600;
