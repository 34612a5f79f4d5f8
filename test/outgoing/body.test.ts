// Bodies of responses: compressed, cut, slow, endless or huge ones stay within the limits; text is decoded by
// its charset.
import { once } from 'node:events';
import zlib from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { openOutgoing } from '../../src/outgoing/http.ts';
import { WAIT_LIMIT_MS } from '../harness/limits.ts';
import { startRawServer, startServer } from './local-server.ts';

const LIMITS = { timeoutMs: WAIT_LIMIT_MS, maxBodyBytes: 100_000 };
const outgoing = openOutgoing({ version: '1.2.3', allowPrivateNetwork: true });
afterAll(() => outgoing.close());

test.each([
  ['gzip', zlib.gzipSync],
  ['x-gzip', zlib.gzipSync],
  ['deflate', zlib.deflateSync],
  ['br', zlib.brotliCompressSync],
  ['zstd', zlib.zstdCompressSync],
  ['br, gzip', (text: string) => zlib.gzipSync(zlib.brotliCompressSync(text))],
  ['identity', (text: string) => text],
] as const)('%s is undone', async (encoding, pack) => {
  const server = await startServer((_, response) =>
    response.writeHead(200, { 'content-encoding': encoding }).end(pack('BEGIN:VCALENDAR')),
  );
  expect((await outgoing.send({ url: server.origin, ...LIMITS })).text()).toBe('BEGIN:VCALENDAR');
});

test.each(['gzip', 'br', 'deflate'] as const)('a %s bomb is stopped at the limit', async (encoding) => {
  const quality = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } };
  const zeros = Buffer.alloc(100_000_000);
  const pack = {
    gzip: zlib.gzipSync,
    deflate: zlib.deflateSync,
    br: () => zlib.brotliCompressSync(zeros, quality),
  };
  const bomb = pack[encoding](zeros);
  const server = await startServer((_, response) =>
    response.writeHead(200, { 'content-encoding': encoding }).end(bomb),
  );
  const before = process.memoryUsage().arrayBuffers;
  const sent = outgoing.send({ url: server.origin, timeoutMs: WAIT_LIMIT_MS, maxBodyBytes: 5_000_000 });
  await expect(sent).rejects.toMatchObject({ kind: 'too_large' });
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50_000_000);
});

test('a bomb inside another one is stopped at the limit', async () => {
  const bomb = zlib.gzipSync(zlib.gzipSync(Buffer.alloc(500_000_000)));
  const server = await startServer((_, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip, gzip' }).end(bomb),
  );
  const before = process.memoryUsage().arrayBuffers;
  const sent = outgoing.send({ url: server.origin, timeoutMs: WAIT_LIMIT_MS, maxBodyBytes: 5_000_000 });
  await expect(sent).rejects.toMatchObject({ kind: 'too_large' });
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50_000_000);
});

test.each(['compress', 'nonsense'])('the encoding %j is refused', async (encoding) => {
  const server = await startServer((_, response) =>
    response.writeHead(200, { 'content-encoding': encoding }).end('x'),
  );
  await expect(outgoing.send({ url: server.origin, ...LIMITS })).rejects.toMatchObject({ kind: 'protocol' });
});

test.each([
  ['gzip', 'nothing of the sort', Buffer.from('not gzip'), 'protocol'],
  ['zstd', 'nothing of the sort', Buffer.from('not zstd'), 'protocol'],
  ['gzip', 'cut', zlib.gzipSync('BEGIN:VCALENDAR'.repeat(50)).subarray(0, 30), 'network'],
])('%s that is %s fails', async (encoding, _, bytes, kind) => {
  const server = await startServer((__, response) =>
    response.writeHead(200, { 'content-encoding': encoding }).end(bytes),
  );
  await expect(outgoing.send({ url: server.origin, ...LIMITS })).rejects.toMatchObject({ kind });
});

test('a body is counted with and without content-length, and the connection is released', async () => {
  const server = await startServer(async (request, response) => {
    if (request.url === '/announced') response.setHeader('content-length', 1_000_000);
    let open = true;
    response.on('close', () => {
      open = false;
      response.emit('drain');
    });
    while (open) if (!response.write(Buffer.alloc(10_000))) await once(response, 'drain');
  });
  for (const path of ['/announced', '/endless']) {
    const sent = outgoing.send({ url: server.origin + path, ...LIMITS });
    await expect(sent).rejects.toMatchObject({ kind: 'too_large' });
  }
});

test('an announced body of just the limit passes, one byte more does not', async () => {
  const server = await startServer((request, response) =>
    response.end(Buffer.alloc(Number(request.url?.slice(1)))),
  );
  expect((await outgoing.send({ url: `${server.origin}/100000`, ...LIMITS })).body.length).toBe(100_000);
  await expect(outgoing.send({ url: `${server.origin}/100001`, ...LIMITS })).rejects.toMatchObject({
    kind: 'too_large',
  });
});

