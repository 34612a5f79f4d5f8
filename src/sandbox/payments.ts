// Payments of a booking: by guests and channels, refunds, city tax, commissions.

import type { Booking } from './bookings.ts';
import { DAY, type Day, MINUTE, type Moment } from './dates.ts';
import { SAMPLE_PROPERTY, type Seller } from './property-definition.ts';
import { randomFor, type SeededRandom } from './random.ts';
import type { RateCard } from './rates.ts';
import { departureOf, earnedOf, leftEarly, priceOf } from './reservations.ts';

/** A ledger entry of a booking; `place` identifies it among the booking's entries. */
export type Posting = {
  place:
    | 'income'
    | 'deposit'
    | 'reversal'
    | 'payment'
    | 'cityTax'
    | 'refund'
    | 'goodwill'
    | 'commission'
    | 'cleaning';
  at: Moment;
  type: string;
  amountMinor: number;
  description: string;
};

/** Returns the payments, refunds, city tax and commission of a booking. */
export function paymentsOf(card: RateCard, booking: Booking): Posting[] {
  const { dates } = card;
  const random = randomFor('payments', booking.roomId, booking.checkin, booking.variant);
  const price = priceOf(booking);
  const early = leftEarly(booking);
  const arrival = dates.at(booking.checkin, SAMPLE_PROPERTY.checkinTime) + random.between(15, 190) * MINUTE;
  const deposit = depositOf(booking);
  const found: Posting[] = [];
  if (deposit > 0) {
    found.push({
      place: 'deposit',
      at: booking.bookedAt + 3 * MINUTE,
      type: 'payment',
      amountMinor: deposit,
      description: 'Deposit of 30 %, card',
    });
  }
  if (booking.end.kind === 'cancels' && !early) {
    const at = booking.end.at + random.between(10, 24 * 60) * MINUTE;
    return [
      ...found,
      { place: 'refund', at, type: 'refund', amountMinor: -deposit, description: 'Deposit returned' },
    ];
  }
  found.push(paymentOf(card, booking, { arrival, random, due: price - deposit }));
  if (booking.end.kind !== 'no_show' && booking.channel !== 'airbnb') {
    found.push(cityTax(booking, arrival + MINUTE));
  }
  if (booking.end.kind === 'cancels' && booking.channel !== 'expedia') {
    const amountMinor = earnedOf(booking) - price;
    found.push({
      place: 'refund',
      at: booking.end.at + 35 * MINUTE,
      type: 'refund',
      amountMinor,
      description: 'Nights not used, early departure',
    });
  }
  found.push(...goodwill(card, booking), ...commission(card, booking));
  return found;
}

/** Returns the deposit: 30 % of direct bookings that were made at least 14 days ahead, else 0. */
function depositOf(booking: Booking): number {
  if (booking.channel !== 'direct' || booking.bookedAt > (booking.checkin - 14) * DAY) return 0;
  return Math.round(priceOf(booking) * 0.3);
}

function paymentOf(
  card: RateCard,
  booking: Booking,
  { arrival, random, due }: { arrival: Moment; random: SeededRandom; due: number },
): Posting {
  const { dates } = card;
  const paid = { place: 'payment' as const, type: 'payment', amountMinor: due };
  if (booking.end.kind === 'no_show') {
    return { ...paid, at: booking.end.at + 20 * MINUTE, description: 'No-show, charged to the card on file' };
  }
  const dayAfter = dates.at(booking.checkin + 1, 17 * 60) + random.between(0, 90) * MINUTE;
  switch (booking.channel) {
    case 'direct': {
      const means = random.pick(['card', 'card', 'MB Way', 'cash']);
      return { ...paid, at: arrival, description: `Paid at check-in, ${means}` };
    }
    case 'booking_com':
      return { ...paid, at: arrival, description: 'Paid at check-in, virtual card of Booking.com' };
    case 'airbnb':
      return { ...paid, at: dayAfter, description: `Payout by Airbnb, ${booking.reference}` };
    case 'vrbo':
      return { ...paid, at: dayAfter, description: `Payout by Vrbo, ${booking.reference}` };
    case 'expedia': {
      const at = dates.at(departureOf(booking) + 2, 10 * 60) + random.between(0, 60) * MINUTE;
      return {
        ...paid,
        at,
        amountMinor: earnedOf(booking),
        description: `Payout by Expedia, ${booking.reference}`,
      };
    }
  }
}

/**
 * Lisbon's city tax: four euros per adult and night for the first seven nights (since
 * September 2024). Airbnb collects it itself.
 */
const CITY_TAX = { minorPerNight: 4_00, nights: 7 };

function cityTax(booking: Booking, at: Moment): Posting {
  const nights = Math.min(CITY_TAX.nights, booking.checkout - booking.checkin);
  return {
    place: 'cityTax',
    at,
    type: 'payment',
    amountMinor: cityTaxOf(booking),
    description: `City tax, ${booking.adults} ${booking.adults === 1 ? 'guest' : 'guests'}, ${nights} ${nights === 1 ? 'night' : 'nights'}`,
  };
}

/** Returns the city tax of a stay, in cents. */
export function cityTaxOf({
  adults,
  checkin,
  checkout,
}: {
  adults: number;
  checkin: Day;
  checkout: Day;
}): number {
  return adults * Math.min(CITY_TAX.nights, checkout - checkin) * CITY_TAX.minorPerNight;
}

const GOODWILL = { hotWater: 'evening without hot water', wifi: 'failing Wi-Fi', noise: 'noisy night' };

function goodwill(card: RateCard, booking: Booking): Posting[] {
  const random = randomFor('goodwill', booking.roomId, booking.checkin);
  if (!booking.problem || !random.chance(0.4)) return [];
  const at = card.dates.at(booking.problem.day + 1, 12 * 60 + random.between(0, 55));
  const amountMinor = -random.between(4, 10) * 5_00;
  return [
    {
      place: 'goodwill',
      at,
      type: 'refund',
      amountMinor,
      description: `Goodwill, ${GOODWILL[booking.problem.kind]}`,
    },
  ];
}

const COMMISSIONS: Record<Exclude<Seller, 'direct'>, { percent: number; name: string }> = {
  booking_com: { percent: 15, name: 'Booking.com' },
  airbnb: { percent: 3, name: 'Airbnb' },
  expedia: { percent: 18, name: 'Expedia' },
  vrbo: { percent: 8, name: 'Vrbo' },
};

function commission(card: RateCard, booking: Booking): Posting[] {
  if (booking.channel === 'direct') return [];
  const { percent, name } = COMMISSIONS[booking.channel];
  return [
    {
      place: 'commission',
      at: card.dates.at(departureOf(booking), 19 * 60 + 30),
      type: 'expense',
      amountMinor: -Math.round((earnedOf(booking) * percent) / 100),
      description: `Commission ${name}, ${percent} % of booking ${booking.reservationId}`,
    },
  ];
}
