// Event streams of the sample property are counted by address: one visitor cannot use up those of all others.
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { useApi } from '../harness/api.ts';

const api = useApi({ sample: true, trustProxy: 1 });

beforeAll(() => api.app.listen({ host: '127.0.0.1', port: 0 }));

async function open(ip: string): Promise<http.IncomingMessage> {
  const { port } = api.app.server.address() as AddressInfo;
  const headers = { accept: 'text/event-stream', 'x-forwarded-for': ip };
  const request = http.get({ port, path: '/api/events/api_token', headers, agent: false });
  onTestFinished(() => void request.destroy());
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
  return answer;
}

test('an address may have twenty, and another one as many', async () => {
  const one = await Promise.all(Array.from({ length: 20 }, () => open('192.0.2.1')));
  expect(one.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200));
  const refused = await open('192.0.2.1');
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60']);
  expect((await open('192.0.2.2')).statusCode).toBe(200);
});

test('the addresses of an IPv6 network have twenty together', async () => {
  const one = await Promise.all(Array.from({ length: 20 }, (_, i) => open(`2001:db8:1:2::${i + 1}`)));
  expect(one.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200));
  expect((await open('2001:db8:1:2:ffff::1')).statusCode).toBe(429);
  expect((await open('2001:db8:1:3::1')).statusCode).toBe(200);
});
