// With which stays another one can be grouped.
import { expect, test } from 'vitest';
import type { DeskBooking } from '../../../web/replica/state.ts';
import { countInGroup, groupChoices } from '../../../web/stay/group-choices.ts';

const stay = (order_id: number, group_id: number | null, more: object = {}) =>
  ({ order_id, group_id, status: 'confirmed', checkin: '2027-03-01T15:00:00Z', ...more }) as DeskBooking;
const copyOf = (...bookings: DeskBooking[]) => ({
  bookings: new Map(bookings.map((one) => [one.order_id, one])),
});

test('one stay of each other group and each stay without one are offered, by arrival, unless they are over', () => {
  const state = copyOf(
    stay(1, 7),
    stay(2, 7),
    stay(3, 8),
    stay(4, 8, { checkin: '2027-02-01T15:00:00Z' }),
    stay(5, null),
    stay(6, null, { status: 'cancelled' }),
    stay(9, null, { status: 'checked_out' }),
  );
  const ids = (booking: DeskBooking) => groupChoices(booking, state).map(({ order_id: id }) => id);
  expect(ids(stay(1, 7))).toEqual([4, 5]);
  expect(ids(stay(5, null))).toEqual([4, 1]);
});

test('the rooms of a group are counted without those that are cancelled', () => {
  expect(countInGroup(7, copyOf(stay(1, 7), stay(2, 7, { status: 'cancelled' }), stay(3, null)))).toBe(1);
});
