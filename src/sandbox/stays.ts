// The course of a booking: made, paid, arrived, left or cancelled, with its entries in the ledger. The product computes what
// a booking charges and posts it; the deposit, the city tax of direct bookings, what a no-show pays and the goodwill are
// entries that the sample's desk posts by hand, because the product does not compute them yet.
import type { EntryDetails, LedgerEntry } from '../model/ledger.ts';
import type { Action } from './actions.ts';
import { type Booking, filledIn, type KnownBookings } from './bookings.ts';
import { DAY, MINUTE, type Moment } from './dates.ts';
import { CHECKIN, CHECKOUT, FACTS, SELLERS } from './house.ts';
import { cleaningOn } from './housekeeping.ts';
import { arrives, departureOf, endMoment } from './orders.ts';
import { randomFor } from './random.ts';
import { type RateCard, sum } from './rates.ts';

/** Returns the actions of a booking from the day it is made until its commission is posted. */
export function stayActions(card: RateCard, booking: Booking): Action[] {
  const { dates } = card;
  const { end, reservationId, bookedAt, unit, situation } = booking;
  if (situation?.kind === 'option' && end.kind === 'cancels')
    return [
      { at: bookedAt, kind: 'hold', booking, until: end.at },
      { at: end.at, kind: 'expire', booking },
    ];
  const [arrival, departure] = [arrivalOf(card, booking), dates.at(booking.checkout, CHECKOUT)];
  const course: Action[] = booking.groupId ? [] : [{ at: bookedAt, kind: 'book', booking }];
  const assignedAt = assignmentOf(booking);
  if (assignedAt < Math.min(arrival, endMoment(card, booking)))
    course.push({ at: assignedAt, kind: 'assign', booking });
  if (arrives(booking)) course.push({ at: arrival, kind: 'changeStatus', booking, status: 'checked_in' });
  if (end.kind === 'stays')
    course.push({ at: departure, kind: 'changeStatus', booking, status: 'checked_out' });
  else course.push({ at: end.at, kind: end.kind === 'no_show' ? 'noShow' : 'cancel', booking });
  const ids = { entryId: null, roomId: unit.roomId, reservationId };
  const postings = [...paymentsOf(card, booking), ...costsOf(card, booking)]
    .filter(({ amountMinor }) => amountMinor !== 0)
    .map(({ at, ...entry }): Action => ({ at, kind: 'post', entry: { ...ids, ...entry } }));
  return [...course, ...postings];
}

/** Returns when the guest checks in: from check-in time on, in the guesthouse until late in the evening. */
function arrivalOf({ dates }: RateCard, { unit, checkin, variant }: Booking): Moment {
  const from = dates.at(checkin, CHECKIN);
  if (!unit.hotel) return from;
  return from + Math.floor(randomFor('arrives at', unit.unitId, checkin, variant).next() * 8 * 60) * MINUTE;
}

/** Share of the stays that get their unit only when the guest comes. */
const LATE_UNITS = { flats: 0.05, hotel: 0.015 };

/** Returns when the desk gives a booking its unit: soon after it was made; `Infinity` = when the guest comes, or never. */
function assignmentOf({ unit, checkin, variant, bookedAt, situation }: Booking): Moment {
  if (situation?.kind === 'sold twice') return Infinity;
  const random = randomFor('unit given', unit.unitId, checkin, variant);
  return random.chance(unit.hotel ? LATE_UNITS.hotel : LATE_UNITS.flats)
    ? Infinity
    : bookedAt + random.between(4, 90) * MINUTE;
}

/** Returns the bookings of groups, each with its deposit, which is paid by one transfer for all rooms. */
export function groupActions({ bookings }: KnownBookings): Action[] {
  const groups = Map.groupBy(
    bookings.filter(({ groupId }) => groupId !== null),
    ({ groupId }) => groupId!,
  );
  return [...groups].flatMap(([groupId, members]): Action[] => {
    const inOrder = members.toSorted((one, other) => one.reservationId - other.reservationId);
    const { bookedAt } = inOrder[0]!;
    const amountMinor = sum(members.map(depositOf));
    return [
      { at: bookedAt, kind: 'bookGroup', bookings: inOrder },
      { at: bookedAt + DAY, kind: 'payGroup', groupId, amountMinor, description: DEPOSIT },
    ];
  });
}

/** Returns what a booking pays in advance, in cents: direct bookings that are made at least 14 days ahead pay a deposit. */
function depositOf({ channel, bookedAt, checkin, prices }: Booking): number {
  const pays = channel === 'direct' && bookedAt <= (checkin - 14) * DAY;
  return pays ? Math.round(sum(prices) * 0.3) : 0;
}

const DEPOSIT = 'Deposit of 30 %';

type Entry = Pick<LedgerEntry, 'type' | 'amountMinor' | 'description'> &
  Partial<EntryDetails> & { at: Moment };

/** Returns what is finally earned in cents: the price, the nights before an early departure, or nothing. */
function earnedOf({ end, checkin, prices }: Booking): number {
  return sum(end.kind === 'cancels' ? prices.slice(0, end.from - checkin) : prices);
}

