// Requests to a partner and its responses: addresses, pages of a list, and plain confirmations.

import type { Pull, Pulled, Verdict, WireResponse } from '../channel.ts';
import { type Fields, fieldsOf, listOf, readJson, textOf } from '../json.ts';
import { describeBody, httpFailure, ok, refused, unreadableAnswer } from '../responses.ts';
import type { OpenChannelConnection } from './settings.ts';

/** Returns an address of the partner; every path ends with a slash. */
export function address(
  connection: OpenChannelConnection,
  path: string,
  query: Record<string, string> = {},
): string {
  const search = new URLSearchParams(query).toString();
  return `${(connection.url ?? '').replace(/(?<!\/)\/+$/, '')}/${path}/${search && `?${search}`}`;
}

/**
 * Creates a pull of `path` every minute, after the stored cursor; off without the setting `conversations`.
 * `read` returns null for a record that cannot be read.
 */
export function pullOf<T>(path: string, read: (item: Fields) => T | null): Pull<T, OpenChannelConnection> {
  return {
    everySeconds: EVERY_SECONDS,
    requests: (connection, { cursor }) => {
      const { hotel_code, conversations } = connection.settings;
      if (!conversations) return [];
      const query = { hotel_code, ...(cursor !== null && { after: cursor }) };
      return [{ operation: path, method: 'GET', url: address(connection, path, query) }];
    },
    decode: (response) => readPage(response, read),
  };
}

/** `news` announces new records at once; polling finds those whose announcement was lost. */
const EVERY_SECONDS = 60;

/** Reads a page: `{data: [{id, …}], cursor, more}`, oldest first. */
function readPage<T>(response: WireResponse, read: (item: Fields) => T | null): Verdict<Pulled<T>> {
  const body = fieldsOf(readJson(response.body));
  const reason = textOf(body['message']);
  const failure = httpFailure(response, reason);
  if (failure) return failure;
  if (body['success'] === false) return refused(reason ?? describeBody(response.body));
  if (!Array.isArray(body['data']))
    return unreadableAnswer(`The answer is no list: ${describeBody(response.body)}`);
  const items: T[] = [];
  const unreadable: string[] = [];
  for (const item of listOf(body['data']).map(fieldsOf)) {
    const value = read(item);
    if (value === null) unreadable.push(`the record ${textOf(item['id']) ?? 'without an id'} cannot be read`);
    else items.push(value);
  }
  const cursor = textOf(body['cursor']);
  const more = body['more'] === true;
  // What cannot be read is asked for again while nothing follows it; it never keeps back what does.
  const moves = cursor !== null && (unreadable.length === 0 || more);
  return ok({
    items,
    ...(moves && { cursor }),
    ...(more && (items.length > 0 || moves) && { more }),
    ...(unreadable.length > 0 && { unreadable }),
  });
}

/** Decodes a response that only confirms success. One that neither confirms nor refuses is tried again. */
export function decodeAccepted(response: WireResponse): Verdict<null> {
  const body = fieldsOf(readJson(response.body));
  const failure = httpFailure(response, textOf(body['message']));
  if (failure) return failure;
  if (body['success'] === true) return ok(null);
  if (body['success'] === false) return refused(textOf(body['message']) ?? describeBody(response.body));
  return unreadableAnswer(`The answer does not say whether it was accepted: ${describeBody(response.body)}`);
}
