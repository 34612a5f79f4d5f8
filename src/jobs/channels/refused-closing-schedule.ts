// The clock of closings that a channel has refused: when the first is tried again, and what people are shown until then.

import type { ConnectionKey } from '../../pms/channel-sync/ownership.ts';
import { describeRefusedClosings } from '../../pms/channel-sync/refused-closings.ts';
import type { Work } from '../../pms/channel-sync/work.ts';
import type { JobContext } from '../context.ts';
import type { TaskSchedule } from './task-schedules.ts';

/** Not before the next push may be sent. `message` is null when nothing is refused. */
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
