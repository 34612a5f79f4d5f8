// What each step of a connection's work is given: the connection as it is now, the way to the other side, and where to note it.
import type { Adapter, ConnectionView } from '../../channels/channel.ts';
import type { Exchanger } from '../../channels/exchange.ts';
import type { Exchange } from '../../model/channel.ts';
import type { PlainDate } from '../../model/night.ts';
import type { Property } from '../../model/property.ts';
import type { Fence } from '../../pms/channel-sync/fence.ts';
import type { IntakeSource } from '../../pms/channel-sync/intake/reservations.ts';
import type { JobContext } from '../context.ts';
import type { Pushes } from './pushes.ts';
import type { RefusedRooms } from './refused-rooms.ts';

export type Turn = {
  context: JobContext;
  fence: Fence;
  adapter: Adapter;
  view: ConnectionView;
  property: Property;
  /** what intake needs to know */
  source: IntakeSource;
  exchanger: Exchanger;
  /** rooms that are not pushed at the moment because the channel refuses them */
  refusedRooms: RefusedRooms;
  /** what is pushed while something else is under way */
  pushes: Pushes;
  memory: Memory;
  /** notes a round in the audit trail, with the exchanges since the last one */
  note(round: Round): void;
};

/** What steps keep for their next run, until settings, mapping or credentials change. Both lanes share it. */
export type Memory = {
  /** the day on which whatever the channel had refused was pushed again */
  refusedPushedOn: PlainDate | null;
  /** an order that the last recovery could not read; it is shown until the next recovery */
  unreadableOrder: string | null;
  /** of a recovery that lists again: how often it has, and whether one of its listings had news that the queue has not */
  listedAgain: { times: number; missedVersions: boolean };
};

/** Before the first recovery, and after each. */
export const NOT_LISTED_AGAIN = { times: 0, missedVersions: false };

export type Round = {
  direction: 'push' | 'pull';
  operation: string;
  summary: string;
  outcome: 'ok' | 'partial' | 'failed';
  items: number;
  error: string | null;
  startedMs: number;
};

/** How a step ended. */
export type Ending =
  | { kind: 'done' }
  /** there is more to do at once */
  | { kind: 'again' }
  /** the channel allows no further request before that; nothing is wrong */
  | { kind: 'paused'; seconds: number }
  /** it did not work and may work later */
  | { kind: 'later'; words: string; afterSeconds?: number }
  /** the channel refuses our credentials for it, or the settings: it is tried again later, everything else goes on */
  | { kind: 'refused'; words: string };

/**
 * Messages and reviews often need a permission, or even credentials, of their own. Where they are closed to us, what keeps
 * nights from being sold twice goes on.
 */
export function closedToUs(what: string, words: string): Ending {
  return { kind: 'later', words: `${what} are closed to us: ${words}`, afterSeconds: ASK_AGAIN_SECONDS };
}

/** People have to open it; nobody counts us as a flood until then. */
const ASK_AGAIN_SECONDS = 900;

export const DONE: Ending = { kind: 'done' };

export type Noted = { round: Round; exchanges: Exchange[] };

/** What a step writes holds for the picture of the connection that it was started with. */
export function withFence(turn: Turn, { intakes }: Pick<Fence, 'intakes'>): Turn {
  return { ...turn, fence: { ...turn.fence, intakes } };
}
