// Payments, refunds, charges and reversals that people post, and the filters of the ledger.
import { beforeEach, describe, expect, test } from 'vitest';
import { type TestProperty, useApi } from '../harness/api.ts';
import { fingerprint } from './database-dump.ts';
import { expectProblem } from './expectations.ts';

const api = useApi();
beforeEach(() => {
  api.clock = Temporal.Instant.from('2026-06-15T10:00:00Z');
});

const post = ({ hotelId }: TestProperty, body: object) =>
  api.operator('POST', `/properties/${hotelId}/accounting`, body);

async function posted(property: TestProperty, body: object) {
  const answer = await post(property, { description: '', ...body });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

const listed = async ({ token }: TestProperty, query = '') =>
  (await api.get(`/api/accounting/${token}${query}`)).body as any[];

async function book(property: TestProperty, more: object = {}): Promise<number> {
  const dates = { checkin: '2027-03-01', checkout: '2027-03-04' };
  const answer = await api.post(`/api/bookings/${property.token}`, {
    room_id: property.room,
    name: 'Ada',
    price: 300,
    ...dates,
    ...more,
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.order_id;
}

async function expectRefused(property: TestProperty, body: object, code: string, fields?: string[]) {
  const before = await fingerprint(api.db);
  expectProblem(await post(property, body), 400, code, fields);
  expect(await fingerprint(api.db)).toBe(before);
}

test('a payment keeps how it was made, its number, and who took it', async () => {
  const property = await api.property();
  const order_id = await book(property);
  const payment = { amount: 100, type: 'payment', description: 'Deposit', order_id };
  expect(await posted(property, { ...payment, method: 'bank_transfer', reference: ' DE-17 ' })).toMatchObject(
    {
      order_id,
      code: 'payment',
      method: 'bank_transfer',
      reference: 'DE-17',
      collected_by: 'property',
    },
  );
  expect(await posted(property, { ...payment, collected_by: 'channel' })).toMatchObject({
    method: 'other',
    collected_by: 'channel',
  });
});

test('a charge keeps its code, quantity, period and VAT, and belongs to the room of the booking', async () => {
  const property = await api.property();
  const order_id = await book(property);
  const minibar = { amount: 9, type: 'charge', description: 'Water', order_id, code: 'minibar', quantity: 3 };
  const vat = { vat_category: 'S', vat_rate: 6.5 };
  expect(await posted(property, { ...minibar, ...vat, service_from: '2027-03-02' })).toMatchObject({
    code: 'minibar',
    quantity: 3,
    room_id: property.room,
    service_from: '2027-03-02',
    service_until: '2027-03-03',
    ...vat,
  });
  expect(await posted(property, { amount: 5, type: 'charge', order_id })).toMatchObject({ code: 'service' });
});

test.each<[object, string]>([
  [{ amount: undefined }, 'amount'],
  [{ type: undefined }, 'type'],
  [{ description: undefined }, 'description'],
  [{ type: 'expense', method: 'cash' }, 'method'],
  [{ type: 'charge', reference: 'A1' }, 'reference'],
  [{ method: 'cheque' }, 'method'],
  [{ reference: ' ' }, 'reference'],
  [{ type: 'refund', amount: 5 }, 'amount'],
  [{ type: 'payment', amount: -5 }, 'amount'],
  [{ code: 'Mini bar' }, 'code'],
  [{ currency: 'EURO' }, 'currency'],
  [{ currency: 'JPY', amount: 0.5 }, 'amount'],
  [{ vat_rate: 6 }, 'vat_category'],
  [{ vat_category: 'S', vat_rate: 6.125 }, 'vat_rate'],
  [{ vat_category: 'S', vat_rate: 101 }, 'vat_rate'],
  [{ vat_category: 'X' }, 'vat_category'],
  [{ vat_category: 'S' }, 'vat_rate'],
  [{ vat_category: 'S', vat_rate: 0 }, 'vat_rate'],
  [{ vat_category: 'Z', vat_rate: 6 }, 'vat_rate'],
  [{ vat_category: 'E', vat_rate: 0.01 }, 'vat_rate'],
  [{ vat_category: 'AE', vat_rate: 19 }, 'vat_rate'],
  [{ vat_category: 'K', vat_rate: 19 }, 'vat_rate'],
  [{ vat_category: 'G', vat_rate: 19 }, 'vat_rate'],
  [{ vat_category: 'O', vat_rate: 0 }, 'vat_rate'],
  [{ type: 'Payment' }, 'type'],
  [{ type: 'REFUND', amount: -10 }, 'type'],
  [{ type: 'pay ment' }, 'type'],
  [{ service_until: '2027-03-02' }, 'service_from'],
  [{ service_from: '2027-03-02', service_until: '2027-03-02' }, 'service_until'],
  [{ collected_by: 'guest' }, 'collected_by'],
])('a payment with %j is refused', async (more, field) => {
  const property = await api.property();
  const payment = { amount: 10, type: 'payment', description: 'Deposit' };
  await expectRefused(property, { ...payment, ...more }, 'invalid_data', [field]);
});

test.each([
  ['Z', undefined, 0],
  ['E', 0, 0],
  ['AE', undefined, 0],
  ['K', 0, 0],
  ['G', undefined, 0],
  ['O', undefined, null],
  ['S', 0.01, 0.01],
  ['L', 0, 0],
  ['M', undefined, null],
])('VAT category %s with the rate %j has the rate %j', async (vat_category, vat_rate, stored) => {
  const property = await api.property();
  expect(await posted(property, { amount: 5, type: 'charge', vat_category, vat_rate })).toMatchObject({
    vat_category,
    vat_rate: stored,
  });
});

test('other types than those that are known are refused, and what there is is named', async () => {
  const property = await api.property();
  for (const type of ['Payment', 'Deposit received', 'payments', 'Income tax', ''])
    await expectRefused(property, { amount: 5, type, description: '' }, 'invalid_data', ['type']);
  const answer = await post(property, { amount: 5, type: 'deposit', description: '' });
  expect(answer.body.errors[0].message).toBe(
    'must be one of payment, refund, charge, expense, income, adjustment, reversal, note',
  );
  expect(await posted(property, { amount: 5, type: 'note' })).toMatchObject({ type: 'note', code: 'other' });
});

test('people post charges of a booking, not the entries that follow its price', async () => {
  const property = await api.property();
  const order_id = await book(property);
  for (const type of ['income', 'adjustment', 'reversal'])
    await expectRefused(property, { amount: 5, type, description: '', order_id }, 'invalid_data', ['type']);
  expect(await posted(property, { amount: 5, type: 'income' })).toMatchObject({ order_id: null });
});

test('charges and payments of a booking are in its currency; other entries may be in another', async () => {
  const property = await api.property();
  const order_id = await book(property);
  const inDollars = { amount: -5, description: '', order_id, currency: 'USD' };
  for (const type of ['refund', 'charge'])
    await expectRefused(property, { ...inDollars, type }, 'invalid_data', ['currency']);
  await expectRefused(property, { ...inDollars, type: 'payment', amount: 5 }, 'invalid_data', ['currency']);
  expect(await posted(property, { ...inDollars, type: 'expense' })).toMatchObject({ currency: 'USD' });
  expect(await posted(property, { amount: 5, type: 'payment', currency: 'USD' })).toMatchObject({
    currency: 'USD',
    order_id: null,
    collected_by: null,
  });
});

describe('a reversal', () => {
  const payment = { amount: 80.5, type: 'payment', method: 'cash', reference: 'K7', quantity: 2 };

  test('is the opposite of its entry, for the same booking and room, today', async () => {
    const property = await api.property();
    const order_id = await book(property);
    const wrong = { ...payment, order_id, room_id: property.room, date: '2026-01-01' };
    const entry = await posted(property, wrong);
    const reversal = await post(property, { reverses_id: entry.id });
    expect(reversal.body).toEqual({
      ...entry,
      id: expect.any(Number),
      amount: -80.5,
      quantity: -2,
      description: `Reversal of entry ${entry.id}`,
      date: '2026-06-15',
      reverses_id: entry.id,
    });
  });

  test('may say why, and may be dated', async () => {
    const property = await api.property();
    const { id } = await posted(property, { ...payment, date: '2026-06-10' });
    await expectRefused(property, { reverses_id: id, date: '2026-06-09' }, 'not_reversible');
    const answer = await post(property, { reverses_id: id, description: 'Wrong guest', date: '2026-06-10' });
    expect(answer.body).toMatchObject({ description: 'Wrong guest', date: '2026-06-10', amount: -80.5 });
  });

  test('of an entry that is dated ahead has the day of that entry', async () => {
    const property = await api.property();
    const { id } = await posted(property, { ...payment, date: '2026-09-01' });
    await expectRefused(property, { reverses_id: id, date: '2026-08-31' }, 'not_reversible');
    expect(await posted(property, { reverses_id: id })).toMatchObject({ date: '2026-09-01', amount: -80.5 });
  });

  test('is made once, and cannot itself be reversed', async () => {
    const property = await api.property();
    const { id } = await posted(property, payment);
    const reversal = await post(property, { reverses_id: id });
    await expectRefused(property, { reverses_id: id }, 'not_reversible');
    await expectRefused(property, { reverses_id: reversal.body.id }, 'not_reversible');
  });

  test('is made by exactly one of twenty simultaneous requests', async () => {
    const property = await api.property();
    const { id } = await posted(property, payment);
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(property, { reverses_id: id })));
    const counts = Object.groupBy(answers, ({ status, body }) => (status === 200 ? 'made' : body.code));
    expect([counts['made']?.length, counts['not_reversible']?.length]).toEqual([1, 19]);
    expect(await listed(property)).toHaveLength(2);
  });

  test('of what a booking posted, of an unknown entry, or of another property is refused', async () => {
    const [property, other] = [await api.property(), await api.property()];
    await book(property);
    const [income] = await listed(property);
    await expectRefused(property, { reverses_id: income.id }, 'not_reversible');
    await expectRefused(property, { reverses_id: 999_999_999 }, 'unknown_entry');
    const { id } = await posted(other, payment);
    await expectRefused(property, { reverses_id: id }, 'unknown_entry');
  });

  test('takes nothing beside a text and a date', async () => {
    const property = await api.property();
    const { id } = await posted(property, payment);
    for (const [field, value] of Object.entries({
      amount: -80.5,
      order_id: 7,
      method: 'cash',
      type: 'payment',
    }))
      await expectRefused(property, { reverses_id: id, [field]: value }, 'invalid_data', [field]);
  });
});

test('the list can be limited to a booking, a type, a code and a method', async () => {
  const property = await api.property();
  const [first, second] = [
    await book(property),
    await book(property, { checkin: '2027-04-01', checkout: '2027-04-02' }),
  ];
  await posted(property, { amount: 20, type: 'payment', order_id: first, method: 'cash', description: 'p' });
  await posted(property, { amount: -5, type: 'expense', description: 'e' });
  await posted(property, { amount: 2, type: 'charge', order_id: second, code: 'tax', description: 't' });
  const types = async (query: string) => (await listed(property, query)).map(({ type }) => type);
  expect(await types(`?order_id=${first}`)).toEqual(['income', 'payment']);
  expect(await types(`?order_id=${second}`)).toEqual(['income', 'charge']);
  expect(await types('?type=expense')).toEqual(['expense']);
  expect(await types('?code=tax')).toEqual(['charge']);
  expect(await types('?method=cash')).toEqual(['payment']);
  expect(await types('?method=cash&code=tax')).toEqual([]);
  expect(await types('?order_id=999999')).toEqual([]);
});

test('an entry is shown by its event as it is listed', async () => {
  const property = await api.property();
  const order_id = await book(property);
  const charge = {
    amount: 9,
    type: 'charge',
    order_id,
    vat_category: 'S',
    vat_rate: 23,
    service_from: '2027-03-02',
  };
  const entry = await posted(property, charge);
  const events = (await api.get(`/api/events/${property.token}`)).body as any[];
  expect(events.at(-1)).toMatchObject({ kind: 'accounting.posted', data: entry });
});
