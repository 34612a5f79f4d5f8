// What a group owes, and whom of it can be checked in or out.
import { expect, test } from 'vitest';
import { dayOfDate } from '../../../web/days.ts';
import type { DeskBooking, ReplicaState } from '../../../web/replica/state.ts';
import { sumsOfGroup } from '../../../web/screens/stay/group-sums.ts';

const state = {
  today: dayOfDate('2026-12-02'),
  property: { timezone: 'UTC', currency: 'EUR' },
} as ReplicaState;
const booking = (order_id: number, more: Partial<DeskBooking>) =>
  ({
    order_id,
    status: 'confirmed',
    checkin: '2026-12-02T15:00:00Z',
    checkout: '2026-12-04T11:00:00Z',
    balance: 0.1,
    total: 80.1,
    guests: 2,
    currency: 'EUR',
    ...more,
  }) as DeskBooking;
const ids = (bookings: readonly DeskBooking[]) => bookings.map(({ order_id }) => order_id);

test('the sum is what the server takes for the whole group', () => {
  const group = [
    booking(1, {}),
    booking(2, { balance: 0.2 }),
    booking(3, { balance: -0.05 }),
    booking(4, { balance: 10, status: 'cancelled' }),
    booking(5, { balance: 7, currency: 'USD' }),
  ];
  const { owed, owing, guests, total } = sumsOfGroup(group, state);
  // Guests come whatever their stay is paid in.
  expect([guests, total]).toEqual([8, 240.3]);
  expect(owed).toEqual({ balance: 10.25, currency: 'EUR' });
  expect(ids(owing)).toEqual([1, 2, 4]);
});

test('where more was paid than is owed, the rooms that paid too much get it back', () => {
  const { owed, owing } = sumsOfGroup([booking(1, { balance: -3 }), booking(2, { balance: 1 })], state);
  expect([owed.balance, ids(owing)]).toEqual([-2, [1]]);
});

test('guests who are due come and go together, no others', () => {
  const group = [
    booking(1, {}),
    booking(2, { checkin: '2026-12-03T15:00:00Z' }),
    booking(3, { status: 'checked_in', checkin: '2026-11-30T15:00:00Z', checkout: '2026-12-02T11:00:00Z' }),
    booking(4, { status: 'checked_in' }),
    booking(5, { status: 'cancelled' }),
    booking(6, { checkin: '2026-11-29T15:00:00Z', checkout: '2026-12-01T11:00:00Z' }),
  ];
  const { arriving, leaving } = sumsOfGroup(group, state);
  expect([ids(arriving), ids(leaving)]).toEqual([[1], [3]]);
});
