// A reservation: a stay of a guest in a room, whichever channel sold it, and the states it passes through.

import { type GuestCounts, UNKNOWN_GUEST_COUNTS } from './guest-counts.ts';
import { isBefore, type PlainDate } from './night.ts';

export const RESERVATION_STATUSES = [
  'confirmed',
  'checked_in',
  'checked_out',
  'no_show',
  'cancelled',
] as const;
export type ReservationStatus = (typeof RESERVATION_STATUSES)[number];

/** `Moment` is text in lists that only show it. */
export type Reservation<Moment = Temporal.Instant> = {
  reservationId: number;
  hotelId: number;
  roomId: number;
  status: ReservationStatus;
  /** who sold it: `direct`, or the OTA's name */
  channel: string;
  /** the order's reference at that channel */
  channelReference: string | null;
  guestName: string;
  guestEmail: string | null;
  guestPhone: string | null;
  checkin: PlainDate;
  /** the day of departure: the first night not slept */
  checkout: PlainDate;
  priceMinor: number;
  currency: string;
  /** why people must look at it (an overlap, an unmapped room), or null */
  conflict: string | null;
  /** see model/guest-counts */
  adults: GuestCounts['adults'];
  children: GuestCounts['children'];
  /** requests and comments of the guest and of the channel */
  notes: string | null;
  /** when the guest means to arrive, HH:mm at the property */
  arrivalTime: string | null;
  createdAt: Moment;
  updatedAt: Moment;
};

/** Where each status may go. Cancelled, checked_out and no_show are final. */
export const RESERVATION_TRANSITIONS: Record<ReservationStatus, readonly ReservationStatus[]> = {
  confirmed: ['checked_in', 'cancelled', 'no_show'],
  checked_in: ['checked_out', 'cancelled'],
  checked_out: [],
  no_show: [],
  cancelled: [],
};

/** The states in which a stay ends: nights after that day are given back. */
export const ENDED_STATUSES: ReadonlySet<ReservationStatus> = new Set(['checked_out', 'no_show']);

/**
 * Whether the guest is in the house or was expected on an earlier day. Until then a cancellation releases the whole stay;
 * from then on it is an early departure.
 */
export function hasArrived(
  { status, checkin }: Pick<Reservation, 'status' | 'checkin'>,
  today: PlainDate,
): boolean {
  return status !== 'confirmed' || isBefore(checkin, today);
}

export const DIRECT = 'direct';

/** Longest notes of a booking that are kept. */
export const MAX_NOTES = 5_000;

/** What is known of a stay beyond its dates and price when nobody has told anything. */
export const NO_DETAILS = {
  ...UNKNOWN_GUEST_COUNTS,
  notes: null,
  arrivalTime: null,
} satisfies Partial<Reservation>;

/** More than any room takes (see rooms.capacity). */
export const MAX_GUESTS = 1_000;
