// Addresses that OTAs make for bookings, and telephone numbers in international form.
import { expect, test } from 'vitest';
import { isAliasAddress } from '../../src/model/email-aliases.ts';
import { ERASED_NAME, isPlaceholderName, nameOfUnnamedGuest } from '../../src/model/guest.ts';
import { toE164 } from '../../src/model/phone.ts';

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
