// Ways back: takes back a check-in, a check-out, a no-show or a cancellation, as far as the stay's nights are free.
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
import { readTakenNights, takeRoomNights } from '../inventory/nights.ts';
import type { PropertyTransaction } from '../property-transaction.ts';
import { reopenTurnover } from '../tasks.ts';
import { arrangeUnits } from '../units/arrange.ts';
import { returnFromDeparture } from '../units/leave-unit.ts';
import { overlapOf } from './conflicts.ts';
import { requireStatusAllowedToday } from './end-stay.ts';
import { keepNights } from './night-history.ts';
import { postDifference, readStayNights } from './post-charges.ts';
import { updateReservation } from './rows.ts';

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
 * Gives a reservation that the caller has locked an earlier status back (see `isWayBack`). Nights that it released are taken
 * again, all or none, as a sale takes them; restrictions are not checked, because they were when it was sold. A
 * cancelled booking gets its price back, and the ledger the difference in what the booking charges; the cleaning is due again. Throws
 * `room_unavailable` naming the nights that are sold by now, and `invalid_transition` if the stay's channel no longer has it, or
 * for a check-in before the check-in date; for units what a check-in or a change of dates throws.
 */
export async function restoreReservation(
  tx: PropertyTransaction,
  before: Reservation,
  { status, today, early, unready = false }: Restoration,
): Promise<Reservation> {
  await requireSoldAtChannel(tx, before);
  const isEnded = RESERVATION_TRANSITIONS[before.status].length === 0;
  const nights = isEnded ? await readStayNights(tx, before) : [];
  const wanted: Reservation = {
    ...before,
    status,
    ...(nights.length > 0 && { ...datesOf(nights), ...roomsOfStay(nights) }),
  };
  if (status === 'checked_in') requireStatusAllowedToday(before, wanted, { today, early });
  if (nights.some(({ released }) => released)) {
    await retakeNights(tx, before, nights);
    Object.assign(wanted, await conflictOf(tx, before, nights));
  }
  if (before.status === 'cancelled') wanted.priceMinor = sum(nights);
  Object.assign(wanted, await returnToUnit(tx, before, wanted, { today, unready }));

  const updated = await updateReservation(tx, wanted);
  const held = nights.map((night) => ({ ...night, released: false }));
  const charges = { before: chargesOf(before, nights), after: chargesOf(updated, held) };
  const after = { ...updated, ...sumsAfter(updated, charges.before, charges.after) };
  const subject = `booking/${after.reservationId}`;
  tx.record('booking.modified', subject, { ...after, ...changesOf(before, after) });
  if (after.conflict && after.conflict !== before.conflict) tx.record('booking.conflict', subject, after);
  await postDifference(tx, after, { ...charges, reason: 'restoration', today });
  if (isEnded) await reopenTurnover(tx, after);
  if (isEnded && status === 'checked_in') await returnFromDeparture(tx, before, after, today);
  return after;
}

/** Gives the nights that the stay has again the unit that it has in the night before them, as a change of its dates would. */
function returnToUnit(
  tx: PropertyTransaction,
  before: Reservation,
  wanted: Reservation,
  { today, unready }: { today: PlainDate; unready: boolean },
): ReturnType<typeof arrangeUnits> {
  const [first] = before.unitNights ?? [];
  // Nights before the first one with a unit, such as those before a late arrival, go on having none.
  const start = first ? { checkin: toPlainDate(first.from) } : {};
  // A unit that this guest has used is not clean, and need not be.
  const wasUsed = first !== undefined && before.status !== 'no_show';
  const how = { today, taking: 'sale', unready: unready || wasUsed } as const;
  return arrangeUnits(tx, { ...before, ...start }, { ...wanted, ...start }, how);
}

function datesOf(nights: readonly StayNight[]): Partial<Pick<Reservation, 'checkin' | 'checkout'>> {
  const [first, last] = [nights[0], nights.at(-1)];
  return first && last ? { checkin: first.date, checkout: last.date.add({ days: 1 }) } : {};
}

async function retakeNights(
  tx: PropertyTransaction,
  { reservationId }: Reservation,
  nights: readonly StayNight[],
): Promise<void> {
  await takeRoomNights(
    tx,
    nights.filter(({ released }) => released),
    'sale',
  );
  await tx.query(
    `with former as (
       select * from reservation_nights where hotel_id = $1 and reservation_id = $2 and released_at is not null
     ), kept as (${keepNights('former', '$3')})
     update reservation_nights set released_at = null, taken_at = $3
     where hotel_id = $1 and reservation_id = $2 and released_at is not null`,
    [tx.hotelId, reservationId, tx.now],
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

/** Throws `invalid_transition` for a stay that did not take place and that its channel has cancelled or moved. */
async function requireSoldAtChannel(tx: PropertyTransaction, before: Reservation): Promise<void> {
  const { channel, reservationId, status } = before;
  const tookPlace = status === 'checked_in' || status === 'checked_out';
  if (channel === DIRECT || tookPlace || (await isSoldAtChannel(tx, before))) return;
  throw new Problem('invalid_transition', { case: 'ended_at_channel', reservationId, channel });
}
