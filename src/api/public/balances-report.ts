// /api/reports/balances: who arrives or departs on some days, and what they still owe.
import { toMajor } from '../../model/money.ts';
import { BALANCE_DATES, readBalances, sumBalances } from '../../pms/reports/balances.ts';
import { CSV_FORMAT, withTotals } from '../csv.ts';
import { readOperation } from '../operation.ts';
import { presentMoment } from '../present.ts';
import { bookingSchema } from '../records.ts';
import { reportDays, reportedDays, toPastMoment, toReportDays } from '../report-range.ts';
import {
  amount,
  array,
  boolean,
  date,
  id,
  integer,
  moment,
  nullable,
  object,
  oneOf,
  optional,
  personal,
  text,
} from '../schema.ts';

const balancesReportSchema = object({
  ...reportedDays('day'),
  dates: oneOf(BALANCE_DATES, { description: 'which day of a booking is in the range', example: 'arrival' }),
  as_of: nullable(moment('the moment whose bookings and balances are reported; null = now')),
  rows: array(
    object({
      order_id: id('booking', 10001),
      status: bookingSchema.properties.status,
      name: personal(text({ description: 'guest', example: 'Ada Lovelace' })),
      room_id: id('room', 101),
      unit: nullable(
        text({
          description: 'of the first night, or the last one of a departure; null = none',
          example: '204',
        }),
      ),
      checkin: date('day of arrival', '2026-12-01'),
      checkout: date('day of departure', '2026-12-04'),
      channel: text({ example: 'direct' }),
      currency: text({ example: 'EUR' }),
      total: amount('what the booking is charged', 312),
      paid: amount('what is paid, or collected by the channel', 100),
      balance: amount('what the guest still owes; negative = to be given back', 212),
    }),
  ),
  totals: array(
    object({
      currency: text({ example: 'EUR' }),
      bookings: integer({ example: 12 }),
      total: amount('sum of `total`', 3_744),
      paid: amount('sum of `paid`', 1_200),
      balance: amount('sum of `balance`', 2_544),
      owed: amount('sum of the balances above 0', 2_600),
      to_return: amount('sum of the balances below 0, without their sign', 56),
    }),
  ),
});

export const getBalancesReportOperation = readOperation({
  name: 'getBalancesReport',
  audience: ['public', 'operator'],
  method: 'GET',
  path: '/reports/balances',
  scopes: ['reports', 'ledger', 'bookings:read'],
  tag: 'Reports',
  summary: 'Report what arriving or departing guests owe',
  description:
    'The bookings that arrive or depart on some days with total, paid and balance, and their sums by currency. With `dates=departure&open=true` and days of the past these are the receivables. docs/reports.md defines the figures.',
  problems: ['moment_not_kept'],
  query: object({
    ...reportDays('day'),
    dates: optional(
      oneOf(BALANCE_DATES, {
        description: 'bookings that arrive, or that depart on these days; absent = arrival',
        example: 'departure',
      }),
    ),
    open: optional(boolean({ description: 'true = only bookings whose balance is not 0', example: true })),
    as_of: optional(moment('report bookings and balances as they were at this moment; absent = as they are')),
    ...CSV_FORMAT,
  }),
  caching: 'no-etag',
  csv: {
    fileName: 'balances-report',
    row: balancesReportSchema.properties.rows.items,
    records: ({ rows, totals }) => withTotals(rows, totals, 'order_id'),
  },
  answer: balancesReportSchema,
  run: async ({ db, property, now }, { fromdate, todate, dates = 'arrival', open = false, as_of }) => {
    const days = toReportDays({ fromdate, todate });
    const asOf = toPastMoment(as_of, 'as_of', now);
    const rows = await readBalances(db, property.hotelId, { days, dates, onlyOpen: open, asOf });
    return {
      fromdate,
      todate,
      dates,
      as_of: asOf ? presentMoment(asOf) : null,
      rows: rows.map((row) => ({
        order_id: row.reservationId,
        status: row.status,
        name: row.guestName,
        room_id: row.roomId,
        unit: row.unit,
        checkin: row.checkin.toString(),
        checkout: row.checkout.toString(),
        channel: row.channel,
        currency: row.currency,
        total: toMajor(row.totalMinor, row.currency),
        paid: toMajor(row.paidMinor, row.currency),
        balance: toMajor(row.totalMinor - row.paidMinor, row.currency),
      })),
      totals: sumBalances(rows).map((sum) => ({
        currency: sum.currency,
        bookings: sum.bookings,
        total: toMajor(sum.totalMinor, sum.currency),
        paid: toMajor(sum.paidMinor, sum.currency),
        balance: toMajor(sum.totalMinor - sum.paidMinor, sum.currency),
        owed: toMajor(sum.owedMinor, sum.currency),
        to_return: toMajor(sum.toReturnMinor, sum.currency),
      })),
    };
  },
});
