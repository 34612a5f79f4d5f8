// Schedules the next attempt of closings that a channel has refused, with the message shown until then.
import type { Queryable } from '../../db/database.ts';
import type { ConnectionKey } from '../../pms/channel-sync/ownership.ts';
import { describeRefusedClosings } from '../../pms/channel-sync/refused-closings.ts';
import type { PendingSync } from '../../pms/channel-sync/work.ts';
import type { TaskSchedules } from './task-schedules.ts';

/**
 * Returns a function that sets the schedule `retry`: when the first closing is tried again, not before the next
 * push, and which nights the channel has refused to close. They are read again only when they have changed.
 */
export function createRefusedClosingSchedule(
  db: Queryable,
  key: ConnectionKey,
  schedules: TaskSchedules,
): (work: PendingSync) => Promise<void> {
  let described: { version: string; message: string | null } | null = null;
  return async ({ retryAt, refusedClosings: version }) => {
    if (retryAt === null) {
      Object.assign(schedules.of('retry'), { dueMs: 0, message: null });
      return;
    }
    if (described?.version !== version)
      described = { version, message: await describeRefusedClosings(db, key) };
    const dueMs = Math.max(retryAt.epochMilliseconds, schedules.of('push').dueMs);
    Object.assign(schedules.of('retry'), { dueMs, message: described.message });
  };
}
