// Rooms whose pushes the channel refuses while it accepts those of others (a listing of another owner, a room
// whose permission was withdrawn): each is retried on a schedule of its own.
import { type RetryPolicy, retryDelaySeconds } from '../../model/retry-policy.ts';

/**
 * Retries after refused credentials. Many refusals end by themselves (an outage of the channel's log-in, a
 * permission that is being renewed), but channels lock accounts after many attempts: hence four an hour for
 * each kind of request.
 */
export const REFUSED_RETRIES: RetryPolicy = { seconds: [60, 300, 900] };

export type RefusedRoomTracker = {
  /** Whether pushes of this room wait at the moment. */
  isWaiting(roomId: number): boolean;
  /**
   * Records that a message with these rooms was refused. Returns false if the refusal is of the whole
   * connection: the message named all mapped rooms, or the message before, about other rooms, was refused as
   * well.
   */
  refuse(roomIds: ReadonlySet<number>, message: string): boolean;
  /** Records that a message with these rooms was not refused for lack of permission. */
  accept(roomIds: Iterable<number>): void;
  /** Forgets all rooms but these: there is nothing to push of the others any more. */
  retainOnly(roomIds: ReadonlySet<number>): void;
  /** number of refused rooms */
  readonly count: number;
  /** Whether one of them is to be retried by then (milliseconds since 1970). */
  isDueBy(atMs: number): boolean;
  /** message for people; null = no room is refused */
  readonly message: string | null;
};

/** Creates the refused rooms of a connection, of which none is refused yet. `mapped`: all mapped rooms. */
export function createRefusedRoomTracker(mapped: readonly number[], nowMs: () => number): RefusedRoomTracker {
  const rooms = new Map<number, { dueMs: number; failures: number; message: string }>();
  let lastRefused: ReadonlySet<number> | null = null;
  return {
    isWaiting: (roomId) => (rooms.get(roomId)?.dueMs ?? 0) > nowMs(),
    refuse(roomIds, message) {
      const others = lastRefused !== null && [...roomIds].some((id) => !lastRefused!.has(id));
      lastRefused = roomIds;
      if (others || mapped.every((id) => roomIds.has(id))) return false;
      for (const roomId of roomIds) {
        const before = rooms.get(roomId);
        const failures = (before?.failures ?? 0) + 1;
        rooms.set(roomId, {
          dueMs: nowMs() + retryDelaySeconds(REFUSED_RETRIES, failures)! * 1_000,
          failures,
          message: before?.message ?? message,
        });
      }
      return true;
    },
    accept(roomIds) {
      lastRefused = null;
      for (const roomId of roomIds) rooms.delete(roomId);
    },
    retainOnly(roomIds) {
      for (const roomId of rooms.keys()) if (!roomIds.has(roomId)) rooms.delete(roomId);
    },
    get count() {
      return rooms.size;
    },
    isDueBy: (atMs) => [...rooms.values()].some(({ dueMs }) => dueMs <= atMs),
    get message() {
      const [first] = rooms;
      return first ? `pushes of room ${[...rooms.keys()].join(', ')}: ${first[1].message}` : null;
    },
  };
}
