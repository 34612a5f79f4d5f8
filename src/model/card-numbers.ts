// Finds and replaces payment card numbers, in any spelling, in texts: they must not be stored.
//
// A card number is 13 to 19 digits with an issuer's prefix and a correct check digit. It begins and ends at
// the boundaries of groups of digits, so that no part of a longer number is taken for one.
// docs/decisions/0013 defines which spellings count, and why.

import {
  BLANK,
  BREAK,
  type CharacterRead,
  DIGIT,
  INVISIBLE,
  isPlain,
  ODD,
  PLUS,
  readCharacter,
} from './cards/characters.ts';
import { addToLuhn, isIssued, MAX_DIGITS, MIN_DIGITS } from './cards/issuers.ts';
import { findOtherNumbers, type Range } from './cards/other-numbers.ts';

/** The replacement of a card number in a text. */
const HIDDEN_CARD = '***';

/** Replaces every card number in the text by `***`. Runs in linear time. */
export function withoutCardNumbers(text: string): string {
  return replaceCardNumbers(text, () => HIDDEN_CARD);
}

/**
 * Like `withoutCardNumbers`, for telephone fields: 13 digits, and short Maestro numbers, are telephone
 * numbers.
 */
export function phoneWithoutCardNumbers(text: string): string {
  return replaceCardNumbers(text, () => HIDDEN_CARD, { inPhoneField: true });
}

type Field = {
  /** the field holds telephone numbers, which have up to 15 digits, some of which look like a card's */
  inPhoneField?: boolean;
};

/** Replaces each card number in the text by the result of `replace`, called with its bare digits. */
export function replaceCardNumbers(
  text: string,
  replace: (digits: string) => string,
  field: Field = {},
): string {
  if (text.length < MIN_DIGITS) return text;
  const numbers = joinOverlapping(withoutOthers(text, findNumbers(text, field)));
  if (numbers.length === 0) return text;
  let kept = '';
  let from = 0;
  for (const { start, end, digits } of numbers) {
    kept += text.slice(from, start) + replace(digits);
    from = end;
  }
  return kept + text.slice(from);
}

/** Whether the text contains a card number. */
export function hasCardNumber(text: string): boolean {
  return replaceCardNumbers(text, () => '') !== text;
}

type Found = Range & { digits: string };

/** Most separators in a row within one number: enough for " - " and for a line break with its indentation. */
const WIDEST_GAP = 8;

/** Class of a gap with more than one kind of separator, such as ". - ". */
const MIXED = ODD;

/** Size of the ring buffers that hold the last digits of a run; more than MAX_DIGITS. */
const RECENT_DIGITS = 32;

/** Finds the card numbers, in the order of their ends. */
function findNumbers(text: string, { inPhoneField = false }: Field): Found[] {
  const run = new DigitRun(inPhoneField);
  const read: CharacterRead = { kind: BREAK, next: 0 };
  let before = BREAK;
  for (let at = 0; at < text.length; at = read.next) {
    if (run.isEmpty && isPlain(text.charCodeAt(at))) {
      read.next = at + 1;
      before = BREAK;
      continue;
    }
    readCharacter(text, at, read);
    const { kind } = read;
    if (kind === INVISIBLE) continue;
    if (kind >= DIGIT) run.addDigit(kind - DIGIT, at, read.next);
    else if (kind === BREAK || (kind === PLUS && before < DIGIT)) {
      run.close();
      // A plus after a letter or digit is a form-encoded blank.
      run.afterPlus = kind === PLUS && !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '');
    } else run.addSeparator(kind);
    before = kind;
  }
  run.close();
  return run.found;
}

/**
 * A run of digits with separators between them. At the end of every group of digits, tests the last 13 to 19
 * digits. The Luhn sums are prefix sums over the run, modulo 10: a window's check digit is right if the sums
 * before and after it are equal.
 */
