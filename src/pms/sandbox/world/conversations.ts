// What guests write and what the house answers, from the booking to the morning they leave.
import type { Message } from '../../../model/message.ts';
import { SANDBOX_ID } from '../property.ts';
import { type Almanac, DAY, type Day, HOUR, MINUTE, type Moment, weekdayOf } from './almanac.ts';
import type { Booking } from './bookings.ts';
import { type Draw, drawFor } from './draw.ts';
import { type History, instant } from './history.ts';
import { LONG_LET } from './house.ts';
import { PHRASES } from './phrases/index.ts';
import type { Phrases, Question, StayTopic, Topic } from './phrases/phrases.ts';
import type { RateCard } from './rates.ts';
import { endMoment, leftEarly } from './reservations.ts';

export function messageHistories(card: RateCard, booking: Booking): History<Message>[] {
  const end = endMoment(card, booking);
  return exchangesOf(card, booking)
    .filter(({ at }) => at > booking.bookedAt && at < end)
    .toSorted((a, b) => a.at - b.at)
    .slice(0, MESSAGES_A_BOOKING)
    .map((exchange, i) => messageHistory(booking, exchange, { index: i, end }));
}

/** A message has its booking's number times this, plus its place in the conversation. */
const MESSAGES_A_BOOKING = 16;

/** A guest's text and the reply, or a text of the house's own. */
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
  // Nobody answers who has gone, and what is answered is answered before.
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

function exchangesOf(card: RateCard, booking: Booking): Written[] {
  const { almanac } = card;
  const draw = drawFor('conversation', booking.roomId, booking.checkin, booking.variant);
  const pen = penOf(almanac, booking, draw);
  return [
    ...beforeArrival(almanac, booking, { draw, pen }),
    ...duringStay(card, booking, { draw, pen }),
    ...farewell(almanac, booking, { draw, pen }),
  ];
}

type Writing = { draw: Draw; pen: ReturnType<typeof penOf> };

function beforeArrival(almanac: Almanac, booking: Booking, { draw, pen }: Writing): Written[] {
  const { bookedAt, checkin } = booking;
  const lead = checkin - almanac.day(bookedAt);
  const asks = lead >= 2 && (booking.withBaby || draw.chance(0.28));
  const written = asks ? question(almanac, booking, { draw, pen }) : [];
  const announced = draw.chance(0.34) ? announcement(almanac, booking, { draw, pen }) : [];
  const info = pen.own('arrivalInfo', almanac.at(checkin - 3, 10 * 60 + draw.between(0, 20)));
  // Who has said when they come is not asked for it.
  const asked = lead >= 4 && draw.chance(0.4) && announced.every(({ at }) => at > info.at);
  return [...written, ...(asked ? [info] : []), ...announced];
}

function question(almanac: Almanac, booking: Booking, { draw, pen }: Writing): Written[] {
  const topic = booking.withBaby
    ? 'cot'
    : draw.weighted<Question>([
        ['parking', 3],
        ['earlyCheckin', 4],
        ['luggage', 4],
        ['lift', booking.roomId === LONG_LET.roomId ? 0 : 2],
        ['invoice', booking.adults === 1 ? 6 : 0],
      ]);
  const time = topic === 'earlyCheckin' ? clock(draw.between(14, 22) * 30) : '';
  const at = awake(almanac, booking.bookedAt + draw.between(HOUR, 30 * HOUR), draw);
  const asked = pen.exchange(topic, at, time);
  const content = topic !== 'lift' && topic !== 'parking' && draw.chance(0.2);
  return [asked, ...(content ? [pen.lastWord('closing', asked)] : [])];
}

/** When they come; on the day itself, that they come later. */
function announcement(almanac: Almanac, { bookedAt, checkin }: Booking, { draw, pen }: Writing): Written[] {
  if (draw.chance(0.15)) {
    const time = clock(draw.between(44, 47) * 30);
    return [pen.exchange('lateArrival', almanac.at(checkin, draw.between(13 * 60, 19 * 60)), time)];
  }
  const time = clock(draw.between(31, 42) * 30);
  const day = Math.max(checkin - draw.between(0, 4), almanac.day(bookedAt));
  if (day < checkin && draw.chance(0.15)) {
    return [pen.exchange('airport', almanac.at(day, draw.between(9 * 60, 21 * 60)))];
  }
  const at = almanac.at(day, draw.between(8 * 60, day === checkin ? 13 * 60 : 22 * 60));
  const told = pen.exchange(day === checkin ? 'runningLate' : 'arrivalTime', at, time);
  return [told, ...(draw.chance(0.2) ? [pen.lastWord('seeYou', told)] : [])];
}

