// The token is in the URL of every request of an agent: no transport may store or log it.
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashToken } from '../../src/model/token.ts';
import { buildServer, keepLog, useApi } from '../harness/api.ts';
import { clientKinds } from './clients.ts';
import { INITIALIZE, openRawStream, rpc, send, stateless } from './raw.ts';

const api = useApi();
let app: FastifyInstance;
const log = keepLog('trace');
let token: string;
let said = '';
let room: number;

beforeAll(async () => {
  ({ token, room } = await api.property());
  app = await buildServer(api.db, { logger: log.logger });
  await exercise(await app.listen({ host: '127.0.0.1', port: 0 }));
});
afterAll(() => app.close());

async function exercise(base: string): Promise<void> {
  const url = `${base}/mcp/${token}`;
  for (const kind of clientKinds()) {
    const client = kind.make();
    await kind.connect(client, url);
    await client.callTool({ name: 'get_property', arguments: {} });
    for (const [name, given] of [
      ['list_rooms', { [token]: token }],
      ['get_booking', { order_id: token }],
      ['list_bookings', { status: token, fromdate: token, cursor: token }],
    ] as const)
      said += JSON.stringify(await client.callTool({ name, arguments: given }));
    const stay = { room_id: room, name: 'x', checkin: '2027-01-01', checkout: '2027-01-02', price: 1 };
    const booked: any = await client.callTool({ name: 'create_booking', arguments: stay });
    const { order_id } = booked.structuredContent.booking;
    const cancel = { order_id, date: '2027-01-01', reason: `because ${token}` };
    await client.callTool({ name: 'cancel_booking', arguments: cancel });
    await client.readResource({ uri: `pms://bookings/${token}` }).catch(() => {});
    await client.close();
  }
  await api.db.query('alter table rooms rename to rooms_elsewhere');
  const broken = await send(url, stateless('tools/call', { name: 'list_rooms', arguments: {} }));
  await api.db.query('alter table rooms_elsewhere rename to rooms');
  expect(broken.message.result.content[0].text).toMatch(/^server_error/);
  const named = INITIALIZE();
  named.params.clientInfo.name = token;
  for (const answer of [
    broken,
    await send(url, { body: named }),
    await send(url, { body: '{' }),
    await send(url, { body: rpc('tools/list'), headers: { 'mcp-session-id': token } }),
    await send(`${url}?sessionId=${token}`, { body: rpc('tools/list') }),
    await send(url, { method: 'PUT' }),
    await send(`${url}x`, { body: named }),
    await send(`${url}%zz`, { body: named }),
    await send(url, { body: named, headers: { origin: `https://${token}` } }),
    await send(url, stateless(token)),
    await send(url, stateless('tools/call', { name: token, arguments: {} })),
  ])
    said += answer.text + JSON.stringify(answer.headers);
  const stream = await openRawStream(url, { headers: { accept: 'text/event-stream' } });
  await stream.next(({ event }) => event === 'endpoint');
  stream.drop();
  await stream.ended;
  await api.get(`/api/logs/${token}`);
}

const forms = () => [
  token,
  token.replace('pms_live_', ''),
  hashToken(token).toString('hex'),
  hashToken(token).toString('base64url'),
];

test('no line of the log holds it', () => {
  expect(log.text()).toMatch(/rooms/); // the server error was logged
  for (const form of forms()) expect(log.text()).not.toContain(form);
});

test('no entry of the usage log holds it, whatever a client calls itself or gives as its reason', async () => {
  await app.inject({ url: `/api/logs/${token}` });
  const rows = await api.db.query<{ text: string }>('select activity::text as text from activity');
  expect(rows.some(({ text }) => text.includes('cancel_booking'))).toBe(true);
  expect(rows.some(({ text }) => text.includes('because ***'))).toBe(true);
  for (const { text } of rows) for (const form of forms()) expect(text).not.toContain(form);
});

test('no refusal repeats it, and answers forbid to pass the address on', () => {
  const repeated = said.replaceAll(/"id":"[^"]*"/g, '');
  for (const form of forms()) expect(repeated).not.toContain(form);
  expect(said).toContain('"referrer-policy":"no-referrer"');
});
