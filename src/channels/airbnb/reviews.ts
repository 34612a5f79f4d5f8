// Reviews of Airbnb, listed at the address that a setting names.

import type { ChannelReview } from '../../model/channel-records.ts';
import { UNNAMED_REVIEWER } from '../../model/guest.ts';
import type { Pull } from '../channel.ts';
import { type Fields, fieldsOf, momentOf, numberOf, textOf } from '../json.ts';
import { ok } from '../responses.ts';
import { get, idOf, readRecords } from './client.ts';
import { type AirbnbConnection, isOn } from './settings.ts';

export const reviews: Pull<ChannelReview, AirbnbConnection> = {
  everySeconds: 6 * 3_600,
  requests: (connection) => {
    const { reviews_path: path } = connection.settings;
    return path !== undefined && isOn(connection) ? [get(connection, 'reviews', path)] : [];
  },
  decode: (response) => {
    const answer = readRecords(response, 'reviews');
    if (answer.kind !== 'ok') return answer;
    const items: ChannelReview[] = [];
    const unreadable: string[] = [];
    for (const one of answer.value.map(fieldsOf)) {
      // Only guests' reviews of the property that are submitted and visible.
      if (one['reviewer_role'] !== 'guest' || one['hidden'] === true || one['submitted'] === false) continue;
      const review = readReview(one);
      if (review) items.push(review);
      else unreadable.push(`Review ${idOf(one, 'id') ?? 'without id'} has no rating or moment`);
    }
    return ok({ items, ...(unreadable.length > 0 ? { unreadable } : {}) });
  },
};

function readReview(one: Fields): ChannelReview | null {
  const id = idOf(one, 'id');
  const score = toTenPoints(one['overall_rating']);
  const at = momentOf(textOf(one['submitted_at']) ?? textOf(one['first_completed_at']));
  if (id === null || score === null || at === null) return null;
  const scores = Object.entries(one).flatMap(([name, rating]) => {
    const category = /^category_ratings_(\w+)$/.exec(name)?.[1];
    const points = toTenPoints(rating);
    return category && points !== null ? [[category, points] as const] : [];
  });
  return {
    externalReview: id,
    reference: textOf(one['reservation_confirmation_code']),
    soldBy: null,
    guestName: UNNAMED_REVIEWER,
    score,
    scores: Object.fromEntries(scores),
    title: null,
    positive: textOf(one['public_review']),
    negative: textOf(one['private_feedback']),
    language: 'und',
    reply: textOf(one['response']),
    at,
    receipt: id,
  };
}

/** Converts one to five stars to points of ten. */
function toTenPoints(stars: unknown): number | null {
  const number = numberOf(stars);
  return number !== null && number >= 1 && number <= 5 ? number * 2 : null;
}
