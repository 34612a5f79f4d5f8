// When guests came and left, from events of the log.
import { expect, test } from 'vitest';
import { statusTimesOf } from '../../../web/desk/status-times.ts';

const event = (id: number, kind: string, at: string, more: object = {}) => ({
  kind: `booking.${kind}` as 'booking.checked_in',
  at: `2026-11-24T${at}:00Z`,
  data: { order_id: id, ...more },
});

test('a check-out leaves the moment of the check-in as it is, also when it is taken back', () => {
  const events = [
    event(1, 'checked_in', '16:21', { before: { status: 'confirmed' } }),
    event(2, 'checked_in', '16:22'),
    event(1, 'checked_out', '16:26', { before: { status: 'checked_in' } }),
    event(1, 'checked_in', '16:27', { before: { status: 'checked_out' } }),
  ];
  const { checkedIn, checkedOut } = statusTimesOf(events.toReversed());
  expect([...checkedIn]).toEqual([
    [1, '2026-11-24T16:21:00Z'],
    [2, '2026-11-24T16:22:00Z'],
  ]);
  expect(checkedOut.get(1)).toBe('2026-11-24T16:26:00Z');
  expect(checkedOut.has(2)).toBe(false);
});

test('a guest who is checked in again after an undo came at the last check-in', () => {
  const events = [event(1, 'checked_in', '16:30'), event(1, 'checked_in', '16:21')];
  expect(statusTimesOf(events).checkedIn.get(1)).toBe('2026-11-24T16:30:00Z');
});
