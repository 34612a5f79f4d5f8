// Sums of bookings by channel, month, room, lead time or length of stay: production, cancellations and commission.
import type { Queryable } from '../../db/database.ts';
import type { NightRange } from '../../model/night.ts';
import type { Property } from '../../model/property.ts';
import { nightsOfBooking } from '../reservations/night-history.ts';
import { bookingsAt, requireKnown } from './bookings-at.ts';

/** What a row stands for. */
export const BOOKING_GROUPS = ['channel', 'month', 'room', 'lead_time', 'length_of_stay'] as const;
type BookingGroup = (typeof BOOKING_GROUPS)[number];

/** Which day of a booking must be in the range: that of arrival, or the one on which it was made. */
export const BOOKING_DATES = ['arrival', 'booking'] as const;
type BookingDate = (typeof BOOKING_DATES)[number];

type BookingsQuery = {
  days: NightRange;
  by: BookingGroup;
  dates: BookingDate;
  /** as the bookings were at this moment; undefined = as they are */
  asOf?: Temporal.Instant | undefined;
};

/** Sums of bookings. Amounts are in minor units of the property's currency; averages are null without bookings. */
export type BookingSums = {
  /** all that were made, with the cancelled ones */
  bookings: number;
  cancelled: number;
  noShows: number;
  /** nights that are held */
  nights: number;
  /** of these, those with a price in the property's currency */
  priced: number;
  revenueMinor: number;
  commissionMinor: number;
  /** bookings of channels, not cancelled, that came without a commission */
  withoutCommission: number;
  /** bookings in another currency that were not cancelled */
  otherCurrencies: number;
  /** days from the booking to the arrival, of bookings that were not cancelled */
  leadTime: number | null;
  leadTimeMedian: number | null;
  /** nights of bookings that were not cancelled */
  lengthOfStay: number | null;
  /** days from the cancellation to the arrival */
  cancelledBefore: number | null;
};

/** `key` is the channel, the month (yyyy-MM), the room's id, or a range of days or nights: `0`, `4-7`, `366+`. */
type BookingsRow = BookingSums & { key: string };

/** First days of the ranges of lead times, and first nights of those of lengths. The last range is open. */
const RANGES = {
  lead_time: [0, 1, 2, 4, 8, 15, 31, 61, 91, 181, 366],
  length_of_stay: [1, 2, 3, 4, 5, 6, 7, 8, 15, 29],
} as const;

/**
 * Returns the sums of the bookings that arrive or were made on these days, with a row for each group, and their
 * total. Ranges of lead times and lengths are all there, also those without bookings. Throws `moment_not_kept`.
 */
export async function readBookings(
  db: Queryable,
  { hotelId, currency, timezone }: Pick<Property, 'hotelId' | 'currency' | 'timezone'>,
  { days, by, dates, asOf }: BookingsQuery,
): Promise<{ rows: BookingsRow[]; total: BookingSums }> {
  const values = [hotelId, days.from, days.until, currency, timezone, ...(asOf ? [asOf] : [])];
  const statement = statementFor(by, dates, asOf ? '$6' : null);
  const found = await db.query<BookingSums & { key: string | null; unknown: number }>(statement, values);
  if (asOf) await requireKnown(db, hotelId, { asOf, unknown: found[0]!.unknown });
  const rows = new Map(found.map(({ key, unknown: _, ...sums }) => [key, sums]));
  const total = rows.get(null) ?? NO_BOOKINGS;
  rows.delete(null);
  const keys = by === 'lead_time' || by === 'length_of_stay' ? labelsOf(RANGES[by]) : undefined;
  const ordered = keys ?? [...rows.keys()].map(String).toSorted(by === 'room' ? byNumber : undefined);
  return {
    rows: ordered.map((key, place) => ({ key, ...(rows.get(keys ? String(place) : key) ?? NO_BOOKINGS) })),
    total,
  };
}

