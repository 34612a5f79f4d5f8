// Generators (fast-check) of card numbers in many spellings, and of other numbers.
import fc from 'fast-check';

/** Prefixes of issuers with the lengths of their numbers. */
const ISSUERS: readonly (readonly [prefix: string, lengths: readonly number[]])[] = [
  ['4', [13, 16, 19]],
  ['51', [16]],
  ['55', [16]],
  ['2221', [16]],
  ['2720', [16]],
  ['34', [15]],
  ['37', [15]],
  ['300', [14]],
  ['36', [14, 16, 19]],
  ['38', [14]],
  ['6011', [16, 19]],
  ['65', [16]],
  ['3530', [16]],
  ['62', [16, 17, 18, 19]],
  ['5018', [13, 16, 19]],
  ['6304', [14, 18]],
  ['6759', [16, 19]],
  ['2200', [16]],
];

/** Appends the Luhn check digit. */
export function withCheckDigit(digits: string): string {
  let sum = 0;
  [...digits].reverse().forEach((digit, i) => {
    const value = Number(digit) * (i % 2 === 0 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  });
  return digits + ((10 - (sum % 10)) % 10);
}

export const cards: fc.Arbitrary<string> = fc.constantFrom(...ISSUERS).chain(([prefix, lengths]) =>
  fc.constantFrom(...lengths).chain((length) =>
    fc
      .array(fc.integer({ min: 0, max: 9 }), {
        minLength: length - prefix.length - 1,
        maxLength: length - prefix.length - 1,
      })
      .map((rest) => withCheckDigit(prefix + rest.join(''))),
  ),
);

/** Generates groupings of the digits: as printed on cards, even, or arbitrary. */
export function groupings(digits: string): fc.Arbitrary<string[]> {
  const even = [1, 2, 3, 4, 5, 6, 8].map((size) => digits.match(new RegExp(`.{1,${size}}`, 'g'))!);
  const printed = digits.length === 15 ? [[4, 6, 5]] : digits.length === 14 ? [[4, 6, 4]] : [];
  const anyhow = fc
    .uniqueArray(fc.integer({ min: 1, max: digits.length - 1 }), { maxLength: 8 })
    .map((cuts) => {
      const at = [0, ...cuts.sort((a, b) => a - b), digits.length];
      return at.slice(1).map((end, i) => digits.slice(at[i], end));
    });
  return fc.oneof(
    fc.constant<string[]>([digits]),
    fc.constantFrom(...even, ...printed.map((sizes) => cut(digits, sizes))),
    // numbers of 13 digits are only found in even groups: telephone numbers can be as long
    ...(digits.length > 13 ? [anyhow] : []),
  );
}

function cut(digits: string, sizes: readonly number[]): string[] {
  let from = 0;
  return sizes.map((size) => {
    from += size;
    return digits.slice(from - size, from);
  });
}

/** Separators between groups: each row is one kind of gap in different encodings. */
const SEPARATORS: readonly (readonly string[])[] = [
  [
    ' ',
    '  ',
    '\n',
    '\r\n',
    '\t',
    '\u00a0',
    '\u2009',
    '\u202f',
    '\u3000',
    '\\n',
    '\\r\\n',
    '\\u00a0',
    '\\\\u00a0',
    '\\u2009',
  ],
  ['&#160;', '&#xA0;', '&nbsp;', '&amp;nbsp;', '%20', '%C2%A0', '%2520', '<br>', '<br/>'],
  [
    '-',
    ' - ',
    '\u2010',
    '\u2011',
    '\u2012',
    '\u2013',
    '\u2014',
    ' \u2013 ',
    '\u2212',
    '&ndash;',
    '&#8211;',
    '%2D',
    '%E2%80%93',
    '\\u2013',
  ],
  ['.', '\uff0e', '&#46;', '%2E'],
  ['/', ' / ', '\\/', '\uff0f', '%2F'],
  ['_'],
  [',', ', ', '\uff0c', '%2C'],
];
const INVISIBLE = ['', '\u200b', '\u200d', '\ufeff', '\u00ad', '&#8203;', '\\u200b', '%E2%80%8B', '\u2060'];
/** The digit zero in several scripts. */
const ZEROS = [0x30, 0xff10, 0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50, 0x1d7ce];

/** A card number in a random spelling, with text before and after it. */
export const spelt: fc.Arbitrary<{ card: string; text: string }> = cards.chain((card) =>
  fc
    .record({
      groups: groupings(card).filter((groups) => !beginsWithADate(groups)),
      separators: fc.constantFrom(...SEPARATORS),
      pick: fc.infiniteStream(fc.nat()),
      invisible: fc.constantFrom(...INVISIBLE),
      digit: fc.oneof(
        { weight: 4, arbitrary: fc.constant((digit: string) => digit) },
        fc
          .constantFrom(...ZEROS)
          .map((zero) => (digit: string) => String.fromCodePoint(zero + Number(digit))),
        fc.constant((digit: string) => `&#${0x30 + Number(digit)};`),
        fc.constant((digit: string) => `\\u066${digit}`),
        fc.constant((digit: string) => `%3${digit}`),
      ),
      before: fc.constantFrom('', 'no.', '1.', 'card: ', 'Visa', '(', '"', '<b>', 'my card ', 'x=', '# '),
      behind: fc.constantFrom('', '.', ' exp 12/31', ' cvc 123', ')', '"', '</b>', ' thanks', '\n', '&b=c'),
    })
    .map(({ groups, separators, pick, invisible, digit, before, behind }) => {
      const written = groups.map((group) => [...group].map(digit).join(invisible));
      const text = written.reduce(
        (all, group) => all + separators[pick.next().value % separators.length] + group,
      );
      return { card, text: before + text + behind };
    }),
);

const digits = (length: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
    .map((all) => all.join(''));

const grouped = (minLength: number, maxLength: number) =>
  fc
    .integer({ min: minLength, max: maxLength })
    .chain(digits)
    .chain((all) => fc.tuple(groupings(`${all}`), fc.constantFrom(' ', '-', '.', '/', '')))
    .map(([groups, separator]) => groups.join(separator));

const countryCode = fc.constantFrom(
  '1',
  '7',
  '30',
  '33',
  '351',
  '39',
  '43',
  '44',
  '49',
  '52',
  '55',
  '57',
  '61',
  '62',
  '81',
  '86',
);

export const telephones: fc.Arbitrary<string> = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('+', '00', '+ ', '\u200e+'),
      countryCode,
      grouped(7, 11),
      fc.constantFrom(' ', '-', '', ' (0) '),
    )
    .map(([plus, code, rest, gap]) => `${plus}${code}${gap}${rest}`),
  grouped(6, 11).map((rest) => `0${rest}`),
  fc.tuple(digits(3), digits(3), digits(4)).map(([area, exchange, line]) => `(${area}) ${exchange}-${line}`),
);

