// The sample's reviews, written some days after a stay, and the property's replies.

import { SANDBOX_ID } from '../model/property.ts';
import type { Review } from '../pms/reviews.ts';
import { type Booking, FIRST_DAY } from './bookings.ts';
import { MINUTE } from './dates.ts';
import { type History, instant, type Version } from './history.ts';
import { PHRASES } from './phrases/index.ts';
import { ASPECTS, type Aspect, type Phrases, type Remark, type ReviewTone } from './phrases/phrases.ts';
import { ROOMS, type Seller } from './property-definition.ts';
import { randomFor, type SeededRandom } from './random.ts';
import type { RateCard } from './rates.ts';

/** Returns the history of the guest's review; empty when the guest writes none. */
export function reviewHistory({ dates }: RateCard, booking: Booking): History<Review> {
  const random = randomFor('review', booking.roomId, booking.checkin);
  if (booking.end.kind !== 'stays' || !random.chance(WRITE[booking.channel])) return [];
  const day = booking.checkout + 1 + Math.floor(random.unit() ** 1.6 * 11);
  const at = dates.at(day, random.between(8 * 60, 23 * 60)) + random.between(0, MINUTE - 1);
  const checked = rateStay(booking, random);
  const review: Review = {
    // At most one stay per room ends on a day.
    reviewId: (booking.checkout - FIRST_DAY) * ROOMS.length + booking.roomId - ROOMS[0]!.roomId,
    hotelId: SANDBOX_ID,
    roomId: booking.roomId,
    reservationId: booking.reservationId,
    channel: booking.channel,
    guestName: booking.guest.firstName,
    ...scored(booking.channel, checked.points),
    ...phrase(booking.channel, checked),
    language: booking.guest.language,
    reply: null,
    replyDelivery: null,
    createdAt: instant(at),
  };
  const versions: Version<Review>[] = [{ at, kind: 'review.received', value: review }];
  const tone = checked.criticised ? checked.verdict : 'great';
  if (checked.positive !== null && random.chance(REPLY[tone])) {
    const repliedAt = dates.at(dates.day(at) + random.between(1, 3), 10 * 60 + random.between(0, 7 * 60));
    const reply = random
      .pick(PHRASES[booking.guest.language].thanks[tone])
      .replaceAll('{name}', booking.guest.firstName);
    versions.push({
      at: repliedAt,
      kind: 'review.replied',
      value: { ...review, reply, replyDelivery: 'sent' },
    });
  }
  return versions;
}

/** Share of a seller's guests who write a review; the property's own site asks for none. */
const WRITE: Record<Seller, number> = { direct: 0, booking_com: 0.5, airbnb: 0.7, expedia: 0.3, vrbo: 0.45 };
/** Channels where guests may leave a score without a text. */
const STARS_ONLY: ReadonlySet<Seller> = new Set<Seller>(['booking_com', 'expedia']);
/** Share of reviews that the property replies to. */
const REPLY: Record<ReviewTone, number> = { great: 0.4, good: 0.6, poor: 0.9 };

type StayRating = {
  verdict: ReviewTone;
  /** the review names something negative */
  criticised: boolean;
  /** 0–10 in steps of 2.5 */
  points: Record<Aspect, number>;
  title: string | null;
  positive: string | null;
  negative: string | null;
};

