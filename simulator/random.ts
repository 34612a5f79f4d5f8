// Seeded random numbers. Everything the simulator invents comes from a seed, so that a run can be repeated.

export type Random = {
  /** a number from 0 up to, but excluding, 1 */
  next(): number;
  /** a whole number, both ends included */
  between(least: number, most: number): number;
  chance(probability: number): boolean;
  pick<T>(from: readonly T[]): T;
  shuffle<T>(list: readonly T[]): T[];
  digits(count: number): string;
  letters(count: number): string;
  uuid(): string;
  /** an independent source; draws from other sources do not change its sequence */
  branch(name: string): Random;
};

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    // mulberry32: 32 bits of state are enough for inventing guests.
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  const drawn = (count: number, alphabet: string): string =>
    Array.from({ length: count }, () => alphabet[between(0, alphabet.length - 1)]).join('');
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick: (from) => from[between(0, from.length - 1)]!,
    shuffle: (list) => {
      const shuffled = [...list];
      for (let i = shuffled.length - 1; i > 0; i -= 1) {
        const j = between(0, i);
        [shuffled[i], shuffled[j]] = [shuffled[j]!, shuffled[i]!];
      }
      return shuffled;
    },
    digits: (count) => drawn(1, '123456789') + drawn(count - 1, '0123456789'),
    letters: (count) => drawn(count, 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'),
    uuid: () => {
      const hex = drawn(32, '0123456789abcdef');
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
    },
    branch: (name) =>
      createRandom(
        [...name].reduce((sum, letter) => Math.imul(sum ^ letter.charCodeAt(0), 16_777_619), seed),
      ),
  };
}
