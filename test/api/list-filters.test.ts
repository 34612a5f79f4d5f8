// The filters of bookings, tasks, messages, reviews and the ledger that a front desk needs.
import { beforeAll, describe, expect, test } from 'vitest';
import { INNWIRE } from '../../src/model/actor.ts';
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
  const target = { hotelId: property.hotelId, now: api.clock, actor: INNWIRE };
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
        connection: channel,
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
  ['inquiries', 'unanswered=1', 'unanswered'],
  ['reviews', 'min_score=11', 'min_score'],
  ['reviews', 'max_score=-1', 'max_score'],
])('%s?%s is refused', async (what, query, field) => {
  expectProblem(await api.get(`/api/${what}/${property.token}?${query}`), 400, 'invalid_parameters', [field]);
});

describe('by unit, guest and group', () => {
  let house: TestProperty;
  const units: number[] = [];
  const orders: number[] = [];
  let group: any;

  beforeAll(async () => {
    house = await api.property({ rooms: [{}] });
    const made = await api.operator('POST', `/properties/${house.hotelId}/units`, {
      room_id: house.room,
      names: ['1', '2', '3'],
    });
    expect(made.status, made.text).toBe(200);
    units.push(...(await in_('units')).map((unit: any) => unit.unit_id));
    const stay = { room_id: house.room, name: 'Ada', price: 100 };
    for (const [i, dates] of [
      { checkin: '2027-03-10', checkout: '2027-03-12' },
      { checkin: '2027-03-12', checkout: '2027-03-14' },
      { checkin: '2027-03-10', checkout: '2027-03-14' },
    ].entries()) {
      const unit_id = units[i === 2 ? 1 : 0];
      const booked = await api.post(`/api/bookings/${house.token}`, { ...stay, ...dates, unit_id });
      expect(booked.status, booked.text).toBe(200);
      orders.push(booked.body.order_id);
    }
    const together = { name: 'Grace', rooms: [1, 2].map(() => ({ room_id: house.room, price: 50 })) };
    const dates = { checkin: '2027-05-10', checkout: '2027-05-12' };
    group = (await api.post(`/api/groups/${house.token}`, { ...together, ...dates })).body;
    expect(group.bookings, JSON.stringify(group)).toHaveLength(2);
  });

  const in_ = async (what: string, query = '') => {
    const answer = await api.get(`/api/${what}/${house.token}?${query}`);
    expect(answer.status, answer.text).toBe(200);
    return answer.body;
  };
  const ordersOf = (records: any[]) => records.map((record) => record.order_id);

  test('bookings that have a unit, also in a part of their nights, of their past, or never again', async () => {
    expect(ordersOf(await in_('bookings', `unit_id=${units[0]}`))).toEqual([orders[0], orders[1]]);
    expect(ordersOf(await in_('bookings', `unit_id=${units[0]}&staying_on=2027-03-13`))).toEqual([orders[1]]);
    expect(ordersOf(await in_('bookings', `unit_id=${units[2]}`))).toEqual([]);
    expect(await in_('bookings', 'unit_id=999999')).toEqual([]);
    const move = { unit_id: units[2], unit_from: '2027-03-13' };
    const url = `/api/bookings/${house.token}?order_id=${orders[2]}`;
    const moved = await api.request('PATCH', url, { body: move });
    expect(moved.status, moved.text).toBe(200);
    for (const unit of units.slice(1))
      expect(ordersOf(await in_('bookings', `unit_id=${unit}`))).toEqual([orders[2]]);
    expect(ordersOf(await in_('tasks', `unit_id=${units[2]}`))).toEqual([orders[2]]);
    await api.delete(`/api/bookings/${house.token}?order_id=${orders[1]}&date=2027-03-12`);
    expect(ordersOf(await in_('bookings', `unit_id=${units[0]}`))).toEqual([orders[0]]);
  });

  test('bookings, ledger entries and messages of a guest, and entries of a group', async () => {
    const [{ guest_id }] = await in_('bookings', `order_id=${orders[0]}`);
    expect(ordersOf(await in_('bookings', `guest_id=${guest_id}`))).toEqual([orders[0]]);
    expect(ordersOf(await in_('accounting', `guest_id=${guest_id}`))).toEqual([orders[0]]);
    const both = ordersOf(await in_('accounting', `group_id=${group.group_id}`));
    expect(both).toEqual(group.bookings.map((one: any) => one.order_id));
    const grace = group.bookings[0].guest_id;
    expect(ordersOf(await in_('accounting', `guest_id=${grace}`))).toEqual(both);
    await api.post(`/api/messages/${house.token}`, { rid: orders[0], reply: 'Welcome.' });
    expect(await in_('messages', `guest_id=${guest_id}`)).toHaveLength(1);
    expect(await in_('messages', `guest_id=${grace}`)).toEqual([]);
    const none = await api.property();
    for (const query of [`accounting/TOKEN?group_id=${group.group_id}`, `bookings/TOKEN?unit_id=${units[0]}`])
      expect((await api.get(`/api/${query.replace('TOKEN', none.token)}`)).body).toEqual([]);
  });
});

test('reviews of a room and of a booking', async () => {
  expect(await list('reviews', `room_id=${property.room}`)).toEqual([]);
  expect(await list('reviews', `order_id=${order}`)).toEqual([]);
  await api.db.query(
    'update reviews set reservation_id = $2, room_id = $3 where hotel_id = $1 and score = 9',
    [property.hotelId, order, property.room],
  );
  for (const query of [`room_id=${property.room}`, `order_id=${order}`])
    expect((await list('reviews', query)).map((review: any) => review.score)).toEqual([9]);
});
