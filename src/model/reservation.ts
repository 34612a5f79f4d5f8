// A reservation: a guest's stay in a room, whichever channel sold it, and its status transitions.

import { type ChannelDates, NO_CHANNEL_DATES } from './channel-dates.ts';
import type { ChannelDifference } from './channel-difference.ts';
import type { LedgerSums } from './ledger.ts';
import { isBefore, latest, type PlainDate, toPlainDate } from './night.ts';
import type { StayDetails } from './stay-details.ts';
import type { UnitsOfStay } from './unit.ts';

export const RESERVATION_STATUSES = [
  'confirmed',
  'checked_in',
  'checked_out',
  'no_show',
  'cancelled',
  'held',
] as const;
export type ReservationStatus = (typeof RESERVATION_STATUSES)[number];

/** `Moment` is the type of the timestamps: text in lists that only display them. */
export type Reservation<Moment = Temporal.Instant> = StayDetails &
  UnitsOfStay &
  ChannelDates &
  LedgerSums & {
    reservationId: number;
    hotelId: number;
    roomId: number;
    status: ReservationStatus;
    /** who sold it: `direct`, or the OTA's name */
    channel: string;
    /** the order's reference at that channel */
    channelReference: string | null;
    /** the connection through which the channel reports it; null = sold directly, or entered or imported here */
    connection: string | null;
    /** the id of its order at that connection, which several bookings can have; null = a calendar has no orders */
    orderReference: string | null;
    /** whom the booking was made for, as its channel or the caller said; `guestId` is the person */
    guestName: string;
    guestEmail: string | null;
    guestPhone: string | null;
    checkin: PlainDate;
    /** the day of departure; its night is not part of the stay */
    checkout: PlainDate;
    priceMinor: number;
    currency: string;
    /** why staff must look at it (an overlap, an unmapped room), or null */
    conflict: string | null;
    /** what kind of conflict it is; null exactly when `conflict` is */
    conflictKind: ConflictKind | null;
    /** until when an unconfirmed booking holds its nights; stays when it ends unconfirmed; null for all others */
    heldUntil: Moment | null;
    /** the group of bookings that were made together; null = made alone */
    groupId: number | null;
    createdAt: Moment;
    updatedAt: Moment;
    /** the person who stays (model/guest); null = stored by an earlier release and not assigned yet */
    guestId: number | null;
    /** the rooms in which the guest slept before moving to the present one, by night; null = always in `roomId` */
    earlierRooms: EarlierRoom[] | null;
    /** what its channel reports otherwise than people here have set it, for them to decide; null = nothing */
    differences: readonly ChannelDifference[] | null;
  };

/**
 * Consecutive nights of a stay in a room that its guest has left for another one. Dates are yyyy-MM-dd, as they are stored; `until`
 * is the day after the last night. The order of the members is that in which PostgreSQL stores them.
 */
export type EarlierRoom = { from: string; until: string; roomId: number };

/**
 * Reasons for which staff must look at a reservation: more is sold than there is, its room at the channel is mapped to none, our answer to a
 * request may not have reached the channel, the channel no longer lists it, another stay has its unit on nights that the channel added.
 */
export type ConflictKind = 'overbooked' | 'unmapped_room' | 'unconfirmed' | 'unlisted' | 'without_unit';

/** The conflict of a reservation: its sentence and its kind. */
export type Conflict = Pick<Reservation, 'conflict' | 'conflictKind'>;

/** Of a booking that was sold directly, or entered or imported here. */
export const NO_CONNECTION = { connection: null, orderReference: null, ...NO_CHANNEL_DATES };

export const NO_CONFLICT: Conflict = { conflict: null, conflictKind: null };

/** The statuses that may follow each status, without the ways back. Cancelled, checked_out and no_show end a booking. */
export const RESERVATION_TRANSITIONS: Record<ReservationStatus, readonly ReservationStatus[]> = {
  held: ['confirmed', 'cancelled'],
  confirmed: ['checked_in', 'cancelled', 'no_show'],
  checked_in: ['checked_out', 'cancelled'],
  checked_out: [],
  no_show: [],
  cancelled: [],
};

/** The statuses that each status can be taken back to, as long as the stay's nights are free. */
export const WAYS_BACK: Record<ReservationStatus, readonly ReservationStatus[]> = {
  held: [],
  confirmed: [],
  checked_in: ['confirmed'],
  checked_out: ['checked_in'],
  no_show: ['confirmed', 'checked_in'],
  cancelled: ['confirmed', 'checked_in'],
};

/** Statuses that end a stay: its nights after that day are released. */
export const ENDED_STATUSES: ReadonlySet<ReservationStatus> = new Set(['checked_out', 'no_show']);

