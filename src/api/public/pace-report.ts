// /api/reports/pace: nights on the books, compared with a year before at the same time before the stay.
import type { Static } from 'typebox';
import { toMajor } from '../../model/money.ts';
import { comparedMoment, PACE_GROUPS, type PaceSums, readPace, sumPace } from '../../pms/reports/pace.ts';
import { CSV_FORMAT, withTotals } from '../csv.ts';
import { readOperation } from '../operation.ts';
import { presentMoment } from '../present.ts';
import { reportDays, reportedDays, toPastMoment, toReportDays } from '../report-range.ts';
import { amount, array, integer, moment, object, oneOf, optional, text } from '../schema.ts';

const sumsSchema = object({
  sold: integer({ description: 'nights on the books at `as_of`', example: 412 }),
  revenue: amount("their prices, in the property's currency", 45_320),
  last_year_sold: integer({ description: 'nights on the books at `compared_as_of`', example: 398 }),
  last_year_revenue: amount('their prices', 41_790),
  sold_change: integer({ description: '`sold` less `last_year_sold`', example: 14 }),
  revenue_change: amount('`revenue` less `last_year_revenue`', 3_530),
  last_year_final_sold: integer({
    description: 'what was sold of the compared nights in the end, or is now',
    example: 1_204,
  }),
  last_year_final_revenue: amount('their prices', 120_400),
});

const paceSchema = object({
  ...reportedDays('night'),
  by: oneOf(PACE_GROUPS, { description: 'what a row stands for', example: 'month' }),
  as_of: moment('the moment whose nights on the books are reported'),
  compared_as_of: moment('the moment a year before', '2025-12-01T15:00:00.000Z'),
  currency: text({ example: 'EUR' }),
  rows: array(
    object({
      key: text({ description: 'the day, the week (yyyy-Www) or the month (yyyy-MM)', example: '2026-12' }),
      ...sumsSchema.properties,
    }),
  ),
  total: sumsSchema,
});

export const getPaceReportOperation = readOperation({
  name: 'getPaceReport',
  audience: ['public', 'operator'],
  method: 'GET',
  path: '/reports/pace',
  scopes: ['reports'],
  tag: 'Reports',
  summary: 'Report the pace of sales',
  description:
    'Nights and revenue on the books, compared with the year before at the same time before the stay: months with the same month as of a year earlier, days and weeks with the same days of the week as of 364 days earlier. docs/reports.md defines the figures.',
  problems: [],
  query: object({
    ...reportDays('night'),
    by: optional(
      oneOf(PACE_GROUPS, { description: 'what a row stands for; absent = month', example: 'week' }),
    ),
    as_of: optional(moment('report what was on the books at this moment; absent = now')),
    ...CSV_FORMAT,
  }),
  caching: 'no-etag',
  csv: {
    fileName: 'pace-report',
    row: paceSchema.properties.rows.items,
    records: ({ rows, total }) => withTotals(rows, [total], 'key'),
  },
  answer: paceSchema,
  run: async ({ db, property, now }, { fromdate, todate, by = 'month', as_of }) => {
    const nights = toReportDays({ fromdate, todate });
    const asOf = toPastMoment(as_of, 'as_of', now) ?? now;
    const rows = await readPace(db, property, { nights, by, asOf });
    return {
      fromdate,
      todate,
      by,
      as_of: presentMoment(asOf),
      compared_as_of: presentMoment(comparedMoment(asOf, by, property)),
      currency: property.currency,
      rows: rows.map(({ key, ...sums }) => ({ key, ...presentSums(sums, property.currency) })),
      total: presentSums(sumPace(rows), property.currency),
    };
  },
});

function presentSums(sums: PaceSums, currency: string): Static<typeof sumsSchema> {
  return {
    sold: sums.sold,
    revenue: toMajor(sums.revenueMinor, currency),
    last_year_sold: sums.lastYearSold,
    last_year_revenue: toMajor(sums.lastYearRevenueMinor, currency),
    sold_change: sums.sold - sums.lastYearSold,
    revenue_change: toMajor(sums.revenueMinor - sums.lastYearRevenueMinor, currency),
    last_year_final_sold: sums.lastYearFinalSold,
    last_year_final_revenue: toMajor(sums.lastYearFinalRevenueMinor, currency),
  };
}
