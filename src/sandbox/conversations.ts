// Messages between guests and the property, from the booking to the departure.
import type { Message } from '../model/message.ts';
import { SANDBOX_ID } from '../model/property.ts';
import type { Booking } from './bookings.ts';
import { DAY, type Day, HOUR, MINUTE, type Moment, type SampleDates, weekdayOf } from './dates.ts';
import { type History, instant } from './history.ts';
import { PHRASES } from './phrases/index.ts';
import type { PhraseQuestion, Phrases, StayTopic, Topic } from './phrases/phrases.ts';
import { LONG_STAY_ROOM } from './property-definition.ts';
import { randomFor, type SeededRandom } from './random.ts';
import type { RateCard } from './rates.ts';
import { endMoment, leftEarly } from './reservations.ts';

/** Returns the histories of all messages of a booking. */
export function messageHistories(card: RateCard, booking: Booking): History<Message>[] {
  const end = endMoment(card, booking);
  return conversationOf(card, booking)
    .filter(({ at }) => at > booking.bookedAt && at < end)
    .toSorted((a, b) => a.at - b.at)
    .slice(0, MESSAGES_A_BOOKING)
    .map((exchange, i) => messageHistory(booking, exchange, { index: i, end }));
}

/** Message ids: the booking's id times this, plus the position in the conversation. */
const MESSAGES_A_BOOKING = 16;

/** A guest's message and its reply, or a message of the property (`guest` null). */
type Written = { at: Moment; guest: string | null; reply: string | null; replyAt: Moment };

function messageHistory(
  booking: Booking,
  { at, guest, reply, replyAt }: Written,
  { index, end }: { index: number; end: Moment },
): History<Message> {
  const received: Message = {
    messageId: booking.reservationId * MESSAGES_A_BOOKING + index,
    hotelId: SANDBOX_ID,
    reservationId: booking.reservationId,
    inquiryId: null,
    channel: booking.channel,
    guestText: guest,
    reply: null,
    createdAt: instant(at),
    repliedAt: null,
    delivery: null,
    deliveryError: null,
  };
  // Replies come before the end of the stay.
  const answered = Math.min(replyAt, end - MINUTE);
  const replied: Message = {
    ...received,
    reply,
    repliedAt: instant(guest === null ? at : answered),
    delivery: 'sent',
  };
  if (guest === null) return [{ at, kind: 'message.sent', value: replied }];
  return [
    { at, kind: 'message.received', value: received },
    ...(reply !== null && answered > at
      ? [{ at: answered, kind: 'message.sent' as const, value: replied }]
      : []),
  ];
}

function conversationOf(card: RateCard, booking: Booking): Written[] {
  const { dates } = card;
  const random = randomFor('conversation', booking.roomId, booking.checkin, booking.variant);
  const writer = writerOf(dates, booking, random);
  return [
    ...beforeArrival(dates, booking, { random, writer }),
    ...duringStay(card, booking, { random, writer }),
    ...departureMessage(dates, booking, { random, writer }),
  ];
}

type Writing = { random: SeededRandom; writer: ReturnType<typeof writerOf> };

function beforeArrival(dates: SampleDates, booking: Booking, { random, writer }: Writing): Written[] {
  const { bookedAt, checkin } = booking;
  const lead = checkin - dates.day(bookedAt);
  const asks = lead >= 2 && (booking.withBaby || random.chance(0.28));
  const written = asks ? question(dates, booking, { random, writer }) : [];
  const announced = random.chance(0.34) ? announcement(dates, booking, { random, writer }) : [];
  const info = writer.own('arrivalInfo', dates.at(checkin - 3, 10 * 60 + random.between(0, 20)));
  // Guests who already announced their arrival time are not asked for it.
  const asked = lead >= 4 && random.chance(0.4) && announced.every(({ at }) => at > info.at);
  return [...written, ...(asked ? [info] : []), ...announced];
}

