// Stores a new reservation with its nights, their prices, the charges, the cleaning task and the log entries.

import { chargesOf, type StayNight, sumsAfter } from '../../model/charge-lines.ts';
import { NO_SUMS } from '../../model/ledger.ts';
import { splitByWeight } from '../../model/money.ts';
import { nightsBetween, type PlainDate } from '../../model/night.ts';
import { type Conflict, NO_CONFLICT, NO_CONNECTION, type Reservation } from '../../model/reservation.ts';
import { NO_DETAILS, type StayDetails } from '../../model/stay-details.ts';
import { NO_UNIT, type UnitsOfStay } from '../../model/unit.ts';
import { guestOfBooking, insertGuest } from '../guests/profiles.ts';
import { type TakenNight, type TakeOptions, takeNights } from '../inventory/nights.ts';
import type { PropertyTransaction } from '../property-transaction.ts';
import { planTurnover } from '../tasks.ts';
import { chooseUnits } from '../units/arrange.ts';
import { unitsOfSale } from '../units/sold-unit.ts';
import { replaceUnitNights } from '../units/unit-nights.ts';
import { overlapOf } from './conflicts.ts';
import { postDifference } from './post-charges.ts';
import { priceWeights, type ReportedPrice } from './price-weights.ts';
import { writtenColumns } from './rows.ts';

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
> &
  Partial<StayDetails> &
  /** absent = it came through no connection; else the dates are those of the channel */
  Partial<Pick<Reservation, 'connection' | 'orderReference'>> &
  /** why people must look at it, if there is a reason besides overbooked nights */
  Partial<Conflict> & {
    /** date at the property, for the ledger entry */
    today: PlainDate;
    /** price of each night as the channel reported it */
    nightPrices?: readonly ReportedPrice[];
    /** stores a hold, which ends by itself at this moment; absent = the booking is confirmed */
    heldUntil?: Temporal.Instant;
    /** the group that it belongs to; absent = it is booked alone */
    groupId?: number | null;
    /** the unit that was chosen, or in which its channel sold it; absent = none yet */
    unit?: number | 'auto' | undefined;
    /** a guest who is known, and locked (see create.ts); absent = the booking makes a new profile */
    guestId?: number;
    /** a new id that the caller has taken; absent = the next one */
    reservationId?: number;
  };

/** Of a stay whose guest has not moved, and whose channel has changed nothing. */
const NOTHING_HAPPENED = { earlierRooms: null, differences: null };

/**
 * Takes the nights and stores the reservation, with a new profile of its guest unless one is named: as confirmed, or
 * as held, which posts no income and plans no cleaning before it is confirmed (see holds.ts). `check` may throw once the nights are known (such
 * as for a minimum stay). A `fact` is stored even if nights are overbooked, which is stored as its conflict.
 * Statements that do not depend on each other are sent together, to save round trips.
 */
