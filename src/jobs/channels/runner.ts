// One connection's work, one thing at a time: tell what is stale, fetch what waits, send replies. Other connections never wait for it.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Adapter } from '../../channels/channel.ts';
import { createExchanger } from '../../channels/exchange.ts';
import { findAdapter } from '../../channels/registry.ts';
import type { Sessions } from '../../channels/sessions.ts';
import { viewOf } from '../../channels/view.ts';
import { isUnreachable } from '../../db/errors.ts';
import { SecretUnreadable } from '../../db/secrets.ts';
import type { ConnectionState, Exchange } from '../../model/channel.ts';
import { changeProperty } from '../../pms/change.ts';
import { ConnectionChanged } from '../../pms/channel-sync/fence.ts';
import { type LoadedConnection, loadConnection } from '../../pms/channel-sync/load.ts';
import type { ConnectionKey } from '../../pms/channel-sync/ownership.ts';
import { clearWanted, readWork, type Work } from '../../pms/channel-sync/work.ts';
import { setConnectionState, storeCredentials } from '../../pms/connections.ts';
import type { JobContext } from '../context.ts';
import { checkDrift } from './drift.ts';
import { PULLS, type PullName, pullNews } from './pull.ts';
import { pushNights } from './push.ts';
import { recoverReservations } from './recover.ts';
import { sendReplies } from './replies.ts';
import { testConnection } from './test-connection.ts';
import type { Ending, Noted, Round, Turn } from './turn.ts';

export type RunnerParts = {
  context: JobContext;
  processId: string;
  /** ends requests under way when the process stops */
  signal: AbortSignal;
  /** log-ins, shared by connections with the same credentials */
  sessions: Sessions;
  /** into the audit trail, when there is time */
  audit(key: ConnectionKey, noted: Noted): void;
  /** the other side answered */
  heard(key: ConnectionKey): void;
};

export type Runner = {
  /** there may be something to do */
  wake(): void;
  /** wakes itself when something is due */
  tick(nowMs: number): void;
  /** false once the connection is gone, or another process speaks for it */
  readonly alive: boolean;
  /** resolves when it is at rest */
  rest(): Promise<void>;
};

/** After a failure, where the channel has no rule of its own: soon at first, for it is mostly a hiccup; a channel that is down for an hour is asked every quarter of it. */
const RETRY_SECONDS = [1, 5, 15, 30, 60, 120, 240, 480, 900];
const DATABASE_PAUSE_MS = 1_000;
/**
 * Pushes of one connection, however fast its property changes: the first go at once, then counts and closings wait a
 * second for each other, prices and rules of stay five.
 */
const PACES = { urgent: { burst: 5, perSecond: 1 }, calm: { burst: 3, perSecond: 0.2 } };

type Task = 'test' | 'recover' | 'push' | 'pace' | 'replies' | 'drift' | PullName;

/** When a task may run next, and how often it has failed since it last worked. */
type Clock = { dueMs: number; failures: number; words: string | null };

type Loaded = { revision: number; adapter: Adapter; turn: Turn };

