// Tools for housekeeping tasks and the ledger.
import type { Static } from 'typebox';
import { toMajor } from '../../../model/money.ts';
import { sumEntries } from '../../../pms/ledger.ts';
import { listAccountingOperation } from '../../public/accounting.ts';
import { listTasksOperation } from '../../public/tasks.ts';
import type { accountingEntrySchema, taskSchema } from '../../records.ts';
import { array, dateRange, id, integer, membersOf, number, object, optional, text } from '../../schema.ts';
import { listTool } from '../paging.ts';
import {
  agentAccountingEntrySchema,
  agentTaskSchema,
  presentAgentAccountingEntry,
  presentAgentTask,
} from '../records.ts';

export const listTasksTool = listTool({
  name: 'list_tasks',
  title: 'Housekeeping tasks',
  description:
    'Cleaning and other tasks by the date they are due, oldest first: give fromdate, or status pending for what is open.',
  operation: listTasksOperation,
  filters: {
    room_id: optional(id('only this room', 101)),
    ...dateRange('due'),
    ...membersOf(listTasksOperation.query, {
      status: '',
      open: 'true = pending or in progress',
      assignee: true,
    }),
  },
  filter: ({ room_id: id, ...query }, call) =>
    listTasksOperation.filter({ ...(id !== undefined && { id }), ...query }, call),
  item: agentTaskSchema,
  view: (record: Static<typeof taskSchema>, { property }) => presentAgentTask(record, property),
});

export const listAccountingEntriesTool = listTool({
  name: 'list_accounting_entries',
  title: 'Ledger',
  description:
    'Money that moved, by date, positive in and negative out, with the sums of the whole selection by type and currency. Read the sums instead of adding up pages.',
  operation: listAccountingOperation,
  filters: {
    ...membersOf(listAccountingOperation.query, {
      room_id: true,
      fromdate: true,
      todate: true,
      order_id: 'only this booking',
      group_id: 'bookings of this group',
      guest_id: 'bookings of this guest',
      type: '`income`, `expense`, `payment` …',
      code: '`tax` …',
      method: 'of payments',
    }),
  },
  filter: (query, call) => listAccountingOperation.filter(query, call),
  item: agentAccountingEntrySchema,
  view: (record: Static<typeof accountingEntrySchema>, { property }) =>
    presentAgentAccountingEntry(record, property),
  extra: object({
    total: integer(),
    sums: array(object({ type: text(), currency: text(), entries: integer(), amount: number() })),
  }),
  summarize: async ({ db, property }, filter) => {
    const sums = await sumEntries(db, property.hotelId, filter);
    return {
      total: sums.reduce((total, sum) => total + sum.entries, 0),
      sums: sums.map(({ amountMinor, ...sum }) => ({ ...sum, amount: toMajor(amountMinor, sum.currency) })),
    };
  },
});
