// Schedules the next attempt of what a channel has refused, with the message that is shown while that is a closing.
import type { Queryable } from '../../db/database.ts';
import type { Failure } from '../../model/cause.ts';
import type { ConnectionKey } from '../../pms/channel-sync/ownership.ts';
import { describeRefusedClosings } from '../../pms/channel-sync/refused-closings.ts';
import type { PendingSync } from '../../pms/channel-sync/work.ts';
import type { RefusedValueRetries } from './refused-value-retries.ts';
import type { TaskSchedules } from './task-schedules.ts';

/**
 * Returns a function that sets the schedule `retry`: when the first closing or other value is tried again, not before the next
 * push, and which nights the channel has refused to close. They are read again only when they have changed.
 */
export function createRefusedSchedule(
  db: Queryable,
  key: ConnectionKey,
  schedules: TaskSchedules,
): (work: PendingSync, refusedValues: Pick<RefusedValueRetries, 'dueMs'>) => Promise<void> {
  let described: { version: string; failure: Failure | null } | null = null;
  return async ({ retryAt, refusedClosings: version }, refusedValues) => {
    if (retryAt === null) described = null;
    else if (described?.version !== version)
      described = { version, failure: await describeRefusedClosings(db, key) };
    const times = [retryAt?.epochMilliseconds, refusedValues.dueMs].filter((ms) => typeof ms === 'number');
    const dueMs = times.length === 0 ? 0 : Math.max(Math.min(...times), schedules.of('push').dueMs);
    Object.assign(schedules.of('retry'), {
      dueMs,
      message: described?.failure?.reason ?? null,
      cause: described?.failure?.cause ?? null,
    });
  };
}
