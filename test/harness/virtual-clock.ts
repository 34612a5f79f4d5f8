// A clock that stands still while something is done, and moves on to the next moment for which somebody waits: minutes of pauses take
// milliseconds, and how long a request or a statement takes on this machine changes nothing.
import { setTimeout } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Waits } from '../../simulator/waits.ts';
import type { Timers } from '../../src/model/timers.ts';
import { createTimerQueue } from './timer-queue.ts';
import { createWorkUnderWay, type WorkCounter } from './work-under-way.ts';

export type VirtualClock = {
  /** milliseconds since 1970 */
  nowMs(): number;
  /** by which innwire waits */
  timers: Timers;
  /** by which the OTAs wait */
  waits: Waits;
  /** Returns a counter for another program, while whose work the clock stands still. */
  newCounter(): WorkCounter;
  /** The clock stands still until the work has ended. */
  during: WorkCounter['during'];
  /** Time goes by at once: nothing happens in it. */
  skip(ms: number): void;
  /** Moves on by so many milliseconds, with all that happens in them. */
  pass(ms: number): Promise<void>;
  /** Moves on until the work has ended, which may wait by this clock. */
  untilDone<T>(work: Promise<T>): Promise<T>;
  /** Moves on until a check no longer throws, at most so long; returns its result. */
  eventually<T>(check: () => T | Promise<T>, giveUpAfterMs?: number): Promise<T>;
  /** As `expect.poll`: moves on until the value is as expected. */
  poll: PollValue;
  /** As `poll`, for what the product promises: fails if more seconds of this clock pass. */
  pollWithin: <T>(seconds: number, value: () => T | Promise<T>) => ReturnType<PollValue>;
  close(): void;
};

type PollValue = <T>(value: () => T | Promise<T>) => ReturnType<typeof expect.poll<T>>;

/** How long a transaction or a request takes by this clock: two that follow each other are not of the same moment. */
const CHANGE_MS = 5;
/** How much time passes at most between two looks at a condition while nothing happens. */
const CHECK_EVERY_MS = 10_000;
/** After so much time of this clock a condition will not come true any more. */
const GIVE_UP_AFTER_MS = 3 * 24 * 3_600_000;
/** After so much real time in which nothing is done, whoever waits must be waiting for the clock. */
const STUCK_AFTER_MS = 20;

/** `originMs`: milliseconds since 1970. */
export function createVirtualClock(originMs: number): VirtualClock {
  let nowMs = originMs;
  let isClosed = false;
  /** waits of the test that move the clock; those in a check of another are inside it */
  let waitsOfTest = 0;
  const queue = createTimerQueue(() => nowMs);
  const { sleep } = queue;
  const work = createWorkUnderWay(() => {
    nowMs += CHANGE_MS;
  });
  const { quiet } = work;
  const { during } = work.newCounter();

  let stepped: Promise<void> = Promise.resolve();
  /** Moves on to the next timer, at most to `limitMs`. */
  const step = (limitMs: number): Promise<void> => {
    stepped = stepped.then(async () => {
      await quiet();
      const next = queue.next(limitMs);
      nowMs = Math.max(nowMs, next?.atMs ?? limitMs);
      next?.end();
      if (next) await quiet();
    });
    return stepped;
  };
  const passUntil = async (untilMs: number) => {
    while (nowMs < untilMs && !isClosed) await step(untilMs);
  };
  /** Moves on until something may have changed. */
  const untilChange = async (limitMs: number) => {
    const [before, untilMs] = [work.changes, Math.min(nowMs + CHECK_EVERY_MS, limitMs)];
    do await step(untilMs);
    while (work.changes === before && nowMs < untilMs && !isClosed);
  };
  const whileWaiting = async <T>(wait: () => Promise<T>): Promise<T> => {
    waitsOfTest += 1;
    try {
      return await wait();
    } finally {
      waitsOfTest -= 1;
    }
  };
  /** Moves on until `result` is there, slowly: it may also wait for something else than this clock. */
  const ended = async <T>(result: Promise<T>): Promise<T> => {
    let isDone = false;
    const settle = () => {
      isDone = true;
    };
    result.then(settle, settle);
    const depth = waitsOfTest;
    for (await quiet(); !isDone; await quiet()) {
      await setTimeout(1);
      // The innermost wait moves the clock.
      if (!isDone && waitsOfTest === depth) await step(nowMs + CHECK_EVERY_MS);
    }
    return result;
  };
  const eventually: VirtualClock['eventually'] = (check, giveUpAfterMs = GIVE_UP_AFTER_MS) =>
    whileWaiting(async () => {
      for (const giveUpMs = nowMs + giveUpAfterMs; ; await untilChange(giveUpMs)) {
        await quiet();
        try {
          return await ended(Promise.resolve().then(check));
        } catch (error) {
          if (nowMs >= giveUpMs || isClosed) throw error;
        }
      }
    });
  /** Moves on while the test waits for something else than this clock, as for an answer that an OTA delays. */
  const moveWhenStuck = async () => {
    while (!isClosed) {
      const before = work.events;
      await setTimeout(STUCK_AFTER_MS, undefined, { ref: false });
      if (waitsOfTest === 0 && work.isIdle && work.events === before) await step(nowMs + CHECK_EVERY_MS);
    }
  };
  void moveWhenStuck();

  return {
    nowMs: () => Math.floor(nowMs),
    timers: { elapsedMs: () => nowMs, sleep },
    waits: {
      sleep,
      // The client waits for the answer: its request is no work meanwhile.
      async delay(ms, closedByClient) {
        const resume = work.suspend();
        void closedByClient.then(resume);
        await sleep(ms);
        resume();
      },
      during,
    },
    newCounter: work.newCounter,
    during,
    skip(ms) {
      nowMs += ms;
    },
    pass: (ms) => whileWaiting(() => passUntil(nowMs + ms)),
    untilDone: (result) => whileWaiting(() => ended(result)),
    eventually,
    poll: ((value) => createPoll(value, eventually)) as PollValue,
    pollWithin: ((seconds: number, value: () => unknown) =>
      createPoll(value, (check) => eventually(check, seconds * 1_000))) as VirtualClock['pollWithin'],
    close() {
      isClosed = true;
      queue.clear();
      work.close();
    },
  };
}

type Assertion = Record<string, (...args: unknown[]) => void>;

/** Returns the assertions about a value, of which each moves the clock until it holds. */
function createPoll(
  value: () => unknown,
  eventually: (check: () => Promise<void>) => Promise<void>,
  isNot = false,
): object {
  return new Proxy(
    {},
    {
      get: (_, name: string) =>
        name === 'not'
          ? createPoll(value, eventually, !isNot)
          : (...args: unknown[]) =>
              eventually(async () => {
                const seen = expect(await value());
                ((isNot ? seen.not : seen) as unknown as Assertion)[name]!(...args);
              }),
    },
  );
}
