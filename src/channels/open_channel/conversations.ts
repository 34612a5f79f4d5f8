// Messages and reviews, an extension of the protocol: lists with a cursor, and replies with an idempotency
// key, so that they can be repeated.
import type { ChannelMessage, ChannelReview } from '../../model/channel-records.ts';
import type { Pull, Pulled, ReplyProtocol, ReviewReplyProtocol, Verdict, WireResponse } from '../channel.ts';
import { type Fields, fieldsOf, lineOf, listOf, numberOf, textOf } from '../json.ts';
import { excerpt, httpFailure, ok, readJson, readMoment, refused, retry } from '../responses.ts';
import { address, settingsOf } from './settings.ts';

/** `news` announces new records at once; polling finds those whose announcement was lost. */
const EVERY_SECONDS = 60;

export const messages: Pull<ChannelMessage> = pullOf('messages', readMessage);
export const reviews: Pull<ChannelReview> = pullOf('reviews', readReview);

function pullOf<T>(path: string, read: (item: Fields) => T | null): Pull<T> {
  return {
    everySeconds: EVERY_SECONDS,
    requests: (connection, { cursor }) => {
      const { hotelCode, conversations } = settingsOf(connection);
      if (!conversations) return [];
      const query = { hotel_code: hotelCode, ...(cursor !== null && { after: cursor }) };
      return [{ operation: path, method: 'GET', url: address(connection, path, query) }];
    },
    decode: (response) => readPage(response, read),
  };
}

/** Reads a page: `{data: [{id, …}], cursor, more}`, oldest first. */
function readPage<T>(response: WireResponse, read: (item: Fields) => T | null): Verdict<Pulled<T>> {
  const body = fieldsOf(readJson(response.body));
  const reason = textOf(body['message']);
  const failure = httpFailure(response, reason);
  if (failure) return failure;
  if (body['success'] === false) return refused(reason ?? excerpt(response.body));
  if (!Array.isArray(body['data'])) return retry(`The answer is no list: ${excerpt(response.body)}`);
  const items: T[] = [];
  const unreadable: string[] = [];
  for (const item of listOf(body['data']).map(fieldsOf)) {
    const value = read(item);
    if (value === null) unreadable.push(`it cannot be read: ${excerpt(JSON.stringify(item))}`);
    else items.push(value);
  }
  const cursor = textOf(body['cursor']);
  return ok({
    items,
    ...(cursor !== null && unreadable.length === 0 && { cursor }),
    ...(body['more'] === true && items.length > 0 && { more: true }),
    ...(unreadable.length > 0 && { unreadable }),
  });
}

function readMessage(item: Fields): ChannelMessage | null {
  const [id, reference] = [textOf(item['id']), textOf(item['reservation_id'])];
  const text = lineOf(item['message']);
  const at = readMoment(textOf(item['sent_at']));
  const thread = textOf(item['thread_id']) ?? reference;
  if (id === null || thread === null || text === null || !at) return null;
  return {
    externalMessage: id,
    thread,
    reference,
    guestName: lineOf(item['guest_name']),
    from: item['sender'] === 'property' ? 'property' : 'guest',
    text,
    at,
    receipt: id,
  };
}

function readReview(item: Fields): ChannelReview | null {
  const [id, score, at] = [
    textOf(item['id']),
    numberOf(item['score']),
    readMoment(textOf(item['created_at'])),
  ];
  if (id === null || score === null || score < 0 || score > 10 || !at) return null;
  const scores = Object.entries(fieldsOf(item['scores'])).flatMap(([name, value]) => {
    const number = numberOf(value);
    return number === null ? [] : [[name, number] as const];
  });
  return {
    externalReview: id,
    reference: textOf(item['reservation_id']),
    soldBy: null,
    guestName: textOf(item['guest_name']) ?? 'Guest',
    score,
    scores: Object.fromEntries(scores),
    title: textOf(item['title']),
    positive: textOf(item['positive']),
    negative: textOf(item['negative']),
    language: textOf(item['language']) ?? 'en',
    reply: textOf(item['reply']),
    at,
    receipt: id,
  };
}

export const replies: ReplyProtocol = {
  send: (reply, connection) => ({
    operation: 'reply',
    method: 'POST',
    url: address(connection, 'messages'),
    headers: { 'idempotency-key': reply.key },
    body: JSON.stringify({
      hotel_code: settingsOf(connection).hotelCode,
      ...(reply.reference !== null && { reservation_id: reply.reference }),
      ...(reply.thread !== null && { thread_id: reply.thread }),
      message: reply.text,
    }),
  }),
  decodeSent: (response) => {
    const verdict = decodeAccepted(response);
    if (verdict.kind !== 'ok') return verdict;
    return ok({ externalMessage: textOf(fieldsOf(readJson(response.body))['id']) });
  },
};

export const reviewReplies: ReviewReplyProtocol = {
  send: ({ externalReview, reply }, connection) => ({
    operation: 'review reply',
    method: 'POST',
    url: address(connection, `reviews/${encodeURIComponent(externalReview)}/reply`),
    headers: { 'idempotency-key': `review-${externalReview}` },
    body: JSON.stringify({ hotel_code: settingsOf(connection).hotelCode, reply }),
  }),
  decodeSent: decodeAccepted,
};

function decodeAccepted(response: WireResponse): Verdict<null> {
  const body = fieldsOf(readJson(response.body));
  const failure = httpFailure(response, textOf(body['message']));
  if (failure) return failure;
  if (body['success'] === true) return ok(null);
  if (body['success'] === false) return refused(textOf(body['message']) ?? excerpt(response.body));
  return retry(`The answer does not say whether it was taken: ${excerpt(response.body)}`);
}
