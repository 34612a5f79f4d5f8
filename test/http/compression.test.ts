// Compressed answers: which are, with which headers, and that secrets and streams are not.
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { publicOperations } from '../../src/api/operations.ts';
import { type Populated, populate } from '../api/populated.ts';
import { operations, sampleRequest } from '../api/sample-requests.ts';
import { OPERATOR_KEY, useApi } from '../harness/api.ts';

const api = useApi({ sample: true });
let house: Populated;
let calendar: string;
beforeAll(async () => {
  api.clock = Temporal.Instant.from('2026-06-15T10:00:00Z');
  house = await populate(api, 'Our own');
  const [link] = (await api.get(`/api/ical/${house.token}`)).body;
  calendar = new URL(link.url).pathname;
});

const ask = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
  api.app.inject({ method, url, headers });
const gzip = { 'accept-encoding': 'gzip' };

describe('an answer that is large enough', () => {
  test.each([
    ['gzip', 'gzip', gunzipSync],
    ['br, gzip', 'br', brotliDecompressSync],
    ['gzip, deflate, br, zstd', 'zstd', zstdDecompressSync],
    ['gzip;q=1, br;q=0', 'gzip', gunzipSync],
  ] as const)('is compressed for %s', async (accepted, coding, decompress) => {
    const plain = await ask('/api/desk/api_token');
    const answer = await ask('/api/desk/api_token', { 'accept-encoding': accepted });
    expect(answer.headers['content-encoding']).toBe(coding);
    expect(JSON.parse(decompress(answer.rawPayload).toString())).toEqual(plain.json());
    expect(answer.rawPayload.length).toBeLessThan(plain.rawPayload.length / 5);
  });

  test.each([
    {},
    { 'accept-encoding': 'identity' },
    { 'accept-encoding': 'compress' },
  ])('is sent as it is with %j, and says on what that depends', async (headers) => {
    const answer = await ask('/api/desk/api_token', headers as Record<string, string>);
    expect(answer.headers['content-encoding']).toBeUndefined();
    expect(answer.headers['vary']).toBe('accept-encoding');
  });

  test('is a streamed list, a table, a calendar, the description, or the explorer', async () => {
    for (const url of [
      '/api/availability/api_token?fromdate=2026-06-01&todate=2027-06-01',
      `/api/availability/${house.token}?fromdate=2026-06-01&todate=2026-12-01`,
      '/api/accounting/api_token?format=csv',
      '/api/openapi.json',
      '/swagger/static/swagger-ui.css',
    ]) {
      const answer = await ask(url, gzip);
      expect([url, answer.headers['content-encoding']]).toEqual([url, 'gzip']);
      expect(gunzipSync(answer.rawPayload).equals((await ask(url)).rawPayload)).toBe(true);
    }
  });

  test('has the headers of GET with HEAD', async () => {
    const url = `/api/availability/${house.token}?fromdate=2026-06-01&todate=2026-12-01`;
    const answer = await ask(url, gzip, 'HEAD');
    expect(answer.headers['content-encoding']).toBe('gzip');
    expect(answer.headers['etag']).toBe((await ask(url, gzip)).headers['etag']);
    expect(answer.rawPayload.length).toBe(0);
  });
});

test('a small answer is sent as it is', async () => {
  const answer = await ask(`/api/hotels/${house.token}`, gzip);
  expect(answer.headers['content-encoding']).toBeUndefined();
  expect(answer.headers['vary']).toBe('accept-encoding');
});

describe('the ETag', () => {
  test('of a compressed answer is weak, gets 304, and is taken by If-Match', async () => {
    const path = `/api/bookings/${house.token}?order_id=${house.ids.order}`;
    await api.request('PATCH', path, { body: { notes: 'a quiet room '.repeat(60) } });
    const plain = await ask(path);
    const answer = await ask(path, gzip);
    expect(answer.headers['content-encoding']).toBe('gzip');
    const etag = String(answer.headers['etag']);
    expect(etag).toBe(`W/${plain.headers['etag']}`);
    const unchanged = await ask(path, { ...gzip, 'if-none-match': etag });
    expect([unchanged.statusCode, unchanged.headers['vary']]).toEqual([304, 'accept-encoding']);
    const headers = { 'if-match': etag };
    const changed = await api.request('PATCH', path, { body: { notes: 'x' }, headers });
    expect(changed.status).toBe(200);
  });
});

describe('not compressed', () => {
  const secret = operations.filter(({ operation }) => operation.hasSecrets);

  test('are the answers with addresses that are secrets', async () => {
    for (const { side, operation } of secret) {
      const { path } = sampleRequest(operation, house.ids, house.token);
      const key = side === 'operator' ? { authorization: `Bearer ${OPERATOR_KEY}` } : {};
      const answer = await ask(path, { ...gzip, ...key });
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['content-encoding']).toBeUndefined();
    }
    expect(secret.map(({ operation }) => operation.name).toSorted()).toEqual([
      'getChannel',
      'listChannels',
      'listIcalLinks',
      'listIcalLinks',
    ]);
  });

  test('is any other answer with the key of a calendar in it', async () => {
    const key = calendar.slice('/ical/'.length, -'.ics'.length);
    for (const operation of publicOperations) {
      if (operation.method !== 'GET' || operation.hasSecrets) continue;
      const { path } = sampleRequest(operation, house.ids, house.token);
      expect([operation.name, (await api.get(path)).text.includes(key)]).toEqual([operation.name, false]);
    }
  });

  test('are answers of writes', async () => {
    const names = Array.from({ length: 60 }, (_, i) => `Unit ${i} of the second`);
    const body = { room_id: house.rooms[1], names };
    const headers = { ...gzip, 'content-type': 'application/json' };
    const answer = await api.app.inject({
      method: 'POST',
      url: `/api/units/${house.token}`,
      headers,
      payload: body,
    });
    expect([answer.statusCode, answer.headers['content-encoding']]).toEqual([200, undefined]);
    expect(answer.rawPayload.length).toBeGreaterThan(1_024);
  });
});
