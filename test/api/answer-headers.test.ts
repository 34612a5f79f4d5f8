// Headers of every response, of any kind.
import { describe, expect, test } from 'vitest';
import { type ApiResponse, OPERATOR_KEY, useApi } from '../harness/api.ts';
import { MOMENT } from './expectations.ts';
import { openSharedScreen, signedIn } from './people.ts';
import { populate } from './populated.ts';

const api = useApi({ sample: true });
const limited = useApi({ sample: true, limits: { sandbox: 1, live: 1 } });

/** One request for each kind of response: its name, its status, and how to get it. */
const KINDS: [string, number, () => Promise<ApiResponse>][] = [
  ['a list', 200, async () => api.get(`/api/rentals/${(await api.property()).token}`)],
  ['an object', 200, async () => api.get(`/api/hotels/${(await api.property()).token}`)],
  [
    'a write',
    200,
    async () => {
      const { token, room } = await api.property();
      return api.post(`/api/availability/${token}`, { room_id: room, date: '2027-03-01', price: 1 });
    },
  ],
  ['a streamed list', 200, async () => streamed()],
  [
    'an unchanged answer',
    304,
    async () => api.get(`/api/rentals/${(await api.property()).token}`, { 'if-none-match': '*' }),
  ],
  ['a wrong query', 400, async () => api.get(`/api/rentals/${(await api.property()).token}?room_id=x`)],
  [
    'malformed JSON',
    400,
    async () =>
      api.request('POST', `/api/bookings/${(await api.property()).token}`, {
        raw: '{',
        headers: { 'content-type': 'application/json' },
      }),
  ],
  ['no operator key', 401, () => api.get('/operator/properties')],
  [
    'a lapsed subscription',
    402,
    async () => {
      const { token, hotelId } = await api.property();
      await api.operator('PATCH', `/properties/${hotelId}`, { subscription: { status: 'cancelled' } });
      return api.get(`/api/bookings/${token}`);
    },
  ],
  ['demo mode', 403, () => api.delete('/api/bookings/api_token')],
  ['an unknown path', 404, () => api.get('/nothing')],
  ['an unknown token', 404, () => api.get('/api/bookings/x')],
  ['a path that is wrongly encoded', 404, () => api.get('/api/bookings/%zz')],
  ['a path that is too long', 404, () => api.get(`/api/bookings/${'x'.repeat(3_000)}`)],
  ['another method', 405, () => api.request('PUT', '/api/bookings/x')],
  [
    'a large body',
    413,
    async () => api.post(`/api/messages/${(await api.property()).token}`, 'x'.repeat(2 * 1024 * 1024)),
  ],
  [
    'a body that is no JSON',
    415,
    async () => api.request('POST', `/api/messages/${(await api.property()).token}`, { raw: 'x' }),
  ],
  [
    'too many requests',
    429,
    async () => {
      const { token } = await limited.property();
      await limited.get(`/api/hotels/${token}`);
      return limited.get(`/api/hotels/${token}`);
    },
  ],
  ['an error of ours', 500, () => broken()],
  ['an operator read', 200, () => api.operator('GET', '/properties')],
  ['an operator write', 200, () => api.operator('POST', '/properties', { name: 'A', currency: 'EUR' })],
  ['the description', 200, () => api.get('/api/openapi.json')],
  ['the explorer', 200, () => api.get('/swagger')],
  ['a file of the explorer', 200, () => api.get('/swagger/static/swagger-ui.css')],
  ['health', 200, () => api.get('/healthz')],
  ['metrics', 200, () => api.get('/metrics', { authorization: `Bearer ${OPERATOR_KEY}` })],
  ['an explanation of a problem', 200, () => api.get('/problems/not_found')],
];

async function streamed(): Promise<ApiResponse> {
  const { token, room } = await api.property();
  return api.get(`/api/availability/${token}?room_id=${room}&fromdate=2027-01-01&todate=2030-01-01`);
}

async function broken(): Promise<ApiResponse> {
  const { token } = await api.property();
  await api.db.query('alter table rooms rename to rooms_elsewhere');
  const answer = await api.get(`/api/rentals/${token}`);
  await api.db.query('alter table rooms_elsewhere rename to rooms');
  return answer;
}

test.each(KINDS)('%s (%i) carries them', async (_, status, ask) => {
  const before = Date.now();
  const { status: got, headers } = await ask();
  expect(got).toBe(status);
  expect(headers['x-executed-at']).toMatch(MOMENT);
  const at = Date.parse(headers['x-executed-at']!);
  expect(at).toBeGreaterThanOrEqual(before - 1);
  expect(at).toBeLessThanOrEqual(Date.now());
  expect(headers['server-timing']).toMatch(/^app;dur=\d+(\.\d+)?$/);
  expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  expect(headers['referrer-policy']).toBe('no-referrer');
  expect(headers['x-content-type-options']).toBe('nosniff');
});

