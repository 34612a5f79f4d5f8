// Whatever happens – sales on all sides, faults, restarts – in the end every channel's calendar is ours, and every order is in once.
//
// CONVERGENCE_RUNS=300 makes it the nightly form. A failure prints seed and path of its history: with them as CONVERGENCE_SEED and
// CONVERGENCE_PATH it alone is repeated. Requests on the way take their own time, so that it may pass then.
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { test } from 'vitest';
import { findViolations } from '../../channel-histories/check-history.ts';
import { type EarlierBooking, earlierBookings, history, type Step } from '../../channel-histories/history.ts';
import { applyStep, endHistory, startHistory } from '../../channel-histories/run-history.ts';
import { type ChannelEnvironment, useChannelEnvironment } from '../../harness/channel-environment.ts';

const RUNS = Number(process.env['CONVERGENCE_RUNS'] ?? 8);
const PATH = process.env['CONVERGENCE_PATH'];
const SEED = Number(process.env['CONVERGENCE_SEED'] ?? Math.floor(Math.random() * 2 ** 30));
/** Worlds of their own, side by side: most of a history is waiting. */
const LANES = PATH ? 1 : Math.min(RUNS, Number(process.env['CONVERGENCE_LANES'] ?? 4));
/** For finding a shorter history that fails as well. */
const SHRINKING_MS = Number(process.env['CONVERGENCE_SHRINKING_SECONDS'] ?? 120) * 1_000;
/** Of a machine that has other things to do; with the clock that runs fast it is two hours of the world. */
const PATIENCE_MS = 60_000;

const worlds = Array.from({ length: LANES }, () => useChannelEnvironment({ speed: 120, asleep: true }));

test(`after ${RUNS} generated histories all calendars agree`, {
  timeout: RUNS * 20_000 + 300_000,
}, async () => {
  console.info(`CONVERGENCE_SEED=${SEED}, ${LANES} side by side`);
  const over = new AbortController();
  const lanes = worlds.map((environment, lane) => runLane(environment, lane, over));
  await Promise.all(lanes);
});

let lived = 0;

async function runLane(environment: ChannelEnvironment, lane: number, over: AbortController): Promise<void> {
  const property = fc.asyncProperty(earlierBookings, history, async (earlier, steps) => {
    if (over.signal.aborted) return;
    await live(environment, earlier, steps);
    lived += 1;
    if (lived % 50 === 0) console.info(`${lived} of ${RUNS}`);
  });
  const numRuns = Math.ceil(RUNS / LANES);
  const replay = { seed: SEED + lane, ...(PATH && { path: PATH }) };
  const outcome = await fc.check(property, { ...replay, numRuns, endOnFailure: true });
  if (!outcome.failed) return;
  over.abort();
  const shrinking = fc.asyncProperty(earlierBookings, history, (earlier, steps) =>
    live(environment, earlier, steps),
  );
  const again = await fc.check(shrinking, {
    seed: outcome.seed,
    path: outcome.counterexamplePath ?? '',
    numRuns: 1,
    interruptAfterTimeLimit: SHRINKING_MS,
  });
  // It may pass when it is repeated: then the history as it was is what there is.
  throw new Error(
    [
      `CONVERGENCE_SEED=${outcome.seed} CONVERGENCE_PATH=${outcome.counterexamplePath}`,
      describe(outcome.counterexample, outcome.errorInstance),
      again.counterexample
        ? `shorter:\n${describe(again.counterexample, again.errorInstance)}`
        : 'It passed when it was repeated, or there was no time for that.',
    ].join('\n'),
  );
}

function describe(
  example: readonly [readonly EarlierBooking[], readonly Step[]] | null,
  error: unknown,
): string {
  const [earlier = [], steps = []] = example ?? [];
  const lines = [
    ...earlier.map((one) => `before: ${JSON.stringify(one)}`),
    ...steps.map((step) => JSON.stringify(step)),
  ];
  return `${lines.join('\n')}\n${error instanceof Error ? error.stack : error}`;
}

async function live(
  environment: ChannelEnvironment,
  earlier: readonly EarlierBooking[],
  steps: readonly Step[],
): Promise<void> {
  const run = await startHistory(environment, earlier);
  try {
    for (const step of steps) await applyStep(run, step);
    for (const { ota } of run.connected) ota.faults.clear();
    await environment.settled(run.connected, PATIENCE_MS);
    let wrong = await findViolations(run);
    for (const until = Date.now() + PATIENCE_MS; wrong.length > 0 && Date.now() < until; ) {
      await sleep(100);
      await environment.settled(run.connected, PATIENCE_MS);
      wrong = await findViolations(run);
    }
    if (wrong.length > 0)
      throw new Error(`${wrong.length} things are wrong:\n${wrong.slice(0, 20).join('\n')}`);
  } finally {
    await endHistory(run);
  }
}
