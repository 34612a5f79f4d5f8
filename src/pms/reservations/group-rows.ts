// Groups of bookings in the database: stored, read and locked.
import type { Queryable } from '../../db/database.ts';
import type { Group, Reservation } from '../../model/reservation.ts';
import { Problem } from '../../problems.ts';
import { storedReference } from '../card-references.ts';
import { type Condition, keyset, type Page } from '../page.ts';
import type { PropertyTransaction } from '../property-transaction.ts';
import { lockReservation } from './find.ts';
import { ledgerSums, type ReservationRow, toReservation } from './rows.ts';

/** A group with its bookings, in the order in which they were made. */
export type BookedGroup<Moment = Temporal.Instant> = Group<Moment> & { bookings: Reservation<Moment>[] };

/** Stores a group without bookings and returns it. */
export async function insertGroup(
  tx: PropertyTransaction,
  { channel, reference }: Pick<Group, 'channel' | 'reference'>,
): Promise<Group> {
  const [row] = await tx.query<GroupRow>(
    `insert into booking_groups (hotel_id, channel, reference, created_at) values ($1, $2, $3, $4) returning *`,
    [tx.hotelId, channel, reference, tx.now],
  );
  return toGroup(row!);
}

/** Returns a group with its bookings. Throws `unknown_group`. */
export async function requireGroup(db: Queryable, hotelId: number, groupId: number): Promise<BookedGroup> {
  const [row] = await db.query<GroupRow>(
    'select * from booking_groups where hotel_id = $1 and group_id = $2',
    [hotelId, groupId],
  );
  if (!row) throw new Problem('unknown_group', { groupId });
  const bookings = await db.query<ReservationRow>(
    `select *, ${ledgerSums()} from reservations where hotel_id = $1 and group_id = $2 order by reservation_id`,
    [hotelId, groupId],
  );
  return { ...toGroup(row), bookings: bookings.map(toReservation) };
}

/** Locks a group itself until the transaction ends: nothing joins or leaves it meanwhile. Throws `unknown_group`. */
export async function lockGroupRow(tx: PropertyTransaction, groupId: number): Promise<Group> {
  const [row] = await tx.query<GroupRow>(
    'select * from booking_groups where hotel_id = $1 and group_id = $2 for no key update',
    [tx.hotelId, groupId],
  );
  if (!row) throw new Problem('unknown_group', { groupId });
  return toGroup(row);
}

/**
 * Locks a group and all its bookings until the transaction ends, by room, whatever the order in which they were made, and returns
 * them as `requireGroup` does. Throws `unknown_group`.
 */
export async function lockGroup(tx: PropertyTransaction, groupId: number): Promise<BookedGroup> {
  await lockGroupRow(tx, groupId);
  const group = await requireGroup(tx, tx.hotelId, groupId);
  const byRoom = group.bookings.toSorted(
    (one, other) => one.roomId - other.roomId || one.reservationId - other.reservationId,
  );
  const locked: Reservation[] = [];
  for (const { reservationId } of byRoom) locked.push(await lockReservation(tx, reservationId));
  return { ...group, bookings: locked.sort((one, other) => one.reservationId - other.reservationId) };
}

export type GroupFilter = {
  groupId?: number | undefined;
  channel?: string | undefined;
  reference?: string | undefined;
};

/** Returns one page of groups with their bookings, in the order in which they were made. */
export async function listGroups(
  db: Queryable,
  hotelId: number,
  { groupId, channel, reference }: GroupFilter,
  page: Page,
): Promise<BookedGroup<string>[]> {
  const conditions: Condition[] = [
    ['hotel_id = ?', hotelId],
    ['group_id = ?', groupId],
    ['channel = ?', channel],
    ['reference = ?', reference === undefined ? undefined : await storedReference(db, reference)],
  ];
  const { text, values } = keyset(
    'select * from booking_groups',
    conditions,
    { columns: ['group_id'], types: ['bigint'] },
    page,
  );
  const groups = (await db.query<GroupRow<string>>(text, values, 'moments as text')).map(toGroup);
  const rows = await db.query<ReservationRow<string>>(
    `select *, ${ledgerSums()} from reservations where hotel_id = $1 and group_id = any($2::bigint[])
     order by reservation_id`,
    [hotelId, groups.map((group) => group.groupId)],
    'moments as text',
  );
  const bookings = Map.groupBy(rows.map(toReservation), (booking) => booking.groupId);
  return groups.map((group) => ({ ...group, bookings: bookings.get(group.groupId) ?? [] }));
}

type GroupRow<Moment = Temporal.Instant> = {
  group_id: number;
  hotel_id: number;
  channel: string;
  reference: string | null;
  created_at: Moment;
};

function toGroup<Moment>(row: GroupRow<Moment>): Group<Moment> {
  return {
    groupId: row.group_id,
    hotelId: row.hotel_id,
    channel: row.channel,
    reference: row.reference,
    createdAt: row.created_at,
  };
}
