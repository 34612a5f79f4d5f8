// Reports from the nights that stays hold and the units that were on offer, at any moment of the past.
import type { Queryable } from '../../db/database.ts';
import type { NightRange } from '../../model/night.ts';
import type { Property } from '../../model/property.ts';
import { nightsHeldAt } from '../reservations/night-history.ts';
import { JOIN_BOOKING } from './booking-of-night.ts';
import { capacityAt } from './capacity.ts';

/** What a row of a report stands for. */
export const REPORT_GROUPS = ['day', 'month', 'room', 'channel'] as const;
type ReportGroup = (typeof REPORT_GROUPS)[number];

type OccupancyQuery = {
  nights: NightRange;
  by: ReportGroup;
  /** as the property was sold at this moment; undefined = as it is */
  asOf?: Temporal.Instant | undefined;
  /** compare with what was sold at this moment */
  since?: Temporal.Instant | undefined;
};

/** Sums of nights. Amounts are in minor units of the property's currency. */
export type OccupancySums = {
  /** units that there were on the night; 0 in a row by channel */
  units: number;
  /** of these, units that are out of order or closed by an imported calendar */
  outOfOrder: number;
  sold: number;
  /** sold nights whose price is in the property's currency */
  priced: number;
  revenueMinor: number;
  /** sold nights and revenue more (negative: less) than at `since` */
  pickup: number;
  pickupMinor: number;
};

/** A row of a report. `key` is the day, the month (yyyy-MM), the room's id or the channel. */
type OccupancyRow = OccupancySums & { key: string };

/**
 * Returns the units, sold nights and revenue of a range of nights, by day, month, room or channel, ordered by
 * their key. A night is sold as long as a stay holds it: stays that were cancelled or left early hold only the
 * nights that were not released, no-shows those that they keep, holds none.
 */
export async function readOccupancy(
  db: Queryable,
  { hotelId, currency, timezone }: Pick<Property, 'hotelId' | 'currency' | 'timezone'>,
  { nights, by, asOf, since }: OccupancyQuery,
): Promise<OccupancyRow[]> {
  const rows = await db.query<OccupancyRow>(statementFor(by), [
    hotelId,
    nights.from,
    nights.until,
    asOf ?? 'infinity',
    since ?? '-infinity',
    currency,
    timezone,
  ]);
  return by === 'room' ? rows.toSorted((a, b) => Number(a.key) - Number(b.key)) : rows;
}

/** Returns the sums of all rows of a report. The units of a report by channel are those of the property. */
export function sumOccupancy(rows: readonly OccupancySums[]): OccupancySums {
  const sum = (member: keyof OccupancySums) => rows.reduce((total, row) => total + row[member], 0);
  return {
    units: sum('units'),
    outOfOrder: sum('outOfOrder'),
    sold: sum('sold'),
    priced: sum('priced'),
    revenueMinor: sum('revenueMinor'),
    pickup: sum('pickup'),
    pickupMinor: sum('pickupMinor'),
  };
}

const KEYS: Record<ReportGroup, string> = {
  day: 'date::text',
  month: "to_char(date, 'YYYY-MM')",
  room: 'room_id::text',
  channel: 'channel',
};

const IN_RANGE = 'hotel_id = $1 and date >= $2 and date < $3';

function statementFor(by: ReportGroup): string {
  return `with capacity as (
      select capacity.*, null as channel from (${capacityAt('$4', '$7')}) as capacity
    ), held as (
      select stay.*, 1 as sold, 0 as before from (${nightsHeldAt('$4', IN_RANGE)}) as stay
      union all
      select stay.*, 0, 1 from (${nightsHeldAt('$5', IN_RANGE)}) as stay
    ), counted as (
      select held.*, reservation.channel, (reservation.currency = $6)::int as priced
      from held
      ${JOIN_BOOKING}
    ), summed as (
      ${by === 'channel' ? '' : `select ${KEYS[by]} as key, units, blocked, 0 as sold, 0 as before, 0 as priced, 0 as price_minor from capacity union all`}
      select ${KEYS[by]} as key, 0 as units, 0 as blocked, sold, before, priced, price_minor from counted
    )
    select key, sum(units)::int as units, sum(blocked)::int as "outOfOrder", sum(sold)::int as sold,
      sum(sold * priced)::int as priced, sum(sold * priced * price_minor)::bigint as "revenueMinor",
      sum(sold - before)::int as pickup, sum((sold - before) * priced * price_minor)::bigint as "pickupMinor"
    from summed group by key order by key`;
}
