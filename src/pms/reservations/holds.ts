// Holds: bookings that take their nights before they are confirmed. They are confirmed or cancelled by a caller,
// or end by themselves.
import type { Queryable } from '../../db/database.ts';
import { chargesOf, sumsAfter } from '../../model/charge-lines.ts';
import type { PlainDate } from '../../model/night.ts';
import { NO_CONFLICT, type Reservation } from '../../model/reservation.ts';
import { Problem } from '../../problems.ts';
import type { PropertyTransaction } from '../property-transaction.ts';
import { planTurnover } from '../tasks.ts';
import { updateRoomConflicts } from './conflicts.ts';
import { lockReservation } from './find.ts';
import { postDifference, readStayNights } from './post-charges.ts';
import { releaseFrom } from './release.ts';
import { updateReservation } from './rows.ts';

/**
 * Confirms a hold that the caller has locked: posts its charges, plans its cleaning, and writes it to the log as
 * created, because readers of the log that ignore holds see it now for the first time. A hold whose time has passed is
 * confirmed as long as nothing has released its nights.
 */
export async function confirmHold(
  tx: PropertyTransaction,
  held: Reservation,
  today: PlainDate,
): Promise<Reservation> {
  const updated = await updateReservation(tx, { ...held, status: 'confirmed', heldUntil: null });
  const charges = { before: [], after: chargesOf(updated, await readStayNights(tx, updated)) };
  const confirmed = { ...updated, ...sumsAfter(updated, charges.before, charges.after) };
  // The nights are sold from now on: reports of the past do not count a hold.
  await tx.query(
    `update reservation_nights set taken_at = $3
     where hotel_id = $1 and reservation_id = $2 and released_at is null`,
    [tx.hotelId, confirmed.reservationId, tx.now],
  );
  const subject = `booking/${confirmed.reservationId}`;
  tx.record('booking.created', subject, confirmed);
  if (confirmed.conflict) tx.record('booking.conflict', subject, confirmed);
  await Promise.all([
    postDifference(tx, confirmed, { ...charges, reason: 'booking', today }),
    planTurnover(tx, confirmed),
  ]);
  return confirmed;
}

/** Releases all nights of a hold that the caller has locked. Nothing was posted or planned for it. */
export async function endHold(
  tx: PropertyTransaction,
  held: Reservation,
  kind: 'booking.hold_cancelled' | 'booking.hold_expired',
): Promise<Reservation> {
  const { released, unitNights } = await releaseFrom(tx, held, held.checkin);
  const noUnit = { unitNights, unitPinned: false };
  const ended = await updateReservation(tx, { ...held, status: 'cancelled', ...NO_CONFLICT, ...noUnit });
  tx.record(kind, `booking/${ended.reservationId}`, ended);
  await updateRoomConflicts(tx, released);
  return ended;
}

/** A hold whose time has passed. */
export type ExpiredHold = { hotelId: number; reservationId: number };

/** Finds holds of all properties but the sample whose time has passed, those that wait longest first. */
export async function findExpiredHolds(
  db: Queryable,
  { now, limit }: { now: Temporal.Instant; limit: number },
): Promise<ExpiredHold[]> {
  const rows = await db.query<{ hotel_id: number; reservation_id: number }>(
    `select held.hotel_id, held.reservation_id from reservations as held
     join properties as property on property.hotel_id = held.hotel_id and property.sandbox_at is null
       and property.archived_at is null
     where held.status = 'held' and held.held_until <= $1 order by held.held_until limit $2`,
    [now, limit],
  );
  return rows.map((row) => ({ hotelId: row.hotel_id, reservationId: row.reservation_id }));
}

/**
 * Ends a hold whose time has passed, together with those of its group, and returns whether it did: of concurrent calls one does, and
 * none if the hold was confirmed, extended or cancelled first. The locks of the reservations' rows decide.
 */
export async function expireHold(tx: PropertyTransaction, reservationId: number): Promise<boolean> {
  // In the order in which `lockGroup` locks them.
  const rows = await tx.query<{ reservation_id: number }>(
    `select reservation_id from reservations
     where hotel_id = $1 and status = 'held' and (reservation_id = $2 or group_id = (
       select own.group_id from reservations as own where own.hotel_id = $1 and own.reservation_id = $2))
     order by room_id, reservation_id`,
    [tx.hotelId, reservationId],
  );
  const holds: Reservation[] = [];
  for (const row of rows) holds.push(await lockReservation(tx, row.reservation_id));
  const ended = holds.filter(
    ({ status, heldUntil }) => status === 'held' && Temporal.Instant.compare(heldUntil!, tx.now) <= 0,
  );
  for (const held of ended) await endHold(tx, held, 'booking.hold_expired');
  return ended.length > 0;
}

/** Creates the problem `hold_expired` for a hold that has ended. */
export function holdEnded({ reservationId, heldUntil }: Reservation): Problem<'hold_expired'> {
  return new Problem('hold_expired', { reservationId, heldUntil: String(heldUntil) });
}
