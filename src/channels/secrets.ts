// Removes credentials and card data from logged HTTP exchanges: in XML, JSON, forms and headers, complete or
// cut off.
//
// It works on text, not on a parsed document, because a broken response is logged too. When in doubt it
// removes too much.

import { withoutCardNumbers } from '../model/card-numbers.ts';
import { HIDDEN } from '../model/redact.ts';

/** Returns the text without credentials and card data. */
export function redactSecrets(text: string): string {
  let redacted = text;
  for (const [pattern, replacement] of PATTERNS) redacted = redacted.replace(pattern, replacement);
  return withoutCardNumbers(redacted);
}

/** Elements that are removed with their content. */
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
  // JSON Web Tokens anywhere in the text
  [/(?<![\w-])eyJ[\w-]{8,4000}(?:\.[\w-]{0,4000}){1,2}/g, HIDDEN],
];
