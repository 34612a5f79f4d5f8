// The archive of properties: an archived property is read, and nothing in it changes (inPropertyTransaction refuses it).

import { changesOf } from '../model/event.ts';
import type { PlainDate } from '../model/night.ts';
import type { Property } from '../model/property.ts';
import { Problem } from '../problems.ts';
import { getProperty, lockWithoutWriters } from './properties.ts';
import type { PropertyTransaction } from './property-transaction.ts';
import { readOpenMoney } from './reports/open-money.ts';
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
