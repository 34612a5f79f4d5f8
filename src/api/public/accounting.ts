// /api/accounting: the ledger.
import { type LedgerFilter, listEntries } from '../../pms/ledger.ts';
import { toDateRange } from '../input.ts';
import { listOperation } from '../operation.ts';
import { presentAccountingEntry } from '../present.ts';
import { accountingEntrySchema } from '../records.ts';
import { dateRange, id, object, optional } from '../schema.ts';

export const listAccountingOperation = listOperation({
  name: 'listAccounting',
  audience: ['public', 'operator'],
  method: 'GET',
  path: '/accounting',
  tag: 'Accounting',
  summary: 'List ledger entries',
  description: 'Ledger entries such as income, payments and expenses, ordered by booking date.',
  problems: [],
  query: object({ room_id: optional(id('only this room', 101)), ...dateRange('entries') }),
  item: accountingEntrySchema,
  caching: 'log',
  cursor: ['date', 'id'],
  filter: (query): LedgerFilter => ({ roomId: query.room_id, ...toDateRange(query) }),
  page: ({ db, property }, filter, page) => listEntries(db, property.hotelId, filter, page),
  key: (entry) => [entry.date.toString(), entry.entryId],
  present: (entry) => presentAccountingEntry(entry),
});