class DigitRun {
  readonly found: Found[] = [];
  /** the run follows a plus sign: it may be an international telephone number */
  afterPlus = false;
  private readonly inPhoneField: boolean;
  private readonly values = new Uint8Array(RECENT_DIGITS);
  private readonly starts = new Float64Array(RECENT_DIGITS);
  private readonly ends = new Float64Array(RECENT_DIGITS);
  /** for the first digit of a group, the class of the gap before it; 0 for the others */
  private readonly gaps = new Uint8Array(RECENT_DIGITS);
  /**
   * Luhn sums before each digit: `evens` for numbers whose last digit has an even index, `odds` for the
   * others
   */
  private readonly evens = new Uint8Array(RECENT_DIGITS);
  private readonly odds = new Uint8Array(RECENT_DIGITS);
  private even = 0;
  private odd = 0;
  private count = 0;
  private groupOpen = false;
  private gap: number = BREAK;
  private gapLength = 0;
  private foundBefore = 0;

  constructor(inPhoneField: boolean) {
    this.inPhoneField = inPhoneField;
  }

  get isEmpty(): boolean {
    return this.count === 0 && !this.afterPlus;
  }

  /** Adds a digit that stands at `start` (inclusive) to `end` (exclusive). */
  addDigit(digit: number, start: number, end: number): void {
    const place = this.count % RECENT_DIGITS;
    this.values[place] = digit;
    this.evens[place] = this.even;
    this.odds[place] = this.odd;
    this.even = addToLuhn(this.even, digit, this.count % 2 === 1);
    this.odd = addToLuhn(this.odd, digit, this.count % 2 === 0);
    this.starts[place] = start;
    this.ends[place] = end;
    this.gaps[place] = this.groupOpen ? 0 : this.gap === BREAK ? BLANK : this.gap;
    this.groupOpen = true;
    this.gap = BREAK;
    this.gapLength = 0;
    this.count += 1;
  }

  addSeparator(kind: number): void {
    if (this.count === 0) {
      if (kind !== BLANK) this.afterPlus = false;
      return;
    }
    this.closeGroup();
    this.gapLength += 1;
    this.gap = joinGap(this.gap, kind === PLUS ? ODD : kind);
    if (this.gapLength > WIDEST_GAP) this.close();
  }

  /** Ends the run and begins an empty one. */
  close(): void {
    this.closeGroup();
    const { count, values } = this;
    // Two leading zeros are an international prefix: "0049 …".
    const phone =
      (this.afterPlus && count <= LONGEST_PHONE) ||
      (count <= LONGEST_PHONE + 2 && count > 2 && values[0] === 0 && values[1] === 0);
    if (phone) this.found.length = this.foundBefore;
    this.foundBefore = this.found.length;
    this.count = 0;
    this.even = 0;
    this.odd = 0;
    this.gap = BREAK;
    this.gapLength = 0;
    this.afterPlus = false;
  }

  private closeGroup(): void {
    if (!this.groupOpen) return;
    this.groupOpen = false;
    const { count, values, gaps } = this;
    if (count < MIN_DIGITS) return;
    const [before, sum] = count % 2 === 1 ? [this.evens, this.even] : [this.odds, this.odd];
    const most = Math.min(count, MAX_DIGITS);
    for (let length = MIN_DIGITS; length <= most; length += 1) {
      const first = (count - length) % RECENT_DIGITS;
      if (gaps[first] === 0 || before[first] !== sum) continue;
      const window = { values, gaps, first: count - length, length };
      if (!isGroupedLikeCard(window)) continue;
      if (this.inPhoneField && isShortEnoughForAPhone(window)) continue;
      // International telephone numbers with up to 15 digits: "+49 …".
      if (this.afterPlus && count - length === 0 && length <= LONGEST_PHONE) continue;
      this.found.push({
        start: this.starts[first]!,
        end: this.ends[(count - 1) % RECENT_DIGITS]!,
        digits: digitsOf(window),
      });
    }
  }
}

function joinGap(gap: number, kind: number): number {
  if (gap === BREAK || gap === BLANK) return kind;
  return kind === BLANK || kind === gap ? gap : MIXED;
}

const LONGEST_PHONE = 15;

/** The last `length` digits of a run, beginning with digit `first`, in its ring buffers. */
type Window = { values: Uint8Array; gaps: Uint8Array; first: number; length: number };

function digitsOf({ values, first, length }: Window): string {
  let digits = '';
  for (let i = 0; i < length; i += 1) digits += values[(first + i) % RECENT_DIGITS]!;
  return digits;
}

