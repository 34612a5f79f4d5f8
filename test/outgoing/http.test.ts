// The HTTP client: requests and responses, redirects and the headers they keep, and errors.
import zlib from 'node:zlib';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { openOutgoing } from '../../src/outgoing/http.ts';
import { WAIT_LIMIT_MS } from '../harness/limits.ts';
import { startRawServer, startServer } from './local-server.ts';

const LIMITS = { timeoutMs: WAIT_LIMIT_MS, maxBodyBytes: 100_000 };
const outgoing = openOutgoing({ version: '1.2.3', allowPrivateNetwork: true });
afterAll(() => outgoing.close());

test('a GET has our user agent and returns status, headers, bytes, text and duration', async () => {
  const server = await startServer((_, response) =>
    response.writeHead(418, { 'X-Kind': 'teapot', 'set-cookie': ['a=1', 'b=2'] }).end('häh'),
  );
  const answer = await outgoing.send({ url: `${server.origin}/pot?x=1#frag`, ...LIMITS });
  expect(answer).toMatchObject({ status: 418, url: `${server.origin}/pot?x=1` });
  expect(answer.headers).toMatchObject({ 'x-kind': 'teapot', 'set-cookie': 'a=1, b=2' });
  expect(answer.body).toEqual(Buffer.from('häh'));
  expect(answer.text()).toBe('häh');
  expect(answer.durationMs).toBeGreaterThan(0);
  expect(server.requests[0]?.headers).toMatchObject({
    'user-agent': 'innwire/1.2.3',
    'accept-encoding': 'gzip, br',
  });
});

test('a POST carries its body and headers, and a redirect is its answer', async () => {
  let body = '';
  const server = await startServer(async (request, response) => {
    for await (const chunk of request) body += chunk;
    response.writeHead(307, { location: '/elsewhere' }).end();
  });
  const answer = await outgoing.send({
    url: `${server.origin}/hook`,
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Webhook-Signature': 'v1,abc', 'User-Agent': 'other' },
    body: '{"a":"ü"}',
    ...LIMITS,
    maxRedirects: 5,
  });
  expect(answer.status).toBe(307);
  expect(body).toBe('{"a":"ü"}');
  expect(server.requests.length).toBe(1);
  expect(server.requests[0]?.headers).toMatchObject({
    'webhook-signature': 'v1,abc',
    'content-length': '10',
    'user-agent': 'other',
  });
});

test('requests that hang exhaust the connections of other requests, not those of urgent ones', async () => {
  const narrow = openOutgoing({ version: '0', allowPrivateNetwork: true, connectionsPerOrigin: 2 });
  onTestFinished(() => narrow.close());
  const server = await startServer((request, response) => {
    if (request.url === '/urgent') response.end('here');
  });
  const hanging = [1, 2, 3].map(() =>
    narrow.send({ url: `${server.origin}/hang`, ...LIMITS }).catch((error) => error.kind),
  );
  await expect.poll(() => server.requests.length).toBe(2);
  const answer = await narrow.send({ url: `${server.origin}/urgent`, ...LIMITS, urgent: true });
  expect(answer.text()).toBe('here');
  expect(server.requests).toHaveLength(3);
  await narrow.close();
  await Promise.all(hanging);
});

test('a response that pauses for too long is aborted, one that keeps coming is not', async () => {
  const server = await startServer(async (request, response) => {
    response.write('a');
    if (request.url === '/pauses') return;
    for (let i = 0; i < 20; i += 1) {
      await new Promise((later) => setTimeout(later, 100));
      response.write('b');
    }
    response.end();
  });
  const limits = { ...LIMITS, idleMs: 1_500 };
  await expect(outgoing.send({ url: `${server.origin}/pauses`, ...limits })).rejects.toMatchObject({
    kind: 'timeout',
    message: '127.0.0.1 did not answer in time.',
  });
  const answer = await outgoing.send({ url: `${server.origin}/keeps-coming`, ...limits });
  expect(answer.text()).toBe(`a${'b'.repeat(20)}`);
});

test('connections are kept for the next request, also after 304 and 204', async () => {
  const server = await startServer((request, response) => {
    response.writeHead(Number(request.url?.slice(1)), { 'content-encoding': 'gzip' });
    response.end(request.url === '/200' && request.method === 'GET' ? zlib.gzipSync('x') : undefined);
  });
  for (const path of ['/200', '/304', '/304', '/204', '/204', '/200', '/304', '/204', '/200']) {
    expect((await outgoing.send({ url: server.origin + path, ...LIMITS })).status).toBe(
      Number(path.slice(1)),
    );
  }
  expect(server.connections()).toBeLessThanOrEqual(2); // undici opens a second one if the first is just being returned to the pool
  const head = await outgoing.send({ url: `${server.origin}/200`, method: 'HEAD', ...LIMITS });
  expect(head.body.length).toBe(0);
});

test('userinfo becomes Basic authentication, and the answer’s address lost it', async () => {
  const server = await startServer((_, response) => response.end());
  const url = server.origin.replace('http://', 'http://ada:p%40ss%25w@');
  const answer = await outgoing.send({ url, ...LIMITS });
  expect(server.requests[0]?.headers.authorization).toBe(
    `Basic ${Buffer.from('ada:p@ss%w').toString('base64')}`,
  );
  expect(answer.url).toBe(`${server.origin}/`);
  await outgoing.send({ url, headers: { Authorization: 'Bearer t' }, ...LIMITS });
  expect(server.requests[1]?.headers.authorization).toBe('Bearer t');
});

