// The tasks of the read pipeline: recovery, queues, acceptances, the OTAs behind the channel, replies and the drift check.
import type { Adapter } from '../../channels/channel.ts';
import { PULLS, type PullName } from '../../model/channel.ts';
import type { PendingSync } from '../../pms/channel-sync/work.ts';
import { closeExpiredGuestRequests } from '../../pms/guest-requests.ts';
import { closeExpiredGuestReviews } from '../../pms/guest-reviews.ts';
import { CHECK_SECONDS, resolveAcceptances } from './acceptances.ts';
import { checkDrift } from './check-drift.ts';
import { claimFreedUnits } from './claim-freed-units.ts';
import type { Cycle, CycleResult } from './cycle.ts';
import { readQueue } from './pull.ts';
import { isFirstList, OTAS_SECONDS, readOtas } from './read-otas.ts';
import { recoverReservations } from './recover.ts';
import { sendReplies } from './replies.ts';
import type { ConnectionTask, TaskSchedules } from './task-schedules.ts';

/** How often it is checked whether the hour of the nightly drift check has come. */
const DRIFT_CHECK_SECONDS = 600;

/** Runs a task if it is due, and reschedules it; `everySeconds`: the pause after a success, 0 = none. */
type RunTask = (
  task: ConnectionTask,
  work: () => Promise<CycleResult>,
  everySeconds?: number,
) => Promise<void>;

/** Tasks to run beside those that are always attempted. */
type DueReads = { pulls: readonly PullName[]; otas: boolean; replies: boolean; drift: boolean };

export type Reads = {
  /** Called when replies were written since the last work. */
  expectReplies(): void;
  /** Returns the reads that are due; null = none. */
  due(work: PendingSync, adapter: Adapter): DueReads | null;
  /** Runs them; returns whether the queue of reservations was read to its end, with each of its items. */
  run(cycle: Cycle, work: PendingSync, due: DueReads): Promise<boolean>;
};

/** Creates the read pipeline of a connection. */
export function createReads(schedules: TaskSchedules, attempt: RunTask): Reads {
  let repliesPending = true; // some may be left from before this process
  const begun = new Set<PullName>();
  const listOtas = createOtaLister(attempt);
  return {
    expectReplies() {
      repliesPending = true;
    },
    due(work, adapter) {
      const pulls = PULLS.filter((name) => adapter[name] && schedules.isDue(name));
      const replies = repliesPending && schedules.isDue('replies');
      const drift = !work.fullPush && schedules.isDue('drift');
      const otas = adapter.otas !== undefined && schedules.isDue('otas');
      const always = schedules.isDue('recover') || schedules.isDue('acceptances');
      return always || pulls.length > 0 || otas || replies || drift ? { pulls, otas, replies, drift } : null;
    },
    async run(cycle, work, { pulls, otas, replies, drift }) {
      let reservationsRead = false;
      // What the OTAs behind the channel accept is known before the first push, which would otherwise begin anew once it is.
      if (otas && isFirstList(cycle) && (await listOtas(cycle)).changesPushes) return false;
      // Orders of the channel must be stored here before their nights are opened there.
      await attempt('recover', () => recoverReservations(cycle, work));
      for (const name of pulls) {
        const reserved = await cycle.limits.reservePoll(name);
        const every = Math.max(cycle.adapter[name]!.everySeconds, reserved);
        await attempt(
          name,
          async () => {
            // Reservations are never delayed by the first reads of what is less urgent of many properties of one key.
            const waits = reserved > 0 && name !== 'reservations' && !begun.has(name);
            begun.add(name);
            if (waits) return { kind: 'paused', seconds: reserved };
            const result = await readQueue(cycle, name, work.cursors[name] ?? null);
            if (name === 'reservations') {
              reservationsRead = result.kind === 'done' && result.problem === undefined;
              await claimFreedUnits(cycle);
            }
            if (name === 'guestRequests')
              await closeExpiredGuestRequests(cycle.context.db, cycle.lease, cycle.context.now());
            if (name === 'reviews')
              await closeExpiredGuestReviews(cycle.context.db, cycle.lease, cycle.context.now());
            return result;
          },
          every,
        );
      }
      await attempt('acceptances', () => resolveAcceptances(cycle), CHECK_SECONDS);
      if (otas) await listOtas(cycle);
      if (replies) {
        repliesPending = false;
        await attempt('replies', () => sendReplies(cycle));
        repliesPending ||= schedules.of('replies').failures > 0;
      }
      if (drift) await attempt('drift', () => checkDrift(cycle, work), DRIFT_CHECK_SECONDS);
      return reservationsRead;
    },
  };
}

/** Returns what lists the OTAs if that is due; `changesPushes`: the connection is loaded anew with what they accept. */
function createOtaLister(attempt: RunTask): (cycle: Cycle) => Promise<{ changesPushes: boolean }> {
  return async (cycle) => {
    let changesPushes = false;
    const onOtherLimits = () => {
      changesPushes = true;
    };
    await attempt('otas', () => readOtas(cycle, onOtherLimits), OTAS_SECONDS);
    return { changesPushes };
  };
}
