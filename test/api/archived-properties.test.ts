// Archived properties: every write is refused, by every door, and every read answers.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { INNWIRE } from '../../src/model/actor.ts';
import { inPropertyTransaction } from '../../src/pms/property-transaction.ts';
import { findExpiredHolds } from '../../src/pms/reservations/holds.ts';
import { type TestProperty, useApi } from '../harness/api.ts';
import { BOTH, stateless } from '../mcp/raw.ts';
import { fingerprint } from './database-dump.ts';
import { expectProblem } from './expectations.ts';
import { signedIn } from './people.ts';
import { type Populated, populate } from './populated.ts';
import { type AnyOperation, operations, sampleRequest } from './sample-requests.ts';

const api = useApi();
const NOW = Temporal.Instant.from('2026-06-15T10:00:00Z');
beforeEach(() => {
  api.clock = NOW;
});

/** Writes that an archived property takes, each with the reason. */
const TAKEN: Record<string, string> = {
  archiveProperty: 'repeating it changes nothing',
  unarchiveProperty: 'the way back',
  removeProperty: 'only archived properties are removed',
  eraseGuest: 'persons have the right to it',
  revokeToken: 'a token that leaked goes on reading',
  deleteWebhook: 'it goes on sending what is erased',
};

const archive = (hotelId: number, body: object = {}) =>
  api.operator('POST', `/properties/${hotelId}/archive`, body);
const unarchive = (hotelId: number) => api.operator('POST', `/properties/${hotelId}/unarchive`);

/** Ends the connections and archives the property with what is open. */
async function close({ hotelId }: TestProperty): Promise<void> {
  const channels = (await api.operator('GET', `/properties/${hotelId}/channels`)).body;
  for (const { channel } of channels)
    await api.operator('DELETE', `/properties/${hotelId}/channels/${channel}`);
  const archived = await archive(hotelId, { confirm: true });
  expect(archived.status, archived.text).toBe(200);
}

const send = (side: string, operation: AnyOperation, house: Populated) => {
  const { method, path, body } = sampleRequest(operation, house.ids, house.token);
  return side === 'operator'
    ? api.operator(method, path.slice('/operator'.length), body)
    : api.request(method, path, body === undefined ? {} : { body });
};

/** Reads of what the property does not have: a channel any more, and a file that a guest attached. */
const NOT_FOUND: Record<string, [status: number, code: string]> = {
  getChannel: [400, 'unknown_channel'],
  listChannelNights: [400, 'unknown_channel'],
  getMessageAttachment: [404, 'unknown_attachment'],
};

describe('of all operations on an archived property', () => {
  let house: Populated;
  beforeAll(async () => {
    api.clock = NOW;
    house = await populate(api, 'Our own');
    await close(house);
  });
  const named = operations
    .filter(({ operation }) => operation.kind !== 'installation')
    .map(({ side, operation }) => [operation.name, side, operation] as const);
  const refused = named.filter(([name, , { kind }]) => kind === 'write' && !(name in TAKEN));
  const reads = named.filter(([, , { kind }]) => kind !== 'write');

  test.each(refused)('%s (%s) is refused', async (_, side, operation) => {
    const before = await fingerprint(api.db);
    const answer = await send(side, operation, house);
    expectProblem(answer, 409, 'property_archived');
    expect(answer.body.data).toEqual({ hotel_id: house.hotelId, archived_at: NOW.toString() });
    expect(await fingerprint(api.db)).toBe(before);
  });

  test.each(reads)('%s (%s) answers', async (name, side, operation) => {
    const answer = await send(side, operation, house);
    expect([answer.status, answer.body?.code], answer.text).toEqual(NOT_FOUND[name] ?? [200, undefined]);
  });

  test('exactly the listed writes are declared to be taken', () => {
    const declared = operations.flatMap(({ operation }) =>
      operation.kind === 'write' && operation.archivedToo ? [operation.name] : [],
    );
    expect([...new Set(declared)].toSorted()).toEqual(Object.keys(TAKEN).toSorted());
  });

  test('the listed writes are taken', async () => {
    const at = `/properties/${house.hotelId}`;
    for (const [method, path] of [
      ['DELETE', `${at}/webhooks/${house.ids.webhook}`],
      ['POST', `${at}/guests/${house.ids.guest}/erase`],
      ['POST', `${at}/remove?dry_run=true`],
      ['POST', `${at}/archive`],
      ['DELETE', `${at}/tokens/${house.ids.token}`],
    ] as const) {
      const answer = await api.operator(method, path, method === 'POST' ? {} : undefined);
      expect(answer.status, `${path} ${answer.text}`).toBe(200);
    }
  });
});

