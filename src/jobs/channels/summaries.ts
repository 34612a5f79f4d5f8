// One-line summaries of a push and of a pull for the sync log.
import type { PullName } from '../../model/channel.ts';

type PushCounts = {
  /** nights of which the channel accepted something */
  pushed: number;
  /** nights of which it refused something, or that are closed there because it cannot carry their values */
  refused: number;
  /** set if a later push sends the rest: in so many seconds, or some time after a failure */
  waits: { seconds: number } | 'failure' | null;
};

/** Returns, for example, `3 nights pushed, 1 refused, the rest follows in 6 s`. */
export function summarizePush({ pushed, refused, waits }: PushCounts): string {
  const parts = [
    ...(pushed > 0 ? [`${nights(pushed)} pushed`] : []),
    ...(refused > 0 ? [`${pushed > 0 ? refused : nights(refused)} refused`] : []),
  ];
  const [none, rest] = parts.length > 0 ? ['', 'the rest'] : ['nothing pushed yet, ', 'all'];
  if (waits === 'failure') parts.push(`${none}${rest} waits`);
  else if (waits) parts.push(`${none}${rest} follows in ${Math.ceil(waits.seconds)} s`);
  return parts.join(', ') || 'nothing pushed';
}

/** Names of outcomes; others are shown as they are. */
const OUTCOMES: Record<PullName, Record<string, readonly [one: string, several: string]>> = {
  reservations: {
    stored: ['new booking', 'new bookings'],
    changed: ['change of a booking', 'changes of bookings'],
    cancelled: ['cancellation', 'cancellations'],
    superseded: ['outdated version of a booking', 'outdated versions of bookings'],
    ignored: ['cancellation of an unknown booking', 'cancellations of unknown bookings'],
  },
  messages: {
    stored: ['message of a guest', 'messages of guests'],
    inquiry: ['inquiry', 'inquiries'],
    own: ['reply of ours', 'replies of ours'],
    system: ['text of the channel itself', 'texts of the channel itself'],
  },
  reviews: { stored: ['review', 'reviews'] },
  guestRequests: {
    stored: ['request of a guest', 'requests of guests'],
    answered: ['answered request', 'answered requests'],
    ignored: ['request that was answered before', 'requests that were answered before'],
  },
};

/** What became of an item of a pull; `withConflict`: its booking is flagged for people. */
export type ItemOutcome = { outcome: string; withConflict?: boolean };

/** Returns, for example, `1 new booking, 2 messages …` from outcomes of new items; `unreadable`: how many. */
export function summarizePull(name: PullName, outcomes: readonly ItemOutcome[], unreadable: number): string {
  const parts = [...Map.groupBy(outcomes, ({ outcome, withConflict }) => `${outcome}/${withConflict}`)].map(
    ([, all]) => {
      const { outcome, withConflict } = all[0]!;
      const [one, several] = OUTCOMES[name][outcome] ?? [outcome, outcome];
      return `${all.length} ${all.length === 1 ? one : several}${withConflict ? ' with a conflict' : ''}`;
    },
  );
  if (unreadable > 0) parts.push(`${unreadable} of ${name} cannot be read`);
  return parts.join(', ') || `${name} not fetched`;
}

function nights(count: number): string {
  return count === 1 ? '1 night' : `${count} nights`;
}
