// Housekeeping: tasks created for stays and by people.
import { beforeAll, describe, expect, test } from 'vitest';
import { type TestProperty, useApi } from '../harness/api.ts';
import { expectProblem, NO_DATES } from './expectations.ts';

const api = useApi();
api.clock = Temporal.Instant.from('2026-06-15T10:00:00Z');
let property: TestProperty;

beforeAll(async () => {
  property = await api.property({ rooms: [{}, {}] });
  const task = (room_id: number, task_name: string, date: string) =>
    api.operator('POST', `/properties/${property.hotelId}/tasks`, { room_id, task_name, date });
  await task(property.rooms[0]!, 'late', '2027-03-09');
  await task(property.rooms[1]!, 'early', '2027-03-01');
  await task(property.rooms[0]!, 'same day', '2027-03-09');
});

const names = async (query: string) => {
  const answer = await api.get(`/api/tasks/${property.token}${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.map((task: any) => task.task_name);
};

test('a task shows exactly its members', async () => {
  const one = await api.property();
  const booking = await api.post(`/api/bookings/${one.token}`, {
    room_id: one.room,
    name: 'Ada',
    checkin: '2027-03-01',
    checkout: '2027-03-04',
    price: 1,
  });
  const { body } = await api.get(`/api/tasks/${one.token}`);
  expect(body.map((task: object) => Object.entries(task))).toEqual([
    [
      ['task_id', expect.any(Number)],
      ['hotel_id', one.hotelId],
      ['room_id', one.room],
      ['task_name', 'Turnover cleaning'],
      ['assignee', null],
      ['status', 'pending'],
      ['updated', '2026-06-15T10:00:00.000Z'],
      ['date', '2027-03-04'],
      ['order_id', booking.body.order_id],
      ['unit_id', null],
      ['unit', null],
      ['photos', []],
    ],
  ]);
});

describe('the list', () => {
  test('is ordered by due date, then id', async () => {
    expect(await names('')).toEqual(['early', 'late', 'same day']);
  });

  test.each([
    ['?fromdate=2027-03-02', ['late', 'same day']],
    ['?fromdate=2027-03-01', ['early', 'late', 'same day']],
    ['?todate=2027-03-08', ['early']],
    ['?todate=2027-03-09', ['early', 'late', 'same day']],
    ['?fromdate=2027-03-01&todate=2027-03-01', ['early']],
    ['?fromdate=2027-04-01', []],
    ['?status=pending', ['early', 'late', 'same day']],
    ['?status=done', []],
  ])('%s', async (query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  test('?id picks the tasks of a room, not a task', async () => {
    expect(await names(`?id=${property.rooms[0]}`)).toEqual(['late', 'same day']);
    const [task] = (await api.get(`/api/tasks/${property.token}`)).body;
    expect(await names(`?id=${task.task_id}`)).toEqual([]);
    expect(await names('?id=999999')).toEqual([]);
    const other = await api.property();
    expect(await names(`?id=${other.room}`)).toEqual([]);
  });

  test('refuses malformed parameters', async () => {
    const path = `/api/tasks/${property.token}`;
    for (const date of NO_DATES) {
      const text = encodeURIComponent(date);
      expectProblem(await api.get(`${path}?fromdate=${text}`), 400, 'invalid_parameters', ['fromdate']);
    }
    expectProblem(await api.get(`${path}?id=suite`), 400, 'invalid_parameters', ['id']);
    const reversed = await api.get(`${path}?fromdate=2027-03-02&todate=2027-03-01`);
    expectProblem(reversed, 400, 'invalid_parameters', ['fromdate']);
  });
});