export function createRunner(parts: RunnerParts, key: ConnectionKey): Runner {
  const clocks = new Map<Task, Clock>();
  let loaded: Loaded | null = null;
  let running: Promise<void> | null = null;
  let woken = false;
  let alive = true;
  let stopped = false;
  let repliesWait = true; // of a time before this process
  const paces = { urgent: { left: PACES.urgent.burst, atMs: 0 }, calm: { left: PACES.calm.burst, atMs: 0 } };

  const clockOf = (task: Task): Clock => {
    const clock = clocks.get(task) ?? { dueMs: 0, failures: 0, words: null };
    clocks.set(task, clock);
    return clock;
  };

  const run = async () => {
    while (woken && alive && !parts.signal.aborted) {
      woken = false;
      try {
        await turnOnce();
      } catch (error) {
        if (parts.signal.aborted) return;
        if (error instanceof ConnectionChanged) woken = true;
        else {
          parts.context.log.warn({ err: error, ...key }, 'a round of a connection failed');
          if (!isUnreachable(error)) clockOf('push').dueMs = nowMs() + RETRY_SECONDS.at(3)! * 1_000;
          await sleep(DATABASE_PAUSE_MS, undefined, { signal: parts.signal }).catch(() => {});
          woken ||= isUnreachable(error);
        }
      }
    }
  };

  const turnOnce = async () => {
    const work = await readWork(parts.context.db, key, parts, parts.context.now());
    if (!work) {
      alive = false;
      return;
    }
    if (loaded?.revision !== work.revision) clocks.clear();
    // A property that changed its name changed nothing here, but one that changed its zone or horizon did.
    if (loaded?.revision !== work.revision || work.stale?.some((range) => range.roomId === null)) {
      loaded = await load(parts, key, work);
    }
    stopped = work.state === 'error';
    if (!loaded || stopped) return;
    loaded.turn.fence.intakes = work.intakes;
    repliesWait ||= work.replies;
    if (work.wanted.length > 0) {
      for (const name of PULLS) if (work.wanted.includes(name)) clockOf(name).dueMs = 0;
      await clearWanted(parts.context.db, key);
    }
    await doWhatIsDue(loaded, work);
    await showState(parts, key, { work, stopped, clocks });
  };

  const doWhatIsDue = async ({ turn, adapter }: Loaded, work: Work) => {
    if (work.state === 'connecting') await attempt('test', () => testConnection(turn));
    if (clockOf('test').failures > 0) return;
    // Before the push: what the channel has sold must be known here before its nights are opened there.
    // The nights that waited for it go with all others in the next turn: closed ones alone would be messages of their own.
    if ((await attempt('recover', () => recoverReservations(turn, work))) === 'again') return;
    if (mayPush(work)) await attempt('push', () => pushNights(turn, work));
    for (const name of PULLS) {
      const every = adapter[name]?.everySeconds;
      if (every === undefined) continue;
      await attempt(name, () => pullNews(turn, name, work.cursors[name] ?? null), every);
    }
    if (repliesWait) {
      repliesWait = false;
      await attempt('replies', () => sendReplies(turn));
      repliesWait ||= clockOf('replies').failures > 0;
    }
    if (!work.fullPush) await attempt('drift', () => checkDrift(turn, work), DRIFT_LOOK_SECONDS);
  };

  /** A hundred changes of a night within seconds become a few messages. News that waits never holds up what is urgent. */
  const mayPush = (work: Work): boolean => {
    clockOf('pace').dueMs = 0;
    if (work.stale?.length === 0 && !work.fullPush) return true;
    if (clockOf('push').dueMs > nowMs()) return false;
    const kind = work.urgent || work.fullPush ? 'urgent' : 'calm';
    const { burst, perSecond } = PACES[kind];
    const filled = Math.min(burst, paces[kind].left + ((nowMs() - paces[kind].atMs) / 1_000) * perSecond);
    if (filled < 1) clockOf('pace').dueMs = nowMs() + ((1 - filled) * 1_000) / perSecond;
    else paces[kind] = { left: filled - 1, atMs: nowMs() };
    return filled >= 1;
  };

  /** Runs a task if it is due; returns how it ended, null when it was not due. */
  const attempt = async (
    task: Task,
    work: () => Promise<Ending>,
    everySeconds = 0,
  ): Promise<Ending['kind'] | null> => {
    const clock = clockOf(task);
    if (stopped || clock.dueMs > nowMs() || parts.signal.aborted) return null;
    const ending = await work();
    if (ending.kind === 'later') {
      const ladder = loaded?.adapter.retrySeconds ?? RETRY_SECONDS;
      const seconds = ending.afterSeconds ?? ladder[Math.min(clock.failures, ladder.length - 1)]!;
      clock.failures += 1;
      clock.words = ending.words;
      clock.dueMs = nowMs() + seconds * 1_000;
      return ending.kind;
    }
    if (ending.kind === 'stopped') {
      stopped = true;
      clock.words = ending.words;
      return ending.kind;
    }
    Object.assign(clock, { failures: 0, words: null });
    if (ending.kind === 'again') woken = true;
    clock.dueMs = ending.kind === 'paused' ? nowMs() + ending.seconds * 1_000 : nextAfter(everySeconds);
    return ending.kind;
  };

  const nowMs = () => parts.context.now().epochMilliseconds;
  /** Not all at the same second: channels count requests. */
  const nextAfter = (seconds: number) =>
    seconds === 0 ? 0 : nowMs() + seconds * 1_000 * (0.9 + Math.random() * 0.2);

  const wake = () => {
    woken = true;
    running ??= run().finally(() => {
      running = null;
      if (woken && alive && !parts.signal.aborted) wake();
    });
  };

  return {
    wake,
    tick(atMs) {
      if (running || !alive || stopped) return;
      for (const clock of clocks.values()) {
        if (clock.dueMs > 0 && clock.dueMs <= atMs) {
          wake();
          return;
        }
      }
    },
    get alive() {
      return alive;
    },
    rest: () => running ?? Promise.resolve(),
  };
}

