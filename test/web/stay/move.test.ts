// The body of a change that moves a stay.
import { expect, test } from 'vitest';
import { moveOf } from '../../../web/stay/changes.ts';

const before = { checkin: '2026-12-01', checkout: '2026-12-04', roomId: 1, unitId: 11 };

test('only what is another one is sent', () => {
  expect(moveOf(before, before)).toEqual({});
  expect(moveOf(before, { ...before, roomId: 2, unitId: 'auto' })).toEqual({ room_id: 2, unit_id: 'auto' });
});

test('a price is sent where one was chosen, and not on the way back', () => {
  const wanted = { ...before, roomId: 2, unitId: null, price: 420 };
  expect(moveOf(before, wanted)).toEqual({ room_id: 2, unit_id: null, price: 420 });
  expect(moveOf(wanted, before)).toEqual({ room_id: 1, unit_id: 11 });
});
