// Settings of the random tests, all from here: the number of cases and the seed.
//
// TEST_RUNS=5000 sets the number of cases of every property, TEST_SEED=… another seed, TEST_SECONDS=… the time
// after which a property with more cases stops. fast-check prints the seed and path of a failure.
import fc from 'fast-check';

const env = process.env;

export type RandomSettings = {
  numRuns: number;
  seed: number;
  interruptAfterTimeLimit?: number;
  markInterruptAsFailure: false;
};

/** Seed of everything that is drawn by chance; long runs set others. */
export const SEED = Number(env.TEST_SEED ?? 20_270_301);

/**
 * Returns options for fc.assert: `runs` cases, always the same ones, unless the environment sets others.
 * `slow`: each case takes long, so that there are at most ten times `runs` of them, whatever the time. Also for
 * properties that count their cases afterwards and need all of them.
 */
export function randomly(runs = 100, slow?: 'slow'): RandomSettings {
  const wanted = Number(env.TEST_RUNS ?? runs);
  return {
    numRuns: slow ? Math.min(wanted, runs * 10) : wanted,
    seed: SEED,
    ...(env.TEST_SECONDS && !slow && { interruptAfterTimeLimit: Number(env.TEST_SECONDS) * 1_000 }),
    markInterruptAsFailure: false,
  };
}

/** Factor for the number of rounds of a race, from the environment variable `RACE_RUNS`. */
export const RACE_RUNS = Number(env.RACE_RUNS ?? 1);

/** Returns a seeded generator of numbers below n, for cases that are too large to be shrunk. */
export function dice(seed: number): (n: number) => number {
  const [first] = fc.sample(fc.infiniteStream(fc.nat({ max: 2 ** 30 })), { numRuns: 1, seed });
  const numbers = first![Symbol.iterator]();
  return (n) => (numbers.next().value as number) % n;
}
