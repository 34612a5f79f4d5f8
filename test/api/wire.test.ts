// On a real connection: invalid HTTP, wrong lengths, and requests to a stopping server.
import net, { type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildServer, type TestProperty, useApi } from '../harness/api.ts';
import { MOMENT } from './expectations.ts';

const api = useApi();
let port: number;
let property: TestProperty;

beforeAll(async () => {
  await api.app.listen({ host: '127.0.0.1', port: 0 });
  port = (api.app.server.address() as AddressInfo).port;
  property = await api.property();
});

/** Sends the pieces unchanged and returns all that was received until the connection ended. */
function send(pieces: (string | Buffer)[], to = port): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = net.connect(to, '127.0.0.1', () => {
      for (const piece of pieces) socket.write(piece);
    });
    socket.setEncoding('utf8');
    socket.on('data', (data) => {
      text += data;
      // The server may keep the connection open; the test does not wait for its end.
      if (/connection: keep-alive/i.test(text)) socket.end();
    });
    socket.on('close', () => resolve(text));
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' || error.code === 'EPIPE' ? resolve(text) : reject(error),
    );
  });
}

function read(text: string) {
  const [head = '', body = ''] = text.split('\r\n\r\n', 2);
  const [line = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((one) => [
      one.slice(0, one.indexOf(':')).toLowerCase(),
      one.slice(one.indexOf(':') + 1).trim(),
    ]),
  );
  return {
    status: Number(line.split(' ')[1]),
    headers,
    body: body.startsWith('{') ? JSON.parse(body) : body,
  };
}

function expectWireProblem(text: string, status: number, code: string): void {
  const answer = read(text);
  expect({ status: answer.status, code: answer.body.code }, text).toEqual({ status, code });
  expect(answer.headers).toMatchObject({
    'content-type': 'application/problem+json; charset=utf-8',
    'x-executed-at': expect.stringMatching(MOMENT),
    'server-timing': expect.stringMatching(/^app;dur=/),
    'referrer-policy': 'no-referrer',
    'x-request-id': answer.body.request_id,
  });
}

const HEAD = 'host: innwire.test\r\nconnection: close\r\n';
const post = (token: string, headers: string, body: string | Buffer) => [
  `POST /api/messages/${token} HTTP/1.1\r\n${HEAD}content-type: application/json\r\n${headers}\r\n`,
  body,
];

