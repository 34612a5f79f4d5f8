// Which event of a change is its headline.
import { expect, test } from 'vitest';
import type { DeskEvent } from '../../../src/api/desk-records.ts';
import { headlineFirst } from '../../../web/screens/log/changes-of-log.ts';

const event = (seq: number, kind: string, data: object = {}) =>
  ({ seq, kind, data, at: '2026-06-11T10:00:00Z', by: { type: 'operator' } }) as unknown as DeskEvent;

test('what somebody did is the headline, and counts of nights stand below', () => {
  const events = [
    event(1, 'availability.changed'),
    event(2, 'task.created'),
    event(3, 'accounting.posted', { type: 'income' }),
    event(4, 'booking.created'),
    event(5, 'availability.changed'),
  ];
  expect(headlineFirst(events).map(({ seq }) => seq)).toEqual([4, 3, 2, 1, 5]);
});

test('a payment is what somebody did', () => {
  const events = [event(1, 'availability.changed'), event(2, 'accounting.posted', { type: 'payment' })];
  expect(headlineFirst(events).map(({ seq }) => seq)).toEqual([2, 1]);
});

test('changed nights alone are the headline', () => {
  expect(headlineFirst([event(1, 'availability.changed')]).map(({ seq }) => seq)).toEqual([1]);
});
