// Errors of the HTTP API: always problem documents, whatever the error and wherever it is detected.
import { describe, expect, test } from 'vitest';
import { operatorOperations, publicOperations } from '../../src/api/operations.ts';
import { PROBLEMS } from '../../src/problems.ts';
import { buildServer, useApi } from '../harness/api.ts';
import { connectForTest } from '../harness/connect.ts';
import { fingerprint } from './database-dump.ts';
import { expectProblem } from './expectations.ts';

const api = useApi();
const JSON_TYPE = { 'content-type': 'application/json' };

describe('a path that does not exist', () => {
  test.each([
    '/nothing',
    '/api',
    '/api/',
    '/api/bookings',
    '/api/bookings/',
    '/api/Bookings/api_token',
    '/api/bookings/api_token/1',
    '/api//bookings/api_token',
    '/api/bookings/%zz',
    '/api/bookings/%c3%28',
    '/api/bookings/%',
    '/%00',
    `/api/bookings/${'a'.repeat(2_000)}`,
    '/operator',
    '/operator/nothing',
    '/operator/properties/1/nothing',
    '/..%2f..%2fetc/passwd',
    '/swagger/static/..%2f..%2fpackage.json',
  ])('%s is 404 not_found', async (path) => {
    for (const method of ['GET', 'POST', 'DELETE']) {
      expectProblem(await api.request(method, path), 404, 'not_found');
    }
  });
});

test.each(['nothing', '__proto__', 'toString'])('a problem named %s is not found', async (code) => {
  expectProblem(await api.get(`/problems/${code}`), 404, 'not_found');
});

describe('a method that a path does not accept', () => {
  const paths = Map.groupBy([...publicOperations, ...operatorOperations], (operation) => operation.path);

  test.each([...paths])('is 405 with Allow: %s', async (path, operations) => {
    const url = path.replaceAll(/\{\w+\}/g, '1');
    const allowed = operations.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'QUERY']) {
      if (allowed.includes(method)) continue;
      const answer = await api.request(method, url);
      if (method === 'HEAD') expect([answer.status, answer.text]).toEqual([405, '']);
      else expectProblem(answer, 405, 'method_not_allowed');
      expect(answer.headers.allow).toBe([...new Set(allowed)].join(', '));
    }
  });

  test.each([
    ['/healthz', 'GET, HEAD'],
    ['/readyz', 'GET, HEAD'],
    ['/metrics', 'GET, HEAD'],
    ['/api/openapi.json', 'GET, HEAD'],
    ['/operator/openapi.json', 'GET, HEAD'],
    ['/problems/not_found', 'GET, HEAD'],
  ])('is 405 for %s too', async (path, allow) => {
    const answer = await api.request('POST', path);
    expectProblem(answer, 405, 'method_not_allowed');
    expect(answer.headers.allow).toBe(allow);
  });
});