/** Returns the payments of guests and channels, refunds and city tax. */
function paymentsOf(card: RateCard, booking: Booking): Entry[] {
  const { end, checkin, channel, bookedAt, prices, unit } = booking;
  const random = randomFor('payments', unit.unitId, checkin, booking.variant);
  const [price, earned] = [sum(prices), earnedOf(booking)];
  const arrival = arrivalOf(card, booking) + random.between(15, 190) * MINUTE;
  const deposit = depositOf(booking);
  const paid = booking.groupId ? [] : [payment(bookedAt + 3 * MINUTE, deposit, DEPOSIT, BY_TRANSFER)];
  if (end.kind === 'cancels' && earned === 0) {
    const at = end.at + random.between(10, 24 * 60) * MINUTE;
    return [...paid, payment(at, -deposit, 'Deposit returned', BY_TRANSFER)];
  }
  const { collects, payment: terms } = SELLERS[channel];
  // A channel that pays after the departure pays what was earned.
  const owed = terms.after === 'departure' ? earned : price;
  const { at, description, how } = priceTerms(card, booking, arrival);
  paid.push(payment(at, owed - deposit, description, how));
  if (end.kind !== 'no_show' && collects !== 'price and tax') paid.push(...cityTaxEntries(booking, arrival));
  if (end.kind === 'cancels')
    paid.push(payment(end.at + 35 * MINUTE, earned - owed, 'Nights not used, early departure', how));
  return paid;
}

type How = Pick<EntryDetails, 'method' | 'collectedBy' | 'reference'>;

export const BY_TRANSFER: How = { method: 'bank_transfer', collectedBy: 'property', reference: null };
const BY_CARD: How = { ...BY_TRANSFER, method: 'card_terminal' };

/** Returns a payment of an amount in cents, or the refund of a negative one. */
function payment(at: Moment, amountMinor: number, description: string, how: How): Entry {
  return { at, type: amountMinor < 0 ? 'refund' : 'payment', amountMinor, description, ...how };
}

/** Returns the payment of the city tax at check-in, and for direct bookings its charge: channels report theirs. */
function cityTaxEntries({ channel, stay, cityTax }: Booking, arrival: Moment): Entry[] {
  const { nights, amountMinor } = cityTax;
  const whom = `${stay.adults} ${stay.adults === 1 ? 'guest' : 'guests'}`;
  const description = `City tax, ${whom}, ${nights} ${nights === 1 ? 'night' : 'nights'}`;
  const service = { serviceFrom: stay.checkin, serviceUntil: stay.checkout, quantity: stay.adults * nights };
  const charge = { type: 'charge', code: 'tax', amountMinor, description, ...service };
  const paid = payment(arrival + MINUTE, amountMinor, description, BY_CARD);
  return channel === 'direct' ? [{ at: arrival, ...charge, collectedBy: 'property' }, paid] : [paid];
}

/** Returns when and how the price of the stay is paid. */
function priceTerms({ dates }: RateCard, booking: Booking, arrival: Moment) {
  const { end, channel, checkin, stay, unit } = booking;
  const { name, collects, payment: terms } = SELLERS[channel];
  const random = randomFor('terms', unit.unitId, checkin, booking.variant);
  const [means, method] = random.pick(terms.means) as [string, EntryDetails['method']];
  const reference = stay.channelReference;
  const how: How = { method, collectedBy: collects ? 'channel' : 'property', reference };
  if (end.kind === 'no_show') {
    const charged = { at: end.at + 20 * MINUTE, description: 'No-show, charged to the card on file' };
    return { ...charged, how: collects ? how : BY_CARD };
  }
  const description = filledIn(terms.description, { means, name, reference: reference ?? '' })!;
  const day = (terms.after === 'departure' ? departureOf(booking) : checkin) + terms.days;
  const at = terms.minutes ? dates.at(day, random.between(terms.minutes[0]!, terms.minutes[1]!)) : arrival;
  return { at, description, how };
}

/** Returns what the stay costs the house: goodwill, the channel's commission, the cleaning. */
function costsOf({ dates }: RateCard, booking: Booking): Entry[] {
  const { end, problem, channel, reservationId, checkin, unit } = booking;
  const costs: Entry[] = [];
  const random = randomFor('goodwill', unit.unitId, checkin);
  if (problem && random.chance(0.4)) {
    const at = dates.at(problem.day + 1, 12 * 60 + random.between(0, 55));
    const amountMinor = -random.between(4, 10) * 5_00;
    const description = `Goodwill, ${FACTS.problems[problem.kind].goodwill}`;
    const charge = { at, type: 'charge', code: 'goodwill', amountMinor, description };
    costs.push({ ...charge, collectedBy: 'property' }, payment(at, amountMinor, description, BY_TRANSFER));
  }
  if (end.kind !== 'no_show' && !arrives(booking)) return costs;
  const { commissionPercent, name } = SELLERS[channel];
  const cost = (at: Moment, code: string, amountMinor: number, description: string) =>
    costs.push({ at, type: 'expense', code, amountMinor: amountMinor === 0 ? 0 : -amountMinor, description });
  const departure = departureOf(booking);
  const commission = Math.round((earnedOf(booking) * commissionPercent) / 100);
  const what = `Commission ${name}, ${commissionPercent} % of booking ${reservationId}`;
  cost(dates.at(departure, 19 * 60 + 30), 'commission', commission, what);
  if (end.kind === 'no_show') return costs;
  // A cleaning is posted in the evening.
  const cleanedAt = cleaningOn(dates, unit, departure, booking.freeAfter).doneAt;
  cost(cleanedAt + 6 * 60 * MINUTE, 'cleaning', unit.cleaningMinor, `Cleaning, ${unit.name}`);
  return costs;
}
