// What others changed since a change, from a copy that was made by hand.
import { describe, expect, test } from 'vitest';
import type { Desk } from '../../../src/api/desk-records.ts';
import { isChangedSince } from '../../../web/desk/changed-since.ts';
import type { ChangeRequest } from '../../../web/desk/server.ts';
import { stateOf } from '../../../web/replica/state.ts';

const STAY = {
  order_id: 5,
  status: 'checked_in',
  checkin: '2026-06-10T13:00:00Z',
  checkout: '2026-06-14T10:00:00Z',
  unit_id: 2,
  price: 400,
  paid: 0,
};
const CLOSURE = {
  closure_id: 3,
  unit_id: 2,
  kind: 'out_of_order',
  fromdate: '2026-06-11',
  todate: '2026-06-12',
};

/** The copy, with a stay, a closure and a task as they are now. */
function copyOf(now: object = {}, settings = { inspects_units: false, horizon_days: 500 }) {
  return stateOf({
    seq: 1,
    today: '2026-06-11',
    fromdate: '2026-06-01',
    todate: '2026-06-30',
    property: { timezone: 'Europe/Lisbon', settings },
    bookings: [{ ...STAY, ...now }],
    closures: [{ ...CLOSURE, reason: null, responsible: null, ...now }],
    tasks: [{ task_id: 9, status: 'done', ...now }],
  } as unknown as Desk);
}

const patch = (body: object, path = '/api/bookings/session?hotel_id=1&order_id=5'): ChangeRequest => ({
  method: 'PATCH',
  path,
  body,
});
const checkIn = { request: patch({ status: 'checked_in' }), answer: STAY };

describe('taking a change of a stay back', () => {
  test.each([
    ['nothing', {}, false],
    ['a payment', { paid: 400 }, false],
    ['its check-out', { status: 'checked_out' }, true],
    ['somebody who took it back already', { status: 'confirmed' }, false],
  ])('after %s', (_, now, isChanged) => {
    expect(isChangedSince(checkIn, patch({ status: 'confirmed' }), copyOf(now))).toBe(isChanged);
  });

  test('compares days with moments, and members that the server set with its answer', () => {
    const made = { request: patch({ checkout: '2026-06-14' }), answer: STAY };
    const back = patch({ checkout: '2026-06-13', price: 300, unit_from: '2026-06-12' });
    expect(isChangedSince(made, back, copyOf())).toBe(false);
    expect(isChangedSince(made, back, copyOf({ checkout: '2026-06-15T10:00:00Z' }))).toBe(true);
    expect(isChangedSince(made, back, copyOf({ checkout: '2026-06-13T10:00:00Z' }))).toBe(false);
    expect(isChangedSince(made, back, copyOf({ price: 350 }))).toBe(true);
  });

  test('that waits for the network compares with what was asked for', () => {
    const made = { request: patch({ status: 'checked_in' }), answer: {} };
    expect(isChangedSince(made, patch({ status: 'confirmed' }), copyOf())).toBe(false);
    expect(isChangedSince(made, patch({ status: 'confirmed' }), copyOf({ status: 'no_show' }))).toBe(true);
  });

  test('says nothing of a stay that the copy does not have', () => {
    const path = '/api/bookings/session?hotel_id=1&order_id=6';
    expect(isChangedSince(checkIn, patch({ status: 'confirmed' }, path), copyOf())).toBe(false);
  });
});

test('a booking is not cancelled when its guest has checked in since', () => {
  const made = {
    request: { method: 'POST', path: '/api/bookings/session?hotel_id=1' } as const,
    answer: { ...STAY, status: 'confirmed' },
  };
  const back = { method: 'DELETE', path: '/api/bookings/session?hotel_id=1&order_id=5' } as const;
  expect(isChangedSince(made, back, copyOf())).toBe(true);
  expect(isChangedSince(made, back, copyOf({ status: 'confirmed', paid: 10 }))).toBe(false);
  const group = { ...made, answer: { group_id: 8, bookings: [made.answer] } };
  expect(
    isChangedSince(group, { ...back, path: '/api/groups/session?hotel_id=1&group_id=8' }, copyOf()),
  ).toBe(true);
});

test('a closure is not ended when somebody prolonged it since', () => {
  const made = {
    request: { method: 'POST', path: '/api/closures/session?hotel_id=1' } as const,
    answer: { ...CLOSURE, reason: null, responsible: null },
  };
  const back = { method: 'DELETE', path: '/api/closures/session?hotel_id=1&closure_id=3' } as const;
  expect(isChangedSince(made, back, copyOf())).toBe(false);
  expect(isChangedSince(made, back, copyOf({ todate: '2026-06-20' }))).toBe(true);
});

test('tasks and settings are compared by their path', () => {
  const task = '/operator/properties/1/tasks/9';
  const made = { request: patch({ status: 'done' }, task), answer: { status: 'done' } };
  expect(isChangedSince(made, patch({ status: 'pending' }, task), copyOf())).toBe(false);
  expect(isChangedSince(made, patch({ status: 'pending' }, task), copyOf({ status: 'cancelled' }))).toBe(
    true,
  );
  const house = '/operator/properties/1';
  const set = {
    request: patch({ settings: { inspects_units: true } }, house),
    answer: { settings: { inspects_units: true, horizon_days: 500 } },
  };
  const back = patch({ settings: { inspects_units: false } }, house);
  const other = { inspects_units: true, horizon_days: 300 };
  expect(isChangedSince(set, back, copyOf({}, other))).toBe(false);
});

test('a stay that got its first unit with others is freed if it is where it was moved to', () => {
  const moves = [{ order_id: 5, unit_id: 2 }];
  const made = {
    request: { method: 'POST', path: '/api/assignments/session?hotel_id=1', body: { moves } } as const,
    answer: { assigned: [], blocked: [] },
  };
  expect(isChangedSince(made, patch({ unit_id: null }), copyOf())).toBe(false);
  expect(isChangedSince(made, patch({ unit_id: null }), copyOf({ unit_id: 4 }))).toBe(true);
});

test('stays that were moved together are moved back if all are where they were moved to', () => {
  const move = (unit: number) => ({
    method: 'POST' as const,
    path: '/api/assignments/session?hotel_id=1',
    body: { moves: [{ order_id: 5, unit_id: unit }] },
  });
  const made = { request: move(2), answer: {} };
  expect(isChangedSince(made, move(1), copyOf())).toBe(false);
  expect(isChangedSince(made, move(1), copyOf({ unit_id: 4 }))).toBe(true);
});
