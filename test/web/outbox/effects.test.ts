// Which changes can wait for the network, and what the copy shows of them until they are sent.
import { describe, expect, test } from 'vitest';
import { dayOfDate } from '../../../web/days.ts';
import type { ChangeRequest } from '../../../web/desk/server.ts';
import {
  applyChanges,
  asOfDay,
  canWait,
  imageOf,
  isAbout,
  lastIdBefore,
  photoIdOfAnswer,
  type WaitingChange,
  waitsForRecord,
  withRealId,
} from '../../../web/outbox/effects.ts';
import type { DeskBooking, DeskTask, DeskUnit, ReplicaState } from '../../../web/replica/state.ts';

const TODAY = dayOfDate('2026-06-11');
const MADE_AT = Date.parse('2026-06-11T12:00:00Z');

const unit = (id: number, name: string) =>
  ({ unit_id: id, hotel_id: 1, room_id: 1, name, condition: 'clean', condition_at: '' }) as DeskUnit;
const booking = (id: number, status: string, more: object = {}) =>
  ({
    order_id: id,
    room_id: 1,
    status,
    checkin: '2026-06-11T13:00:00Z',
    checkout: '2026-06-13T09:00:00Z',
    unit_id: 7,
    unit: '101',
    unit_nights: null,
    earlier_rooms: null,
    notes: null,
    ...more,
  }) as unknown as DeskBooking;
const task = {
  task_id: 3,
  unit_id: 7,
  task_name: 'Lamp',
  status: 'pending',
  date: '2026-06-11',
  photos: [] as DeskTask['photos'],
} as DeskTask;

function stateWith(...bookings: DeskBooking[]): ReplicaState {
  return {
    seq: 1,
    today: TODAY,
    from: TODAY - 14,
    until: TODAY + 61,
    property: { timezone: 'Europe/Berlin' } as ReplicaState['property'],
    rooms: new Map(),
    units: new Map([unit(7, '101'), unit(8, '102')].map((one) => [one.unit_id, one])),
    bookings: new Map(bookings.map((one) => [one.order_id, one])),
    undecided: new Map(),
    nights: new Map(),
    closures: new Map(),
    tasks: new Map([[3, task]]),
    parts: new Set(['rooms', 'units', 'bookings', 'nights', 'closures', 'tasks']),
    readAt: new Map(),
  };
}

const patch = (noun: string, query: string, body: object): ChangeRequest => ({
  method: 'PATCH',
  path: `/api/${noun}/session?hotel_id=1&${query}`,
  body,
});
const stay = (body: object) => patch('bookings', 'order_id=1', body);
const condition = patch('units', 'unit_id=7', { condition: 'dirty' });
const newTask: ChangeRequest = {
  method: 'POST',
  path: '/operator/properties/1/tasks',
  body: { task_name: 'Tap', unit_id: 7, date: '2026-06-11', assignee: null },
};
const newClosure: ChangeRequest = {
  method: 'POST',
  path: '/api/closures/session?hotel_id=1',
  body: { unit_id: 7, kind: 'out_of_order', fromdate: '2026-06-11', todate: '2026-06-12' },
};

const newPhoto = (taskId: number, image = 'AAAA'): ChangeRequest => ({
  method: 'POST',
  path: `/operator/properties/1/tasks/${taskId}/photos`,
  body: { image },
});

let lastId = 0;
function waiting(request: ChangeRequest, more: Partial<WaitingChange> = {}): WaitingChange {
  lastId += 1;
  return {
    id: lastId,
    userId: 1,
    hotelId: 1,
    key: `key ${lastId}`,
    text: '',
    request,
    madeAt: MADE_AT,
    attemptedAt: null,
    failures: 0,
    isShown: true,
    problem: null,
    lastKnownId: 0,
    ...more,
  };
}

