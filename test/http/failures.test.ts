// Server errors are logged under the request id that the caller receives.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildServer, keepLog, useApi } from '../harness/api.ts';

const api = useApi();
let app: FastifyInstance;
const log = keepLog('info');

beforeAll(async () => {
  app = await buildServer(api.db, { logger: log.logger });
  app.get('/swagger/breaks', { logLevel: 'silent' }, () => {
    throw new Error('broken on purpose');
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

test.each([
  '/swagger/static/..',
  '/swagger/static/%00',
  '/swagger/static//etc/passwd',
  '/swagger/static/..%5c..',
  '/swagger/static/../../package.json',
  '/swagger/static/%2e%2e/%2e%2e/package.json',
  '/swagger/static/nothing.js',
  '/swagger/static/%F0%9F',
])('%s is not there', async (url) => {
  const answer = await ask(url);
  expect(answer.status).toBe(404);
  expect(answer.type).toContain('application/problem+json');
  expect(JSON.parse(answer.text)).toMatchObject({ code: 'not_found' });
});

/** Sends a request with a path that is not normalized. */
function ask(path: string): Promise<{ status: number; type: string; text: string }> {
  const { port } = app.server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    http
      .get({ host: '127.0.0.1', port, path, agent: false }, async (answer) => {
        const text = Buffer.concat(await answer.toArray()).toString();
        resolve({ status: answer.statusCode!, type: answer.headers['content-type'] ?? '', text });
      })
      .on('error', reject);
  });
}

test('the explorer and its files are served', async () => {
  for (const url of ['/swagger', '/swagger/static/swagger-ui.css']) {
    const answer = await app.inject({ method: 'GET', url });
    expect(answer.statusCode, url).toBe(200);
  }
});

test('a failure is logged with its request id, also where a route logs nothing', async () => {
  const answer = await app.inject({ method: 'GET', url: '/swagger/breaks' });
  expect(answer.json()).toMatchObject({ code: 'server_error', status: 500 });
  const lines = log
    .text()
    .split('\n')
    .filter((line) => line.includes(answer.json().request_id));
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0]!)).toMatchObject({ level: 50, err: { message: 'broken on purpose' } });
});