const NO_BOOKINGS: BookingSums = {
  bookings: 0,
  cancelled: 0,
  noShows: 0,
  nights: 0,
  priced: 0,
  revenueMinor: 0,
  commissionMinor: 0,
  withoutCommission: 0,
  otherCurrencies: 0,
  leadTime: null,
  leadTimeMedian: null,
  lengthOfStay: null,
  cancelledBefore: null,
};

const byNumber = (a: string, b: string) => Number(a) - Number(b);

/** Returns `0`, `1`, `2-3` … `366+` of the first values of ranges. */
function labelsOf(firsts: readonly number[]): string[] {
  return firsts.map((first, place) => {
    const next = firsts[place + 1];
    if (next === undefined) return `${first}+`;
    return next === first + 1 ? String(first) : `${first}-${next - 1}`;
  });
}

/** Of ranges the number of the range, from 0. Values below the first range do not exist. */
function keyOf(by: BookingGroup): string {
  const place = (member: string, [, ...firsts]: readonly number[]) =>
    `width_bucket(${member}, array[${firsts.join(', ')}])::text`;
  if (by === 'lead_time') return place('lead', RANGES.lead_time);
  if (by === 'length_of_stay') return place('length', RANGES.length_of_stay);
  if (by === 'month') return "to_char(day, 'YYYY-MM')";
  return by === 'room' ? 'room_id::text' : 'channel';
}

/** The day of a booking that counts, and the condition that it is in the range. */
const DAYS: Record<BookingDate, { day: string; inRange: string }> = {
  arrival: { day: 'checkin', inRange: 'checkin >= $2 and checkin < $3' },
  booking: {
    day: '(created_at at time zone $5)::date',
    inRange:
      'created_at >= $2::date::timestamp at time zone $5 and created_at < $3::date::timestamp at time zone $5',
  },
};

/** `at` is the placeholder of the moment of the report, null = now. */
function statementFor(by: BookingGroup, dates: BookingDate, at: string | null): string {
  const { day, inRange } = DAYS[dates];
  return `with booking as (
      select channel, room_id, status, ${day} as day, checkin, commission_minor, currency = $4 as priced, known,
        greatest(0, checkin - (created_at at time zone $5)::date) as lead, checkout - checkin as length,
        night.held, night.price_minor, (night.released_at at time zone $5)::date as cancelled_on,
        status <> 'cancelled' or night.held > 0 as kept
      from (${bookingsAt(at, inRange)}) as reservation
      cross join lateral (
        select count(*) filter (where held) as held, coalesce(sum(price_minor) filter (where held), 0) as price_minor,
          max(ended_at) as released_at
        from (${nightsOfBooking(at)}) as night
      ) as night
    ), keyed as (
      select *, ${keyOf(by)} as key from booking where known
    )
    select key, count(*)::int as bookings, (count(*) filter (where not kept))::int as cancelled,
      (count(*) filter (where status = 'no_show'))::int as "noShows",
      coalesce(sum(held), 0)::int as nights, coalesce(sum(held) filter (where priced), 0)::int as priced,
      coalesce(sum(price_minor) filter (where priced), 0)::bigint as "revenueMinor",
      coalesce(sum(commission_minor) filter (where priced and kept), 0)::bigint as "commissionMinor",
      (count(*) filter (where kept and channel <> 'direct' and commission_minor is null))::int as "withoutCommission",
      (count(*) filter (where kept and not priced))::int as "otherCurrencies",
      avg(lead) filter (where kept) as "leadTime",
      percentile_cont(0.5) within group (order by lead) filter (where kept) as "leadTimeMedian",
      avg(length) filter (where kept) as "lengthOfStay",
      avg(greatest(0, checkin - cancelled_on)) filter (where not kept) as "cancelledBefore",
      (select count(*) from booking where not known)::int as unknown
    from keyed group by grouping sets ((key), ())`;
}
