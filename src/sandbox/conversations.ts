// Messages between guests and the property, from the booking to the departure.
import type { Random } from '../../sample-people/random.ts';
import { type Action, MOST_WITHIN_BOOKING } from './actions.ts';
import type { Booking } from './bookings.ts';
import { DAY, type Day, HOUR, MINUTE, type Moment, type SampleDates, SECOND, weekdayOf } from './dates.ts';
import { LONG_STAY_ROOM } from './house.ts';
import { endMoment, leftEarly } from './orders.ts';
import { filled, type Phrases, phrasesFor, type Topic } from './phrases.ts';
import { randomFor } from './random.ts';
import type { RateCard } from './rates.ts';

/** Returns the messages of a booking and the replies to them. */
export function conversationActions(card: RateCard, booking: Booking): Action[] {
  const end = endMoment(card, booking);
  const written = new Conversation(card.dates, booking).written
    .filter(({ at }) => at > booking.bookedAt && at < end)
    .toSorted((a, b) => a.at - b.at)
    .slice(0, MOST_WITHIN_BOOKING);
  return written.flatMap(({ at, guest, reply, replyAt }, i): Action[] => {
    if (guest === null) return [{ at, kind: 'reply', booking, text: reply! }];
    // A reply goes to the newest message without one: it comes before the guest writes again.
    const repliedAt = Math.min(replyAt, end - MINUTE, (written[i + 1]?.at ?? end) - SECOND);
    const asked: Action = { at, kind: 'write', booking, text: guest };
    if (reply === null || repliedAt <= at) return [asked];
    return [asked, { at: repliedAt, kind: 'reply', booking, text: reply }];
  });
}

/** A guest's message and its reply, or a message of the property (`guest` null). */
type Written = { at: Moment; guest: string | null; reply: string | null; replyAt: Moment };

class Conversation {
  readonly written: Written[] = [];
  private readonly dates: SampleDates;
  private readonly booking: Booking;
  private readonly random: Random;
  private readonly phrases: Phrases;

  constructor(dates: SampleDates, booking: Booking) {
    this.dates = dates;
    this.booking = booking;
    this.random = randomFor('conversation', booking.roomId, booking.checkin, booking.variant);
    this.phrases = phrasesFor(booking);
    this.beforeArrival();
    this.duringStay();
    this.atTheEnd();
  }

  private beforeArrival(): void {
    const { random, booking } = this;
    const lead = booking.checkin - this.dates.day(booking.bookedAt);
    const withBaby = booking.stay.children!.length > 0;
    if (lead >= 2 && (withBaby || random.chance(0.28))) this.question(withBaby);
    const announcedAt = random.chance(0.34) ? this.announcement() : Number.POSITIVE_INFINITY;
    const infoAt = this.between(booking.checkin - 3, [10 * 60, 10 * 60 + 20]);
    // Guests who already announced their arrival time are not asked for it.
    if (lead >= 4 && random.chance(0.4) && announcedAt > infoAt) this.own('arrivalInfo', infoAt);
  }

  private question(withBaby: boolean): void {
    const { random, booking, dates } = this;
    const lift = booking.roomId === LONG_STAY_ROOM.roomId ? 0 : 2;
    const invoice = booking.stay.adults === 1 ? 6 : 0;
    const usual = random.weighted({ parking: 3, earlyCheckin: 4, luggage: 4, lift, invoice });
    const topic = withBaby ? 'cot' : usual;
    // Messages of the night come in the morning.
    const at = booking.bookedAt + random.between(HOUR, 30 * HOUR);
    const wakes = this.between(dates.day(at), [7 * 60 + 5, 10 * 60 + 20]);
    const asked = this.addMessageWithReply(topic, Math.max(at, wakes), clock(random.between(14, 22) * 30));
    if (topic !== 'lift' && topic !== 'parking' && random.chance(0.2))
      this.addUnansweredMessage('closing', asked);
  }

  /** Adds the message in which guests announce their arrival or that they will be late; returns its moment. */
  private announcement(): Moment {
    const { random, dates } = this;
    const { bookedAt, checkin } = this.booking;
    if (random.chance(0.15)) {
      const time = clock(random.between(44, 47) * 30);
      return this.addMessageWithReply('lateArrival', this.between(checkin, [13 * 60, 19 * 60]), time).at;
    }
    const day = Math.max(checkin - random.between(0, 4), dates.day(bookedAt));
    if (day < checkin && random.chance(0.15))
      return this.addMessageWithReply('airport', this.between(day, [9 * 60, 21 * 60])).at;
    const at = this.between(day, [8 * 60, day === checkin ? 13 * 60 : 22 * 60]);
    const topic = day === checkin ? 'runningLate' : 'arrivalTime';
    const announced = this.addMessageWithReply(topic, at, clock(random.between(31, 42) * 30));
    if (random.chance(0.2)) this.addUnansweredMessage('seeYou', announced);
    return at;
  }

