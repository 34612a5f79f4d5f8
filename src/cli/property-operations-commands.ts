// Commands for housekeeping, the ledger, reviews, the state of the connections and the log.
import { pathOf } from './client.ts';
import { dates, listCommand, type OperatorCommand, toNumber } from './operator-command.ts';

export const PROPERTY_OPERATIONS_COMMANDS: readonly OperatorCommand[] = [
  listCommand({
    name: 'task list',
    description: 'list housekeeping tasks by the date they are due',
    resource: 'tasks',
    options: {
      id: { flag: 'room', description: 'only of this room', takes: 'number' },
      ...dates('tasks due'),
    },
    columns: ['task_id', 'date', 'room_id', 'task_name', 'status', 'assignee', 'order_id'],
    empty: 'No tasks.',
  }),
  {
    name: 'task add',
    description: 'make a housekeeping task',
    arguments: [['task_name', 'what is to be done']],
    options: { room_id: '!# the room', date: '! the day it is due, yyyy-MM-dd', assignee: 'who does it' },
    ofProperty: true,
    request: ({ property, task_name }, body) => ({
      method: 'POST',
      path: pathOf`/properties/${property}/tasks`,
      body: { task_name, ...body },
    }),
  },
  {
    name: 'task set',
    description: 'assign, move or progress a task',
    arguments: [['task', 'its id']],
    options: {
      task_name: { flag: 'name', description: 'what is to be done' },
      date: 'the day it is due, yyyy-MM-dd',
      assignee: 'who does it',
      status: 'pending, in_progress, done or cancelled',
    },
    ofProperty: true,
    request: ({ property, task }, body) => ({
      method: 'PATCH',
      path: pathOf`/properties/${property}/tasks/${task}`,
      body,
    }),
  },
  listCommand({
    name: 'ledger list',
    description: 'list ledger entries by the day they are booked on',
    resource: 'accounting',
    options: { room_id: '# only of this room', ...dates('entries') },
    columns: ['id', 'date', 'type', 'amount', 'currency', 'description', 'room_id', 'order_id'],
    empty: 'No entries.',
  }),
  {
    name: 'ledger post',
    description: 'post a ledger entry',
    arguments: [['amount', 'positive = in, negative = out (after --)']],
    options: {
      type: '! payment, expense, refund …',
      description: '! what for',
      room_id: '# the room it belongs to',
      order_id: '# the booking it belongs to',
      date: 'the day it is booked on, yyyy-MM-dd (absent: today)',
    },
    ofProperty: true,
    request: ({ property, amount }, body) => ({
      method: 'POST',
      path: pathOf`/properties/${property}/accounting`,
      body: { amount: toNumber(amount!), ...body },
    }),
  },
  listCommand({
    name: 'review list',
    description: 'list reviews, newest first',
    resource: 'reviews',
    asRecords: true,
    empty: 'No reviews.',
  }),
  {
    name: 'review reply',
    description: 'reply to a review',
    arguments: [
      ['review', 'its id'],
      ['reply', 'the text'],
    ],
    ofProperty: true,
    request: ({ property, review, reply }) => ({
      method: 'POST',
      path: pathOf`/properties/${property}/reviews/${review}/reply`,
      body: { reply },
    }),
  },
  {
    name: 'status',
    description: 'show how the connections to the channels are doing',
    ofProperty: true,
    request: ({ property }) => ({ method: 'GET', path: pathOf`/properties/${property}/status` }),
  },
  listCommand({
    name: 'log list',
    description: 'list use of the API and exchanges with channels, newest first (absent --limit: 50)',
    resource: 'logs',
    columns: ['id', 'created_at', 'kind', 'summary', 'outcome', 'duration_ms', 'error'],
    empty: 'The log is empty.',
  }),
  {
    name: 'log exchanges',
    description: 'show what was sent to a channel and what it answered, for an entry of the log',
    arguments: [['entry', "the entry's id"]],
    asRecords: true,
    empty: 'Nothing is kept of this entry: it was no exchange with a channel, or is older than 30 days.',
    ofProperty: true,
    request: ({ property, entry }) => ({
      method: 'GET',
      path: pathOf`/properties/${property}/logs/${entry}/exchanges`,
    }),
  },
];
