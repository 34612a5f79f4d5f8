// Reads reservations: one by id, or lists of a property.
import type { Queryable } from '../../db/database.ts';
import type { PlainDate } from '../../model/night.ts';
import type { Reservation, ReservationStatus } from '../../model/reservation.ts';
import { Problem } from '../../problems.ts';
import { storedReference } from '../card-references.ts';
import { INVENTORY_LOCK } from '../inventory/inventory-lock.ts';
import { type Condition, count, keyset, type Page } from '../page.ts';
import type { PropertyTransaction } from '../property-transaction.ts';
import { isInHouse, keepsNights, takesPlace } from './presence.ts';
import { ledgerSums, type ReservationRow, toReservation } from './rows.ts';

export type ReservationFilter = {
  /** the internal id or the reference at the channel: both are tried */
  order?: string | undefined;
  checkinFrom?: PlainDate | undefined;
  checkinTo?: PlainDate | undefined;
  roomId?: number | undefined;
  status?: ReservationStatus | undefined;
  /** any of these */
  statuses?: readonly ReservationStatus[] | undefined;
  channel?: string | undefined;
  updatedSince?: Temporal.Instant | undefined;
  /** check-in on this date */
  checkin?: PlainDate | undefined;
  /** check-out on this date */
  checkout?: PlainDate | undefined;
  /** staying in this night */
  stayingOn?: PlainDate | undefined;
  /** true = without guests who have checked out */
  hereYet?: true | undefined;
  /** true = without stays that were cancelled as a whole, and no-shows */
  takesPlace?: true | undefined;
  groupId?: number | undefined;
  guestId?: number | undefined;
  /** has or had this unit in one of its nights */
  unitId?: number | undefined;
  /** also bookings that are held, and those that ended unconfirmed */
  withHolds?: boolean | undefined;
  /** guests who are in the house today, or all others */
  inHouse?: { is: boolean; today: PlainDate } | undefined;
  /** whether people must look at it */
  conflict?: boolean | undefined;
  sort?: ReservationSort | undefined;
  descending?: boolean | undefined;
} & { [Text in SearchedText]?: string | undefined };

/**
 * Orders of a list of reservations, each followed by the id. `name` ignores case and accents.
 */
export const RESERVATION_SORTS = ['checkin', 'checkout', 'created_at', 'name'] as const;
type ReservationSort = (typeof RESERVATION_SORTS)[number];

/**
 * Texts that are looked up word by word, each at the beginning of a word, and the fields that they are looked up
 * in: the letters of `booking_terms` in the database.
 */
const SEARCHED_FIELDS = {
  search: 'inerpq',
  guest: 'nepq',
  name: 'n',
  email: 'e',
  phone: 'pq',
  reference: 'r',
  orderPrefix: 'i',
} as const;
type SearchedText = keyof typeof SEARCHED_FIELDS;

/**
 * Returns one page of reservations of all channels, by check-in, then id, unless the filter has another
 * order. Timestamps are returned as text, because a list only prints them.
 */
export async function listReservations(
  db: Queryable,
  hotelId: number,
  filter: ReservationFilter,
  page: Page,
): Promise<Reservation<string>[]> {
  const { sort = 'checkin', descending = false } = filter;
  const conditions = conditionsOf(hotelId, await asStored(db, filter));
  const after = sort === 'name' ? null : page.after;
  if (sort === 'name' && page.after) conditions.push(afterName(descending, hotelId, page.after[0]!));
  const { text, values } = keyset(
    `select *, ${ledgerSums()} from reservations`,
    conditions,
    { ...SORT_KEYS[sort], descending },
    { ...page, after },
  );
  const rows = await db.query<ReservationRow<string>>(text, values, 'moments as text');
  return rows.map(toReservation);
}

const SORT_KEYS = {
  checkin: { columns: ['checkin', 'reservation_id'], types: ['date', 'bigint'] },
  checkout: { columns: ['checkout', 'reservation_id'], types: ['date', 'bigint'] },
  created_at: { columns: ['created_at', 'reservation_id'], types: ['timestamptz', 'bigint'] },
  name: { columns: ['fold_text(guest_name)', 'reservation_id'], types: [] },
};

