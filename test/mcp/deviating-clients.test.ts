// Clients that do not keep to the letter of the protocol: what they take as an answer, and how they write what they leave out.
import { beforeAll, describe, expect, test } from 'vitest';
import type { TestProperty } from '../harness/api.ts';
import { useEndpoint } from './endpoint.ts';
import { BOTH, INITIALIZE, LATEST, openRawStream, rpc, send, stateless } from './raw.ts';

const api = useEndpoint();
let property: TestProperty;
let url: string;

beforeAll(async () => {
  property = await api.property();
  url = api.mcpUrl(property.token);
});

const EVENTS = /^text\/event-stream/;
const JSON_ONLY = /^application\/json/;
const ACCEPTED = [
  [undefined, JSON_ONLY],
  ['', JSON_ONLY],
  ['*/*', JSON_ONLY],
  ['application/json', JSON_ONLY],
  ['application/*', JSON_ONLY],
  ['text/html', JSON_ONLY],
  ['text/event-stream', EVENTS],
  ['Text/Event-Stream;q=0.9, application/json', EVENTS],
  [BOTH, EVENTS],
] as const;

const GET_PROPERTY = { name: 'get_property', arguments: {} };

/** Begins a session with this header, and returns the headers of requests in it. */
async function begin(accept: string | undefined, capabilities: object = {}) {
  const answer = await send(url, { body: INITIALIZE(capabilities), headers: { accept } });
  expect([answer.status, answer.message.result?.protocolVersion], answer.text).toEqual([200, '2025-11-25']);
  return {
    accept,
    'mcp-session-id': String(answer.headers['mcp-session-id']),
    'mcp-protocol-version': '2025-11-25',
  };
}

describe.each(ACCEPTED)('a client with Accept %s', (accept, kind) => {
  test('is answered in a session', async () => {
    const headers = await begin(accept);
    const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };
    expect((await send(url, { body: initialized, headers })).status).toBe(202);
    const answer = await send(url, { body: rpc('tools/call', GET_PROPERTY), headers });
    expect(answer.message).toMatchObject({ id: 2, result: { structuredContent: { name: 'Quinta do Mar' } } });
    expect(answer.headers['content-type']).toMatch(kind);
    if (kind === JSON_ONLY) expect(JSON.parse(answer.text)).toEqual(answer.message);
    const unknown = await send(url, { body: rpc('tools/call', { name: 'nothing' }), headers });
    expect(unknown.message.error.code, unknown.text).toBe(-32602);
    expect((await send(url, { method: 'DELETE', headers })).status).toBe(200);
  });

  test('is answered without one', async () => {
    const { body, headers } = stateless('tools/call', GET_PROPERTY);
    const answer = await send(url, { body, headers: { ...headers, accept } });
    expect([answer.status, answer.message.result?.structuredContent.name], answer.text).toEqual([
      200,
      'Quinta do Mar',
    ]);
    if (kind === JSON_ONLY) expect(answer.headers['content-type']).toMatch(JSON_ONLY);
  });

  test('gets streams only where it takes them', async () => {
    const takes = accept === undefined || /^$|\*\/\*|event-stream/i.test(accept);
    const session = await begin(BOTH);
    const listen = stateless('subscriptions/listen', {
      notifications: { resourceSubscriptions: ['pms://rooms'] },
    });
    for (const request of [
      { method: 'GET', headers: { accept } },
      { method: 'GET', headers: { ...session, accept } },
      { method: 'POST', body: listen.body, headers: { ...listen.headers, accept } },
    ]) {
      const stream = await openRawStream(url, request);
      expect(stream.status, JSON.stringify(request)).toBe(takes ? 200 : 406);
      if (takes) expect(stream.headers['content-type']).toMatch(EVENTS);
      stream.drop();
    }
  });
});

