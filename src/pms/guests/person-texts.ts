// Finds a person's names and contact in stored texts: as people write them, and in the spellings that JSON, URLs and XML
// give them.
import { ERASED_TEXT } from '../../model/guest.ts';
import { OTHERWISE_WRITTEN, spellingsOfName } from '../../model/letters.ts';
import { phoneDigits } from '../../model/phone.ts';

/** Maximum length of the names of tasks; other texts may be longer. */
const SHORTEST_LIMIT = 200;

/** What is known of a person, by the way in which it is written. */
export type PersonValues = {
  /** names of people: also found with the last word first, and with a comma */
  names: readonly string[];
  /** e-mail addresses, companies, addresses, VAT numbers */
  texts: readonly string[];
  /** telephone numbers, as they were given and in international form */
  phones: readonly string[];
};

/** How a person is found in texts. */
export type PersonForms = {
  /** for texts that people wrote: finds each value as words of its own; null = nothing to find */
  pattern: RegExp | null;
  /** for texts that programs wrote: values in the spellings of JSON, URLs and XML that differ from the values */
  spellings: readonly string[];
  /** small letters, at least one of which is in every text that names the person without a telephone number */
  needles: readonly string[];
  /** the digits of telephone numbers */
  digits: readonly string[];
};

/** Finds nobody. */
export const NO_FORMS: PersonForms = { pattern: null, spellings: [], needles: [], digits: [] };

/**
 * Returns how these values are found in texts, long ones first. Single characters are left out, and so are telephone numbers with fewer
 * than `minDigits` digits, also without the code of the country.
 */
export function formsOf({ names, texts, phones }: PersonValues, minDigits = 0): PersonForms {
  const [people, others] = [tidied(names), tidied(texts)];
  const digits = [...new Set(phones.flatMap(phoneDigits))].filter(({ length }) => length >= minDigits);
  const sources = [...people.flatMap(orders), ...others]
    .map((value) => ({ value, source: wholeValuePattern(value) }))
    .concat(digits.map((number) => ({ value: number, source: numberOf(number) })))
    .sort((one, other) => other.value.length - one.value.length)
    .map(({ source }) => source);
  return {
    // One pass: what stands in place of a value is not looked at again.
    pattern: sources.length === 0 ? null : new RegExp(sources.join('|'), 'giu'),
    spellings: [...people, ...others, ...phones]
      .flatMap((value) => spellingsOf(value).filter((spelling) => spelling !== value))
      .sort((a, b) => b.length - a.length),
    needles: [...new Set([...people, ...others].flatMap(needlesOf))],
    digits,
  };
}

function tidied(values: readonly string[]): string[] {
  const own = values.map((value) => value.normalize('NFC').trim().replaceAll(/\s+/g, ' '));
  return [...new Set(own)].filter((value) => value.length > 1);
}

/** Returns a name as it is, and with the last word first. */
function orders(name: string): string[] {
  const parts = name.split(' ');
  return parts.length < 2 ? [name] : [name, [parts.at(-1), ...parts.slice(0, -1)].join(' ')];
}

/** Writing without spaces between words. */
const UNSPACED = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}・ー]+$/u;

/** Pairs of letters that may be one letter, such as `ss` and `oe`. */
const PAIRS = [...OTHERWISE_WRITTEN.keys()].filter((written) => written.length > 1).join('|');
const LETTERS = new RegExp(`${PAIRS}|.`, 'gisu');

/** Returns the source of a pattern that finds a value as words of its own, whatever its capitals, accents, spelling and white space. */
function wholeValuePattern(value: string): string {
  const letters = value.replaceAll(LETTERS, (letter) => letterPattern(letter));
  if (UNSPACED.test(value.replaceAll(/\s/g, ''))) return letters;
  return `(?<![\\p{L}\\p{N}])${letters}(?![\\p{L}\\p{N}\\p{M}])`;
}

function letterPattern(letter: string): string {
  if (letter === ' ') return ',?\\s+';
  const written = writtenAs(letter);
  return written.length === 1 ? RegExp.escape(letter) : `(?:${written.map(RegExp.escape).join('|')})`;
}

/** Returns how a letter or a pair of letters is written, also with accents as letters of their own, and without. */
function writtenAs(letter: string): string[] {
  const others = [letter, ...(OTHERWISE_WRITTEN.get(letter.toLowerCase()) ?? [])];
  const base = letter.normalize('NFD').replaceAll(/\p{M}/gu, '');
  return [...new Set([...others, ...others.map((one) => one.normalize('NFD')), base])].filter(
    (one) => one !== '',
  );
}