function question(dates: SampleDates, booking: Booking, { random, writer }: Writing): Written[] {
  const topic = booking.withBaby
    ? 'cot'
    : random.weighted<PhraseQuestion>([
        ['parking', 3],
        ['earlyCheckin', 4],
        ['luggage', 4],
        ['lift', booking.roomId === LONG_STAY_ROOM.roomId ? 0 : 2],
        ['invoice', booking.adults === 1 ? 6 : 0],
      ]);
  const time = topic === 'earlyCheckin' ? clock(random.between(14, 22) * 30) : '';
  const at = withinWakingHours(dates, booking.bookedAt + random.between(HOUR, 30 * HOUR), random);
  const asked = writer.exchange(topic, at, time);
  const content = topic !== 'lift' && topic !== 'parking' && random.chance(0.2);
  return [asked, ...(content ? [writer.lastWord('closing', asked)] : [])];
}

/**
 * Returns the message in which guests announce their arrival; on the day of arrival, that they will be later.
 */
function announcement(
  dates: SampleDates,
  { bookedAt, checkin }: Booking,
  { random, writer }: Writing,
): Written[] {
  if (random.chance(0.15)) {
    const time = clock(random.between(44, 47) * 30);
    return [writer.exchange('lateArrival', dates.at(checkin, random.between(13 * 60, 19 * 60)), time)];
  }
  const time = clock(random.between(31, 42) * 30);
  const day = Math.max(checkin - random.between(0, 4), dates.day(bookedAt));
  if (day < checkin && random.chance(0.15)) {
    return [writer.exchange('airport', dates.at(day, random.between(9 * 60, 21 * 60)))];
  }
  const at = dates.at(day, random.between(8 * 60, day === checkin ? 13 * 60 : 22 * 60));
  const arrivalMessage = writer.exchange(day === checkin ? 'runningLate' : 'arrivalTime', at, time);
  return [arrivalMessage, ...(random.chance(0.2) ? [writer.lastWord('seeYou', arrivalMessage)] : [])];
}

function duringStay(card: RateCard, booking: Booking, { random, writer }: Writing): Written[] {
  const { checkin, checkout, problem } = booking;
  const written: Written[] = [];
  if (booking.end.kind === 'no_show')
    written.push(writer.own('noShow', card.dates.at(checkin, 21 * 60 + random.between(5, 50))));
  if (booking.end.kind !== 'stays') return written;
  if (booking.roomId === LONG_STAY_ROOM.roomId) written.push(...weeklyNotes(card.dates, booking, writer));
  if (random.chance(0.2)) {
    const day = random.between(checkin, checkout - 1);
    const topic = random.weighted(stayTopics(card, day, day === checkout - 1));
    const evening = day === checkin || topic === 'heating';
    const minutes = evening ? random.between(17 * 60, 21 * 60) : random.between(9 * 60, 20 * 60);
    written.push(writer.exchange(topic, card.dates.at(day, minutes)));
  }
  if (problem) {
    const morning = problem.kind === 'noise';
    const minutes = morning ? random.between(8 * 60, 10 * 60) : random.between(19 * 60, 21 * 60 + 20);
    const at = card.dates.at(problem.day, minutes);
    // Problems are answered at once.
    written.push({ ...writer.exchange(problem.kind, at), replyAt: at + random.between(3, 28) * MINUTE });
  }
  return written;
}

/**
 * Weekly messages of the guest in the long-stay room, which nobody answers. That room is always occupied, so
 * at any hour there is an unanswered message of the last seven days.
 */
function weeklyNotes(
  dates: SampleDates,
  { checkin, checkout }: Booking,
  writer: Writing['writer'],
): Written[] {
  const firstWednesday = checkin + ((9 - weekdayOf(checkin)) % 7);
  const notes: Written[] = [];
  for (let day = firstWednesday; day < checkout; day += 7) {
    const minutes = 17 * 60 + randomFor('note', day).between(0, 150);
    notes.push(writer.note(Math.floor(day / 7), dates.at(day, minutes)));
  }
  return notes;
}

