// Reports and the ledger as CSV: the records of the JSON, readable by every reader of RFC 4180.
import { beforeAll, describe, expect, test } from 'vitest';
import { type ApiResponse, OPERATOR_KEY, type TestProperty, useApi } from '../harness/api.ts';
import { expectProblem } from './expectations.ts';

const api = useApi();
const RANGE = 'fromdate=2027-03-01&todate=2027-03-31';
const NAME = '=1+1, "Ada"';
let property: TestProperty;

beforeAll(async () => {
  api.clock = Temporal.Instant.from('2027-03-01T10:00:00Z');
  property = await api.property({ rooms: [{ units: 9 }] });
  const stay = { room_id: property.room, checkin: '2027-03-10', checkout: '2027-03-13', price: 300.5 };
  for (const name of [NAME, 'Müller'])
    expect((await api.post(`/api/bookings/${property.token}`, { ...stay, name })).status).toBe(200);
});

/** Reads CSV as RFC 4180 describes it: the records by their columns. */
function parse(text: string): Record<string, string>[] {
  expect(text.startsWith('\ufeff')).toBe(true);
  const lines: string[][] = [];
  let line: string[] = [];
  for (const [, quoted, plain, end] of text.slice(1).matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    line.push(quoted === undefined ? plain! : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    lines.push(line);
    line = [];
  }
  const [header, ...rows] = lines;
  return rows.map((row) => Object.fromEntries(header!.map((name, i) => [name, row[i]!])));
}

const cell = (value: unknown) => (value === null ? '' : String(value).replace(/^=/, "'="));
const expectRecords = (csv: ApiResponse, records: object[]) => {
  expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
  const lines = parse(csv.text);
  expect(lines).toHaveLength(records.length);
  for (const [i, record] of records.entries())
    expect(lines[i]).toMatchObject(
      Object.fromEntries(Object.entries(record).map(([name, value]) => [name, cell(value)])),
    );
};

/** A ledger entry as a line of CSV: its amount in the column of its kind. */
const ofKind = ({ amount, day_amounts: _, posted_by: by, ...entry }: any) => {
  const kinds: Record<string, string> = {
    income: 'charge',
    charge: 'charge',
    refund: 'payment',
    payment: 'payment',
  };
  const none = { charge: null, payment: null, expense: null, other: null };
  return {
    ...entry,
    posted_by: by.name ?? by.kind,
    ...none,
    [kinds[entry.type] ?? (entry.type === 'expense' ? 'expense' : 'other')]: amount,
  };
};

const REPORTS: [string, (body: any) => object[], string][] = [
  ['reports', ({ rows, total }) => [...rows, { key: 'total', ...total }], 'occupancy-report'],
  ['reports/pace', ({ rows, total }) => [...rows, { key: 'total', ...total }], 'pace-report'],
  ['reports/bookings', ({ rows, total }) => [...rows, { key: 'total', ...total }], 'bookings-report'],
  ['reports/charges', ({ rows }) => rows, 'charges-report'],
  [
    'reports/balances',
    ({ rows, totals }) => [...rows, ...totals.map((total: object) => ({ order_id: 'total', ...total }))],
    'balances-report',
  ],
];

describe.each(REPORTS)('%s', (path, recordsOf, fileName) => {
  test('has a line for each row, and the totals last', async () => {
    const url = `/api/${path}/${property.token}?${RANGE}`;
    const [json, csv] = [await api.get(url), await api.get(`${url}&format=csv`)];
    expect(json.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(await api.get(`${url}&format=json`)).toMatchObject({ text: json.text });
    expectRecords(csv, recordsOf(json.body));
    expect(csv.headers['content-disposition']).toBe(
      `attachment; filename="${fileName}-${property.hotelId}-2027-03-01-to-2027-03-31.csv"`,
    );
    expect(csv.headers['cache-control']).toBe(json.headers['cache-control']);
    const operator = { authorization: `Bearer ${OPERATOR_KEY}` };
    const asOperator = await api.get(
      `/operator/properties/${property.hotelId}/${path}?${RANGE}&format=csv`,
      operator,
    );
    expect(asOperator.text).toBe(csv.text);
  });

  test('without rows has its header, and is refused as JSON', async () => {
    const empty = await api.property({ rooms: [] });
    const csv = await api.get(`/api/${path}/${empty.token}?${RANGE}&format=csv`);
    expect(csv.text).toMatch(/^\ufeff[a-z_,]+\r\n/);
    expectProblem(
      await api.get(`/api/${path}/${empty.token}?fromdate=2027-03-02&todate=2027-03-01&format=csv`),
      400,
      'invalid_parameters',
      ['fromdate'],
    );
    for (const format of ['xlsx', '', 'CSV'])
      expectProblem(
        await api.get(`/api/${path}/${empty.token}?${RANGE}&format=${format}`),
        400,
        'invalid_parameters',
        ['format'],
      );
  });
});

describe('the ledger', () => {
  const url = () => `/api/accounting/${property.token}?${RANGE}`;

  test('has a line for each entry, in pages or as a whole', async () => {
    const { body } = await api.get(url());
    expect(body).toHaveLength(2);
    const whole = await api.get(`${url()}&format=csv`);
    expectRecords(whole, body.map(ofKind));
    expect(whole.text).toMatch(/^\ufeffid,hotel_id,charge,payment,expense,other,type,/);
    expect(whole.headers['content-disposition']).toBe(
      `attachment; filename="ledger-${property.hotelId}-2027-03-01-to-2027-03-31.csv"`,
    );
    const page = await api.get(`${url()}&format=csv&limit=1`);
    expectRecords(page, body.slice(0, 1).map(ofKind));
    const [, next] = /<([^>]+)>; rel="next"/.exec(page.headers.link!)!;
    const { pathname, search } = new URL(next!);
    expectRecords(await api.get(pathname + search), body.slice(1).map(ofKind));
    const order = await api.get(`/api/accounting/${property.token}?order_id=${body[0].order_id}&format=csv`);
    expect(order.headers['content-disposition']).toContain(
      `ledger-${property.hotelId}-order-${body[0].order_id}.csv`,
    );
    expectRecords(await api.get(`${url()}&type=payment&format=csv`), []);
  });

  test('has charges, payments and the rest in columns of their own, so that none counts money twice', async () => {
    const { hotelId, room, token } = await api.property();
    const stay = { room_id: room, name: 'Ada', checkin: '2027-03-10', checkout: '2027-03-13', price: 300 };
    const { order_id } = (await api.post(`/api/bookings/${token}`, stay)).body;
    for (const [type, amount] of [
      ['payment', 300],
      ['refund', -20],
      ['expense', -9.5],
      ['note', 1],
    ])
      await api.operator('POST', `/properties/${hotelId}/accounting`, {
        type,
        amount,
        description: 'x',
        order_id,
      });
    const csv = await api.get(`/api/accounting/${token}?format=csv`);
    const { body } = await api.get(`/api/accounting/${token}`);
    expectRecords(csv, body.map(ofKind));
    const sum = (column: string) => parse(csv.text).reduce((total, line) => total + Number(line[column]), 0);
    expect(['charge', 'payment', 'expense', 'other'].map(sum)).toEqual([300, 280, -9.5, 1]);
    expect(csv.text).not.toContain('amount');
  });

  test('is sent again only after a change, and has a tag of its own', async () => {
    const csv = await api.get(`${url()}&format=csv`);
    const json = await api.get(url());
    expect(csv.headers.etag).not.toBe(json.headers.etag);
    const again = await api.get(`${url()}&format=csv`, { 'if-none-match': csv.headers.etag! });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  test('is streamed where it is long', async () => {
    const long = await api.property();
    await api.db.query(
      `insert into ledger_entries (hotel_id, amount_minor, currency, type, description, date, created_at)
       select $1, n, 'EUR', 'income', 'entry ' || n, date '2027-01-01', now() from generate_series(1, 1600) as n`,
      [long.hotelId],
    );
    const csv = await api.get(`/api/accounting/${long.token}?format=csv`);
    const lines = parse(csv.text);
    expect(lines.map((line) => line['charge'])).toEqual(
      Array.from({ length: 1_600 }, (_, n) => String((n + 1) / 100)),
    );
  });
});

test('a name that a spreadsheet would calculate is a text, and umlauts are what they are', async () => {
  const csv = await api.get(`/api/reports/balances/${property.token}?${RANGE}&format=csv`);
  expect(parse(csv.text).map((line) => line['name'])).toEqual([`'${NAME}`, 'Müller', '']);
  expect(csv.text).toContain(`"'=1+1, ""Ada"""`);
});

test('a token without contacts gets no names', async () => {
  const made = await api.operator('POST', `/properties/${property.hotelId}/tokens`, {
    label: 'books',
    access: 'read',
    scopes: ['reports', 'ledger', 'bookings:read'],
  });
  const csv = await api.get(`/api/reports/balances/${made.body.api_token}?${RANGE}&format=csv`);
  expect(parse(csv.text).map((line) => line['name'])).toEqual(['Guest', 'Guest', '']);
});

test('lists that are no CSV do not know the parameter', async () => {
  expectProblem(await api.get(`/api/tasks/${property.token}?format=csv`), 400, 'invalid_parameters', [
    'format',
  ]);
});
