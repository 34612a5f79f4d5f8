// Commands for connections to channels.
import { at, type OperatorRequest } from './client.ts';
import { CONNECT_COMMANDS, DRY_RUN } from './connect-command.ts';
import { dates, type OperatorCommand, type Values } from './operator-command.ts';

export const CHANNEL_COMMANDS: readonly OperatorCommand[] = [
  ...CONNECT_COMMANDS,
  {
    name: 'channel list',
    description: 'list the connections and how they are',
    columns: ['channel', 'protocol', 'state', 'last_sync', 'rooms', 'last_error'],
    empty: 'No channel is connected.',
    ofProperty: true,
    request: ({ property }) => ({ method: 'GET', path: at`/properties/${property}/channels` }),
  },
  {
    name: 'channel show',
    description: 'show one connection',
    arguments: [['channel', 'its name']],
    ofProperty: true,
    request: ({ property, channel }) => ({
      method: 'GET',
      path: at`/properties/${property}/channels/${channel}`,
    }),
  },
  {
    name: 'channel nights',
    description:
      'show for each night whether the channel has its present values (absent dates: all nights ahead)',
    arguments: [['channel', 'its name']],
    options: { room_id: '# only of this room', ...dates('nights') },
    empty: 'No nights.',
    ofProperty: true,
    request: ({ property, channel }, query) => ({
      method: 'GET',
      path: at`/properties/${property}/channels/${channel}/nights`,
      query,
    }),
  },
  {
    name: 'channel resync',
    description: 'exchange everything again, now',
    arguments: [['channel', 'its name']],
    options: { dry_run: DRY_RUN },
    ofProperty: true,
    request: ({ property, channel }, query) => ({
      method: 'POST',
      path: at`/properties/${property}/channels/${channel}/resync`,
      query,
    }),
  },
  {
    name: 'channel status',
    description: 'show what is paused in the whole installation, and which e-mails wait',
    request: () => ({ method: 'GET', path: '/status' }),
  },
  {
    name: 'channel pause',
    description:
      'stop exchanging with a channel; without one: with all, and e-mails, webhooks and calendar links',
    arguments: [['[channel]', 'its name']],
    ofProperty: true,
    wholeWithout: 'channel',
    request: (values) => pauseRequest('pause', values),
  },
  {
    name: 'channel resume',
    description:
      'go on exchanging with a channel; without one: with all, and e-mails, webhooks and calendar links',
    arguments: [['[channel]', 'its name']],
    ofProperty: true,
    wholeWithout: 'channel',
    request: (values) => pauseRequest('resume', values),
  },
  {
    name: 'channel paused',
    description: 'show what is paused in the whole installation, and why',
    request: () => ({ method: 'GET', path: '/status' }),
  },
  {
    name: 'channel disconnect',
    description:
      'end a connection; its reservations stay, and without --close the nights that are open at the channel stay open there',
    arguments: [['channel', 'its name']],
    options: {
      close: {
        description: 'close all nights at the channel first; the connection ends when it has taken that',
        takes: 'nothing',
      },
      dry_run: DRY_RUN,
    },
    ofProperty: true,
    request: ({ property, channel }, query) => ({
      method: 'DELETE',
      path: at`/properties/${property}/channels/${channel}`,
      query,
    }),
  },
];

function pauseRequest(verb: 'pause' | 'resume', { property, channel }: Values): OperatorRequest {
  const path =
    channel === undefined ? `/channels/${verb}` : at`/properties/${property}/channels/${channel}/${verb}`;
  return { method: 'POST', path };
}
