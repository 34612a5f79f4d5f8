// Storing a new reservation with all that follows from it: its nights' prices, the income, the cleaning task, the log.

import { splitByWeight } from '../../model/money.ts';
import { nightsBetween, type PlainDate } from '../../model/night.ts';
import type { Reservation } from '../../model/reservation.ts';
import type { Change } from '../change.ts';
import { type TakenNight, type Taking, takeNights } from '../inventory/nights.ts';
import { postEntry } from '../ledger.ts';
import { planTurnover } from '../tasks.ts';
import { overlapOf } from './conflicts.ts';
import { type ReservationRow, toReservation } from './rows.ts';

export type NewReservation = Pick<
  Reservation,
  | 'roomId'
  | 'channel'
  | 'channelReference'
  | 'guestName'
  | 'guestEmail'
  | 'guestPhone'
  | 'checkin'
  | 'checkout'
  | 'priceMinor'
  | 'currency'
> & { /** the date the sale is booked on, at the property */ today: PlainDate };

/**
 * Takes the nights and stores the reservation as confirmed. `check` may refuse it once the nights are known (a minimum
 * stay); a fact is kept whatever it says, with its overlap noted as a conflict.
 */
export async function storeReservation(
  tx: Change,
  stay: NewReservation,
  taking: Taking,
  check: (nights: TakenNight[]) => void,
): Promise<Reservation> {
  const nights = await takeNights(tx, stay.roomId, nightsBetween(stay.checkin, stay.checkout), taking);
  check(nights);
  const reservation = await insertReservation(tx, stay, nights);
  // The log tells of the booking before it tells of what the booking brought with it.
  tx.record('booking.created', `booking/${reservation.reservationId}`, reservation);
  await Promise.all([postIncome(tx, reservation, stay.today), planTurnover(tx, reservation)]);
  if (reservation.conflict) {
    tx.record('booking.conflict', `booking/${reservation.reservationId}`, reservation);
  }
  return reservation;
}

async function insertReservation(
  tx: Change,
  stay: NewReservation,
  nights: TakenNight[],
): Promise<Reservation> {
  const prices = splitByWeight(
    stay.priceMinor,
    nights.map((night) => night.priceMinor),
  );
  const [row] = await tx.query<ReservationRow>(
    `with reservation as (
       insert into reservations
         (hotel_id, room_id, status, channel, channel_reference, guest_name, guest_email, guest_phone, checkin, checkout,
          price_minor, currency, conflict, created_at, updated_at)
       values ($1, $2, 'confirmed', $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13)
       returning *
     ), priced as (
       insert into reservation_nights (hotel_id, reservation_id, room_id, date, price_minor)
       select $1, reservation.reservation_id, $2, night.date, night.price_minor
       from reservation, unnest($14::date[], $15::bigint[]) as night(date, price_minor)
     )
     select * from reservation`,
    [
      tx.hotelId,
      stay.roomId,
      stay.channel,
      stay.channelReference,
      stay.guestName,
      stay.guestEmail,
      stay.guestPhone,
      stay.checkin,
      stay.checkout,
      stay.priceMinor,
      stay.currency,
      overlapOf(nights),
      tx.now,
      nights.map((night) => night.date),
      prices,
    ],
  );
  return toReservation(row!);
}

async function postIncome(tx: Change, reservation: Reservation, today: PlainDate): Promise<void> {
  if (reservation.priceMinor === 0) return; // an iCal feed says nothing of money
  await postEntry(tx, {
    amountMinor: reservation.priceMinor,
    currency: reservation.currency,
    type: 'income',
    description: `Booking ${reservation.reservationId}, ${reservation.checkin} to ${reservation.checkout}`,
    roomId: reservation.roomId,
    reservationId: reservation.reservationId,
    date: today,
  });
}