/**
 * Returns the key by which the next page continues after a reservation. In the order of names it is only the id,
 * because a cursor is part of an address, where guests' names must not be.
 */
export function keyOf(
  { checkin, checkout, createdAt, reservationId }: Reservation<string>,
  { sort = 'checkin' }: ReservationFilter,
): (string | number)[] {
  if (sort === 'name') return [reservationId];
  const first = { checkin: checkin.toString(), checkout: checkout.toString(), created_at: createdAt }[sort];
  return [first, reservationId];
}

function afterName(descending: boolean, hotelId: number, reservationId: string | number): Condition {
  return [
    `(fold_text(guest_name), reservation_id) ${descending ? '<' : '>'} ((
       select fold_text(last.guest_name) from reservations as last where last.hotel_id = ?2 and last.reservation_id = ?
     ), ?::bigint)`,
    reservationId,
    hotelId,
  ];
}

/** Returns how many reservations match the filter. */
export async function countReservations(
  db: Queryable,
  hotelId: number,
  filter: ReservationFilter,
): Promise<number> {
  return count(db, 'reservations', conditionsOf(hotelId, await asStored(db, filter)));
}

/** Returns the filter with references in their stored form (without card numbers). */
async function asStored(db: Queryable, filter: ReservationFilter): Promise<ReservationFilter> {
  const { order, reference } = filter;
  return {
    ...filter,
    ...(order !== undefined && { order: await storedReference(db, order) }),
    ...(reference !== undefined && { reference: await storedReference(db, reference) }),
  };
}

function conditionsOf(hotelId: number, filter: ReservationFilter): Condition[] {
  return [
    ['hotel_id = ?', hotelId],
    [
      "(reservation_id = case when ? ~ '^[0-9]{1,15}$' then ?::bigint end or channel_reference = ?)",
      filter.order,
    ],
    ['checkin >= ?', filter.checkinFrom],
    ['checkin <= ?', filter.checkinTo],
    ['room_id = ?', filter.stayingOn === undefined ? filter.roomId : undefined],
    ['status = ?', filter.status],
    ['group_id = ?', filter.groupId],
    ['guest_id = ?', filter.guestId],
    [
      `reservation_id = any(array(
         select distinct held.reservation_id from unit_nights as held where held.hotel_id = ?2 and held.unit_id = ?))`,
      filter.unitId,
      hotelId,
    ],
    ['(held_until is null) = ?', showsHolds(filter) ? undefined : true],
    ['status = any(?::text[])', filter.statuses],
    ['channel = ?', filter.channel],
    ['updated_at >= ?', filter.updatedSince],
    ['checkin = ?', filter.checkin],
    ['checkout = ?', filter.checkout],
    [
      `status in ('confirmed', 'checked_in', 'checked_out', 'cancelled') and reservation_id in (
         select held.reservation_id from reservation_nights as held
         where held.hotel_id = ?2 and held.date = ? and held.released_at is null and held.room_id = coalesce(?3, held.room_id))`,
      filter.stayingOn,
      hotelId,
      filter.roomId ?? null,
    ],
    // Written so that their indexes also fit a prepared statement, which does not know the values.
    ["status <> 'checked_out' and ?::boolean", filter.hereYet],
    [`${takesPlace()} and ?::boolean`, filter.takesPlace],
    [
      `reservation_id = any(array(${GUESTS_IN_HOUSE}))`,
      filter.inHouse?.is ? filter.inHouse.today : undefined,
      hotelId,
    ],
    [`not ${isInHouse('?::date')}`, filter.inHouse?.is === false ? filter.inHouse.today : undefined],
    ['conflict is not null and ?::boolean', filter.conflict || undefined],
    ['conflict is null and not ?::boolean', filter.conflict === false ? false : undefined],
    ...(Object.keys(SEARCHED_FIELDS) as SearchedText[]).map((name) =>
      containing(hotelId, filter[name], SEARCHED_FIELDS[name]),
    ),
  ];
}

