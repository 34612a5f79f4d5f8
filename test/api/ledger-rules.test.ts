// What may be posted to the ledger: types and signs, the days of open books, what is asked about, who posted it, and with which scopes.
import { beforeEach, describe, expect, test } from 'vitest';
import { type TestProperty, useApi } from '../harness/api.ts';
import { fingerprint } from './database-dump.ts';
import { expectProblem } from './expectations.ts';

const api = useApi();
beforeEach(() => {
  api.clock = Temporal.Instant.from('2027-02-10T10:00:00Z');
});

const post = ({ token }: TestProperty, body: object, headers: Record<string, string> = {}) =>
  api.post(`/api/accounting/${token}`, { description: '', ...body }, headers);

async function posted(property: TestProperty, body: object) {
  const answer = await post(property, body);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

async function expectRefused(property: TestProperty, body: object, code: string, fields?: string[]) {
  const before = await fingerprint(api.db);
  const answer = await post(property, body);
  expectProblem(answer, 400, code, fields);
  expect(await fingerprint(api.db)).toBe(before);
  return answer.body;
}

const STAY = { name: 'Ada', checkin: '2027-03-01', checkout: '2027-03-04', price: 300 };

async function book({ token, room }: TestProperty, more: object = {}) {
  const answer = await api.post(`/api/bookings/${token}`, { room_id: room, ...STAY, ...more });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.order_id as number;
}

async function bookGroup({ token, rooms }: TestProperty, more: object = {}) {
  const { price, ...order } = STAY;
  const body = { ...order, rooms: rooms.map((room_id) => ({ room_id, price })), ...more };
  const answer = await api.post(`/api/groups/${token}`, body);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

const bookingOf = async ({ token }: TestProperty, order: number) =>
  (await api.get(`/api/bookings/${token}?order_id=${order}`)).body[0];

const tokenOf = async ({ hotelId }: TestProperty, body: object): Promise<string> =>
  (await api.operator('POST', `/properties/${hotelId}/tokens`, { label: 'x', ...body })).body.api_token;

describe('an amount has the sign of its type', () => {
  test.each([
    ['payment', 5],
    ['refund', -5],
    ['charge', 5],
    ['charge', -5],
    ['expense', -5],
    ['income', 5],
    ['adjustment', 5],
    ['adjustment', -5],
    ['reversal', -5],
    ['note', 5],
    ['note', -5],
    ['note', 0],
  ])('%s %d is posted', async (type, amount) => {
    expect(await posted(await api.property(), { type, amount })).toMatchObject({ type, amount });
  });

  test.each([
    ['payment', -5],
    ['refund', 5],
    ['expense', 45],
    ['income', -5],
    ['reversal', 5],
  ])('%s %d is refused', async (type, amount) => {
    await expectRefused(await api.property(), { type, amount }, 'invalid_data', ['amount']);
  });

  test('a note is in no sum', async () => {
    const property = await api.property();
    const order_id = await book(property);
    await posted(property, { type: 'note', amount: 50, order_id });
    expect(await bookingOf(property, order_id)).toMatchObject({ total: 300, paid: 0, balance: 300 });
  });
});

describe('the day of an entry', () => {
  const PAYMENT = { type: 'payment', amount: 5 };

  test.each([
    '1900-01-01',
    '2025-12-31',
    '2028-02-11',
    '2099-01-01',
  ])('%s is before the last calendar year, or more than a year ahead', async (date) => {
    await expectRefused(await api.property(), { ...PAYMENT, date }, 'invalid_data', ['date']);
  });

  test.each([
    '2026-01-01',
    '2026-12-31',
    '2027-02-10',
    '2028-02-10',
  ])('%s is in the open books', async (date) => {
    expect(await posted(await api.property(), { ...PAYMENT, date })).toMatchObject({ date });
  });

  test('is after the day until which the books are closed', async () => {
    const property = await api.property();
    const settings = { books_closed_until: '2027-01-31' };
    const changed = await api.operator('PATCH', `/properties/${property.hotelId}`, { settings });
    expect(changed.body.settings).toMatchObject(settings);
    const refused = await expectRefused(property, { ...PAYMENT, date: '2027-01-31' }, 'invalid_data', [
      'date',
    ]);
    expect(refused.errors[0].message).toContain('from 2027-02-01 to 2028-02-10');
    const entry = await posted(property, { ...PAYMENT, date: '2027-02-01' });
    await expectRefused(property, { reverses_id: entry.id, date: '2027-01-31' }, 'invalid_data', ['date']);
    await api.operator('PATCH', `/properties/${property.hotelId}`, {
      settings: { books_closed_until: '2020-12-31' },
    });
    expect(await posted(property, { ...PAYMENT, date: '2021-01-01' })).toMatchObject({ date: '2021-01-01' });
  });

  test('until which books are closed is before today', async () => {
    const { hotelId } = await api.property();
    for (const day of ['2027-02-10', '2027-02-11']) {
      const settings = { books_closed_until: day };
      expectProblem(
        await api.operator('PATCH', `/properties/${hotelId}`, { settings }),
        400,
        'invalid_data',
        ['settings.books_closed_until'],
      );
    }
  });

  test('of a payment for a group is in the open books too', async () => {
    const property = await api.property({ rooms: [{}, {}] });
    const group = await bookGroup(property);
    const path = `/api/groups/payments/${property.token}?group_id=${group.group_id}`;
    expectProblem(await api.post(path, { date: '2028-02-11' }), 400, 'invalid_data', ['date']);
    expect((await api.post(path, { date: '2027-02-09' })).body.group).toMatchObject({ balance: 0 });
  });
});

describe('what looks like a mistake is asked about', () => {
  test('a payment that is posted already', async () => {
    const property = await api.property();
    const order_id = await book(property);
    const payment = { type: 'payment', amount: 100, order_id, method: 'cash' };
    const first = await posted(property, payment);
    const refused = await expectRefused(property, payment, 'repeated_payment');
    expect(refused.data).toEqual({ entry_id: first.id, date: '2027-02-10', amount: 100, currency: 'EUR' });
    expect(await posted(property, { ...payment, confirm: true })).toMatchObject({ amount: 100 });
    expect(await bookingOf(property, order_id)).toMatchObject({ paid: 200 });
  });

  test.each<[string, object, object, boolean]>([
    ['of another amount', {}, { amount: 99 }, false],
    ['on another day', {}, { date: '2027-02-09' }, false],
    [
      'with the same number on another day',
      { reference: 'T1' },
      { reference: 'T1', date: '2027-02-09' },
      true,
    ],
    ['with another number on the same day', { reference: 'T1' }, { reference: 'T2' }, false],
    ['without a number on the same day', { reference: 'T1' }, {}, true],
    ['by another way on the same day', { method: 'cash' }, { method: 'card_terminal' }, true],
    ['that the channel took', {}, { collected_by: 'channel' }, false],
  ])('a payment %s', async (_, one, other, isAsked) => {
    const property = await api.property();
    const payment = { type: 'payment', amount: 100, order_id: await book(property) };
    await posted(property, { ...payment, ...one });
    if (isAsked) await expectRefused(property, { ...payment, ...other }, 'repeated_payment');
    else await posted(property, { ...payment, ...other });
  });

  test('not a payment like one that was reversed', async () => {
    const property = await api.property();
    const payment = { type: 'payment', amount: 100, order_id: await book(property) };
    const { id } = await posted(property, payment);
    await posted(property, { reverses_id: id });
    await posted(property, payment);
  });

  test('of twenty payments at the same time one is posted, and as often as the key of one is repeated', async () => {
    const property = await api.property();
    const payment = { type: 'payment', amount: 100, order_id: await book(property) };
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(property, payment)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'repeated_payment')).toHaveLength(19);
    const key = { 'idempotency-key': 'terminal-17' };
    const again = { ...payment, amount: 50 };
    const same = [await post(property, again, key), await post(property, again, key)];
    expect(same.map(({ status }) => status)).toEqual([200, 200]);
    expect(same[0]!.body).toEqual(same[1]!.body);
    expect(await bookingOf(property, payment.order_id)).toMatchObject({ paid: 150 });
  });

  test('a refund of more than was paid', async () => {
    const property = await api.property();
    const order_id = await book(property);
    const refund = { type: 'refund', order_id };
    await expectRefused(property, { ...refund, amount: -1 }, 'refund_exceeds_paid');
    await posted(property, { type: 'payment', amount: 100, order_id });
    await posted(property, { ...refund, amount: -60 });
    const refused = await expectRefused(property, { ...refund, amount: -40.01 }, 'refund_exceeds_paid');
    expect(refused.data).toEqual({ order_id, paid: 40, currency: 'EUR' });
    // What the channel took is not the guest's to get back here.
    await posted(property, { type: 'payment', amount: 500, order_id, collected_by: 'channel' });
    await expectRefused(property, { ...refund, amount: -41 }, 'refund_exceeds_paid');
    await posted(property, { ...refund, amount: -41, confirm: true });
  });

  test('of ten refunds at the same time no more than what was paid is given back', async () => {
    const property = await api.property();
    const order_id = await book(property);
    await posted(property, { type: 'payment', amount: 100, order_id });
    await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        post(property, { type: 'refund', amount: -30 - i / 100, order_id, reference: `R${i}` }),
      ),
    );
    const { paid } = await bookingOf(property, order_id);
    expect(paid).toBeGreaterThanOrEqual(0);
    expect(paid).toBeLessThan(30);
  });

  test('a payment for a group that is posted already', async () => {
    const property = await api.property({ rooms: [{}, {}] });
    const group = await bookGroup(property);
    const pay = (body: object) =>
      api.post(`/api/groups/payments/${property.token}?group_id=${group.group_id}`, body);
    expect((await pay({ amount: 100 })).status).toBe(200);
    expectProblem(await pay({ amount: 100 }), 400, 'repeated_payment');
    expect((await pay({ amount: 100, confirm: true })).body.group).toMatchObject({ paid: 200 });
  });
});

