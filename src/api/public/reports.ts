// /api/reports: occupancy, average rate and revenue per unit, also as they were at a moment of the past.
import { toMajor } from '../../model/money.ts';
import type { Property } from '../../model/property.ts';
import {
  type OccupancySums,
  REPORT_GROUPS,
  readOccupancy,
  sumOccupancy,
} from '../../pms/reports/occupancy.ts';
import { CSV_FORMAT, withTotals } from '../csv.ts';
import { readOperation } from '../operation.ts';
import { presentMoment } from '../present.ts';
import { reportDays, reportedDays, toPastMoments, toReportDays } from '../report-range.ts';
import { ROOM_OF_ROW, withRoomNames } from '../report-rooms.ts';
import { array, integer, moment, nullable, number, object, oneOf, optional, text } from '../schema.ts';

const sumsSchema = object({
  units: nullable(
    integer({
      description: 'nights of units that exist; null by channel, which have no units of their own',
      example: 1_800,
    }),
  ),
  out_of_order: nullable(
    integer({
      description: 'of these, nights that are blocked: out of order, or closed by an imported calendar',
      example: 12,
    }),
  ),
  sold: integer({ description: 'nights that stays hold', example: 1_204 }),
  occupancy: nullable(
    number({
      description:
        'percent of `units` without `out_of_order` that are sold, with one decimal; null = no units',
      example: 67.3,
    }),
  ),
  revenue: number({ description: "prices of the sold nights, in the property's currency", example: 120_400 }),
  adr: nullable(
    number({
      description: 'average daily rate: `revenue` of each sold night; null = none is sold',
      example: 100,
    }),
  ),
  revpar: nullable(
    number({
      description: '`revenue` of each unit that is not out of order; null = no units',
      example: 67.34,
    }),
  ),
  other_currencies: integer({
    description: 'sold nights whose price is in another currency: they are not part of `revenue` and `adr`',
    example: 0,
  }),
  pickup: nullable(
    integer({ description: 'nights sold since `since`, negative = lost; null without `since`', example: 14 }),
  ),
  pickup_revenue: nullable(
    number({ description: 'change of `revenue` since `since`; null without `since`', example: 1_400 }),
  ),
});

const reportSchema = object({
  ...reportedDays('night'),
  by: oneOf(REPORT_GROUPS, { description: 'what a row stands for', example: 'month' }),
  as_of: nullable(moment('the moment whose sales are reported; null = now')),
  since: nullable(moment('the moment that `pickup` is compared with')),
  currency: text({ example: 'EUR' }),
  rows: array(
    object({
      key: text({
        description: 'the day, the month (yyyy-MM), the room_id or the channel',
        example: '2026-12',
      }),
      ...sumsSchema.properties,
      ...ROOM_OF_ROW,
    }),
  ),
  total: sumsSchema,
});

export const getReportOperation = readOperation({
  name: 'getReport',
  audience: ['public', 'operator'],
  method: 'GET',
  path: '/reports',
  scopes: ['reports'],
  tag: 'Reports',
  summary: 'Report occupancy and revenue',
  description:
    'Occupancy, average daily rate (ADR), revenue per available unit (RevPAR) and pickup of a range of nights, by day, month, room or channel. `as_of` reports what was sold at a moment of the past; `since` adds what was sold after a moment. docs/reports.md defines the figures.',
  problems: [],
  query: object({
    ...reportDays('night'),
    by: optional(
      oneOf(REPORT_GROUPS, { description: 'what a row stands for; absent = day', example: 'month' }),
    ),
    as_of: optional(moment('report what was sold at this moment; absent = now')),
    since: optional(moment('add what was sold after this moment (pickup)')),
    ...CSV_FORMAT,
  }),
  caching: 'no-etag',
  csv: {
    fileName: 'occupancy-report',
    row: reportSchema.properties.rows.items,
    records: ({ rows, total }) => withTotals(rows, [total], 'key'),
  },
  answer: reportSchema,
  run: async ({ db, property, now }, { fromdate, todate, by = 'day', as_of, since }) => {
    const nights = toReportDays({ fromdate, todate });
    const moments = toPastMoments({ as_of, since }, now);
    const rows = await readOccupancy(db, property, { nights, by, ...moments });
    const display = { property, withPickup: since !== undefined, withUnits: by !== 'channel' };
    return {
      fromdate,
      todate,
      by,
      as_of: moments.asOf ? presentMoment(moments.asOf) : null,
      since: moments.since ? presentMoment(moments.since) : null,
      currency: property.currency,
      rows: await withRoomNames(db, property.hotelId, {
        by,
        rows: rows.map(({ key, ...sums }) => ({ key, ...presentSums(sums, display) })),
      }),
      total: presentSums(sumOccupancy(rows), display),
    };
  },
});

type Display = { property: Pick<Property, 'currency'>; withPickup: boolean; withUnits: boolean };

function presentSums(sums: OccupancySums, { property, withPickup, withUnits }: Display) {
  const { units, outOfOrder, sold, priced, revenueMinor, pickup, pickupMinor } = sums;
  const inCurrency = (minor: number) => toMajor(minor, property.currency);
  const average = (count: number) => (count > 0 ? inCurrency(Math.round(revenueMinor / count)) : null);
  const usable = units - outOfOrder;
  return {
    units: withUnits ? units : null,
    out_of_order: withUnits ? outOfOrder : null,
    sold,
    occupancy: withUnits && usable > 0 ? Math.round((1_000 * sold) / usable) / 10 : null,
    revenue: inCurrency(revenueMinor),
    adr: average(priced),
    revpar: withUnits ? average(usable) : null,
    other_currencies: sold - priced,
    pickup: withPickup ? pickup : null,
    pickup_revenue: withPickup ? inCurrency(pickupMinor) : null,
  };
}