function stayTopics(card: RateCard, day: Day, lastNight: boolean): (readonly [StayTopic, number])[] {
  const { month } = card.dates.date(day);
  return [
    ['restaurant', 4],
    ['towels', 2],
    ['lateCheckout', lastNight ? 6 : 0],
    ['heating', month >= 11 || month <= 3 ? 4 : 0],
    ['cooling', month >= 6 && month <= 9 ? 3 : 0],
  ];
}

function departureMessage(dates: SampleDates, booking: Booking, { random, writer }: Writing): Written[] {
  const { end, checkout } = booking;
  if (end.kind === 'stays') {
    return random.chance(0.2)
      ? [writer.exchange('thanks', dates.at(checkout, random.between(8 * 60 + 15, 10 * 60 + 30)))]
      : [];
  }
  if (end.kind === 'no_show') return [];
  const early = leftEarly(booking);
  const at = end.at - random.between(25, early ? 60 : 150) * MINUTE;
  // At most OTAs guests can cancel without a message, at any hour.
  if (!early && (random.chance(0.4) || !isDaytime(dates, at) || !isDaytime(dates, end.at))) return [];
  return [{ ...writer.exchange(early ? 'leavingEarly' : 'plansChanged', at), replyAt: end.at - 2 * MINUTE }];
}

/** Returns functions that write messages in the guest's language. */
function writerOf(dates: SampleDates, { guest }: Booking, random: SeededRandom) {
  const phrases: Phrases = PHRASES[guest.language];
  const fill = (text: string, time = '') =>
    text
      .replaceAll('{name}', guest.firstName)
      .replaceAll('{time}', time)
      .replace(/\{([^{}|]*)\|([^{}|]*)\}/g, (_, man: string, woman: string) =>
        guest.gender === 'm' ? man : woman,
      );
  return {
    exchange(topic: Topic, at: Moment, time = ''): Written {
      const [text, reply] = random.pick(phrases.talk[topic]);
      return { at, guest: fill(text, time), reply: fill(reply, time), replyAt: answerTo(dates, at, random) };
    },
    /** A guest's last message, which gets no reply. */
    lastWord(what: 'closing' | 'seeYou', { replyAt }: Written): Written {
      const at = replyAt + random.between(2, 40) * MINUTE;
      return { at, guest: fill(random.pick(phrases[what])), reply: null, replyAt: at };
    },
    note: (index: number, at: Moment): Written => {
      const text = phrases.notes[index % phrases.notes.length]!;
      return { at, guest: fill(text), reply: null, replyAt: at };
    },
    own: (what: 'arrivalInfo' | 'noShow', at: Moment): Written => ({
      at,
      guest: null,
      reply: fill(random.pick(phrases[what])),
      replyAt: at,
    }),
  };
}

/** Returns when a message is answered: mostly within the hour, never at night. */
function answerTo(dates: SampleDates, at: Moment, random: SeededRandom): Moment {
  const soon = at + Math.round((4 + random.unit() ** 2 * 170) * MINUTE);
  const day = dates.day(soon);
  const [opens, closes] = [dates.at(day, 8 * 60 + random.between(0, 45)), dates.at(day, 22 * 60 + 30)];
  if (soon < opens) return opens;
  return soon <= closes ? soon : opens + DAY;
}

/** Moves a message out of the night to the morning. */
function withinWakingHours(dates: SampleDates, moment: Moment, random: SeededRandom): Moment {
  const day = dates.day(moment);
  const wakes = dates.at(day, 7 * 60);
  return moment < wakes ? wakes + random.between(5, 200) * MINUTE : moment;
}

function isDaytime(dates: SampleDates, moment: Moment): boolean {
  const day = dates.day(moment);
  return moment >= dates.at(day, 8 * 60) && moment <= dates.at(day, 22 * 60 + 30);
}

/** 930 → 15:30 */
function clock(minutes: number): string {
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}
