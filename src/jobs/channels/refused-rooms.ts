// Rooms whose pushes the channel refuses while it takes those of others (a listing that belongs to somebody else, a room whose
// permission was withdrawn): they wait on clocks of their own.
import { REFUSED_SECONDS } from './task-schedules.ts';

export type RefusedRooms = {
  /** Whether nothing is pushed of this room at the moment. */
  isWaiting(roomId: number): boolean;
  /**
   * Notes that a message about these rooms was refused. False when it is not about these rooms: it named all mapped rooms, or
   * the message before, about others, was refused as well. Then it is the connection that the channel refuses.
   */
  refuse(roomIds: ReadonlySet<number>, message: string): boolean;
  /** Notes that a message about these rooms was let in, whatever the channel made of its values. */
  accept(roomIds: Iterable<number>): void;
  /** Forgets rooms other than these: of them nothing is to be pushed any more. */
  retainOnly(roomIds: ReadonlySet<number>): void;
  /** rooms that wait, and whether one of them is to be tried again by then */
  readonly count: number;
  isDueBy(atMs: number): boolean;
  /** for people; null = no room is refused */
  readonly message: string | null;
};

export function createRefusedRooms(mapped: readonly number[], nowMs: () => number): RefusedRooms {
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
        const failures = before?.failures ?? 0;
        const seconds = REFUSED_SECONDS[Math.min(failures, REFUSED_SECONDS.length - 1)]!;
        rooms.set(roomId, {
          dueMs: nowMs() + seconds * 1_000,
          failures: failures + 1,
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
