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
  const groups = run.split(/(?=[ -])/);
  const kept: string[] = [];
  for (let first = 0; first < groups.length; ) {
    const length = groupsOfCard(groups.slice(first, first + DIGITS_MOST));
    if (length > 0) kept.push(`${/^\D?/.exec(groups[first]!)![0]}${HIDDEN}`);
    else kept.push(groups[first]!);
    first += Math.max(length, 1);
  }
  return kept.join('');
}

/** How many groups from the first on are a card's number; 0 = none. As many as can be, in groups of any size; fewer, of three and more. */
function groupsOfCard(groups: readonly string[]): number {
  const digits = groups.map((group) => group.replace(/\D/, ''));
  if (!/^[2-6]\d{3}/.test(digits[0]!)) return 0;
  let found = 0;
  let longest = 0;
  let number = '';
  for (const [index, group] of digits.entries()) {
    number += group;
    if (number.length > DIGITS_MOST) break;
    if (number.length < 13) continue;
    longest = index + 1;
    const grouped = digits.slice(0, longest).every((one) => one.length >= 3);
    if (grouped && hasCheckDigit(number)) found = longest;
  }
  return longest > found && hasCheckDigit(digits.slice(0, longest).join('')) ? longest : found;
}

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