describe('a request that is no HTTP', () => {
  test.each([
    ['garbage', 'hello\r\n\r\n'],
    ['a space in the path', `GET /api/book ings/x HTTP/1.1\r\n${HEAD}\r\n`],
    ['a control character in the path', `GET /api/\u0001 HTTP/1.1\r\n${HEAD}\r\n`],
    ['a header without a name', `GET /healthz HTTP/1.1\r\n${HEAD}: x\r\n\r\n`],
    ['a line break within a header', `GET /healthz HTTP/1.1\r\n${HEAD}x: a\rb\r\n\r\n`],
    ['NUL in a header', `GET /healthz HTTP/1.1\r\n${HEAD}x: a\0b\r\n\r\n`],
    ['two lengths', `POST /healthz HTTP/1.1\r\n${HEAD}content-length: 1\r\ncontent-length: 2\r\n\r\nab`],
    ['a length that is no number', `POST /healthz HTTP/1.1\r\n${HEAD}content-length: ten\r\n\r\n`],
    ['a negative length', `POST /healthz HTTP/1.1\r\n${HEAD}content-length: -1\r\n\r\n`],
    [
      'a length and chunks',
      `POST /healthz HTTP/1.1\r\n${HEAD}content-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    [
      'a chunk of no length',
      `POST /api/messages/api_token HTTP/1.1\r\n${HEAD}transfer-encoding: chunked\r\n\r\nzz\r\n`,
    ],
    ['another protocol', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
  ])('is answered with a problem, and nothing else: %s', async (_, request) => {
    const text = await send([request]);
    const { status } = read(text);
    expect([400, 403], text).toContain(status);
    expectWireProblem(text, status, status === 403 ? 'demo_mode' : 'invalid_data');
  });

  test('with headers of 20,000 characters is 431', async () => {
    const text = await send([`GET /healthz HTTP/1.1\r\n${HEAD}x: ${'x'.repeat(20_000)}\r\n\r\n`]);
    expectWireProblem(text, 431, 'headers_too_large');
  });
});

describe('a request', () => {
  test.each([
    ['without a Host header', 'GET /healthz HTTP/1.1\r\nconnection: close\r\n\r\n', 'has no Host header'],
    [
      'with two Host headers',
      `GET /healthz HTTP/1.1\r\n${HEAD}Host: other.test\r\n\r\n`,
      'has 2 Host headers',
    ],
  ])('%s is refused with a problem', async (_, request, message) => {
    const text = await send([request]);
    expectWireProblem(text, 400, 'invalid_data');
    expect(read(text).body.detail).toContain(message);
  });

  test('of HTTP/1.0 needs no Host header', async () => {
    expect(read(await send(['GET /healthz HTTP/1.0\r\n\r\n'])).status).toBe(200);
  });
});

describe('a body', () => {
  test('that is shorter than its length is never acted on', async () => {
    const [head, body] = post(property.token, 'content-length: 500\r\n', '{"rid":1,"reply":"x"}');
    const socket = net.connect(port, '127.0.0.1');
    await new Promise((resolve) => socket.write(`${head}${body}`, resolve));
    socket.destroy();
    expect(await api.db.query('select 1 from messages')).toEqual([]);
  });

  test('that is longer than its length is read to its length, and the rest is no request', async () => {
    const text = await send(post(property.token, 'content-length: 2\r\n', '{}GARBAGE'));
    expectWireProblem(text, 400, 'invalid_data');
    expect(text.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  test('in chunks is read, and refused where it grows too large', async () => {
    const chunk = (body: string) => `${body.length.toString(16)}\r\n${body}\r\n`;
    const chunked = 'transfer-encoding: chunked\r\n';
    const small = await send(
      post(property.token, chunked, `${chunk('{"rid":1,')}${chunk('"reply":"x"}')}0\r\n\r\n`),
    );
    expectWireProblem(small, 400, 'unknown_booking');
    const large = await send(post(property.token, chunked, `${chunk('x'.repeat(1_100_000))}0\r\n\r\n`));
    expectWireProblem(large, 413, 'payload_too_large');
  });

  test('whose length says that it is too large is refused before it comes', async () => {
    const text = await send(post(property.token, 'content-length: 999999999999\r\n', '{'));
    expectWireProblem(text, 413, 'payload_too_large');
  });

  test('that is compressed is not JSON', async () => {
    const text = await send(
      post(
        property.token,
        'content-encoding: gzip\r\ncontent-length: 4\r\n',
        Buffer.from([0x1f, 0x8b, 8, 0]),
      ),
    );
    expectWireProblem(text, 400, 'invalid_data');
  });

  test('is asked for when the client expects that', async () => {
    const text = await send(
      post(property.token, 'expect: 100-continue\r\ncontent-length: 21\r\n', '{"rid":1,"reply":"x"}'),
    );
    expect(text).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 400 /);
  });
});

describe('a request target', () => {
  test('in absolute form is served, and its Link leads back to this server', async () => {
    await api.operator('POST', `/properties/${property.hotelId}/rooms`, { name: 'R', capacity: 1, price: 1 });
    const path = `/api/rentals/${property.token}?limit=1`;
    const text = await send([`GET http://elsewhere.example${path} HTTP/1.1\r\n${HEAD}\r\n`]);
    const { status, headers } = read(text);
    expect(status).toBe(200);
    expect(headers.link).toMatch(/^<http:\/\/innwire\.test\/api\/rentals\/pms_live_\w+\?limit=1&cursor=/);
  });

  test('cannot put lines into the answer', async () => {
    const attempt = '%0d%0aset-cookie:%20a=b';
    for (const [query, status] of [
      [`channel=${attempt}`, 200],
      [`x=${attempt}`, 400],
      [`${attempt}=x`, 400],
    ]) {
      const path = `/api/bookings/${property.token}?limit=1&${query}`;
      const text = await send([`GET ${path} HTTP/1.1\r\n${HEAD}x-request-id: a%0d%0ab\r\n\r\n`]);
      expect(read(text).status).toBe(status);
      expect(text).not.toMatch(/^set-cookie/im);
    }
  });
});

test('a server that stops begins no further request', async () => {
  const app = await buildServer(api.db, { now: () => Temporal.Instant.from('2026-06-15T10:00:00Z') });
  const [stopping, asked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  app.addHook('preClose', () => {
    stopping.resolve();
    return asked.promise;
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port: own } = app.server.address() as AddressInfo;
  const closed = app.close();
  await stopping.promise;
  // The server closes connections on which no request has come yet; whoever meets that asks again.
  let text = '';
  while (text === '')
    text = await send([`GET /api/rentals/${property.token} HTTP/1.1\r\nhost: x\r\n\r\n`], own);
  asked.resolve();
  await closed;
  expectWireProblem(text, 503, 'temporarily_unavailable');
  expect(read(text).headers['retry-after']).toBe('1');
});

afterAll(() => api.app.server.closeAllConnections());
