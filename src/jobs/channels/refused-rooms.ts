// Rooms whose pushes the channel refuses while it accepts those of others (a listing of another owner, a room
// whose permission was withdrawn): each is retried on a schedule of its own.
import { about, type Cause, type Failure } from '../../model/cause.ts';
import { type RetryPolicy, retryDelaySeconds } from '../../model/retry-policy.ts';

/**
 * Retries after refused credentials. Many refusals end by themselves (an outage of the channel's log-in, a
 * permission that is being renewed), but channels lock accounts after many attempts: hence four an hour for
 * each kind of request.
 */
export const REFUSED_RETRIES: RetryPolicy = { seconds: [60, 300, 900] };

/** Rooms are keyed by `placeOf`: units that are sold by themselves wait by themselves. */
export type RefusedRoomTracker = {
  /** Whether pushes of this room wait at the moment. */
  isWaiting(room: string): boolean;
  /**
   * Records that a message with these rooms was refused. Returns false if the refusal is of the whole
   * connection: the message named all mapped rooms, or the message before, about other rooms, was refused as
   * well.
   */
  refuse(rooms: ReadonlySet<string>, failure: Failure): boolean;
  /** Records that a message with these rooms was not refused for lack of permission. */
  accept(rooms: Iterable<string>): void;
  /** Forgets all rooms but these: there is nothing to push of the others any more. */
  retainOnly(rooms: ReadonlySet<string>): void;
  /** number of refused rooms */
  readonly count: number;
  /** Whether one of them is to be retried by then (milliseconds since 1970). */
  isDueBy(atMs: number): boolean;
  /** message for people; null = no room is refused */
  readonly message: string | null;
  /** code of that message, with the rooms */
  readonly cause: Cause | null;
};

/** Creates the refused rooms of a connection, of which none is refused yet. `mapped`: all mapped rooms. */
export function createRefusedRoomTracker(mapped: readonly string[], nowMs: () => number): RefusedRoomTracker {
  const refused = new Map<string, { dueMs: number; failures: number; failure: Failure }>();
  let lastRefused: ReadonlySet<string> | null = null;
  return {
    isWaiting: (room) => (refused.get(room)?.dueMs ?? 0) > nowMs(),
    refuse(rooms, { reason, cause }) {
      const others = lastRefused !== null && [...rooms].some((room) => !lastRefused!.has(room));
      lastRefused = rooms;
      if (others || mapped.every((room) => rooms.has(room))) return false;
      for (const room of rooms) {
        const before = refused.get(room);
        const failures = (before?.failures ?? 0) + 1;
        refused.set(room, {
          dueMs: nowMs() + retryDelaySeconds(REFUSED_RETRIES, failures)! * 1_000,
          failures,
          failure: before?.failure ?? { reason, cause },
        });
      }
      return true;
    },
    accept(rooms) {
      lastRefused = null;
      for (const room of rooms) refused.delete(room);
    },
    retainOnly(rooms) {
      for (const room of refused.keys()) if (!rooms.has(room)) refused.delete(room);
    },
    get count() {
      return refused.size;
    },
    isDueBy: (atMs) => [...refused.values()].some(({ dueMs }) => dueMs <= atMs),
    get message() {
      const [first] = refused;
      return first
        ? `pushes of room ${[...refused.keys()].map(nameOf).join(', ')}: ${first[1].failure.reason}`
        : null;
    },
    get cause() {
      const [first] = refused.values();
      if (!first) return null;
      const roomIds = new Set([...refused.keys()].map((room) => Number.parseInt(room, 10)));
      return { ...about(first.failure.cause, 'nights'), roomIds: [...roomIds] };
    },
  };
}

/** Returns the ids of a room and its unit for people: `101 unit 5001`. */
function nameOf(room: string): string {
  return room.replace('/', ' unit ');
}
