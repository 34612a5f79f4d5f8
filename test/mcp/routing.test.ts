// One path, three revisions of the transport: which request is handled by which, and how requests are
// rejected.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestProperty } from '../harness/api.ts';
import { buildServer } from '../harness/api.ts';
import { useEndpoint } from './endpoint.ts';
import { BOTH, INITIALIZE, openRawStream, rpc, send, stateless } from './raw.ts';

const api = useEndpoint({
  sample: true,
  limits: { sandbox: 1_000_000, live: 1_000_000 },
  mcp: { hosts: ['pms.example.com'] },
});
let property: TestProperty;
let other: TestProperty;
let url: string;

beforeAll(async () => {
  property = await api.property();
  other = await api.property();
  url = api.mcpUrl(property.token);
});

const begin = async (capabilities: object = {}, at = url) => {
  const answer = await send(at, { body: INITIALIZE(capabilities) });
  expect(answer.status).toBe(200);
  return { 'mcp-session-id': String(answer.headers['mcp-session-id']), 'mcp-protocol-version': '2025-11-25' };
};
const WAYS = [
  ['POST', INITIALIZE()],
  ['GET', undefined],
  ['DELETE', undefined],
] as const;

describe.each(WAYS)('%s', (method, body) => {
  test('with an unknown token is 404, whatever is wrong with it, and never 401', async () => {
    for (const token of ['nonsense', `pms_live_${'x'.repeat(38)}`, `${property.token}x`, 'x'.repeat(900)]) {
      const answer = await send(api.mcpUrl(token), { method, body });
      expect(answer.status, token).toBe(404);
      expect(answer.message).toMatchObject({
        jsonrpc: '2.0',
        id: null,
        error: { data: { code: 'unknown_token' } },
      });
      expect(answer.headers['www-authenticate']).toBeUndefined();
      expect(answer.text).not.toContain(token);
    }
  });

  test('for a lapsed subscription is 402', async () => {
    const lapsed = await api.property();
    await api.operator('PATCH', `/properties/${lapsed.hotelId}`, { subscription: { status: 'past_due' } });
    const answer = await send(api.mcpUrl(lapsed.token), { method, body });
    expect(answer.status).toBe(402);
    expect(answer.message.error.data.code).toBe('subscription_required');
  });

  test('from a foreign page, or under a foreign name, is 403', async () => {
    const port = new URL(url).port;
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { host: `evil.example:${port}` },
      { host: 'localhost.evil.example' },
    ]) {
      const answer = await send(url, { method, body, headers: headers as never });
      expect(answer.status, JSON.stringify(headers)).toBe(403);
      expect(answer.message).toMatchObject({ jsonrpc: '2.0', id: null });
    }
  });
});

test('names of this server, of its settings and plain addresses are its own', async () => {
  for (const headers of [
    { host: 'pms.example.com' },
    { host: 'innwire.test' },
    { host: '[::1]:1' },
    { host: '192.0.2.1' },
    { origin: 'http://localhost:6274' },
    { origin: 'https://pms.example.com' },
  ])
    expect((await send(url, { body: INITIALIZE(), headers: headers as never })).status).toBe(200);
});

test.each(['HEAD', 'PUT', 'PATCH', 'OPTIONS'])('%s opens nothing and is 405', async (method) => {
  const answer = await send(url, { method });
  expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, POST, DELETE']);
});

describe('POST', () => {
  test('that is no JSON is an error of JSON-RPC', async () => {
    const answer = await send(url, { body: '{"jsonrpc":', headers: { 'content-type': 'application/json' } });
    expect([answer.status, answer.message.error.code]).toEqual([400, -32700]);
  });

  test('that is too large, or of another type, is refused as the transport says', async () => {
    const large = await send(url, { body: JSON.stringify({ x: 'x'.repeat(5 * 1024 * 1024) }) }).catch(
      () => null,
    );
    if (large) expect(large.status).toBe(413);
    const typed = await send(url, { body: INITIALIZE(), headers: { 'content-type': 'text/plain' } });
    expect(typed.status).toBe(415);
  });

  test('without a session is 400, and so is a batch that begins one', async () => {
    for (const body of [rpc('tools/list'), [INITIALIZE(), rpc('tools/list')], 7, null, 'x', [], {}])
      expect(
        (await send(url, { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }))
          .status,
      ).toBe(400);
  });

  test('with a session that is not there, or was made up, is 404', async () => {
    for (const id of [
      'nothing',
      'a.b',
      `${Buffer.from('[1,"2025-11-25",0,0,"x",1]').toString('base64url')}.xyz`,
    ]) {
      const answer = await send(url, { body: rpc('tools/list'), headers: { 'mcp-session-id': id } });
      expect([answer.status, answer.message.error.code]).toEqual([404, -32001]);
    }
  });

  test('with a protocol version that nobody knows is 400', async () => {
    const session = await begin();
    const headers = { ...session, 'mcp-protocol-version': '1999-01-01' };
    expect((await send(url, { body: rpc('tools/list'), headers })).status).toBe(400);
  });
});

