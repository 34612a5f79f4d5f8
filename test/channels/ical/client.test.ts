// Fetching a feed from a real server: validators, statuses, encodings, and responses that are not a calendar.
import { readFileSync } from 'node:fs';
import zlib from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { fetchCalendar } from '../../../src/channels/ical/client.ts';
import { openOutgoing } from '../../../src/outgoing/http.ts';
import { startRawServer, startServer } from '../../outgoing/local-server.ts';

const outgoing = openOutgoing({ version: '1.2.3', allowPrivateNetwork: true });
afterAll(() => outgoing.close());

const AIRBNB = readFileSync(new URL('../../fixtures/ical/airbnb-current.ics', import.meta.url), 'utf8');
const FIRST = { etag: null, lastModified: null };

test('a calendar is returned with its validators, and the request has our headers', async () => {
  const server = await startServer((_, response) =>
    response.writeHead(200, { etag: 'W/"1"', 'last-modified': 'Mon, 01 Mar 2027 10:15:00 GMT' }).end(AIRBNB),
  );
  expect(
    await fetchCalendar(outgoing, { url: `${server.origin}/calendar/ical/1.ics?s=x`, ...FIRST }),
  ).toEqual({
    kind: 'calendar',
    text: AIRBNB,
    etag: 'W/"1"',
    lastModified: 'Mon, 01 Mar 2027 10:15:00 GMT',
  });
  expect(server.requests[0]).toMatchObject({ url: '/calendar/ical/1.ics?s=x', method: 'GET' });
  expect(server.requests[0]?.headers.accept).toMatch(/^text\/calendar/);
  expect(server.requests[0]?.headers).not.toHaveProperty('if-none-match');
  expect(server.requests[0]?.headers).not.toHaveProperty('if-modified-since');
});

test('with validators the request is conditional, and 304 means unchanged', async () => {
  const server = await startServer((_, response) => response.writeHead(304).end());
  const lastModified = 'Mon, 01 Mar 2027 10:15:00 GMT';
  for (const known of [
    { etag: '"1"', lastModified },
    { etag: '"1"', lastModified: null },
    { etag: null, lastModified },
  ]) {
    expect(await fetchCalendar(outgoing, { url: server.origin, ...known })).toEqual({ kind: 'unchanged' });
  }
  expect(
    server.requests.map(({ headers }) => [headers['if-none-match'], headers['if-modified-since']]),
  ).toEqual([
    ['"1"', lastModified],
    ['"1"', undefined],
    [undefined, lastModified],
  ]);
});

test('304 without a conditional request is a failure', async () => {
  const server = await startServer((_, response) => response.writeHead(304).end());
  await expect(fetchCalendar(outgoing, { url: server.origin, ...FIRST })).rejects.toMatchObject({
    name: 'CalendarFetchError',
    status: 304,
  });
});

test('a new calendar replaces the old validators, and none means none', async () => {
  const server = await startServer((_, response) => response.end(AIRBNB));
  expect(await fetchCalendar(outgoing, { url: server.origin, etag: '"1"', lastModified: null })).toEqual({
    kind: 'calendar',
    text: AIRBNB,
    etag: null,
    lastModified: null,
  });
});

test.each([
  201, 202, 204, 206, 300, 400, 401, 403, 404, 410, 429, 500, 502, 503,
])('status %i is a failure even around a calendar', async (status) => {
  const server = await startServer((_, response) =>
    response.writeHead(status).end(status === 204 ? '' : AIRBNB),
  );
  const source = { url: `${server.origin}/s3cr3t.ics`, etag: '"1"', lastModified: null };
  const error = await fetchCalendar(outgoing, source).catch((thrown: Error) => thrown);
  expect(error).toMatchObject({
    name: 'CalendarFetchError',
    status,
    message: expect.stringContaining(`${status}`),
  });
  expect(String((error as Error).stack)).not.toContain('s3cr3t');
});