/** How often it is looked whether the hour of the nightly check has come. */
const DRIFT_LOOK_SECONDS = 600;

async function load(parts: RunnerParts, key: ConnectionKey, work: Work): Promise<Loaded | null> {
  let found: LoadedConnection;
  try {
    found = await loadConnection(parts.context.db, key);
  } catch (error) {
    if (!(error instanceof SecretUnreadable)) throw error;
    await setState(parts, key, 'error', `Its credentials cannot be read: ${error.message}`);
    return null;
  }
  const adapter = findAdapter(found.connection.protocol);
  if (!adapter) return null;
  return { revision: work.revision, adapter, turn: makeTurn(parts, key, { found, adapter }) };
}

function makeTurn(
  { context, processId, signal, sessions, audit, heard }: RunnerParts,
  key: ConnectionKey,
  { found, adapter }: { found: LoadedConnection; adapter: Adapter },
): Turn {
  const view = viewOf(found);
  let exchanges: Exchange[] = [];
  const exchanger = createExchanger({
    adapter,
    connection: view,
    outgoing: context.outgoing,
    now: context.now,
    signal,
    sessions,
    renewed: async (credentials) => {
      Object.assign(view.credentials, credentials);
      await storeCredentials(context.db, key, view.credentials);
    },
    record: (exchange) => {
      if (exchanges.length < MAX_EXCHANGES) exchanges.push(exchange);
      if (exchange.error === null) heard(key);
    },
  });
  return {
    context,
    fence: { ...key, processId, revision: found.revision, intakes: 0 },
    adapter,
    view,
    property: found.property,
    source: {
      property: found.property,
      channel: key.channel,
      rooms: found.connection.rooms,
      countsOwnSales: adapter.ari?.wantsOwnSales === false,
    },
    exchanger,
    note(round: Round) {
      audit(key, { round, exchanges });
      exchanges = [];
    },
  };
}

/** A poll that finds nothing leaves its exchange behind until there is something to tell; no more than these are kept. */
const MAX_EXCHANGES = 50;

async function showState(
  parts: RunnerParts,
  key: ConnectionKey,
  { work, stopped, clocks }: { work: Work; stopped: boolean; clocks: ReadonlyMap<Task, Clock> },
): Promise<void> {
  const words = [...clocks.values()].map((clock) => clock.words).find((one) => one !== null) ?? null;
  const waiting =
    work.fullPush && (['push', 'pace'] as const).some((task) => (clocks.get(task)?.dueMs ?? 0) > 0);
  const settled = waiting ? work.state : 'connected';
  const state: ConnectionState = stopped ? 'error' : words !== null ? 'delayed' : settled;
  if (state !== work.state || words !== work.lastError) await setState(parts, key, state, words);
}

async function setState(
  { context }: RunnerParts,
  { hotelId, channel }: ConnectionKey,
  state: ConnectionState,
  words: string | null,
): Promise<void> {
  await changeProperty(context.db, { hotelId, now: context.now() }, (tx) =>
    setConnectionState(tx, channel, state, words),
  );
}
