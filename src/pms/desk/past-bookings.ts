// The bookings of a desk's snapshot as they were at a moment of the past: as they are, unless they changed since; otherwise as the log has them.
import type { Transaction } from '../../db/database.ts';
import { toPlainDate, toPlainDateOrNull } from '../../model/night.ts';
import { NO_CONFLICT, type Reservation } from '../../model/reservation.ts';
import { NO_DETAILS } from '../../model/stay-details.ts';
import { NO_UNIT } from '../../model/unit.ts';
import { resolvePersons } from '../log-persons.ts';
import { nightsHeldAt } from '../reservations/night-history.ts';
import { isInHouse } from '../reservations/presence.ts';
import { ledgerSums, type ReservationRow, toReservation } from '../reservations/rows.ts';
import { stateAt } from './past-states.ts';
import type { PastDeskQuery } from './snapshot.ts';

type StoredData = Record<string, unknown>;

/**
 * Returns the bookings that the snapshot would have had at the moment, by check-in, with what had been charged and paid by then; and how many are
 * not known, because the log no longer has what they were. What they say of people (names, contacts, notes) is what is stored now,
 * so that those who were erased stay so; the guest profile is the present one, too.
 */
export async function readPastBookings(
  tx: Transaction,
  query: PastDeskQuery,
): Promise<{ bookings: Reservation<string>[]; unknown: number }> {
  const { hotelId, today, window, asOf, reservationIds } = query;
  const values = [hotelId, window.from, window.until, today, asOf];
  const [rows, changed] = await Promise.all([
    tx.query<ReservationRow<string>>(UNCHANGED, values, 'moments as text'),
    tx.query<ChangedRow>(CHANGED, values),
  ]);
  const known = changed.filter(({ data }) => data !== null);
  // resolvePersons reads the kind and the data only.
  const event = { hotelId, seq: 0, kind: 'booking.modified' as const, subject: '', at: asOf, actor: null };
  const events = known.map(({ data }) => ({ ...event, data: data! }));
  const resolved = await resolvePersons(tx, hotelId, events);
  const former = resolved.map(({ data }, place) => toFormerBooking(data, known[place]!));
  const bookings = [...rows.map(toReservation), ...former].toSorted(byCheckin);
  return {
    bookings: reservationIds
      ? bookings.filter((one) => reservationIds.includes(one.reservationId))
      : bookings,
    unknown: changed.length - known.length,
  };
}

/** The stays that held a night of the window at the moment `$5`, or the night before it. */
const HELD = `select held.reservation_id from (${nightsHeldAt(
  '$5',
  'hotel_id = $1 and date >= $2::date - 1 and date < $3',
)}) as held`;

const UNCHANGED = `
  select *, ${ledgerSums('reservations', '$5')} from reservations
  where hotel_id = $1 and updated_at <= $5::timestamptz and reservation_id = any(array(
    ${HELD}
    union
    select stay.reservation_id from reservations as stay where stay.hotel_id = $1 and stay.status = 'checked_in'
    union
    select stay.reservation_id from reservations as stay
    where stay.hotel_id = $1 and stay.status = 'cancelled' and stay.checkout > $4::date and ${isInHouse('$4::date', 'stay')}
  ))`;

/** The nights of a hold are kept from its confirmation on only: before it, they are those of its dates. */
const CHANGED = `
  with held as materialized (${HELD}),
  booking as materialized (
    select reservation.reservation_id, reservation.guest_id, state.data, state.data->>'currency' as currency,
      state.data->>'status' as status, (state.data->>'checkin')::date as checkin, (state.data->>'checkout')::date as checkout
    from reservations as reservation left join lateral (${stateAt('booking', 'reservation.reservation_id', '$5')}) as state on true
    where reservation.hotel_id = $1 and reservation.created_at <= $5::timestamptz and reservation.updated_at > $5::timestamptz
  )
  select reservation_id, guest_id, data, ${ledgerSums('booking', '$5')} from booking
  where data is null or status = 'checked_in' or reservation_id in (select reservation_id from held)
    or (status = 'held' and checkin < $3 and checkout >= $2)
    or (status = 'cancelled' and checkout > $4::date and exists (
      select 1 from (${nightsHeldAt('$5', 'hotel_id = $1 and reservation_id = booking.reservation_id')}) as kept))`;

type ChangedRow = {
  reservation_id: number;
  guest_id: number | null;
  data: StoredData | null;
  sums: readonly [number, number];
};

/** A booking in the data of an event: dates and moments are texts. */
type StoredBooking = Omit<Reservation<string>, DateMember> & {
  checkin: string;
  checkout: string;
  channelCheckin?: string | null;
  channelCheckout?: string | null;
};
type DateMember = 'checkin' | 'checkout' | 'channelCheckin' | 'channelCheckout';

/** Converts the data of an event. Those recorded before a member existed do not have it. */
function toFormerBooking(data: StoredData, { guest_id: guestId, sums }: ChangedRow): Reservation<string> {
  const stored = data as StoredBooking;
  return {
    ...NO_DETAILS,
    ...NO_UNIT,
    ...NO_CONFLICT,
    ...stored,
    checkin: toPlainDate(stored.checkin),
    checkout: toPlainDate(stored.checkout),
    heldUntil: stored.heldUntil ? toMillisecond(stored.heldUntil) : null,
    createdAt: toMillisecond(stored.createdAt),
    updatedAt: toMillisecond(stored.updatedAt),
    groupId: stored.groupId ?? null,
    earlierRooms: stored.earlierRooms ?? null,
    connection: stored.connection ?? null,
    differences: stored.differences ?? null,
    orderReference: stored.orderReference ?? null,
    channelCheckin: toPlainDateOrNull(stored.channelCheckin),
    channelCheckout: toPlainDateOrNull(stored.channelCheckout),
    guestId,
    totalMinor: sums[0],
    paidMinor: sums[1],
  };
}

/** Moments are stored with all their digits, and shown as lists show them. */
function toMillisecond(moment: string): string {
  return new Date(moment).toISOString();
}

function byCheckin(one: Reservation<string>, other: Reservation<string>): number {
  return Temporal.PlainDate.compare(one.checkin, other.checkin) || one.reservationId - other.reservationId;
}
