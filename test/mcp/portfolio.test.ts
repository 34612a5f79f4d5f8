// A token of several properties over MCP: an address for each of them, and nothing that is signed for one works at another.
import { beforeAll, describe, expect, test } from 'vitest';
import { type Populated, populatePortfolio } from '../api/populated.ts';
import { kinds, useEndpoint } from './endpoint.ts';
import { INITIALIZE, openRawStream, rpc, send, stateless } from './raw.ts';

const api = useEndpoint({ mcp: { confirm: 'strict' } });
let own: Populated;
let second: Populated;
let other: Populated;
let portfolio: string;

beforeAll(async () => {
  api.clock = Temporal.Instant.from('2026-06-15T10:00:00Z');
  ({ own, second, other, token: portfolio } = await populatePortfolio(api));
});

const at = ({ hotelId }: Populated) => `${portfolio}?hotel_id=${hotelId}`;

describe.each(kinds())('%s', (_, kind) => {
  test('each address is one property: its tools, resources and ids', async () => {
    for (const [mine, foreign] of [
      [own, second],
      [second, own],
    ] as const) {
      const client = await api.client(kind, at(mine));
      const profile: any = await client.callTool({ name: 'get_property', arguments: {} });
      expect(profile.structuredContent.hotel_id).toBe(mine.hotelId);
      const ask = (order: number) =>
        client.callTool({ name: 'get_booking', arguments: { order_id: String(order) } }) as Promise<any>;
      expect((await ask(mine.ids.order)).structuredContent.booking.order_id).toBe(mine.ids.order);
      for (const id of [foreign.ids.order, other.ids.order])
        expect((await ask(id)).content[0].text).toMatch(/^unknown_booking: /);
      const resource = await client.readResource({ uri: 'pms://property' });
      expect(JSON.stringify(resource)).toContain(`hotel_id\\":${mine.hotelId}`);
    }
  });
});

test.each([
  ['without a property', () => portfolio, 'property_required'],
  ['with one that it does not open', () => `${portfolio}?hotel_id=${other.hotelId}`, 'property_not_opened'],
  ['with one that does not exist', () => `${portfolio}?hotel_id=999999`, 'property_not_opened'],
  ['with a value that is no id', () => `${portfolio}?hotel_id=x`, 'invalid_parameters'],
])('%s nothing is opened', async (_, address, code) => {
  for (const request of [{ body: INITIALIZE() }, stateless('tools/list')]) {
    const answer = await send(api.mcpUrl(address()), request);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(code);
    expect(answer.text).not.toContain('Of the other');
  }
});

test('a session belongs to the property that it was opened for', async () => {
  const { headers } = await send(api.mcpUrl(at(own)), { body: INITIALIZE() });
  const session = { 'mcp-session-id': String(headers['mcp-session-id']) };
  const list = (to: Populated) => send(api.mcpUrl(at(to)), { body: rpc('tools/list'), headers: session });
  expect((await list(own)).status).toBe(200);
  expect((await list(second)).status).toBe(404);
  const stream = await openRawStream(api.mcpUrl(at(own)), { headers: { accept: 'text/event-stream' } });
  const { data } = await stream.next(({ event }) => event === 'endpoint');
  expect(data).toContain(`hotel_id=${own.hotelId}`);
  const endpoint = new URL(data, api.base).href;
  expect((await send(endpoint, { body: INITIALIZE() })).status).toBe(202);
  const elsewhere = endpoint.replace(`hotel_id=${own.hotelId}`, `hotel_id=${second.hotelId}`);
  expect((await send(elsewhere, { body: INITIALIZE() })).status).toBe(404);
  stream.drop();
});

const call = async (to: Populated, name: string, given: object) => {
  const answer = await send(api.mcpUrl(at(to)), stateless('tools/call', { name, arguments: given }));
  return answer.message.result;
};

test('a cursor of one property is none of another', async () => {
  const page = await call(own, 'list_bookings', { limit: 1 });
  const cursor = page.structuredContent.next_cursor;
  expect((await call(own, 'list_bookings', { limit: 1, cursor })).isError).toBeUndefined();
  expect((await call(second, 'list_bookings', { limit: 1, cursor })).content[0].text).toContain(
    'next_cursor',
  );
});

test('a confirmation for one property confirms nothing at another', async () => {
  const stay = { room_id: own.room, name: 'Ada', checkin: '2027-03-01', checkout: '2027-03-03', price: 10 };
  const asked = await call(own, 'create_booking', stay);
  const { confirmation_token } = asked._meta['pms/error'];
  const elsewhere = await call(second, 'create_booking', { ...stay, confirmation_token });
  expect(elsewhere.isError).toBe(true);
  const sameRoom = await call(second, 'create_booking', {
    ...stay,
    room_id: second.room,
    confirmation_token,
  });
  expect(sameRoom._meta['pms/error'].code).toBe('confirmation_required');
  const booked = await call(own, 'create_booking', { ...stay, confirmation_token });
  expect(booked.isError).toBeUndefined();
});
