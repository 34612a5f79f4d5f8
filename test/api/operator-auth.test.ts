// The operator's side: one key opens all of it, nothing else does.
import { describe, expect, test } from 'vitest';
import { operatorOperations } from '../../src/api/operator/index.ts';
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
