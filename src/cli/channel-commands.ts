// Commands for connections to channels.
import { CONNECT_COMMANDS } from './connect-command.ts';
import type { CommandDeclaration } from './operator-command.ts';

/** Which connection a command is about. */
const ofChannel = { arguments: ['channel'] };

export const CHANNEL_COMMANDS: readonly CommandDeclaration[] = [
  ...CONNECT_COMMANDS,
  {
    name: 'channel list',
    operation: 'listChannels',
    columns: ['channel', 'protocol', 'state', 'last_sync', 'rooms', 'last_error'],
    empty: 'No channel is connected.',
  },
  {
    name: 'channel protocols',
    operation: 'listProtocols',
    columns: ['protocol', 'title', 'maturity', 'needs_rate', 'sells_units'],
  },
  { name: 'channel show', operation: 'getChannel', ...ofChannel },
  { name: 'channel nights', operation: 'listChannelNights', ...ofChannel, empty: 'No nights.' },
  { name: 'channel resync', operation: 'resyncChannel', ...ofChannel },
  { name: 'channel dismiss', operation: 'dismissOtaProblems', ...ofChannel },
  { name: 'channel status', operation: 'getInstallationStatus' },
  { name: 'channel paused', operation: 'getInstallationStatus' },
  {
    name: 'channel pause',
    operation: ['pauseChannel', 'pauseEverything'],
    description:
      'Stop exchanging with a channel; without one: with all, and e-mails, webhooks and calendar links',
    ...ofChannel,
    wholeWithout: 'channel',
  },
  {
    name: 'channel resume',
    operation: ['resumeChannel', 'resumeEverything'],
    description:
      'Go on exchanging with a channel; without one: with all, and e-mails, webhooks and calendar links',
    ...ofChannel,
    wholeWithout: 'channel',
  },
  {
    name: 'channel disconnect',
    operation: 'disconnectChannel',
    ...ofChannel,
    run: async (call, values) => {
      const answer = (await call('disconnectChannel', values)) as Disconnected;
      const note = explainDisconnect(answer, { isDryRun: values['dry_run'] === true });
      if (note) console.error(note);
      return answer;
    },
  },
  { name: 'channel practice', operation: 'connectPractice' },
  {
    name: 'channel practice-offers',
    operation: 'listPracticeOffers',
    columns: ['room_id', 'available', 'price', 'bookable', 'reason'],
    empty: 'The practice channel has no nights.',
  },
  { name: 'channel practice-book', operation: 'bookAtPractice' },
  { name: 'channel practice-remove', operation: 'removePractice' },
  { name: 'channel rotate-key', operation: 'rotateInboundUrl', ...ofChannel },
];

type Disconnected = { channel: string; disconnected: boolean; open_nights: number };

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
