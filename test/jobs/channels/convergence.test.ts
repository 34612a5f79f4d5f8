// After any history of sales, faults and restarts, calendars agree and every order is stored once.
//
// `npm run test:long` runs 300 histories. A failure prints seed and path of its history; CONVERGENCE_SEED and
// CONVERGENCE_PATH repeat it alone. The timing of requests is not repeated, so that it may then pass.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findViolations } from '../../channel-histories/check-history.ts';
import { type EarlierBooking, earlierBookings, history, type Step } from '../../channel-histories/history.ts';
import { applyStep, endHistory, startHistory } from '../../channel-histories/run-history.ts';
import { type ChannelEnvironment, useChannelEnvironment } from '../../harness/channel-environment.ts';
import { eventually } from '../../harness/eventually.ts';
import { SEED as TEST_SEED } from '../../harness/random.ts';

const RUNS = Number(process.env['CONVERGENCE_RUNS'] ?? 8);
const PATH = process.env['CONVERGENCE_PATH'];
const SEED = Number(process.env['CONVERGENCE_SEED'] ?? TEST_SEED);
/** Histories at once, each in an environment of its own: most of a history is waiting. */
const PARALLEL_RUNS = PATH ? 1 : Math.min(RUNS, Number(process.env['CONVERGENCE_CONCURRENCY'] ?? 4));
/** Time after which no further history starts. */
const LIMIT_MS = Number(process.env['CONVERGENCE_SECONDS'] ?? Infinity) * 1_000;
/** Time for finding a shorter history that fails as well. */
const SHRINKING_MS = Number(process.env['CONVERGENCE_SHRINKING_SECONDS'] ?? 120) * 1_000;

const environments = Array.from({ length: PARALLEL_RUNS }, () =>
  useChannelEnvironment({ speed: 120, asleep: true }),
);

test(`after ${RUNS} generated histories all calendars agree`, async () => {
  console.info(`CONVERGENCE_SEED=${SEED}, ${PARALLEL_RUNS} side by side`);
  const over = new AbortController();
  const runs = environments.map((environment, index) => runHistories(environment, index, over));
  await Promise.all(runs);
  console.info(`${completed} of ${RUNS} histories`);
  expect(completed).toBeGreaterThan(0);
});

let completed = 0;

async function runHistories(
  environment: ChannelEnvironment,
  index: number,
  over: AbortController,
): Promise<void> {
  const property = fc.asyncProperty(earlierBookings, history, async (earlier, steps) => {
    if (over.signal.aborted || performance.now() > LIMIT_MS) return;
    await runHistory(environment, earlier, steps);
    completed += 1;
    if (completed % 50 === 0) console.info(`${completed} of ${RUNS}`);
  });
  const numRuns = Math.ceil(RUNS / PARALLEL_RUNS);
  const replay = { seed: SEED + index, ...(PATH && { path: PATH }) };
  const outcome = await fc.check(property, { ...replay, numRuns, endOnFailure: true });
  if (!outcome.failed) return;
  over.abort();
  const shrinking = fc.asyncProperty(earlierBookings, history, (earlier, steps) =>
    runHistory(environment, earlier, steps),
  );
  const again = await fc.check(shrinking, {
    seed: outcome.seed,
    path: outcome.counterexamplePath ?? '',
    numRuns: 1,
    interruptAfterTimeLimit: SHRINKING_MS,
  });
  // The repetition may pass: then only the original history is reported.
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

async function runHistory(
  environment: ChannelEnvironment,
  earlier: readonly EarlierBooking[],
  steps: readonly Step[],
): Promise<void> {
  const run = await startHistory(environment, earlier);
  try {
    for (const step of steps) await applyStep(run, step);
    for (const { ota } of run.connected) ota.faults.clear();
    await eventually(async () => {
      await environment.settled(run.connected);
      const wrong = await findViolations(run);
      if (wrong.length > 0)
        throw new Error(`${wrong.length} things are wrong:\n${wrong.slice(0, 20).join('\n')}`);
    });
  } finally {
    await endHistory(run);
  }
}