test('endless headers are too large', async () => {
  const server = await startRawServer((socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    for (let i = 0; i < 2_000; i += 1) socket.write(`x-${i}: ${'y'.repeat(100)}\r\n`);
  });
  await expect(outgoing.send({ url: server.origin, ...LIMITS })).rejects.toMatchObject({ kind: 'too_large' });
});

test.each([
  ['never answers', () => {}],
  [
    'stops in the headers',
    (socket: { write(text: string): void }) => socket.write('HTTP/1.1 200 OK\r\nx: 1\r\n'),
  ],
  [
    'stops in the body',
    (socket: { write(text: string): void }) =>
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nBEG'),
  ],
])('a server that %s runs into the total time', async (_, answer) => {
  const server = await startRawServer(answer);
  await expect(outgoing.send({ url: server.origin, ...LIMITS, timeoutMs: 150 })).rejects.toMatchObject({
    kind: 'timeout',
  });
});

test('an endless slow body, and slow redirects, end at the total time', async () => {
  let hops = 0;
  const server = await startServer((request, response) => {
    const timer = setInterval(() => {
      if (request.url === '/drip') response.write('.');
      else response.writeHead(302, { location: `/${hops}` }).end();
      hops += 1;
    }, 30);
    response.on('close', () => clearInterval(timer));
  });
  for (const path of ['/drip', '/redirect']) {
    const sent = outgoing.send({ url: server.origin + path, ...LIMITS, timeoutMs: 200, maxRedirects: 100 });
    await expect(sent).rejects.toMatchObject({ kind: 'timeout' });
  }
});

test('with a name server that never answers, the request ends at the total time', async () => {
  const unnotified = openOutgoing({ version: '1', allowPrivateNetwork: false, lookup: () => {} });
  await expect(
    unnotified.send({ url: 'http://slow.example/', ...LIMITS, timeoutMs: 100 }),
  ).rejects.toMatchObject({
    kind: 'timeout',
  });
  await unnotified.close();
});

test('the caller can cancel a request', async () => {
  const off = new AbortController();
  const server = await startRawServer(() => off.abort());
  const sent = outgoing.send({ url: server.origin, ...LIMITS, signal: off.signal });
  await expect(sent).rejects.toMatchObject({
    kind: 'network',
    message: 'The request to 127.0.0.1 was called off.',
  });
});

test.each([
  ['cut in the body', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nBEGIN:VCALENDAR', 'network'],
  ['cut in a chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nf\r\nBEGIN:VCAL', 'network'],
  ['cut between chunks', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nBEG\r\n', 'network'],
  ['cut in the headers', 'HTTP/1.1 200 OK\r\ncont', 'network'],
  ['not HTTP', 'SSH-2.0-OpenSSH_9.9\r\n', 'protocol'],
  ['of two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab', 'network'],
  ['of no length', 'HTTP/1.1 200 OK\r\ncontent-length: x\r\n\r\nab', 'protocol'],
])('an answer that is %s fails', async (_, bytes, kind) => {
  const server = await startRawServer((socket) => socket.end(bytes));
  await expect(outgoing.send({ url: server.origin, ...LIMITS })).rejects.toMatchObject({ kind });
});

test.each([
  [Buffer.from('Zoë', 'utf8'), 'text/calendar; charset=utf-8', 'Zoë'],
  [Buffer.from('Zoë', 'utf8'), 'text/calendar', 'Zoë'],
  [Buffer.from('\ufeffZoë', 'utf8'), 'text/calendar', 'Zoë'],
  [Buffer.from('Zoë', 'latin1'), 'text/calendar; charset="ISO-8859-1"', 'Zoë'],
  [Buffer.from('Zoë', 'latin1'), 'text/calendar;charset=latin1', 'Zoë'],
  [Buffer.from('Zoë', 'latin1'), 'text/calendar', 'Zoë'],
  [Buffer.from('Zoë', 'latin1'), 'text/calendar; charset=utf-8', 'Zoë'],
  [Buffer.from('Zoë – \x80'.replace('–', '\x96'), 'latin1'), 'text/calendar; charset=UTF-8', 'Zoë – €'],
  [Buffer.from('Zoë', 'latin1'), 'text/calendar; charset=us-ascii', 'Zoë'],
  [Buffer.from('Zoë', 'utf8'), 'text/calendar; charset=ISO-8859-1', 'Zoë'],
  [Buffer.from('Zoë', 'utf16le'), 'text/calendar; charset=utf-16le', 'Zoë'],
  [Buffer.from('Zoë', 'utf8'), 'text/calendar; charset=nonsense', 'Zoë'],
])('%o as %s reads %s', async (bytes, type, text) => {
  const server = await startServer((_, response) =>
    response.writeHead(200, { 'content-type': type }).end(bytes),
  );
  expect((await outgoing.send({ url: server.origin, ...LIMITS })).text()).toBe(text);
});
