// Card numbers are found in every spelling, and nothing else is taken for one.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  hasCardNumber,
  phoneWithoutCardNumbers,
  replaceCardNumbers,
  withoutCardNumbers,
} from '../../src/model/card-numbers.ts';
import { referenceWithoutCards } from '../../src/model/card-references.ts';
import { randomly } from '../harness/random.ts';
import {
  accounts,
  cards,
  datesAndPrices,
  references,
  spelt,
  telephones,
  withCheckDigit,
} from './card-spellings.ts';

test.each([
  'no.4111111111111111',
  '1.4111111111111111',
  '4111.1111.1111.1111',
  '4111\u00a01111\u00a01111\u00a01111',
  '4111  1111  1111  1111',
  '4111 1111\n1111 1111',
  '4111\u20131111\u20131111\u20131111',
  '4111/1111/1111/1111',
  '4111_1111_1111_1111',
  '4111,1111,1111,1111',
  '4 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1',
  '41 11 11 11 11 11 11 11',
  '\uff14\uff11\uff11\uff11\uff11\uff11\uff11\uff11\uff11\uff11\uff11\uff11\uff11\uff11\uff11\uff11',
  '\u0664\u0661\u0661\u0661 \u0661\u0661\u0661\u0661 \u0661\u0661\u0661\u0661 \u0661\u0661\u0661\u0661',
  '4111\u200b1111\u200b1111\u200b1111',
  '{"notes":"4111\\u00a01111\\u00a01111\\u00a01111"}',
  '<note>4111&#160;1111&#160;1111&#xa0;1111</note>',
  '"4111\\n1111\\n1111\\n1111"',
  '/bookings?note=4111%201111%201111%201111',
  'note=4111+1111+1111+1111',
  'note=Card+378282246310005',
  '4111-1111 1111-1111',
  '4111:1111:1111:1111',
  '(4111) 1111 1111 1111',
  '4111(1111)1111(1111)',
  '[4111][1111][1111][1111]',
  '["4111", "1111", "1111", "1111"]',
  '4111=1111=1111=1111',
  '4111!1111?1111@1111',
  '4111\\1111\\1111\\1111',
  '4111\u001c1111\u001c1111\u001c1111',
  '&#000000000052;111 1111 1111 1111',
  '3782 822463 10005',
  '4\ufe0f\u20e31\ufe0f\u20e31\ufe0f\u20e31\ufe0f\u20e31111 1111 1111',
])('%j is hidden', (text) => {
  const kept = withoutCardNumbers(text);
  expect(kept).toContain('***');
  expect(kept.normalize('NFKC').replaceAll(/\D/g, '').length).toBeLessThan(6);
});

test('every issuer’s numbers are hidden in every spelling', () => {
  fc.assert(
    fc.property(spelt, ({ text }) => {
      expect(withoutCardNumbers(text)).toContain('***');
      expect(hasCardNumber(withoutCardNumbers(text))).toBe(false);
    }),
    randomly(2_000),
  );
});

test.each([
  ['telephone numbers', telephones],
  ['references of bookings', references],
  ['UUIDs', fc.uuid()],
  ['numbers of bank accounts', accounts],
  ['dates and prices', datesAndPrices],
])('%s stay as they are', (_what, numbers) => {
  fc.assert(
    fc.property(
      numbers,
      fc.constantFrom('', 'call ', 'no. '),
      fc.constantFrom('', '.', ' please'),
      (number, before, behind) => {
        expect(withoutCardNumbers(before + number + behind)).toBe(before + number + behind);
      },
    ),
    randomly(2_000),
  );
});

test('a telephone number of 13 digits that is a valid card number stays in telephone fields only', () => {
  const number = withCheckDigit('491511234567');
  expect(hasCardNumber(number)).toBe(true);
  expect(phoneWithoutCardNumbers(number)).toBe(number);
  expect(phoneWithoutCardNumbers('49 151 1234 5679')).toBe('49 151 1234 5679');
  expect(phoneWithoutCardNumbers('4012 8888 8888 1881')).toBe('***');
  expect(phoneWithoutCardNumbers('3782 822463 10005')).toBe('***');
});

test('a reference with a year or a price behind it stays as it is', () => {
  const digits = withCheckDigit('3812345678202');
  for (const [open, close] of ['()', '[]', '""', ': ', '= ']) {
    const text = `Booking ${digits.slice(0, 10)} ${open}${digits.slice(10)}${close}`;
    expect(withoutCardNumbers(text)).toBe(text);
  }
});

test('only the number within a text is hidden', () => {
  expect(withoutCardNumbers('Ada, card no.4111 1111 1111 1111 (exp. 12/31), tel. +49 151 12345678')).toBe(
    'Ada, card no.*** (exp. 12/31), tel. +49 151 12345678',
  );
});

test('numbers with a wrong check digit, and parts of longer numbers, are no card numbers', () => {
  for (const text of [
    '4111111111111112',
    '94111111111111111',
    '411111111111111100000',
    '9111 1111 1111 1111',
  ]) {
    expect(withoutCardNumbers(text)).toBe(text);
  }
});

test('a masked reference is stable and unique, and does not reveal the number', () => {
  const key = Buffer.from('a key of this test');
  fc.assert(
    fc.property(
      fc.uniqueArray(
        cards.filter((card) => card.length > 13),
        { minLength: 2, maxLength: 20 },
      ),
      (numbers) => {
        const stored = numbers.map((number) => referenceWithoutCards(`R-${number}`, key));
        expect(new Set(stored).size).toBe(numbers.length);
        expect(stored).toEqual(numbers.map((number) => referenceWithoutCards(`R-${number}`, key)));
        for (const reference of stored) expect(reference).toMatch(/^R-card-[0-9a-f]{16}$/);
        expect(stored).not.toEqual(
          numbers.map((number) => referenceWithoutCards(`R-${number}`, Buffer.from('other'))),
        );
      },
    ),
    randomly(200),
  );
  expect(referenceWithoutCards('4000000001', key)).toBe('4000000001');
});

test('the same number gives the same reference, however its digits are grouped', () => {
  const digits: string[] = [];
  for (const text of ['4111111111111111', '4111-1111-1111-1111', '\uff14111 1111 1111 1111']) {
    replaceCardNumbers(text, (found) => digits.push(found).toString());
  }
  expect(digits).toEqual(Array(3).fill('4111111111111111'));
});

test('any text is accepted, and one without card numbers is returned unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (text) => {
      const kept = withoutCardNumbers(text);
      if (!hasCardNumber(text)) expect(kept).toBe(text);
    }),
    randomly(300),
  );
});

test('hostile texts of 200,000 characters take linear time', () => {
  const pieces = [
    ' 1 ',
    '4',
    '4111 1111 1111 1111 ',
    '1.',
    '%20',
    '%',
    '\\',
    '\\u00a0',
    '&#160;',
    '&amp;',
    '&',
    '+4',
    '+',
    '<br',
    '\u00a0',
  ];
  for (const piece of [
    ...pieces,
    '\u{1d7d2}',
    '12345678-',
    'DE89 3704 0044 ',
    '00',
    '4 1\n',
    'a1b2c3d4-',
    '0000000000000000000 ',
  ]) {
    const text = piece.repeat(Math.ceil(2e5 / piece.length));
    // The assertion is that it ends: reading characters more than once would take minutes.
    expect(withoutCardNumbers(text).length).toBeLessThanOrEqual(text.length);
  }
});
