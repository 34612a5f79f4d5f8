// Pace: nights on the books at a moment, compared with those of a year before at the same time before the stay.
import type { Queryable } from '../../db/database.ts';
import type { NightRange } from '../../model/night.ts';
import type { Property } from '../../model/property.ts';
import { nightsHeldAt } from '../reservations/night-history.ts';
import { JOIN_BOOKING } from './booking-of-night.ts';

/** What a row of the pace stands for. */
export const PACE_GROUPS = ['day', 'week', 'month'] as const;
type PaceGroup = (typeof PACE_GROUPS)[number];

/** Sums of nights. Amounts are in minor units of the property's currency. */
export type PaceSums = {
  sold: number;
  revenueMinor: number;
  /** a year before, at the same time before the stay */
  lastYearSold: number;
  lastYearRevenueMinor: number;
  /** a year before, as these nights are now */
  lastYearFinalSold: number;
  lastYearFinalRevenueMinor: number;
};

/** `key` is the day, the week (yyyy-Www, ISO 8601) or the month (yyyy-MM). */
type PaceRow = PaceSums & { key: string };

type PaceQuery = { nights: NightRange; by: PaceGroup; asOf: Temporal.Instant };

/**
 * How far the compared nights and the compared moment lie back. Days and weeks are compared with the same days
 * of the week, months with the same month.
 */
const SHIFTS: Record<PaceGroup, { days: number } | { years: number }> = {
  day: { days: 364 },
  week: { days: 364 },
  month: { years: 1 },
};

/** Returns the moment that a pace compares with: the same local time of the property, a year earlier. */
export function comparedMoment(
  asOf: Temporal.Instant,
  by: PaceGroup,
  { timezone }: Pick<Property, 'timezone'>,
): Temporal.Instant {
  return asOf.toZonedDateTimeISO(timezone).subtract(SHIFTS[by]).toInstant();
}

/** Returns the nights on the books at a moment and a year earlier, one row for each day, week or month. */
export async function readPace(
  db: Queryable,
  property: Pick<Property, 'hotelId' | 'currency' | 'timezone'>,
  { nights, by, asOf }: PaceQuery,
): Promise<PaceRow[]> {
  return db.query<PaceRow>(statementFor(by), [
    property.hotelId,
    nights.from,
    nights.until,
    asOf,
    nights.from.subtract(SHIFTS[by]),
    nights.until.subtract(SHIFTS[by]),
    comparedMoment(asOf, by, property),
    property.currency,
  ]);
}

/** Returns the sums of all rows. */
export function sumPace(rows: readonly PaceSums[]): PaceSums {
  const sum = (member: keyof PaceSums) => rows.reduce((total, row) => total + row[member], 0);
  return {
    sold: sum('sold'),
    revenueMinor: sum('revenueMinor'),
    lastYearSold: sum('lastYearSold'),
    lastYearRevenueMinor: sum('lastYearRevenueMinor'),
    lastYearFinalSold: sum('lastYearFinalSold'),
    lastYearFinalRevenueMinor: sum('lastYearFinalRevenueMinor'),
  };
}

const KEYS: Record<PaceGroup, string> = {
  day: 'date::text',
  week: `to_char(date, 'IYYY-"W"IW')`,
  month: "to_char(date, 'YYYY-MM')",
};

const IN_RANGE = 'hotel_id = $1 and date >= $2 and date < $3';
const A_YEAR_BEFORE = 'hotel_id = $1 and date >= $5 and date < $6';

function statementFor(by: PaceGroup): string {
  const shift = by === 'month' ? "interval '1 year'" : "interval '364 days'";
  return `with held as (
      select date, reservation_id, price_minor, 1 as now, 0 as before, 0 as final
      from (${nightsHeldAt('$4', IN_RANGE)}) as stay
      union all
      select (date + ${shift})::date, reservation_id, price_minor, 0, 1, 0
      from (${nightsHeldAt('$7', A_YEAR_BEFORE)}) as stay
      union all
      select (date + ${shift})::date, reservation_id, price_minor, 0, 0, 1
      from reservation_nights where ${A_YEAR_BEFORE} and released_at is null
    ), summed as (
      select ${KEYS[by]} as key, 0 as now, 0 as before, 0 as final, 0::bigint as price_minor
      from (select generate_series($2::date, $3::date - 1, interval '1 day')::date as date) as night
      union all
      select ${KEYS[by]}, held.now, held.before, held.final,
        case when reservation.currency = $8 then held.price_minor else 0 end
      from held
      ${JOIN_BOOKING}
    )
    select key, sum(now)::int as sold, sum(now * price_minor)::bigint as "revenueMinor",
      sum(before)::int as "lastYearSold", sum(before * price_minor)::bigint as "lastYearRevenueMinor",
      sum(final)::int as "lastYearFinalSold", sum(final * price_minor)::bigint as "lastYearFinalRevenueMinor"
    from summed group by key order by key`;
}
