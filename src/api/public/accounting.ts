// /api/accounting: the ledger.
import type { Static } from 'typebox';
import { kindOfEntry, PAYMENT_METHODS } from '../../model/ledger.ts';
import { type LedgerFilter, listEntries } from '../../pms/ledger.ts';
import { CSV_FORMAT } from '../csv.ts';
import { toDateRange } from '../input.ts';
import { listOperation } from '../operation.ts';
import { presentAccountingEntry } from '../present.ts';
import { accountingEntrySchema } from '../records.ts';
import { dateRange, id, nullable, object, oneOf, optional, text } from '../schema.ts';

const {
  amount,
  id: entryId,
  hotel_id: hotel,
  day_amounts: _,
  posted_by: __,
  ...others
} = accountingEntrySchema.properties;
/** An entry in a table: its amount is in the column of its kind, so that no column adds up charges and payments, which are the same money. */
const csvRow = object({
  id: entryId,
  hotel_id: hotel,
  charge: nullable(amount),
  payment: nullable(amount),
  expense: nullable(amount),
  other: nullable(amount),
  ...others,
  posted_by: nullable(text({ description: 'name or kind of who posted it', example: 'Joana' })),
});

function toCsvRow({
  amount: given,
  day_amounts: _,
  posted_by: poster,
  ...entry
}: Record<string, unknown>): Record<string, unknown> {
  const by = poster as Static<typeof accountingEntrySchema>['posted_by'];
  return {
    ...entry,
    [kindOfEntry(entry['type'] as string)]: given,
    posted_by: by && (by.name ?? by.kind),
  };
}

export const listAccountingOperation = listOperation({
  name: 'listAccounting',
  audience: ['public', 'operator'],
  method: 'GET',
  path: '/accounting',
  scopes: ['ledger'],
  tag: 'Accounting',
  summary: 'List ledger entries',
  description:
    'Ledger entries such as income, payments and expenses, ordered by booking date. With `order_id` they are the folio of a booking: its charges and its payments.',
  problems: [],
  query: object({
    room_id: optional(id('only this room', 101)),
    ...dateRange('entries'),
    order_id: optional(id('only the entries of this booking: its folio', 10001)),
    group_id: optional(id('only the entries of the bookings of this group', 1)),
    guest_id: optional(id('only the entries of the bookings of this guest', 1)),
    type: optional(text({ description: 'only this type', maxLength: 50, example: 'payment' })),
    code: optional(text({ description: 'only this code', maxLength: 50, example: 'tax' })),
    method: optional(
      oneOf(PAYMENT_METHODS, { description: 'only payments and refunds made this way', example: 'cash' }),
    ),
    ...CSV_FORMAT,
  }),
  item: accountingEntrySchema,
  caching: 'log',
  csv: { fileName: 'ledger', row: csvRow, toRow: toCsvRow },
  cursor: ['date', 'id'],
  filter: (query): LedgerFilter => ({
    roomId: query.room_id,
    ...toDateRange(query),
    reservationId: query.order_id,
    groupId: query.group_id,
    guestId: query.guest_id,
    type: query.type,
    code: query.code,
    method: query.method,
  }),
  page: ({ db, property }, filter, page) => listEntries(db, property.hotelId, filter, page),
  key: (entry) => [entry.date.toString(), entry.entryId],
  present: (entry) => presentAccountingEntry(entry),
});
