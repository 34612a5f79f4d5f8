// Guests' reviews over Channex, and the property's replies.
//
// Source: docs.channex.io, "Reviews Collection" (read 2026-11-21): Booking.com and Airbnb, with the app
// Messages & Reviews. Channex converts scores to a scale of ten. It does not report the language of a review.

import type { ChannelReview } from '../../model/channel-records.ts';
import { UNNAMED_REVIEWER } from '../../model/guest.ts';
import type { Pull, ReviewReplyProtocol } from '../channel.ts';
import { channelName } from '../channel-names.ts';
import { type Fields, fieldsOf, listOf, momentOf, numberOf, textOf } from '../json.ts';
import { ok } from '../responses.ts';
import { address, attributesOf, listRequest, readAnswer, readList, relatedId } from './client.ts';
import { withoutApp } from './messages.ts';
import { referenceOf } from './reservations.ts';
import type { ChannexConnection } from './settings.ts';

export const reviews: Pull<ChannelReview, ChannexConnection> = {
  everySeconds: 3_600,
  requests: (connection) => {
    const { property_id, conversations } = connection.settings;
    const query = { 'filter[property_id]': property_id, 'order[received_at]': 'desc' };
    return conversations ? [listRequest(connection, 'reviews', 'reviews', query)] : [];
  },
  decode: (response, _request, connection) => {
    const list = readList(response, 'refused');
    if (list.kind !== 'ok') return withoutApp(list, response);
    const { property_id: propertyId } = connection.settings;
    const items: ChannelReview[] = [];
    const unreadable: string[] = [];
    for (const item of list.value.items) {
      if ((relatedId(item, 'property') ?? propertyId) !== propertyId) continue;
      const attributes = attributesOf(item);
      // Airbnb hides a review until the host has written one: its content is not known before.
      if (attributes['is_hidden'] === true) continue;
      const review = readReview(attributes);
      if (review) items.push(review);
      else unreadable.push(`Review ${attributes.id ?? 'without id'}: it has no score or moment`);
    }
    return ok({ items, ...(unreadable.length > 0 ? { unreadable } : {}) });
  },
};

function readReview(review: Fields & { id: string | null }): ChannelReview | null {
  const score = scoreOf(review['overall_score']);
  const at = momentOf(review['received_at']) ?? momentOf(review['inserted_at']);
  if (review.id === null || score === null || at === null) return null;
  const scores = listOf(review['scores']).flatMap((one) => {
    const category = textOf(fieldsOf(one)['category']);
    const points = scoreOf(fieldsOf(one)['score']);
    return category === null || points === null ? [] : [[category, points] as const];
  });
  const soldBy = channelName(textOf(review['ota']));
  const number = textOf(review['ota_reservation_id']);
  return {
    externalReview: review.id,
    reference: number === null ? null : referenceOf(soldBy, number),
    soldBy,
    guestName: textOf(review['guest_name']) ?? UNNAMED_REVIEWER,
    score,
    scores: Object.fromEntries(scores),
    title: null,
    positive: textOf(review['content']),
    negative: null,
    language: 'und',
    reply: textOf(review['reply']) ?? textOf(fieldsOf(review['reply'])['reply']),
    at,
    receipt: review.id,
  };
}

function scoreOf(value: unknown): number | null {
  const score = numberOf(value);
  return score !== null && score >= 0 && score <= 10 ? score : null;
}

export const reviewReplies: ReviewReplyProtocol<ChannexConnection> = {
  send: ({ externalReview, reply }, connection) => ({
    operation: 'review reply',
    method: 'POST',
    url: address(connection, `reviews/${encodeURIComponent(externalReview)}/reply`),
    body: JSON.stringify({ reply: { reply } }),
  }),
  decodeSent: (response) => {
    // Success is documented by the status alone; the body may be empty.
    if (response.status === 200 && response.body.trim() === '') return ok(null);
    const answer = readAnswer(response, 'refused');
    return answer.kind === 'ok' ? ok(null) : answer;
  },
};
