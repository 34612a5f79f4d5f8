// Test properties: made by programs of this machine without the operator key, and by nobody else; limited, marked, and removed as a whole.
import net from 'node:net';
import { text as socketText } from 'node:stream/consumers';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deleteRows, findRemoved, removeTestProperties } from '../../src/pms/remove-property.ts';
import { type ApiResponse, useApi } from '../harness/api.ts';
import { dumpDatabase, fingerprint } from './database-dump.ts';
import { expectProblem } from './expectations.ts';

const api = useApi({ testProperties: true });
const NOW = Temporal.Instant.from('2026-06-15T10:00:00Z');
const LATER = NOW.add({ hours: 24 * 7 });
const LOCAL = { host: '127.0.0.1:3000' };

beforeEach(async () => {
  api.clock = NOW;
  await removeTestProperties(api.db, LATER);
  await deleteRemoved();
});

async function deleteRemoved(): Promise<void> {
  for (const removed of await findRemoved(api.db, LATER))
    await deleteRows(api.db, removed, { clock: () => LATER });
}

const make = (headers: Record<string, string> = LOCAL, ip?: string): Promise<ApiResponse> =>
  api.request('POST', '/test-properties', { headers, ...(ip && { ip }) });

test('a test property has rooms, units, prices and a token that writes', async () => {
  const made = await make();
  expect(made.status, made.text).toBe(200);
  const { hotel_id, rooms, api_token, test_until } = made.body;
  expect(test_until).toBe('2026-06-22T10:00:00.000Z');
  const booked = await api.post(`/api/bookings/${api_token}`, {
    room_id: rooms[0].room_id,
    name: 'Ada Lovelace',
    checkin: '2026-06-19',
    checkout: '2026-06-21',
    price: 300,
  });
  expect([booked.status, booked.body.hotel_id]).toEqual([200, hotel_id]);
  const nights = await api.get(
    `/api/availability/${api_token}?fromdate=2026-06-18&todate=2026-06-19&room_id=${rooms[1].room_id}`,
  );
  expect(nights.body.map((night: any) => [night.price, night.available])).toEqual([
    [90, 2],
    [120, 2],
  ]);
  expect((await api.get(`/api/units/${api_token}`)).body).toHaveLength(2);
});

test('the operator sees which properties are test properties, and makes them with the key too', async () => {
  const real = await api.property();
  const made = (await api.operator('POST', '/test-properties')).body;
  const listed = (await api.operator('GET', '/properties')).body;
  const until = (id: number) => listed.find((one: any) => one.hotel_id === id).test_until;
  expect([until(real.hotelId), until(made.hotel_id)]).toEqual([null, '2026-06-22T10:00:00.000Z']);
  const { body } = await api.operator('GET', '/audit');
  expect(body[0]).toMatchObject({ operation: 'createTestProperty', hotel_id: made.hotel_id, outcome: 'ok' });
});

test('a token of all properties does not open them, one that names them does', async () => {
  const { hotel_id } = (await make()).body;
  const issue = async (wanted: object) =>
    (await api.operator('POST', '/tokens', { label: 'x', ...wanted })).body.api_token;
  await api.property();
  const ofAll = await issue({ all_properties: true });
  const listed = (await api.get(`/api/properties/${ofAll}`)).body.map((one: any) => one.hotel_id);
  expect(listed).not.toContain(hotel_id);
  expectProblem(await api.get(`/api/hotels/${ofAll}?hotel_id=${hotel_id}`), 400, 'property_not_opened');
  const named = await issue({ hotel_ids: [hotel_id] });
  expect((await api.get(`/api/hotels/${named}`)).body.hotel_id).toBe(hotel_id);
});