/**
 * Selects the ids of guests who are in the house: found first, by the indexes of status and departure, and then ordered. Those who leave early
 * have arrived, by their date or in their unit: of the thousands of cancelled stays to come the nights are not looked up.
 */
const GUESTS_IN_HOUSE = `
  select here.reservation_id from reservations as here where here.hotel_id = ?2 and here.status = 'checked_in'
  union all
  select here.reservation_id from reservations as here
  where here.hotel_id = ?2 and here.status = 'cancelled' and here.checkout > ?::date
    and (here.checkin <= ?::date or here.unit_nights is not null) and ${keepsNights('here')}`;

/**
 * Returns the condition that a reservation has all words of a text in these fields. The rows are found first, by
 * the index of words: with a limit, PostgreSQL would otherwise walk the list and compare each booking. They are named by
 * their place in the table, which is valid within a statement: for 1,000 bookings of one family name, looking them up by
 * their ids took six times as long.
 */
function containing(hotelId: number, text: string | undefined, fields: string): Condition {
  return [
    `ctid = any(array(
       select found.ctid from reservations as found
       where found.hotel_id = ?2 and booking_terms(found.hotel_id, found.reservation_id, found.guest_name,
         found.guest_email, found.guest_phone, found.channel_reference, found.companions) @@ booking_query(?2, ?, ?3)))`,
    text,
    hotelId,
    fields,
  ];
}

/** Holds are listed only for callers who ask for them: others do not know the status. */
function showsHolds({ order, groupId, status, statuses, withHolds = false }: ReservationFilter): boolean {
  const isNamed = order !== undefined || groupId !== undefined;
  return withHolds || status === 'held' || statuses?.includes('held') === true || isNamed;
}

/**
 * Locks a reservation until the transaction ends and returns it. Takes the inventory locks of the rooms of its nights first:
 * shared, or exclusively if one of the nights there is overbooked. Ending an overbooking also changes the other
 * reservation, so two transactions that do so with the shared lock would deadlock. Throws `unknown_booking`.
 */
export async function lockReservation(tx: PropertyTransaction, reservationId: number): Promise<Reservation> {
  const locked = tx.query<Omit<ReservationRow, 'sums'>>(
    `with own as (
       select room_id, bool_or(shared_night) as shared_night from (
         select room_id, false as shared_night from reservations where hotel_id = $1 and reservation_id = $2
         union all
         select held.room_id, night.overbooked > 0
         from reservation_nights as held
         join nights as night
           on night.hotel_id = held.hotel_id and night.room_id = held.room_id and night.date = held.date
         where held.hotel_id = $1 and held.reservation_id = $2 and held.released_at is null
       ) as rooms group by room_id order by room_id
     ), inventory_lock as materialized (
       select case when shared_night then pg_advisory_xact_lock($3::int, room_id::int)::text
         else pg_advisory_xact_lock_shared($3::int, room_id::int)::text end
       from own
     )
     select reservation.* from (select count(*) from inventory_lock) as locked, reservations as reservation
     where hotel_id = $1 and reservation_id = $2
     for update of reservation`,
    [tx.hotelId, reservationId, INVENTORY_LOCK],
  );
  // A statement of its own, sent together with the other: it sees what others committed while that one waited.
  const summed = tx.query<Pick<ReservationRow, 'sums'>>(
    `select ${ledgerSums()} from reservations where hotel_id = $1 and reservation_id = $2`,
    [tx.hotelId, reservationId],
  );
  const [[row], [sums]] = await Promise.all([locked, summed]);
  if (!row || !sums) throw unknownBooking(reservationId);
  return toReservation({ ...row, ...sums });
}

/** Returns a reservation of the property. Throws `unknown_booking`. */
export async function requireReservation(
  db: Queryable,
  hotelId: number,
  reservationId: number,
): Promise<Reservation> {
  const [row] = await db.query<ReservationRow>(
    `select *, ${ledgerSums()} from reservations where hotel_id = $1 and reservation_id = $2`,
    [hotelId, reservationId],
  );
  if (!row) throw unknownBooking(reservationId);
  return toReservation(row);
}

export function unknownBooking(reservationId: number): Problem {
  return new Problem('unknown_booking', { reservationId });
}
