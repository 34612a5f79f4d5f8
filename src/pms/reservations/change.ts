// Changing a reservation: guest data, room, dates, price and state. Nights move in one transaction or not at all.
import { changesOf } from '../../model/event.ts';
import { splitByWeight } from '../../model/money.ts';
import { countNights, isBefore, nightsBetween, type PlainDate } from '../../model/night.ts';
import {
  RESERVATION_TRANSITIONS,
  type Reservation,
  type ReservationStatus,
} from '../../model/reservation.ts';
import { Problem } from '../../problems.ts';
import type { Change } from '../change.ts';
import {
  lockNights,
  readTakenNights,
  releaseNights,
  type TakenNight,
  type Taking,
  takeNights,
} from '../inventory/nights.ts';
import { type NewParts, requireUnrestricted } from '../inventory/restrictions.ts';
import { postEntry } from '../ledger.ts';
import { moveTurnover } from '../tasks.ts';
import { overlapOf, settleConflicts } from './conflicts.ts';
import { lockReservation } from './find.ts';
import { type ToldNight, weightsOf } from './night-shares.ts';
import { updateReservation } from './rows.ts';

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
    | 'channelReference'
    | 'conflict'
  >
> & { status?: 'checked_in' | 'checked_out' | 'no_show' };

export type ReservationChange = {
  reservationId: number;
  patch: ReservationPatch;
  /** the date a difference in price is booked on, at the property */
  today: PlainDate;
  /** `sale` re-checks the nights and their restrictions; `fact` is an OTA's own modification */
  taking: Taking;
  /** what the channel says that each night costs now */
  nightPrices?: readonly ToldNight[];
};

/**
 * Applies a patch. Without a price in it, nights that stay keep theirs and new ones cost what the calendar says. Throws
 * `unknown_booking`, `invalid_transition`, and for moved nights what a new booking would throw.
 */
export async function changeReservation(tx: Change, change: ReservationChange): Promise<Reservation> {
  const before = await lockReservation(tx, change.reservationId);
  const wanted: Reservation = { ...before, ...change.patch };
  refuseImpossible(before, wanted);

  const moved =
    wanted.roomId !== before.roomId ||
    !wanted.checkin.equals(before.checkin) ||
    !wanted.checkout.equals(before.checkout);
  if (moved) Object.assign(wanted, await moveNights(tx, before, wanted, change));
  else if (wanted.priceMinor !== before.priceMinor) await repriceNights(tx, wanted);

  if (changesOf(before, wanted).changed.length === 0) return before;
  const after = await updateReservation(tx, wanted);
  tx.record(kindOf(before, after), `booking/${after.reservationId}`, {
    ...after,
    ...changesOf(before, after),
  });
  if (after.conflict && after.conflict !== before.conflict) {
    tx.record('booking.conflict', `booking/${after.reservationId}`, after);
  }
  await postDifference(tx, before, after, change.today);
  if (moved) {
    await moveTurnover(tx, after);
    await settleConflicts(tx, before.roomId, nightsBetween(before.checkin, before.checkout));
  }
  return after;
}

/** Throws unless a booking is in this state, or can come to it. */
export function requireTransition(before: Reservation, status: Reservation['status']): void {
  const next = RESERVATION_TRANSITIONS[before.status];
  if (status === before.status || next.includes(status)) return;
  throw new Problem(
    'invalid_transition',
    `A booking that is ${before.status} cannot become ${status}: it may become ${next.join(' or ') || 'nothing else'}.`,
  );
}

function refuseImpossible(before: Reservation, wanted: Reservation): void {
  requireTransition(before, wanted.status);
  const stays: (keyof Reservation)[] = ['roomId', 'checkin', 'checkout', 'priceMinor'];
  if (
    RESERVATION_TRANSITIONS[before.status].length === 0 &&
    changesOf(before, wanted).changed.some((m) => stays.includes(m))
  ) {
    throw new Problem(
      'invalid_transition',
      `The booking is ${before.status}: its room, dates and price are final.`,
    );
  }
}

