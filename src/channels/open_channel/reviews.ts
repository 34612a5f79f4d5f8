// Reviews, an extension of the protocol: a list with a cursor, and replies with an idempotency key, so that they
// can be repeated.

import type { ChannelReview } from '../../model/channel-records.ts';
import { UNNAMED_REVIEWER } from '../../model/guest.ts';
import type { Pull, ReviewReplyProtocol } from '../channel.ts';
import { type Fields, fieldsOf, momentOf, numberOf, textOf } from '../json.ts';
import { address, decodeAccepted, pullOf } from './client.ts';
import type { OpenChannelConnection } from './settings.ts';

export const reviews: Pull<ChannelReview, OpenChannelConnection> = pullOf('reviews', readReview);

function readReview(item: Fields): ChannelReview | null {
  const [id, score, at] = [textOf(item['id']), numberOf(item['score']), momentOf(item['created_at'])];
  if (id === null || score === null || score < 0 || score > 10 || !at) return null;
  const scores = Object.entries(fieldsOf(item['scores'])).flatMap(([name, value]) => {
    const number = numberOf(value);
    return number === null ? [] : [[name, number] as const];
  });
  return {
    externalReview: id,
    reference: textOf(item['reservation_id']),
    soldBy: null,
    guestName: textOf(item['guest_name']) ?? UNNAMED_REVIEWER,
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

export const reviewReplies: ReviewReplyProtocol<OpenChannelConnection> = {
  send: ({ externalReview, reply }, connection) => ({
    operation: 'review reply',
    method: 'POST',
    url: address(connection, `reviews/${encodeURIComponent(externalReview)}/reply`),
    headers: { 'idempotency-key': `review-${externalReview}` },
    body: JSON.stringify({ hotel_code: connection.settings.hotel_code, reply }),
  }),
  decodeSent: decodeAccepted,
};
