// Addresses that OTAs make for bookings, and telephone numbers in international form.
import { expect, test } from 'vitest';
import { isAliasAddress } from '../../src/model/email-aliases.ts';
import { ERASED_NAME, isPlaceholderName, nameOfUnnamedGuest } from '../../src/model/guest.ts';
import { isSamePhone, phoneDigits, toE164 } from '../../src/model/phone.ts';

test.each([
  ['ada.1-abcd@guest.booking.com', true],
  ['Ada@GUEST.BOOKING.COM', true],
  ['abc@m.expediapartnercentral.com', true],
  ['36789346@guest.airbnb.com', true],
  ['a@b.messages.homeaway.com', true],
  ['ada@booking.com', false],
  ['ada@notguest.booking.com.example', false],
  ['ada@myguest.booking.com', false],
  ['ada@example.com', false],
])('%s was made by an OTA: %s', (email, expected) => {
  expect(isAliasAddress(email)).toBe(expected);
});

test('no address is none of an OTA', () => {
  expect(isAliasAddress(null)).toBe(false);
});

test.each([
  ['+351 910 000 000', null, '+351910000000'],
  ['910 000 000', 'PT', '+351910000000'],
  ['(030) 901820', 'DE', '+4930901820'],
  ['910 000 000', null, null],
  ['910 000 000', 'XX', null],
  ['+1', null, null],
  ['call me', 'PT', null],
  ['', null, null],
  [null, 'PT', null],
  ['+351 910 000 000 or +351 910 000 001', null, null],
  ['9'.repeat(500), 'PT', null],
  // Two zeros are a plus sign, whatever the country and however they are divided.
  ['00351910000000', null, '+351910000000'],
  ['00351 910 000 000', 'PT', '+351910000000'],
  ['00351 910 000 000', 'US', '+351910000000'],
  ['00.351.910.000.000', null, '+351910000000'],
  ['(00351) 910-000-000', null, '+351910000000'],
  ['(00) 351 910 000 000', 'JP', '+351910000000'],
  ['0 0351 910 000 000', null, '+351910000000'],
  ['+00351 910 000 000', 'PT', '+351910000000'],
  ['0044 (0)20 7946 0958', null, '+442079460958'],
  ['0043 1 2345678', 'AU', '+4312345678'],
  ['００３５１　９１０００００００', null, '+351910000000'],
  ['＋３５１　９１０００００００', null, '+351910000000'],
  ['٠٠٣٥١ ٩١٠ ٠٠٠ ٠٠٠', null, '+351910000000'],
  ['۰۰۳۵۱ ۹۱۰ ۰۰۰ ۰۰۰', null, '+351910000000'],
  // What calls abroad from the guest's country stays what it is.
  ['011 351 910 000 000', 'US', '+351910000000'],
  ['0011 64 9 300 1234', 'AU', '+6493001234'],
  ['0077 123 456', 'JP', '+810077123456'],
  ['0011 351 910 000 000', null, null],
  ['00', null, null],
  ['000 351 910 000 000', null, null],
  ['00 000', 'PT', null],
])('%s of a guest from %s is %s', (phone, country, expected) => {
  expect(toE164(phone, country)).toBe(expected);
});

test.each([
  [nameOfUnnamedGuest('booking_com'), true],
  [nameOfUnnamedGuest('Booking.com'), true],
  [nameOfUnnamedGuest('Expedia'), true],
  [ERASED_NAME, true],
  ['Guest of Honour Smith', false],
  ['Ada Lovelace', false],
])('%s stands for nobody: %s', (name, expected) => {
  expect(isPlaceholderName(name)).toBe(expected);
});

test('the digits of a number with two zeros are those with a plus sign, with and without the country', () => {
  expect(phoneDigits('00351 910 000 000')).toEqual(phoneDigits('+351 910 000 000'));
  expect(phoneDigits('(00351) 910000000')).toContain('910000000');
});

test.each([
  ['00351 910 000 000', '+351910000000', true],
  ['(00351) 910.000.000', '910 000 000', true],
  ['…4567', '…4567', true],
  ['+351910000000', '+351910000001', false],
  ['', '+351910000000', false],
])('%s and %s are one number: %s', (one, other, expected) => {
  expect(isSamePhone(one, other)).toBe(expected);
});
