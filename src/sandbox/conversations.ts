// Messages between guests and the property, from the booking to the departure. Which topics come when is in
// data/conversations.json: of each of its occasions a guest writes about one topic at most.
import type { Random } from '../../sample-people/random.ts';
import { type Action, MOST_WITHIN_BOOKING } from './actions.ts';
import type { Booking } from './bookings.ts';
import data from './data/conversations.json' with { type: 'json' };
import { DAY, MINUTE, type Moment, type SampleDates, SECOND } from './dates.ts';
import { endMoment, leftEarly } from './orders.ts';
import { filled, phrasesFor, type Topic } from './phrases.ts';
import { randomFor } from './random.ts';
import type { RateCard } from './rates.ts';

type Occasion = {
  /** share of guests who write, if one of the topics is possible */
  chance: number;
  /** least number of days between booking and arrival */
  lead?: number;
  /** only of bookings that end so */
  ends?: 'stays' | 'no_show' | 'cancels' | 'leaves_early';
  /** answered at once */
  prompt?: boolean;
  /** the last message of some guests, which is answered with thanks */
  last?: 'closing' | 'seeYou';
  topics: readonly OccasionTopic[];
};

type OccasionTopic = {
  /** the last two are messages of the property */
  topic: Topic | 'arrivalInfo' | 'noShow';
  weight: number;
  /** the day, or for a cancellation the moment, from which days and minutes count */
  after: 'booking' | 'arrival' | 'problem' | 'departure' | 'cancellation';
  days: [from: number, to: number];
  minutes: [from: number, to: number];
  /** the half hours of the time that the text names */
  time?: [from: number, to: number];
  /** only of these guests, or at these times */
  of?: keyof ReturnType<typeof traitsOf>;
};

const OCCASIONS = data as unknown as Occasion[];

/** Returns the messages of a booking and the replies to them. */
export function conversationActions(card: RateCard, booking: Booking): Action[] {
  // With groups and for options the house is on the phone.
  if (booking.situation && booking.situation.kind !== 'sold twice') return [];
  const end = endMoment(card, booking);
  const written = [...writtenBy(card, booking), ...(booking.unit.monthly ? regularNotes(card, booking) : [])]
    .filter(({ at }) => at > booking.bookedAt && at < end)
    .toSorted((a, b) => a.at - b.at)
    .slice(0, MOST_WITHIN_BOOKING);
  return written.flatMap(({ at, guest, reply, replyAt }, i): Action[] => {
    if (guest === null) return [{ at, kind: 'reply', booking, text: reply! }];
    // A reply goes to the newest message without one: it comes before the guest writes again.
    const repliedAt = Math.min(replyAt, end - MINUTE, (written[i + 1]?.at ?? end) - SECOND);
    const asked: Action = { at, kind: 'write', booking, text: guest };
    // Who would get no answer before leaving does not ask.
    if (reply !== null && repliedAt <= at) return [];
    if (reply === null) return [asked];
    return [asked, { at: repliedAt, kind: 'reply', booking, text: reply }];
  });
}

/** Returns the question of a guest who waits long for the answer (see late-answers.ts), and that answer. */
export function lateAnswerActions(booking: Booking): Action[] {
  if (!booking.lateAnswer) return [];
  const { at, repliedAt } = booking.lateAnswer;
  const random = randomFor('late question', booking.unit.unitId, booking.checkin);
  const topic = random.pick<Topic>(['parking', 'luggage', 'invoice']);
  const texts = random.pick(phrasesFor(booking).talk[topic]);
  const [text, reply] = texts.map((one) => filled(one, booking)) as [string, string];
  return [
    { at, kind: 'write', booking, text },
    { at: repliedAt, kind: 'reply', booking, text: reply },
  ];
}

/** A guest's message and its reply, or a message of the property (`guest` null). */
type Written = { at: Moment; guest: string | null; reply: string | null; replyAt: Moment };

