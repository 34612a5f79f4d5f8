// What the history says of a change of a booking.
import { expect, test } from 'vitest';
import { stay } from '../../../web/messages/en/stay.ts';
import type { ReplicaState } from '../../../web/replica/state.ts';
import { bookingChangesOf } from '../../../web/stay/said-changes.ts';

const state = {
  property: { timezone: 'UTC', currency: 'EUR' },
  rooms: new Map(),
  units: new Map([[22, { name: '22' }]]),
} as unknown as ReplicaState;
const said = (data: object) => bookingChangesOf(data as never, state, stay);

test('a number is said with its values', () => {
  expect(said({ changed: ['unit_id'], before: { unit_id: null }, unit_id: 22 })).toBe('Number: – → 22');
  expect(said({ changed: ['unit_id'], unit_id: 22 })).toBe('Number: 22');
});

test('a number that is the same or none says nothing', () => {
  const adults = { adults: 2 };
  const changed = ['adults', 'unit_id'];
  expect(said({ changed, before: { adults: 1, unit_id: 22 }, ...adults, unit_id: 22 })).toBe('Adults: 1 → 2');
  expect(said({ changed, before: { adults: 1, unit_id: null }, ...adults, unit_id: null })).toBe(
    'Adults: 1 → 2',
  );
  expect(said({ changed: ['unit_id'] })).toBe('');
});

test('the choices of a stay that ends early name two nights as both', () => {
  expect([1, 2, 3].map((nights) => stay.end.choices.whole(nights))).toEqual([
    'The night, as booked',
    'Both nights, as booked',
    'All 3 nights, as booked',
  ]);
});