/**
 * Gives the nights back that the stay leaves and takes those that it gains; returns the price and conflict that come of it.
 * What it keeps is not asked for again: a stay on an overbooked night could otherwise not even be shortened.
 */
async function moveNights(
  tx: Change,
  before: Reservation,
  wanted: Reservation,
  change: ReservationChange,
): Promise<Pick<Reservation, 'priceMinor' | 'conflict'>> {
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
      : splitByWeight(change.patch.priceMinor, weightsOf(taken, change.nightPrices));
  await writePrices(tx, wanted, taken, prices);
  return {
    priceMinor: prices.reduce((a, b) => a + b, 0),
    conflict: change.patch.conflict ?? overlapOf(taken),
  };
}

/** What a change leaves as it was is not asked for again: a stay on a night that was closed since can still be shortened. */
function partsMoved(
  before: Reservation,
  wanted: Reservation,
  isKept: (night: PlainDate) => boolean,
): NewParts {
  const otherRoom = wanted.roomId !== before.roomId;
  const longer = countNights(wanted.checkin, wanted.checkout) - countNights(before.checkin, before.checkout);
  return {
    arrival: otherRoom || !wanted.checkin.equals(before.checkin),
    departure: otherRoom || !wanted.checkout.equals(before.checkout),
    longer: longer > 0,
    shorter: longer < 0,
    isNew: (night) => !isKept(night),
  };
}

function isBetween(night: PlainDate, { checkin, checkout }: Reservation): boolean {
  return !isBefore(night, checkin) && isBefore(night, checkout);
}

/** Removes the stay's priced nights and returns what each cost. */
async function dropPrices(tx: Change, reservation: Reservation): Promise<Map<string, number>> {
  const rows = await tx.query<{ date: string; price_minor: number }>(
    `delete from reservation_nights where hotel_id = $1 and reservation_id = $2 returning date, price_minor`,
    [tx.hotelId, reservation.reservationId],
  );
  return new Map(rows.map((row) => [row.date, row.price_minor]));
}

async function writePrices(
  tx: Change,
  reservation: Reservation,
  nights: readonly TakenNight[],
  prices: readonly number[],
): Promise<void> {
  await tx.query(
    `insert into reservation_nights (hotel_id, reservation_id, room_id, date, price_minor)
     select $1, $2, $3, night.date, night.price_minor
     from unnest($4::date[], $5::bigint[]) as night(date, price_minor)`,
    [tx.hotelId, reservation.reservationId, reservation.roomId, nights.map((night) => night.date), prices],
  );
}

/** Spreads a new total over the nights in proportion to what they cost before. */
async function repriceNights(tx: Change, reservation: Reservation): Promise<void> {
  const rows = await tx.query<{ date: string; price_minor: number }>(
    `select date, price_minor from reservation_nights where hotel_id = $1 and reservation_id = $2 order by date`,
    [tx.hotelId, reservation.reservationId],
  );
  const prices = splitByWeight(
    reservation.priceMinor,
    rows.map((row) => row.price_minor),
  );
  await tx.query(
    `update reservation_nights as night set price_minor = priced.price_minor
     from unnest($3::date[], $4::bigint[]) as priced(date, price_minor)
     where night.hotel_id = $1 and night.reservation_id = $2 and night.date = priced.date`,
    [tx.hotelId, reservation.reservationId, rows.map((row) => row.date), prices],
  );
}

async function postDifference(
  tx: Change,
  before: Reservation,
  after: Reservation,
  today: PlainDate,
): Promise<void> {
  if (after.priceMinor === before.priceMinor) return;
  await postEntry(tx, {
    amountMinor: after.priceMinor - before.priceMinor,
    currency: after.currency,
    type: 'adjustment',
    description: `Change of booking ${after.reservationId}`,
    roomId: after.roomId,
    reservationId: after.reservationId,
    date: today,
  });
}

function kindOf(before: Reservation, after: Reservation) {
  const arrived: Partial<Record<ReservationStatus, 'booking.checked_in' | 'booking.checked_out'>> = {
    checked_in: 'booking.checked_in',
    checked_out: 'booking.checked_out',
  };
  return (before.status !== after.status && arrived[after.status]) || 'booking.modified';
}
