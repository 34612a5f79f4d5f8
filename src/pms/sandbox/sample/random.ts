// Draws of the sample world: chance that always falls the same way, because it depends on what is asked and never on when.

/** The stream of draws for a question, which is a word and the numbers it is about: ("slots", room 103, segment 731). */
export function randomFor(question: string, ...about: number[]): SeededRandom {
  let hash = hashOf(question);
  for (const number of about) hash = mix(hash, number);
  return new SeededRandom(hash);
}

/** `length` characters that look random, for keys and references; always the same for the same question. */
export function randomText(alphabet: string, length: number, random: SeededRandom): string {
  let text = '';
  while (text.length < length) text += alphabet[random.between(0, alphabet.length - 1)];
  return text;
}

/** A class, because a world takes some twenty thousand streams: six closures for each were a third of its time. */
export class SeededRandom {
  private state: number;

  constructor(seed: number) {
    this.state = seed;
  }

  /** In [0, 1). Mulberry32 (Tommy Ettinger, public domain): 32 bits are plenty for the few draws of one question. */
  unit(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** A whole number, both ends included. */
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

  /** Of mean 0 and deviation 1: the sum of twelve has that, and unlike Box–Muller no tail that would need cutting. */
  normal(): number {
    let sum = -6;
    for (let i = 0; i < 12; i += 1) sum += this.unit();
    return sum;
  }
}

/** The world's number: with another one all guests are others. */
const SEED = 0x63617361;

function hashOf(question: string): number {
  let hash = SEED;
  for (let i = 0; i < question.length; i += 1) hash = mix(hash, question.charCodeAt(i));
  return hash;
}

/** One round of MurmurHash3's mixing. */
function mix(hash: number, value: number): number {
  let mixed = Math.imul(hash ^ value, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