function numberAt({ values, first }: Window, from: number, length: number): number {
  let number = 0;
  for (let i = from; i < from + length; i += 1) number = number * 10 + values[(first + i) % RECENT_DIGITS]!;
  return number;
}

function isGroupedLikeCard(window: Window): boolean {
  if (!isIssued(numberAt(window, 0, 4), window.length)) return false;
  const { sizes, uniform } = groupsOf(window);
  if (isDate(window, sizes)) return false;
  // Cards of 13 digits have not been issued for decades, but telephone numbers of this length are common.
  if (window.length === MIN_DIGITS) return areEven(sizes) || String(sizes) === '4,3,3,3';
  // Rows of prices and dates have two kinds of gaps; a card with two has the groups that are printed on it.
  return uniform || areEven(sizes) || PRINTED.has(String(sizes));
}

/** Sizes of the groups printed on cards, such as those of American Express and Diners Club. */
const PRINTED = new Set(['4,6,5', '4,6,4', '4,4,5,2', '6,13']);

/** Returns the sizes of the groups, and whether all gaps between them are of one class other than ODD. */
function groupsOf({ gaps, first, length }: Window): { sizes: number[]; uniform: boolean } {
  const sizes: number[] = [];
  let uniform = true;
  let gap = 0;
  for (let i = 0; i < length; i += 1) {
    const before = gaps[(first + i) % RECENT_DIGITS]!;
    if (i === 0 || before !== 0) sizes.push(0);
    if (i > 0 && before !== 0) {
      uniform &&= before !== ODD && (gap === 0 || gap === before);
      gap = before;
    }
    sizes[sizes.length - 1]! += 1;
  }
  return { sizes, uniform };
}

/** Larger even groups are no card: a reference of ten digits and a year or a price, "3812345678 (2026)". */
const LARGEST_EVEN_GROUP = 8;

/** Whether all groups have one size; the last may be smaller. */
function areEven(sizes: readonly number[]): boolean {
  const [size] = sizes;
  return (
    (sizes.length === 1 || size! <= LARGEST_EVEN_GROUP) &&
    sizes.every((one, i) => one === size || (i === sizes.length - 1 && one < size!))
  );
}

/** Whether the window begins with a date (day or month first): two dates have as many digits as a card. */
function isDate(window: Window, [day = 0, month = 0, year = 0, ...rest]: readonly number[]): boolean {
  if (day > 2 || month > 2 || year !== 4 || rest.some((size) => size > 4)) return false;
  const century = numberAt(window, day + month, 2);
  return (
    numberAt(window, 0, day) <= 31 && numberAt(window, day, month) <= 31 && (century === 19 || century === 20)
  );
}

/**
 * Whether it can be a telephone number. Numbers that begin with 3 count as cards: American Express (15 digits),
 * Diners Club (14).
 */
function isShortEnoughForAPhone(window: Window): boolean {
  if (window.length > LONGEST_PHONE) return false;
  return numberAt(window, 0, 1) !== 3;
}

/** Removes numbers that overlap a UUID or an IBAN. */
function withoutOthers(text: string, numbers: readonly Found[]): readonly Found[] {
  if (numbers.length === 0) return numbers;
  const others = findOtherNumbers(text);
  let next = 0;
  return others.length === 0
    ? numbers
    : numbers.filter(({ start, end }) => {
        // Numbers are in the order of their ends, so `next` moves back only a little.
        while (next > 0 && others[next - 1]!.end > start) next -= 1;
        while (next < others.length && others[next]!.end <= start) next += 1;
        return next === others.length || others[next]!.start >= end;
      });
}

/**
 * Merges overlapping numbers: a number and its beginning may both have a correct check digit. Keeps the
 * longest.
 */
function joinOverlapping(numbers: readonly Found[]): Found[] {
  const joined: Found[] = [];
  for (const number of numbers) {
    let { start, end, digits } = number;
    for (let last = joined.at(-1); last && last.end > start; last = joined.at(-1)) {
      joined.pop();
      if (last.end - last.start > end - start) ({ digits } = last);
      start = Math.min(start, last.start);
      end = Math.max(end, last.end);
    }
    joined.push({ start, end, digits });
  }
  return joined;
}
