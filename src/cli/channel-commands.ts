// Commands for connections to channels.
import { type OperatorRequest, pathOf } from './client.ts';
import { CONNECT_COMMANDS, DRY_RUN } from './connect-command.ts';
import { dates, type Members, type OperatorCommand, type OptionValues } from './operator-command.ts';

export const CHANNEL_COMMANDS: readonly OperatorCommand[] = [
  ...CONNECT_COMMANDS,
  {
    name: 'channel list',
    description: 'list the connections and how they are',
    columns: ['channel', 'protocol', 'state', 'last_sync', 'rooms', 'last_error'],
    empty: 'No channel is connected.',
    ofProperty: true,
    request: ({ property }) => ({ method: 'GET', path: pathOf`/properties/${property}/channels` }),
  },
  {
    name: 'channel show',
    description: 'show one connection',
    arguments: [['channel', 'its name']],
    ofProperty: true,
    request: ({ property, channel }) => ({
      method: 'GET',
      path: pathOf`/properties/${property}/channels/${channel}`,
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
      path: pathOf`/properties/${property}/channels/${channel}/nights`,
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
      path: pathOf`/properties/${property}/channels/${channel}/resync`,
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
    request: disconnectRequest,
    run: async (send, values, query) => {
      const answer = (await send(disconnectRequest(values, query))) as Disconnected;
      const note = explainDisconnect(answer, { isDryRun: query.dry_run === true });
      if (note) console.error(note);
      return answer;
    },
  },
];

type Disconnected = { channel: string; disconnected: boolean; open_nights: number };

function disconnectRequest({ property, channel }: OptionValues, query: Members): OperatorRequest {
  return { method: 'DELETE', path: pathOf`/properties/${property}/channels/${channel}`, query };
}

/** Explains which nights are still open at the channel and what to do about them; null = nothing to do. */
export function explainDisconnect(
  { channel, disconnected, open_nights: open }: Disconnected,
  { isDryRun }: { isDryRun: boolean },
): string | null {
  const nights = open === 1 ? '1 night' : `${open} nights`;
  if (!disconnected)
    return isDryRun
      ? `The connection would end when ${channel} has closed ${nights}.`
      : `The connection ends when ${channel} has closed ${nights}: "innwire channel show ${channel}" shows how many are left, "innwire channel disconnect ${channel}" without --close ends it at once.`;
  if (open === 0) return null;
  return isDryRun
    ? `${nights} would stay open for sale at ${channel}: --close closes them first.`
    : `Still open for sale at ${channel}: ${nights}. Close them there.`;
}

function pauseRequest(verb: 'pause' | 'resume', { property, channel }: OptionValues): OperatorRequest {
  const path =
    channel === undefined ? `/channels/${verb}` : pathOf`/properties/${property}/channels/${channel}/${verb}`;
  return { method: 'POST', path };
}
