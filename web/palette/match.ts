// How well a text matches what somebody typed: by beginnings of words, without accents, with one slip of a finger. Pure.
import { foldLetters, plainDigits, searchTerms, spellingsOfName } from '../../src/model/letters.ts';

/** A word that is searched for: in its spellings, one of which is in the text. */
export type Term = readonly string[];

/** Returns a text without case and accents, with single spaces between words. */
export function fold(text: string): string {
  return foldLetters(text).replaceAll(NO_WORD, ' ').trim();
}

/** Returns a text as `fold` does, in each of its spellings: `orsted` and `oersted`. */
export function foldSpellings(text: string): string[] {
  return spellingsOfName(text).map(fold);
}

/** Returns what somebody typed, word by word. A telephone number is one word, without the zeros at its beginning. */
export function termsOf(query: string): Term[] {
  const plain = plainDigits(query).trim();
  if (/^[0-9\s()/.+-]+$/.test(plain) && digitsOf(plain).length >= MIN_PHONE) return [phoneForms(plain)];
  return plain
    .split(NO_WORD)
    .filter((word) => word !== '')
    .map((word) => [...new Set(foldSpellings(word))]);
}

/** Returns the search terms of a text, in all spellings: of O'Brien also `obrien`. */
export function searchText(text: string): string {
  return searchTerms(text).join(' ');
}

/** Returns the digits of a telephone number without zeros at the beginning: with and without a zero in parentheses. */
export function phoneForms(phone: string): string[] {
  const plain = plainDigits(phone);
  return [...new Set([plain, plain.replace('(0)', '')].map((one) => digitsOf(one).replace(/^0+/, '')))];
}

function digitsOf(text: string): string {
  return text.replaceAll(/[^0-9]/g, '');
}

const NO_WORD = /(?:[^\p{L}\p{N}\p{M}]|[ʹʻʼ])+/gu;
/** Fewer digits are a room or a day. */
const MIN_PHONE = 7;

const WHOLE = 4;
const BEGINNING = 3;
const INSIDE = 1.5;
const SLIP = 1;
/** Shorter terms are too easily meant otherwise. */
const MIN_INSIDE = 2;
const MIN_SLIP = 4;

/**
 * Returns how well a text (`searchText`) matches search terms; 0 = one of them is not in it. A text whose first word matches comes before
 * others.
 */
export function scoreOf(terms: readonly Term[], text: string): number {
  const parts = text.split(' ');
  let sum = 0;
  for (const term of terms) {
    const best = Math.max(...term.map((word) => bestOf(word, text, parts)));
    if (best === 0) return 0;
    sum += best;
  }
  const isFirst = terms[0]?.some((word) => parts[0]!.startsWith(word));
  return sum / terms.length + (isFirst ? 0.5 : 0);
}

function bestOf(word: string, text: string, parts: readonly string[]): number {
  let best = word.length >= MIN_INSIDE && text.includes(word) ? INSIDE : 0;
  for (const part of parts) {
    if (part === word) return WHOLE;
    if (part.startsWith(word)) best = BEGINNING;
    else if (best === 0 && maySlip(word) && part[0] === word[0] && isSlip(word, part)) best = SLIP;
  }
  return best;
}

/** With another digit it is another number. */
function maySlip(word: string): boolean {
  return word.length >= MIN_SLIP && !/^[0-9]+$/.test(word);
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