/** Returns what is written on the occasions that the booking has. */
function writtenBy({ dates }: RateCard, booking: Booking): Written[] {
  const { unit, bookedAt, checkin, variant, end } = booking;
  const random = randomFor('conversation', unit.unitId, checkin, variant);
  const phrases = phrasesFor(booking);
  const traits = traitsOf(booking, dates.date(checkin).month);
  const ends = leftEarly(booking) ? 'leaves_early' : end.kind;
  return OCCASIONS.flatMap(({ chance, lead = 0, topics, prompt, last, ...occasion }): Written[] => {
    const fits = checkin - dates.day(bookedAt) >= lead && (occasion.ends ?? ends) === ends;
    const possible = topics.filter(({ of }) => !of || traits[of]);
    if (!fits || possible.length === 0 || !random.chance(chance)) return [];
    const chosen = random.weighted(Object.fromEntries(possible.map(({ weight }, i) => [i, weight])));
    const { topic, time, ...when } = possible[Number(chosen)]!;
    const at = momentOf(dates, booking, when, random);
    const clock = time ? timeOfDay(random.between(...time) * 30) : '';
    const fill = (text: string) => filled(text, booking, clock);
    if (topic === 'arrivalInfo' || topic === 'noShow')
      return [{ at, guest: null, reply: fill(random.pick(phrases[topic])), replyAt: at }];
    const [guest, reply] = random.pick(phrases.talk[topic]).map(fill) as [string, string];
    const replyAt = prompt ? at + random.between(3, 28) * MINUTE : usualReply(dates, at, random);
    const asked = { at, guest, reply, replyAt };
    if (!last || !random.chance(0.2)) return [asked];
    const lastAt = replyAt + random.between(2, 40) * MINUTE;
    const thanks = fill(random.pick(phrases.courtesies));
    const lastReplyAt = usualReply(dates, lastAt, random);
    return [
      asked,
      { at: lastAt, guest: fill(random.pick(phrases[last])), reply: thanks, replyAt: lastReplyAt },
    ];
  });
}

/** Returns which `of` in the data are true of a booking. */
function traitsOf({ stay, unit, problem }: Booking, month: number) {
  return {
    alone: stay.adults === 1,
    families: stay.children!.length > 0,
    upstairs: !unit.monthly,
    winter: month >= 11 || month <= 3,
    summer: month >= 6 && month <= 9,
    hotWater: problem?.kind === 'hotWater',
    wifi: problem?.kind === 'wifi',
    noise: problem?.kind === 'noise',
  };
}

/** Returns when a guest writes about a topic. */
function momentOf(
  dates: SampleDates,
  { bookedAt, checkin, checkout, end, problem }: Booking,
  { after, days, minutes }: Pick<OccasionTopic, 'after' | 'days' | 'minutes'>,
  random: Random,
): Moment {
  const minute = random.between(...minutes);
  if (after === 'cancellation') return 'at' in end ? end.at + minute * MINUTE : 0;
  const first = {
    booking: dates.day(bookedAt),
    arrival: checkin,
    departure: checkout,
    problem: problem?.day ?? 0,
  };
  return dates.at(first[after] + random.between(...days), minute);
}

/** Returns when a message is answered: mostly within the hour, never at night. */
function usualReply(dates: SampleDates, at: Moment, random: Random): Moment {
  const soon = at + Math.round((4 + random.next() ** 2 * 170) * MINUTE);
  const day = dates.day(soon);
  const opens = dates.at(day, 8 * 60 + random.between(0, 45));
  return soon < opens ? opens : soon <= dates.at(day, 22 * 60 + 30) ? soon : opens + DAY;
}

/** Days between two messages of a guest in a monthly unit. */
const NOTES_EVERY = 3;
/** Minutes from such a message to its answer, unless the guest writes again before: then it comes just before that. */
const NOTES_WAIT = (NOTES_EVERY * 24 + 4) * 60;

/**
 * Returns the regular messages of a guest in a monthly unit, which are not urgent and are answered last. Those units are nearly always
 * occupied, so at nearly any hour there are one or two unanswered messages of the last days.
 */
function regularNotes({ dates }: RateCard, booking: Booking): Written[] {
  const { checkin, checkout, end, unit } = booking;
  if (end.kind !== 'stays') return [];
  const { notes, courtesies } = phrasesFor(booking);
  const count = Math.ceil((checkout - checkin) / NOTES_EVERY);
  return Array.from({ length: count }, (_, index) => {
    const day = checkin + index * NOTES_EVERY;
    const at = dates.at(day, 17 * 60 + randomFor('note', unit.unitId, day).between(0, 150));
    const number = Math.floor(day / NOTES_EVERY);
    return {
      at,
      guest: filled(notes[number % notes.length]!, booking),
      reply: filled(courtesies[number % courtesies.length]!, booking),
      replyAt: at + NOTES_WAIT * MINUTE,
    };
  });
}

/** 930 → 15:30 */
function timeOfDay(minutes: number): string {
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}
