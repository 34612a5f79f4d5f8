// The nights of a changed reservation: released, taken and repriced.
import { ownNightTest } from '../../model/channel-dates.ts';
import type { StayNight } from '../../model/charge-lines.ts';
import { countNights, isBefore, nightsBetween, type PlainDate, toPlainDate } from '../../model/night.ts';
import {
  firstMovedNight,
  hasArrived,
  type Reservation,
  type ReservationPatch,
  roomsOfStay,
} from '../../model/reservation.ts';
import {
  lockNights,
  type RoomNight,
  readTakenNights,
  releaseNights,
  type TakenNight,
  type TakeOptions,
  takeRoomNights,
} from '../inventory/nights.ts';
import { type NewParts, requireUnrestricted } from '../inventory/restrictions.ts';
import type { PropertyTransaction } from '../property-transaction.ts';
import { overlapOf } from './conflicts.ts';
import { endsStay } from './end-stay.ts';
import { keepNights } from './night-history.ts';
import { distributePrice, type PriceSetter, priceWeights, type ReportedPrice } from './price-weights.ts';

type Move = {
  /** the nights that the stay has so far */
  nights: readonly StayNight[];
  patch: ReservationPatch;
  /** date at the property: a guest who has arrived has slept the nights before it in the former room */
  today: PlainDate;
  taking: TakeOptions;
  nightPrices?: readonly ReportedPrice[];
  /** whose nights a price in the patch changes */
  setter: PriceSetter;
};

/**
 * Releases the nights that the stay no longer has and takes those that it gains; returns the
 * resulting rooms, price and conflict. Nights that it keeps are not released and taken again: otherwise a
 * stay on an overbooked night could not even be shortened.
 */
export async function moveNights(
  tx: PropertyTransaction,
  before: Reservation,
  wanted: Reservation,
  change: Move,
): Promise<Pick<Reservation, 'roomId' | 'earlierRooms' | 'priceMinor' | 'conflict' | 'conflictKind'>> {
  const { nights: oldNights } = change;
  const arrived = hasArrived(before, change.today);
  const newNights = placeNights(before, wanted, change);
  await lockNights(tx, [...oldNights, ...newNights]);
  const oldPrices = await dropPrices(tx, before);
  const kept = commonNights(oldNights, newNights);
  const isKept = (night: PlainDate) => kept.has(night.toString());
  await releaseNights(
    tx,
    oldNights.filter(({ date }) => !isKept(date)),
  );
  await takeRoomNights(
    tx,
    newNights.filter(({ date }) => !isKept(date)),
    change.taking,
  );
  const taken = await readTakenNights(tx, newNights);
  if (change.taking === 'sale') {
    const { closedToDeparture } = taken.at(-1)!;
    requireUnrestricted(
      { checkin: wanted.checkin, checkout: wanted.checkout, nights: taken, closedToDeparture },
      partsMoved(before, wanted, { isKept, arrived }),
    );
  }

  const natural = taken.map((night) => oldPrices.get(night.date.toString()) ?? night.priceMinor);
  const prices =
    change.patch.priceMinor === undefined
      ? natural
      : pricesAfterMove(wanted, { natural, taken }, { ...change, priceMinor: change.patch.priceMinor });
  await writePrices(tx, wanted, newNights, prices);
  const { conflict, conflictKind } = change.patch;
  return {
    ...roomsOfStay(newNights),
    priceMinor: prices.reduce((a, b) => a + b, 0),
    ...overlapOf(arrived ? taken.filter(({ date }) => !isBefore(date, change.today)) : taken),
    ...(conflict && { conflict, conflictKind }),
  };
}

/** Returns the price of each night of a stay that moves with a new price. */
function pricesAfterMove(
  wanted: Reservation,
  { natural, taken }: { natural: readonly number[]; taken: readonly TakenNight[] },
  { priceMinor, nightPrices, setter }: Pick<Move, 'nightPrices' | 'setter'> & { priceMinor: number },
): number[] {
  const isOwn = ownNightTest(wanted);
  const ofChannel = taken.filter(({ date }) => !isOwn(date));
  const reported = priceWeights(ofChannel, nightPrices);
  const nights = taken.map((night, i) => ({
    priceMinor: natural[i]!,
    weight: reported[ofChannel.indexOf(night)] ?? night.priceMinor,
    isOwn: isOwn(night.date),
  }));
  return distributePrice(priceMinor, nights, setter);
}

/**
 * Returns the room of each night of the changed stay. Another room is that of all nights that the guest has not slept yet; nights
 * that the stay gains before its first one are in the room of that.
 */
function placeNights(before: Reservation, wanted: Reservation, { nights, today }: Move): RoomNight[] {
  const rooms = new Map(nights.map(({ date, roomId }) => [date.toString(), roomId]));
  const isMoved = wanted.roomId !== before.roomId;
  const firstMoved = firstMovedNight(before, wanted, today);
  const firstRoom = nights[0]?.roomId ?? before.roomId;
  return nightsBetween(wanted.checkin, wanted.checkout).map((date) => {
    if (isMoved && !isBefore(date, firstMoved)) return { date, roomId: wanted.roomId };
    const isBeforeStay = isBefore(date, before.checkin);
    return { date, roomId: rooms.get(date.toString()) ?? (isBeforeStay ? firstRoom : before.roomId) };
  });
}

/** Returns the dates of the nights that are in the same room before and after. */
function commonNights(before: readonly RoomNight[], after: readonly RoomNight[]): Set<string> {
  const rooms = new Map(before.map(({ date, roomId }) => [date.toString(), roomId]));
  const common = after.filter(({ date, roomId }) => rooms.get(date.toString()) === roomId);
  return new Set(common.map(({ date }) => date.toString()));
}

/**
 * Returns which parts of the stay are new. Unchanged parts are not checked against the restrictions: a stay
 * on a night that was closed since can still be shortened. A guest who has arrived neither arrives nor departs anew in another room.
 */
function partsMoved(
  before: Reservation,
  wanted: Reservation,
  { isKept, arrived }: { isKept: (night: PlainDate) => boolean; arrived: boolean },
): NewParts {
  const otherRoom = wanted.roomId !== before.roomId && !arrived;
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
  nights: readonly RoomNight[],
  prices: readonly number[],
): Promise<void> {
  await tx.query(
    `insert into reservation_nights (hotel_id, reservation_id, room_id, date, price_minor, taken_at)
     select $1, $2, night.room_id, night.date, night.price_minor, $6
     from unnest($3::bigint[], $4::date[], $5::bigint[]) as night(room_id, date, price_minor)`,
    [
      tx.hotelId,
      reservation.reservationId,
      nights.map((night) => night.roomId),
      nights.map((night) => night.date),
      prices,
      tx.now,
    ],
  );
}

/** Distributes a new total price over the nights in proportion to their former prices: see `distributePrice`. */
export async function repriceNights(
  tx: PropertyTransaction,
  reservation: Reservation,
  setter: PriceSetter,
): Promise<void> {
  const rows = await tx.query<{ date: string; price_minor: number }>(
    `select date, price_minor from reservation_nights where hotel_id = $1 and reservation_id = $2 order by date`,
    [tx.hotelId, reservation.reservationId],
  );
  const isOwn = ownNightTest(reservation);
  const nights = rows.map(({ date, price_minor: priceMinor }) => ({
    priceMinor,
    weight: priceMinor,
    isOwn: isOwn(toPlainDate(date)),
  }));
  const prices = distributePrice(reservation.priceMinor, nights, setter);
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
