// How random tests run: a fixed seed, so that a red test is red again; fast-check prints the seed and path of a failure.
import fc from 'fast-check';

/** `MODEL_RUNS` and `SEED` from the environment make a long or another run of it. */
export function randomly(runs: number): { numRuns: number; seed: number; endOnFailure: boolean } {
  return {
    numRuns: Number(process.env.MODEL_RUNS ?? runs),
    seed: Number(process.env.SEED ?? 20_270_301),
    endOnFailure: false,
  };
}

/** How many rounds a race has: `RACE_RUNS` times the usual number. */
export const RACE_RUNS = Number(process.env.RACE_RUNS ?? 1);

/** A generator of numbers below n, from a seed: for what is too large to be shrunk. */
export function dice(seed: number): (n: number) => number {
  const [first] = fc.sample(fc.infiniteStream(fc.nat({ max: 2 ** 30 })), { numRuns: 1, seed });
  const numbers = first![Symbol.iterator]();
  return (n) => (numbers.next().value as number) % n;
}
