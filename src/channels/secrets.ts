// What must not be stored of an exchange: credentials and card data, in XML, JSON, forms and headers, whole or cut off.
//
// It works on text, not on a parsed document, because a broken answer is logged as well. When in doubt it takes too much away.

/** The text without credentials and card data. */
export function redactSecrets(text: string): string {
  let redacted = text;
  for (const [pattern, replacement] of PATTERNS) redacted = redacted.replace(pattern, replacement);
  return withoutCardNumbers(redacted);
}

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

/** Elements that are removed with all they hold. */
const ELEMENTS =
  'PaymentCard|Guarantee|PaymentForm|password|cc_[a-z_]{1,30}|dc_[a-z_]{1,30}|virtual_?card|vcc';

/** Attributes, JSON members and form fields whose value is removed. */
const NAMES =
  'authorization|proxy-authorization|cookie|set-cookie|(?:x-|user-|x-airbnb-)?api[-_]?key|x-airbnb-oauth-token|user_?name|password|passwd|secret|' +
  'client_?secret|client_?id|access_?token|refresh_?token|id_?token|token|jwt|bearer|message_?password|' +
  'card_?number|card_?code|card_?holder(?:_?name)?|series_?code|expire_?date|expiration_?date|expiry|cvc|cvv|cvv2|pan|' +
  'cc_[a-z_]{1,30}|security_?code';

const PATTERNS: readonly (readonly [RegExp, string])[] = [
  // <PaymentCard …/>, then <PaymentCard …>…</PaymentCard>, also cut off
  [new RegExp(`<((?:\\w{1,20}:)?(?:${ELEMENTS}))\\b[^<>]{0,4000}/>`, 'gi'), '<$1/>'],
  [new RegExp(`<((?:\\w{1,20}:)?(?:${ELEMENTS}))(?=[\\s>])[\\s\\S]*?(?:</\\1\\s*>|$)`, 'gi'), '<$1/>'],
  // name="value", name='value'
  [new RegExp(`\\b(${NAMES})(\\s{0,5}=\\s{0,5})(\\\\?"[^"]*(?:"|$)|'[^']*(?:'|$))`, 'gi'), `$1$2"${HIDDEN}"`],
  // "name": "value", "name": 123, also inside JSON that is itself a JSON string
  [
    new RegExp(
      `(\\\\?["'](?:${NAMES})\\\\?["']\\s{0,5}:\\s{0,5})(?:\\\\"(?:[^"\\\\]|\\\\[^"])*(?:\\\\"|\\\\?$)|"(?:[^"\\\\]|\\\\[\\s\\S])*(?:"|\\\\?$)|[^\\s,}\\]"\\\\]{1,400})`,
      'gi',
    ),
    `$1"${HIDDEN}"`,
  ],
  // Name: value (headers)
  [new RegExp(`^(${NAMES})(\\s{0,5}:)[^\\r\\n]*`, 'gim'), `$1$2 ${HIDDEN}`],
  // name=value (forms, queries)
  [new RegExp(`(^|[?&\\s])(${NAMES})=(?!")[^&\\s"<]{1,4000}`, 'gi'), `$1$2=${HIDDEN}`],
  [/\b(Bearer|Basic)\s{1,5}[\w.~+/=-]{6,4000}/gi, `$1 ${HIDDEN}`],
  // JSON Web Tokens wherever they stand
  [/(?<![\w-])eyJ[\w-]{8,4000}(?:\.[\w-]{0,4000}){1,2}/g, HIDDEN],
];

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
