// The orders behind the slots of the timeline: who books when, and who cancels.
import { type Day, HOUR, MINUTE, type Moment, SECOND } from './dates.ts';
import { FLATS_FROM, LONG_STAY_ROOM, roomById, SAMPLE_PROPERTY, type Seller } from './property-definition.ts';
import { randomFor, type SeededRandom } from './random.ts';
import { type RateCard, SEASONS } from './rates.ts';
import type { Slot } from './timeline.ts';

/** An order with its whole course, including what lies in the future. */
export type SampleOrder = {
  roomId: number;
  channel: Seller;
  checkin: Day;
  /** check-out as booked */
  checkout: Day;
  bookedAt: Moment;
  end: OrderEnd;
  /** distinguishes the orders of one room and arrival: 0 is the one that keeps the nights */
  variant: number;
};

export type OrderEnd =
  | { kind: 'stays' }
  | { kind: 'no_show'; at: Moment }
  /** `from` is the first released night; after check-in it is an early departure */
  | { kind: 'cancels'; at: Moment; from: Day };

/** Returns the orders of a slot: the one that keeps it, and at most one that was cancelled before. */
export function ordersOf(card: RateCard, slot: Slot): SampleOrder[] {
  if (slot.kind === 'closed') return [];
  if (slot.kind === 'gap') return cancelledInGap(card, slot);
  const random = randomFor('order', slot.roomId, slot.from);
  const channel = random.weighted(sellersOf(slot.roomId));
  const bookedAt = bookingMoment(card, { ...slot, channel }, random);
  const order: SampleOrder = {
    roomId: slot.roomId,
    channel,
    checkin: slot.from,
    checkout: slot.until,
    bookedAt,
    end: endOf(card, slot, random),
    variant: 0,
  };
  return [...cancelledBefore(card, order), order];
}

/**
 * Longest time between booking and arrival, in days. Orders must be generated from so
 * far back to know all that were made on a day.
 */
export const MAX_LEAD_DAYS = 300;

function sellersOf(roomId: number): readonly (readonly [Seller, number])[] {
  if (roomId === LONG_STAY_ROOM.roomId)
    return [
      ['direct', 35],
      ['airbnb', 45],
      ['booking_com', 20],
    ];
  if (roomId < 103)
    return [
      ['direct', 22],
      ['booking_com', 42],
      ['airbnb', 24],
      ['expedia', 12],
    ];
  return [
    ['direct', 24],
    ['booking_com', 34],
    ['airbnb', 23],
    ['expedia', 9],
    ['vrbo', 10],
  ];
}

/** Median number of days between booking and arrival, by seller. */
const MEDIAN_LEAD_DAYS: Record<Seller, number> = {
  direct: 24,
  booking_com: 27,
  airbnb: 34,
  expedia: 30,
  vrbo: 62,
};

function bookingMoment(
  card: RateCard,
  stay: { roomId: number; from: Day; channel: Seller },
  random: SeededRandom,
): Moment {
  const busy = SEASONS[card.season(stay.from)].occupancy > 0.85 ? 1.35 : 0.9;
  const family = stay.roomId >= FLATS_FROM ? 1.3 : 1;
  const spread = stay.roomId === LONG_STAY_ROOM.roomId ? 0.5 : 1;
  const lead = Math.floor(
    MEDIAN_LEAD_DAYS[stay.channel] * busy * family * Math.exp(spread * random.normal()),
  );
  // Longer lead times are spread, so that not all of these orders come on the first possible day.
  const day = stay.from - (lead <= MAX_LEAD_DAYS ? lead : random.between(MAX_LEAD_DAYS / 4, MAX_LEAD_DAYS));
  const hour = random.weighted(day === stay.from ? SAME_DAY_HOURS : BOOKING_HOURS);
  return card.dates.at(day, hour * 60) + random.between(0, HOUR - 1);
}

/** Weight of each hour of booking: mostly in the evening; a few guests are in other time zones. */
const BOOKING_HOURS: readonly (readonly [hour: number, weight: number])[] = [
  1, 1, 0.5, 0.5, 0.5, 0.5, 1, 2, 3, 4, 5, 5, 5, 5, 5, 5, 5, 6, 6, 7, 8, 9, 7, 4,
].map((weight, hour) => [hour, weight] as const);

/** Hours of same-day bookings, which come before check-in begins. */
const SAME_DAY_HOURS: readonly (readonly [hour: number, weight: number])[] = [8, 9, 10, 11, 12, 13].map(
  (hour) => [hour, 1] as const,
);

function endOf(card: RateCard, slot: Slot, random: SeededRandom): OrderEnd {
  if (slot.outcome === 'no_show') {
    // The desk marks a no-show on the next morning.
    return { kind: 'no_show', at: card.dates.at(slot.from + 1, 9 * 60 + random.between(5, 50)) };
  }
  if (slot.outcome === 'leaves_early') {
    const from = slot.until - random.between(1, 2);
    return {
      kind: 'cancels',
      from,
      at: card.dates.at(from, 8 * 60 + random.between(0, 120)) + random.between(0, 59) * SECOND,
    };
  }
  return { kind: 'stays' };
}

/**
 * Returns an order for the same nights that was cancelled before the one that keeps them was made, or none.
 */
function cancelledBefore(card: RateCard, kept: SampleOrder): SampleOrder[] {
  const random = randomFor('cancelled before', kept.roomId, kept.checkin);
  if (!random.chance(CANCELLED_BEFORE)) return [];
  const checkin = kept.checkin;
  const least = Math.min(card.minStay(roomById(kept.roomId), checkin), kept.checkout - checkin);
  const checkout = checkin + Math.max(least, kept.checkout - checkin - random.between(0, 2));
  const at = kept.bookedAt - random.between(HOUR, 18 * 24 * HOUR);
  const bookedAt = at - random.between(20 * MINUTE, 45 * 24 * HOUR);
  if (card.dates.day(bookedAt) < checkin - MAX_LEAD_DAYS) return [];
  const channel = random.weighted(sellersOf(kept.roomId));
  return [
    {
      roomId: kept.roomId,
      channel,
      checkin,
      checkout,
      bookedAt,
      end: { kind: 'cancels', at, from: checkin },
      variant: 1,
    },
  ];
}

const CANCELLED_BEFORE = 0.15;
const CANCELLED_IN_GAP = 0.5;

/**
 * Returns a cancelled order for nights that stayed unsold, or none. Most of these cancellations come late.
 */
function cancelledInGap(card: RateCard, gap: Slot): SampleOrder[] {
  const random = randomFor('cancelled in gap', gap.roomId, gap.from);
  const checkin = gap.from + random.between(0, Math.min(2, gap.until - gap.from - 1));
  const room = gap.until - checkin;
  const least = card.minStay(roomById(gap.roomId), checkin);
  if (room < least || !random.chance(CANCELLED_IN_GAP)) return [];
  const checkout = checkin + random.between(least, Math.min(room, least + 3));
  const channel = random.weighted(sellersOf(gap.roomId));
  const bookedAt = bookingMoment(card, { roomId: gap.roomId, from: checkin, channel }, random);
  const last = card.dates.at(checkin, SAMPLE_PROPERTY.checkinTime) - 2 * HOUR;
  if (last <= bookedAt) return [];
  const at = last - Math.floor(random.unit() ** 2.5 * (last - bookedAt - MINUTE));
  return [
    {
      roomId: gap.roomId,
      channel,
      checkin,
      checkout,
      bookedAt,
      end: { kind: 'cancels', at, from: checkin },
      variant: 2,
    },
  ];
}
