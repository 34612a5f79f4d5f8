// Schedules the next attempt of closings that a channel has refused, with the message shown until then.

import type { ConnectionKey } from '../../pms/channel-sync/ownership.ts';
import { describeRefusedClosings } from '../../pms/channel-sync/refused-closings.ts';
import type { Work } from '../../pms/channel-sync/work.ts';
import type { JobContext } from '../context.ts';
import type { TaskSchedule } from './task-schedules.ts';

/** Returns when the first closing is retried, not before the next push. `message` null: none is refused. */
export async function scheduleRefusedClosings(
  { db }: JobContext,
  key: ConnectionKey,
  { retryAt }: Work,
  pushDueMs: number,
): Promise<Pick<TaskSchedule, 'dueMs' | 'message'>> {
  if (retryAt === null) return { dueMs: 0, message: null };
  const dueMs = Math.max(retryAt.epochMilliseconds, pushDueMs);
  return { dueMs, message: await describeRefusedClosings(db, key) };
}
