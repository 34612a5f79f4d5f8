// Values of the API as the command line prints them.
import { expect, test } from 'vitest';
import { formatMember } from '../../src/cli/format-value.ts';

const LISBON = { timezone: 'Europe/Lisbon', currency: 'EUR' };

test.each([
  ['a moment in winter', { checkin: '2026-12-01T15:00:00.000Z' }, '2026-12-01 15:00'],
  ['a moment in summer', { checkin: '2026-07-01T14:00:00.000Z' }, '2026-07-01 15:00'],
  ['seconds where there are any', { created_at: '2026-12-01T15:00:07.250Z' }, '2026-12-01 15:00:07'],
  ['a night, which is a date everywhere', { date: '2026-07-01T00:00:00.000Z' }, '2026-07-01'],
  ['an amount with the decimals of its currency', { price: 1234.5 }, '1234.50'],
  ['a currency without decimals', { amount: 9000, currency: 'JPY' }, '9000'],
  ['a currency with three', { amount: 1.5, currency: 'KWD' }, '1.500'],
  ['nothing', { email: null }, '–'],
  ['an empty text', { address: '' }, '–'],
  ['yes', { bookable: true }, 'yes'],
  ['no', { active: false }, 'no'],
  ['zero', { conflicts: 0 }, '0'],
  ['a list', { room_ids: [101, 102] }, '101, 102'],
  ['an empty list', { reasons: [] }, '–'],
  [
    'what is wrong with an OTA',
    {
      problems: [
        { kind: 'rate_error', message: 'Expedia has not taken over a price', detail: 'general_error' },
      ],
    },
    'Expedia has not taken over a price',
  ],
  ['why a room cannot be booked', { reasons: [{ code: 'capacity', detail: 'Too many.' }] }, 'Too many.'],
  ['the rooms of a connection', { rooms: [{ room_id: 101, ical_url: 'https://x' }] }, '101'],
  ['a small record', { target: { room_id: 101, order_id: null } }, 'room_id 101, order_id –'],
  ['a record with nothing in it', { settings: {} }, '–'],
  ['text as it is', { name: 'Ada – 2026-12-01T15:00:00.000Z' }, 'Ada – 2026-12-01T15:00:00.000Z'],
])('%s', (_, record: object, text) => {
  expect(formatMember(record as Record<string, unknown>, Object.keys(record)[0]!, LISBON)).toBe(text);
});

test('without a property a moment is UTC and says so, and an amount is as it came', () => {
  expect(formatMember({ at: '2026-12-01T15:00:00.000Z' }, 'at', {})).toBe('2026-12-01 15:00 UTC');
  expect(formatMember({ price: 1.5 }, 'price', {})).toBe('1.5');
});