describe('without the operator key, nothing is made', () => {
  test.each([
    ['from another machine', LOCAL, '192.0.2.7', 'address'],
    ['from another machine, over IPv6', LOCAL, '2001:db8::7', 'address'],
    ['from another machine, mapped into IPv6', LOCAL, '::ffff:192.0.2.7', 'address'],
    ['from an address that only looks local', LOCAL, '128.0.0.1', 'address'],
    ['through a proxy on this machine', { ...LOCAL, 'x-forwarded-for': '127.0.0.1' }, '127.0.0.1', 'proxy'],
    ['with Forwarded', { ...LOCAL, forwarded: 'for=127.0.0.1' }, '127.0.0.1', 'proxy'],
    ['with Via', { ...LOCAL, via: '1.1 cache' }, '127.0.0.1', 'proxy'],
    ['with X-Real-IP', { ...LOCAL, 'x-real-ip': '127.0.0.1' }, '127.0.0.1', 'proxy'],
    ['with X-Forwarded-Host', { ...LOCAL, 'x-forwarded-host': 'localhost' }, '127.0.0.1', 'proxy'],
    ['under another name (DNS rebinding)', { host: 'evil.example:3000' }, '127.0.0.1', 'host'],
    ['under a name that begins like ours', { host: 'localhost.evil.example' }, '127.0.0.1', 'host'],
    ['under a name that hides another', { host: '127.0.0.1:3000@evil.example' }, '127.0.0.1', 'host'],
    ['under the address of a network', { host: '192.168.1.5:3000' }, '127.0.0.1', 'host'],
    ['by a foreign page', { ...LOCAL, origin: 'https://evil.example' }, '127.0.0.1', 'page'],
    ['by a page without an origin', { ...LOCAL, origin: 'null' }, '127.0.0.1', 'page'],
    ['by our own page', { ...LOCAL, origin: 'http://127.0.0.1:3000' }, '127.0.0.1', 'page'],
    ['by a page of the same site', { ...LOCAL, 'sec-fetch-site': 'same-site' }, '127.0.0.1', 'page'],
    ['by a link', { ...LOCAL, referer: 'https://evil.example/' }, '127.0.0.1', 'page'],
  ])('%s', async (_, headers, ip, reason) => {
    const before = await fingerprint(api.db);
    const answer = await make(headers as Record<string, string>, ip);
    expectProblem(answer, 403, 'local_only');
    expect(answer.body.data).toEqual({ case: reason });
    expect(await fingerprint(api.db)).toBe(before);
  });

  test.each(['GET', 'PUT', 'DELETE'])('with %s', async (method) => {
    expectProblem(
      await api.request(method, '/test-properties', { headers: LOCAL }),
      405,
      'method_not_allowed',
    );
  });

  test('with a body, a query or If-Match', async () => {
    const before = await fingerprint(api.db);
    const headers = { ...LOCAL, 'if-match': '"of another"' };
    const withTag = await api.request('POST', '/test-properties', { headers });
    expectProblem(withTag, 400, 'precondition_not_supported');
    const withBody = await api.request('POST', '/test-properties', { headers: LOCAL, body: { name: 'x' } });
    expectProblem(withBody, 400, 'invalid_data', ['name']);
    const withQuery = await api.request('POST', '/test-properties?name=x', { headers: LOCAL });
    expectProblem(withQuery, 400, 'invalid_parameters', ['name']);
    expect(await fingerprint(api.db)).toBe(before);
  });
});

test.each([
  ['127.0.0.1', 'localhost:3000'],
  ['127.8.9.1', '127.0.0.1'],
  ['::1', '[::1]:3000'],
  ['::ffff:127.0.0.1', 'localhost'],
])('a program at %s reaches it as %s', async (ip, host) => {
  expect((await make({ host }, ip)).status).toBe(200);
});

describe('over a socket', () => {
  let origin: string;
  beforeAll(async () => {
    origin = await api.app.listen({ host: '127.0.0.1', port: 0 });
  });

  test('a program that uses fetch makes one', async () => {
    const answer = await fetch(`${origin}/test-properties`, { method: 'POST' });
    expect([answer.status, ((await answer.json()) as any).name]).toEqual([200, 'Test property']);
  });

  test('a request of HTTP/1.0, as nginx sends it on, is refused', async () => {
    const socket = net.connect(Number(new URL(origin).port), '127.0.0.1');
    socket.end('POST /test-properties HTTP/1.0\r\nHost: 127.0.0.1\r\nContent-Length: 0\r\n\r\n');
    const answer = await socketText(socket);
    expect(answer).toContain(' 403 ');
    expect(answer).toContain('"case":"proxy"');
  });
});

test('of a thousand requests at once ten succeed', async () => {
  const answers = await Promise.all(Array.from({ length: 1_000 }, () => make()));
  const made = answers.filter(({ status }) => status === 200);
  expect(made).toHaveLength(10);
  for (const answer of answers.filter(({ status }) => status !== 200).slice(0, 5))
    expectProblem(answer, 400, 'too_many_test_properties');
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 400]));
  const rows = await api.db.query(`select 1 from properties where test_until is not null`);
  expect(rows).toHaveLength(10);
});

test('the limit holds for the operator too, also for requests at once', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => api.operator('POST', '/test-properties')),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
});

