// The sample's reservations with their changes of status, and the nights they hold.

import { SANDBOX_ID } from '../model/property.ts';
import type { Reservation } from '../model/reservation.ts';
import type { Booking } from './bookings.ts';
import type { Day, Moment, SampleDates } from './dates.ts';
import { type History, instant, type Version } from './history.ts';
import { SAMPLE_PROPERTY } from './property-definition.ts';
import type { RateCard } from './rates.ts';

/** Returns the history of a reservation, from the booking to its last status. */
export function reservationHistory({ dates }: RateCard, booking: Booking): History<Reservation> {
  const created: Reservation = {
    reservationId: booking.reservationId,
    hotelId: SANDBOX_ID,
    roomId: booking.roomId,
    status: 'confirmed',
    channel: booking.channel,
    channelReference: booking.reference,
    guestName: booking.guest.name,
    guestEmail: booking.guest.email,
    guestPhone: booking.guest.phone,
    checkin: dates.date(booking.checkin),
    checkout: dates.date(booking.checkout),
    priceMinor: priceOf(booking),
    currency: SAMPLE_PROPERTY.currency,
    conflict: null,
    adults: booking.adults,
    // The sample's children are babies of unknown age.
    children: booking.withBaby ? [null] : [],
    notes: null,
    arrivalTime: null,
    createdAt: instant(booking.bookedAt),
    updatedAt: instant(booking.bookedAt),
  };
  const versions: Version<Reservation>[] = [
    { at: booking.bookedAt, kind: 'booking.created', value: created },
  ];
  const addVersion = (at: Moment, kind: Version<Reservation>['kind'], change: Partial<Reservation>) => {
    const value = { ...versions.at(-1)!.value, ...change, updatedAt: instant(at) };
    // A cancellation's event has no `changed`, see pms/reservations/cancel.ts.
    const changed = Object.keys(change).filter(
      (member) => String(versions.at(-1)!.value[member as 'status']) !== String(value[member as 'status']),
    );
    versions.push({ at, kind, value, ...(kind !== 'booking.cancelled' && { changed }) });
  };
  const { end } = booking;
  const early = leftEarly(booking);
  if (end.kind === 'stays' || early) {
    addVersion(dates.at(booking.checkin, SAMPLE_PROPERTY.checkinTime), 'booking.checked_in', {
      status: 'checked_in',
    });
  }
  if (end.kind === 'stays') {
    addVersion(dates.at(booking.checkout, SAMPLE_PROPERTY.checkoutTime), 'booking.checked_out', {
      status: 'checked_out',
    });
  } else if (end.kind === 'no_show') {
    const checkout = dates.date(heldUntil(dates, booking));
    addVersion(end.at, 'booking.modified', { status: 'no_show', checkout });
  } else {
    const shortened = { checkout: dates.date(end.from), priceMinor: earnedOf(booking) };
    addVersion(end.at, 'booking.cancelled', { status: 'cancelled', ...(early && shortened) });
  }
  return versions;
}

/** Returns the total price, in cents. */
export function priceOf(booking: Booking): number {
  return sum(booking.prices);
}

/** Returns what is finally earned: the total price, the nights before an early departure, or nothing. */
export function earnedOf(booking: Booking): number {
  return booking.end.kind === 'cancels'
    ? sum(booking.prices.slice(0, booking.end.from - booking.checkin))
    : priceOf(booking);
}

/** Returns whether the guest left before the booked check-out. */
export function leftEarly({ end, checkin }: Pick<Booking, 'end' | 'checkin'>): boolean {
  return end.kind === 'cancels' && end.from > checkin;
}

/** Returns the day on which the guest leaves. */
export function departureOf({ end, checkin, checkout }: Pick<Booking, 'end' | 'checkin' | 'checkout'>): Day {
  return end.kind === 'cancels' && end.from > checkin ? end.from : checkout;
}

/** Returns when the reservation is over; there are no messages after it. */
export function endMoment({ dates }: RateCard, booking: Booking): Moment {
  return booking.end.kind === 'stays'
    ? dates.at(booking.checkout, SAMPLE_PROPERTY.checkoutTime)
    : booking.end.at;
}

export type HeldNight = {
  reservationId: number;
  roomId: number;
  night: Day;
  priceMinor: number;
  releasedAt: Moment | null;
};

/**
 * Returns the first night that is released when the stay ends, or its check-out. A no-show
 * keeps the night of the day on which it is declared.
 */
function heldUntil(dates: SampleDates, { end, checkout }: Booking): Day {
  if (end.kind === 'cancels') return end.from;
  return end.kind === 'no_show' ? Math.min(checkout, dates.day(end.at) + 1) : checkout;
}

/** Returns all booked nights, and when each was released. */
export function heldNights(dates: SampleDates, booking: Booking, hour: Moment): HeldNight[] {
  const { end } = booking;
  const until = heldUntil(dates, booking);
  return booking.prices.map((priceMinor, i) => {
    const night = booking.checkin + i;
    const released = end.kind !== 'stays' && end.at <= hour && night >= until;
    return {
      reservationId: booking.reservationId,
      roomId: booking.roomId,
      night,
      priceMinor,
      releasedAt: released ? end.at : null,
    };
  });
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((a, b) => a + b, 0);
}
