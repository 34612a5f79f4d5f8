// Reports of pace, bookings, charges and balances: what they refuse, what is empty, and whose bookings they count.
import { beforeEach, describe, expect, test } from 'vitest';
import { type TestProperty, useApi } from '../harness/api.ts';
import { expectProblem } from './expectations.ts';
import { otaSells } from './outside-events.ts';

const api = useApi();
beforeEach(() => {
  api.clock = Temporal.Instant.from('2027-03-01T10:00:00Z');
});

const REPORTS = ['pace', 'bookings', 'charges', 'balances'] as const;
const MARCH = 'fromdate=2027-03-01&todate=2027-03-31';

const report = async ({ token }: TestProperty, path: string) => {
  const answer = await api.get(`/api/reports/${path.replace('?', `/${token}?`)}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};

async function book(property: TestProperty, more: object = {}): Promise<number> {
  const stay = { room_id: property.room, name: 'Ada', checkin: '2027-03-10', checkout: '2027-03-13' };
  const answer = await api.post(`/api/bookings/${property.token}`, { ...stay, price: 300, ...more });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.order_id;
}

const post = async ({ hotelId }: TestProperty, body: object) => {
  const answer = await api.operator('POST', `/properties/${hotelId}/accounting`, {
    description: '',
    ...body,
  });
  expect(answer.status, answer.text).toBe(200);
};

describe.each(REPORTS)('the report of %s', (name) => {
  test.each([
    ['todate=2027-03-01', 'fromdate'],
    ['fromdate=2027-03-02&todate=2027-03-01', 'fromdate'],
    ['fromdate=2027-03-01&todate=2031-03-01', 'todate'],
    [`${MARCH}&by=year`, 'by'],
    [`${MARCH}&dates=yesterday`, 'dates'],
  ])('refuses "%s"', async (query, field) => {
    const { token } = await api.property();
    const answer = await api.get(`/api/reports/${name}/${token}?${query}`);
    expectProblem(answer, 400, 'invalid_parameters', [field]);
  });

  test('has nothing of another property, whose figures are all 0 or null', async () => {
    const [property, other] = [await api.property({ rooms: [] }), await api.property()];
    const order = await book(other);
    await post(other, { amount: 20, type: 'charge', order_id: order, code: 'tax' });
    const { rows, total = {}, totals = [] } = await report(property, `${name}?${MARCH}`);
    if (name === 'pace') expect(rows).toHaveLength(1);
    else expect(rows).toEqual([]);
    expect(totals).toEqual([]);
    for (const [member, value] of Object.entries(total)) expect(value || 0, member).toBe(0);
  });

  test('answers the operator as it answers a token', async () => {
    const property = await api.property();
    await book(property);
    const { body } = await api.operator('GET', `/properties/${property.hotelId}/reports/${name}?${MARCH}`);
    expect(body).toEqual(await report(property, `${name}?${MARCH}`));
  });
});

test('channels keep their commission, and an unconfirmed hold is no booking', async () => {
  const property = await api.property({ rooms: [{ units: 9 }] });
  await book(property);
  await book(property, { hold_minutes: 60 });
  await otaSells(api, property, {
    channel: 'airbnb',
    checkin: '2027-03-05',
    checkout: '2027-03-07',
    priceMinor: 20_000,
  });
  await api.db.query('update reservations set commission_minor = 3000 where hotel_id = $1 and channel = $2', [
    property.hotelId,
    'airbnb',
  ]);
  const { rows, total } = await report(property, `bookings?${MARCH}`);
  expect(rows).toMatchObject([
    { key: 'airbnb', bookings: 1, nights: 2, revenue: 200, commission: 30, net_revenue: 170, lead_time: 4 },
    { key: 'direct', bookings: 1, nights: 3, revenue: 300, commission: 0, net_revenue: 300, lead_time: 9 },
  ]);
  expect(total).toMatchObject({ bookings: 2, adr: 100, lead_time_median: 6.5, length_of_stay: 2.5 });
});

test('an early departure is a stay and no cancellation', async () => {
  const property = await api.property({ rooms: [{ units: 9 }] });
  const [left, cancelled] = [await book(property), await book(property)];
  const url = (order: number, date: string) =>
    `/api/bookings/${property.token}?order_id=${order}&date=${date}`;
  await api.delete(url(cancelled, '2027-03-10'));
  api.clock = Temporal.Instant.from('2027-03-12T10:00:00Z');
  await api.delete(url(left, '2027-03-12'));
  const { total } = await report(property, `bookings?${MARCH}`);
  expect(total).toMatchObject({
    bookings: 2,
    cancelled: 1,
    cancellation_rate: 50,
    nights: 2,
    revenue: 200,
    length_of_stay: 2,
    cancelled_before: 9,
  });
});

test('a booking counts on the local day on which it was made, also when the clock changes', async () => {
  const property = await api.property({ timezone: 'Europe/Berlin', rooms: [{ units: 9 }] });
  for (const moment of [
    '2027-03-27T22:59:59Z',
    '2027-03-27T23:00:00Z',
    '2027-03-28T21:59:59Z',
    '2027-03-28T22:00:00Z',
  ]) {
    api.clock = Temporal.Instant.from(moment);
    await book(property, { checkin: '2027-03-28', checkout: '2027-03-30' });
  }
  const { rows } = await report(
    property,
    'bookings?fromdate=2027-03-28&todate=2027-03-28&dates=booking&by=lead_time',
  );
  expect(rows[0]).toMatchObject({ key: '0', bookings: 2 });
  expect(
    (await report(property, 'bookings?fromdate=2027-03-27&todate=2027-03-27&dates=booking')).total,
  ).toMatchObject({ bookings: 1, lead_time: 1 });
});

test('the pace of a month compares with the same month of the year before as it stood then', async () => {
  const property = await api.property({ rooms: [{ units: 9 }] });
  api.clock = Temporal.Instant.from('2026-02-20T10:00:00Z');
  await book(property, { checkin: '2026-03-10', checkout: '2026-03-12', price: 100 });
  api.clock = Temporal.Instant.from('2026-03-05T10:00:00Z');
  await book(property, { checkin: '2026-03-30', checkout: '2026-04-02', price: 90 });
  api.clock = Temporal.Instant.from('2027-03-01T10:00:00Z');
  await book(property);
  const body = await report(property, `pace?${MARCH}`);
  expect(body).toMatchObject({
    by: 'month',
    as_of: '2027-03-01T10:00:00.000Z',
    compared_as_of: '2026-03-01T10:00:00.000Z',
  });
  expect(body.rows).toEqual([
    {
      key: '2027-03',
      sold: 3,
      revenue: 300,
      last_year_sold: 2,
      last_year_revenue: 100,
      sold_change: 1,
      revenue_change: 200,
      last_year_final_sold: 4,
      last_year_final_revenue: 160,
    },
  ]);
});

test('the charges of a month have the part of a stay that lies in it, with VAT where its rate is known', async () => {
  const property = await api.property({ currency: 'JPY', rooms: [{}] });
  const order = await book(property, { checkin: '2027-03-30', checkout: '2027-04-02', price: 1_000 });
  const tax = { type: 'charge', code: 'tax', order_id: order, amount: 200, vat_category: 'S', vat_rate: 10 };
  await post(property, { ...tax, service_from: '2027-03-30', service_until: '2027-04-02' });
  await post(property, { ...tax, date: '2027-03-31', amount: 11 });
  await post(property, { type: 'payment', amount: 500, order_id: order });
  const april = await report(property, 'charges?fromdate=2027-04-01&todate=2027-04-30');
  const row = { month: null, currency: 'JPY', entries: 1 };
  const unknown = { vat_category: null, vat_rate: null, vat: null, net: null };
  expect(april.rows).toEqual([
    { ...row, code: 'accommodation', ...unknown, amount: 333 },
    { ...row, code: 'tax', vat_category: 'S', vat_rate: 10, amount: 67, vat: 6, net: 61 },
  ]);
  expect(april.totals).toEqual([
    { currency: 'JPY', entries: 2, amount: 400, vat: 6, net: 61, vat_unknown: 333 },
  ]);
  const march = await report(property, `charges?${MARCH}&by=month`);
  expect(march.rows.map((one: any) => [one.month, one.code, one.entries, one.amount])).toEqual([
    ['2027-03', 'accommodation', 1, 667],
    ['2027-03', 'tax', 2, 144],
  ]);
});

test('charges of categories without VAT include none', async () => {
  const property = await api.property();
  const tax = { type: 'charge', code: 'tax', date: '2027-03-31', amount: 12 };
  for (const vat_category of ['E', 'O', 'Z']) await post(property, { ...tax, vat_category });
  await post(property, { ...tax, vat_category: 'L' });
  await post(property, { ...tax, amount: 0.1, currency: 'USD', vat_category: 'E' });
  await post(property, { ...tax, amount: 0.2, currency: 'USD', vat_category: 'O' });
  const { rows, totals } = await report(property, `charges?${MARCH}`);
  const inEuro = rows.filter((row: any) => row.currency === 'EUR');
  expect(inEuro.map((row: any) => [row.vat_category, row.vat_rate, row.vat, row.net])).toEqual([
    ['E', 0, 0, 12],
    ['L', null, null, null],
    ['O', null, 0, 12],
    ['Z', 0, 0, 12],
  ]);
  // Currencies are never added up, and neither are binary fractions.
  expect(totals).toEqual([
    { currency: 'EUR', entries: 4, amount: 48, vat: 0, net: 36, vat_unknown: 12 },
    { currency: 'USD', entries: 2, amount: 0.3, vat: 0, net: 0.3, vat_unknown: 0 },
  ]);
});

test('the balances of arrivals leave out cancelled bookings that are settled, and keep those to be paid back', async () => {
  const property = await api.property({ rooms: [{ units: 9 }] });
  const [open, paid, cancelled, toReturn] = [
    await book(property),
    await book(property),
    await book(property),
    await book(property),
  ];
  await post(property, { type: 'payment', amount: 300, order_id: paid });
  await post(property, { type: 'payment', amount: 50.5, order_id: toReturn });
  for (const order of [cancelled, toReturn])
    await api.delete(`/api/bookings/${property.token}?order_id=${order}&date=2027-03-10`);
  const all = await report(property, `balances?${MARCH}`);
  expect(all.rows.map((row: any) => [row.order_id, row.balance])).toEqual([
    [open, 300],
    [paid, 0],
    [toReturn, -50.5],
  ]);
  expect(all.totals).toEqual([
    { currency: 'EUR', bookings: 3, total: 600, paid: 350.5, balance: 249.5, owed: 300, to_return: 50.5 },
  ]);
  const onlyOpen = await report(property, `balances?${MARCH}&dates=departure&open=true`);
  expect(onlyOpen.rows.map((row: any) => row.order_id)).toEqual([open, toReturn]);
});
