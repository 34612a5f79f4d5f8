// Commands for webhooks.
import { StartError } from '../db/start-error.ts';
import { pathOf } from './client.ts';
import { type OperatorCommand, toNumber } from './operator-command.ts';

const OPTIONS = {
  kinds: 'only these, separated by commas, such as booking.created,booking.cancelled (all: every kind)',
  active: 'yes or no',
};

/** The shared parts of commands for one endpoint. */
const ofWebhook = { arguments: [['webhook', 'its id']] as [string, string][], ofProperty: true };

export const WEBHOOK_COMMANDS: readonly OperatorCommand[] = [
  {
    name: 'webhook add',
    description: 'have every event posted to an address; prints the secret that messages are signed with',
    arguments: [['url', 'https address that takes POST']],
    options: OPTIONS,
    ofProperty: true,
    request: ({ property, url }, body) => ({
      method: 'POST',
      path: pathOf`/properties/${property}/webhooks`,
      body: { url, ...toSettings(body) },
    }),
  },
  {
    name: 'webhook list',
    description: 'list the webhooks, how far each has come, and which are failing',
    ofProperty: true,
    request: ({ property }) => ({ method: 'GET', path: pathOf`/properties/${property}/webhooks` }),
  },
  {
    name: 'webhook set',
    description: 'change a webhook; --active yes tries one again that was given up',
    options: { url: 'https address that takes POST', ...OPTIONS },
    ...ofWebhook,
    request: ({ property, webhook }, body) => ({
      method: 'PATCH',
      path: pathOf`/properties/${property}/webhooks/${webhook}`,
      body: toSettings(body),
    }),
  },
  {
    name: 'webhook remove',
    description: 'delete a webhook',
    ...ofWebhook,
    request: ({ property, webhook }) => ({
      method: 'DELETE',
      path: pathOf`/properties/${property}/webhooks/${webhook}`,
    }),
  },
  {
    name: 'webhook rotate',
    description: 'replace the secret; messages carry both signatures for a day',
    ...ofWebhook,
    request: ({ property, webhook }) => ({
      method: 'POST',
      path: pathOf`/properties/${property}/webhooks/${webhook}/rotate`,
    }),
  },
  {
    name: 'webhook replay',
    description: 'deliver again from an event on',
    arguments: [
      ['webhook', 'its id'],
      ['from_seq', 'the first event to deliver'],
    ],
    ofProperty: true,
    request: ({ property, webhook, from_seq: seq }) => ({
      method: 'POST',
      path: pathOf`/properties/${property}/webhooks/${webhook}/replay`,
      body: { from_seq: toNumber(seq!) },
    }),
  },
  {
    name: 'webhook test',
    description: 'send a message that says nothing; see its fate with "webhook deliveries"',
    ...ofWebhook,
    request: ({ property, webhook }) => ({
      method: 'POST',
      path: pathOf`/properties/${property}/webhooks/${webhook}/test`,
    }),
  },
  {
    name: 'webhook deliveries',
    description: 'list the last attempts',
    ...ofWebhook,
    request: ({ property, webhook }) => ({
      method: 'GET',
      path: pathOf`/properties/${property}/webhooks/${webhook}/deliveries`,
    }),
  },
];

function toSettings({ kinds, active, ...rest }: { kinds?: string; active?: string }): object {
  if (active !== undefined && active !== 'yes' && active !== 'no')
    throw new StartError('--active takes yes or no.');
  return {
    ...rest,
    ...(kinds !== undefined && {
      kinds: kinds === 'all' ? null : kinds.split(',').map((kind) => kind.trim()),
    }),
    ...(active !== undefined && { active: active === 'yes' }),
  };
}
