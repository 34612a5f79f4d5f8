// Helpers for responses of all channels: verdicts by HTTP status, retry delays, and reading JSON of unknown
// shape.
import type { Verdict, WireResponse } from './channel.ts';
import { storable } from './json.ts';
import { redactSecrets } from './secrets.ts';

/** Every verdict except `ok`. */
export type FailedVerdict = Exclude<Verdict<never>, { kind: 'ok' }>;

/** Returns a successful verdict. */
export function ok<T>(value: T): Verdict<T> {
  return { kind: 'ok', value };
}

/** Returns the verdict of a temporary failure; `afterSeconds` is the wait that the channel asks for. */
export function retry(reason: string, afterSeconds?: number): Extract<FailedVerdict, { kind: 'retry' }> {
  return { kind: 'retry', reason: truncated(reason), ...(afterSeconds !== undefined && { afterSeconds }) };
}

/** Returns the verdict of denied access. */
export function auth(reason: string): FailedVerdict {
  return { kind: 'auth', reason: truncated(reason) };
}

/** Returns the verdict of a request that must not be repeated. */
export function refused(reason: string): FailedVerdict {
  return { kind: 'refused', reason: truncated(reason) };
}

/** Shortens a text from a response, which may be of any length, to `most` characters. */
export function truncated(reason: string, most = MAX_REASON_LENGTH): string {
  // The cut may split a surrogate pair.
  return reason.length > most ? `${storable(reason.slice(0, most))}…` : reason;
}

const MAX_REASON_LENGTH = 1_000;

/**
 * Returns the verdict of an HTTP status; null for 2xx, where the body decides. `reason` is the error text
 * from the body, if it could be read.
 */
export function httpFailure(response: WireResponse, reason: string | null = null): FailedVerdict | null {
  const { status } = response;
  if (status >= 200 && status < 300) return null;
  const text = `HTTP ${status}: ${reason ?? excerpt(response.body)}`;
  if (status === 401 || status === 403) return auth(text);
  if (status >= 500 || TEMPORARY_STATUSES.has(status)) return retry(text, retryAfter(response));
  return refused(text);
}

/**
 * Returns whether a response is a web page: its body is an HTML document, or is declared as HTML and looks
 * like neither JSON nor XML (many servers in PHP declare their JSON as HTML). No supported protocol answers
 * with HTML: such a page comes from a firewall, a proxy or a gateway on the way.
 */
export function isWebPage({ headers, body }: WireResponse): boolean {
  const beginning = body
    .slice(0, 1_000)
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (/^(?:<\?xml[^>]{0,200}>\s{0,20})?<(?:!doctype html|html)\b/i.test(beginning)) return true;
  const declared = /^(?:text\/html|application\/xhtml\+xml)\b/i.test(headers['content-type']?.trim() ?? '');
  return declared && beginning !== '' && !/^(?:[{[]|<\?xml)/.test(beginning);
}

/** Request timeout, too early, too many requests. */
const TEMPORARY_STATUSES = new Set([408, 425, 429]);

/** Returns the beginning of a body that is not a valid response, without markup and secrets, for people. */
export function excerpt(body: string): string {
  const text = redactSecrets(storable(body.slice(0, 4000)))
    .replace(/<[^<>]{0,500}>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (text === '') return 'an empty answer';
  return truncated(text, 200);
}

/**
 * Returns the seconds of a `Retry-After` header, which holds seconds or a date. A date is compared with
 * `nowMs`, by default the response's own `Date`. Undefined when there is no readable header.
 */
export function retryAfter(
  response: WireResponse,
  nowMs = Date.parse(response.headers['date'] ?? ''),
): number | undefined {
  const value = response.headers['retry-after']?.trim();
  if (!value) return undefined;
  if (/^\d{1,6}$/.test(value)) return Number(value);
  const wait = (Date.parse(value) - nowMs) / 1000;
  return Number.isFinite(wait) ? Math.max(0, Math.ceil(wait)) : undefined;
}

/**
 * Parses JSON; returns undefined when the text is not JSON. A whole number that a double cannot hold exactly
 * is returned as its text: the ids of some channels have 18 digits (Airbnb's listings and conversations), and
 * a rounded id names another record.
 */
export function readJson(text: string): unknown {
  const json = text.replace(/^\uFEFF/, '');
  try {
    return LONG_NUMBER.test(json) ? JSON.parse(json, keepExact) : JSON.parse(json);
  } catch {
    return undefined; // JSON itself has no undefined
  }
}

/**
 * Parsing with a reviver took seven times as long (110 and 780 ms for 1.4 MB): it is used only when long
 * numbers may occur.
 */
const LONG_NUMBER = /[:,[]\s*-?\d{16}/;

function keepExact(_name: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  const source = context?.source;
  return source !== undefined && /^-?\d{16,}$/.test(source) ? source : value;
}

/** Returns the value at a path (`data/messages`), or undefined. */
export function at(value: unknown, path: string): unknown {
  let found = value;
  for (const name of path.split('/')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined;
    found = (found as Record<string, unknown>)[name];
  }
  return found;
}

/**
 * Returns trimmed text, or a number as text (ids come as both), at a path; null for anything else and for
 * empty text.
 */
export function textAt(value: unknown, path: string): string | null {
  const found = at(value, path);
  if (typeof found === 'number' && Number.isFinite(found)) return String(found);
  return typeof found === 'string' ? storable(found).trim() || null : null;
}

/** Returns a number at a path, also one written as text; null when there is none. */
export function numberAt(value: unknown, path: string): number | null {
  const text = textAt(value, path);
  return text !== null && /^-?\d{1,15}(\.\d{1,10})?$/.test(text) ? Number(text) : null;
}

/** Returns an instant at a path: ISO 8601, or `yyyy-MM-dd HH:mm:ss` in UTC; null when there is none. */
export function momentAt(value: unknown, path: string): Temporal.Instant | null {
  return readMoment(textAt(value, path));
}

/**
 * Parses ISO 8601 text as an instant in the years 1000 to 9999, which every database can store; without an
 * offset it is UTC.
 */
export function readMoment(text: string | null): Temporal.Instant | null {
  if (text === null || text.length > 40 || !/^[1-9]\d{3}-/.test(text)) return null;
  const iso = text.replace(' ', 'T');
  for (const candidate of [iso, `${iso}Z`]) {
    try {
      return Temporal.Instant.from(candidate);
    } catch {
      // try the form with `Z`
    }
  }
  return null;
}

/** Returns a time of day as HH:mm, from `16:00`, `9:30` or an hour alone; null for any other text. */
export function timeOf(text: string | null): string | null {
  const [, hour, minute = '00'] = /^(\d{1,2})(?::(\d{2})(?::\d{2})?)?$/.exec(text?.trim() ?? '') ?? [];
  if (hour === undefined || Number(hour) > 23 || Number(minute) > 59) return null;
  return `${hour.padStart(2, '0')}:${minute}`;
}

/** Returns the list at a path; null for anything else. */
export function listAt(value: unknown, path: string): unknown[] | null {
  const found = at(value, path);
  return Array.isArray(found) ? found : null;
}
