// What guests write about their stay some days after it, and how the house thanks them.
import type { Review } from '../../reviews.ts';
import { SANDBOX_ID } from '../property.ts';
import { MINUTE } from './almanac.ts';
import { type Booking, FIRST_DAY } from './bookings.ts';
import { type Draw, drawFor } from './draw.ts';
import { type History, instant, type Version } from './history.ts';
import { ROOMS, type Seller } from './house.ts';
import { PHRASES } from './phrases/index.ts';
import { ASPECTS, type Aspect, type Phrases, type Remark, type Verdict } from './phrases/phrases.ts';
import type { RateCard } from './rates.ts';

export function reviewHistory({ almanac }: RateCard, booking: Booking): History<Review> {
  const draw = drawFor('review', booking.roomId, booking.checkin);
  if (booking.end.kind !== 'stays' || !draw.chance(WRITE[booking.channel])) return [];
  const day = booking.checkout + 1 + Math.floor(draw.unit() ** 1.6 * 11);
  const at = almanac.at(day, draw.between(8 * 60, 23 * 60)) + draw.between(0, MINUTE - 1);
  const judged = judge(booking, draw);
  const review: Review = {
    // One guest at most leaves a room on a day.
    reviewId: (booking.checkout - FIRST_DAY) * ROOMS.length + booking.roomId - ROOMS[0]!.roomId,
    hotelId: SANDBOX_ID,
    roomId: booking.roomId,
    reservationId: booking.reservationId,
    channel: booking.channel,
    guestName: booking.guest.firstName,
    ...scored(booking.channel, judged.points),
    ...worded(booking.channel, judged),
    language: booking.guest.language,
    reply: null,
    replyDelivery: null,
    createdAt: instant(at),
  };
  const versions: Version<Review>[] = [{ at, kind: 'review.received', value: review }];
  const tone = judged.blamed ? judged.verdict : 'great';
  if (judged.positive !== null && draw.chance(REPLY[tone])) {
    const repliedAt = almanac.at(almanac.day(at) + draw.between(1, 3), 10 * 60 + draw.between(0, 7 * 60));
    const reply = draw
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

/** How many of a seller's guests write a review; the house's own site asks for none. */
const WRITE: Record<Seller, number> = { direct: 0, booking_com: 0.5, airbnb: 0.7, expedia: 0.3, vrbo: 0.45 };
/** Where guests may score without a word. */
const STARS_ONLY: ReadonlySet<Seller> = new Set<Seller>(['booking_com', 'expedia']);
/** To how many the house replies. */
const REPLY: Record<Verdict, number> = { great: 0.4, good: 0.6, poor: 0.9 };

type Judgement = {
  verdict: Verdict;
  /** something spoiled it a little */
  blamed: boolean;
  /** 0–10 in steps of 2.5 */
  points: Record<Aspect, number>;
  title: string | null;
  positive: string | null;
  negative: string | null;
};

/** Words first, then points that fit them: what is praised is full marks, what is blamed costs some. */
function judge(booking: Booking, draw: Draw): Judgement {
  const phrases = PHRASES[booking.guest.language];
  const verdict = draw.weighted<Verdict>(
    booking.trouble
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
  const blamed = blame(phrases, booking, { verdict, draw });
  const praised = praise(phrases, booking, {
    count: verdict === 'great' && draw.chance(0.6) ? 2 : 1,
    not: blamed?.about,
    draw,
  });
  const silent =
    STARS_ONLY.has(booking.channel) && verdict !== 'poor' && !booking.trouble && draw.chance(0.25);
  const points = Object.fromEntries(
    ASPECTS.map((aspect) => {
      if (aspect === blamed?.about)
        return [
          aspect,
          booking.trouble && verdict === 'good' ? 5 : { great: 7.5, good: 7.5, poor: 2.5 }[verdict],
        ];
      if (praised.some(({ about }) => about === aspect)) return [aspect, 10];
      const lower = { great: 0.1, good: 0.75, poor: 0.45 }[verdict];
      const best = verdict === 'poor' ? 7.5 : 10;
      return [aspect, best - (draw.chance(lower) ? 2.5 : 0)];
    }),
  ) as Record<Aspect, number>;
  return {
    verdict,
    blamed: blamed !== null,
    points,
    title: silent ? null : draw.pick(phrases.titles[verdict]),
    positive: silent ? null : praised.map(({ text }) => text).join(' '),
    negative: silent ? null : (blamed?.text ?? null),
  };
}

function blame(
  phrases: Phrases,
  booking: Booking,
  { verdict, draw }: { verdict: Verdict; draw: Draw },
): Remark | null {
  if (booking.trouble && verdict !== 'great') return phrases.complaints[booking.trouble.kind];
  if (verdict === 'poor') return draw.pick(possible(phrases.complaints.other, booking.roomId));
  return draw.chance(verdict === 'good' ? 0.85 : 0.2)
    ? draw.pick(possible(phrases.quibbles, booking.roomId))
    : null;
}

function praise(
  phrases: Phrases,
  booking: Booking,
  { count, not, draw }: { count: number; not: Aspect | undefined; draw: Draw },
): Remark[] {
  const chosen: Remark[] = [];
  while (chosen.length < count) {
    const left = possible(phrases.praise, booking.roomId).filter(
      ({ about }) => about !== not && chosen.every((one) => one.about !== about),
    );
    // Nobody who is disappointed calls it good value.
    chosen.push(draw.pick(left.filter(({ about }) => count === 2 || about !== 'value')));
  }
  return chosen;
}

function possible(remarks: readonly Remark[], roomId: number): Remark[] {
  return remarks.filter(({ rooms }) => !rooms || rooms.includes(roomId));
}

/** Under which names a channel has its guests score; the ones with stars know whole stars only, two points each. */
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

/** Booking.com asks what was good and what was not; the others take one text. */
function worded(
  channel: Seller,
  { title, positive, negative }: Judgement,
): Pick<Review, 'title' | 'positive' | 'negative'> {
  if (channel === 'booking_com') return { title, positive, negative };
  const text = [positive, negative].filter((part) => part !== null).join(' ');
  return { title: channel === 'airbnb' ? null : title, positive: text || null, negative: null };
}
