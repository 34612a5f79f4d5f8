// The nights of a changed reservation: released, taken and repriced.
import { splitByWeight } from '../../model/money.ts';
import { countNights, isBefore, nightsBetween, type PlainDate } from '../../model/night.ts';
import type { Reservation, ReservationPatch } from '../../model/reservation.ts';
import {
  lockNights,
  readTakenNights,
  releaseNights,
  type TakenNight,
  type TakeOptions,
  takeNights,
} from '../inventory/nights.ts';
import { type NewParts, requireUnrestricted } from '../inventory/restrictions.ts';
import type { PropertyTransaction } from '../property-transaction.ts';
import { overlapOf } from './conflicts.ts';
import { endsStay } from './end-stay.ts';
import { keepNights } from './night-history.ts';
import { priceWeights, type ReportedPrice } from './price-weights.ts';

/**
 * Releases the nights that the stay no longer has and takes those that it gains; returns the
 * resulting price and conflict. Nights that it keeps are not released and taken again: otherwise a
 * stay on an overbooked night could not even be shortened.
 */
export async function moveNights(
  tx: PropertyTransaction,
  before: Reservation,
  wanted: Reservation,
  change: { patch: ReservationPatch; taking: TakeOptions; nightPrices?: readonly ReportedPrice[] },
): Promise<Pick<Reservation, 'priceMinor' | 'conflict' | 'conflictKind'>> {
  const oldNights = nightsBetween(before.checkin, before.checkout);
  const newNights = nightsBetween(wanted.checkin, wanted.checkout);
  await lockNights(tx, [
    ...oldNights.map((date) => ({ roomId: before.roomId, date })),
    ...newNights.map((date) => ({ roomId: wanted.roomId, date })),
  ]);
  const oldPrices = await dropPrices(tx, before);
  const isKept = (night: PlainDate) =>
    wanted.roomId === before.roomId && oldPrices.has(night.toString()) && isBetween(night, wanted);
  const gained = newNights.filter((night) => !isKept(night));
  await releaseNights(
    tx,
    before.roomId,
    oldNights.filter((night) => !isKept(night)),
  );
  if (gained.length > 0) await takeNights(tx, wanted.roomId, gained, { taking: change.taking, inside: true });
  const taken = await readTakenNights(tx, wanted.roomId, newNights);
  if (change.taking === 'sale') {
    const { closedToDeparture } = taken[0]!;
    requireUnrestricted(
      { checkin: wanted.checkin, checkout: wanted.checkout, nights: taken, closedToDeparture },
      partsMoved(before, wanted, isKept),
    );
  }

  const natural = taken.map((night) => oldPrices.get(night.date.toString()) ?? night.priceMinor);
  const prices =
    change.patch.priceMinor === undefined
      ? natural
      : splitByWeight(change.patch.priceMinor, priceWeights(taken, change.nightPrices));
  await writePrices(tx, wanted, taken, prices);
  const { conflict, conflictKind } = change.patch;
  return {
    priceMinor: prices.reduce((a, b) => a + b, 0),
    ...overlapOf(taken),
    ...(conflict && { conflict, conflictKind }),
  };
}

/**
 * Returns which parts of the stay are new. Unchanged parts are not checked against the restrictions: a stay
 * on a night that was closed since can still be shortened.
 */
function partsMoved(
  before: Reservation,
  wanted: Reservation,
  isKept: (night: PlainDate) => boolean,
): NewParts {
  const otherRoom = wanted.roomId !== before.roomId;
  const longer = countNights(wanted.checkin, wanted.checkout) - countNights(before.checkin, before.checkout);
  // Restrictions do not limit when a guest leaves: a change that ends the stay may also shorten it.
  const leaves = endsStay(before, wanted) && !otherRoom && !isBefore(before.checkout, wanted.checkout);
  return {
    arrival: otherRoom || !wanted.checkin.equals(before.checkin),
    departure: !leaves && (otherRoom || !wanted.checkout.equals(before.checkout)),
    longer: longer > 0,
    shorter: !leaves && longer < 0,
    isNew: (night) => !isKept(night),
  };
}

function isBetween(night: PlainDate, { checkin, checkout }: Reservation): boolean {
  return !isBefore(night, checkin) && isBefore(night, checkout);
}

/** Deletes the stay's nights, which stay in the history, and returns the price of each. */
async function dropPrices(tx: PropertyTransaction, reservation: Reservation): Promise<Map<string, number>> {
  const rows = await tx.query<{ date: string; price_minor: number }>(
    `with dropped as (delete from reservation_nights where hotel_id = $1 and reservation_id = $2 returning *),
     kept as (${keepNights('dropped', '$3')})
     select date, price_minor from dropped`,
    [tx.hotelId, reservation.reservationId, tx.now],
  );
  return new Map(rows.map((row) => [row.date, row.price_minor]));
}

async function writePrices(
  tx: PropertyTransaction,
  reservation: Reservation,
  nights: readonly TakenNight[],
  prices: readonly number[],
): Promise<void> {
  await tx.query(
    `insert into reservation_nights (hotel_id, reservation_id, room_id, date, price_minor, taken_at)
     select $1, $2, $3, night.date, night.price_minor, $6
     from unnest($4::date[], $5::bigint[]) as night(date, price_minor)`,
    [
      tx.hotelId,
      reservation.reservationId,
      reservation.roomId,
      nights.map((night) => night.date),
      prices,
      tx.now,
    ],
  );
}

/** Distributes a new total price over the nights in proportion to their former prices. */
export async function repriceNights(tx: PropertyTransaction, reservation: Reservation): Promise<void> {
  const rows = await tx.query<{ date: string; price_minor: number }>(
    `select date, price_minor from reservation_nights where hotel_id = $1 and reservation_id = $2 order by date`,
    [tx.hotelId, reservation.reservationId],
  );
  const prices = splitByWeight(
    reservation.priceMinor,
    rows.map((row) => row.price_minor),
  );
  await tx.query(
    `with priced as (select * from unnest($3::date[], $4::bigint[]) as priced(date, price_minor)),
     former as (
       select night.* from reservation_nights as night join priced on priced.date = night.date
       where night.hotel_id = $1 and night.reservation_id = $2 and night.price_minor <> priced.price_minor
     ), kept as (${keepNights('former', '$5')})
     update reservation_nights as night set price_minor = priced.price_minor, taken_at = $5
     from priced
     where night.hotel_id = $1 and night.reservation_id = $2 and night.date = priced.date
       and night.price_minor <> priced.price_minor`,
    [tx.hotelId, reservation.reservationId, rows.map((row) => row.date), prices, tx.now],
  );
}
