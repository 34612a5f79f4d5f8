// The sample's random numbers depend on the question asked, never on the time: results are reproducible.
import { Random } from '../../sample-people/random.ts';

/** Returns the generator of a question: a word and the numbers that it is about, such as ("slots", unit 203, segment 731). */
export function randomFor(question: string, ...about: number[]): Random {
  return SAMPLE.branch(`${question} ${about.join(' ')}`);
}

/** Its seed is that of the whole sample: another one changes all of its data. */
const SAMPLE = new Random(0x63617361);
