// The filters of tasks, messages and reviews that a front desk needs.
import { beforeAll, expect, test } from 'vitest';
import { receiveMessage } from '../../src/pms/messages.ts';
import { inPropertyTransaction } from '../../src/pms/property-transaction.ts';
import { receiveReview } from '../../src/pms/reviews.ts';
import { type TestProperty, useApi } from '../harness/api.ts';
import { expectProblem } from './expectations.ts';
import { otaSells } from './outside-events.ts';

const api = useApi();
let property: TestProperty;
let order: number;

beforeAll(async () => {
  api.clock = Temporal.Instant.from('2027-03-01T10:00:00Z');
  property = await api.property({ rooms: [{ units: 5 }] });
  const { reservationId } = await otaSells(api, property, { channel: 'airbnb', name: 'Ada' });
  order = reservationId;
  for (const [task_name, assignee] of [
    ['lamp', 'Marta'],
    ['tap', 'Rui'],
    ['door', null],
  ] as const) {
    const body = { room_id: property.room, task_name, date: '2027-03-02', ...(assignee && { assignee }) };
    const made = await api.operator('POST', `/properties/${property.hotelId}/tasks`, body);
    expect(made.status, made.text).toBe(200);
    if (task_name !== 'lamp') continue;
    const path = `/properties/${property.hotelId}/tasks/${made.body.task_id}`;
    await api.operator('PATCH', path, { status: 'done' });
  }
  const target = { hotelId: property.hotelId, now: api.clock };
  await inPropertyTransaction(api.db, target, async (tx) => {
    await receiveMessage(tx, { reservationId, text: 'Is there PARKING?', at: tx.now });
    for (const [channel, score, reply] of [
      ['airbnb', 9, null],
      ['booking_com', 4, 'We are sorry.'],
      ['booking_com', 6, null],
    ] as const) {
      await receiveReview(tx, {
        roomId: null,
        reservationId: null,
        channel,
        channelReference: `${channel}-${score}`,
        guestName: 'Ada',
        score,
        scores: {},
        title: null,
        positive: null,
        negative: null,
        language: 'en',
        reply,
        createdAt: tx.now,
      });
    }
  });
});

const list = async (what: string, query: string) => {
  const answer = await api.get(`/api/${what}/${property.token}?${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};

test.each([
  ['assignee=marta', ['lamp']],
  ['assignee=Marta%20', ['lamp']],
  ['assignee=mar', []],
  ['assignee=&open=true&todate=2027-03-02', ['door']],
  ['open=true&todate=2027-03-02', ['tap', 'door']],
  ['open=false&todate=2027-03-02', ['lamp', 'tap', 'door']],
])('tasks?%s', async (query, expected) => {
  expect((await list('tasks', query)).map((task: any) => task.task_name)).toEqual(expected);
});

test('tasks of one booking', async () => {
  const tasks = await list('tasks', `order_id=${order}`);
  expect(tasks.map((task: any) => task.order_id)).toEqual([order]);
  expect(await list('tasks', 'order_id=1')).toEqual([]);
});

test('messages by text, by channel, and those that wait for a reply', async () => {
  for (const query of ['search=parking', 'channel=airbnb', 'unanswered=true', `rid=${order}&unanswered=true`])
    expect(await list('messages', query), query).toHaveLength(1);
  for (const query of ['search=dog', 'search=%25', 'channel=direct', `rid=1&unanswered=true`])
    expect(await list('messages', query), query).toEqual([]);
  await api.post(`/api/messages/${property.token}`, { rid: order, reply: 'Yes, in the yard.' });
  expect(await list('messages', 'unanswered=true')).toEqual([]);
  expect(await list('messages', 'unanswered=false&search=YARD')).toHaveLength(1);
});

test.each([
  ['channel=airbnb', [9]],
  ['unanswered=true', [6, 9]],
  ['unanswered=true&channel=booking_com', [6]],
  ['min_score=6', [6, 9]],
  ['max_score=5', [4]],
  ['min_score=5&max_score=6', [6]],
])('reviews?%s', async (query, expected) => {
  const scores = (await list('reviews', query)).map((review: any) => review.score);
  expect(scores.sort()).toEqual(expected);
});

test.each([
  ['tasks', 'open=yes', 'open'],
  ['messages', 'search=', 'search'],
  ['messages', 'unanswered=1', 'unanswered'],
  ['reviews', 'min_score=11', 'min_score'],
  ['reviews', 'max_score=-1', 'max_score'],
])('%s?%s is refused', async (what, query, field) => {
  expectProblem(await api.get(`/api/${what}/${property.token}?${query}`), 400, 'invalid_parameters', [field]);
});
