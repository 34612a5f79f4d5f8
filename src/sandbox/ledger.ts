// The sample's ledger: income and costs of each booking, and the weekly and monthly bills.

import { SANDBOX_ID } from '../model/property.ts';
import type { LedgerEntry } from '../pms/ledger.ts';
import { type Booking, FIRST_DAY, type KnownBookings } from './bookings.ts';
import { MINUTE } from './dates.ts';
import { type History, instant } from './history.ts';
import { cleanedAt } from './housekeeping.ts';
import { type Posting, paymentsOf } from './payments.ts';
import { roomById, SAMPLE_PROPERTY } from './property-definition.ts';
import type { RateCard } from './rates.ts';
import { recurringBills } from './recurring-costs.ts';
import { earnedOf, priceOf } from './reservations.ts';

/** Returns the histories of all ledger entries (recurring bills until `today`), without entries of zero. */
export function ledgerHistories(card: RateCard, known: KnownBookings, today: number): History<LedgerEntry>[] {
  const ofBookings = known.bookings.flatMap((booking) =>
    postingsOf(card, booking).map((posting) => {
      const entryId = booking.reservationId * PLACES_A_BOOKING + PLACES[posting.place];
      return post(card, {
        ...posting,
        entryId,
        roomId: booking.roomId,
        reservationId: booking.reservationId,
      });
    }),
  );
  const ofProperty = recurringBills(card, known, today).map(({ day, index, ...bill }) => {
    // Slot 0 of a booking id, which no booking uses.
    const entryId = ((day - FIRST_DAY) * BILLS_A_DAY + index) * PLACES_A_BOOKING;
    return post(card, { ...bill, type: 'expense', entryId, roomId: null, reservationId: null });
  });
  return [...ofBookings, ...ofProperty].filter(([posted]) => posted!.value.amountMinor !== 0);
}

/** Entry ids of a booking: the booking's id times sixteen, plus the place of the entry. */
const PLACES_A_BOOKING = 16;
const PLACES: Record<Posting['place'], number> = {
  income: 1,
  deposit: 2,
  reversal: 3,
  payment: 4,
  cityTax: 5,
  refund: 6,
  goodwill: 7,
  commission: 8,
  cleaning: 9,
};
const BILLS_A_DAY = 20;

function postingsOf(card: RateCard, booking: Booking): Posting[] {
  const { dates } = card;
  const { reservationId, end } = booking;
  const stay = `${dates.date(booking.checkin)} to ${dates.date(booking.checkout)}`;
  const postings: Posting[] = [
    {
      place: 'income',
      at: booking.bookedAt,
      type: 'income',
      amountMinor: priceOf(booking),
      description: `Booking ${reservationId}, ${stay}`,
    },
    ...paymentsOf(card, booking),
  ];
  if (end.kind === 'cancels') {
    postings.push({
      place: 'reversal',
      at: end.at,
      type: 'reversal',
      amountMinor: earnedOf(booking) - priceOf(booking),
      description: `Cancellation of booking ${reservationId}`,
    });
  }
  const cleaned = cleanedAt(dates, booking);
  if (cleaned !== null) {
    const { name, cleaningMinor } = roomById(booking.roomId);
    postings.push({
      place: 'cleaning',
      at: cleaned + PAID_AFTER_MINUTES * MINUTE,
      type: 'expense',
      amountMinor: -cleaningMinor,
      description: `Cleaning, ${name}`,
    });
  }
  return postings;
}

/** A cleaning is posted in the evening. */
const PAID_AFTER_MINUTES = 6 * 60;

type Entry = Pick<LedgerEntry, 'entryId' | 'roomId' | 'reservationId'> & Omit<Posting, 'place'>;

function post({ dates }: RateCard, { at, ...entry }: Entry): History<LedgerEntry> {
  const value: LedgerEntry = {
    entryId: entry.entryId,
    hotelId: SANDBOX_ID,
    amountMinor: entry.amountMinor,
    currency: SAMPLE_PROPERTY.currency,
    type: entry.type,
    description: entry.description,
    roomId: entry.roomId,
    reservationId: entry.reservationId,
    date: dates.date(dates.day(at)),
    createdAt: instant(at),
  };
  return [{ at, kind: 'accounting.posted', value }];
}