describe('a payment for a hold', () => {
  test('confirms it', async () => {
    const property = await api.property();
    const order_id = await book(property, { hold_minutes: 30 });
    await posted(property, { type: 'payment', amount: 100, order_id });
    expect(await bookingOf(property, order_id)).toMatchObject({
      status: 'confirmed',
      held_until: null,
      total: 300,
      paid: 100,
    });
  });

  test('leaves it held where that is asked for', async () => {
    const property = await api.property();
    const order_id = await book(property, { hold_minutes: 30 });
    await posted(property, { type: 'payment', amount: 100, order_id, keep_hold: true });
    expect(await bookingOf(property, order_id)).toMatchObject({ status: 'held', paid: 100 });
    await expectRefused(property, { type: 'charge', amount: 5, order_id, keep_hold: true }, 'invalid_data', [
      'keep_hold',
    ]);
  });

  test('for a group confirms all its bookings', async () => {
    const property = await api.property({ rooms: [{}, {}] });
    const group = await bookGroup(property, { hold_minutes: 30 });
    const pay = (body: object) =>
      api.post(`/api/groups/payments/${property.token}?group_id=${group.group_id}`, body);
    const before = await fingerprint(api.db);
    expectProblem(await pay({ amount: 700 }), 400, 'exceeds_balance');
    expect(await fingerprint(api.db)).toBe(before);
    const paid = await pay({ amount: 100 });
    expect(paid.status, paid.text).toBe(200);
    expect(paid.body.group).toMatchObject({ total: 600, paid: 100 });
    expect(paid.body.group.bookings.map(({ status }: any) => status)).toEqual(['confirmed', 'confirmed']);
  });

  test('and the end of the hold: whichever comes first, the money is in the books, and the nights are sold or free', async () => {
    const property = await api.property({ rooms: [{ units: 10 }] });
    const orders: number[] = [];
    for (let i = 0; i < 10; i++) orders.push(await book(property, { hold_minutes: 30 }));
    const cancel = (order: number) =>
      api.request('DELETE', `/api/bookings/${property.token}?order_id=${order}&date=${STAY.checkin}`);
    await Promise.all(
      orders.flatMap((order_id) => [
        post(property, { type: 'payment', amount: 100, order_id }),
        cancel(order_id),
      ]),
    );
    const bookings = await Promise.all(orders.map((order) => bookingOf(property, order)));
    expect(bookings.map(({ paid }) => paid)).toEqual(orders.map(() => 100));
    expect(bookings.map(({ status }) => status)).toEqual(orders.map(() => 'cancelled'));
    const { body } = await api.get(`/api/reports/to_return/${property.token}`);
    expect(body.totals).toEqual([{ currency: 'EUR', bookings: 10, amount: 1000 }]);
  });
});

