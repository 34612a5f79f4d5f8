// The sample's random numbers depend on the question asked, never on the time: results are reproducible.
import { Random } from '../../sample-people/random.ts';

/**
 * Returns the generator of a question: a word and the numbers that it is about, such as ("slots", room 103,
 * segment 731).
 */
export function randomFor(question: string, ...about: number[]): Random {
  let hash = SEED;
  for (let i = 0; i < question.length; i += 1) hash = mix(hash, question.charCodeAt(i));
  for (const number of about) hash = mix(hash, number);
  return new Random(hash);
}

/** The seed of the whole sample: another one changes all of its data. */
const SEED = 0x63617361;

/** Mixes a value into a hash (one round of MurmurHash3). */
function mix(hash: number, value: number): number {
  let mixed = Math.imul(hash ^ value, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