describe('a session', () => {
  test('ends with DELETE, and is 404 from then on', async () => {
    const session = await begin();
    expect(
      (await send(url, { body: rpc('tools/list'), headers: session })).message.result.tools,
    ).toHaveLength(22);
    expect((await send(url, { method: 'DELETE', headers: session })).status).toBe(200);
    for (const method of ['POST', 'GET', 'DELETE']) {
      const body = method === 'POST' ? rpc('tools/list') : undefined;
      expect((await send(url, { method, body, headers: session })).status).toBe(404);
    }
    expect((await send(url, { method: 'DELETE' })).status).toBe(405);
  });

  test('never serves another token, of another property or of the same', async () => {
    const session = await begin();
    const { api_token: second } = (
      await api.operator('POST', `/properties/${property.hotelId}/tokens`, {
        label: 'second',
        access: 'full',
      })
    ).body;
    for (const token of [other.token, second, 'api_token']) {
      for (const method of ['POST', 'GET', 'DELETE']) {
        const body =
          method === 'POST' ? rpc('tools/call', { name: 'get_property', arguments: {} }) : undefined;
        const answer = await send(api.mcpUrl(token), { method, body, headers: session });
        expect(answer.status).toBe(404);
      }
    }
    expect((await send(url, { body: rpc('tools/list'), headers: session })).status).toBe(200);
  });

  test('goes on after a break where it was: what was sent meanwhile is sent again', async () => {
    const session = await begin();
    const stream = await openRawStream(url, { headers: session });
    await send(url, { body: rpc('resources/subscribe', { uri: 'pms://rooms' }), headers: session });
    const changeRoom = (price: number) =>
      api.operator('PATCH', `/properties/${property.hotelId}/rooms/${property.room}`, { price });
    await changeRoom(101);
    await stream.next(({ data }) => data.includes('resources/updated'));
    const last = stream.events.at(-1)!.id!;
    stream.drop();
    await stream.ended;
    await changeRoom(102);
    // The first stream is closed; a second subscriber shows when the change was reported.
    const secondSession = await begin();
    const seen = await openRawStream(url, { headers: secondSession });
    await send(url, { body: rpc('resources/subscribe', { uri: 'pms://rooms' }), headers: secondSession });
    await changeRoom(103);
    await seen.next(({ data }) => data.includes('resources/updated'));
    const again = await openRawStream(url, { headers: { ...session, 'last-event-id': last } });
    expect((await again.next(({ data }) => data.includes('resources/updated'))).data).toContain(
      'pms://rooms',
    );
    again.drop();
    seen.drop();
  });

  test('of a client that knows no links gets none', async () => {
    const body = INITIALIZE();
    body.params.protocolVersion = '2025-03-26';
    const answer = await send(url, { body });
    const headers = { 'mcp-session-id': String(answer.headers['mcp-session-id']) };
    const stay = {
      room_id: property.room,
      name: 'x',
      checkin: '2027-05-01',
      checkout: '2027-05-02',
      price: 1,
    };
    const booked = await send(url, {
      body: rpc('tools/call', { name: 'create_booking', arguments: stay }),
      headers,
    });
    expect(booked.message.result.content.map(({ type }: any) => type)).toEqual(['text']);
  });
});

describe('the transport of 2024-11-05', () => {
  const connect = async (at = url, headers: Record<string, string> = {}) => {
    const stream = await openRawStream(at, { headers: { accept: 'text/event-stream', ...headers } });
    const { data } = await stream.next(({ event }) => event === 'endpoint');
    return { stream, endpoint: new URL(data, at).href };
  };

  test('names its endpoint first, takes messages with 202 and answers on the stream', async () => {
    const { stream, endpoint } = await connect();
    expect(stream.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
      'referrer-policy': 'no-referrer',
    });
    expect(stream.headers['x-executed-at']).toBeDefined();
    expect(stream.events).toHaveLength(1);
    expect((await send(endpoint, { body: INITIALIZE() })).status).toBe(202);
    await stream.next(({ data }) => data.includes('"protocolVersion"'));
    await send(endpoint, { body: rpc('notifications/initialized') });
    await send(endpoint, { body: rpc('tools/call', { name: 'get_property', arguments: {} }, 'x') });
    expect((await stream.next(({ data }) => data.includes('"id":"x"'))).data).toContain('Quinta do Mar');
    stream.drop();
  });

  test('opens for clients that accept anything, and for no others', async () => {
    for (const accept of ['*/*', 'text/event-stream', BOTH]) (await connect(url, { accept })).stream.drop();
    expect((await send(url, { method: 'GET', headers: { accept: 'text/html' } })).status).toBe(406);
  });

  test('ends when its client disconnects', async () => {
    const { stream, endpoint } = await connect();
    stream.drop();
    await expect.poll(async () => (await send(endpoint, { body: rpc('ping') })).status).toBe(404);
  });

  test('accepts no messages from another token, and none that are no message', async () => {
    const { stream, endpoint } = await connect();
    expect((await send(endpoint.replace(property.token, other.token), { body: rpc('ping') })).status).toBe(
      404,
    );
    expect((await send(`${url}?sessionId=made-up`, { body: rpc('ping') })).status).toBe(404);
    for (const body of [[rpc('ping')], 7, {}, { jsonrpc: '1.0', id: 1, method: 'ping' }])
      expect(
        (
          await send(endpoint, {
            body: JSON.stringify(body),
            headers: { 'content-type': 'application/json' },
          })
        ).status,
      ).toBe(400);
    stream.drop();
  });
});

