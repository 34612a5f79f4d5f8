// What people see of a connection's work: its state, and in words what the channel refuses, since when, and when it is tried again.
import type { ConnectionState } from '../../model/channel.ts';
import type { Clocks, Task } from './clocks.ts';
import type { RefusedRooms } from './refused-rooms.ts';

export type Shown = { state: ConnectionState; message: string | null };

type Seen = {
  clocks: Clocks;
  refusedRooms: RefusedRooms;
  /** state as it is stored */
  stored: ConnectionState;
  /** a full push is not over yet */
  connecting: boolean;
  /** since when the state is `error`, or now */
  since: Temporal.Instant;
};

/** Without these, nights can be sold twice: the connection is in `error`. Refusals of anything else only delay it. */
const VITAL: readonly Task[] = ['test', 'push', 'recover', 'reservations'];

const NAMES: Partial<Record<Task, string>> = {
  push: 'pushes',
  recover: 'the list of reservations',
  reservations: 'reservations',
};

export function stateToShow({ clocks, refusedRooms, stored, connecting, since }: Seen): Shown {
  const troubled = clocks.troubled();
  const refused = troubled.filter(({ task, clock }) => clock.refused && VITAL.includes(task));
  const [first] = refused;
  const again = `It is tried again at least every 15 minutes, and at once when the connection is changed`;
  if (first?.task === 'test') {
    return {
      state: 'error',
      message: `The channel refuses the connection since ${written(since)}: ${first.clock.message}. ${again}.`,
    };
  }
  const what = refused.map(({ task }) => NAMES[task]!);
  const reasons = refused.map(({ clock }) => clock.message!);
  const rooms = refusedRooms.message;
  if (what.length > 0 || rooms !== null) {
    const words = [what.join(' and '), ...new Set(reasons)].filter(Boolean).join(': ');
    return {
      state: 'error',
      message: `The channel refuses our credentials since ${written(since)}, for ${[words, rooms].filter(Boolean).join('; ')}. ${again}.`,
    };
  }
  const message = troubled[0]?.clock.message ?? null;
  if (message !== null) return { state: 'delayed', message };
  return { state: connecting && stored !== 'connected' ? 'connecting' : 'connected', message: null };
}

function written(at: Temporal.Instant): string {
  return `${at.toString({ smallestUnit: 'minute' }).slice(0, 16).replace('T', ' ')} UTC`;
}