test('a redirect to the same origin keeps credentials, to another origin drops them', async () => {
  const target = await startServer((_, response) => response.end('here'));
  const server = await startServer((request, response) =>
    request.url === '/1'
      ? response.writeHead(301, { location: '2' }).end('moved')
      : response.writeHead(302, { location: `${target.origin}/x` }).end('moved'),
  );
  const headers = { authorization: 'Bearer t', cookie: 'c=1', 'x-api-key': 'k', accept: 'text/calendar' };
  const answer = await outgoing.send({ url: `${server.origin}/1`, headers, ...LIMITS, maxRedirects: 2 });
  expect(answer).toMatchObject({ status: 200, url: `${target.origin}/x` });
  expect(server.requests[1]?.headers).toMatchObject(headers);
  expect(target.requests[0]?.headers).toMatchObject({
    accept: 'text/calendar',
    'user-agent': 'innwire/1.2.3',
  });
  for (const name of ['authorization', 'cookie', 'x-api-key']) {
    expect(target.requests[0]?.headers).not.toHaveProperty(name);
  }
});

test('userinfo of the first address does not follow to another origin', async () => {
  const target = await startServer((_, response) => response.end('here'));
  const server = await startServer((_, response) =>
    response.writeHead(302, { location: target.origin }).end(),
  );
  await outgoing.send({ url: server.origin.replace('//', '//ada:secret@'), ...LIMITS, maxRedirects: 1 });
  expect(target.requests[0]?.headers).not.toHaveProperty('authorization');
});

test.each([
  ['in a circle', 302, () => '/again', 5, 2],
  ['to ever new addresses', 308, (url: string) => `${url}1`, 5, 6],
  ['to ever new addresses', 302, (url: string) => `${url}1`, 1, 2],
])('redirects %s (%i) end', async (_, status, next, maxRedirects, requests) => {
  const server = await startServer(({ url = '' }, response) =>
    response.writeHead(status, { location: next(url) }).end(),
  );
  await expect(outgoing.send({ url: server.origin, ...LIMITS, maxRedirects })).rejects.toMatchObject({
    kind: 'redirects',
  });
  expect(server.requests.length).toBe(requests);
});

test.each([
  [undefined, 'redirects'],
  ['http://[', 'redirects'],
  ['file:///etc/passwd', 'blocked'],
  ['javascript:alert(1)', 'blocked'],
])('a redirect to %s fails', async (location, kind) => {
  const server = await startServer((_, response) =>
    response.writeHead(302, location ? { location } : {}).end(),
  );
  await expect(outgoing.send({ url: server.origin, ...LIMITS, maxRedirects: 5 })).rejects.toMatchObject({
    kind,
  });
});

test('a redirect is an answer where none are allowed', async () => {
  const server = await startServer((_, response) => response.writeHead(302, { location: '/x' }).end('moved'));
  expect(await outgoing.send({ url: server.origin, ...LIMITS })).toMatchObject({
    status: 302,
    headers: { location: '/x' },
  });
});

test('a refused connection and a TLS failure are network failures', async () => {
  const server = await startRawServer((socket) => socket.end('no TLS here'));
  const url = `https://127.0.0.1:${server.port}/s3cr3t`;
  await expect(outgoing.send({ url, ...LIMITS })).rejects.toMatchObject({ kind: 'network' });
  await expect(outgoing.send({ url: 'http://127.0.0.1:1/', ...LIMITS })).rejects.toMatchObject({
    kind: 'network',
    message: '127.0.0.1 refused the connection.',
  });
});

test('a request that is not HTTP is not sent', async () => {
  const server = await startServer((_, response) => response.end());
  const headers = { 'x-evil': 'a\r\nhost: b' };
  await expect(outgoing.send({ url: server.origin, headers, ...LIMITS })).rejects.toMatchObject({
    kind: 'protocol',
  });
  expect(server.requests).toEqual([]);
});

test('no failure repeats a secret of the address', async () => {
  const server = await startRawServer((socket) => socket.destroy());
  const url = `http://ada:hunter2@127.0.0.1:${server.port}/token-s3cr3t?key=k3y`;
  const error = await outgoing.send({ url, ...LIMITS }).catch((thrown: Error) => thrown);
  const all = `${error} ${JSON.stringify(error)} ${(error as Error).stack} ${String((error as Error).cause)}`;
  expect(all).not.toMatch(/ada|hunter2|s3cr3t|k3y/);
});

test('after closing no request is sent, and requests under way fail', async () => {
  const arrived = Promise.withResolvers<void>();
  const server = await startRawServer(() => arrived.resolve());
  const other = openOutgoing({ version: '1', allowPrivateNetwork: true });
  const sent = other.send({ url: server.origin, ...LIMITS });
  const failure = expect(sent).rejects.toMatchObject({ name: 'OutgoingError' });
  await arrived.promise;
  await other.close();
  await failure;
  await expect(other.send({ url: server.origin, ...LIMITS })).rejects.toMatchObject({
    name: 'OutgoingError',
  });
});
