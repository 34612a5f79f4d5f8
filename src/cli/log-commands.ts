// Commands for the logs and for webhooks.
import type { CommandDeclaration } from './operator-command.ts';

/** An endpoint is named by its id. */
const ofWebhook = { arguments: ['id'], inputs: { id: 'webhook' } };

/** An endpoint without a list of kinds gets every event. */
const kinds = { none: 'all' };

export const LOG_COMMANDS: readonly CommandDeclaration[] = [
  { name: 'status', operation: 'getStatus' },
  { name: 'desk', operation: 'getDesk' },
  {
    name: 'log list',
    operation: 'listLogs',
    columns: ['id', 'created_at', 'kind', 'summary', 'outcome', 'duration_ms', 'error'],
    empty: 'The log is empty.',
  },
  {
    name: 'log exchanges',
    operation: 'listExchanges',
    arguments: ['entry_id'],
    asRecords: true,
    empty:
      'Nothing is kept of this entry: it was no exchange with a channel, or is older than 30 days and proves no night to come.',
  },
  {
    name: 'webhook add',
    operation: 'createWebhook',
    arguments: ['url'],
    inputs: { kinds },
    switches: ['active'],
  },
  { name: 'webhook list', operation: 'listWebhooks' },
  {
    name: 'webhook set',
    operation: 'changeWebhook',
    arguments: ['id'],
    inputs: { id: 'webhook', kinds },
    switches: ['active'],
  },
  { name: 'webhook remove', operation: 'deleteWebhook', ...ofWebhook },
  { name: 'webhook rotate', operation: 'rotateWebhookSecret', ...ofWebhook },
  {
    name: 'webhook replay',
    operation: 'replayWebhook',
    arguments: ['id', 'from_seq'],
    inputs: { id: 'webhook' },
  },
  { name: 'webhook test', operation: 'testWebhook', ...ofWebhook },
  { name: 'webhook deliveries', operation: 'listWebhookDeliveries', ...ofWebhook },
  {
    name: 'audit list',
    operation: 'listAudit',
    inputs: { hotel_id: 'property' },
    columns: ['id', 'created_at', 'operation', 'hotel_id', 'outcome', 'address', 'target', 'changed'],
    empty: 'No entries.',
  },
];
