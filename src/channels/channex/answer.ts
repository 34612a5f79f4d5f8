// What Channex makes of a request: its errors, also those inside a 200, and its lists.
import type { WireResponse } from '../channel.ts';
import { excerpt, type Failure, type Fields, fieldsOf, listOf, readJson, textOf } from '../json-answer.ts';

/** The body of a success, or the verdict. `forbidden` says what 403 means for this request. */
export function readAnswer(
  response: WireResponse,
  forbidden: 'auth' | 'refused' = 'auth',
): { kind: 'ok'; value: Fields } | Failure {
  const answer = readJson(response, { errorWords, forbidden, pauseSeconds: PAUSE_SECONDS });
  if (answer.kind !== 'ok') return answer;
  const body = fieldsOf(answer.value);
  const code = textOf(fieldsOf(body['errors'])['code']);
  const words = errorWords(body);
  if (words !== null) return errorInside(code, words, forbidden);
  if (body['data'] === undefined && body['meta'] === undefined) {
    return { kind: 'retry', words: `The answer has neither data nor meta: ${excerpt(response.body)}` };
  }
  return { kind: 'ok', value: body };
}

/** A list and how many there are on all pages. */
export function readList(
  response: WireResponse,
  forbidden: 'auth' | 'refused' = 'auth',
): { kind: 'ok'; value: { items: Fields[]; total: number } } | Failure {
  const answer = readAnswer(response, forbidden);
  if (answer.kind !== 'ok') return answer;
  const { data, meta } = answer.value;
  if (!Array.isArray(data))
    return { kind: 'retry', words: `The answer is no list: ${excerpt(response.body)}` };
  const total = fieldsOf(meta)['total'];
  return {
    kind: 'ok',
    value: { items: data.map(fieldsOf), total: typeof total === 'number' ? total : data.length },
  };
}

/** Members and id of a record; attributes of its relationships are left out. */
export function attributesOf(item: Fields): Fields & { id: string | null } {
  const attributes = fieldsOf(item['attributes']);
  return { ...attributes, id: textOf(item['id']) ?? textOf(attributes['id']) };
}

/** The id of a related record, e.g. a thread's `booking`. */
export function relatedId(item: Fields, name: string): string | null {
  return textOf(fieldsOf(fieldsOf(fieldsOf(item['relationships'])[name])['data'])['id']);
}

/** Channex asks for a pause of one minute after too many requests. */
const PAUSE_SECONDS = 60;

/** Failures that come with a status of success are read by their code. */
function errorInside(code: string | null, words: string, forbidden: 'auth' | 'refused'): Failure {
  if (code === 'http_too_many_requests') return { kind: 'retry', words, afterSeconds: PAUSE_SECONDS };
  if (code === 'unauthorized') return { kind: 'auth', words };
  if (code === 'forbidden') return { kind: forbidden, words };
  return { kind: 'refused', words };
}

/** `errors: {code, title, details}`; details are a list or an object of lists. */
function errorWords(body: unknown): string | null {
  const errors = fieldsOf(body)['errors'];
  if (errors === undefined || errors === null) return null;
  const { title, code, details } = fieldsOf(errors);
  const named = Object.entries(fieldsOf(details)).map(([field, texts]) => `${field} ${sentence(texts)}`);
  const parts = [textOf(title) ?? textOf(code), sentence(details), ...named];
  return excerpt(parts.filter((part) => part !== null && part !== '').join('; ')) || 'an error without words';
}

/** A text, or a list of texts. */
export function sentence(texts: unknown): string {
  return typeof texts === 'string' ? texts : listOf(texts).map(textOf).filter(Boolean).join(', ');
}
