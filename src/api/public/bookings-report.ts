// /api/reports/bookings: channel mix, lead times, lengths of stay and cancellations.
import type { Static } from 'typebox';
import { toMajor } from '../../model/money.ts';
import { BOOKING_DATES, BOOKING_GROUPS, type BookingSums, readBookings } from '../../pms/reports/bookings.ts';
import { CSV_FORMAT, withTotals } from '../csv.ts';
import { readOperation } from '../operation.ts';
import { presentMoment } from '../present.ts';
import { reportDays, reportedDays, toPastMoment, toReportDays } from '../report-range.ts';
import { ROOM_OF_ROW, withRoomNames } from '../report-rooms.ts';
import {
  amount,
  array,
  integer,
  moment,
  nullable,
  number,
  object,
  oneOf,
  optional,
  text,
} from '../schema.ts';

const sumsSchema = object({
  bookings: integer({ description: 'all that were made, with the cancelled ones', example: 210 }),
  cancelled: integer({
    description: 'of these, those that were cancelled with all their nights',
    example: 31,
  }),
  cancellation_rate: nullable(
    number({ description: '`cancelled` in percent of `bookings`; null = no bookings', example: 14.8 }),
  ),
  no_shows: integer({ description: 'of these, no-shows', example: 3 }),
  nights: integer({ description: 'nights that the bookings hold', example: 588 }),
  revenue: amount("prices of these nights, in the property's currency", 58_800),
  adr: nullable(number({ description: '`revenue` of each night; null = no nights', example: 100 })),
  commission: amount('commission that channels reported for bookings that were not cancelled', 6_240),
  net_revenue: amount('`revenue` less `commission`', 52_560),
  without_commission: integer({
    description: "channels' bookings, not cancelled, for which no commission was reported: it counts as 0",
    example: 4,
  }),
  other_currencies: integer({
    description: 'bookings, not cancelled, in another currency: they are not part of any amount',
    example: 0,
  }),
  lead_time: nullable(
    number({ description: 'average days from booking to arrival, without cancelled ones', example: 32.4 }),
  ),
  lead_time_median: nullable(number({ description: 'median of these days', example: 21 })),
  length_of_stay: nullable(
    number({ description: 'average nights of a stay, without cancelled ones', example: 3.3 }),
  ),
  cancelled_before: nullable(
    number({ description: 'average days from cancellation to arrival', example: 12.5 }),
  ),
});

const bookingsReportSchema = object({
  ...reportedDays('day'),
  by: oneOf(BOOKING_GROUPS, { description: 'what a row stands for', example: 'channel' }),
  dates: oneOf(BOOKING_DATES, { description: 'which day of a booking is in the range', example: 'arrival' }),
  as_of: nullable(moment('the moment whose bookings are reported; null = now')),
  currency: text({ example: 'EUR' }),
  rows: array(
    object({
      key: text({
        description:
          'the channel, the month (yyyy-MM), the room_id, or the days or nights: `0`, `4-7`, `366+`',
        example: 'booking_com',
      }),
      ...sumsSchema.properties,
      ...ROOM_OF_ROW,
    }),
  ),
  total: sumsSchema,
});

export const getBookingsReportOperation = readOperation({
  name: 'getBookingsReport',
  audience: ['public', 'operator'],
  method: 'GET',
  path: '/reports/bookings',
  scopes: ['reports'],
  tag: 'Reports',
  summary: 'Report channels, lead times, lengths of stay and cancellations',
  description:
    'Bookings that arrive or were made on some days, by channel, month, room, lead time or length of stay: how many, how many were cancelled, nights, revenue, commission and what is left of it, and averages; with `as_of` as they were at a moment of the past. docs/reports.md defines the figures.',
  problems: ['moment_not_kept'],
  query: object({
    ...reportDays('day'),
    by: optional(
      oneOf(BOOKING_GROUPS, { description: 'what a row stands for; absent = channel', example: 'channel' }),
    ),
    dates: optional(
      oneOf(BOOKING_DATES, {
        description: 'bookings that arrive on these days, or that were made on them; absent = arrival',
        example: 'booking',
      }),
    ),
    as_of: optional(moment('report the bookings as they were at this moment; absent = as they are')),
    ...CSV_FORMAT,
  }),
  caching: 'no-etag',
  csv: {
    fileName: 'bookings-report',
    row: bookingsReportSchema.properties.rows.items,
    records: ({ rows, total }) => withTotals(rows, [total], 'key'),
  },
  answer: bookingsReportSchema,
  run: async ({ db, property, now }, { fromdate, todate, by = 'channel', dates = 'arrival', as_of }) => {
    const days = toReportDays({ fromdate, todate });
    const asOf = toPastMoment(as_of, 'as_of', now);
    const { rows, total } = await readBookings(db, property, { days, by, dates, asOf });
    const { currency } = property;
    return {
      fromdate,
      todate,
      by,
      dates,
      as_of: asOf ? presentMoment(asOf) : null,
      currency,
      rows: await withRoomNames(db, property.hotelId, {
        by,
        rows: rows.map(({ key, ...sums }) => ({ key, ...presentSums(sums, currency) })),
      }),
      total: presentSums(total, currency),
    };
  },
});

function presentSums(sums: BookingSums, currency: string): Static<typeof sumsSchema> {
  const { bookings, cancelled, nights, priced, revenueMinor, commissionMinor } = sums;
  return {
    bookings,
    cancelled,
    cancellation_rate: bookings > 0 ? oneDecimal((100 * cancelled) / bookings) : null,
    no_shows: sums.noShows,
    nights,
    revenue: toMajor(revenueMinor, currency),
    adr: priced > 0 ? toMajor(Math.round(revenueMinor / priced), currency) : null,
    commission: toMajor(commissionMinor, currency),
    net_revenue: toMajor(revenueMinor - commissionMinor, currency),
    without_commission: sums.withoutCommission,
    other_currencies: sums.otherCurrencies,
    lead_time: oneDecimal(sums.leadTime),
    lead_time_median: oneDecimal(sums.leadTimeMedian),
    length_of_stay: oneDecimal(sums.lengthOfStay),
    cancelled_before: oneDecimal(sums.cancelledBefore),
  };
}

function oneDecimal(value: number | null): number | null {
  return value === null ? null : Math.round(10 * value) / 10;
}
