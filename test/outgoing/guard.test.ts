// Address checks: no request reaches a private address, however the address is written, resolved or
// redirected to.
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { redactUrl } from '../../src/model/redact.ts';
import type { Lookup } from '../../src/outgoing/guarded-connector.ts';
import { type Outgoing, type OutgoingSettings, openOutgoing } from '../../src/outgoing/http.ts';
import { WAIT_LIMIT_MS } from '../harness/limits.ts';
import { startServer } from './local-server.ts';

const LIMITS = { timeoutMs: WAIT_LIMIT_MS, maxBodyBytes: 10_000 };
const guarded = openOutgoing({ version: '1.2.3', allowPrivateNetwork: false });
afterAll(() => guarded.close());

function open(settings: Omit<OutgoingSettings, 'version'>): Outgoing {
  const outgoing = openOutgoing({ version: '1.2.3', ...settings });
  onTestFinished(() => outgoing.close());
  return outgoing;
}

/**
 * A name server in which names have the given addresses; a list of lists holds the answers to consecutive
 * queries.
 */
function names(table: Record<string, string[] | string[][]>): Lookup {
  const resolved = new Map<string, number>();
  return (hostname, _options, callback) => {
    const entry = table[hostname] ?? [];
    const index = resolved.get(hostname) ?? 0;
    resolved.set(hostname, index + 1);
    const answer = Array.isArray(entry[0])
      ? (entry[Math.min(index, entry.length - 1)] as string[])
      : (entry as string[]);
    const addresses = answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    setImmediate(() => callback(null, addresses));
  };
}

test.each([
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '0x7f.1',
  '127.0.0.1.',
  'localhost',
  'LOCALHOST',
  '[::1]',
  '[::]',
  '0.0.0.0',
  '0',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '①②⑦.0.0.1',
])('http://%s is refused without a connection', async (host) => {
  const server = await startServer((_, response) => response.end('secret'));
  await expect(guarded.send({ url: `http://${host}:${server.port}/`, ...LIMITS })).rejects.toMatchObject({
    name: 'OutgoingError',
    kind: 'blocked',
  });
  expect(server.connections()).toBe(0);
});

test('a name that resolves to a private address is refused', async () => {
  const server = await startServer((_, response) => response.end('secret'));
  const lookup = names({
    '127.0.0.1.nip.example': ['127.0.0.1'],
    'six.example': ['::1'],
    'mapped.example': ['::ffff:127.0.0.1'],
  });
  const outgoing = open({ allowPrivateNetwork: false, lookup });
  for (const host of ['127.0.0.1.nip.example', 'six.example', 'mapped.example']) {
    await expect(outgoing.send({ url: `http://${host}:${server.port}/`, ...LIMITS })).rejects.toMatchObject({
      kind: 'blocked',
    });
    await expect(outgoing.send({ url: `https://${host}:${server.port}/`, ...LIMITS })).rejects.toMatchObject({
      kind: 'blocked',
    });
  }
  expect(server.connections()).toBe(0);
});

test('of a name with public and private addresses only the public ones are connected to', async () => {
  const server = await startServer((request, response) => response.end(request.socket.localAddress));
  const lookup = names({ 'mixed.example': ['::1', '127.0.0.2', '127.0.0.1', '10.0.0.1'] });
  const resolved: string[] = [];
  const isPublic = (address: string) => {
    resolved.push(address);
    return address === '127.0.0.1';
  };
  const outgoing = open({ allowPrivateNetwork: false, lookup, isPublic });
  const answer = await outgoing.send({ url: `http://mixed.example:${server.port}/`, ...LIMITS });
  expect(answer.text()).toBe('127.0.0.1');
  expect(resolved).toEqual(['::1', '127.0.0.2', '127.0.0.1', '10.0.0.1', '127.0.0.1']); // the last one is the peer itself
});

test('a connection whose peer is not public is dropped before anything is sent', async () => {
  const server = await startServer((_, response) => response.end('secret'));
  let questions = 0;
  const isPublic = () => ++questions === 1; // only the lookup is deceived; the check of the peer is not
  const outgoing = open({
    allowPrivateNetwork: false,
    lookup: names({ 'sly.example': ['127.0.0.1'] }),
    isPublic,
  });
  const sent = outgoing.send({ url: `http://sly.example:${server.port}/`, ...LIMITS });
  await expect(sent).rejects.toMatchObject({ kind: 'blocked' });
  expect(server.requests).toEqual([]);
});

test('a name that resolves to public and then to private addresses is refused: each connection resolves once', async () => {
  const server = await startServer((_, response) => response.end('secret'));
  const lookup = vi.fn(names({ 'rebind.example': [['127.0.0.1'], ['127.0.0.1']] }));
  const outgoing = open({ allowPrivateNetwork: false, lookup });
  await expect(
    outgoing.send({ url: `http://rebind.example:${server.port}/`, ...LIMITS }),
  ).rejects.toMatchObject({ kind: 'blocked' });
  expect(lookup).toHaveBeenCalledTimes(1);
  expect(server.connections()).toBe(0);
});

test('a name without an address is a network failure, not a refusal', async () => {
  const outgoing = open({ allowPrivateNetwork: false, lookup: names({}) });
  await expect(outgoing.send({ url: 'http://nowhere.example/', ...LIMITS })).rejects.toMatchObject({
    kind: 'network',
    message: 'nowhere.example has no address (DNS).',
  });
});

test.each([
  'ftp://calendar.example/a',
  'file:///etc/passwd',
  'data:text/calendar,x',
  'calendar.example/a',
  '',
])('%j is refused for its scheme', async (url) => {
  await expect(guarded.send({ url, ...LIMITS })).rejects.toMatchObject({ kind: 'blocked' });
});

test('a setting allows private networks', async () => {
  const server = await startServer((_, response) => response.end('hello'));
  const outgoing = open({ allowPrivateNetwork: true });
  for (const host of ['127.0.0.1', 'localhost', '2130706433']) {
    expect((await outgoing.send({ url: `http://${host}:${server.port}/`, ...LIMITS })).text()).toBe('hello');
  }
});

test('a redirect from an allowed host to a private address is refused', async () => {
  const inside = await startServer((_, response) => response.end('secret'));
  for (const target of ['http://127.0.0.2', 'http://private.example', 'http://[::1]', 'http://10.0.0.1']) {
    const server = await startServer((_, response) =>
      response.writeHead(302, { location: `${target}:${inside.port}/` }).end(),
    );
    const lookup = names({ 'public.example': ['127.0.0.1'], 'private.example': ['127.0.0.2'] });
    const isPublic = (address: string) => address === '127.0.0.1'; // represents the Internet
    const outgoing = open({ allowPrivateNetwork: false, lookup, isPublic });
    const sent = outgoing.send({ url: `http://public.example:${server.port}/`, ...LIMITS, maxRedirects: 5 });
    await expect(sent).rejects.toMatchObject({ kind: 'blocked' });
    expect(server.requests.length).toBe(1);
  }
  expect(inside.connections()).toBe(0);
});

test('no refusal repeats a secret of the address', async () => {
  const url = 'http://ada:hunter2@localhost:9/token-s3cr3t?key=k3y';
  const error = await guarded.send({ url, ...LIMITS }).catch((thrown: Error) => thrown);
  const all = `${error} ${JSON.stringify(error)} ${(error as Error).stack} ${String((error as Error).cause)}`;
  expect(all).not.toMatch(/ada|hunter2|s3cr3t|k3y/);
  expect(redactUrl(url)).not.toMatch(/ada|hunter2|s3cr3t|k3y/);
});
