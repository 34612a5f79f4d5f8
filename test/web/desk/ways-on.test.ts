// Ways on after a refused check-in, from copies that were made by hand.
import { expect, test } from 'vitest';
import type { Desk } from '../../../src/api/desk-records.ts';
import type { DeskProblem } from '../../../web/desk/server.ts';
import { type DeskBooking, stateOf } from '../../../web/replica/state.ts';
import type { CheckIn } from '../../../web/stay/changes.ts';
import { refusedChange } from '../../../web/stay/ways-on.ts';

const booking = {
  order_id: 5,
  name: 'Gallagher',
  room_id: 1,
  unit_id: 1,
  status: 'confirmed',
  checkin: '2026-06-12T15:00:00Z',
  checkout: '2026-06-14T11:00:00Z',
  unit_nights: null,
  earlier_rooms: null,
} as unknown as DeskBooking;

const unit = (id: number, condition: string) => ({
  unit_id: id,
  room_id: 1,
  name: `10${id}`,
  position: id,
  condition,
});
const state = stateOf({
  seq: 1,
  today: '2026-06-11',
  fromdate: '2026-06-01',
  todate: '2026-06-30',
  property: { timezone: 'UTC', settings: { inspects_units: false } },
  units: [unit(1, 'dirty'), unit(2, 'clean')],
  bookings: [booking],
} as unknown as Desk);

const problemOf = (code: string, data = {}) =>
  ({ code, data, detail: '', status: 409, title: '' }) as unknown as DeskProblem;

/** Returns how the guest moves in by the first way on after a refusal of a try. */
const firstWay = (code: string, tried?: CheckIn, data = {}) =>
  refusedChange({ problem: problemOf(code, data), booking, state, ...(tried && { tried }) }, () => {})
    .ways[0]!.tried;

test('each way on keeps what was chosen before', () => {
  const early = firstWay('invalid_transition', undefined, { case: 'before_checkin' });
  expect(early).toEqual({ early: true });
  const unready = firstWay('unit_not_ready', early);
  expect(unready).toEqual({ early: true, unready: true });
  expect(firstWay('unit_occupied', unready)).toMatchObject({
    early: true,
    unready: true,
    unit: { unit_id: 2 },
  });
});
