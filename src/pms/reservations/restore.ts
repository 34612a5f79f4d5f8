// Ways back: takes back a check-in, a check-out, a no-show or a cancellation, as far as the stay's nights are free.
import { nightsOfChannel } from '../../model/channel-dates.ts';
import { chargesOf, type StayNight, sumsAfter } from '../../model/charge-lines.ts';
import { changesOf } from '../../model/event.ts';
import { type PlainDate, toPlainDate } from '../../model/night.ts';
import {
  type Conflict,
  DIRECT,
  RESERVATION_TRANSITIONS,
  type Reservation,
  type ReservationStatus,
  roomsOfStay,
  WAYS_BACK,
} from '../../model/reservation.ts';
import { Problem } from '../../problems.ts';
import { isSoldAtChannel } from '../channel-sync/ingest/sold-at-channel.ts';
import { lockNights, readTakenNights, releaseNights, takeRoomNights } from '../inventory/nights.ts';
import type { PropertyTransaction } from '../property-transaction.ts';
import { reopenTurnover } from '../tasks.ts';
import { arrangeUnits } from '../units/arrange.ts';
import { returnFromDeparture } from '../units/leave-unit.ts';
import { overlapOf, updateRoomConflicts } from './conflicts.ts';
import { requireStatusAllowedToday } from './end-stay.ts';
import { keepNights } from './night-history.ts';
import { postDifference, readStayNights } from './post-charges.ts';
import { updateReservation } from './rows.ts';
import { readStayBeforeEnd, type StayBeforeEnd } from './stay-before-end.ts';

type Restoration = {
  status: ReservationStatus;
  /** date at the property: decides whether the guest can be there, and dates the ledger entry */
  today: PlainDate;
  /** the guest may be checked in before the check-in date */
  early: boolean;
  /** the guest may move into a unit that is not ready */
  unready?: boolean;
};

/** Whether a status takes back what ended or began the stay. */
export function isWayBack(before: Pick<Reservation, 'status'>, status: ReservationStatus): boolean {
  return WAYS_BACK[before.status].includes(status);
}

/**
 * Gives a reservation that the caller has locked an earlier status back (see `isWayBack`), and of a stay that ended the dates, the price and the
 * unit that it had before. Nights that it gave back are taken again, all or none, as a sale takes them; restrictions are not checked, because
 * they were when it was sold. Its unit is taken again if it is free, else another one. The ledger gets the difference in what the booking
 * charges; the cleaning is due again. Throws `room_unavailable` naming the nights that are sold by now, and `invalid_transition` if the stay's
 * channel no longer has it, or for a check-in before the check-in date; for units what a check-in or a change of dates throws.
 */
export async function restoreReservation(
  tx: PropertyTransaction,
  before: Reservation,
  { status, today, early, unready = false }: Restoration,
): Promise<Reservation> {
  await requireSoldAtChannel(tx, before);
  const isEnded = RESERVATION_TRANSITIONS[before.status].length === 0;
  const present = isEnded ? await readStayNights(tx, before) : [];
  const former = isEnded ? await readStayBeforeEnd(tx, before, present) : null;
  const nights = former?.nights ?? [];
  const wanted: Reservation = {
    ...before,
    status,
    ...(nights.length > 0 && { ...datesOf(nights), ...roomsOfStay(nights), priceMinor: sum(nights) }),
  };
  if (status === 'checked_in') requireStatusAllowedToday(before, wanted, { today, early });
  if (await retakeNights(tx, before, { present, nights }))
    Object.assign(wanted, await conflictOf(tx, before, nights));
  Object.assign(wanted, await returnToUnit(tx, before, wanted, { former, today, unready }));

  const updated = await updateReservation(tx, wanted);
  const charges = { before: chargesOf(before, present), after: chargesOf(updated, nights) };
  const after = { ...updated, ...sumsAfter(updated, charges.before, charges.after) };
  const subject = `booking/${after.reservationId}`;
  tx.record('booking.modified', subject, { ...after, ...changesOf(before, after) });
  if (after.conflict && after.conflict !== before.conflict) tx.record('booking.conflict', subject, after);
  await postDifference(tx, after, { ...charges, reason: 'restoration', today });
  if (isEnded) await reopenTurnover(tx, after);
  if (former && status === 'checked_in')
    await returnFromDeparture(tx, { ...before, unitNights: former.unitNights }, after, today);
  return after;
}

