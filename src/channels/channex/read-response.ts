// What Channex makes of a request: its errors, also those inside a 200, and its lists.

import type { WireResponse } from '../channel.ts';
import { type Fields, fieldsOf, listOf, textOf } from '../json.ts';
import { excerpt, type FailedVerdict, httpFailure, readJson, refused, retry } from '../responses.ts';

/** What 403 means: the key opens nothing, or only this part of the API is not for this property. */
type Forbidden = 'auth' | 'refused';

/**
 * The body of a success, or the verdict. A success that is not JSON (a page of HTML, a cut-off body) is worth another try:
 * nobody knows what became of the request.
 */
export function readAnswer(
  response: WireResponse,
  forbidden: Forbidden = 'auth',
): { kind: 'ok'; value: Fields } | FailedVerdict {
  const body = fieldsOf(readJson(response.body));
  const reason = errorText(body);
  const failure = httpFailure(response, reason) ?? errorInside(body, reason);
  if (failure) return inTermsOf(failure, response.status, forbidden);
  if ((body['data'] ?? null) === null && body['meta'] === undefined) {
    return retry(`The answer has neither data nor meta: ${excerpt(response.body)}`);
  }
  return { kind: 'ok', value: body };
}

/** A list and how many there are on all pages. */
export function readList(
  response: WireResponse,
  forbidden: Forbidden = 'auth',
): { kind: 'ok'; value: { items: Fields[]; total: number } } | FailedVerdict {
  const answer = readAnswer(response, forbidden);
  if (answer.kind !== 'ok') return answer;
  const { data, meta } = answer.value;
  if (!Array.isArray(data)) return retry(`The answer is no list: ${excerpt(response.body)}`);
  const total = fieldsOf(meta)['total'];
  return {
    kind: 'ok',
    value: { items: data.map(fieldsOf), total: typeof total === 'number' ? total : data.length },
  };
}

/** Members and id of a record. */
export function attributesOf(item: Fields): Fields & { id: string | null } {
  const attributes = fieldsOf(item['attributes']);
  return { ...attributes, id: textOf(item['id']) ?? textOf(attributes['id']) };
}

/** The id of a related record, e.g. a conversation's `booking`. */
export function relatedId(item: Fields, name: string): string | null {
  return textOf(fieldsOf(fieldsOf(fieldsOf(item['relationships'])[name])['data'])['id']);
}

/** A text, or a list of texts. */
export function sentence(texts: unknown): string {
  return textOf(texts) ?? listOf(texts).map(textOf).filter(Boolean).join(', ');
}

/** `errors: {code, title, details}`; details are a list or an object of lists. Null = no errors. */
function errorText(body: Fields): string | null {
  const errors = body['errors'];
  if (errors === undefined || errors === null) return null;
  const { title, code, details } = fieldsOf(errors);
  const named = Object.entries(fieldsOf(details)).map(([field, texts]) => `${field} ${sentence(texts)}`);
  const parts = [textOf(title) ?? textOf(code), sentence(details), ...named].filter(Boolean);
  return parts.length > 0 ? excerpt(parts.join('; ')) : 'an error without words';
}

/** Failures that come with a status of success are read by their code. */
function errorInside(body: Fields, reason: string | null): FailedVerdict | null {
  if (reason === null) return null;
  const status = STATUS_OF.get(textOf(fieldsOf(body['errors'])['code']) ?? '');
  return (status && httpFailure({ status, headers: {}, body: '' }, reason)) || refused(reason);
}

const STATUS_OF = new Map([
  ['http_too_many_requests', 429],
  ['unauthorized', 401],
  ['forbidden', 403],
]);

function inTermsOf(failure: FailedVerdict, status: number, forbidden: Forbidden): FailedVerdict {
  if (failure.kind === 'auth' && status !== 401 && forbidden === 'refused') return refused(failure.reason);
  if (failure.kind === 'retry' && failure.afterSeconds === undefined && status < 500) {
    return retry(failure.reason, PAUSE_SECONDS);
  }
  return failure;
}

/** Channex asks for a pause of one minute after too many requests. */
const PAUSE_SECONDS = 60;