describe('X-Request-Id', () => {
  const idOf = async (given: string, path = '/api/rentals/api_token') =>
    (await api.get(path, { 'x-request-id': given })).headers['x-request-id'];

  test.each(['a', 'my-request.1:2/3+4=_', 'x'.repeat(128), '01JD3Q0M3C'])('%s is given back', async (id) => {
    expect(await idOf(id)).toBe(id);
    expect(await idOf(id, '/nothing')).toBe(id);
    expect(await idOf(id, '/api/bookings/%zz')).toBe(id);
  });

  test.each([
    '',
    ' ',
    'x'.repeat(129),
    'a b',
    'a\tb',
    '<script>',
    '"',
    'é',
    '{jndi:ldap://x}',
    "'; drop table rooms",
    'a,b',
  ])('%j is replaced by a new one', async (id) => {
    expect(await idOf(id)).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('is in the body of a problem and in the usage log', async () => {
    const { token } = await api.property();
    const answer = await api.get(`/api/rentals/${token}?room_id=x`, { 'x-request-id': 'trace-7' });
    expect(answer.body.request_id).toBe('trace-7');
    const [entry] = (await api.get(`/api/logs/${token}`)).body;
    expect(entry).toMatchObject({ request_id: 'trace-7', status: 400 });
  });

  test('is another one for each request that brings none', async () => {
    const ids = await Promise.all(
      Array.from({ length: 20 }, async () => (await api.get('/nothing')).headers['x-request-id']),
    );
    expect(new Set(ids).size).toBe(20);
  });
});

describe('Cache-Control', () => {
  test('lets only the client itself keep a read, and asks it to look again', async () => {
    const { token } = await api.property();
    for (const path of ['bookings', 'availability', 'hotels', 'status', 'logs', 'ical']) {
      const answer = await api.get(`/api/${path}/${token}`);
      expect(answer.headers['cache-control']).toBe('private, no-cache');
    }
    const unchanged = await api.get(`/api/hotels/${token}`, { 'if-none-match': '*' });
    expect(unchanged.headers['cache-control']).toBe('private, no-cache');
  });

  test('lets a browser in which somebody is signed in keep nothing, and the page ask by ETag', async () => {
    const { hotelId, ids } = await populate(api, 'kept');
    const order = ids.order;
    const { browser } = await signedIn(api, 'owner', [hotelId]);
    const reads = [
      `/api/bookings/session?hotel_id=${hotelId}`,
      `/api/bookings/session?hotel_id=${hotelId}&order_id=${order}`,
      `/api/availability/session?hotel_id=${hotelId}`,
      `/api/logs/session?hotel_id=${hotelId}`,
      `/operator/properties/${hotelId}/guests`,
      `/operator/properties/${hotelId}/bookings/${order}`,
      `/operator/properties/${hotelId}`,
      '/session',
    ];
    for (const path of reads) {
      const answer = await browser.get(path);
      expect([answer.status, answer.headers['cache-control']], path).toEqual([200, 'no-store']);
    }
    const { headers } = await browser.get(reads[0]!);
    const again = await browser.request('GET', reads[0]!, undefined, {
      'if-none-match': String(headers['etag']),
    });
    expect([again.status, again.headers['cache-control']]).toEqual([304, 'no-store']);
  });

  test('no answer is shown in a frame of another page', async () => {
    const { token, hotelId } = await api.property();
    const { browser } = await signedIn(api, 'owner', [hotelId]);
    const answers = [
      await api.get(`/api/bookings/${token}`),
      await api.get('/api/nothing'),
      await api.get('/api/openapi.json'),
      await browser.get(`/operator/properties/${hotelId}`),
      await api.get('/'),
      await api.get('/healthz'),
    ];
    for (const { headers } of answers)
      expect([headers['x-frame-options'], headers['content-security-policy']]).toEqual([
        'DENY',
        expect.stringContaining("frame-ancestors 'none'"),
      ]);
  });

  test('a browser forgets what it has kept when somebody else may come', async () => {
    const { hotelId } = await api.property();
    const { browser } = await signedIn(api, 'owner', [hotelId]);
    const left = await browser.request('DELETE', '/session');
    expect([left.status, left.headers['clear-site-data']]).toEqual([200, '"cache"']);
    const { lock, unlock } = await openSharedScreen(api);
    expect((await lock()).headers['clear-site-data']).toBe('"cache"');
    expect((await unlock()).headers['clear-site-data']).toBe('"cache"');
  });

  test('keeps writes and refusals out of every cache, and they carry no ETag', async () => {
    const { token, room } = await api.property();
    const written = await api.post(`/api/availability/${token}`, {
      room_id: room,
      date: '2027-03-01',
      price: 1,
    });
    const refused = [
      await api.get(`/api/bookings/${token}?fromdate=2027-03-02&todate=2027-03-01`),
      await api.get(`/api/availability/${token}?fromdate=2027-03-02&todate=2057-03-01`),
      await api.get(`/api/bookings/${token}?limit=0`),
      await api.get(`/api/bookings/${token}?cursor=x`),
      await api.get('/api/bookings/x'),
    ];
    for (const answer of [written, ...refused]) {
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(answer.headers['etag']).toBeUndefined();
    }
  });
});
