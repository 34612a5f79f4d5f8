// What a connection's lane of reads does: recovery first, then what the channel has for us, then replies and the nightly check.
import type { Adapter } from '../../channels/channel.ts';
import { PULLS, type PullName } from '../../model/channel.ts';
import type { Work } from '../../pms/channel-sync/work.ts';
import { CHECK_SECONDS, resolveAcceptances } from './acceptances.ts';
import { checkDrift } from './check-drift.ts';
import type { Cycle, CycleResult } from './cycle.ts';
import { pullQueue } from './pull.ts';
import { recoverReservations } from './recover.ts';
import { sendReplies } from './replies.ts';
import type { ConnectionTask, TaskSchedules } from './task-schedules.ts';

/** How often it is looked whether the hour of the nightly check has come. */
const DRIFT_CHECK_SECONDS = 600;

/** Runs a task if it is due, and sets its clock by how it ended; `everySeconds` is the pause after a success, 0 = none. */
export type Attempt = (
  task: ConnectionTask,
  work: () => Promise<CycleResult>,
  everySeconds?: number,
) => Promise<void>;

/** What is to be read beside the tasks that are always attempted. */
export type DueReads = { pulls: readonly PullName[]; replies: boolean; drift: boolean };

export type Reads = {
  /** Replies were written since the work before. */
  expectReplies(): void;
  /** What is due now; null = nothing. */
  due(work: Work, adapter: Adapter): DueReads | null;
  run(cycle: Cycle, work: Work, due: DueReads): Promise<void>;
};

export function createReads(clocks: TaskSchedules, attempt: Attempt): Reads {
  let repliesWait = true; // of a time before this process
  return {
    expectReplies() {
      repliesWait = true;
    },
    due(work, adapter) {
      const pulls = PULLS.filter((name) => adapter[name] && clocks.isDue(name));
      const replies = repliesWait && clocks.isDue('replies');
      const drift = !work.fullPush && clocks.isDue('drift');
      const always = clocks.isDue('recover') || clocks.isDue('acceptances');
      return always || pulls.length > 0 || replies || drift ? { pulls, replies, drift } : null;
    },
    async run(cycle, work, { pulls, replies, drift }) {
      // What the channel has sold must be known here before its nights are opened there.
      await attempt('recover', () => recoverReservations(cycle, work));
      for (const name of pulls) {
        const every = cycle.adapter[name]!.everySeconds;
        await attempt(name, () => pullQueue(cycle, name, work.cursors[name] ?? null), every);
      }
      await attempt('acceptances', () => resolveAcceptances(cycle), CHECK_SECONDS);
      if (replies) {
        repliesWait = false;
        await attempt('replies', () => sendReplies(cycle));
        repliesWait ||= clocks.of('replies').failures > 0;
      }
      if (drift) await attempt('drift', () => checkDrift(cycle, work), DRIFT_CHECK_SECONDS);
    },
  };
}
