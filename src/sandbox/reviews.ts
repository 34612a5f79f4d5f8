// The sample's reviews, written some days after a stay, and the property's replies.
import type { Random } from '../../sample-people/random.ts';
import type { Action, ReviewTexts } from './actions.ts';
import { type Booking, FIRST_DAY } from './bookings.ts';
import { instant, MINUTE, type SampleDates } from './dates.ts';
import { FACTS, placeOf, SELLERS, UNITS } from './house.ts';
import {
  ASPECTS,
  type Aspect,
  filled,
  languageOf,
  phrasesFor,
  type Remark,
  type ReviewTone,
} from './phrases.ts';
import { randomFor } from './random.ts';
import { sum } from './rates.ts';

/** Returns the arrivals of the guest's review: without and with a reply; none when the guest writes none. */
export function reviewActions(dates: SampleDates, booking: Booking): Action[] {
  const { channel, unit, checkin, checkout } = booking;
  const random = randomFor('review', unit.unitId, checkin);
  if (booking.end.kind !== 'stays' || !random.chance(SELLERS[channel].reviewed)) return [];
  const day = checkout + 1 + Math.floor(random.next() ** 1.6 * 11);
  const at = dates.at(day, random.between(8 * 60, 23 * 60)) + random.between(0, MINUTE - 1);
  const rating = rateStay(booking, random);
  const review: ReviewTexts = {
    // At most one stay in a unit ends on a day.
    reviewId: (checkout - FIRST_DAY) * UNITS.length + placeOf(unit),
    ...scored(booking, rating.points),
    ...textsOf(booking, rating),
    language: languageOf(booking),
    createdAt: instant(at),
  };
  const received: Action = { at, kind: 'review', booking, review, reply: null };
  if (rating.positive === null || !random.chance(tones.replied[rating.tone])) return [received];
  const repliedAt = dates.at(dates.day(at) + random.between(1, 3), 10 * 60 + random.between(0, 7 * 60));
  const reply = filled(random.pick(phrasesFor(booking).thanks[rating.tone]), booking);
  return [received, { ...received, at: repliedAt, reply }];
}

const { tones } = FACTS;
type StayRating = ReturnType<typeof rateStay>;

/** Chooses the texts first, then matching points: praised aspects get full marks, criticised ones fewer. */
function rateStay({ problem, channel, unit, ...booking }: Booking, random: Random) {
  const { titles, positive, quibbles, complaints } = phrasesFor(booking);
  const fitting = (all: readonly Remark[]) =>
    all.filter(({ rooms }) => !rooms || rooms.includes(unit.roomId));
  const tone = random.weighted<ReviewTone>(problem ? tones.afterProblem : tones.usual);
  const critical = random.chance(tones.criticises[tone]);
  const usual = random.pick(fitting(tone === 'poor' ? complaints.other : quibbles));
  const criticised = problem && tone !== 'great' ? complaints[problem.kind] : critical ? usual : null;
  const count = tone === 'great' && random.chance(0.6) ? 2 : 1;
  // Each remark is about another aspect. A guest with a single remark does not praise the value.
  const praised = random
    .shuffle(fitting(positive))
    .filter(({ about }) => about !== criticised?.about && (count > 1 || about !== 'value'))
    .filter(({ about }, i, all) => all.findIndex((one) => one.about === about) === i)
    .slice(0, count);
  // At some channels guests may leave a score without a text.
  const canBeSilent = (channel === 'booking_com' || channel === 'expedia') && tone !== 'poor' && !problem;
  const silent = canBeSilent && random.chance(0.25);
  const points = (aspect: Aspect): number => {
    if (aspect === criticised?.about) return tone === 'poor' ? 2.5 : problem && tone === 'good' ? 5 : 7.5;
    if (praised.some(({ about }) => about === aspect)) return 10;
    const lower = random.chance(tones.lowers[tone]) ? 2.5 : 0;
    return (tone === 'poor' ? 7.5 : 10) - lower;
  };
  return {
    // of a review that names nothing negative: great
    tone: criticised ? tone : 'great',
    // 0–10 in steps of 2.5
    points: Object.fromEntries(ASPECTS.map((one) => [one, points(one)])) as Record<Aspect, number>,
    title: silent ? null : random.pick(titles[tone]),
    positive: silent ? null : praised.map(({ text }) => text).join(' '),
    negative: silent ? null : (criticised?.text ?? null),
  };
}

/** Booking.com has fractions; channels with stars have whole ones, two points each. */
function scored({ channel }: Booking, points: Record<Aspect, number>): Pick<ReviewTexts, 'score' | 'scores'> {
  const mean = sum(Object.values(points)) / ASPECTS.length;
  const categories = Object.entries(SELLERS[channel].categories) as [string, Aspect][];
  const stars = (of: number) => 2 * Math.round((of + 0.4) / 2);
  const exact = channel === 'booking_com';
  const scores = categories.map(([name, of]) => [name, exact ? points[of] : stars(points[of])]);
  return {
    score: exact ? Math.round(mean * 10) / 10 : stars(mean - 0.4),
    scores: Object.fromEntries(scores),
  };
}

/** Booking.com has separate texts for good and bad; the others have one text, Airbnb's without a title. */
function textsOf({ channel }: Booking, { title, positive, negative }: StayRating) {
  if (channel === 'booking_com') return { title, positive, negative };
  const text = [positive, negative].filter((part) => part !== null).join(' ');
  return { title: channel === 'airbnb' ? null : title, positive: text || null, negative: null };
}
