// Guests' reviews over Channex, and the property's replies.
//
// Source: docs.channex.io, "Reviews Collection" (read 2026-11-21): Booking.com and Airbnb, with the app
// Messages & Reviews. Channex converts scores to a scale of ten. It does not report the language of a review.

import type { ChannelHiddenReview, ChannelReview } from '../../model/channel-records.ts';
import { UNNAMED_REVIEWER } from '../../model/guest.ts';
import type { Pull, Pulled, ReviewReplyProtocol, WireRequest } from '../channel.ts';
import { channelName } from '../channel-names.ts';
import { type Fields, fieldsOf, listOf, momentOf, numberOf, readJson, textOf } from '../json.ts';
import { ok } from '../responses.ts';
import {
  address,
  attributesOf,
  listRequest,
  nextPage,
  readAnswer,
  readList,
  relatedId,
  restIsOlder,
} from './client.ts';
import { hasGuestReview } from './guest-reviews.ts';
import { withoutApp } from './messages.ts';
import { referenceOf } from './reservations.ts';
import type { ChannexConnection } from './settings.ts';

export const reviews: Pull<ChannelReview | ChannelHiddenReview, ChannexConnection> = {
  everySeconds: 3_600,
  requests: (connection, { cursor: stored }): ReviewsRequest[] => {
    const { property_id, conversations } = connection.settings;
    if (!conversations) return [];
    const query = { 'filter[property_id]': property_id, 'order[received_at]': 'desc' };
    const cursor = readCursor(stored);
    return [{ ...listRequest(connection, 'reviews', 'reviews', query, cursor.page), cursor }];
  },
  decode: (response, request: ReviewsRequest, connection) => {
    const list = readList(response, 'refused');
    if (list.kind !== 'ok') return withoutApp(list, response);
    const { property_id: propertyId } = connection.settings;
    const items: (ChannelReview | ChannelHiddenReview)[] = [];
    const unreadable: string[] = [];
    const moments: (Temporal.Instant | null)[] = [];
    for (const item of list.value.items) {
      if ((relatedId(item, 'property') ?? propertyId) !== propertyId) continue;
      const attributes = attributesOf(item);
      moments.push(momentOf(attributes['received_at']));
      const review = attributes['is_hidden'] === true ? readHidden(attributes) : readReview(attributes);
      if (review) items.push(review);
      else unreadable.push(`Review ${attributes.id ?? 'without id'}: it has no score or moment`);
    }
    const after = cursorAfter(request, { moments, next: nextPage(request, list.value) });
    return ok({ items, ...after, ...(unreadable.length > 0 ? { unreadable } : {}) });
  },
};

/**
 * `readTo`: when the newest review was received, as the list was last read to its end; null = never. `page`: the next
 * page of the list that is read, `newest`: its newest review so far.
 */
type Cursor = { readTo: string | null; page?: number; newest?: string | null };

type ReviewsRequest = WireRequest & { cursor?: Cursor };

/** Reviews that were received so long before the last one read are read again: Airbnb shows hidden ones later. */
const READ_AGAIN_HOURS = 30 * 24;

function readCursor(stored: string | null): Cursor {
  const { readTo, page, newest } = fieldsOf(readJson(stored ?? ''));
  return {
    readTo: textOf(readTo),
    ...(typeof page === 'number' && { page, newest: textOf(newest) }),
  };
}

function cursorAfter(
  { cursor = readCursor(null) }: ReviewsRequest,
  { moments, next }: { moments: readonly (Temporal.Instant | null)[]; next: number | null },
): Pick<Pulled<ChannelReview | ChannelHiddenReview>, 'cursor' | 'more'> {
  const readTo = momentOf(cursor.readTo);
  const known = [...moments, momentOf(cursor.newest), readTo].filter((moment) => moment !== null);
  const newest = known.toSorted(Temporal.Instant.compare).at(-1)?.toString() ?? null;
  const isEnd = next === null || restIsOlder(moments, readTo?.subtract({ hours: READ_AGAIN_HOURS }) ?? null);
  const after: Cursor = isEnd ? { readTo: newest } : { readTo: cursor.readTo, page: next, newest };
  return { cursor: JSON.stringify(after), ...(isEnd ? {} : { more: true }) };
}

/** Airbnb hides what a guest wrote until the host has reviewed the guest: neither text nor score are passed on. */
function readHidden(review: Fields & { id: string | null }): ChannelHiddenReview | null {
  const at = momentOf(review['received_at']) ?? momentOf(review['inserted_at']);
  if (review.id === null || at === null) return null;
  return {
    hidden: true,
    externalReview: review.id,
    ...orderOf(review),
    state: hasGuestReview(review) ? 'sent' : review['is_expired'] === true ? 'over' : 'open',
    writeBy: momentOf(review['expired_at']),
    at,
    receipt: review.id,
  };
}

function orderOf(review: Fields): { reference: string | null; soldBy: string | null } {
  const soldBy = channelName(textOf(review['ota']));
  const number = textOf(review['ota_reservation_id']);
  return { reference: number === null ? null : referenceOf(soldBy, number), soldBy };
}

function readReview(review: Fields & { id: string | null }): ChannelReview | null {
  const score = scoreOf(review['overall_score']);
  const at = momentOf(review['received_at']) ?? momentOf(review['inserted_at']);
  if (review.id === null || score === null || at === null) return null;
  const scores = listOf(review['scores']).flatMap((one) => {
    const category = textOf(fieldsOf(one)['category']);
    const points = scoreOf(fieldsOf(one)['score']);
    return category === null || points === null ? [] : [[category, points] as const];
  });
  return {
    externalReview: review.id,
    ...orderOf(review),
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
