// The course of a booking: made, paid, arrived, left or cancelled, with its entries in the ledger.
import type { Random } from '../../sample-people/random.ts';
import type { EntryDetails, LedgerEntry } from '../model/ledger.ts';
import type { Action } from './actions.ts';
import type { Booking } from './bookings.ts';
import { cityTaxOf, taxedNights } from './city-tax.ts';
import { DAY, MINUTE, type Moment } from './dates.ts';
import { CHECKIN, CHECKOUT, problems, roomById, SELLERS } from './house.ts';
import { cleaningOn } from './housekeeping.ts';
import { departureOf, leftEarly } from './orders.ts';
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
  const postings = entries
    .filter(({ amountMinor }) => amountMinor !== 0)
    .map((entry): Action => ({ kind: 'post', entryId: null, roomId, reservationId, ...entry }));
  return [...course, ...postings];
}

type Entry = Pick<LedgerEntry, 'type' | 'amountMinor' | 'description'> &
  Partial<EntryDetails> & { at: Moment };

/** Returns what is finally earned in cents: the price, the nights before an early departure, or nothing. */
function earnedOf({ end, checkin, prices }: Booking): number {
  return sum(end.kind === 'cancels' ? prices.slice(0, end.from - checkin) : prices);
}

/** Returns the payments of guests and channels, refunds and city tax. */
function paymentsOf(card: RateCard, booking: Booking): Entry[] {
  const { end, checkin, channel, bookedAt, prices } = booking;
  const random = randomFor('payments', booking.roomId, checkin, booking.variant);
  const price = sum(prices);
  const earned = earnedOf(booking);
  const arrival = card.dates.at(checkin, CHECKIN) + random.between(15, 190) * MINUTE;
  // Direct bookings that are made at least 14 days ahead pay a deposit.
  const deposit = channel === 'direct' && bookedAt <= (checkin - 14) * DAY ? Math.round(price * 0.3) : 0;
  const paid: Entry[] = [payment(bookedAt + 3 * MINUTE, deposit, 'Deposit of 30 %', BY_TRANSFER)];
  if (end.kind === 'cancels' && earned === 0) {
    const at = end.at + random.between(10, 24 * 60) * MINUTE;
    return [...paid, refund(at, deposit, 'Deposit returned', BY_TRANSFER)];
  }
  const { at, description, how } = paymentAt(card, booking, { arrival, random });
  paid.push(payment(at, channel === 'expedia' ? earned : price - deposit, description, how));
  if (end.kind !== 'no_show' && channel !== 'airbnb') paid.push(...cityTaxEntries(booking, arrival));
  if (end.kind === 'cancels' && channel !== 'expedia')
    paid.push(refund(end.at + 35 * MINUTE, price - earned, 'Nights not used, early departure', how));
  return paid;
}

type How = Pick<EntryDetails, 'method' | 'collectedBy' | 'reference'>;

const BY_TRANSFER: How = { method: 'bank_transfer', collectedBy: 'property', reference: null };
const BY_CARD: How = { ...BY_TRANSFER, method: 'card_terminal' };

function payment(at: Moment, amountMinor: number, description: string, how: How): Entry {
  return { at, type: 'payment', amountMinor, description, ...how };
}

function refund(at: Moment, amountMinor: number, description: string, how: How): Entry {
  return { at, type: 'refund', amountMinor: amountMinor === 0 ? 0 : -amountMinor, description, ...how };
}