function numberOf(digits: string): string {
  return `(?<![\\p{L}\\p{N}])(?:\\+|00)?${[...digits].join('[\\s().\\/\\-]{0,3}')}(?![\\p{L}\\p{N}])`;
}

/** Returns a value in every spelling in which programs may store it. */
export function spellingsOf(value: string): string[] {
  return [...new Set([value, value.normalize('NFD')].flatMap(spellings))];
}

function spellings(value: string): string[] {
  const quoted = JSON.stringify(value).slice(1, -1);
  const inUrl = encodeURIComponent(value.toWellFormed());
  const ascii = value.replace(/[^ -~]/g, (letter) =>
    [...Array(letter.length).keys()]
      .map((i) => `\\u${letter.charCodeAt(i).toString(16).padStart(4, '0')}`)
      .join(''),
  );
  const xml = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return [
    value,
    quoted,
    JSON.stringify(quoted).slice(1, -1),
    ascii,
    inUrl,
    inUrl.replaceAll('%20', '+'),
    xml,
    xml.replaceAll('"', '&quot;').replaceAll("'", '&apos;'),
  ];
}

/**
 * Returns what is in every spelling of a value: its longest run of plain letters and digits. Without one, all spellings, and in other
 * scripts the longest run of letters that are written in one way.
 */
function needlesOf(value: string): string[] {
  const local = value.includes('@') ? value.slice(0, value.indexOf('@')) : value;
  const plain = longest(local.split(NOT_PLAIN));
  if (plain.length >= SHORTEST_RUN) return [plain.toLowerCase()];
  const own = longest(runsOfOneWriting(value.toLowerCase()));
  const spelled = [...spellingsOf(value), ...spellingsOfName(value)].map((text) => text.toLowerCase());
  return own.length >= SHORTEST_RUN ? [...spelled, own] : spelled;
}

const SHORTEST_RUN = 3;
/** A pair that may be one letter ends a run. */
const NOT_PLAIN = new RegExp(`[^a-z0-9]|${PAIRS}`, 'i');

function longest(runs: readonly string[]): string {
  return runs.reduce((best, run) => (run.length > best.length ? run : best), '');
}

/** Of ΣΟΦΙΑ nobody knows whether an accent was left out: of what was written without, the other writing is not found. */
function runsOfOneWriting(value: string): string[] {
  const marked = value.replaceAll(LETTERS, (letter) =>
    /^[\p{L}\p{N}]$/u.test(letter) && !/[σς]/.test(letter) && writtenAs(letter).length === 1 ? letter : ' ',
  );
  return marked.split(' ');
}

/**
 * SQL: whether a text may name the person. The parameters are the needles and the digits of `PersonForms`; the replacing
 * functions below decide.
 */
export function mayName(text: string, needles: string, digits: string): string {
  return `(exists (select 1 from unnest(${needles}::text[]) as needle where position(needle in lower(${text})) > 0)
    or exists (select 1 from unnest(${digits}::text[]) as number
      where position(number in regexp_replace(lower(${text}), '%[0-9a-f]{2}|[^0-9]', '', 'g')) > 0))`;
}

/** Replaces the person in a text that programs wrote, with quotations of what people wrote. */
export function withoutPersonInLog(text: string, forms: PersonForms): string {
  const erased = replaced(text, forms);
  return forms.spellings.reduce(
    (rest, spelling) =>
      rest.replaceAll(new RegExp(`${RegExp.escape(spelling)}(?![\\p{L}\\p{N}])`, 'giu'), ERASED_TEXT),
    erased,
  );
}

/**
 * Replaces the person in a text that people wrote, as words of their own: `Smith` in `Flowers for Smith`, not in `Smithson`.
 * A text that would become longer than `SHORTEST_LIMIT` and than it was is cut off, because its column has a limit.
 */
export function withoutPersonInProse(text: string, forms: PersonForms): string {
  return replaced(text, forms).slice(0, Math.max(text.length, SHORTEST_LIMIT)).toWellFormed();
}

function replaced(text: string, { pattern }: PersonForms): string {
  return pattern ? text.replaceAll(pattern, ERASED_TEXT) : text;
}

/** Applies a function to all texts in a JSON value; names of members stay. */
export function mapValues(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapValues(item, change));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, mapValues(inner, change)]));
}