test('its channels and webhooks reach only this machine', async () => {
  const { hotel_id, rooms } = (await make()).body;
  const at = `/properties/${hotel_id}`;
  const connect = (body: object) => api.operator('PUT', `${at}/channels/airbnb`, body);
  const mapped = (ical_url: string) => ({
    protocol: 'ical',
    rooms: [{ room_id: rooms[0].room_id, ical_url }],
  });
  const before = await dumpDatabase(api.db);
  for (const url of [
    'https://calendars.example.com/x.ics',
    'http://192.168.1.5/x.ics',
    'http://127.0.0.1.evil.example/x.ics',
    'http://[::ffff:10.0.0.1]/x.ics',
  ])
    expectProblem(await connect(mapped(url)), 400, 'invalid_data', ['rooms.0.ical_url']);
  const room = { room_id: rooms[0].room_id, external_room: '1', external_rate: '1' };
  const channex = { protocol: 'channex', credentials: { api_key: 'x' }, settings: { property_id: 'x' } };
  const hosted = await connect({ ...channex, rooms: [room] });
  expectProblem(hosted, 400, 'invalid_data', ['url']);
  expect(hosted.text).toContain('not_this_machine');
  for (const url of ['https://hooks.example.com/', 'https://169.254.169.254/'])
    expectProblem(await api.operator('POST', `${at}/webhooks`, { url }), 400, 'invalid_data', ['url']);
  expect(await dumpDatabase(api.db)).toEqual(before);
  expect((await connect(mapped('http://127.0.0.1:4100/x.ics'))).status).toBe(200);
  expect((await api.operator('POST', `${at}/webhooks`, { url: 'http://localhost:4100/' })).status).toBe(200);
});

test('when its time is over it is removed with all its data, and nothing else is', async () => {
  const real = await api.property({ rooms: [{}] });
  const { hotel_id, rooms, api_token } = (await make()).body;
  const ofAll = (await api.operator('POST', '/tokens', { label: 'x', hotel_ids: [hotel_id, real.hotelId] }))
    .body.api_token;
  for (const [token, room] of [
    [api_token, rooms[0].room_id],
    [real.token, real.room],
  ])
    await api.post(
      `/api/bookings/${token}`,
      { room_id: room, name: 'Ada', checkin: '2026-06-19', checkout: '2026-06-21', price: 300 },
      { 'idempotency-key': 'x' },
    );
  const mapped = { room_id: rooms[1].room_id, ical_url: 'http://127.0.0.1:4100/x.ics' };
  await api.operator('PUT', `/properties/${hotel_id}/channels/airbnb`, { protocol: 'ical', rooms: [mapped] });
  await api.operator('POST', `/properties/${hotel_id}/webhooks`, { url: 'http://localhost:4100/' });
  const before = await dumpDatabase(api.db);
  await removeTestProperties(api.db, LATER.subtract({ seconds: 1 }));
  expect(await dumpDatabase(api.db)).toEqual(before);
  await removeTestProperties(api.db, LATER);
  expectProblem(await api.get(`/api/hotels/${api_token}`), 404, 'unknown_token');
  // Its rows are left to the process that claims them.
  expect(await findRemoved(api.db, LATER)).toEqual([{ hotelId: hotel_id }]);
  await deleteRemoved();
  const after = await dumpDatabase(api.db);
  expect(JSON.stringify(after)).not.toMatch(new RegExp(`hotel_id\\\\": ${hotel_id}\\b`));
  const own = new RegExp(`"hotel_id": ${hotel_id}\\b`);
  for (const [table, rowsBefore] of Object.entries(before))
    expect(after[table], table).toBe(
      rowsBefore
        .split('\n')
        .filter((row) => !own.test(row))
        .join('\n'),
    );
  // A token that opened it too opens the rest.
  expect((await api.get(`/api/hotels/${ofAll}`)).body.hotel_id).toBe(real.hotelId);
});

test('every table with data of a property is emptied', async () => {
  const tables = await api.db.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'hotel_id' and table_name not in ('operator_actions')`,
  );
  const { TABLES_OF_A_PROPERTY } = await import('../../src/pms/remove-property.ts');
  expect([...TABLES_OF_A_PROPERTY].toSorted()).toEqual(tables.map(({ name }) => name).toSorted());
});

test('the ledger of a real property cannot be deleted, whatever a transaction says', async () => {
  const { hotelId, token, room } = await api.property();
  const stay = { room_id: room, name: 'Ada', checkin: '2026-07-01', checkout: '2026-07-02', price: 10 };
  await api.post(`/api/bookings/${token}`, stay);
  const removal = api.db.transaction(async (tx) => {
    await tx.query(`select set_config('innwire.removing', $1, true)`, [String(hotelId)]);
    await tx.query(`delete from ledger_entries where hotel_id = $1`, [hotelId]);
    return { value: null };
  });
  await expect(removal).rejects.toThrow('never edited or deleted');
});