describe('what can wait', () => {
  test.each<[string, ChangeRequest]>([
    ['a check-in', stay({ status: 'checked_in', early: true })],
    ['a unit', stay({ unit_id: 8 })],
    ['no unit', stay({ unit_id: null })],
    ['notes', stay({ notes: 'Cot' })],
    ['a condition', condition],
    [
      'a task that is done',
      { method: 'PATCH', path: '/operator/properties/1/tasks/3', body: { status: 'done' } },
    ],
    ['a new task', newTask],
    ['a photo of a task', newPhoto(3)],
    ['a photo of a task whose event is not here yet', newPhoto(99)],
    ['a photo of a task that waits', newPhoto(-4)],
    ['a closure', newClosure],
  ])('%s', (_, request) => {
    expect(canWait(request, stateWith(booking(1, 'confirmed')))).toBe(true);
  });

  test.each<[string, ChangeRequest]>([
    ['dates', stay({ checkin: '2026-06-12' })],
    ['dates with a status', stay({ status: 'checked_in', checkout: '2026-06-20' })],
    ['a price', stay({ price: 90 })],
    ['another room', stay({ room_id: 2, unit_id: 8 })],
    ['a unit that the server chooses', stay({ unit_id: 'auto' })],
    ['a check-out before the check-in', stay({ status: 'checked_out' })],
    ['a no-show', stay({ status: 'no_show' })],
    ['a stay that is not in the copy', patch('bookings', 'order_id=99', { notes: 'Cot' })],
    ['a cancellation', { method: 'DELETE', path: '/api/bookings/session?hotel_id=1&order_id=1' }],
    ['the removal of a photo', { method: 'DELETE', path: '/operator/properties/1/tasks/3/photos/5' }],
    ['a new booking', { method: 'POST', path: '/api/bookings/session?hotel_id=1', body: { room_id: 1 } }],
    ['a payment', { method: 'POST', path: '/operator/properties/1/accounting', body: { amount: 5 } }],
    [
      'a message',
      { method: 'POST', path: '/api/messages/session?hotel_id=1', body: { rid: 1, reply: 'Yes' } },
    ],
    ['the name of a unit', patch('units', 'unit_id=7', { name: '110' })],
    ['a price of nights', { method: 'POST', path: '/api/availability/session?hotel_id=1', body: [] }],
  ])('not %s', (_, request) => {
    expect(canWait(request, stateWith(booking(1, 'confirmed')))).toBe(false);
  });

  test('a check-in is taken back, but a hold is confirmed and a cancelled stay brought back by the server alone', () => {
    const back = stay({ status: 'confirmed' });
    expect(canWait(back, stateWith(booking(1, 'checked_in')))).toBe(true);
    for (const status of ['held', 'cancelled', 'no_show'])
      expect(canWait(back, stateWith(booking(1, status))), status).toBe(false);
  });
});

describe('the copy with what waits', () => {
  test('shows a guest who moves in and leaves, and the unit that is to be cleaned then', () => {
    const state = stateWith(booking(1, 'confirmed'));
    const shown = applyChanges(state, [
      waiting(stay({ status: 'checked_in', unready: true, unit_id: 8 })),
      waiting(stay({ status: 'checked_out' })),
    ]);
    expect(shown.bookings.get(1)).toMatchObject({ status: 'checked_out', unit_id: 8, unit: '102' });
    expect(shown.bookings.get(1)).not.toHaveProperty('unready');
    expect(shown.units.get(8)).toMatchObject({
      condition: 'dirty',
      condition_at: '2026-06-11T12:00:00.000Z',
    });
    expect(state.bookings.get(1)!.status).toBe('confirmed');
    expect(shown.tasks).toBe(state.tasks);
  });

  test('shows the cleaning of a unit that is set clean as done, and no other task', () => {
    const cleaning = { ...task, task_name: 'Turnover cleaning' };
    const tasks = [
      { ...cleaning, task_id: 4 },
      { ...cleaning, task_id: 5, date: '2026-06-12' },
      { ...cleaning, task_id: 6, unit_id: 8 },
      task,
    ];
    const state = { ...stateWith(), tasks: new Map(tasks.map((one) => [one.task_id, one])) };
    const shown = applyChanges(state, [waiting(patch('units', 'unit_id=7', { condition: 'inspected' }))]);
    expect([...shown.tasks.values()].map(({ status }) => status)).toEqual([
      'done',
      ...['pending', 'pending', 'pending'],
    ]);
    expect(applyChanges(state, [waiting(condition)]).tasks).toBe(state.tasks);
  });

  test('keeps the nights that a guest slept in another unit', () => {
    const state = stateWith(booking(1, 'checked_in', { checkin: '2026-06-09T13:00:00Z' }));
    const { unit_nights: nights } = applyChanges(state, [waiting(stay({ unit_id: 8 }))]).bookings.get(1)!;
    expect(nights).toEqual([
      { unit_id: 7, unit: '101', fromdate: '2026-06-09', todate: '2026-06-10' },
      { unit_id: 8, unit: '102', fromdate: '2026-06-11', todate: '2026-06-12' },
    ]);
  });

  test('does not hide what happened to a stay meanwhile', () => {
    const state = stateWith(booking(1, 'cancelled'));
    expect(applyChanges(state, [waiting(stay({ status: 'checked_in' }))])).toBe(state);
  });

  test('has a new task once: as it waits, then as the event brings it, beside an older one with the same name', () => {
    const state = { ...stateWith(), tasks: new Map([[3, { ...task, task_name: 'Tap' }]]) };
    const change = waiting(newTask, { lastKnownId: lastIdBefore(newTask, state) });
    const shown = applyChanges(state, [change]);
    expect([...shown.tasks.keys()]).toEqual([3, -change.id]);
    expect(shown.tasks.get(-change.id)).toMatchObject({ task_name: 'Tap', unit: '101', status: 'pending' });
    const arrived = {
      ...state,
      tasks: new Map([...state.tasks, [4, { ...task, task_id: 4, task_name: 'Tap' }]]),
    };
    expect(applyChanges(arrived, [change])).toBe(arrived);
  });

  test('ends a closure: one that has not begun is gone, of another the nights stay that are over', () => {
    const closure = (id: number, fromdate: string) => [
      id,
      { closure_id: id, fromdate, todate: '2026-06-20' },
    ];
    const closures = new Map([closure(1, '2026-06-11'), closure(2, '2026-06-08')] as never);
    const end = (id: number): ChangeRequest => ({
      method: 'DELETE',
      path: `/api/closures/session?hotel_id=1&closure_id=${id}`,
    });
    const shown = applyChanges({ ...stateWith(), closures } as ReplicaState, [
      waiting(end(1)),
      waiting(end(2)),
    ]);
    expect([...shown.closures.values()]).toMatchObject([{ closure_id: 2, todate: '2026-06-10' }]);
  });
});