test('a batch is answered by a list', async () => {
  const initialize = INITIALIZE();
  initialize.params.protocolVersion = '2025-03-26';
  const begun = await send(url, { body: initialize });
  const headers = {
    accept: 'application/json',
    'mcp-session-id': String(begun.headers['mcp-session-id']),
    'mcp-protocol-version': '2025-03-26',
  };
  const batch = [rpc('tools/call', GET_PROPERTY, 'a'), rpc('ping', undefined, 'b')];
  const answer = await send(url, { body: JSON.stringify(batch), headers: { ...headers, ...AS_JSON } });
  expect(answer.message.map((one: any) => one.id).toSorted(), answer.text).toEqual(['a', 'b']);
  const single = await send(url, { body: JSON.stringify([batch[1]]), headers: { ...headers, ...AS_JSON } });
  expect(single.message).toMatchObject([{ id: 'b' }]);
});

const AS_JSON = { 'content-type': 'application/json' };

test('a call that takes no stream asks nobody, also where the client can ask its user', async () => {
  const session = await begin(BOTH, { elicitation: {} });
  const day = { fromdate: '2027-03-01', todate: '2027-03-01' };
  const change = rpc('tools/call', {
    name: 'update_availability',
    arguments: { room_id: property.room, ...day, price: 77 },
  });
  const answer = await send(url, { body: change, headers: { ...session, accept: 'application/json' } });
  expect(answer.message.result?.structuredContent, answer.text).toMatchObject({ changed: 1 });
});

describe('what a client leaves out or writes as text', () => {
  const call = async (name: string, given: unknown) => {
    const headers = await begin(BOTH);
    const body = rpc('tools/call', { name, arguments: given });
    return (await send(url, { body, headers })).message;
  };
  const DAYS = { fromdate: '2027-04-05', todate: '2027-04-18' };

  test('parameters that are null are not given', async () => {
    expect((await call('get_property', null)).result.structuredContent.name).toBe('Quinta do Mar');
    const headers = await begin(BOTH);
    const asked = rpc('tools/list', { cursor: null, _meta: null } as never);
    expect((await send(url, { body: asked, headers })).message.result.tools).toHaveLength(22);
    const without = await send(url, { body: { ...rpc('tools/list'), params: null }, headers });
    expect(without.message.result.tools).toHaveLength(22);
    const stay = { room_id: property.room, name: 'Ada', checkin: '2027-05-03', checkout: '2027-05-04' };
    const booked = await call('create_booking', { ...stay, price: 120, children: null, email: null });
    expect(booked.result.structuredContent.booking).toMatchObject({ name: 'Ada', price: 120 });
  });

  test('arguments are read from JSON text', async () => {
    const named = await call('get_property', '{}');
    expect(named.result.structuredContent.name).toBe('Quinta do Mar');
    const offers = await call(
      'check_availability',
      JSON.stringify({ checkin: '2027-05-03', checkout: '2027-05-04' }),
    );
    expect(offers.result.isError ?? false, JSON.stringify(offers)).toBe(false);
  });

  test('a list is read from JSON text', async () => {
    const change = { room_id: property.room, ...DAYS, price: 130 };
    const changed = await call('update_availability', { ...change, days: '["sat", "sun"]' });
    expect(changed.result.structuredContent, JSON.stringify(changed)).toMatchObject({ changed: 4 });
  });

  test.each([
    '["sat", "someday"]',
    '["sat"',
    'sat',
    '{}',
    '"sat"',
    '[]',
  ])('a text that is no such list is refused, and changes nothing: %s', async (days) => {
    const change = { room_id: property.room, ...DAYS, price: 131 };
    const refused = await call('update_availability', { ...change, days });
    expect(refused.result).toMatchObject({ isError: true });
    expect(refused.result.content[0].text).toMatch(/^invalid_parameters: .*days/);
  });

  test.each([
    'nothing',
    '7',
    '[]',
    '"x"',
    7,
    [],
  ])('arguments that are none are refused: %j', async (given) => {
    const { error, result } = await call('get_property', given);
    expect(error?.code ?? result?.content[0].text).toSatisfy(
      (code: unknown) => code === -32602 || code === -32600 || /^invalid_parameters/.test(String(code)),
    );
  });
});

test('a request of the newest revision with null arguments is answered', async () => {
  const { body, headers } = stateless('tools/call', { name: 'get_property', arguments: null });
  const answer = await send(url, { body, headers });
  expect(headers['mcp-protocol-version']).toBe(LATEST);
  expect(answer.message.result?.structuredContent.name, answer.text).toBe('Quinta do Mar');
});
