// Event streams of the sample property are counted by address: one visitor does not take those of all others.
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { useApi } from '../harness/api.ts';

const api = useApi({ trustProxy: 1 });

test('an address may have twenty, and another one as many', async () => {
  await api.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = api.app.server.address() as AddressInfo;
  const open = async (ip: string) => {
    const headers = { accept: 'text/event-stream', 'x-forwarded-for': ip };
    const request = http.get({ port, path: '/api/events/api_token', headers, agent: false });
    onTestFinished(() => void request.destroy());
    const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
    return answer;
  };
  const one = await Promise.all(Array.from({ length: 20 }, () => open('192.0.2.1')));
  expect(one.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200));
  const refused = await open('192.0.2.1');
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60']);
  expect((await open('192.0.2.2')).statusCode).toBe(200);
});
