// The printed list of a day, from a copy that was made by hand.
import { expect, test } from 'vitest';
import type { Desk } from '../../../src/api/desk-records.ts';
import { dayOfDate } from '../../../web/days.ts';
import { stateOf } from '../../../web/replica/state.ts';
import { dayListsOf } from '../../../web/screens/today/day-lists.ts';

const TODAY = '2026-11-24';
const AT = `${TODAY}T16:21:00Z`;

test('has all of today: who is expected, who came and left and when, and who did not come', () => {
  const stay = (id: number, status: string, checkin: string, checkout: string) => ({
    order_id: id,
    status,
    checkin: `${checkin}T15:00:00Z`,
    checkout: `${checkout}T11:00:00Z`,
    updated_at: AT,
    balance: 0,
    unit_nights: null,
    earlier_rooms: null,
    arrival_time: null,
  });
  const state = stateOf({
    seq: 1,
    today: TODAY,
    fromdate: '2026-11-10',
    todate: '2027-01-10',
    property: { timezone: 'UTC', settings: { checkin_time: '15:00' } },
    bookings: [
      stay(1, 'confirmed', TODAY, '2026-11-26'),
      stay(2, 'checked_in', TODAY, '2026-11-26'),
      stay(3, 'no_show', TODAY, '2026-11-25'),
      stay(4, 'checked_in', '2026-11-22', TODAY),
      stay(5, 'checked_out', '2026-11-22', TODAY),
    ],
  } as unknown as Desk);
  const times = { checkedIn: new Map([[2, AT]]), checkedOut: new Map<number, string>() };
  const shown = Object.entries(dayListsOf(state, state.today, times)).map(([name, stays]) => [
    name,
    stays.map(({ booking, done, at }) => [booking.order_id, done, at]),
  ]);
  expect(Object.fromEntries(shown)).toEqual({
    arrivals: [
      [1, false, null],
      [2, true, AT],
    ],
    noShows: [[3, false, null]],
    departures: [
      [4, false, null],
      [5, true, null],
    ],
    inHouse: [[2, false, null]],
  });
  expect(
    dayListsOf(state, dayOfDate('2026-11-26'), times).departures.map(({ booking }) => booking.order_id),
  ).toEqual([1, 2]);
});
