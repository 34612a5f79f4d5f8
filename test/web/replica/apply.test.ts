// Events and reads that overlap: whatever arrives first, the copy has the newest of what is known of each record.
import { describe, expect, test } from 'vitest';
import type { Desk, DeskEvent } from '../../../src/api/desk-records.ts';
import { applyEvents, applyRead, applySnapshot, NOTHING_STALE } from '../../../web/replica/apply.ts';
import { stateOf } from '../../../web/replica/state.ts';

const booking = (id: number, name: string) => ({
  order_id: id,
  room_id: 101,
  name,
  status: 'confirmed',
  checkin: '2026-06-11T15:00:00.000Z',
  checkout: '2026-06-13T11:00:00.000Z',
  held_until: null,
  unit_nights: null,
});
const desk = (seq: number, bookings: readonly object[], nights: readonly object[] = []): Desk =>
  ({
    seq,
    today: '2026-06-11',
    fromdate: '2026-06-10',
    todate: '2026-06-12',
    property: { timezone: 'UTC' },
    rooms: [{ room_id: 101 }],
    bookings: bookings.map((one) => ({ conflict: null, ...one })),
    nights,
  }) as unknown as Desk;
const event = (seq: number, kind: string, data: object) => ({ seq, kind, data }) as DeskEvent;
const renamed = (seq: number, name: string) => event(seq, 'booking.modified', booking(1, name));
const nightsChanged = (seq: number) =>
  event(seq, 'availability.changed', { room_id: 101, from: '2026-06-11', until: '2026-06-12', what: [] });
const paid = (seq: number) => event(seq, 'accounting.posted', { order_id: 1, type: 'payment' });

describe('events', () => {
  test('that the copy contains change nothing', () => {
    const state = stateOf(desk(5, [booking(1, 'new')]));
    expect(applyEvents(state, NOTHING_STALE, [renamed(4, 'old'), renamed(5, 'old')]).state).toBe(state);
  });

  test('leave the parts that they do not concern the same objects', () => {
    const before = stateOf(desk(5, [booking(1, 'old'), booking(2, 'other')]));
    const { state } = applyEvents(before, NOTHING_STALE, [renamed(6, 'new')]);
    expect(state.rooms).toBe(before.rooms);
    expect(state.bookings.get(2)).toBe(before.bookings.get(2));
    expect(before.bookings.get(1)!.name).toBe('old');
  });

  test.each([
    ['2026-05-28', true],
    ['2026-05-27', false],
  ])('about a stay in conflict that ended on %s: people have to decide: %s', (day, isKept) => {
    const stay = { ...booking(1, 'Ada'), checkin: `${day}T00:00:00.000Z`, checkout: `${day}T11:00:00.000Z` };
    const changed = event(6, 'booking.conflict', { ...stay, conflict: 'overbooked on 2026-05-20' });
    const { state } = applyEvents(stateOf(desk(5, [])), NOTHING_STALE, [changed]);
    expect(state.undecided.has(1)).toBe(isKept);
  });

  test('of what a booking itself posts ask for no second read, those of people do', () => {
    const state = stateOf(desk(5, [booking(1, 'Ada')]));
    const income = event(6, 'accounting.posted', { order_id: 1, type: 'income' });
    expect(applyEvents(state, NOTHING_STALE, [income]).stale.bookings.size).toBe(0);
    expect([...applyEvents(state, NOTHING_STALE, [income, paid(7)]).stale.bookings]).toEqual([[1, 7]]);
  });
});

describe('a snapshot', () => {
  test('that is older than events which came meanwhile does not undo them', () => {
    const since = [renamed(6, 'newer'), nightsChanged(7)];
    const { state, stale } = applySnapshot({ answer: desk(5, [booking(1, 'older')]), since });
    expect([state.seq, state.bookings.get(1)!.name]).toEqual([7, 'newer']);
    expect([...stale.rooms]).toEqual([[101, 7]]);
  });
});

describe('records that are read again', () => {
  const asked = { bookings: [1], rooms: [101] };
  const start = () =>
    applyEvents(stateOf(desk(5, [booking(1, 'first')])), NOTHING_STALE, [paid(6), nightsChanged(7)]);

  test('do not undo events that came meanwhile', () => {
    const { state, stale } = start();
    const since = [renamed(8, 'newer'), paid(9)];
    const later = applyEvents(state, stale, since);
    const read = applyRead(later.state, later.stale, {
      asked,
      answer: desk(7, [booking(1, 'older')]),
      since,
    });
    expect([read.state.seq, read.state.bookings.get(1)!.name]).toEqual([9, 'newer']);
    expect([...read.stale.bookings]).toEqual([[1, 9]]);
    expect(read.stale.rooms.size).toBe(0);
  });

  test('are not undone by events that they contain', () => {
    const { state, stale } = start();
    const read = applyRead(state, stale, { asked, answer: desk(9, [booking(1, 'newest')]), since: [] });
    const then = applyEvents(read.state, read.stale, [renamed(8, 'older'), paid(9)]);
    expect(then.state.bookings.get(1)!.name).toBe('newest');
    expect(then.stale.bookings.size).toBe(0);
    expect(applyEvents(then.state, then.stale, [renamed(10, 'last')]).state.bookings.get(1)!.name).toBe(
      'last',
    );
  });

  test('are gone from the copy if the answer does not have them', () => {
    const { state, stale } = start();
    const read = applyRead(state, stale, { asked, answer: desk(7, []), since: [] });
    expect(read.state.bookings.has(1)).toBe(false);
    expect([read.stale.bookings.size, read.stale.rooms.size]).toEqual([0, 0]);
  });
});