test('what is done with a record that is not made yet follows it to its real id', () => {
  const done: ChangeRequest = {
    method: 'PATCH',
    path: '/operator/properties/1/tasks/-5',
    body: { status: 'done' },
  };
  expect(withRealId(done, -5, 44).path).toBe('/operator/properties/1/tasks/44');
  expect(withRealId(done, -6, 44)).toBe(done);
  const end: ChangeRequest = { method: 'DELETE', path: '/api/closures/session?hotel_id=1&closure_id=-5' };
  expect(withRealId(end, -5, 44).path).toBe('/api/closures/session?hotel_id=1&closure_id=44');
});

test('a closure that is sent after midnight begins on the day on which it is sent, unless it is over', () => {
  expect(asOfDay(newClosure, TODAY)).toBe(newClosure);
  expect(asOfDay(newClosure, TODAY + 1).body).toMatchObject({ fromdate: '2026-06-12', todate: '2026-06-12' });
  expect(asOfDay(newClosure, TODAY + 2)).toBe(newClosure);
});

test('an event is about a change when it names the same record', () => {
  const change = waiting(condition);
  expect(isAbout(change, 'unit.changed', { unit_id: 7 })).toBe(true);
  expect(isAbout(change, 'unit.changed', { unit_id: 8 })).toBe(false);
  expect(isAbout(change, 'task.changed', { unit_id: 7 })).toBe(false);
});

describe('a photo of a task', () => {
  const photosOf = (state: ReplicaState, id: number) => state.tasks.get(id)!.photos;

  test('is shown at its task until it is sent, also of a task that waits, in their order', () => {
    const made = waiting(newTask);
    const [first, second] = [waiting(newPhoto(-made.id, 'one')), waiting(newPhoto(-made.id, 'two'))];
    const shown = photosOf(applyChanges(stateWith(), [made, first, second]), -made.id);
    expect(shown.map(({ photo_id: id }) => id)).toEqual([-first.id, -second.id]);
    expect([first, second, made].map(imageOf)).toEqual(['one', 'two', null]);
    expect(photosOf(applyChanges(stateWith(), [first]), 3)).toEqual([]);
    expect(photosOf(applyChanges(stateWith(), [waiting(newPhoto(3))]), 3)).toHaveLength(1);
    expect(applyChanges(stateWith(), [waiting(newPhoto(3))]).tasks.get(3)).not.toHaveProperty('image');
  });

  test('waits for its task, and then goes to it', () => {
    expect(waitsForRecord(newPhoto(-4))).toBe(-4);
    expect(waitsForRecord(newPhoto(3))).toBe(null);
    expect(withRealId(newPhoto(-4), -4, 77)).toEqual(newPhoto(77));
    expect(withRealId(newPhoto(-4), -5, 77)).toEqual(newPhoto(-4));
  });

  test('gives way to the photo of the server, and not to another one of the task', () => {
    const photo = (id: number) => ({ photo_id: id, added_at: '2026-06-11T12:00:00.000Z' });
    const answer = { ...task, photos: [photo(5), photo(6)] };
    expect(photoIdOfAnswer(newPhoto(3), answer)).toBe(6);
    expect(photoIdOfAnswer(newTask, answer)).toBe(null);
    const sent = waiting(newPhoto(3), { photoId: 6 });
    const state = (photos: DeskTask['photos']) => ({
      ...stateWith(),
      tasks: new Map([[3, { ...task, photos }]]),
    });
    expect(photosOf(applyChanges(state([photo(5)]), [sent]), 3)).toHaveLength(2);
    expect(photosOf(applyChanges(state(answer.photos), [sent]), 3)).toEqual(answer.photos);
    expect(isAbout(sent, 'task.changed', { ...task, photos: [photo(5)] })).toBe(false);
    expect(isAbout(sent, 'task.changed', answer)).toBe(true);
  });
});