export const references: fc.Arbitrary<string> = fc.oneof(
  digits(10), // Booking.com
  digits(9),
  digits(12),
  digits(13).map((rest) => `7${rest.slice(1)}`), // itineraries of Expedia
  fc.stringMatching(/^HM[A-Z0-9]{8}$/), // Airbnb
  fc.stringMatching(/^HA-[A-Z0-9]{6}$/), // Vrbo
  digits(10).map((number) => `BDC-${number}`), // Channex
);

const IBANS = [
  'DE89370400440532013000',
  'GB29NWBK60161331926819',
  'FR1420041010050500013M02606',
  'ES9121000418450200051332',
  'IT60X0542811101000000123456',
  'NL91ABNA0417164300',
  'AT611904300234573201',
  'BE68539007547034',
  'CH9300762011623852957',
  'PT50000201231234567890154',
];

/** Fixed IBANs, and generated ones whose account number contains a valid card number. */
const ibans = fc.oneof(
  fc.constantFrom(...IBANS),
  cards
    .filter((card) => card.length === 16)
    .chain((card) =>
      digits(2).map((rest) => {
        const account = card + rest;
        const remainder = BigInt(`${account}131400`) % 97n; // DE00
        return `DE${String(98n - remainder).padStart(2, '0')}${account}`;
      }),
    ),
);

export const accounts: fc.Arbitrary<string> = fc
  .tuple(ibans, fc.boolean(), fc.boolean())
  .map(([iban, inGroups, small]) => {
    const written = inGroups ? iban.match(/.{1,4}/g)!.join(' ') : iban;
    return small ? written.toLowerCase() : written;
  });

const date = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((day) => day.toISOString());

export const datesAndPrices: fc.Arbitrary<string> = fc.oneof(
  date,
  fc.tuple(date, date).map(([a, b]) => `${a.slice(0, 10)} ${b.slice(0, 10)}`),
  fc
    .tuple(date, date)
    .map(([a, b]) => [a, b].map((one) => one.slice(0, 10).split('-').reverse().join('.')).join(' - ')),
  fc
    .tuple(date, date)
    .map(([a, b]) => [a, b].map((one) => one.slice(0, 10).split('-').reverse().join('-')).join(' - ')),
  fc
    .array(fc.integer({ min: 100, max: 99_999 }), { maxLength: 8 })
    .map((cents) => cents.map((one) => (one / 100).toFixed(2)).join(', ')),
  fc.integer({ min: 0, max: 1e12 }).map((price) => price.toLocaleString('en')),
);

/** Groups such as 2 7 2069 32 1728 5011 are read as a date followed by other numbers: docs/decisions/0013. */
function beginsWithADate([day = '', month = '', year = '']: readonly string[]): boolean {
  return day.length <= 2 && month.length <= 2 && /^(19|20)\d\d$/.test(year);
}
