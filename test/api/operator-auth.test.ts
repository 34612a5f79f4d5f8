// Authentication of the operator API: only the operator key opens it.
import { describe, expect, test } from 'vitest';
import { operatorOperations } from '../../src/api/operations.ts';
import { OPERATOR_KEY, useApi } from '../harness/api.ts';
import { fingerprint } from './database-dump.ts';
import { expectProblem } from './expectations.ts';

const api = useApi();

const CALLS: [string, string][] = [
  ...operatorOperations.map(
    ({ method, path }) => [method, path.replaceAll(/\{\w+\}/g, '1')] as [string, string],
  ),
  ['GET', '/operator/openapi.json'],
  ['GET', '/metrics'],
];

let addresses = 0;
/** Returns another address for each call, because addresses that send wrong keys are limited. */
const nextAddress = () => {
  addresses += 1;
  return `10.1.${addresses >> 8}.${addresses & 255}`;
};

describe.each(CALLS)('%s %s', (method, path) => {
  test('is 401 without the key, and changes nothing', async () => {
    const { token } = await api.property();
    const before = await fingerprint(api.db);
    const wrong = [
      undefined,
      '',
      'Bearer',
      'Bearer ',
      `Bearer ${OPERATOR_KEY}x`,
      `Bearer ${OPERATOR_KEY.slice(0, -1)}`,
      `Bearer ${OPERATOR_KEY} ${OPERATOR_KEY}`,
      `Bearer ${OPERATOR_KEY.toUpperCase()}`,
      `Basic ${btoa(`operator:${OPERATOR_KEY}`)}`,
      OPERATOR_KEY,
      `Bearer ${token}`,
      'Bearer api_token',
      'Bearer undefined',
    ];
    for (const authorization of wrong) {
      const answer = await api.request(method, path, {
        headers: authorization === undefined ? {} : { authorization },
        ip: nextAddress(),
      });
      expectProblem(answer, 401, 'unauthorized');
      expect(answer.headers['www-authenticate']).toMatch(/^Bearer /);
    }
    expectProblem(await api.request(method, `${path}?key=${OPERATOR_KEY}`), 401, 'unauthorized');
    expect(await fingerprint(api.db)).toBe(before);
  });
});

test('the scheme may be written in any case, with any number of blanks', async () => {
  for (const authorization of [`bearer ${OPERATOR_KEY}`, `BEARER   ${OPERATOR_KEY}`]) {
    const answer = await api.get('/operator/properties', { authorization });
    expect(answer.status).toBe(200);
  }
});

test('the key opens nothing of the public side', async () => {
  expectProblem(await api.get(`/api/hotels/${OPERATOR_KEY}`), 404, 'unknown_token');
});

test('health needs no key', async () => {
  expect((await api.get('/healthz')).body).toEqual({ status: 'up' });
  expect((await api.get('/readyz')).body).toEqual({ status: 'ready' });
  for (const path of ['/healthz', '/readyz']) {
    const answer = await api.request('HEAD', path);
    expect([answer.status, answer.text]).toEqual([200, '']);
  }
});

test('metrics are Prometheus text, labelled by route', async () => {
  const { token } = await api.property();
  await api.get(`/api/hotels/${token}`);
  const answer = await api.get('/metrics', { authorization: `Bearer ${OPERATOR_KEY}` });
  expect(answer.headers['content-type']).toMatch(/^text\/plain/);
  expect(answer.text).toMatch(
    /innwire_http_request_duration_seconds_count\{method="GET",route="\/api\/hotels\/:api_token",status="200"\} \d+/,
  );
});

describe('an address that sends wrong keys', () => {
  const call = (key: string | null, ip: string, headers: Record<string, string> = {}) =>
    api.request('GET', '/operator/properties', {
      ip,
      headers: { ...(key !== null && { authorization: `Bearer ${key}` }), ...headers },
    });
  const guess = async (ip: string, count: number, headers?: Record<string, string>) => {
    const statuses: number[] = [];
    for (let i = 0; i < count; i += 1) statuses.push((await call(`guess-${i}`, ip, headers)).status);
    return statuses;
  };

  test('is refused with 429 and Retry-After after ten in a minute, whatever it sends then', async () => {
    expect(await guess('198.51.100.1', 12)).toEqual([...Array(10).fill(401), 429, 429]);
    const refused = await call(OPERATOR_KEY, '198.51.100.1');
    expectProblem(refused, 429, 'rate_limited');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    for (const path of ['/operator/backup', '/operator/openapi.json', '/metrics'])
      expect((await api.request('GET', path, { ip: '198.51.100.1' })).status).toBe(429);
  });

  test('is slowed with all of its IPv6 network, and nobody else is', async () => {
    for (let i = 0; i < 10; i += 1) await guess(`2001:db8:5::${i + 1}`, 1);
    expect((await call(OPERATOR_KEY, '2001:db8:5::ffff')).status).toBe(429);
    expect((await call(OPERATOR_KEY, '2001:db8:6::1')).status).toBe(200);
    expect((await call(OPERATOR_KEY, '198.51.100.2')).status).toBe(200);
  });

  test('is not counted for requests without a key: a web page can make a browser send those', async () => {
    for (let i = 0; i < 15; i += 1) expect((await call(null, '127.0.0.1')).status).toBe(401);
    const basic = { authorization: `Basic ${btoa('a:b')}` };
    for (let i = 0; i < 15; i += 1) expect((await call(null, '127.0.0.1', basic)).status).toBe(401);
    expect((await call(OPERATOR_KEY, '127.0.0.1')).status).toBe(200);
  });

  test('through a proxy that is not trusted does not lock out the command line of this machine', async () => {
    expect((await guess('127.0.0.1', 11, { 'x-forwarded-for': '203.0.113.9' })).at(-1)).toBe(429);
    expect((await call(OPERATOR_KEY, '127.0.0.1')).status).toBe(200);
  });
});

test('a web page of another origin is given nothing: no answer allows it to send a key or read one', async () => {
  const origin = 'https://evil.example';
  const preflight = await api.request('OPTIONS', '/operator/properties', {
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type',
    },
  });
  const simple = await api.request('POST', '/operator/properties', {
    raw: '{"name":"x","currency":"EUR"}',
    headers: { origin, 'content-type': 'text/plain', cookie: `key=${OPERATOR_KEY}` },
  });
  expectProblem(simple, 401, 'unauthorized');
  for (const answer of [preflight, simple, await api.get('/operator/properties', { origin })])
    expect(Object.keys(answer.headers).filter((name) => /^access-control/.test(name))).toEqual([]);
});