function duringStay(card: RateCard, booking: Booking, { draw, pen }: Writing): Written[] {
  const { checkin, checkout, trouble } = booking;
  const written: Written[] = [];
  if (booking.end.kind === 'no_show')
    written.push(pen.own('noShow', card.almanac.at(checkin, 21 * 60 + draw.between(5, 50))));
  if (booking.end.kind !== 'stays') return written;
  if (booking.roomId === LONG_LET.roomId) written.push(...weeklyNotes(card.almanac, booking, pen));
  if (draw.chance(0.2)) {
    const day = draw.between(checkin, checkout - 1);
    const topic = draw.weighted(stayTopics(card, day, day === checkout - 1));
    const evening = day === checkin || topic === 'heating';
    const minutes = evening ? draw.between(17 * 60, 21 * 60) : draw.between(9 * 60, 20 * 60);
    written.push(pen.exchange(topic, card.almanac.at(day, minutes)));
  }
  if (trouble) {
    const morning = trouble.kind === 'noise';
    const minutes = morning ? draw.between(8 * 60, 10 * 60) : draw.between(19 * 60, 21 * 60 + 20);
    const at = card.almanac.at(trouble.day, minutes);
    // Who has a trouble does not wait.
    written.push({ ...pen.exchange(trouble.kind, at), replyAt: at + draw.between(3, 28) * MINUTE });
  }
  return written;
}

/** Somebody always lives in the long-let studio, so at any hour a message of the last seven days waits unanswered. */
function weeklyNotes(almanac: Almanac, { checkin, checkout }: Booking, pen: Writing['pen']): Written[] {
  const firstWednesday = checkin + ((9 - weekdayOf(checkin)) % 7);
  const notes: Written[] = [];
  for (let day = firstWednesday; day < checkout; day += 7) {
    const minutes = 17 * 60 + drawFor('note', day).between(0, 150);
    notes.push(pen.note(Math.floor(day / 7), almanac.at(day, minutes)));
  }
  return notes;
}

function stayTopics(card: RateCard, day: Day, lastNight: boolean): (readonly [StayTopic, number])[] {
  const { month } = card.almanac.date(day);
  return [
    ['restaurant', 4],
    ['towels', 2],
    ['lateCheckout', lastNight ? 6 : 0],
    ['heating', month >= 11 || month <= 3 ? 4 : 0],
    ['cooling', month >= 6 && month <= 9 ? 3 : 0],
  ];
}

function farewell(almanac: Almanac, booking: Booking, { draw, pen }: Writing): Written[] {
  const { end, checkout } = booking;
  if (end.kind === 'stays') {
    return draw.chance(0.2)
      ? [pen.exchange('thanks', almanac.at(checkout, draw.between(8 * 60 + 15, 10 * 60 + 30)))]
      : [];
  }
  if (end.kind === 'no_show') return [];
  const early = leftEarly(booking);
  const at = end.at - draw.between(25, early ? 60 : 150) * MINUTE;
  // Most OTAs let guests cancel without a word, and at any hour.
  if (!early && (draw.chance(0.4) || !isDaytime(almanac, at) || !isDaytime(almanac, end.at))) return [];
  return [{ ...pen.exchange(early ? 'leavingEarly' : 'plansChanged', at), replyAt: end.at - 2 * MINUTE }];
}

/** Writes in the guest's language. */
function penOf(almanac: Almanac, { guest }: Booking, draw: Draw) {
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
      const [text, reply] = draw.pick(phrases.talk[topic]);
      return { at, guest: fill(text, time), reply: fill(reply, time), replyAt: answerTo(almanac, at, draw) };
    },
    /** Some have the last word, and nobody answers that. */
    lastWord(what: 'closing' | 'seeYou', { replyAt }: Written): Written {
      const at = replyAt + draw.between(2, 40) * MINUTE;
      return { at, guest: fill(draw.pick(phrases[what])), reply: null, replyAt: at };
    },
    note: (index: number, at: Moment): Written => {
      const text = phrases.notes[index % phrases.notes.length]!;
      return { at, guest: fill(text), reply: null, replyAt: at };
    },
    own: (what: 'arrivalInfo' | 'noShow', at: Moment): Written => ({
      at,
      guest: null,
      reply: fill(draw.pick(phrases[what])),
      replyAt: at,
    }),
  };
}

/** Mostly within the hour, never at night. */
function answerTo(almanac: Almanac, at: Moment, draw: Draw): Moment {
  const soon = at + Math.round((4 + draw.unit() ** 2 * 170) * MINUTE);
  const day = almanac.day(soon);
  const [opens, closes] = [almanac.at(day, 8 * 60 + draw.between(0, 45)), almanac.at(day, 22 * 60 + 30)];
  if (soon < opens) return opens;
  return soon <= closes ? soon : opens + DAY;
}

/** Guests do not write in the small hours either, wherever they are. */
function awake(almanac: Almanac, moment: Moment, draw: Draw): Moment {
  const day = almanac.day(moment);
  const wakes = almanac.at(day, 7 * 60);
  return moment < wakes ? wakes + draw.between(5, 200) * MINUTE : moment;
}

function isDaytime(almanac: Almanac, moment: Moment): boolean {
  const day = almanac.day(moment);
  return moment >= almanac.at(day, 8 * 60) && moment <= almanac.at(day, 22 * 60 + 30);
}

/** 930 → 15:30 */
function clock(minutes: number): string {
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}
