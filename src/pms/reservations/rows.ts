// Rows of reservations.
import { dateOf } from '../../model/night.ts';
import type { ConflictKind, Reservation, ReservationStatus } from '../../model/reservation.ts';
import type { PropertyTransaction } from '../property-transaction.ts';

export type ReservationRow<Moment = Temporal.Instant> = {
  reservation_id: number;
  hotel_id: number;
  room_id: number;
  status: ReservationStatus;
  channel: string;
  channel_reference: string | null;
  guest_name: string;
  guest_email: string | null;
  guest_phone: string | null;
  checkin: string;
  checkout: string;
  price_minor: number;
  currency: string;
  conflict: string | null;
  conflict_kind: ConflictKind | null;
  adults: number | null;
  children: (number | null)[] | null;
  notes: string | null;
  arrival_time: string | null;
  created_at: Moment;
  updated_at: Moment;
};

export function toReservation<Moment>(row: ReservationRow<Moment>): Reservation<Moment> {
  return {
    reservationId: row.reservation_id,
    hotelId: row.hotel_id,
    roomId: row.room_id,
    status: row.status,
    channel: row.channel,
    channelReference: row.channel_reference,
    guestName: row.guest_name,
    guestEmail: row.guest_email,
    guestPhone: row.guest_phone,
    checkin: dateOf(row.checkin),
    checkout: dateOf(row.checkout),
    priceMinor: row.price_minor,
    currency: row.currency,
    conflict: row.conflict,
    conflictKind: row.conflict_kind,
    adults: row.adults,
    children: row.children,
    notes: row.notes,
    arrivalTime: row.arrival_time,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

/** Writes all members that may change, and returns the reservation as stored. */
export async function updateReservation(
  tx: PropertyTransaction,
  reservation: Reservation,
): Promise<Reservation> {
  const [row] = await tx.query<ReservationRow>(
    `update reservations set
       room_id = $3, status = $4, guest_name = $5, guest_email = $6, guest_phone = $7, checkin = $8, checkout = $9,
       price_minor = $10, conflict = $11, updated_at = $12, channel_reference = $13,
       adults = $14, children = $15, notes = $16, arrival_time = $17, currency = $18, conflict_kind = $19
     where hotel_id = $1 and reservation_id = $2
     returning *`,
    [
      tx.hotelId,
      reservation.reservationId,
      reservation.roomId,
      reservation.status,
      reservation.guestName,
      reservation.guestEmail,
      reservation.guestPhone,
      reservation.checkin,
      reservation.checkout,
      reservation.priceMinor,
      reservation.conflict,
      tx.now,
      reservation.channelReference,
      reservation.adults,
      reservation.children && JSON.stringify(reservation.children),
      reservation.notes,
      reservation.arrivalTime,
      reservation.currency,
      reservation.conflictKind,
    ],
  );
  return toReservation(row!);
}
