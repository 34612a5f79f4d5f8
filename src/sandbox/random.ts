// Seeded random numbers of the sample: they depend on the question asked, never
// on the time, so results are reproducible.

/**
 * Returns the random stream of a question: a word and the numbers that it is about,
 * such as ("slots", room 103, segment 731).
 */
export function randomFor(question: string, ...about: number[]): SeededRandom {
  let hash = hashOf(question);
  for (const number of about) hash = mix(hash, number);
  return new SeededRandom(hash);
}

/** Returns `length` random characters, for keys and references; always the same for the same question. */
export function randomText(alphabet: string, length: number, random: SeededRandom): string {
  let text = '';
  while (text.length < length) text += alphabet[random.between(0, alphabet.length - 1)];
  return text;
}

/**
 * A seeded random generator. It is a class because a generation creates some twenty thousand: with six
 * closures for each, creating them took a third of its time.
 */
export class SeededRandom {
  private state: number;

  constructor(seed: number) {
    this.state = seed;
  }

  /**
   * Returns a number in [0, 1). Mulberry32 (Tommy Ettinger, public domain): 32 bits are
   * enough for the few numbers of one question.
   */
  unit(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** Returns an integer, both bounds included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.unit() * (most - least + 1));
  }

  chance(probability: number): boolean {
    return this.unit() < probability;
  }

  pick<T>(choices: readonly T[]): T {
    return choices[Math.floor(this.unit() * choices.length)]!;
  }

  weighted<T>(choices: readonly (readonly [choice: T, weight: number])[]): T {
    let total = 0;
    for (const [, weight] of choices) total += weight;
    let left = this.unit() * total;
    for (const [choice, weight] of choices) {
      left -= weight;
      if (left < 0) return choice;
    }
    return choices.at(-1)![0];
  }

  /**
   * Returns a roughly normal number with mean 0 and deviation 1: the sum of twelve uniform ones. Unlike
   * Box–Muller it has no tail that would need cutting.
   */
  normal(): number {
    let sum = -6;
    for (let i = 0; i < 12; i += 1) sum += this.unit();
    return sum;
  }
}

/** The seed of the whole sample: another one changes all of its data. */
const SEED = 0x63617361;

function hashOf(question: string): number {
  let hash = SEED;
  for (let i = 0; i < question.length; i += 1) hash = mix(hash, question.charCodeAt(i));
  return hash;
}

/** Mixes a value into a hash (one round of MurmurHash3). */
function mix(hash: number, value: number): number {
  let mixed = Math.imul(hash ^ value, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
