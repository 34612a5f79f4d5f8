// One connection's work, in two lanes side by side: pushes, and everything that is read. Other connections never wait for it.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Adapter } from '../../channels/channel.ts';
import { createExclusiveRequests } from '../../channels/exclusive-requests.ts';
import { createRequestQueue } from '../../channels/request-queue.ts';
import { isUnreachable } from '../../db/errors.ts';
import { SecretUnreadable } from '../../db/secrets.ts';
import { PULLS } from '../../model/channel.ts';
import { ConnectionChanged } from '../../pms/channel-sync/fence.ts';
import type { ConnectionKey } from '../../pms/channel-sync/ownership.ts';
import { clearWanted, readWork, type Work } from '../../pms/channel-sync/work.ts';
import { createClocks, RETRY_SECONDS, type Task } from './clocks.ts';
import { type LaneName, type Loaded, loadTurns, type RunnerParts } from './load.ts';
import { mayOpen, pushNights } from './push.ts';
import { createPushTiming } from './push-timing.ts';
import { type Attempt, createReads } from './reads.ts';
import { clockOfRefusedClosings } from './refused-closings.ts';
import { stateToShow } from './shown-state.ts';
import { createStateKeeper } from './state-keeper.ts';
import { testConnection } from './test-connection.ts';
import { type Ending, type Turn, withFence } from './turn.ts';

export type { RunnerParts } from './load.ts';

export type Runner = {
  /** there may be something to do */
  wake(): void;
  /** wakes itself when something is due */
  tick(nowMs: number): void;
  /** false once the connection is gone, or another process speaks for it, and nothing is under way any more */
  readonly alive: boolean;
  /** resolves when it is at rest */
  rest(): Promise<void>;
};

const DATABASE_PAUSE_MS = 1_000;

type Lane = { running: Promise<void> | null /** woken while it was running */; again: boolean };

/**
 * Makes the runner of a connection. Being woken it reads what there is to do (`look`) and starts a lane with it (`startPushes`,
 * `startReads`) unless that is under way; each task of a lane runs when its clock says so (`attempt`).
 */
