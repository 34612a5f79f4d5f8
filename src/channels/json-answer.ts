// Reading JSON that nobody vouches for: what an answer's status means, and values by their kind and never by trust.
import type { Verdict, WireResponse } from './channel.ts';

/** The verdict of an answer that brings no value. */
export type Failure = Exclude<Verdict<never>, { kind: 'ok' }>;

export type Reading = {
  /** how the other side words its errors; null = this body has none */
  errorWords(body: unknown): string | null;
  /** what 403 means: the key opens nothing (default), or only this request is not for us */
  forbidden?: 'auth' | 'refused';
  /** how long to wait after 429 without `Retry-After` */
  pauseSeconds?: number;
};

/**
 * The JSON of a successful answer, or what went wrong. A success that is not JSON (a page of HTML, a cut-off body) is worth
 * another try: nobody knows what became of the request.
 */
export function readJson(response: WireResponse, reading: Reading): { kind: 'ok'; value: unknown } | Failure {
  const { status, body } = response;
  const json = parseJson(body);
  const words = (json && reading.errorWords(json.value)) ?? excerpt(body);
  const said = (what: string) => (words === '' ? what : `${what}: ${words}`);
  if (status === 401) return { kind: 'auth', words: said('The credentials were not accepted') };
  if (status === 403) return { kind: reading.forbidden ?? 'auth', words: said('Access was forbidden') };
  if (status === 429 || status === 408 || status === 425 || status >= 500) {
    const pause = retryAfter(response) ?? (status === 429 ? reading.pauseSeconds : undefined);
    return {
      kind: 'retry',
      words: said(`It answered ${status}`),
      ...(pause === undefined ? {} : { afterSeconds: pause }),
    };
  }
  if (status < 200 || status >= 300) return { kind: 'refused', words: said(`It answered ${status}`) };
  if (!json) return { kind: 'retry', words: said('The answer is no JSON') };
  return { kind: 'ok', value: json.value };
}

/** Null when it is no JSON. */
export function parseJson(body: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(body) };
  } catch {
    return null;
  }
}

export type Fields = Record<string, unknown>;

/** The members of an object; none of anything else. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Text that says something: numbers as they are written, no control characters; null = nothing. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value !== 'string') return null;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a NUL ends a text in the database
  const text = value.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '').trim();
  return text === '' ? null : text;
}

/** An amount in major units as decimal text; null when it is none. */
export function amountOf(value: unknown): string | null {
  const text = textOf(value);
  return text !== null && /^-?\d{1,10}(\.\d{1,4})?$/.test(text) ? text : null;
}

export function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** A moment; without an offset it is taken as UTC. */
export function instantOf(value: unknown): Temporal.Instant | null {
  const text = textOf(value);
  if (text === null || !/^\d{4}-\d{2}-\d{2}[T ]/.test(text)) return null;
  try {
    return Temporal.Instant.from(/(Z|[+-]\d{2}:?\d{2})$/i.test(text) ? text : `${text}Z`);
  } catch {
    return null;
  }
}

/** The beginning of what was said, on one line, for people. */
export function excerpt(text: string): string {
  const line = text
    .slice(0, 2_000)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return line.length > MAX_WORDS ? `${line.slice(0, MAX_WORDS)}…` : line;
}

/** Enough for people to understand; a page of HTML is no explanation. */
const MAX_WORDS = 300;

/** `Retry-After` in seconds, whether it is written as seconds or as a date. */
function retryAfter({ headers }: WireResponse): number | undefined {
  const value = headers['retry-after'];
  if (value === undefined) return undefined;
  if (/^\d{1,6}$/.test(value)) return Number(value);
  const sent = Date.parse(headers['date'] ?? '');
  const until = Date.parse(value);
  return Number.isNaN(sent) || Number.isNaN(until)
    ? undefined
    : Math.max(0, Math.ceil((until - sent) / 1_000));
}
