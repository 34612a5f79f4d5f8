// The orders behind the slots of the timeline: who books when, and who cancels.
import type { Random } from '../../sample-people/random.ts';
import { type Day, HOUR, MINUTE, type Moment, type SampleDates, SECOND } from './dates.ts';
import { CHECKIN, CHECKOUT, FACTS, type SampleUnit, SEASONS, SELLERS, type Seller } from './house.ts';
import { randomFor } from './random.ts';
import type { RateCard } from './rates.ts';
import type { Slot, WeeklySituation } from './timeline.ts';

/** An order with its whole course, including what lies in the future. */
export type SampleOrder = {
  unit: SampleUnit;
  channel: Seller;
  checkin: Day;
  /** check-out as booked */
  checkout: Day;
  bookedAt: Moment;
  end: OrderEnd;
  /** distinguishes the orders of one unit and arrival: 0 is the one that keeps the nights */
  variant: number;
  /** nobody comes on the day of departure */
  freeAfter: boolean;
  /** what is special about it; absent = nothing */
  situation?: { kind: 'sold twice' } | WeeklySituation;
};

type OrderEnd =
  | { kind: 'stays' }
  | { kind: 'no_show'; at: Moment }
  /** `from` is the first released night; after check-in it is an early departure */
  | { kind: 'cancels'; at: Moment; from: Day };

/**
 * Returns the orders of a slot: the one that keeps it, and at most one that was cancelled before.
 *
 * @param freeAfter whether the slot after it is a gap
 */
export function ordersOf(card: RateCard, slot: Slot, freeAfter: boolean): SampleOrder[] {
  if (slot.kind === 'closed') return [];
  const { unit, from: checkin, until: checkout } = slot;
  if (slot.situation) return [situationOrder(card, slot, slot.situation)];
  if (slot.kind === 'gap') return cancelledInGap(card, slot);
  const random = randomFor('order', unit.unitId, checkin);
  const channel = random.weighted(unit.sellers);
  const bookedAt = bookingMoment(card, unit, { checkin, channel }, random);
  const end = endOf(card, slot, random);
  const order: SampleOrder = { unit, channel, checkin, checkout, bookedAt, end, variant: 0, freeAfter };
  return [...cancelledBefore(card, order), order];
}

/** Returns the order of a group for one of its rooms, or of somebody who has an option and lets it lapse. */
function situationOrder(
  { dates }: RateCard,
  { unit, from: checkin, until: checkout }: Slot,
  situation: WeeklySituation,
): SampleOrder {
  const bookedAt = situationBooked(dates, situation);
  const isOption = situation.kind === 'option';
  const end: OrderEnd = isOption
    ? { kind: 'cancels', at: optionEnds(dates, situation), from: checkin }
    : { kind: 'stays' };
  const order = { unit, channel: 'direct' as const, checkin, checkout, bookedAt, end };
  return { ...order, variant: 4, freeAfter: false, situation };
}

/** Returns when an option is taken, or a group books: in the morning, some days before the week of its nights. */
function situationBooked(dates: SampleDates, { kind, week }: WeeklySituation): Moment {
  const [days, hour] = kind === 'option' ? [OPTION_LEAD, 10] : [GROUP_LEAD, 11];
  return dates.at(week * 7 - days, hour * 60 + randomFor(kind, week).between(5, 50));
}

/** Returns until when an option holds: the evening of a day before the week of its nights, when the next week's is taken. */
function optionEnds(dates: SampleDates, { week }: Pick<WeeklySituation, 'week'>): Moment {
  return dates.at(week * 7 - OPTION_LEAD + 8, 18 * 60);
}

/** In days before the week. An option holds for eight days, a group books two or three weeks ahead. */
const OPTION_LEAD = 12;
const GROUP_LEAD = 16;

/** Returns whether the guest comes, and stays or leaves before the booked check-out. */
export function arrives({ end, checkin }: Pick<SampleOrder, 'end' | 'checkin'>): boolean {
  return end.kind === 'stays' || leftEarly({ end, checkin });
}

/** Returns whether the guest left before the booked check-out. */
export function leftEarly({ end, checkin }: Pick<SampleOrder, 'end' | 'checkin'>): boolean {
  return end.kind === 'cancels' && end.from > checkin;
}

