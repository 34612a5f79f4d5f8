// What can be chosen for a stay that ends early, from copies that were made by hand.
import { describe, expect, test } from 'vitest';
import type { Desk } from '../../../src/api/desk-records.ts';
import { dayOfDate } from '../../../web/days.ts';
import { type DeskBooking, type ReplicaState, stateOf } from '../../../web/replica/state.ts';
import { endChoices, endsEarly, stillExpected } from '../../../web/stay/end-choices.ts';

const state = stateOf({
  seq: 1,
  today: '2026-06-11',
  fromdate: '2026-06-01',
  todate: '2026-06-30',
  property: { timezone: 'UTC', settings: { checkin_time: '15:00' } },
} as unknown as Desk) as ReplicaState;

function stay(status: DeskBooking['status'], checkin: string, checkout: string): DeskBooking {
  const times = { checkin: `${checkin}T15:00:00Z`, checkout: `${checkout}T11:00:00Z` };
  return { status, ...times, price: 400 } as DeskBooking;
}

/** The choices as `id nights: body, free from`. */
function choicesOf(booking: DeskBooking): string[] {
  return endChoices(booking, state).map(({ id, nights, body, freeFrom }) => {
    const { status: _, ...changes } = body ?? { status: null, cancelled: true };
    const free = dayOfDate('2026-06-01');
    return `${id} ${nights}: ${JSON.stringify(changes)}, ${freeFrom - free + 1}`;
  });
}

describe('a guest in the house', () => {
  test('pays the nights stayed, tonight as well, or all as booked', () => {
    expect(choicesOf(stay('checked_in', '2026-06-09', '2026-06-14'))).toEqual([
      'stayed 2: {"checkout":"2026-06-11"}, 11',
      'tonight 3: {"checkout":"2026-06-12"}, 12',
      'whole 5: {"checkout":"2026-06-11","price":400}, 11',
      'other 5: {"checkout":"2026-06-11"}, 11',
    ]);
  });

  test('who leaves a day early has no choice between tonight and all', () => {
    expect(choicesOf(stay('checked_in', '2026-06-09', '2026-06-12'))).toEqual([
      'stayed 2: {"checkout":"2026-06-11"}, 11',
      'whole 3: {"checkout":"2026-06-11","price":400}, 11',
      'other 3: {"checkout":"2026-06-11"}, 11',
    ]);
  });

  test('who came today has a night at least, or the stay is cancelled', () => {
    expect(choicesOf(stay('checked_in', '2026-06-11', '2026-06-14'))).toEqual([
      'tonight 1: {"checkout":"2026-06-12"}, 12',
      'whole 3: {"checkout":"2026-06-12","price":400}, 12',
      'nothing 0: {"cancelled":true}, 11',
      'other 3: {"checkout":"2026-06-12"}, 12',
    ]);
  });

  test('who leaves today, or should have left, does not leave early', () => {
    const early = ['2026-06-10', '2026-06-11', '2026-06-12'].map((checkout) =>
      endsEarly(stay('checked_in', '2026-06-08', checkout), state),
    );
    expect([early, endsEarly(stay('confirmed', '2026-06-08', '2026-06-14'), state)]).toEqual([
      [false, false, true],
      false,
    ]);
  });
});

describe('a guest who did not come', () => {
  test('pays all as booked, the first night, or nothing; the nights are free from tonight on', () => {
    expect(choicesOf(stay('confirmed', '2026-06-10', '2026-06-13'))).toEqual([
      'whole 3: {"checkout":"2026-06-11","price":400}, 11',
      'first 1: {"checkout":"2026-06-11"}, 11',
      'nothing 0: {"checkout":"2026-06-11","price":0}, 11',
      'other 3: {"checkout":"2026-06-11"}, 11',
    ]);
  });

  test('is given up on the day of arrival: tonight stays sold', () => {
    expect(choicesOf(stay('confirmed', '2026-06-11', '2026-06-12'))).toEqual([
      'whole 1: {"price":400}, 12',
      'nothing 0: {"price":0}, 12',
      'other 1: {}, 12',
    ]);
  });

  test('is expected until the hour of check-in, or the one that the guest named', () => {
    const arrival = stay('confirmed', '2026-06-11', '2026-06-13');
    const at = (time: string, more: Partial<DeskBooking> = {}) =>
      stillExpected({ ...arrival, ...more }, state, Date.parse(`2026-06-11T${time}:00Z`));
    expect([at('00:30'), at('14:59'), at('15:00')]).toEqual(['15:00', '15:00', null]);
    expect([at('15:00', { arrival_time: '22:30' }), at('22:30', { arrival_time: '22:30' })]).toEqual([
      '22:30',
      null,
    ]);
  });

  test('is expected no longer a day later', () => {
    const arrival = stay('confirmed', '2026-06-10', '2026-06-13');
    expect(stillExpected(arrival, state, Date.parse('2026-06-11T00:30:00Z'))).toBeNull();
  });
});
