// Derives a connection's state and its message: what is refused, since when, and when it is tried again.
import type { Cause, FailedPart } from '../../model/cause.ts';
import { momentText } from '../../model/cause.ts';
import type { ConnectionState } from '../../model/channel.ts';
import type { RefusedRoomTracker } from './refused-rooms.ts';
import type { ConnectionTask, TaskSchedules } from './task-schedules.ts';

/** `cause`: the code of the message. */
export type DerivedState = { state: ConnectionState; message: string | null; cause: Cause | null };

type StateInputs = {
  schedules: TaskSchedules;
  refusedRooms: RefusedRoomTracker;
  /** stored state */
  stored: ConnectionState;
  /** not tested yet, or a full push is not complete yet */
  connecting: boolean;
  /** since when the state is `error`; now if it is not */
  since: Temporal.Instant;
};

/** Tasks whose refusal can lead to double bookings: the state is then `error`. Other refusals only delay. */
const REQUIRED_TASKS: readonly ConnectionTask[] = ['test', 'push', 'recover', 'reservations'];

const NAMES: Partial<Record<ConnectionTask, string>> = {
  push: 'pushes',
  recover: 'the list of reservations',
  reservations: 'reservations',
};

const PARTS: Partial<Record<ConnectionTask, FailedPart>> = {
  push: 'nights',
  recover: 'orders',
  reservations: 'reservations',
};

/**
 * Returns `error` if a required task or a room is refused, `delayed` after other failures, else `connected`,
 * or `connecting` before the first complete push.
 */
export function deriveConnectionState({
  schedules,
  refusedRooms,
  stored,
  connecting,
  since,
}: StateInputs): DerivedState {
  const failing = schedules.failing();
  const refused = failing.filter(({ task, schedule }) => schedule.refused && REQUIRED_TASKS.includes(task));
  const [first] = refused;
  const again = `It is tried again at least every 15 minutes, and at once when the connection is changed`;
  if (first?.task === 'test') {
    return {
      state: 'error',
      message: `The channel refuses the connection since ${formatMinute(since)}: ${first.schedule.message}. ${again}.`,
      cause: first.schedule.cause && { ...first.schedule.cause, since: momentText(since) },
    };
  }
  const what = refused.map(({ task }) => NAMES[task]!);
  const reasons = refused.map(({ schedule }) => schedule.message!);
  const rooms = refusedRooms.message;
  if (what.length > 0 || rooms !== null) {
    const reason = [what.join(' and '), ...new Set(reasons)].filter(Boolean).join(': ');
    return {
      state: 'error',
      message: `The channel refuses our credentials since ${formatMinute(since)}, for ${[reason, rooms].filter(Boolean).join('; ')}. ${again}.`,
      cause: refusalOf(refused, refusedRooms, since),
    };
  }
  const { message = null, cause = null } = failing[0]?.schedule ?? {};
  if (message !== null) return { state: 'delayed', message, cause };
  return {
    state: connecting && stored !== 'connected' ? 'connecting' : 'connected',
    message: null,
    cause: null,
  };
}

/** The code of what is refused first, for all tasks and rooms that are refused. */
function refusalOf(
  refused: readonly { task: ConnectionTask; schedule: { cause: Cause | null } }[],
  rooms: Pick<RefusedRoomTracker, 'cause'>,
  since: Temporal.Instant,
): Cause | null {
  const first = refused[0]?.schedule.cause ?? rooms.cause;
  if (!first) return null;
  const parts = refused.flatMap(({ task }) => PARTS[task] ?? []);
  const roomIds = rooms.cause?.roomIds;
  const about = [...new Set([...parts, ...(rooms.cause?.about ?? [])])];
  return { ...first, about, ...(roomIds && parts.length === 0 && { roomIds }), since: momentText(since) };
}

function formatMinute(at: Temporal.Instant): string {
  return `${at.toString({ smallestUnit: 'minute' }).slice(0, 16).replace('T', ' ')} UTC`;
}