  private duringStay(): void {
    const { random } = this;
    const { checkin, checkout, problem, end, roomId } = this.booking;
    if (end.kind === 'no_show') this.own('noShow', this.between(checkin, [21 * 60 + 5, 21 * 60 + 50]));
    if (end.kind !== 'stays') return;
    if (roomId === LONG_STAY_ROOM.roomId) this.weeklyNotes();
    if (random.chance(0.2)) {
      const day = random.between(checkin, checkout - 1);
      const topic = this.stayTopic(day);
      const evening = day === checkin || topic === 'heating';
      this.addMessageWithReply(topic, this.between(day, evening ? [17 * 60, 21 * 60] : [9 * 60, 20 * 60]));
    }
    if (!problem) return;
    const minutes: [number, number] = problem.kind === 'noise' ? [8 * 60, 10 * 60] : [19 * 60, 21 * 60 + 20];
    const reported = this.addMessageWithReply(problem.kind, this.between(problem.day, minutes));
    // Problems are answered at once.
    reported.replyAt = reported.at + random.between(3, 28) * MINUTE;
  }

  private stayTopic(day: Day) {
    const { month } = this.dates.date(day);
    const lateCheckout = day === this.booking.checkout - 1 ? 6 : 0;
    const heating = month >= 11 || month <= 3 ? 4 : 0;
    const cooling = month >= 6 && month <= 9 ? 3 : 0;
    return this.random.weighted({ restaurant: 4, towels: 2, lateCheckout, heating, cooling });
  }

  /**
   * Weekly messages of the guest in the long-stay room, which nobody answers. That room is always occupied, so
   * at any hour there is an unanswered message of the last seven days.
   */
  private weeklyNotes(): void {
    const { checkin, checkout } = this.booking;
    const { notes } = this.phrases;
    for (let day = checkin + ((9 - weekdayOf(checkin)) % 7); day < checkout; day += 7) {
      const at = this.dates.at(day, 17 * 60 + randomFor('note', day).between(0, 150));
      this.add({ at, guest: notes[Math.floor(day / 7) % notes.length]!, reply: null, replyAt: at });
    }
  }

  private atTheEnd(): void {
    const { random, booking } = this;
    const { end, checkout } = booking;
    if (end.kind === 'stays' && random.chance(0.2))
      this.addMessageWithReply('thanks', this.between(checkout, [8 * 60 + 15, 10 * 60 + 30]));
    if (end.kind !== 'cancels') return;
    const early = leftEarly(booking);
    const at = end.at - random.between(25, early ? 60 : 150) * MINUTE;
    // At most OTAs guests can cancel without a message, at any hour.
    if (!early && (random.chance(0.4) || !this.isDaytime(at) || !this.isDaytime(end.at))) return;
    this.addMessageWithReply(early ? 'leavingEarly' : 'plansChanged', at).replyAt = end.at - 2 * MINUTE;
  }

  /** Adds a guest's message on a topic, with its reply: mostly within the hour, never at night. */
  private addMessageWithReply(topic: Topic, at: Moment, time?: string): Written {
    const [guest, reply] = this.random.pick(this.phrases.talk[topic]);
    const soon = at + Math.round((4 + this.random.next() ** 2 * 170) * MINUTE);
    const opens = this.between(this.dates.day(soon), [8 * 60, 8 * 60 + 45]);
    const replyAt = soon < opens ? opens : this.isDaytime(soon) ? soon : opens + DAY;
    return this.add({ at, guest, reply, replyAt }, time);
  }

  /** Adds a guest's last message, which gets no reply. */
  private addUnansweredMessage(what: 'closing' | 'seeYou', { replyAt }: Written): void {
    const at = replyAt + this.random.between(2, 40) * MINUTE;
    this.add({ at, guest: this.random.pick(this.phrases[what]), reply: null, replyAt: at });
  }

  private own(what: 'arrivalInfo' | 'noShow', at: Moment): void {
    this.add({ at, guest: null, reply: this.random.pick(this.phrases[what]), replyAt: at });
  }

  private add({ at, guest, reply, replyAt }: Written, time?: string): Written {
    const fill = (text: string | null) => text && filled(text, this.booking, time);
    const written = { at, guest: fill(guest), reply: fill(reply), replyAt };
    this.written.push(written);
    return written;
  }

  /** Returns a random moment between two local times of a day. */
  private between(day: Day, [from, to]: [from: number, to: number]): Moment {
    return this.dates.at(day, this.random.between(from, to));
  }

  private isDaytime(moment: Moment): boolean {
    const day = this.dates.day(moment);
    return moment >= this.dates.at(day, 8 * 60) && moment <= this.dates.at(day, 22 * 60 + 30);
  }
}

/** 930 → 15:30 */
function clock(minutes: number): string {
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}