test('agents read it, and their writes are refused', async () => {
  const house = await populate(api, 'Of agents');
  await close(house);
  const call = async (name: string, given: object) => {
    const { body, headers } = stateless('tools/call', { name, arguments: given });
    const answer = await api.post(`/mcp/${house.token}`, body, { ...headers, accept: BOTH });
    return (answer.body ?? JSON.parse(/^data: (.*)$/m.exec(answer.text)![1]!)).result;
  };
  expect((await call('get_property', {})).structuredContent.archived_at).toBe('2026-06-15T10:00:00.000Z');
  const refused = await call('cancel_booking', { order_id: house.ids.order, date: '2026-06-20' });
  expect([refused.isError, JSON.stringify(refused)]).toEqual([
    true,
    expect.stringContaining('property_archived'),
  ]);
});

test('a change that was admitted before is refused in its transaction', async () => {
  const { hotelId } = await api.property();
  await archive(hotelId);
  const change = inPropertyTransaction(api.db, { hotelId, now: NOW, actor: INNWIRE }, async (tx) => {
    await tx.query(`update properties set address = 'elsewhere' where hotel_id = $1`, [hotelId]);
  });
  await expect(change).rejects.toMatchObject({ code: 'property_archived' });
  expect((await api.operator('GET', `/properties/${hotelId}`)).body.address).not.toBe('elsewhere');
});

test('of bookings and an archiving at once, each booking is made before it or refused', async () => {
  const { hotelId, token, room } = await api.property({ rooms: [{ units: 20 }] });
  const book = () =>
    api.post(`/api/bookings/${token}`, {
      room_id: room,
      name: 'Ada',
      checkin: '2026-07-01',
      checkout: '2026-07-02',
      price: 10,
    });
  const [archived, ...answers] = await Promise.all([
    archive(hotelId, { confirm: true }),
    ...Array.from({ length: 12 }, book),
  ]);
  expect(archived!.status, archived!.text).toBe(200);
  for (const { status, body } of answers) expect([200, 'property_archived']).toContain(body.code ?? status);
  const events = (await api.get(`/api/events/${token}?limit=1000`)).body as any[];
  const kinds = events.map(({ kind }) => kind);
  expect(kinds.slice(kinds.lastIndexOf('property.changed') + 1)).toEqual([]);
});

test('it is refused while channels are connected, which are named', async () => {
  const house = await populate(api, 'With a channel');
  const before = await fingerprint(api.db);
  const answer = await archive(house.hotelId, { confirm: true });
  expectProblem(answer, 409, 'property_has_channels');
  expect(answer.body.data.channels).toContain('airbnb');
  expect(await fingerprint(api.db)).toBe(before);
});

test('stays, holds and open balances are asked about, and holds end', async () => {
  const { hotelId, token, room } = await api.property({ rooms: [{ units: 9 }] });
  const book = async (members: object) =>
    (
      await api.post(`/api/bookings/${token}`, {
        ...{ room_id: room, name: 'Ada', checkin: '2026-06-15', checkout: '2026-06-18', price: 300 },
        ...members,
      })
    ).body.order_id;
  const here = await book({});
  await api.operator('PATCH', `/properties/${hotelId}/bookings/${here}`, { status: 'checked_in' });
  const paid = await book({ checkin: '2026-06-20', checkout: '2026-06-22', price: 100 });
  await api.operator('POST', `/properties/${hotelId}/accounting`, {
    ...{ type: 'payment', amount: 120, order_id: paid, description: 'by card', confirm: true },
  });
  const held = await book({ hold_minutes: 60 });
  const asked = await archive(hotelId);
  expectProblem(asked, 409, 'property_in_use');
  expect(asked.body.data).toEqual({ in_house: 1, to_come: 1, held: 1, owed: 1, to_return: 1 });
  expect(asked.body.detail).toContain('"confirm": true');
  const archived = await archive(hotelId, { confirm: true });
  expect(archived.body.archived_at).toBe('2026-06-15T10:00:00.000Z');
  const { body } = await api.get(`/api/bookings/${token}?order_id=${held}`);
  expect(body[0].status).toBe('cancelled');
  expect(await findExpiredHolds(api.db, { now: NOW.add({ hours: 48 }), limit: 9 })).toEqual([]);
});