export function createRunner(parts: RunnerParts, key: ConnectionKey): Runner {
  const { context, signal } = parts;
  const nowMs = () => context.now().epochMilliseconds;
  let loaded: Loaded | null = null;
  const clocks = createClocks(nowMs, () => loaded?.adapter.retrySeconds ?? RETRY_SECONDS);
  const timing = createPushTiming(clocks, nowMs);
  const isStrict = () => loaded?.adapter.exclusive?.isStrict(loaded.turns.push.view) ?? false;
  const exclusive = createExclusiveRequests(nowMs, isStrict);
  const lanes: Record<LaneName, Lane> = {
    push: { running: null, again: false },
    read: { running: null, again: false },
  };
  let looking: Promise<void> | null = null;
  let woken = false;
  let gone = false;
  let tested = false;
  let latest: Work | null = null;
  /** the revision that the clocks are of */
  let revision: number | null = null;
  const keeper = createStateKeeper(parts, key);
  /** a push, or the step of the drift check that must not cross with one */
  const pushing = createRequestQueue();

  const lookWhileWoken = async () => {
    while (woken && !signal.aborted) {
      woken = false;
      try {
        await look();
      } catch (error) {
        await failed(error, 'push');
        woken ||= isUnreachable(error) || error instanceof ConnectionChanged;
      }
    }
  };

  /** Looks what there is to do, and starts the lanes that have something to do and are at rest. */
  const look = async () => {
    const work = await readWork(context.db, key, parts, context.now());
    gone = work === null;
    if (!work) return;
    latest = work;
    await loadAnew(work);
    if (!loaded) return;
    if (work.replies) reads.expectReplies();
    const retry = await clockOfRefusedClosings(context, key, work, clocks.of('push').dueMs);
    Object.assign(clocks.of('retry'), retry);
    startPushes(loaded, work);
    await startReads(loaded, work);
    await show();
  };

  const loadAnew = async (work: Work) => {
    const changed = revision !== work.revision;
    // A property that changed its name changed nothing here, but one that changed its zone or horizon did.
    if (loaded && !changed && !work.stale?.some((range) => range.roomId === null)) return;
    if (changed) {
      revision = work.revision;
      clocks.clear();
      // A connection is tested before it is pushed to for the first time, and anew after people have changed it.
      tested = !work.fullPush || work.state === 'connected';
      timing.restart();
    }
    const before = loaded;
    try {
      loaded = await loadTurns(parts, key, { nowMs, exclusive, pushing });
    } catch (error) {
      loaded = null;
      if (!(error instanceof SecretUnreadable)) throw error;
      const message = `Its credentials cannot be read: ${error.message}`;
      await keeper.keep(() => ({ work, shown: { state: 'error', message }, at: context.now() }));
    }
    // What was refused before people changed the connection is tried at once.
    if (before && changed && loaded?.logIn) parts.sessions.forgive(loaded.logIn);
  };

  const startPushes = ({ adapter, turns }: Loaded, work: Work) => {
    if (lanes.push.running) {
      lanes.push.again = true;
      return;
    }
    if (!tested && !clocks.isDue('test')) return;
    if (tested && !timing.mayPush(work, turns.push)) return;
    run('push', async () => {
      if (!tested) {
        await attempt('test', () => inQueue(adapter, () => testConnection(turns.push)));
        tested = clocks.of('test').message === null;
        wake(); // reading waited for this
        if (!tested || !timing.mayPush(work, turns.push)) return;
      }
      await pushing(true, () => attempt('push', () => push(turns.push, work)));
    });
  };

  /** Where a push may have to wait for a read: what has changed meanwhile goes with it. */
  const push = (turn: Turn, work: Work): Promise<Ending> =>
    inQueue(turn.adapter, async () => {
      const present = turn.adapter.exclusive ? await readWork(context.db, key, parts, context.now()) : work;
      if (present?.revision !== work.revision) return { kind: 'again' };
      timing.begin(present.headSeq);
      return pushNights(withFence(turn, present), present);
    });

  const inQueue = <T>(adapter: Adapter, work: () => Promise<T>): Promise<T> =>
    adapter.exclusive ? exclusive.push(work) : work();

  const startReads = async ({ adapter, turns }: Loaded, work: Work) => {
    if (lanes.read.running) {
      lanes.read.again = true;
      return;
    }
    if (!mayRead(work)) return;
    if (work.wanted.length > 0) {
      for (const name of PULLS) if (work.wanted.includes(name)) clocks.hurry(name);
      await clearWanted(context.db, key);
    }
    const due = reads.due(work, adapter);
    if (due) run('read', () => reads.run(withFence(turns.read, work), work, due));
  };

  /** A connection that has worked before is read also while its test fails. */
  const mayRead = (work: Work): boolean =>
    tested || (work.syncedBefore && clocks.of('test').message !== null);

  const run = (name: LaneName, work: () => Promise<void>) => {
    const lane = lanes[name];
    const ended = async (show: () => Promise<void>) => {
      lane.running = null;
      if (lane.again) wake();
      lane.again = false;
      await show();
    };
    lane.running = work().then(
      () => ended(() => show().catch((error) => failed(error, null))),
      async (error) => {
        await failed(error, name === 'push' ? 'push' : null);
        lane.again ||= isUnreachable(error) || error instanceof ConnectionChanged;
        await ended(async () => {});
      },
    );
  };

  const attempt: Attempt = async (task, work, everySeconds = 0) => {
    if (!clocks.isDue(task) || signal.aborted) return;
    const before = revision;
    const ending = await work();
    // Where the connection was changed meanwhile the clocks are those of the changed one.
    if (revision !== before) return wake();
    clocks.settle(task, ending, everySeconds);
    if (ending.kind === 'again') wake();
  };

  const reads = createReads(clocks, attempt);

  const failed = async (error: unknown, task: Task | null) => {
    if (signal.aborted || error instanceof ConnectionChanged) return;
    context.log.warn({ err: error, ...key }, 'a round of a connection failed');
    if (task && !isUnreachable(error)) clocks.of(task).dueMs = nowMs() + RETRY_SECONDS.at(3)! * 1_000;
    await sleep(DATABASE_PAUSE_MS, undefined, { signal }).catch(() => {});
  };

  const show = () =>
    keeper.keep(() => {
      const work = latest;
      if (!work || !loaded || gone || loaded.revision !== work.revision) return null;
      const at = context.now();
      const pushWaits =
        woken || lanes.push.running !== null || clocks.of('push').dueMs > 0 || clocks.of('pace').dueMs > 0;
      const shown = stateToShow({
        clocks,
        refusedRooms: loaded.turns.push.refusedRooms,
        stored: work.state,
        connecting: !tested || (work.fullPush && (pushWaits || !mayOpen(loaded.adapter, work))),
        since: work.errorSince ?? at,
      });
      return { work, shown, at };
    });

  const wake = () => {
    woken = true;
    looking ??= lookWhileWoken().finally(() => {
      looking = null;
      if (woken && !signal.aborted) wake();
    });
  };

  const isBusy = () => lanes.push.running !== null || lanes.read.running !== null;

  return {
    wake,
    tick(atMs) {
      if (looking || gone) return;
      const due = clocks.dueBy(atMs).some((task) => !lanes[PUSH_TASKS.has(task) ? 'push' : 'read'].running);
      const rooms = loaded?.turns.push.refusedRooms.isDueBy(atMs) && !lanes.push.running;
      if (due || rooms) wake();
    },
    get alive() {
      return !gone || isBusy();
    },
    async rest() {
      while (looking || isBusy()) await Promise.all([looking, lanes.push.running, lanes.read.running]);
      await keeper.rest();
    },
  };
}

const PUSH_TASKS: ReadonlySet<Task> = new Set<Task>(['test', 'push', 'pace', 'retry']);
