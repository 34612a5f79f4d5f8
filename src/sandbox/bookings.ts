// The bookings that are known at an hour: every order made until then, with its number, prices and guest.
import type { Day, Moment, SampleDates } from './dates.ts';
import { type Guest, guestOf, partyOf } from './guests.ts';
import { MAX_LEAD_DAYS, ordersOf, type SampleOrder } from './orders.ts';
import type { StayProblem } from './phrases/phrases.ts';
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
  /** cents, one for each booked night */
  prices: number[];
  /** a problem during the stay, and the day on which the guest reported it */
  problem: { kind: StayProblem; day: Day } | null;
};

/** A closure of a room by the owner that has been decided. */
export type Closure = { roomId: number; from: Day; until: Day; decidedAt: Moment };

export type KnownBookings = {
  /** by room, then arrival */
  bookings: Booking[];
  closures: Closure[];
  /** the first night of each room that is shown: no stay crosses it */
  since: Map<number, Day>;
  /** every order made until then, also of stays that are too old to be shown */
  orders: SampleOrder[];
};

/** How far back bookings are shown: about nine months, from the border of a segment on (see timeline.ts). */
export const PAST_DAYS = 274;

/** Returns the bookings, closures and orders that are known at an hour. */
export function bookingsAt(card: RateCard, hour: Moment): KnownBookings {
  const { dates } = card;
  const today = dates.day(hour);
  const known: KnownBookings = { bookings: [], closures: [], since: new Map(), orders: [] };
  const shown: SampleOrder[] = [];
  for (const room of ROOMS) {
    const first = segmentAt(card, room, today - PAST_DAYS);
    // Reservation ids count the orders of each day, so older orders that were made on
    // the same days as shown ones are needed too.
    const earliest = segmentAt(card, room, today - PAST_DAYS - MAX_LEAD_DAYS - MARGIN_DAYS);
    const last = segmentAt(card, room, today + MAX_LEAD_DAYS);
    for (let segment = earliest; segment <= last; segment += 1) {
      for (const slot of slotsOf(card, room, segment)) {
        if (segment === first && !known.since.has(room.roomId)) known.since.set(room.roomId, slot.from);
        const orders = ordersOf(card, slot).filter((order) => order.bookedAt <= hour);
        known.orders.push(...orders);
        if (segment < first) continue;
        shown.push(...orders);
        if (slot.kind === 'closed') known.closures.push(...closureOf(dates, slot, hour));
      }
    }
  }
  const numbers = numberOrders(dates, known.orders);
  known.bookings = shown.map((order) => completed(card, order, numbers.get(order)!));
  return known;
}

/** Upper limit of the distance between a stay and the border of its segment. */
const MARGIN_DAYS = 60;

/**
 * Returns the slot's closure if it was decided by the hour. Closures are
 * entered some weeks ahead, in the morning.
 */
function closureOf(dates: SampleDates, slot: Slot, hour: Moment): Closure[] {
  const random = randomFor('closure decided', slot.roomId, slot.from);
  const decidedAt = dates.at(slot.from - random.between(40, 75), 10 * 60 + random.between(0, 90));
  return decidedAt <= hour ? [{ roomId: slot.roomId, from: slot.from, until: slot.until, decidedAt }] : [];
}

/**
 * Gives orders their reservation ids. These rise with the time of booking and have gaps, like those of a
 * shared sequence: each day has more numbers than it ever needs.
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

/** 2014-01-01, before the property opened. */
export const FIRST_DAY: Day = 16_071;
const FIRST_NUMBER = 10_001;
/** Upper limit of orders per day (usually two or three); a test checks it. */
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

/** Returns the order's reference at the channel, in that channel's format; unique per order. */
function referenceOf(channel: Seller, reservationId: number): string | null {
  // Multiplying by a number coprime to the modulus gives each order a different value that looks random.
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
  const kind = random.weighted<StayProblem>([
    ['hotWater', 3],
    ['wifi', 3],
    ['noise', 4],
  ]);
  return { kind, day: order.checkin + random.between(1, Math.min(nights - 1, 6)) };
}