/** Chooses the texts first, then matching points: praised aspects get full marks, criticised ones fewer. */
function rateStay(booking: Booking, random: SeededRandom): StayRating {
  const phrases = PHRASES[booking.guest.language];
  const verdict = random.weighted<ReviewTone>(
    booking.problem
      ? [
          ['great', 1],
          ['good', 5],
          ['poor', 4],
        ]
      : [
          ['great', 64],
          ['good', 32],
          ['poor', 4],
        ],
  );
  const criticised = negativePoints(phrases, booking, { verdict, random });
  const praised = positivePoints(phrases, booking, {
    count: verdict === 'great' && random.chance(0.6) ? 2 : 1,
    not: criticised?.about,
    random,
  });
  const silent =
    STARS_ONLY.has(booking.channel) && verdict !== 'poor' && !booking.problem && random.chance(0.25);
  const points = Object.fromEntries(
    ASPECTS.map((aspect) => {
      if (aspect === criticised?.about)
        return [
          aspect,
          booking.problem && verdict === 'good' ? 5 : { great: 7.5, good: 7.5, poor: 2.5 }[verdict],
        ];
      if (praised.some(({ about }) => about === aspect)) return [aspect, 10];
      const lower = { great: 0.1, good: 0.75, poor: 0.45 }[verdict];
      const best = verdict === 'poor' ? 7.5 : 10;
      return [aspect, best - (random.chance(lower) ? 2.5 : 0)];
    }),
  ) as Record<Aspect, number>;
  return {
    verdict,
    criticised: criticised !== null,
    points,
    title: silent ? null : random.pick(phrases.titles[verdict]),
    positive: silent ? null : praised.map(({ text }) => text).join(' '),
    negative: silent ? null : (criticised?.text ?? null),
  };
}

function negativePoints(
  phrases: Phrases,
  booking: Booking,
  { verdict, random }: { verdict: ReviewTone; random: SeededRandom },
): Remark | null {
  if (booking.problem && verdict !== 'great') return phrases.complaints[booking.problem.kind];
  if (verdict === 'poor') return random.pick(possible(phrases.complaints.other, booking.roomId));
  return random.chance(verdict === 'good' ? 0.85 : 0.2)
    ? random.pick(possible(phrases.quibbles, booking.roomId))
    : null;
}

function positivePoints(
  phrases: Phrases,
  booking: Booking,
  { count, not, random }: { count: number; not: Aspect | undefined; random: SeededRandom },
): Remark[] {
  const chosen: Remark[] = [];
  while (chosen.length < count) {
    const left = possible(phrases.positive, booking.roomId).filter(
      ({ about }) => about !== not && chosen.every((one) => one.about !== about),
    );
    // A guest with a single remark does not praise the value.
    chosen.push(random.pick(left.filter(({ about }) => count === 2 || about !== 'value')));
  }
  return chosen;
}

function possible(remarks: readonly Remark[], roomId: number): Remark[] {
  return remarks.filter(({ rooms }) => !rooms || rooms.includes(roomId));
}

/** The rating categories of each channel. Channels with stars only have whole stars, two points each. */
const CATEGORIES: Record<Exclude<Seller, 'direct'>, Record<string, Aspect>> = {
  booking_com: {
    staff: 'staff',
    facilities: 'facilities',
    clean: 'clean',
    comfort: 'comfort',
    value: 'value',
    location: 'location',
  },
  airbnb: {
    accuracy: 'facilities',
    checkin: 'staff',
    cleanliness: 'clean',
    communication: 'staff',
    location: 'location',
    value: 'value',
  },
  expedia: { cleanliness: 'clean', staff: 'staff', amenities: 'facilities', property_conditions: 'comfort' },
  vrbo: {
    cleanliness: 'clean',
    communication: 'staff',
    checkin: 'staff',
    accuracy: 'comfort',
    location: 'location',
  },
};

function scored(channel: Seller, points: Record<Aspect, number>): Pick<Review, 'score' | 'scores'> {
  if (channel === 'direct') throw new Error('The house has no reviews of its own.');
  const stars = (of: number) => 2 * Math.round((of + 0.4) / 2);
  const mean = ASPECTS.reduce((total, aspect) => total + points[aspect], 0) / ASPECTS.length;
  const scores = Object.entries(CATEGORIES[channel]).map(([name, aspect]) => [
    name,
    channel === 'booking_com' ? points[aspect] : stars(points[aspect]),
  ]);
  const score = channel === 'booking_com' ? Math.round(mean * 10) / 10 : stars(mean - 0.4);
  return { score, scores: Object.fromEntries(scores) };
}

/** Booking.com has separate texts for good and bad; the others have one text. */
function phrase(
  channel: Seller,
  { title, positive, negative }: StayRating,
): Pick<Review, 'title' | 'positive' | 'negative'> {
  if (channel === 'booking_com') return { title, positive, negative };
  const text = [positive, negative].filter((part) => part !== null).join(' ');
  return { title: channel === 'airbnb' ? null : title, positive: text || null, negative: null };
}