/** Whether a change gives a stay another room or other dates. */
export function hasOtherNights(
  before: Pick<Reservation, 'roomId' | 'checkin' | 'checkout'>,
  wanted: Pick<Reservation, 'roomId' | 'checkin' | 'checkout'>,
): boolean {
  return (
    wanted.roomId !== before.roomId ||
    !wanted.checkin.equals(before.checkin) ||
    !wanted.checkout.equals(before.checkout)
  );
}

/**
 * Whether the guest is checked in or was expected before `today`. Before that a cancellation releases the
 * whole stay; afterwards it is an early departure.
 */
export function hasArrived(
  { status, checkin }: Pick<Reservation, 'status' | 'checkin'>,
  today: PlainDate,
): boolean {
  if (status === 'held') return false;
  return status !== 'confirmed' || isBefore(checkin, today);
}

/**
 * Returns the first night that a change of the room moves: from today on if the guest has arrived, because nights that are over were
 * slept in the former room. A stay that is over as a whole is moved as a whole: its room was entered wrongly.
 */
export function firstMovedNight(
  before: Pick<Reservation, 'status' | 'checkin'>,
  wanted: Pick<Reservation, 'checkin' | 'checkout'>,
  today: PlainDate,
): PlainDate {
  const goesOn = hasArrived(before, today) && isBefore(today, wanted.checkout);
  return goesOn ? latest(today, wanted.checkin) : wanted.checkin;
}

/** Returns the room of a night of a stay. */
export function roomOfNight(
  { roomId, earlierRooms }: Pick<Reservation, 'roomId' | 'earlierRooms'>,
  night: PlainDate,
): number {
  const date = night.toString();
  return earlierRooms?.find(({ from, until }) => from <= date && date < until)?.roomId ?? roomId;
}

/** Returns the first night of a stay in its present room, in which it goes on until the departure. */
export function firstNightInRoom({
  checkin,
  earlierRooms,
}: Pick<Reservation, 'checkin'> & Partial<Pick<Reservation, 'earlierRooms'>>): PlainDate {
  const last = earlierRooms?.at(-1);
  return last ? latest(checkin, toPlainDate(last.until)) : checkin;
}

/** Returns the first night that a choice of a unit of the present room concerns: that of today, or the nearest one in this room. */
export function nextNight(
  stay: Pick<Reservation, 'checkin' | 'checkout'> & Partial<Pick<Reservation, 'earlierRooms'>>,
  today: PlainDate,
): PlainDate {
  const movedIn = firstNightInRoom(stay);
  return isBefore(today, stay.checkout) ? latest(movedIn, today) : movedIn;
}

/** Returns the room of the last night of a stay, and those of the nights before it. Nights are ordered by date, at least one. */
export function roomsOfStay(
  nights: readonly { roomId: number; date: PlainDate }[],
): Pick<Reservation, 'roomId' | 'earlierRooms'> {
  const { roomId } = nights.at(-1)!;
  const earlier: EarlierRoom[] = [];
  for (const night of nights) {
    const last = earlier.at(-1);
    const until = night.date.add({ days: 1 }).toString();
    if (last?.roomId === night.roomId) last.until = until;
    else earlier.push({ from: night.date.toString(), until, roomId: night.roomId });
  }
  earlier.pop();
  return { roomId, earlierRooms: earlier.length > 0 ? earlier : null };
}

/** Whether the booking was only ever held: it ended without having been confirmed. */
export function isEndedHold({
  status,
  heldUntil,
}: Pick<Reservation<unknown>, 'status' | 'heldUntil'>): boolean {
  return status === 'cancelled' && heldUntil !== null;
}

/** Bookings that were made together: several rooms of one order. */
export type Group<Moment = Temporal.Instant> = {
  groupId: number;
  hotelId: number;
  /** who sold it: `direct`, or the OTA's name */
  channel: string;
  /** the order's reference at that channel, or the caller's own */
  reference: string | null;
  createdAt: Moment;
};

export const DIRECT = 'direct';

/** Members of a reservation to change. A cancellation is no patch: it releases nights. */
export type ReservationPatch = Partial<
  Pick<
    Reservation,
    | 'roomId'
    | 'guestName'
    | 'guestEmail'
    | 'guestPhone'
    | 'checkin'
    | 'checkout'
    | 'priceMinor'
    | 'currency'
    | 'groupId'
    | 'channelReference'
    | 'connection'
    | 'channelCheckin'
    | 'channelCheckout'
    | 'conflict'
    | 'conflictKind'
    | 'guestId'
    | 'heldUntil'
    | 'differences'
  > &
    StayDetails
> & { status?: 'checked_in' | 'checked_out' | 'no_show' };
