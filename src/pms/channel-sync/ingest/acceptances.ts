// Accepted requests to book that the channel has not confirmed yet: our answer may have been lost.

import type { Database, Queryable } from '../../../db/database.ts';
import { INNWIRE } from '../../../model/actor.ts';
import { type Property, todayAt } from '../../../model/property.ts';
import { type Conflict, NO_CONFLICT } from '../../../model/reservation.ts';
import { inPropertyTransaction, type PropertyTransaction } from '../../property-transaction.ts';
import { cancelReservation } from '../../reservations/cancel.ts';
import { changeReservation } from '../../reservations/change.ts';
import { lockReservation } from '../../reservations/find.ts';
import type { ConnectionKey } from '../ownership.ts';
import { lockArrivals } from './inbox.ts';
import { keepStayOfHouse } from './own-nights.ts';
import { type ChannelStay, listStays } from './stays.ts';

/** Records that a request is answered with yes; also when the request is repeated. */
export async function recordAcceptance(
  tx: PropertyTransaction,
  channel: string,
  reference: string,
): Promise<void> {
  await tx.query(
    `update channel_stays set accepted_at = $4 where hotel_id = $1 and channel = $2 and reference = $3`,
    [tx.hotelId, channel, reference, tx.now],
  );
}

/**
 * Records that the answer was sent completely, and stops waiting for a confirmation. For channels that never
 * report the order again, nothing more can be known.
 */
export async function recordResponseSent(
  db: Queryable,
  { hotelId, channel }: ConnectionKey,
  references: readonly string[],
): Promise<void> {
  await db.query(
    `update channel_stays set accepted_at = null
     where hotel_id = $1 and channel = $2 and reference = any($3::text[]) and accepted_at is not null`,
    [hotelId, channel, references],
  );
}

/** Records that the channel has reported the order as sold, and clears the flag of its bookings. */
export async function confirmAcceptance(
  tx: PropertyTransaction,
  { property, channel }: { property: Property; channel: string },
  { reference, stays }: { reference: string; stays: readonly ChannelStay[] },
): Promise<void> {
  if (stays.length === 0) return;
  await recordResponseSent(tx, { hotelId: tx.hotelId, channel }, [reference]);
  for (const { reservationId, conflictKind } of stays) {
    if (conflictKind !== 'unconfirmed') continue;
    const today = todayAt(property, tx.now);
    await changeReservation(tx, { reservationId, patch: NO_CONFLICT, today, taking: 'fact' });
  }
}

/**
 * Lists the references of requests that were accepted before `before` and are not confirmed, oldest first.
 */
export async function listUnconfirmed(
  db: Queryable,
  { hotelId, channel }: ConnectionKey,
  before: Temporal.Instant,
): Promise<string[]> {
  const rows = await db.query<{ reference: string }>(
    `select reference from channel_stays where hotel_id = $1 and channel = $2 and accepted_at < $3
     group by reference order by min(accepted_at) limit $4`,
    [hotelId, channel, before, AT_ONCE],
  );
  return rows.map(({ reference }) => reference);
}

const AT_ONCE = 50;

/** A request to book that was accepted. */
type AcceptedOrder = { property: Property; channel: string; reference: string };

/**
 * Releases the nights of an accepted request that the channel does not have, and deletes it: it may then be
 * repeated, and is checked again. Returns the ids of the bookings that were released.
 */
export async function releaseUnconfirmed(
  db: Database,
  { property, channel, reference }: AcceptedOrder,
  now: Temporal.Instant,
): Promise<number[]> {
  return inPropertyTransaction(db, { hotelId: property.hotelId, now, actor: INNWIRE }, async (tx) => {
    await lockArrivals(tx, { channel, kind: 'reservation', reference });
    const [waiting] = await tx.query(
      `select 1 from channel_stays where hotel_id = $1 and channel = $2 and reference = $3 and accepted_at is not null limit 1`,
      [tx.hotelId, channel, reference],
    );
    // The request was confirmed while the channel was asked.
    if (!waiting) return [];
    const released = [];
    const today = todayAt(property, tx.now);
    for (const { reservationId, status, checkin } of await listStays(tx, channel, reference)) {
      if (status !== 'confirmed') continue;
      if (await keepStayOfHouse(tx, await lockReservation(tx, reservationId), today)) continue;
      await cancelReservation(tx, { reservationId, date: checkin, today });
      released.push(reservationId);
    }
    await tx.query(
      `update channel_inbox set applied_at = null, outcome = 'released', revision = revision || ' released ' || $4
       where hotel_id = $1 and channel = $2 and kind = 'reservation' and reference = $3`,
      [tx.hotelId, channel, reference, tx.now.toString()],
    );
    await tx.query(`delete from channel_stays where hotel_id = $1 and channel = $2 and reference = $3`, [
      tx.hotelId,
      channel,
      reference,
    ]);
    return released;
  });
}

/** Flags the bookings of a request for people, if the channel cannot be asked; returns their ids. */
export async function flagUnconfirmed(
  db: Database,
  { property, channel, reference }: AcceptedOrder,
  now: Temporal.Instant,
): Promise<number[]> {
  return inPropertyTransaction(db, { hotelId: property.hotelId, now, actor: INNWIRE }, async (tx) => {
    const today = todayAt(property, tx.now);
    const flagged = [];
    for (const { reservationId, status, conflict } of await listStays(tx, channel, reference)) {
      if (status !== 'confirmed' || conflict !== null) continue;
      const flag: Conflict = {
        conflict: `the answer to this request may not have reached ${channel}: look there whether it is sold, and cancel it here if it is not`,
        conflictKind: 'unconfirmed',
      };
      await changeReservation(tx, { reservationId, patch: flag, today, taking: 'fact' });
      flagged.push(reservationId);
    }
    await recordResponseSent(tx, { hotelId: tx.hotelId, channel }, [reference]);
    return flagged;
  });
}
