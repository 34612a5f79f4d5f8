// Request bodies: those that are too large, too deep or have too many values are rejected before they are
// parsed; allowed ones are accepted.
import { expect, test } from 'vitest';
import { useApi } from '../harness/api.ts';
import { expectProblem } from './expectations.ts';

const api = useApi({ sample: true });
const headers = { 'content-type': 'application/json' };
const post = (path: string, raw: string) => api.request('POST', path, { raw, headers });
const MIB = 1024 * 1024;

test.each([
  'bookings',
  'messages',
  'availability',
])('brackets without end for %s are refused', async (path) => {
  const { token } = await api.property();
  const answer = await post(`/api/${path}/${token}`, '['.repeat(100_000) + ']'.repeat(100_000));
  expectProblem(answer, 400, 'invalid_data');
  expect(answer.body.detail).toBe('The body is nested deeper than 100 levels.');
});

test('a body of more values than an operation takes is refused, and the answer says how many', async () => {
  const { token } = await api.property();
  const answer = await post(`/api/bookings/${token}`, `[${'1,'.repeat(60_000)}1]`);
  expectProblem(answer, 413, 'payload_too_large');
  expect(answer.body.detail).toContain('more than 21845 values');
});

test('a body of more names of members than there are is refused, in one object or in many', async () => {
  const { token } = await api.property();
  const members = (count: number) => Array.from({ length: count }, (_, i) => `"m${i}":0`);
  for (const path of ['bookings', 'availability']) {
    for (const body of [`[{${members(501).join()}}]`, `[{${members(501).join('},{')}}]`]) {
      const answer = await post(`/api/${path}/${token}`, body);
      expectProblem(answer, 413, 'payload_too_large');
      expect(answer.body.detail).toContain('more than 500 different names');
    }
    expectProblem(await post(`/api/${path}/${token}`, `{${members(500).join()}}`), 400, 'invalid_data');
  }
});

test('a body that is too large is refused, and the answer says how large it may be', async () => {
  const { token } = await api.property();
  const small = await post(`/api/bookings/${token}`, `"${'x'.repeat(256 * 1024)}"`);
  expectProblem(small, 413, 'payload_too_large');
  expect(small.body.detail).toContain('256 KiB');
});

test('twenty rooms for ten thousand nights fit as ranges', async () => {
  const { token, rooms } = await api.property({ rooms: Array.from({ length: 20 }, () => ({})) });
  const items = rooms.map((room_id) => ({ room_id, date: '2009-08-01', todate: '2036-10-01', price: 100 }));
  const answer = await api.post(`/api/availability/${token}?dry_run=true`, items);
  expect(answer.status, answer.text).toBe(200);
});

test('twenty rooms for five hundred nights fit one by one, with all members', async () => {
  const { token, rooms } = await api.property({ rooms: Array.from({ length: 20 }, () => ({ units: 2 })) });
  const first = Temporal.PlainDate.from('2027-01-01');
  const items = rooms.flatMap((room_id) =>
    Array.from({ length: 500 }, (_, day) => ({
      room_id,
      date: String(first.add({ days: day })),
      price: 123.45,
      available: 1,
      min_stay: 2,
      max_stay: 14,
      closed_to_arrival: false,
      closed_to_departure: false,
      stop_sell: false,
    })),
  );
  expect(JSON.stringify(items).length).toBeLessThan(4 * MIB);
  const answer = await api.post(`/api/availability/${token}`, items);
  expect(answer.body).toMatchObject({ updated: 10_000 });
});

test('an MCP message of more values, names, depth or bytes than any has is refused', async () => {
  const path = '/mcp/api_token';
  const host = { ...headers, host: 'localhost', accept: 'application/json, text/event-stream' };
  const send = (raw: string) => api.request('POST', path, { raw, headers: host });
  const call = (meta: string) => `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":${meta}}}`;
  const full = await send(call(`{"many":[${'0,'.repeat(6_000)}0]}`));
  expect([full.status, full.body.error.message]).toEqual([
    413,
    'The message holds more than 5000 values: call with fewer arguments.',
  ]);
  const members = Array.from({ length: 501 }, (_, i) => `"m${i}":0`).join();
  const broad = await send(call(`{${members}}`));
  expect([broad.status, broad.body.error.message]).toEqual([
    413,
    'The message has more than 500 different names of members.',
  ]);
  const deep = await send(call('['.repeat(60) + ']'.repeat(60)));
  expect([deep.status, deep.body.error.data.code]).toEqual([413, 'payload_too_large']);
  const large = await send(call(`{"text":"${'x'.repeat(300_000)}"}`));
  expect([large.status, large.body.error.message]).toEqual([413, 'The message is larger than 256 KiB.']);
});

test('large bodies of one property are taken one after the other', async () => {
  const { token, room } = await api.property();
  const nights = Array.from({ length: 6_000 }, () => ({ room_id: room, date: '2027-01-01', price: 1 }));
  const raw = JSON.stringify(nights);
  expect(raw.length).toBeGreaterThan(256 * 1024);
  const answers = await Promise.all([1, 2, 3].map(() => post(`/api/availability/${token}`, raw)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
});
