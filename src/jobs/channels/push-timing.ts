// Decides when a connection may be pushed to: at its rate, after its orders are read, and not again without
// changes while rooms are refused.
import type { PendingSync } from '../../pms/channel-sync/work.ts';
import type { Cycle } from './cycle.ts';
import { mayOpenNights } from './push.ts';
import { createPushThrottle } from './push-throttle.ts';
import type { TaskSchedules } from './task-schedules.ts';

/** How long a full push waits for the channel to list its orders; then the closed nights are pushed. */
const ORDER_LIST_TIMEOUT_SECONDS = 30;

export type PushTiming = {
  /** Called when the connection was created or changed: a full push waits for the channel's orders again. */
  restart(): void;
  /** Whether a push may begin now. If it has to wait for a known time, sets the schedule `pace` to that. */
  mayPush(work: PendingSync, cycle: Pick<Cycle, 'adapter' | 'refusedRooms'>): boolean;
  /** Records that a push begins, of changes up to this sequence number of the log. */
  begin(headSeq: number): void;
};

/** Creates the push timing of a connection. */
export function createPushTiming(schedules: TaskSchedules, nowMs: () => number): PushTiming {
  const throttle = createPushThrottle();
  /** until then a full push waits for the channel's orders, so that it is sent whole */
  let fullPushDelayedUntilMs = 0;
  /** head of the log at the last push: while rooms are refused, only later changes are pushed */
  let pushedSeq = 0;
  return {
    restart() {
      fullPushDelayedUntilMs = nowMs() + ORDER_LIST_TIMEOUT_SECONDS * 1_000;
    },
    begin(headSeq) {
      pushedSeq = headSeq;
    },
    mayPush(work, { adapter, refusedRooms }) {
      schedules.of('throttle').dueMs = 0;
      if (work.stale?.length === 0 && !work.fullPush) return true;
      if (!schedules.isDue('push')) return false;
      const ordersComing = !mayOpenNights(adapter, work) && schedules.of('recover').message === null;
      if (ordersComing && nowMs() < fullPushDelayedUntilMs) {
        schedules.of('throttle').dueMs = fullPushDelayedUntilMs;
        return false;
      }
      const nothingNew = refusedRooms.count > 0 && pushedSeq === work.headSeq && !work.hasUnknownOutcome;
      if (nothingNew && !refusedRooms.isDueBy(nowMs())) return false;
      // Many changes of a night within seconds are sent in a few messages; prices never delay a closing.
      const waitMs = throttle(work.urgent || work.fullPush ? 'urgent' : 'calm', nowMs());
      if (waitMs > 0) schedules.of('throttle').dueMs = nowMs() + waitMs;
      return waitMs === 0;
    },
  };
}
