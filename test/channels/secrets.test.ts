// What is stored of an HTTP exchange contains no credentials and no cards, in any format and however it is
// cut.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { redactSecrets } from '../../src/channels/secrets.ts';
import { withoutCardNumbers } from '../../src/model/card-numbers.ts';
import { randomly } from '../harness/random.ts';

const SECRET = 'hush-hush-4';

test.each([
  ['an attribute', `<Authentication username='me' password="${SECRET}"/>`],
  ['an attribute with marks in it', `<Authentication password="a&quot; ${SECRET}"/>`],
  ['an element', `<request><password>${SECRET}</password></request>`],
  ['an element with a prefix', `<wsse:Password Type="x">${SECRET}</wsse:Password>`],
  ['JSON', `{"client_secret": "${SECRET}", "x": 1}`],
  ['JSON with escapes', `{"password": "a\\"${SECRET}"}`],
  ['JSON in JSON', JSON.stringify({ body: JSON.stringify({ client_secret: SECRET, more: 'x' }) })],
  ['a form', `grant_type=client_credentials&client_secret=${SECRET}`],
  ['a header', `accept: x\nAuthorization: Custom ${SECRET}\nhost: y`],
  ['a bearer', `curl -H Bearer ${SECRET}`],
  ['a card', `<PaymentCard CardCode="VI"><CardHolderName>${SECRET}</CardHolderName></PaymentCard>`],
  ['a card in JSON', `{"card_number": 4111111111111111, "cvv": "${SECRET}"}`],
  ['B.XML', `<customer><cc_cvc>${SECRET}</cc_cvc><cc_number>4111111111111111</cc_number></customer>`],
])('in %s, whole or cut off', (_what, text) => {
  for (let end = 1; end <= text.length; end += 1) {
    const redacted = redactSecrets(text.slice(0, end));
    // if less than half of the secret is left, it reveals nothing
    expect(redacted).not.toContain(SECRET.slice(0, 6));
    expect(redacted).not.toContain('41111111');
  }
});

test('text without secrets is unchanged', () => {
  const text =
    '<Hotel id="1234567"/><Total Amount="12050"/> order 4000000001 on 2027-03-02T07:59:40, +31 20 555 0100';
  expect(redactSecrets(text)).toBe(text);
  // thirteen digits and more, but not a card: the check digit is wrong
  expect(withoutCardNumbers('4111111111111112')).toBe('4111111111111112');
});

test('card numbers are removed, however they are written', () => {
  for (const written of [
    '4111111111111111',
    '4111 1111 1111 1111',
    '5500-0000-0000-0004',
    '340000000000009',
  ]) {
    expect(withoutCardNumbers(`it is ${written}.`)).toBe('it is ***.');
  }
});

test('it accepts any text', () => {
  fc.assert(
    fc.property(fc.uint16Array({ maxLength: 300 }), (codes) => {
      expect(typeof redactSecrets(String.fromCharCode(...codes))).toBe('string');
    }),
    randomly(),
  );
});

test.each([
  ['with month and code behind it', 'my card 4111 1111 1111 1111 12/31 987', 'my card *** 12/31 987'],
  ['behind a year', 'in 2027 4111-1111-1111-1111 please', 'in 2027 *** please'],
  ['behind another', '4111111111111111 5500000000000004', '*** ***'],
  ['in groups of any size', '41111 1111 11 11 111', '***'],
])('a card number %s is removed, the text around it is kept', (_how, text, redacted) => {
  expect(withoutCardNumbers(text)).toBe(redacted);
});

test('consecutive dates are not a card, even with a valid check digit', () => {
  const first = Temporal.PlainDate.from('2027-01-01');
  const dates = Array.from({ length: 400 }, (_, i) => first.add({ days: i }).toString());
  // two of them are as long as a card number, and one pair in ten has a valid check digit
  const text = dates.map((date, i) => `${date} ${dates[399 - i]}\n${date} ${date} ${date}`).join('\n');
  expect(withoutCardNumbers(text)).toBe(text);
});