describe('money to return', () => {
  const toReturn = async ({ token }: TestProperty) => (await api.get(`/api/reports/to_return/${token}`)).body;

  test('is what was paid for a hold that ended, and for a stay that was cancelled', async () => {
    const property = await api.property({ rooms: [{ units: 4 }] });
    const held = await book(property, { hold_minutes: 30 });
    await posted(property, { type: 'payment', amount: 40, order_id: held, keep_hold: true });
    const cancelled = await book(property);
    await posted(property, { type: 'payment', amount: 100, order_id: cancelled });
    const settled = await book(property);
    await posted(property, { type: 'payment', amount: 300, order_id: settled });
    expect(await toReturn(property)).toEqual({ rows: [], totals: [] });
    for (const order of [held, cancelled])
      await api.request('DELETE', `/api/bookings/${property.token}?order_id=${order}&date=${STAY.checkin}`);
    const { rows, totals } = await toReturn(property);
    expect(rows).toMatchObject([
      { order_id: held, status: 'cancelled', to: 'guest', amount: 40, currency: 'EUR' },
      { order_id: cancelled, status: 'cancelled', to: 'guest', amount: 100, currency: 'EUR' },
    ]);
    expect(totals).toEqual([{ currency: 'EUR', bookings: 2, amount: 140 }]);
    await posted(property, { type: 'refund', amount: -40, order_id: held });
    expect((await toReturn(property)).rows).toMatchObject([{ order_id: cancelled }]);
    const csv = await api.get(`/api/reports/to_return/${property.token}?format=csv`);
    expect(csv.text.split('\r\n')[1]).toContain(`${cancelled},cancelled,Ada`);
  });
});

