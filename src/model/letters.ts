// Letters of names in the form in which they are compared: without case, accents and marks of vowels, and in the two spellings that some
// have where a keyboard lacks them. The functions fold_text, spell_out and search_terms of the database do the same with the same letters.

/** Letters that no accent makes. ICAO Doc 9303, part 3, section 6, lists those of passports; those of Arabic are as in Lucene's normalizers. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ŋ: 'n',
  ŧ: 't',
  ə: 'e',
  ς: 'σ',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  ة: 'ه',
  ...digitsFrom(0x0660),
  ...digitsFrom(0x06f0),
};

/** The other spelling of letters that have two. */
const SPELLED_OUT: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ø: 'oe',
  å: 'aa',
  đ: 'dj',
  ə: 'a',
};

/**
 * Accents, the marks of vowels in Hebrew and Arabic, and marks of direction. Not the voicing marks of Japanese and the vowels of Indian scripts:
 * with others it is another name.
 */
const MARKS =
  /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u200c-\u200f]/g;

const PLAIN_LETTERS = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'gu');
const SPELLED_OUT_LETTERS = new RegExp(`[${Object.keys(SPELLED_OUT).join('')}]`, 'gu');

/** Signs between words, or within them as in O'Brien. */
const PUNCTUATION = /[\t\r\n!-/:-@[-`{-~‘’´‚“”„«»‹›‐–—·・•ʹʻʼ׳״־،؛؟。、「」]/g;

/** Returns a text in lower case without accents: `strasse` for Straße, `παπαδοπουλοσ` for ΠΑΠΑΔΟΠΟΥΛΟΣ. */
export function foldLetters(text: string): string {
  return text
    .replaceAll('´', "'")
    .normalize('NFKD')
    .replaceAll(MARKS, '')
    .toLowerCase()
    .replaceAll(MARKS, '')
    .replaceAll(PLAIN_LETTERS, (letter) => PLAIN[letter]!);
}

/** Returns a text folded, and in its other spelling, if it has one: `orsted` and `oersted` for Ørsted. */
export function spellingsOfName(name: string): string[] {
  const whole = name.normalize('NFKC').toLowerCase();
  const other = whole.replaceAll(SPELLED_OUT_LETTERS, (letter) => SPELLED_OUT[letter]!);
  return other === whole ? [foldLetters(name)] : [foldLetters(name), foldLetters(other)];
}

/** Whether two names are equal but for case, accents, spelling and white space. */
export function isSameName(one: string, other: string): boolean {
  const spellings = new Set(spellingsOfName(one).map(tidied));
  return spellingsOfName(other).some((spelling) => spellings.has(tidied(spelling)));
}

/** Returns the search terms of a text, each once: `obrien`, `o` and `brien` for O'Brien. */
export function searchTerms(text: string): string[] {
  const folded = spellingsOfName(text).join(' ');
  const terms = `${folded.replaceAll(PUNCTUATION, ' ')} ${folded.replaceAll(PUNCTUATION, '')}`.split(' ');
  return [...new Set(terms)].filter((term) => term !== '');
}

/** Letters and pairs of letters that are written otherwise too, in lower case, with what is written for them: `oe` is also `ö`, `ø` and `œ`. */
export const OTHERWISE_WRITTEN: ReadonlyMap<string, readonly string[]> = otherwiseWritten();

/** Returns a text with the digits of ASCII for full-width and Arabic ones. */
export function plainDigits(text: string): string {
  return text
    .replaceAll('´', "'")
    .normalize('NFKC')
    .replaceAll(/[٠-٩۰-۹]/g, (digit) => PLAIN[digit]!);
}

function otherwiseWritten(): Map<string, string[]> {
  const written = new Map<string, string[]>();
  const add = (one: string, other: string) => written.set(one, [...(written.get(one) ?? []), other]);
  for (const [letter, plain] of [...Object.entries(PLAIN), ...Object.entries(SPELLED_OUT)]) {
    if (/[0-9]/.test(plain)) continue;
    add(letter, plain);
    // A letter of its own is no other one's spelling: not every o is an ø.
    if (!/^[a-z]$/.test(plain)) add(plain, letter);
  }
  return written;
}

function tidied(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ');
}

function digitsFrom(zero: number): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: 10 }, (_, digit) => [String.fromCharCode(zero + digit), String(digit)]),
  );
}
