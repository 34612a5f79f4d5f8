// /api/reports/to_return: what was paid for bookings beyond what they charge.
import { toMajor } from '../../model/money.ts';
import { RECEIVERS, readMoneyToReturn } from '../../pms/reports/open-money.ts';
import { CSV_FORMAT, withTotals } from '../csv.ts';
import { readOperation } from '../operation.ts';
import { bookingSchema } from '../records.ts';
import { amount, array, date, id, integer, object, oneOf, personal, text } from '../schema.ts';

const toReturnReportSchema = object({
  rows: array(
    object({
      order_id: id('booking', 10001),
      status: bookingSchema.properties.status,
      name: personal(text({ description: 'guest', example: 'Ada Lovelace' })),
      channel: text({ example: 'booking_com' }),
      checkin: date('day of arrival', '2026-12-01'),
      checkout: date('day of departure', '2026-12-04'),
      to: oneOf(RECEIVERS, {
        description: 'who gets it back; `channel`: it paid, by a virtual card or a transfer',
        example: 'guest',
      }),
      currency: text({ example: 'EUR' }),
      amount: amount('what is to be given back', 100),
    }),
  ),
  totals: array(
    object({
      currency: text({ example: 'EUR' }),
      bookings: integer({ example: 2 }),
      amount: amount('sum of `amount`', 156),
    }),
  ),
});

export const getToReturnReportOperation = readOperation({
  name: 'getToReturnReport',
  audience: ['public', 'operator'],
  method: 'GET',
  path: '/reports/to_return',
  scopes: ['reports', 'ledger', 'bookings:read'],
  tag: 'Reports',
  summary: 'Report money to return',
  description:
    'Every booking for which more was paid than it charges, whatever its dates: payments for holds that ended unconfirmed, deposits of cancelled stays, virtual cards that were charged before the channel cancelled.',
  problems: [],
  query: object({ ...CSV_FORMAT }),
  caching: 'no-etag',
  csv: {
    fileName: 'to-return-report',
    row: toReturnReportSchema.properties.rows.items,
    records: ({ rows, totals }) => withTotals(rows, totals, 'order_id'),
  },
  answer: toReturnReportSchema,
  run: async ({ db, property }) => {
    const rows = await readMoneyToReturn(db, property.hotelId);
    return {
      rows: rows.map((row) => ({
        order_id: row.reservationId,
        status: row.status,
        name: row.guestName,
        channel: row.channel,
        checkin: row.checkin.toString(),
        checkout: row.checkout.toString(),
        to: row.receiver,
        currency: row.currency,
        amount: toMajor(row.amountMinor, row.currency),
      })),
      totals: [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, some]) => ({
        currency,
        bookings: new Set(some.map(({ reservationId }) => reservationId)).size,
        amount: toMajor(
          some.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
          currency,
        ),
      })),
    };
  },
});
