// Classifies characters for the search for card numbers: a digit of any script, a class of separator,
// invisible, or the end of a number. Decodes characters that are escaped in JSON or a URL, or written as
// entities of XML and HTML.

/** Ends every number. */
export const BREAK = 0;
/** Classes of separators. A gap between digits has the class of its only separator that is not BLANK. */
export const BLANK = 1;
const DASH = 2;
const DOT = 3;
const SLASH = 4;
const UNDERSCORE = 5;
export const COMMA = 6;
/** Punctuation between digits that only occurs when somebody disguises a number. */
export const ODD = 7;
/** Zero-width characters, and combining marks. */
export const INVISIBLE = 8;
export const PLUS = 9;
/** DIGIT + n is the digit n. */
export const DIGIT = 16;

const KINDS = new Uint8Array(0x10000);
for (const [characters, kind] of [
  [' ', BLANK],
  ['-', DASH],
  ['.', DOT],
  ['/', SLASH],
  ['_', UNDERSCORE],
  [',', COMMA],
  // Not # and $: they occur in rows of room numbers, orders and prices.
  [`:;*|~'"()[]{}=!?@^\``, ODD],
  ['+', PLUS],
] as const) {
  for (const character of characters) KINDS[character.charCodeAt(0)] = kind;
}
for (let digit = 0; digit < 10; digit += 1) KINDS[0x30 + digit] = DIGIT + digit;
// Control characters count as blanks, like those beyond ASCII.
for (let control = 0; control < 0x20; control += 1) KINDS[control] = BLANK;
KINDS[0x7f] = BLANK;
const LAST_ASCII = 0x7f;
let classifiesEvery = false;

/** Whether it is an ASCII character that neither begins a number nor an escape sequence or tag. */
export function isPlain(code: number): boolean {
  return code <= LAST_ASCII && PLAIN[code] === 1;
}

const PLAIN = Uint8Array.from({ length: LAST_ASCII + 1 }, (_, code) =>
  KINDS[code]! < PLUS && !'\\&%<'.includes(String.fromCharCode(code)) ? 1 : 0,
);

/** Returns the class of the character with this code point. */
export function kindOf(codePoint: number): number {
  if (codePoint <= LAST_ASCII) return KINDS[codePoint]!;
  if (codePoint > 0xffff) return classifyCodePoint(codePoint);
  if (!classifiesEvery) {
    // Fills the table once, 65,000 characters in some 20 ms; classifying each character of a long text would
    // cost more.
    for (let one = LAST_ASCII + 1; one <= 0xffff; one += 1) KINDS[one] = classifyCodePoint(one);
    classifiesEvery = true;
  }
  return KINDS[codePoint]!;
}

const HANGUL_FILLERS = new Set([0x115f, 0x1160, 0x3164, 0xffa0]);
const BRAILLE_BLANK = 0x2800;
const MINUS_SIGN = 0x2212;

function classifyCodePoint(codePoint: number): number {
  const character = String.fromCodePoint(codePoint);
  if (HANGUL_FILLERS.has(codePoint) || /^[\p{Cf}\p{M}]$/u.test(character)) return INVISIBLE;
  if (codePoint === BRAILLE_BLANK || /^[\p{Z}\p{Cc}]$/u.test(character)) return BLANK;
  if (codePoint === MINUS_SIGN || /^\p{Pd}$/u.test(character)) return DASH;
  if (/^\p{Nd}$/u.test(character)) return DIGIT + decimalValue(codePoint);
  // Superscripts, circled digits, and full-width forms of ASCII punctuation.
  const plain = character.normalize('NFKC');
  if (plain.length === 1 && plain.charCodeAt(0) <= LAST_ASCII) return KINDS[plain.charCodeAt(0)]!;
  return /^\p{P}$/u.test(character) ? ODD : BREAK;
}

/**
 * Returns the value of a decimal digit: those of a script are ten consecutive code points (Unicode's
 * stability policy).
 */
