// Verdicts about responses of all channels: by HTTP status, with the wait that the channel asks for.
import { type Cause, type CauseCode, codeOfStatus } from '../model/cause.ts';
import type { Verdict, WireResponse } from './channel.ts';
import { fieldsOf, listOf, readJson, storable, textOf } from './json.ts';
import { redactSecrets } from './secrets.ts';

/**
 * Reads each item of a list. `read` returns the record, or a reason for people why the item cannot be read, or
 * null for an item that is left out.
 */
export function readEach<Item, T extends object>(
  list: Iterable<Item>,
  read: (item: Item) => T | string | null,
): { items: T[]; unreadable: string[] } {
  const items: T[] = [];
  const unreadable: string[] = [];
  for (const item of list) {
    const record = read(item);
    if (typeof record === 'string') unreadable.push(record);
    else if (record !== null) items.push(record);
  }
  return { items, unreadable };
}

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

/** Returns the verdict of a success that cannot be understood: it confirms nothing. */
export function unreadableAnswer(reason: string): Extract<FailedVerdict, { kind: 'retry' }> {
  return { ...retry(reason), cause: { code: 'unreadable_answer' } };
}

/** Returns a verdict with the code of a reason that innwire has found itself; `said` = what it is made of, as a text. */
export function withCause(verdict: FailedVerdict, code: CauseCode, said?: string): FailedVerdict {
  return { ...verdict, cause: { code, ...(said !== undefined && { said: truncated(said) }) } };
}

/** Returns why a request failed: a code, and what the channel said. */
export function causeOf({ kind, reason, cause }: FailedVerdict): Cause {
  return cause ?? { code: CODES[kind], said: reason };
}

const CODES: Record<FailedVerdict['kind'], CauseCode> = {
  retry: 'unavailable',
  auth: 'access_denied',
  refused: 'refused',
};

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
  const text = `HTTP ${status}: ${reason ?? describeBody(response.body)}`;
  const said = reason ?? quoteOf(response.body);
  const cause = { code: codeOfStatus(status), status, ...(said !== null && { said: truncated(said) }) };
  if (status === 401 || status === 403) return { ...auth(text), cause };
  if (status >= 500 || TEMPORARY_STATUSES.has(status)) return { ...retry(text, retryAfter(response)), cause };
  return { ...refused(text), cause };
}

/** Returns what a body says of an error in its own words; null = nothing that can be quoted. */
function quoteOf(body: string): string | null {
  const text = body.replace(/^\uFEFF/, '').trim();
  if (/^[[{]/.test(text)) return errorTexts(readJson(text)) || null;
  return text === '' || text.startsWith('<') ? null : excerpt(text.split(/[[{<]/)[0]!);
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

/**
 * Describes a body that is not what was expected, for people. Bodies may hold what guests have written, also a web page that shows where a
 * server failed: of JSON, XML and web pages only the shape, the error's own text and the title are named. Of other texts the beginning is quoted.
 */
export function describeBody(body: string): string {
  const text = body.replace(/^\uFEFF/, '').trimStart();
  const size = `${text.length} characters`;
  if (/^[[{]/.test(text)) return describeJson(readJson(text), size);
  if (text.startsWith('<')) return `${describeMarkup(text)}, ${size}`;
  return excerpt(text.split(/[[{<]/)[0]!);
}

function describeMarkup(text: string): string {
  const [, root] = /^(?:<(?:\?|!--)[^>]{0,500}>\s*){0,5}<([\w.:-]{1,60})/.exec(text) ?? [];
  if (root !== undefined && root.toLowerCase() !== 'html') return `XML <${root}>`;
  const [, title] = /<title[^<>]{0,100}>([^<>]{1,200})/i.exec(text.slice(0, MAX_HEAD)) ?? [];
  return title === undefined ? 'a web page' : `a web page: ${excerpt(title)}`;
}

/** Where the title of a web page is looked for, in characters. */
const MAX_HEAD = 4_000;

function describeJson(value: unknown, size: string): string {
  if (value === undefined) return `JSON that is not complete, ${size}`;
  if (Array.isArray(value)) return `a JSON list of ${value.length}`;
  const texts = errorTexts(value);
  if (texts !== '') return excerpt(texts);
  const members = Object.keys(fieldsOf(value));
  return `a JSON object with ${members.length === 0 ? 'no members' : excerpt(members.join(', '))}`;
}

/** Returns what a JSON object says about an error, where APIs usually say it. */
function errorTexts(value: unknown): string {
  const body = fieldsOf(value);
  const textsOf = (part: unknown) => {
    const fields = fieldsOf(part);
    return [textOf(part), ...ERROR_MEMBERS.map((name) => textOf(fields[name]))];
  };
  const parts = [body['error'], body['errors'], ...listOf(body['errors']).slice(0, 3), body['fault']];
  const texts = [...ERROR_MEMBERS.map((name) => textOf(body[name])), ...parts.flatMap(textsOf)];
  return [...new Set(texts.filter((one) => one !== null))].join('; ');
}

const ERROR_MEMBERS = ['code', 'title', 'message', 'detail', 'reason', 'description'];

/** Returns the beginning of a text from a response, without markup and secrets, for people. */
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
