// The archive of properties: an archived property is read, and nothing in it changes (inPropertyTransaction refuses it).

import type { Queryable } from '../db/database.ts';
import { changesOf } from '../model/event.ts';
import { CHARGE_TYPES, PAYMENT_TYPES } from '../model/ledger.ts';
import type { PlainDate } from '../model/night.ts';
import type { Property } from '../model/property.ts';
import { Problem } from '../problems.ts';
import { getProperty } from './properties.ts';
import type { PropertyTransaction } from './property-transaction.ts';
import { lockReservation } from './reservations/find.ts';
import { endHold } from './reservations/holds.ts';

/**
 * Archives the property; one that is archived stays so. Holds end, because nothing would end them later. Throws `property_has_channels` while
 * channels are connected, and `property_in_use` for guests in the house or to come, holds, and bookings with an open balance, unless the caller
 * has confirmed them.
 */
export async function archiveProperty(
  tx: PropertyTransaction,
  { today, confirmed }: { today: PlainDate; confirmed: boolean },
): Promise<Property> {
  const before = await lockWithoutWriters(tx);
  if (before.archivedAt) return before;
  await requireNoChannels(tx);
  const { held, ...use } = await readUse(tx, today);
  const counts = { ...use, held: held.length };
  if (!confirmed && Object.values(counts).some((count) => count > 0))
    throw new Problem('property_in_use', counts);
  for (const reservationId of held)
    await endHold(tx, await lockReservation(tx, reservationId), 'booking.hold_cancelled');
  return setArchivedAt(tx, before, tx.now);
}

/** Takes the property out of the archive; one that is in use stays so. */
export async function unarchiveProperty(tx: PropertyTransaction): Promise<Property> {
  const before = await lockWithoutWriters(tx);
  return before.archivedAt ? setArchivedAt(tx, before, null) : before;
}

/** Returns the property, after the end of all changes that have begun; those that begin later wait for this transaction. Throws `unknown_property`. */
export async function lockWithoutWriters(tx: PropertyTransaction): Promise<Property> {
  await tx.query(`select 1 from properties where hotel_id = $1 for update`, [tx.hotelId]);
  return getProperty(tx, tx.hotelId);
}

async function setArchivedAt(
  tx: PropertyTransaction,
  before: Property,
  archivedAt: Temporal.Instant | null,
): Promise<Property> {
  await tx.query(`update properties set archived_at = $2 where hotel_id = $1`, [tx.hotelId, archivedAt]);
  const after = await getProperty(tx, tx.hotelId);
  tx.record('property.changed', `property/${tx.hotelId}`, { ...after, ...changesOf(before, after) });
  return after;
}

async function requireNoChannels(tx: PropertyTransaction): Promise<void> {
  const rows = await tx.query<{ channel: string }>(
    `select channel from connections where hotel_id = $1 order by channel`,
    [tx.hotelId],
  );
  if (rows.length > 0)
    throw new Problem('property_has_channels', { channels: rows.map(({ channel }) => channel) });
}

/** Bookings for which somebody still has to do something; `held`: their ids. */
type Use = { inHouse: number; toCome: number; held: number[]; owed: number; toReturn: number };

async function readUse(tx: PropertyTransaction, today: PlainDate): Promise<Use> {
  const [[stays], holds, money] = await Promise.all([
    tx.query<{ in_house: number; to_come: number }>(
      `select (count(*) filter (where status = 'checked_in'))::int as in_house,
         (count(*) filter (where status = 'confirmed' and checkout > $2))::int as to_come
       from reservations where hotel_id = $1`,
      [tx.hotelId, today],
    ),
    tx.query<{ reservation_id: number }>(
      `select reservation_id from reservations where hotel_id = $1 and status = 'held' order by room_id, reservation_id`,
      [tx.hotelId],
    ),
    readOpenMoney(tx, tx.hotelId),
  ]);
  const sum = (member: 'owedBookings' | 'returnBookings') =>
    money.reduce((total, one) => total + one[member], 0);
  return {
    inHouse: stays!.in_house,
    toCome: stays!.to_come,
    held: holds.map((row) => row.reservation_id),
    owed: sum('owedBookings'),
    toReturn: sum('returnBookings'),
  };
}

/** What is open in one currency, in its minor units: what guests owe, and what was paid beyond the charges. */
type OpenMoney = {
  currency: string;
  owedBookings: number;
  owedMinor: number;
  returnBookings: number;
  returnMinor: number;
};

/** Returns the open balances of the property's bookings by currency, without those of holds; a currency without any is left out. */
export async function readOpenMoney(db: Queryable, hotelId: number): Promise<OpenMoney[]> {
  const rows = await db.query<{
    currency: string;
    owed_bookings: number;
    owed_minor: number;
    return_bookings: number;
    return_minor: number;
  }>(
    `select currency,
       (count(*) filter (where balance > 0))::int as owed_bookings,
       coalesce(sum(balance) filter (where balance > 0), 0)::bigint as owed_minor,
       (count(*) filter (where balance < 0))::int as return_bookings,
       coalesce(-sum(balance) filter (where balance < 0), 0)::bigint as return_minor
     from (
       select entry.currency, case when entry.collected_by = 'channel' then 'channel' else 'guest' end as payer,
         sum(case when entry.type = any($2) then amount_minor when entry.type = any($3) then -amount_minor else 0 end) as balance
       from ledger_entries as entry
       join reservations as booking on booking.hotel_id = $1 and booking.reservation_id = entry.reservation_id
         and booking.currency = entry.currency and booking.status <> 'held'
       where entry.hotel_id = $1
       group by entry.reservation_id, entry.currency, payer
     ) as balances
     -- What a channel takes from the guest is not owed here; what it paid too much is to be returned.
     where balance < 0 or balance > 0 and payer = 'guest'
     group by currency order by currency`,
    [hotelId, CHARGE_TYPES, PAYMENT_TYPES],
  );
  return rows.map((row) => ({
    currency: row.currency,
    owedBookings: row.owed_bookings,
    owedMinor: row.owed_minor,
    returnBookings: row.return_bookings,
    returnMinor: row.return_minor,
  }));
}