test('an entry says who posted it, also when the log has forgotten it', async () => {
  const property = await api.property();
  const token = await tokenOf(property, { label: 'Till', preset: 'payments' });
  const till = await api.post(`/api/accounting/${token}`, { type: 'payment', amount: 5, description: '' });
  expect(till.body.posted_by).toMatchObject({ kind: 'token', name: 'Till', token_id: expect.any(Number) });
  const operator = await api.operator('POST', `/properties/${property.hotelId}/accounting`, {
    ...{ type: 'payment', amount: 6, description: '' },
  });
  expect(operator.body.posted_by).toEqual({ kind: 'operator', name: null });
  await api.db.query('delete from events where hotel_id = $1', [property.hotelId]);
  const { body } = await api.get(`/api/accounting/${property.token}`);
  expect(body.map((entry: any) => entry.posted_by)).toEqual([till.body.posted_by, operator.body.posted_by]);
});

describe('a token', () => {
  test.each<[string, object, [string, string, object], number]>([
    [
      'with ledger:write posts',
      { scopes: ['ledger:write'] },
      ['POST', 'accounting', { type: 'note', amount: 1, description: '' }],
      200,
    ],
    [
      'with ledger alone does not',
      { scopes: ['ledger'] },
      ['POST', 'accounting', { type: 'note', amount: 1, description: '' }],
      403,
    ],
    [
      'that only reads does not',
      { access: 'read' },
      ['POST', 'accounting', { type: 'note', amount: 1, description: '' }],
      403,
    ],
    [
      'with tasks:write makes tasks',
      { scopes: ['tasks:write'] },
      ['POST', 'tasks', { task_name: 'Lamp', date: '2027-02-10' }],
      200,
    ],
    [
      'with housekeeping makes tasks',
      { scopes: ['housekeeping'] },
      ['POST', 'tasks', { task_name: 'Lamp', date: '2027-02-10' }],
      200,
    ],
    [
      'with ledger:write makes no tasks',
      { scopes: ['ledger:write'] },
      ['POST', 'tasks', { task_name: 'Lamp', date: '2027-02-10' }],
      403,
    ],
  ])('%s', async (_, opens, [method, path, body], status) => {
    const property = await api.property();
    const token = await tokenOf(property, opens);
    const room = path === 'tasks' ? { room_id: property.room } : {};
    const answer = await api.request(method, `/api/${path}/${token}`, { body: { ...body, ...room } });
    expect(answer.status, answer.text).toBe(status);
  });

  test('with tasks:write ends a task, once for one Idempotency-Key', async () => {
    const property = await api.property();
    const token = await tokenOf(property, { scopes: ['tasks:write'] });
    const task = { room_id: property.room, task_name: 'Lamp', date: '2027-02-10' };
    const headers = { 'idempotency-key': 'task-1' };
    const made = await api.post(`/api/tasks/${token}`, task, headers);
    expect((await api.post(`/api/tasks/${token}`, task, headers)).body).toEqual(made.body);
    const path = `/api/tasks/${token}?task_id=${made.body.task_id}`;
    const done = await api.request('PATCH', path, { body: { status: 'done' } });
    expect(done.body).toMatchObject({ task_id: made.body.task_id, status: 'done' });
    expect((await api.get(`/api/tasks/${property.token}`)).body).toHaveLength(1);
  });
});
