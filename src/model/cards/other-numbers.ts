// Finds numbers that can look like a card's but are none: UUIDs and bank accounts (IBAN).

export type Range = { start: number; end: number };

const UUID = /(?<![0-9a-f])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9a-f])/gi;

/** Returns the ranges of UUIDs, and of IBANs with correct check digits, in the order of their beginnings. */
export function findOtherNumbers(text: string): Range[] {
  const found: Range[] = [];
  for (const { index, 0: uuid } of text.matchAll(UUID))
    found.push({ start: index, end: index + uuid.length });
  for (const { index } of text.matchAll(IBAN_BEGINNING)) {
    const end = endOfIban(text, index);
    if (end !== null) found.push({ start: index, end });
  }
  return found.sort((a, b) => a.start - b.start);
}

const IBAN_BEGINNING = /(?<![0-9a-z])[a-z]{2}\d{2}(?=[ \u00a0-]?[0-9a-z])/gi;

/** Countries and the lengths of their IBANs, from the registry of SWIFT (2025). */
const LENGTHS = new Map(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 FK18 ' +
    'FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 ' +
    'LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 ' +
    'SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

/** Returns the end index of the IBAN that begins at `start`; null if there is none. */
function endOfIban(text: string, start: number): number | null {
  const length = LENGTHS.get(text.slice(start, start + 2).toUpperCase());
  if (length === undefined) return null;
  let characters = '';
  let at = start;
  for (; characters.length < length && at < text.length; at += 1) {
    const character = text[at]!;
    if (isLetterOrDigit(text.charCodeAt(at))) characters += character;
    else if (character !== ' ' && character !== '\u00a0' && character !== '-') return null;
  }
  const whole = characters.length === length && !isLetterOrDigit(text.charCodeAt(at));
  return whole && hasRightCheckDigits(characters) ? at : null;
}

/** Whether it is an ASCII letter or digit; NaN, past the end of a text, is not. */
function isLetterOrDigit(code: number): boolean {
  const lower = code | 0x20;
  return (code >= 0x30 && code <= 0x39) || (lower >= 0x61 && lower <= 0x7a);
}

/**
 * Whether the check digits are right (ISO 7064): rotated by four and read as a number, letters as 10 to 35,
 * it is 1 modulo 97.
 */
function hasRightCheckDigits(iban: string): boolean {
  let remainder = 0;
  for (const character of iban.slice(4) + iban.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder === 1;
}