describe('a body', () => {
  const post = async (raw: string | Buffer, headers: Record<string, string> = JSON_TYPE) => {
    const { token } = await api.property();
    const before = await fingerprint(api.db);
    const answer = await api.request('POST', `/api/messages/${token}`, { raw, headers });
    expect(await fingerprint(api.db)).toBe(before);
    return answer;
  };

  test.each([
    ['{'],
    ['{}}'],
    ["{'rid':1}"],
    ['{"rid":1,}'],
    ['{"rid":01}'],
    ['{"rid":NaN}'],
    ['\ufeff{}'],
    ['{"reply":"\n"}'],
    ['// {}'],
    ['undefined'],
    [' '],
  ])('that is no JSON is 400 invalid_data: %j', async (raw) => {
    expectProblem(await post(raw), 400, 'invalid_data');
  });

  test.each([
    'null',
    'true',
    '1',
    '""',
    '[]',
    '[{}]',
    '{}',
  ])('that is JSON but not what is wanted is 400 invalid_data: %s', async (raw) => {
    expectProblem(await post(raw), 400, 'invalid_data');
  });

  test('that is empty is 400 invalid_data', async () => {
    expectProblem(await post(''), 400, 'invalid_data', ['body']);
  });

  test.each([
    ['Latin-1', Buffer.from('{"rid":1,"reply":"José"}', 'latin1')],
    ['UTF-16', Buffer.from('{"rid":1,"reply":"José"}', 'utf16le')],
    ['a cut character', Buffer.from('{"rid":1,"reply":"😀"}').fill(0xff, 20, 21)],
  ])('that is not UTF-8 is 400 invalid_data, not stored with question marks: %s', async (_, raw) => {
    expectProblem(await post(raw), 400, 'invalid_data');
  });

  test.each([
    ['text/plain'],
    ['application/x-www-form-urlencoded'],
    ['multipart/form-data; boundary=x'],
    ['application/jsonx'],
    ['application/ld+json'],
    ['text/json'],
    ['*/*'],
    [';;;'],
    [''],
  ])('with Content-Type "%s" is 415', async (type) => {
    expectProblem(
      await post('{"rid":1,"reply":"x"}', { 'content-type': type }),
      415,
      'unsupported_media_type',
    );
  });

  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'Application/JSON',
    'application/json; charset="utf-8"; x=y',
  ])('with Content-Type "%s" is read', async (type) => {
    const answer = await post('{"rid":1,"reply":"x"}', { 'content-type': type });
    expectProblem(answer, 400, 'unknown_booking');
  });

  test('beyond 256 KiB is 413, counted or not', async () => {
    expectProblem(await post(`{"rid":1,"reply":"${'x'.repeat(256 * 1024)}"}`), 413, 'payload_too_large');
  });

  test.each([
    ['in a member that is not known', (deep: string) => `{"rid":1,"reply":"x","more":${deep}}`],
    ['in the place of a text', (deep: string) => `{"rid":1,"reply":${deep}}`],
    ['as a whole', (deep: string) => deep],
  ])('of 30,000 levels is 400 invalid_data: %s', async (_, write) => {
    const lists = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
    const objects = `${'{"a":'.repeat(30_000)}1${'}'.repeat(30_000)}`;
    for (const deep of [lists, objects]) {
      const headers = { ...JSON_TYPE, 'idempotency-key': 'deep' };
      expectProblem(await post(write(deep), headers), 400, 'invalid_data');
    }
  });

  test('of a GET is not looked at', async () => {
    const { token } = await api.property();
    const answer = await api.request('GET', `/api/rentals/${token}`, { raw: '{', headers: JSON_TYPE });
    expect(answer.status).toBe(200);
  });
});

describe('what goes wrong inside', () => {
  test('is 500 server_error, with the request id and nothing of the inside', async () => {
    const { token } = await api.property();
    await api.db.query('alter table rooms rename to rooms_elsewhere');
    try {
      const answer = await api.get(`/api/rentals/${token}`, { 'x-request-id': 'find-me' });
      expectProblem(answer, 500, 'server_error');
      expect(answer.body.request_id).toBe('find-me');
      expect(answer.text).not.toMatch(/rooms|relation|select|\.ts|stack/i);
      expect(answer.headers.etag).toBeUndefined();
    } finally {
      await api.db.query('alter table rooms_elsewhere rename to rooms');
    }
  });

  test('is 503 with Retry-After when the database cannot be reached', async () => {
    const db = connectForTest('postgresql://nobody@127.0.0.1:1/nowhere', { poolSize: 1 });
    const app = await buildServer(db);
    const answer = await app.inject('/api/rentals/api_token');
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'temporarily_unavailable']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(answer.body).not.toMatch(/127\.0\.0\.1|ECONN|nobody/);
    const ready = await app.inject('/readyz');
    expect([ready.statusCode, (await app.inject('/healthz')).statusCode]).toEqual([503, 200]);
    await app.close();
    await db.close();
  });
});

describe('the type of a problem', () => {
  test.each(Object.entries(PROBLEMS))('%s leads to an explanation', async (code, { status, title }) => {
    const answer = await api.get(`/problems/${code}`);
    expect([answer.status, answer.body]).toEqual([200, { code, status, title }]);
  });
});
