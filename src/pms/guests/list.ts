// Lists guests, each with a summary of its stays.
import type { Queryable } from '../../db/database.ts';
import type { Guest } from '../../model/guest.ts';
import type { PlainDate } from '../../model/night.ts';
import { type Condition, count, keyset, type Page } from '../page.ts';
import { keepsNights } from '../reservations/presence.ts';
import { requireGuest } from './profiles.ts';
import { type GuestRow, toGuest } from './rows.ts';

/**
 * The stays of a guest. A stay counts when the guest was checked in, or when its arrival date has passed without a
 * cancellation or a no-show; an early departure counts with the nights that it kept.
 */
type StaySummary = {
  /** bookings of any status */
  bookings: number;
  stays: number;
  /** nights of these stays */
  nights: number;
  /** arrival of the latest of these stays */
  lastStay: PlainDate | null;
  /** arrival of the next confirmed booking, from today on */
  nextStay: PlainDate | null;
};

export type GuestWithStays = Guest & StaySummary;

export type GuestFilter = {
  /** a merged profile is answered with the one that replaced it */
  guestId?: number | undefined;
  /** beginnings of words of the name or the e-mail, or a part of the telephone number */
  search?: string | undefined;
  email?: string | undefined;
  /** E.164 */
  phone?: string | undefined;
  tag?: string | undefined;
};

/** Returns one page of profiles by id, newest first. Merged ones are left out, and erased ones unless named by id. */
export async function listGuests(
  db: Queryable,
  { hotelId, today }: { hotelId: number; today: PlainDate },
  filter: GuestFilter,
  page: Page,
): Promise<GuestWithStays[]> {
  const order = { columns: ['guest_id'], types: ['bigint'], descending: true };
  const { text, values } = keyset('select * from guests', conditionsOf(hotelId, filter), order, page);
  const guests = (await db.query<GuestRow>(text, values)).map(toGuest);
  return addStays(db, { hotelId, today }, guests);
}

export function countGuestProfiles(db: Queryable, hotelId: number, filter: GuestFilter): Promise<number> {
  return count(db, 'guests', conditionsOf(hotelId, filter));
}

function conditionsOf(hotelId: number, filter: GuestFilter): Condition[] {
  return [
    ['hotel_id = ?', hotelId],
    ['(merged_into is null) = ?', true],
    [
      `guest_id = (select coalesce(named.merged_into, named.guest_id) from guests as named
         where named.hotel_id = guests.hotel_id and named.guest_id = ?)`,
      filter.guestId,
    ],
    ['(erased_at is null) = ?', filter.guestId === undefined ? true : undefined],
    // By their place in the table, as bookings are found: see reservations/find.
    [
      `ctid = any(array(
         select found.ctid from guests as found
         where found.hotel_id = ?2 and guest_terms(found.hotel_id, found.name, found.given_name, found.family_name,
           found.email, found.phone, found.phone_e164) @@ booking_query(?2, ?, 'nepq')))`,
      filter.search,
      hotelId,
    ],
    ['lower(email) = lower(?)', filter.email],
    ['phone_e164 = ?', filter.phone],
    ['? = any(tags)', filter.tag],
  ];
}

/** Returns a guest with its stays; for the id of a merged profile, the one that replaced it. Throws `unknown_guest`. */
export async function getGuestWithStays(
  db: Queryable,
  property: { hotelId: number; today: PlainDate },
  guestId: number,
): Promise<GuestWithStays> {
  const [guest] = await addStays(db, property, [await requireGuest(db, property.hotelId, guestId)]);
  return guest!;
}

/** SQL condition on reservations: the stay has taken place, or goes on. `$3` is today. */
const TOOK_PLACE = `(status in ('checked_in', 'checked_out') or (status = 'confirmed' and checkin < $3) or ${keepsNights()})`;

async function addStays(
  db: Queryable,
  { hotelId, today }: { hotelId: number; today: PlainDate },
  guests: readonly Guest[],
): Promise<GuestWithStays[]> {
  if (guests.length === 0) return [];
  const rows = await db.query<StayRow>(
    `select guest_id, count(*)::int as bookings,
       count(*) filter (where ${TOOK_PLACE})::int as stays,
       coalesce(sum(checkout - checkin) filter (where ${TOOK_PLACE}), 0)::int as nights,
       max(checkin) filter (where ${TOOK_PLACE}) as last_stay,
       min(checkin) filter (where status = 'confirmed' and checkin >= $3) as next_stay
     from reservations where hotel_id = $1 and guest_id = any($2::bigint[]) group by guest_id`,
    [hotelId, guests.map(({ guestId }) => guestId), today],
  );
  const byGuest = new Map(rows.map((row) => [row.guest_id, row]));
  const dateOf = (text: string | null | undefined) => (text ? Temporal.PlainDate.from(text) : null);
  return guests.map((guest) => {
    const row = byGuest.get(guest.guestId);
    return {
      ...guest,
      bookings: row?.bookings ?? 0,
      stays: row?.stays ?? 0,
      nights: row?.nights ?? 0,
      lastStay: dateOf(row?.last_stay),
      nextStay: dateOf(row?.next_stay),
    };
  });
}

type StayRow = {
  guest_id: number;
  bookings: number;
  stays: number;
  nights: number;
  last_stay: string | null;
  next_stay: string | null;
};
