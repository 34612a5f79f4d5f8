// Tools for housekeeping tasks and the ledger.
import type { Static } from 'typebox';
import { toMajor } from '../../../model/money.ts';
import { TASK_STATUSES } from '../../../model/task.ts';
import { type LedgerFilter, listEntries, sumEntries } from '../../../pms/ledger.ts';
import { countTasks, listTasks, type TaskFilter } from '../../../pms/tasks.ts';
import { toDateRange } from '../../input.ts';
import { listAccounting } from '../../public/accounting.ts';
import { listHousekeeping } from '../../public/tasks.ts';
import type * as Rest from '../../records.ts';
import { array, dateRange, id, integer, number, object, oneOf, optional, text } from '../../schema.ts';
import { listTool } from '../paging.ts';
import * as agent from '../records.ts';

const taskFilters = object({
  room_id: optional(id('only this room', 101)),
  ...dateRange('due'),
  status: optional(oneOf(TASK_STATUSES)),
});

export const listTasksTool = listTool({
  name: 'list_tasks',
  title: 'Housekeeping tasks',
  description:
    'Cleaning and other tasks by the date they are due, oldest first: give fromdate, or status pending for what is open.',
  operation: listHousekeeping,
  filters: taskFilters,
  item: agent.Task,
  page: (call, query, page) => listTasks(call.db, call.property.hotelId, toTaskFilter(query), page),
  total: (call, query) => countTasks(call.db, call.property.hotelId, toTaskFilter(query)),
  view: (record: Static<typeof Rest.Task>, { property }) => agent.task(record, property),
});

function toTaskFilter(query: Static<typeof taskFilters>): TaskFilter {
  return { roomId: query.room_id, status: query.status, ...toDateRange(query) };
}

const ledgerFilters = object({
  room_id: optional(id('only this room', 101)),
  ...dateRange('entries'),
  type: optional(text({ description: '`income`, `reversal`, `expense`, `payment` …', maxLength: 50 })),
});

export const listAccountingEntries = listTool({
  name: 'list_accounting_entries',
  title: 'Ledger',
  description:
    'Money that moved, by date, positive in and negative out, with the sums of the whole selection by type and currency. Read the sums instead of adding up pages.',
  operation: listAccounting,
  filters: ledgerFilters,
  item: agent.AccountingEntry,
  page: (call, query, page) => listEntries(call.db, call.property.hotelId, toLedgerFilter(query), page),
  view: (record: Static<typeof Rest.AccountingEntry>) => agent.accountingEntry(record),
  extra: object({
    total: integer(),
    sums: array(object({ type: text(), currency: text(), entries: integer(), amount: number() })),
  }),
  summarize: async (call, query) => {
    const sums = await sumEntries(call.db, call.property.hotelId, toLedgerFilter(query));
    return {
      total: sums.reduce((total, sum) => total + sum.entries, 0),
      sums: sums.map(({ amountMinor, ...sum }) => ({ ...sum, amount: toMajor(amountMinor, sum.currency) })),
    };
  },
});

function toLedgerFilter(query: Static<typeof ledgerFilters>): LedgerFilter {
  return { roomId: query.room_id, type: query.type, ...toDateRange(query) };
}