/** Returns the day on which the guest leaves. */
export function departureOf({ end, checkin, checkout }: SampleOrder): Day {
  return end.kind === 'cancels' && end.from > checkin ? end.from : checkout;
}

/** Returns when the stay is over; there are no messages after it. */
export function endMoment({ dates }: RateCard, { end, checkout }: SampleOrder): Moment {
  return end.kind === 'stays' ? dates.at(checkout, CHECKOUT) : end.at;
}

/**
 * Longest time between booking and arrival, in days. Orders must be generated from so
 * far back to know all that were made on a day.
 */
export const MAX_LEAD_DAYS = 300;

function bookingMoment(
  card: RateCard,
  unit: SampleUnit,
  { checkin, channel }: Pick<SampleOrder, 'checkin' | 'channel'>,
  random: Random,
): Moment {
  const busy = SEASONS[card.season(checkin)].occupancy > 0.85 ? 1.35 : 0.9;
  const usual = SELLERS[channel].medianLeadDays * busy * (unit.flat ? 1.3 : 1);
  const lead = Math.floor(usual * Math.exp((unit.monthly ? 0.5 : 1) * random.normal()));
  // Longer lead times are spread, so that not all of these orders come on the first possible day.
  const day = checkin - (lead <= MAX_LEAD_DAYS ? lead : random.between(MAX_LEAD_DAYS / 4, MAX_LEAD_DAYS));
  const hour = random.weighted<string>(day === checkin ? FACTS.sameDayHours : FACTS.bookingHours);
  return card.dates.at(day, Number(hour) * 60) + random.between(0, HOUR - 1);
}

function endOf({ dates }: RateCard, { outcome, from: arrival, until }: Slot, random: Random): OrderEnd {
  // The desk marks a no-show on the next morning.
  if (outcome === 'no_show')
    return { kind: 'no_show', at: dates.at(arrival + 1, 9 * 60 + random.between(5, 50)) };
  if (outcome !== 'leaves_early') return { kind: 'stays' };
  const from = until - random.between(1, 2);
  const at = dates.at(from, 8 * 60 + random.between(0, 120)) + random.between(0, 59) * SECOND;
  return { kind: 'cancels', from, at };
}

/** Returns an order for the same nights that was cancelled before the one that keeps them was made, or none. */
function cancelledBefore(card: RateCard, kept: SampleOrder): SampleOrder[] {
  const { unit, checkin, checkout } = kept;
  const random = randomFor('cancelled before', unit.unitId, checkin);
  const least = Math.min(card.minStay(unit, checkin), checkout - checkin);
  const nights = Math.max(least, checkout - checkin - random.between(0, 2));
  const at = kept.bookedAt - random.between(HOUR, 18 * 24 * HOUR);
  const bookedAt = at - random.between(20 * MINUTE, 45 * 24 * HOUR);
  if (!random.chance(0.15) || card.dates.day(bookedAt) < checkin - MAX_LEAD_DAYS) return [];
  const end = { kind: 'cancels' as const, at, from: checkin };
  const channel = random.weighted(unit.sellers);
  return [
    { unit, channel, checkin, checkout: checkin + nights, bookedAt, end, variant: 1, freeAfter: false },
  ];
}

/** Returns a cancelled order for nights that stayed unsold, or none. Most of these cancellations come late. */
function cancelledInGap(card: RateCard, { unit, from, until }: Slot): SampleOrder[] {
  const random = randomFor('cancelled in gap', unit.unitId, from);
  const checkin = from + random.between(0, Math.min(2, until - from - 1));
  const least = card.minStay(unit, checkin);
  if (until - checkin < least || !random.chance(0.5)) return [];
  const checkout = checkin + random.between(least, Math.min(until - checkin, least + 3));
  const channel = random.weighted(unit.sellers);
  const bookedAt = bookingMoment(card, unit, { checkin, channel }, random);
  const last = card.dates.at(checkin, CHECKIN) - 2 * HOUR;
  if (last <= bookedAt) return [];
  const at = last - Math.floor(random.next() ** 2.5 * (last - bookedAt - MINUTE));
  const end = { kind: 'cancels' as const, at, from: checkin };
  return [{ unit, channel, checkin, checkout, bookedAt, end, variant: 2, freeAfter: false }];
}
