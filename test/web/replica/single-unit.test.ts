// The unit that a stay gets back when another one was chosen, from copies that were made by hand.
import { expect, test } from 'vitest';
import type { Desk } from '../../../src/api/desk-records.ts';
import { type DeskBooking, stateOf } from '../../../web/replica/state.ts';
import { singleUnitOf } from '../../../web/replica/stays.ts';

const state = stateOf({
  seq: 1,
  today: '2026-06-11',
  fromdate: '2026-06-01',
  todate: '2026-06-30',
  property: { timezone: 'UTC' },
} as unknown as Desk);

const night = (unitId: number, fromdate: string, todate: string) => ({
  unit_id: unitId,
  unit: '',
  fromdate,
  todate,
});

test.each([
  ['one unit', 7, null, 7],
  ['none', null, null, null],
  [
    'a unit that it left before tonight',
    8,
    [night(7, '2026-06-09', '2026-06-10'), night(8, '2026-06-11', '2026-06-13')],
    8,
  ],
  [
    'two units to come',
    7,
    [night(7, '2026-06-09', '2026-06-11'), night(8, '2026-06-12', '2026-06-13')],
    undefined,
  ],
  ['none in some nights to come', 7, [night(7, '2026-06-09', '2026-06-12')], undefined],
])('of a stay with %s', (_, unitId, unitNights, expected) => {
  const stay = {
    room_id: 1,
    unit_id: unitId,
    unit_nights: unitNights,
    earlier_rooms: null,
    checkin: '2026-06-09T15:00:00Z',
    checkout: '2026-06-14T11:00:00Z',
  } as unknown as DeskBooking;
  expect(singleUnitOf(stay, state)).toBe(expected);
});