/** Gives the nights that the stay has again their former unit, or the one next to them, as a change of its dates would. */
function returnToUnit(
  tx: PropertyTransaction,
  before: Reservation,
  wanted: Reservation,
  { former, today, unready }: { former: StayBeforeEnd | null; today: PlainDate; unready: boolean },
): ReturnType<typeof arrangeUnits> {
  const [first] = former?.unitNights ?? before.unitNights ?? [];
  // Nights before the first one with a unit, such as those before a late arrival, go on having none.
  const start = first ? { checkin: toPlainDate(first.from) } : {};
  // A unit that this guest has used is not clean, and need not be.
  const how = { today, taking: 'sale', unready: unready || (former?.wasHere ?? false) } as const;
  return arrangeUnits(
    tx,
    { ...before, ...start },
    { ...wanted, ...start },
    { ...how, ...(former?.unitNights && { former: { ...former, unitNights: former.unitNights } }) },
  );
}

function datesOf(nights: readonly StayNight[]): Partial<Pick<Reservation, 'checkin' | 'checkout'>> {
  const [first, last] = [nights[0], nights.at(-1)];
  return first && last ? { checkin: first.date, checkout: last.date.add({ days: 1 }) } : {};
}

/**
 * Takes the nights again that the stay has given back, gives all of them the prices that they had, and gives back those that it did not have.
 * Returns whether there were any to take.
 */
async function retakeNights(
  tx: PropertyTransaction,
  { reservationId }: Reservation,
  { present, nights }: { present: readonly StayNight[]; nights: readonly StayNight[] },
): Promise<boolean> {
  const now = new Map(present.map((night) => [keyOf(night), night]));
  const then = new Set(nights.map(keyOf));
  const isHeld = (night: StayNight) => now.get(keyOf(night))?.released === false;
  const given = nights.filter((night) => !isHeld(night));
  const surplus = present.filter((night) => !then.has(keyOf(night)));
  const taken = surplus.filter(({ released }) => !released);
  await lockNights(tx, [...given, ...taken]);
  await releaseNights(tx, taken);
  await takeRoomNights(tx, given, 'sale');
  const changed = nights.filter(
    (night) => !isHeld(night) || now.get(keyOf(night))?.priceMinor !== night.priceMinor,
  );
  if (changed.length > 0 || surplus.length > 0) await storeNights(tx, reservationId, { changed, surplus });
  await updateRoomConflicts(tx, taken);
  return given.length > 0;
}

function keyOf({ date, roomId }: StayNight): string {
  return `${date} ${roomId}`;
}

/** Stores nights that the stay holds again, and removes others; both stay in the history. */
async function storeNights(
  tx: PropertyTransaction,
  reservationId: number,
  { changed, surplus }: { changed: readonly StayNight[]; surplus: readonly StayNight[] },
): Promise<void> {
  const touched = [...changed, ...surplus];
  await tx.query(
    `with touched as (select * from unnest($3::bigint[], $4::date[]) as touched(room_id, date)),
     former as (
       select night.* from reservation_nights as night join touched using (room_id, date)
       where night.hotel_id = $1 and night.reservation_id = $2
     ), kept as (${keepNights('former', '$5')})
     delete from reservation_nights where hotel_id = $1 and reservation_id = $2
       and (room_id, date) in (select room_id, date from touched)`,
    [tx.hotelId, reservationId, touched.map(({ roomId }) => roomId), touched.map(({ date }) => date), tx.now],
  );
  await tx.query(
    `insert into reservation_nights (hotel_id, reservation_id, room_id, date, price_minor, taken_at)
     select $1, $2, night.room_id, night.date, night.price_minor, $6
     from unnest($3::bigint[], $4::date[], $5::bigint[]) as night(room_id, date, price_minor)`,
    [
      tx.hotelId,
      reservationId,
      changed.map(({ roomId }) => roomId),
      changed.map(({ date }) => date),
      changed.map(({ priceMinor }) => priceMinor),
      tx.now,
    ],
  );
}

async function conflictOf(
  tx: PropertyTransaction,
  { conflict, conflictKind }: Reservation,
  nights: readonly StayNight[],
): Promise<Conflict> {
  if (conflictKind !== null && conflictKind !== 'overbooked') return { conflict, conflictKind };
  return overlapOf(await readTakenNights(tx, nights));
}

function sum(nights: readonly StayNight[]): number {
  return nights.reduce((total, { priceMinor }) => total + priceMinor, 0);
}

/** Throws `invalid_transition` for a stay that did not take place and that its channel has cancelled or moved; not for one that people kept. */
async function requireSoldAtChannel(tx: PropertyTransaction, before: Reservation): Promise<void> {
  const { channel, connection, reservationId, status } = before;
  const tookPlace = status === 'checked_in' || status === 'checked_out';
  const isHouse = channel === DIRECT || (connection !== null && nightsOfChannel(before) === null);
  if (isHouse || tookPlace || (await isSoldAtChannel(tx, before))) return;
  throw new Problem('invalid_transition', { case: 'ended_at_channel', reservationId, channel });
}
