// Requests to Channex and its responses: addresses, lists, and errors, also those with status 200.

import type { Verdict, WireRequest, WireResponse } from '../channel.ts';
import { type Fields, fieldsOf, listOf, readJson, textOf } from '../json.ts';
import {
  describeBody,
  excerpt,
  type FailedVerdict,
  httpFailure,
  ok,
  refused,
  unreadableAnswer,
} from '../responses.ts';
import type { ChannexConnection } from './settings.ts';

/** Returns the address of a resource; `path` has no leading slash. */
export function address(
  connection: ChannexConnection,
  path: string,
  query: Record<string, string> = {},
): string {
  const hosts = { production: 'https://app.channex.io', staging: 'https://staging.channex.io' };
  const host = connection.url ?? hosts[connection.settings.environment];
  const search = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${host}/api/v1/${path}${search.length > 0 ? `?${search.join('&')}` : ''}`;
}

/** Requests a page of a list; 100 is the longest page Channex returns. */
export function listRequest(
  connection: ChannexConnection,
  operation: string,
  path: string,
  query: Record<string, string> = {},
  page = 1,
): WireRequest {
  const pagination = { 'pagination[page]': String(page), 'pagination[limit]': String(PAGE) };
  return { operation, method: 'GET', url: address(connection, path, { ...query, ...pagination }) };
}

const PAGE = 100;

/** Lists of what a property has, such as rate plans and OTAs, are read up to this page: longer ones would use up the key's requests. */
export const LAST_PAGE = 20;

/**
 * What 403 means: `auth` = the key gives no access, `refused` = this part of the API is not enabled for the
 * property.
 */
type Forbidden = 'auth' | 'refused';

/**
 * Returns the body of a successful response, or the failure. A success that is not JSON (a page of HTML, a
 * cut-off body) is retried: the outcome of the request is unknown.
 */
export function readAnswer(response: WireResponse, forbidden: Forbidden = 'auth'): Verdict<Fields> {
  const failure = readFailure(response, forbidden);
  if (failure) return failure;
  const body = fieldsOf(readJson(response.body));
  if ((body['data'] ?? null) === null && body['meta'] === undefined) {
    return unreadableAnswer(`The answer has neither data nor meta: ${describeBody(response.body)}`);
  }
  return ok(body);
}

/** Returns why a request failed; null = it did not. */
export function readFailure(response: WireResponse, forbidden: Forbidden = 'auth'): FailedVerdict | null {
  const body = fieldsOf(readJson(response.body));
  const reason = errorText(body);
  const status = statusOf(response, body);
  const failure = httpFailure({ ...response, status }, reason) ?? (reason === null ? null : refused(reason));
  return failure && mapFailure(failure, status, forbidden);
}

/** A page of a list; `total` is the number of items on all pages, `limit` the longest page that Channex returned. */
type ListPage = { items: Fields[]; total: number; limit: number };

/** Returns a page of a list. */
export function readList(response: WireResponse, forbidden: Forbidden = 'auth'): Verdict<ListPage> {
  const answer = readAnswer(response, forbidden);
  if (answer.kind !== 'ok') return answer;
  const { data, meta } = answer.value;
  if (!Array.isArray(data)) return unreadableAnswer(`The answer is no list: ${describeBody(response.body)}`);
  const { total, limit } = fieldsOf(meta);
  return ok({
    items: data.map(fieldsOf),
    total: typeof total === 'number' ? total : data.length,
    limit: typeof limit === 'number' ? limit : data.length,
  });
}

/** Returns the number of the page that follows the one requested, or null after the last. */
export function nextPage({ url }: WireRequest, { items, total, limit }: ListPage): number | null {
  const page = Number(new URL(url).searchParams.get('pagination[page]') ?? 1);
  // A page may be shorter than requested without being the last: the limit that Channex applied counts.
  return items.length > 0 && page * Math.min(limit, PAGE) < total ? page + 1 : null;
}

/**
 * Whether the rest of a list, which was requested with the newest items first, was made at `since` or before. False if the
 * items of the page are in another order: then the rest may have newer ones. `since` null = nothing was read before.
 */
export function restIsOlder(
  moments: readonly (Temporal.Instant | null)[],
  since: Temporal.Instant | null,
): boolean {
  const known = moments.filter((moment) => moment !== null);
  const last = known.at(-1);
  if (since === null || last === undefined) return false;
  const isNewestFirst = known.every(
    (moment, i) => i === 0 || Temporal.Instant.compare(known[i - 1]!, moment) >= 0,
  );
  return isNewestFirst && Temporal.Instant.compare(last, since) <= 0;
}

/** Returns the members and the id of a record. */
export function attributesOf(item: Fields): Fields & { id: string | null } {
  const attributes = fieldsOf(item['attributes']);
  return { ...attributes, id: textOf(item['id']) ?? textOf(attributes['id']) };
}

/** Returns the id of a related record, e.g. a conversation's `booking`. */
export function relatedId(item: Fields, name: string): string | null {
  return textOf(fieldsOf(fieldsOf(fieldsOf(item['relationships'])[name])['data'])['id']);
}

/** Returns a text, or a list of texts joined by commas. */
export function sentence(texts: unknown): string {
  return textOf(texts) ?? listOf(texts).map(textOf).filter(Boolean).join(', ');
}

/**
 * Returns the text of `errors: {code, title, details}`, where details are a list or an object of lists. Null
 * = no errors.
 */
function errorText(body: Fields): string | null {
  const errors = body['errors'];
  if (errors === undefined || errors === null) return null;
  const { title, code, details } = fieldsOf(errors);
  const named = Object.entries(fieldsOf(details)).map(([field, texts]) => `${field} ${sentence(texts)}`);
  const parts = [textOf(title) ?? textOf(code), sentence(details), ...named].filter(Boolean);
  return parts.length > 0 ? excerpt(parts.join('; ')) : 'an error without a text';
}

/**
 * Returns the status of a response. For an error inside a success it is the status that the error's code stands
 * for; a code that is not known leaves the success.
 */
export function statusOf(response: WireResponse, body = fieldsOf(readJson(response.body))): number {
  const { status } = response;
  if (status < 200 || status >= 300) return status;
  return STATUS_OF.get(textOf(fieldsOf(body['errors'])['code']) ?? '') ?? status;
}

const STATUS_OF = new Map([
  ['http_too_many_requests', 429],
  ['unauthorized', 401],
  ['forbidden', 403],
]);

/** Applies what 403 means at this request, and the wait that Channex requires. */
function mapFailure(failure: FailedVerdict, status: number, forbidden: Forbidden): FailedVerdict {
  if (failure.kind === 'auth' && status !== 401 && forbidden === 'refused')
    return { ...failure, kind: 'refused' };
  if (failure.kind === 'retry' && failure.afterSeconds === undefined && status < 500) {
    return { ...failure, afterSeconds: PAUSE_SECONDS };
  }
  return failure;
}

/** Channex requires a wait of one minute after too many requests. */
const PAUSE_SECONDS = 60;

/** Removes the amounts and dates of virtual cards, whose names are specific to Channex. */
export function redactAlso(text: string): string {
  return text.replaceAll(/("virtual_card_\w+"\s*:\s*)(?:"[^"]*"?|[\d.]+)/gi, '$1"***"');
}
