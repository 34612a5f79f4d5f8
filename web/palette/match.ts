// How well a text matches what somebody typed: by beginnings of words, without accents, with one slip of a finger. Pure.

/** Letters that no accent makes. */
const LETTERS: Record<string, string> = {
  ß: 'ss',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/** Returns a text without case and accents, with single spaces between words. */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[ßøæœłđðþı]/g, (letter) => LETTERS[letter]!)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

const WHOLE = 4;
const BEGINNING = 3;
const INSIDE = 1.5;
const SLIP = 1;
/** Shorter terms are too easily meant otherwise. */
const MIN_INSIDE = 2;
const MIN_SLIP = 4;

/**
 * Returns how well a folded text matches folded search terms; 0 = one of them is not in it. A text whose first word matches comes before
 * others.
 */
export function scoreOf(terms: readonly string[], text: string): number {
  const parts = text.split(' ');
  let sum = 0;
  for (const word of terms) {
    const best = bestOf(word, text, parts);
    if (best === 0) return 0;
    sum += best;
  }
  const isFirst = terms.length > 0 && parts[0]!.startsWith(terms[0]!);
  return sum / terms.length + (isFirst ? 0.5 : 0);
}

function bestOf(word: string, text: string, parts: readonly string[]): number {
  let best = word.length >= MIN_INSIDE && text.includes(word) ? INSIDE : 0;
  for (const part of parts) {
    if (part === word) return WHOLE;
    if (part.startsWith(word)) best = BEGINNING;
    else if (best === 0 && word.length >= MIN_SLIP && part[0] === word[0] && isSlip(word, part)) best = SLIP;
  }
  return best;
}

/** Whether one letter more, less, other or swapped makes a word the beginning of another one. */
function isSlip(word: string, other: string): boolean {
  let at = 0;
  while (at < word.length && word[at] === other[at]) at += 1;
  const begins = (rest: string, of: string) => of.startsWith(rest);
  return (
    begins(word.slice(at + 1), other.slice(at + 1)) ||
    begins(word.slice(at + 1), other.slice(at)) ||
    begins(word.slice(at), other.slice(at + 1)) ||
    (word[at] === other[at + 1] &&
      word[at + 1] === other[at] &&
      begins(word.slice(at + 2), other.slice(at + 2)))
  );
}
