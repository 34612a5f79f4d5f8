// Numbers of payment cards in what people write: guests put them into messages and wishes, and nobody here may keep them.

/** The text without anything that is built like a card number: 13 to 19 digits in a card's ranges, with a right check digit. */
export function withoutCardNumbers(text: string): string {
  return text.replace(/(?<![\d.])\d(?:[ -]?\d){12,}/g, withoutCards);
}

/** Guests write the month and the code behind the number: of the groups of a run of digits, some may be a card. */
function withoutCards(run: string): string {
  const digits = run.replaceAll(/\D/g, '');
  if (digits.length <= DIGITS_MOST && BEGINNING.test(run) && !DATE.test(run) && hasCheckDigit(digits)) {
    return HIDDEN;
  }
  const groups = run.split(/(?=[ -])/);
  const kept: string[] = [];
  for (let first = 0; first < groups.length; ) {
    const group = groups[first]!;
    const length = BEGINNING.test(group) ? groupsOfCard(groups.slice(first, first + DIGITS_MOST)) : 0;
    kept.push(length > 0 ? `${/^\D?/.exec(group)![0]}${HIDDEN}` : group);
    first += Math.max(length, 1);
  }
  return kept.join('');
}

/** How many groups from the first on are a card's number, as many as can be; 0 = none. None of a card's groups is shorter than three. */
function groupsOfCard(groups: readonly string[]): number {
  let found = 0;
  let number = '';
  for (const [index, group] of groups.entries()) {
    const digits = group.replace(/\D/, '');
    number += digits;
    if (digits.length < 3 || number.length > DIGITS_MOST) break;
    if (number.length >= DIGITS_LEAST && hasCheckDigit(number)) found = index + 1;
  }
  return found;
}

const BEGINNING = /^\D?[2-6]\d{3}/;
/** Two dates have as many digits as a card. */
const DATE = /^\d{4}-\d\d-\d\d(?!\d)/;
const DIGITS_LEAST = 13;
const DIGITS_MOST = 19;

const HIDDEN = '***';

/** Luhn's check. */
function hasCheckDigit(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i += 1) {
    const digit = Number(digits[digits.length - 1 - i]);
    const weighted = i % 2 === 1 ? digit * 2 : digit;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return sum % 10 === 0;
}
