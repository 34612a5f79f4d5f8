// The clock of closings that a channel has refused: when the first is tried again, and what people are shown until then.
import { describeRefusedClosings } from '../../pms/channel-sync/closings.ts';
import type { ConnectionKey } from '../../pms/channel-sync/ownership.ts';
import type { Work } from '../../pms/channel-sync/work.ts';
import type { JobContext } from '../context.ts';
import type { Clock } from './clocks.ts';

/** Not before the next push may be sent. `message` is null when nothing is refused. */
export async function clockOfRefusedClosings(
  { db }: JobContext,
  key: ConnectionKey,
  { retryAt }: Work,
  pushDueMs: number,
): Promise<Pick<Clock, 'dueMs' | 'message'>> {
  if (retryAt === null) return { dueMs: 0, message: null };
  const dueMs = Math.max(retryAt.epochMilliseconds, pushDueMs);
  return { dueMs, message: await describeRefusedClosings(db, key) };
}
