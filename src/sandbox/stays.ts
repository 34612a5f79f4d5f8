// The course of a booking: made, paid, arrived, left or cancelled, with its entries in the ledger.
import type { Random } from '../../sample-people/random.ts';
import type { Action } from './actions.ts';
import type { Booking } from './bookings.ts';
import { DAY, MINUTE, type Moment } from './dates.ts';
import { CHECKIN, CHECKOUT, problems, roomById, SELLERS } from './house.ts';
import { cleaningOn } from './housekeeping.ts';
import { departureOf, leftEarly, type SampleOrder } from './orders.ts';
import { randomFor } from './random.ts';
import { type RateCard, sum } from './rates.ts';

/** Returns the actions of a booking from the day it is made until its commission is posted. */
export function stayActions(card: RateCard, booking: Booking): Action[] {
  const { dates } = card;
  const { end, reservationId, roomId } = booking;
  const [arrival, departure] = [dates.at(booking.checkin, CHECKIN), dates.at(booking.checkout, CHECKOUT)];
  const course: Action[] = [{ at: booking.bookedAt, kind: 'book', booking }];
  if (end.kind === 'stays' || leftEarly(booking))
    course.push({ at: arrival, kind: 'changeStatus', booking, status: 'checked_in' });
  if (end.kind === 'stays')
    course.push({ at: departure, kind: 'changeStatus', booking, status: 'checked_out' });
  else course.push({ at: end.at, kind: end.kind === 'no_show' ? 'noShow' : 'cancel', booking });
  const entries = [...paymentsOf(card, booking), ...costsOf(card, booking)];
  const postings = entries.map(([at, type, amountMinor, description]): Action => {
    return { at, kind: 'post', entryId: null, type, amountMinor, description, roomId, reservationId };
  });
  return [...course, ...postings.filter((one) => one.kind === 'post' && one.amountMinor !== 0)];
}

type Entry = [at: Moment, type: string, amountMinor: number, description: string];

/** Returns what is finally earned in cents: the price, the nights before an early departure, or nothing. */
function earnedOf({ end, checkin, prices }: Booking): number {
  return sum(end.kind === 'cancels' ? prices.slice(0, end.from - checkin) : prices);
}

/** Returns the payments of guests and channels, refunds and city tax. */
function paymentsOf(card: RateCard, booking: Booking): Entry[] {
  const { end, checkin, channel, bookedAt, prices, stay } = booking;
  const random = randomFor('payments', booking.roomId, checkin, booking.variant);
  const price = sum(prices);
  const earned = earnedOf(booking);
  const arrival = card.dates.at(checkin, CHECKIN) + random.between(15, 190) * MINUTE;
  // Direct bookings that are made at least 14 days ahead pay a deposit.
  const deposit = channel === 'direct' && bookedAt <= (checkin - 14) * DAY ? Math.round(price * 0.3) : 0;
  const paid: Entry[] = [[bookedAt + 3 * MINUTE, 'payment', deposit, 'Deposit of 30 %, card']];
  if (end.kind === 'cancels' && earned === 0) {
    const at = end.at + random.between(10, 24 * 60) * MINUTE;
    return [...paid, [at, 'refund', -deposit, 'Deposit returned']];
  }
  const { at, description } = paymentAt(card, booking, { arrival, random });
  paid.push([at, 'payment', channel === 'expedia' ? earned : price - deposit, description]);
  if (end.kind !== 'no_show' && channel !== 'airbnb') {
    const nights = Math.min(CITY_TAX_NIGHTS, booking.checkout - checkin);
    const whom = `${stay.adults} ${stay.adults === 1 ? 'guest' : 'guests'}`;
    const what = `City tax, ${whom}, ${nights} ${nights === 1 ? 'night' : 'nights'}`;
    paid.push([arrival + MINUTE, 'payment', cityTaxOf(booking, stay.adults), what]);
  }
  if (end.kind === 'cancels' && channel !== 'expedia')
    paid.push([end.at + 35 * MINUTE, 'refund', earned - price, 'Nights not used, early departure']);
  return paid;
}

/** Returns when and how the stay is paid. */
function paymentAt(
  { dates }: RateCard,
  booking: Booking,
  { arrival, random }: { arrival: Moment; random: Random },
): { at: Moment; description: string } {
  const { end, channel, checkin, stay } = booking;
  if (end.kind === 'no_show')
    return { at: end.at + 20 * MINUTE, description: 'No-show, charged to the card on file' };
  if (channel === 'direct') {
    const means = random.pick(['card', 'card', 'MB Way', 'cash']);
    return { at: arrival, description: `Paid at check-in, ${means}` };
  }
  const { name } = SELLERS[channel];
  if (channel === 'booking_com')
    return { at: arrival, description: `Paid at check-in, virtual card of ${name}` };
  const minutes = channel === 'expedia' ? 10 * 60 + random.between(0, 60) : 17 * 60 + random.between(0, 90);
  const day = channel === 'expedia' ? departureOf(booking) + 2 : checkin + 1;
  return { at: dates.at(day, minutes), description: `Payout by ${name}, ${stay.channelReference}` };
}

/**
 * Lisbon's city tax: four euros per adult and night for the first seven nights (since September 2024). Airbnb
 * collects it itself.
 */
export function cityTaxOf({ checkin, checkout }: SampleOrder, adults: number): number {
  return adults * Math.min(CITY_TAX_NIGHTS, checkout - checkin) * 4_00;
}

const CITY_TAX_NIGHTS = 7;

/** Returns what the stay costs the house: goodwill, the channel's commission, the cleaning. */
function costsOf({ dates }: RateCard, booking: Booking): Entry[] {
  const { end, problem, channel, reservationId, roomId, checkin } = booking;
  const costs: Entry[] = [];
  const random = randomFor('goodwill', roomId, checkin);
  if (problem && random.chance(0.4)) {
    const at = dates.at(problem.day + 1, 12 * 60 + random.between(0, 55));
    const goodwill = `Goodwill, ${problems[problem.kind].goodwill}`;
    costs.push([at, 'refund', -random.between(4, 10) * 5_00, goodwill]);
  }
  if (end.kind === 'cancels' && !leftEarly(booking)) return costs;
  const { commissionPercent, name } = SELLERS[channel];
  const commission = -Math.round((earnedOf(booking) * commissionPercent) / 100);
  const what = `Commission ${name}, ${commissionPercent} % of booking ${reservationId}`;
  const departure = departureOf(booking);
  costs.push([dates.at(departure, 19 * 60 + 30), 'expense', commission, what]);
  if (end.kind === 'no_show') return costs;
  // A cleaning is posted in the evening.
  const postedAt = cleaningOn(dates, roomId, departure).doneAt + 6 * 60 * MINUTE;
  const { name: room, cleaningMinor } = roomById(roomId);
  return [...costs, [postedAt, 'expense', -cleaningMinor, `Cleaning, ${room}`]];
}