test('a web page with status 200 is returned as text: parsing it fails', async () => {
  const html = '<!DOCTYPE html><html></html>';
  const server = await startServer((_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(html),
  );
  expect(await fetchCalendar(outgoing, { url: server.origin, ...FIRST })).toMatchObject({
    kind: 'calendar',
    text: html,
  });
});

test.each([
  [{ 'content-type': 'text/calendar; charset=utf-8' }, Buffer.from('SUMMARY:Réservée - Zoë')],
  [{ 'content-type': 'text/calendar' }, Buffer.from('SUMMARY:Réservée - Zoë')],
  [{ 'content-type': 'text/calendar; charset=ISO-8859-1' }, Buffer.from('SUMMARY:Réservée - Zoë', 'latin1')],
  [{ 'content-type': 'text/calendar' }, Buffer.from('SUMMARY:Réservée - Zoë', 'latin1')],
  [{ 'content-encoding': 'gzip' }, zlib.gzipSync('SUMMARY:Réservée - Zoë')],
])('%o is read by its charset and encoding', async (headers, bytes) => {
  const server = await startServer((_, response) => response.writeHead(200, headers).end(bytes));
  expect(await fetchCalendar(outgoing, { url: server.origin, ...FIRST })).toMatchObject({
    text: 'SUMMARY:Réservée - Zoë',
  });
});

test('five redirects are followed with the validators, a sixth is not', async () => {
  const server = await startServer((request, response) => {
    const left = Number(request.url?.slice(1));
    if (left > 0) response.writeHead(302, { location: `/${left - 1}` }).end();
    else response.writeHead(request.headers['if-none-match'] === '"1"' ? 304 : 500).end();
  });
  const known = { etag: '"1"', lastModified: null };
  expect(await fetchCalendar(outgoing, { url: `${server.origin}/5`, ...known })).toEqual({
    kind: 'unchanged',
  });
  await expect(fetchCalendar(outgoing, { url: `${server.origin}/6`, ...known })).rejects.toMatchObject({
    kind: 'redirects',
  });
});

test('a feed of 5 MB is read, a larger one is not, compressed or not', async () => {
  const limit = 5 * 1024 * 1024;
  const server = await startServer((request, response) => {
    const body = Buffer.alloc(Number(request.url?.slice(2)), 'x');
    if (request.url?.startsWith('/z'))
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(zlib.gzipSync(body));
    else response.end(body);
  });
  for (const form of ['/p', '/z']) {
    const fits = await fetchCalendar(outgoing, { url: `${server.origin}${form}${limit}`, ...FIRST });
    expect(fits).toMatchObject({ kind: 'calendar' });
    const tooLarge = fetchCalendar(outgoing, { url: `${server.origin}${form}${limit + 1}`, ...FIRST });
    await expect(tooLarge).rejects.toMatchObject({ kind: 'too_large' });
  }
});

test('a connection cut in the middle is a failure, not a shorter calendar', async () => {
  for (const head of [`content-length: ${AIRBNB.length}`, 'transfer-encoding: chunked']) {
    const half = AIRBNB.slice(0, 300);
    const body = head.startsWith('t') ? `${half.length.toString(16)}\r\n${half}\r\n` : half;
    const server = await startRawServer((socket) => socket.end(`HTTP/1.1 200 OK\r\n${head}\r\n\r\n${body}`));
    await expect(fetchCalendar(outgoing, { url: server.origin, ...FIRST })).rejects.toMatchObject({
      kind: 'network',
    });
  }
});

test.each(['webcal', 'webcals', 'WebCal'])('%s:// is https://', async (scheme) => {
  const requested: string[] = [];
  const spy = {
    send: async ({ url }: { url: string | URL }) => {
      requested.push(String(url));
      throw new Error('enough');
    },
    close: async () => {},
  };
  await expect(fetchCalendar(spy, { url: ` ${scheme}://p.example/x.ics `, ...FIRST })).rejects.toThrow(
    'enough',
  );
  expect(requested).toEqual(['https://p.example/x.ics']);
});

test('a private address is refused', async () => {
  const server = await startServer((_, response) => response.end(AIRBNB));
  const guarded = openOutgoing({ version: '1.2.3', allowPrivateNetwork: false });
  await expect(fetchCalendar(guarded, { url: server.origin, ...FIRST })).rejects.toMatchObject({
    kind: 'blocked',
  });
  await guarded.close();
  expect(server.requests).toEqual([]);
});
