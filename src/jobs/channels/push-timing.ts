// When a connection may be pushed to: at its pace, once its orders are read, and not again without news to rooms that are refused.
import type { Work } from '../../pms/channel-sync/work.ts';
import type { Cycle } from './cycle.ts';
import { mayOpenNights } from './push.ts';
import { createPushThrottle } from './push-throttle.ts';
import type { TaskSchedules } from './task-schedules.ts';

/** As long as a channel may take to list its orders before closed nights are pushed without waiting for it. */
const ORDER_LIST_TIMEOUT_SECONDS = 30;

export type PushTiming = {
  /** The connection was made or changed: a push of everything waits for the channel's orders again. */
  restart(): void;
  /** Whether a push may begin now. Where it has to wait for a known time, the clock `pace` is set to that time. */
  mayPush(work: Work, cycle: Pick<Cycle, 'adapter' | 'refusedRooms'>): boolean;
  /** A push begins, of changes up to this number of the log. */
  begin(headSeq: number): void;
};

export function createPushTiming(clocks: TaskSchedules, nowMs: () => number): PushTiming {
  const pace = createPushThrottle();
  /** until then a push of everything waits for the channel's orders, so that it goes out whole and not its closed nights first */
  let wholePushWaitsUntilMs = 0;
  /** the log's last number of the last push: where rooms are refused, only what is newer is a reason to push again */
  let pushedSeq = 0;
  return {
    restart() {
      wholePushWaitsUntilMs = nowMs() + ORDER_LIST_TIMEOUT_SECONDS * 1_000;
    },
    begin(headSeq) {
      pushedSeq = headSeq;
    },
    mayPush(work, { adapter, refusedRooms }) {
      clocks.of('pace').dueMs = 0;
      if (work.stale?.length === 0 && !work.fullPush) return true;
      if (!clocks.isDue('push')) return false;
      const ordersComing = !mayOpenNights(adapter, work) && clocks.of('recover').message === null;
      if (ordersComing && nowMs() < wholePushWaitsUntilMs) {
        clocks.of('pace').dueMs = wholePushWaitsUntilMs;
        return false;
      }
      const nothingNew = refusedRooms.count > 0 && pushedSeq === work.headSeq && !work.hasUnknownOutcome;
      if (nothingNew && !refusedRooms.isDueBy(nowMs())) return false;
      // A hundred changes of a night within seconds become a few messages; prices never hold up a closing.
      const waitMs = pace(work.urgent || work.fullPush ? 'urgent' : 'calm', nowMs());
      if (waitMs > 0) clocks.of('pace').dueMs = nowMs() + waitMs;
      return waitMs === 0;
    },
  };
}
