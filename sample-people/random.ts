// Seeded random numbers: the same seed gives the same sequence, so that whatever is invented can be repeated.

/** A random generator. A class, because the sample property creates some twenty thousand for each hour. */
export class Random {
  private readonly seed: number;
  private state: number;

  constructor(seed: number) {
    this.seed = seed;
    this.state = seed | 0;
  }

  /**
   * Returns a number in [0, 1). Mulberry32 (Tommy Ettinger, public domain): 32 bits of state are enough for
   * inventing people and stays.
   */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** Returns a whole number, both bounds included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(choices: readonly T[]): T {
    return choices[Math.floor(this.next() * choices.length)]!;
  }

  /** Returns one of the keys, in proportion to their weights. */
  weighted<K extends string>(weights: Readonly<Partial<Record<K, number>>>): K {
    let left = 0;
    for (const key in weights) left += weights[key]!;
    left *= this.next();
    let last: K | undefined;
    for (const key in weights) {
      if (weights[key] === 0) continue;
      last = key;
      left -= weights[key]!;
      if (left < 0) break;
    }
    if (last === undefined) throw new Error('There is nothing to choose from: every weight is 0.');
    return last;
  }

  /** Returns a roughly normal number with mean 0 and deviation 1, at most 6: the sum of twelve uniform ones. */
  normal(): number {
    let sum = -6;
    for (let i = 0; i < 12; i += 1) sum += this.next();
    return sum;
  }

  shuffle<T>(list: readonly T[]): T[] {
    const shuffled = [...list];
    for (let i = shuffled.length - 1; i > 0; i -= 1) {
      const j = this.between(0, i);
      [shuffled[i], shuffled[j]] = [shuffled[j]!, shuffled[i]!];
    }
    return shuffled;
  }

  text(length: number, alphabet: string): string {
    let text = '';
    while (text.length < length) text += alphabet[this.between(0, alphabet.length - 1)];
    return text;
  }

  /** Returns digits of which the first is not 0. */
  digits(count: number): string {
    return this.text(1, '123456789') + this.text(count - 1, '0123456789');
  }

  /** Returns capital letters and digits that are not easily confused. */
  letters(count: number): string {
    return this.text(count, 'ABCDEFGHJKMNPQRSTUVWXYZ23456789');
  }

  uuid(): string {
    const hex = this.text(32, '0123456789abcdef');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
  }

  /** Returns an independent generator: drawing from others does not change its sequence. */
  branch(name: string): Random {
    return new Random(
      [...name].reduce((sum, letter) => Math.imul(sum ^ letter.charCodeAt(0), 16_777_619), this.seed),
    );
  }
}