export async function storeReservation(
  tx: PropertyTransaction,
  stay: NewReservation,
  taking: TakeOptions,
  check: (nights: TakenNight[]) => void,
): Promise<Reservation> {
  const [ids, nights] = await Promise.all([
    nextIds(tx),
    takeNights(tx, stay.roomId, nightsBetween(stay.checkin, stay.checkout), { taking, inside: false }),
  ]);
  check(nights);
  const { today, nightPrices, unit: _, ...values } = stay;
  const { reservationId = ids.reservationId, guestId = ids.guestId } = stay;
  const units = await unitsOf(tx, stay, taking);
  const overlap = overlapOf(nights);
  const stored: Reservation = {
    ...NO_DETAILS,
    ...NO_SUMS,
    ...NO_CONFLICT,
    ...units,
    ...(overlap.conflict !== null && overlap),
    ...values,
    ...connectionOf(stay),
    reservationId,
    hotelId: tx.hotelId,
    status: stay.heldUntil ? 'held' : 'confirmed',
    heldUntil: stay.heldUntil ?? null,
    groupId: stay.groupId ?? null,
    createdAt: tx.now,
    updatedAt: tx.now,
    guestId,
    ...NOTHING_HAPPENED,
  };
  const prices = splitByWeight(stay.priceMinor, priceWeights(nights, nightPrices));
  // Sent before the reservation that refers to it.
  const storeGuest = async () => {
    if (stay.guestId === undefined) await insertGuest(tx, guestOfBooking({ ...tx, guestId }, stored));
  };
  if (stored.status === 'held') {
    tx.record('booking.held', `booking/${reservationId}`, stored);
    await Promise.all([storeGuest(), insertReservation(tx, stored, nights, prices)]);
    if (units.unitNights) await replaceUnitNights(tx, reservationId, [], units.unitNights);
    return stored;
  }
  const charged = chargesOf(stored, pricedNights(stay, nights, prices));
  // A stay from an imported calendar has no price, so there is no income to post.
  const lines = taking === 'fact' ? charged.filter(({ amountMinor }) => amountMinor !== 0) : charged;
  const reservation = { ...stored, ...sumsAfter(stored, [], lines) };
  // The log has the booking before the entries of its income and its cleaning task.
  tx.record('booking.created', `booking/${reservationId}`, reservation);
  if (reservation.conflict) tx.record('booking.conflict', `booking/${reservationId}`, reservation);
  await Promise.all([
    storeGuest(),
    insertReservation(tx, reservation, nights, prices),
    postDifference(tx, reservation, { before: [], after: lines, reason: 'booking', today }),
    planTurnover(tx, reservation),
    ...(units.unitNights ? [replaceUnitNights(tx, reservationId, [], units.unitNights)] : []),
  ]);
  return reservation;
}

/** Returns the connection that a stay came through, and its dates, which are those that the channel knows. */
function connectionOf({ connection, orderReference = null, checkin, checkout }: NewReservation) {
  if (!connection) return NO_CONNECTION;
  return { connection, orderReference, channelCheckin: checkin, channelCheckout: checkout };
}

function pricedNights(
  { roomId }: NewReservation,
  nights: readonly TakenNight[],
  prices: readonly number[],
): StayNight[] {
  return nights.map(({ date }, i) => ({ date, roomId, priceMinor: prices[i]!, released: false }));
}

/** Returns the units of a new stay: of a fact, the one that its channel sold, where it is free. */
async function unitsOf(
  tx: PropertyTransaction,
  { unit, ...stay }: NewReservation,
  taking: TakeOptions,
): Promise<UnitsOfStay & Partial<Conflict>> {
  if (unit === undefined) return NO_UNIT;
  if (taking === 'fact' && unit !== 'auto') return unitsOfSale(tx, stay, unit, stay.today);
  return chooseUnits(tx, stay, unit, stay.today);
}

async function nextIds(tx: PropertyTransaction): Promise<{ reservationId: number; guestId: number }> {
  const [row] = await tx.query<{ reservation_id: number; guest_id: number }>(
    `select nextval('reservation_id') as reservation_id, nextval('guest_id') as guest_id`,
  );
  return { reservationId: row!.reservation_id, guestId: row!.guest_id };
}

async function insertReservation(
  tx: PropertyTransaction,
  reservation: Reservation,
  nights: readonly TakenNight[],
  prices: readonly number[],
): Promise<void> {
  const { columns, placeholders, values } = writtenColumns(reservation, 6);
  await tx.query(
    `with reservation as (
       insert into reservations (hotel_id, reservation_id, created_at, updated_at, ${columns.join(', ')})
       values ($1, $2, $3, $3, ${placeholders.join(', ')})
       returning room_id
     )
     insert into reservation_nights (hotel_id, reservation_id, room_id, date, price_minor, taken_at)
     select $1, $2, reservation.room_id, night.date, night.price_minor, $3
     from reservation, unnest($4::date[], $5::bigint[]) as night(date, price_minor)`,
    [
      reservation.hotelId,
      reservation.reservationId,
      tx.now,
      nights.map((night) => night.date),
      prices,
      ...values,
    ],
  );
}
