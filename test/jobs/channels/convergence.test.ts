// After any history of sales, faults and restarts, calendars agree and every order is stored once.
//
// `npm run test:long` runs 300 histories. A failure prints seed and path of its history; TEST_SEED and
// CONVERGENCE_PATH repeat it alone, with the same steps and pauses. The order of what is done at once is not repeated, so that it may then pass.
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { findViolations } from '../../channel-histories/check-history.ts';
import { type EarlierBooking, earlierBookings, history, type Step } from '../../channel-histories/history.ts';
import { applyStep, endHistory, type HistoryRun, startHistory } from '../../channel-histories/run-history.ts';
import { useChannelEnvironment } from '../../harness/channel-environment.ts';
import { dice, SEED } from '../../harness/random.ts';

const RUNS = Number(process.env['CONVERGENCE_RUNS'] ?? 8);
const PATH = process.env['CONVERGENCE_PATH'];
/** Time after which no further history starts. */
const LIMIT_MS = Number(process.env['CONVERGENCE_SECONDS'] ?? Infinity) * 1_000;
/** Time for finding a shorter history that fails as well. */
const SHRINKING_MS = Number(process.env['CONVERGENCE_SHRINKING_SECONDS'] ?? 120) * 1_000;

/** So long an OTA takes for an answer: steps of a history fall into requests that are under way. */
const LATENCY_MS = 400;
/** All calendars agree again within this time: an order that an OTA lost may only be found by the next reading of its list. */
const AGREE_WITHIN_HOURS = 24;
/** Between two steps pass at most so many milliseconds. */
const STEP_MS = 1_500;

const environment = useChannelEnvironment({ seed: SEED, latencyMs: LATENCY_MS, asleep: true });

test(`after ${RUNS} generated histories all calendars agree`, async () => {
  console.info(`TEST_SEED=${SEED}`);
  const { random } = Math;
  Math.random = () => roll(CHANCES) / CHANCES;
  onTestFinished(() => {
    Math.random = random;
  });
  await runHistories();
  console.info(`${completed} of ${RUNS} histories`);
  expect(completed).toBeGreaterThan(0);
});

const roll = dice(SEED);
const CHANCES = 2 ** 30;
let completed = 0;

async function runHistories(): Promise<void> {
  const property = fc.asyncProperty(earlierBookings, history, async (earlier, steps) => {
    if (performance.now() > LIMIT_MS) return;
    await runHistory(earlier, steps);
    completed += 1;
    if (completed % 50 === 0) console.info(`${completed} of ${RUNS}`);
  });
  const replay = PATH ? { path: PATH } : {};
  const outcome = await fc.check(property, { seed: SEED, ...replay, numRuns: RUNS, endOnFailure: true });
  if (!outcome.failed) return;
  const shrinking = fc.asyncProperty(earlierBookings, history, (earlier, steps) =>
    runHistory(earlier, steps),
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
      `TEST_SEED=${outcome.seed} CONVERGENCE_PATH=${outcome.counterexamplePath}`,
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

async function runHistory(earlier: readonly EarlierBooking[], steps: readonly Step[]): Promise<void> {
  const { clock } = environment;
  const run = await clock.untilDone(startHistory(environment, earlier));
  try {
    for (const step of steps) {
      await environment.pass(roll(STEP_MS));
      await clock.untilDone(applyStep(run, step));
    }
    for (const { ota } of run.connected) ota.faults.clear();
    await untilAgreed(run);
  } finally {
    await clock.untilDone(endHistory(run));
  }
}

async function untilAgreed(run: HistoryRun): Promise<void> {
  for (let hour = 0; ; hour += 1) {
    await environment.settled(run.connected, { afterRefusals: true });
    const wrong = await findViolations(run);
    if (wrong.length === 0) return;
    if (hour === AGREE_WITHIN_HOURS)
      throw new Error(`${wrong.length} things are wrong:\n${wrong.slice(0, 20).join('\n')}`);
    await environment.pass(3_600_000);
  }
}