/** Returns the payment of the city tax at check-in, and for direct bookings its charge: channels report theirs. */
function cityTaxEntries({ checkin, checkout, channel, stay }: Booking, arrival: Moment): Entry[] {
  const nights = taxedNights({ checkin, checkout });
  const whom = `${stay.adults} ${stay.adults === 1 ? 'guest' : 'guests'}`;
  const description = `City tax, ${whom}, ${nights} ${nights === 1 ? 'night' : 'nights'}`;
  const amountMinor = cityTaxOf({ checkin, checkout }, stay.adults);
  const charge: Entry = {
    at: arrival,
    type: 'charge',
    code: 'tax',
    amountMinor,
    description,
    quantity: stay.adults * nights,
    serviceFrom: stay.checkin,
    serviceUntil: stay.checkout,
    collectedBy: 'property',
  };
  const paid = payment(arrival + MINUTE, amountMinor, description, BY_CARD);
  return channel === 'direct' ? [charge, paid] : [paid];
}

/** Returns when and how the price of the stay is paid. */
function paymentAt(
  { dates }: RateCard,
  booking: Booking,
  { arrival, random }: { arrival: Moment; random: Random },
): { at: Moment; description: string; how: How } {
  const { end, channel, checkin, stay } = booking;
  const isDirect = channel === 'direct';
  const byChannel: How = {
    method: channel === 'booking_com' ? 'virtual_card' : 'channel',
    collectedBy: 'channel',
    reference: stay.channelReference,
  };
  if (end.kind === 'no_show') {
    const how = isDirect ? BY_CARD : byChannel;
    return { at: end.at + 20 * MINUTE, description: 'No-show, charged to the card on file', how };
  }
  if (isDirect) {
    const means = random.pick(['card', 'card', 'MB Way', 'cash'] as const);
    const how = { ...BY_TRANSFER, method: METHODS[means] };
    return { at: arrival, description: `Paid at check-in, ${means}`, how };
  }
  const { name } = SELLERS[channel];
  if (channel === 'booking_com')
    return { at: arrival, description: `Paid at check-in, virtual card of ${name}`, how: byChannel };
  const minutes = channel === 'expedia' ? 10 * 60 + random.between(0, 60) : 17 * 60 + random.between(0, 90);
  const day = channel === 'expedia' ? departureOf(booking) + 2 : checkin + 1;
  const description = `Payout by ${name}, ${stay.channelReference}`;
  return { at: dates.at(day, minutes), description, how: byChannel };
}

const METHODS = { card: 'card_terminal', 'MB Way': 'other', cash: 'cash' } as const;

/** Returns what the stay costs the house: goodwill, the channel's commission, the cleaning. */
function costsOf({ dates }: RateCard, booking: Booking): Entry[] {
  const { end, problem, channel, reservationId, roomId, checkin } = booking;
  const costs: Entry[] = [];
  const random = randomFor('goodwill', roomId, checkin);
  if (problem && random.chance(0.4)) {
    const at = dates.at(problem.day + 1, 12 * 60 + random.between(0, 55));
    const amountMinor = random.between(4, 10) * 5_00;
    const description = `Goodwill, ${problems[problem.kind].goodwill}`;
    const charge = { at, type: 'charge', code: 'goodwill', amountMinor: -amountMinor, description };
    costs.push({ ...charge, collectedBy: 'property' }, refund(at, amountMinor, description, BY_TRANSFER));
  }
  if (end.kind === 'cancels' && !leftEarly(booking)) return costs;
  const { commissionPercent, name } = SELLERS[channel];
  const commission = -Math.round((earnedOf(booking) * commissionPercent) / 100);
  const what = `Commission ${name}, ${commissionPercent} % of booking ${reservationId}`;
  const departure = departureOf(booking);
  const expense = { type: 'expense', amountMinor: commission, description: what };
  costs.push({ ...expense, at: dates.at(departure, 19 * 60 + 30), code: 'commission' });
  if (end.kind === 'no_show') return costs;
  // A cleaning is posted in the evening.
  const at = cleaningOn(dates, roomId, departure).doneAt + 6 * 60 * MINUTE;
  const { name: room, cleaningMinor } = roomById(roomId);
  const cleaning = { type: 'expense', amountMinor: -cleaningMinor, description: `Cleaning, ${room}` };
  return [...costs, { ...cleaning, at, code: 'cleaning' }];
}
