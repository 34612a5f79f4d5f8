// HEAD: wherever GET is, with the same headers and no body.
import { beforeAll, describe, expect, test } from 'vitest';
import { type Populated, populate } from '../api/populated.ts';
import { operations, sampleRequest } from '../api/sample-requests.ts';
import { type ApiResponse, OPERATOR_KEY, useApi } from '../harness/api.ts';

const api = useApi({ sample: true });
let house: Populated;
beforeAll(async () => {
  api.clock = Temporal.Instant.from('2026-06-15T10:00:00Z');
  house = await populate(api, 'Our own');
});

const KEY = { authorization: `Bearer ${OPERATOR_KEY}` };
/** Headers that differ from one request to the next. */
const OF_THE_MOMENT = [
  'x-executed-at',
  'server-timing',
  'x-request-id',
  'date',
  'ratelimit-remaining',
  'ratelimit-reset',
];
const lasting = ({ headers }: ApiResponse) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_THE_MOMENT.includes(name)));

/** Compares HEAD with GET. */
const compare = async (path: string, headers: Record<string, string> = {}) => {
  const got = await api.get(path, headers);
  const answer = await api.request('HEAD', path, { headers });
  expect([answer.status, answer.text]).toEqual([got.status, '']);
  return { got: lasting(got), head: lasting(answer) };
};

const reads = operations.filter(({ operation }) => operation.method === 'GET');

test.each(
  reads.map(({ side, operation }) => [operation.name, side, operation] as const),
)('of %s (%s) has the headers of GET', async (name, side, operation) => {
  const { path } = sampleRequest(operation, house.ids, house.token);
  const { got, head } = await compare(path, side === 'operator' ? KEY : {});
  // The number of calls in the log, and of the audit trail, grows with each call.
  if (!['listLogs', 'listAudit', 'getInstallationStatus', 'getStatus', 'getReport'].includes(name)) {
    expect(head).toEqual(got);
  }
});

test.each([
  '/',
  '/api/openapi.json',
  '/swagger',
  '/swagger/operator.json',
  '/problems/not_found',
  '/healthz',
  '/readyz',
  '/desk',
  '/api/nothing',
  '/api/bookings/x',
])('of %s has the headers of GET', async (path) => {
  const { got, head } = await compare(path);
  expect(head).toEqual(got);
});

test('of a refusal has its status and no body', async () => {
  const answer = await api.request('HEAD', `/api/bookings/${house.token}?room_id=x`);
  expect([answer.status, answer.text]).toEqual([400, '']);
});

test('with the ETag is 304', async () => {
  const path = `/api/rentals/${house.token}`;
  const { headers } = await api.request('HEAD', path);
  const again = await api.request('HEAD', path, { headers: { 'if-none-match': headers['etag']! } });
  expect([again.status, again.text]).toEqual([304, '']);
});

describe('of what goes on', () => {
  test('a stream of events is not opened', async () => {
    const answer = await api.request('HEAD', `/api/events/${house.token}`, {
      headers: { accept: 'text/event-stream' },
    });
    expect([answer.status, answer.text]).toEqual([200, '']);
    expect(answer.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    expect(api.isFollowed(house.hotelId)).toBe(false);
  });

  test('a wait for events is none', async () => {
    const { headers } = await api.get(`/api/events/${house.token}`);
    const path = `/api/events/${house.token}?after=${headers['x-next-after']}&wait=20`;
    expect((await api.request('HEAD', path)).status).toBe(200);
  });

  test('a backup is not made', async () => {
    const answer = await api.request('HEAD', '/operator/backup', { headers: KEY });
    expect([answer.status, answer.headers['content-type'], answer.text]).toEqual([
      200,
      'application/gzip',
      '',
    ]);
  });

  test('a long list is not read to its end', async () => {
    const answer = await api.request('HEAD', '/api/events/api_token?after=0');
    expect([answer.status, answer.text]).toEqual([200, '']);
  });
});
