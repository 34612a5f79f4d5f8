// Settings of random tests: a fixed seed, so that a failure is reproducible;
// fast-check prints the seed and path of a failure.
import fc from 'fast-check';

/**
 * Options for fc.assert. The environment variables `MODEL_RUNS` and `SEED`
 * change the number of runs and the seed.
 */
export function randomly(runs: number): { numRuns: number; seed: number; endOnFailure: boolean } {
  return {
    numRuns: Number(process.env.MODEL_RUNS ?? runs),
    seed: Number(process.env.SEED ?? 20_270_301),
    endOnFailure: false,
  };
}

/** Factor for the number of rounds of a race, from the environment variable `RACE_RUNS`. */
export const RACE_RUNS = Number(process.env.RACE_RUNS ?? 1);

/** Returns a seeded generator of numbers below n, for cases that are too large to be shrunk. */
export function dice(seed: number): (n: number) => number {
  const [first] = fc.sample(fc.infiniteStream(fc.nat({ max: 2 ** 30 })), { numRuns: 1, seed });
  const numbers = first![Symbol.iterator]();
  return (n) => (numbers.next().value as number) % n;
}
