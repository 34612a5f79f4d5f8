// What a connection's lane of reads does: recovery first, then what the channel has for us, then replies and the nightly check.
import type { Adapter } from '../../channels/channel.ts';
import { PULLS, type PullName } from '../../model/channel.ts';
import type { Work } from '../../pms/channel-sync/work.ts';
import { LOOK_SECONDS, settleAcceptances } from './acceptances.ts';
import type { Clocks, Task } from './clocks.ts';
import { checkDrift } from './drift.ts';
import { pullNews } from './pull.ts';
import { recoverReservations } from './recover.ts';
import { sendReplies } from './replies.ts';
import type { Ending, Turn } from './turn.ts';

/** How often it is looked whether the hour of the nightly check has come. */
const DRIFT_LOOK_SECONDS = 600;

/** Runs a task if it is due, and sets its clock by how it ended; `everySeconds` is the pause after a success, 0 = none. */
export type Attempt = (task: Task, work: () => Promise<Ending>, everySeconds?: number) => Promise<void>;

/** What is to be read beside the tasks that are always attempted. */
export type DueReads = { pulls: readonly PullName[]; replies: boolean; drift: boolean };

export type Reads = {
  /** Replies were written since the work before. */
  expectReplies(): void;
  /** What is due now; null = nothing. */
  due(work: Work, adapter: Adapter): DueReads | null;
  run(turn: Turn, work: Work, due: DueReads): Promise<void>;
};

export function createReads(clocks: Clocks, attempt: Attempt): Reads {
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
    async run(turn, work, { pulls, replies, drift }) {
      // What the channel has sold must be known here before its nights are opened there.
      await attempt('recover', () => recoverReservations(turn, work));
      for (const name of pulls) {
        const every = turn.adapter[name]!.everySeconds;
        await attempt(name, () => pullNews(turn, name, work.cursors[name] ?? null), every);
      }
      await attempt('acceptances', () => settleAcceptances(turn), LOOK_SECONDS);
      if (replies) {
        repliesWait = false;
        await attempt('replies', () => sendReplies(turn));
        repliesWait ||= clocks.of('replies').failures > 0;
      }
      if (drift) await attempt('drift', () => checkDrift(turn, work), DRIFT_LOOK_SECONDS);
    },
  };
}
