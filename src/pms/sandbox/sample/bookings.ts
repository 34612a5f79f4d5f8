// The bookings of the house that are known at an hour: every order made by then, numbered, priced and with its guest.
import type { Day, Moment, SampleDates } from './dates.ts';
import { type Guest, guestOf, partyOf } from './guests.ts';
import { MAX_LEAD_DAYS, ordersOf, type SampleOrder } from './orders.ts';
import type { Trouble } from './phrases/phrases.ts';
import { LONG_STAY_ROOM, ROOMS, roomById, type SampleRoom, type Seller } from './property-definition.ts';
import { randomFor } from './random.ts';
import { nightPrices, type RateCard } from './rates.ts';
import { type Slot, segmentAt, slotsOf } from './timeline.ts';

export type Booking = SampleOrder & {
  reservationId: number;
  reference: string | null;
  guest: Guest;
  adults: number;
  withBaby: boolean;
  /** cents, one for each night that was booked */
  prices: number[];
  /** what went wrong while they stayed, and on which day they said so */
  problem: { kind: Trouble; day: Day } | null;
};

/** A closure that has been decided. */
export type Closure = { roomId: number; from: Day; until: Day; decidedAt: Moment };

export type KnownBookings = {
  /** by room, then arrival */
  bookings: Booking[];
  closures: Closure[];
  /** the first night of each room that the books show: no stay crosses it */
  since: Map<number, Day>;
  /** every order made by then, also those of stays too long ago to be shown */
  orders: SampleOrder[];
};

/** About nine months; rooms begin at the border of a segment (see timeline.ts). */
export const PAST_DAYS = 274;

export function bookingsAt(card: RateCard, hour: Moment): KnownBookings {
  const { dates } = card;
  const today = dates.day(hour);
  const books: KnownBookings = { bookings: [], closures: [], since: new Map(), orders: [] };
  const shown: SampleOrder[] = [];
  for (const room of ROOMS) {
    const first = segmentAt(card, room, today - PAST_DAYS);
    // Numbers count the orders of a day, so orders as old as the oldest one shown are needed too.
    const earliest = segmentAt(card, room, today - PAST_DAYS - MAX_LEAD_DAYS - MARGIN_DAYS);
    const last = segmentAt(card, room, today + MAX_LEAD_DAYS);
    for (let segment = earliest; segment <= last; segment += 1) {
      for (const slot of slotsOf(card, room, segment)) {
        if (segment === first && !books.since.has(room.roomId)) books.since.set(room.roomId, slot.from);
        const orders = ordersOf(card, slot).filter((order) => order.bookedAt <= hour);
        books.orders.push(...orders);
        if (segment < first) continue;
        shown.push(...orders);
        if (slot.kind === 'closed') books.closures.push(...closureOf(dates, slot, hour));
      }
    }
  }
  const numbers = numberOrders(dates, books.orders);
  books.bookings = shown.map((order) => completed(card, order, numbers.get(order)!));
  return books;
}

/** Stays and the segments' borders lie so much apart at most. */
const MARGIN_DAYS = 60;

/** Closures are entered some weeks ahead, on a working morning. */
function closureOf(dates: SampleDates, slot: Slot, hour: Moment): Closure[] {
  const random = randomFor('closure decided', slot.roomId, slot.from);
  const decidedAt = dates.at(slot.from - random.between(40, 75), 10 * 60 + random.between(0, 90));
  return decidedAt <= hour ? [{ roomId: slot.roomId, from: slot.from, until: slot.until, decidedAt }] : [];
}

/**
 * Order numbers rise with the moment of booking and have gaps, as those of a shared sequence have: each day has room
 * for more orders than it ever sees.
 */
function numberOrders(dates: SampleDates, orders: readonly SampleOrder[]): Map<SampleOrder, number> {
  const numbers = new Map<SampleOrder, number>();
  let day = Number.NaN;
  let rank = 0;
  for (const order of orders.toSorted((a, b) => a.bookedAt - b.bookedAt || a.roomId - b.roomId)) {
    const bookedOn = dates.day(order.bookedAt);
    rank = bookedOn === day ? rank + 1 : 0;
    day = bookedOn;
    const gap = randomFor('number', day, rank).between(0, NUMBERS_AN_ORDER - 1);
    numbers.set(order, FIRST_NUMBER + ((day - FIRST_DAY) * ORDERS_A_DAY + rank) * NUMBERS_AN_ORDER + gap);
  }
  return numbers;
}

/** 2014-01-01, before the house opened. */
export const FIRST_DAY: Day = 16_071;
const FIRST_NUMBER = 10_001;
/** Two or three orders come on a usual day; a test counts the most of any day. */
export const ORDERS_A_DAY = 16;
const NUMBERS_AN_ORDER = 3;

function completed(card: RateCard, order: SampleOrder, reservationId: number): Booking {
  const room = roomById(order.roomId);
  return {
    ...order,
    reservationId,
    reference: referenceOf(order.channel, reservationId),
    guest: guestOf(order),
    ...partyOf(order),
    prices: nightPrices(card, room, order),
    problem: problemOf(order, room),
  };
}

/** The order's number at the channel, in that channel's form. Different orders have different ones. */
function referenceOf(channel: Seller, reservationId: number): string | null {
  // Multiplying by a number prime to the modulus gives each order another value that looks like chance.
  const digits = (from: number) => String(from + ((reservationId * 314_159_269) % 1_000_000_000));
  const letters = (length: number) =>
    ((reservationId * 67_867_979) % 36 ** length).toString(36).padStart(length, '0');
  const rest = randomFor('reference', reservationId);
  switch (channel) {
    case 'direct':
      return null;
    case 'booking_com':
      return digits(4_000_000_000);
    case 'expedia':
      return digits(2_000_000_000);
    case 'vrbo':
      return `HA-${letters(6).toUpperCase()}`;
    case 'airbnb':
      return `HM${letters(4)}${rest.between(36 ** 3, 36 ** 4 - 1).toString(36)}`.toUpperCase();
  }
}

function problemOf(order: SampleOrder, room: SampleRoom): Booking['problem'] {
  const nights = order.checkout - order.checkin;
  const random = randomFor('trouble', order.roomId, order.checkin);
  if (order.end.kind !== 'stays' || nights < 2 || !random.chance(room === LONG_STAY_ROOM ? 0.2 : 0.07))
    return null;
  const kind = random.weighted<Trouble>([
    ['hotWater', 3],
    ['wifi', 3],
    ['noise', 4],
  ]);
  return { kind, day: order.checkin + random.between(1, Math.min(nights - 1, 6)) };
}