function decimalValue(codePoint: number): number {
  let first = codePoint;
  while (/^\p{Nd}$/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return (codePoint - first) % 10;
}

/**
 * A character's class, and the index at which the next one begins. One object is reused for all characters.
 */
export type CharacterRead = { kind: number; next: number };

/** Reads the character at `at`, escaped or not, into `read`, and returns that. */
export function readCharacter(text: string, at: number, read: CharacterRead): CharacterRead {
  const code = text.charCodeAt(at);
  switch (code) {
    case 0x5c: // \
      return readBackslash(text, at, read);
    case 0x26: // &
      return readEntity(text, at, read);
    case 0x25: // %
      return readPercent(text, at, read);
    case 0x3c: // <
      return readTag(text, at, read);
  }
  if (code >= 0xd800 && code <= 0xdbff) {
    const codePoint = text.codePointAt(at)!;
    return finish(read, kindOf(codePoint), codePoint > 0xffff ? at + 2 : at + 1);
  }
  return finish(read, kindOf(code), at + 1);
}

function finish(read: CharacterRead, kind: number, next: number): CharacterRead {
  read.kind = kind;
  read.next = next;
  return read;
}

/** JSON within JSON doubles the backslashes; more than 16 do not occur. */
const BACKSLASH = /\\{1,16}(?:u([0-9a-f]{4})|x([0-9a-f]{2})|([nrtfv0])(?![0-9a-z])|([nrt])(?=\d)|(\/))/iy;

function readBackslash(text: string, at: number, read: CharacterRead): CharacterRead {
  BACKSLASH.lastIndex = at;
  const match = BACKSLASH.exec(text);
  if (!match) {
    // Skip all backslashes in a row: one by one each would scan those after it.
    let next = at + 1;
    while (text.charCodeAt(next) === 0x5c) next += 1;
    return finish(read, ODD, next);
  }
  const [, unicode, byte, control, beforeDigit] = match;
  const hex = unicode ?? byte;
  if (hex !== undefined) return finish(read, kindOf(Number.parseInt(hex, 16)), BACKSLASH.lastIndex);
  return finish(
    read,
    control !== undefined || beforeDigit !== undefined ? BLANK : SLASH,
    BACKSLASH.lastIndex,
  );
}

/** An entity; escaped twice, `&` itself is `&amp;`. */
const ENTITY = /&(?:amp;){0,4}(?:#0{0,32}(\d{1,7})|#x0{0,32}([0-9a-f]{1,6})|([a-z]{2,20}));/iy;

const NAMED: Record<string, number> = {
  nbsp: BLANK,
  nonbreakingspace: BLANK,
  ensp: BLANK,
  emsp: BLANK,
  numsp: BLANK,
  puncsp: BLANK,
  thinsp: BLANK,
  hairsp: BLANK,
  tab: BLANK,
  newline: BLANK,
  hyphen: DASH,
  dash: DASH,
  ndash: DASH,
  mdash: DASH,
  horbar: DASH,
  minus: DASH,
  period: DOT,
  sol: SLASH,
  lowbar: UNDERSCORE,
  comma: COMMA,
  middot: ODD,
  bull: ODD,
  shy: INVISIBLE,
  zwj: INVISIBLE,
  zwnj: INVISIBLE,
  lrm: INVISIBLE,
  rlm: INVISIBLE,
  zerowidthspace: INVISIBLE,
  nobreak: INVISIBLE,
  plus: PLUS,
};

function readEntity(text: string, at: number, read: CharacterRead): CharacterRead {
  ENTITY.lastIndex = at;
  const match = ENTITY.exec(text);
  if (!match) return finish(read, ODD, at + 1);
  const [, decimal, hex, name] = match;
  if (name !== undefined) {
    const key = name.toLowerCase();
    return finish(read, Object.hasOwn(NAMED, key) ? NAMED[key]! : BREAK, ENTITY.lastIndex);
  }
  const codePoint = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal);
  return finish(read, codePoint <= 0x10ffff ? kindOf(codePoint) : BREAK, ENTITY.lastIndex);
}

/** One percent-encoded UTF-8 character; encoded twice, `%` itself is `%25`. */
const PERCENT = /%(?:25){0,4}([0-9a-f]{2})((?:%(?:25){0,4}[89ab][0-9a-f]){0,3})/iy;

function readPercent(text: string, at: number, read: CharacterRead): CharacterRead {
  if (text.charCodeAt(at + 1) === 0x25) return finish(read, BREAK, at + 1);
  PERCENT.lastIndex = at;
  const match = PERCENT.exec(text);
  if (!match) return finish(read, BREAK, at + 1);
  const encoded = match[0].replaceAll(/%(?:25)*(?=[0-9a-f]{2})/gi, '%');
  try {
    return finish(read, kindOf(decodeURIComponent(encoded).codePointAt(0)!), PERCENT.lastIndex);
  } catch {
    return finish(read, BREAK, at + 1);
  }
}

const LINE_BREAK = /<br {0,3}\/?>/iy;

/** A line break in HTML counts as a blank; every other tag ends a number. */
function readTag(text: string, at: number, read: CharacterRead): CharacterRead {
  LINE_BREAK.lastIndex = at;
  if (LINE_BREAK.test(text)) return finish(read, BLANK, LINE_BREAK.lastIndex);
  return finish(read, BREAK, at + 1);
}