test('the practice channel goes with it', async () => {
  const { hotelId } = await api.property({ rooms: [{}] });
  const connected = await api.operator('POST', `/properties/${hotelId}/practice_channel`);
  expect(connected.status, connected.text).toBe(200);
  const archived = await archive(hotelId);
  expect(archived.status, archived.text).toBe(200);
  expect((await api.operator('GET', `/properties/${hotelId}/channels`)).body).toEqual([]);
});

test('taken out of the archive it is as before', async () => {
  const { hotelId, token, room } = await api.property({ rooms: [{}] });
  const before = (await api.operator('GET', `/properties/${hotelId}`)).body;
  await archive(hotelId);
  expect((await unarchive(hotelId)).body).toEqual(before);
  const again = await unarchive(hotelId);
  expect(again.body).toEqual(before);
  const booked = await api.post(`/api/bookings/${token}`, {
    ...{ room_id: room, name: 'Ada', checkin: '2026-07-01', checkout: '2026-07-02', price: 10 },
  });
  expect(booked.status, booked.text).toBe(200);
  const events = (await api.get(`/api/events/${token}`)).body as any[];
  const changes = events.filter(({ kind, data }) => kind === 'property.changed' && data.changed?.length > 0);
  expect(changes.map(({ data }) => [data.changed, data.before])).toEqual([
    [['archived_at'], { archived_at: null }],
    [['archived_at'], { archived_at: '2026-06-15T10:00:00.000Z' }],
  ]);
  const audit = (await api.operator('GET', `/audit?hotel_id=${hotelId}`)).body as any[];
  expect(audit.map(({ operation }) => operation).filter((name) => /archive/.test(name))).toEqual([
    'unarchiveProperty',
    'unarchiveProperty',
    'archiveProperty',
  ]);
});

test('its calendars go on saying what is taken', async () => {
  const { hotelId, token, room } = await api.property({ rooms: [{}] });
  await api.post(`/api/bookings/${token}`, {
    ...{ room_id: room, name: 'Ada', checkin: '2026-07-01', checkout: '2026-07-03', price: 10 },
  });
  const [link] = (await api.operator('GET', `/properties/${hotelId}/ical`)).body;
  await archive(hotelId, { confirm: true });
  const feed = await api.get(new URL(link.url).pathname);
  expect(feed.text).toContain('DTSTART;VALUE=DATE:20260701');
});

test('lists say which properties are archived, and leave them out where that is asked for', async () => {
  const [used, closed] = [await api.property(), await api.property()];
  await archive(closed.hotelId);
  const ids = async (query: string) =>
    ((await api.operator('GET', `/properties${query}`)).body as any[])
      .map(({ hotel_id }) => hotel_id)
      .filter((id) => [used.hotelId, closed.hotelId].includes(id));
  expect(await ids('')).toEqual([used.hotelId, closed.hotelId]);
  expect(await ids('?archived=false')).toEqual([used.hotelId]);
  expect(await ids('?archived=true')).toEqual([closed.hotelId]);
  expect((await api.get(`/api/hotels/${closed.token}`)).body.archived_at).toBe('2026-06-15T10:00:00.000Z');
  const { browser } = await signedIn(api, 'owner', [used.hotelId, closed.hotelId]);
  const { properties } = (await browser.get('/session')).body;
  expect(properties.map((one: any) => [one.hotel_id, one.archived])).toEqual([
    [used.hotelId, false],
    [closed.hotelId, true],
  ]);
});

test('owners archive, with more than a PIN; others do not', async () => {
  const { hotelId } = await api.property();
  const manager = await signedIn(api, 'manager', [hotelId]);
  const path = `/operator/properties/${hotelId}/archive`;
  expectProblem(await manager.browser.request('POST', path, {}), 403, 'owner_required');
  const owner = await signedIn(api, 'owner', [hotelId]);
  expect((await owner.browser.request('POST', path, {})).status).toBe(200);
  expectProblem(
    await owner.browser.request('PATCH', `/operator/properties/${hotelId}`, { name: 'x' }),
    409,
    'property_archived',
  );
});