describe('the revision of 2026-07-28', () => {
  test('is discovered', async () => {
    const { status, message, headers } = await send(url, stateless('server/discover'));
    expect(status).toBe(200);
    expect(message.result).toMatchObject({ resultType: 'complete', supportedVersions: ['2026-07-28'] });
    expect(message.result.instructions).toContain('Europe/Lisbon');
    expect(headers['mcp-session-id']).toBeUndefined();
  });

  test('requires headers that match the body', async () => {
    const { body, headers } = stateless('tools/call', { name: 'get_property', arguments: {} });
    expect((await send(url, { body, headers })).message.result.structuredContent.name).toBe('Quinta do Mar');
    const wrong = await send(url, { body, headers: { ...headers, 'mcp-name': 'list_rooms' } });
    expect([wrong.status, wrong.message.error.code]).toEqual([400, -32020]);
  });

  test('knows no sessions and none of the old methods', async () => {
    for (const method of ['nothing/here', 'ping', 'resources/subscribe']) {
      const answer = await send(url, stateless(method, { uri: 'pms://rooms' }));
      expect([answer.status, answer.message.error.code], method).toEqual([404, -32601]);
    }
  });

  test('says what may be cached, and for whom', async () => {
    const list = await send(url, stateless('tools/list'));
    expect(list.message.result).toMatchObject({ ttlMs: 300_000, cacheScope: 'private' });
    const read = await send(url, stateless('resources/read', { uri: 'pms://overview/today' }));
    expect(read.message.result).toMatchObject({ ttlMs: 5_000, cacheScope: 'private' });
  });

  test('confirms a subscription before it reports changes', async () => {
    const filter = { notifications: { resourceSubscriptions: ['pms://rooms'] } };
    const stream = await openRawStream(url, { method: 'POST', ...stateless('subscriptions/listen', filter) });
    await stream.next(({ data }) => data.includes('subscriptions/acknowledged'));
    await api.operator('PATCH', `/properties/${property.hotelId}/rooms/${property.room}`, { price: 111 });
    await stream.next(({ data }) => data.includes('resources/updated'));
    expect(stream.events[0]!.data).toContain('acknowledged');
    stream.drop();
  });
});

describe('limits', () => {
  const small = useEndpoint({
    limits: { sandbox: 3, live: 12 },
    mcp: { streamsPerToken: 2, sessionsPerToken: 2, sessions: 3 },
  });
  let own: TestProperty;
  beforeEach(async () => {
    own = await small.property();
  });

  test('a token has so many requests a minute, as over REST', async () => {
    const at = small.mcpUrl(own.token);
    for (let i = 0; i < 12; i += 1) expect((await send(at, stateless('tools/list'))).status).toBe(200);
    const refused = await send(at, stateless('tools/list'));
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.message.error.data.code).toBe('rate_limited');
    expect((await small.get(`/api/hotels/${own.token}`)).status).toBe(429);
  });

  test('a token has so many streams', async () => {
    const at = small.mcpUrl(own.token);
    const streams = [await openRawStream(at), await openRawStream(at)];
    const refused = await send(at, { method: 'GET' });
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '30']);
    const listen = stateless('subscriptions/listen', {
      notifications: { resourceSubscriptions: ['pms://rooms'] },
    });
    expect((await send(at, listen)).status).toBe(429);
    for (const stream of streams) stream.drop();
    const again = async () => {
      const stream = await openRawStream(at);
      stream.drop();
      return stream.status;
    };
    await expect.poll(again).toBe(200);
  });

  test('a token that begins too many sessions is served in all of them', async () => {
    const at = small.mcpUrl(own.token);
    const sessions: Record<string, string>[] = [];
    for (let i = 0; i < 4; i += 1) sessions.push(await begin({}, at));
    for (const headers of sessions) {
      const answer = await send(at, { body: rpc('tools/list'), headers });
      expect(answer.message.result.tools).toHaveLength(22);
    }
  });
});

test('closing ends streams of every kind', async () => {
  // A server of its own, because this test closes it.
  const app = await buildServer(api.db, { baseUrl: () => 'http://127.0.0.1' });
  const at = `${await app.listen({ host: '127.0.0.1', port: 0 })}/mcp/${property.token}`;
  const session = await begin({}, at);
  const filter = { notifications: { resourceSubscriptions: ['pms://rooms'] } };
  const streams = [
    await openRawStream(at),
    await openRawStream(at, { headers: session }),
    await openRawStream(at, { method: 'POST', ...stateless('subscriptions/listen', filter) }),
  ];
  await Promise.all([app.close(), ...streams.map(({ ended }) => ended)]);
});
