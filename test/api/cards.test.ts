// Card numbers are never stored, whichever way they come in: after all of them no table contains one.

import type { TSchema } from 'typebox';
import { beforeAll, expect, test } from 'vitest';
import { CARD_HANDLING } from '../../src/api/schema.ts';
import { EXCHANGING_PROTOCOLS } from '../../src/channels/registry.ts';
import { INNWIRE } from '../../src/model/actor.ts';
import { readCalendar } from '../../src/model/ical/read.ts';
import { importCalendar } from '../../src/pms/calendar-import/index.ts';
import { ingestMessage } from '../../src/pms/channel-sync/ingest/messages.ts';
import { ingestReservation } from '../../src/pms/channel-sync/ingest/reservations.ts';
import { ingestReview } from '../../src/pms/channel-sync/ingest/reviews.ts';
import { getProperty } from '../../src/pms/properties.ts';
import { inPropertyTransaction } from '../../src/pms/property-transaction.ts';
import { useApi } from '../harness/api.ts';
import { BOTH, stateless } from '../mcp/raw.ts';
import { type Populated, populate } from './populated.ts';
import { operations, sampleRequest } from './sample-requests.ts';

const api = useApi();
const CARD = '4012888888881881';
/** A room id of another system. */
const LISTING = '5555555555554444';
const SPELT = [
  '4012888888881881',
  '4012 8888 8888 1881',
  '4012.8888\u00a08888-1881',
  'no.4012-8888-8888-1881',
];
const KEY = 'a key that both know';
let own: Populated;
let spelling = 0;

beforeAll(async () => {
  api.clock = Temporal.Instant.from('2026-06-15T10:00:00Z');
  own = await populate(api, 'Our own');
});

/** Returns every row of every table that contains the card number, in any spelling. */
async function rowsWithCard(): Promise<string[]> {
  const tables = await api.db.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema = 'public'`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await api.db.query<{ row: string }>(`select to_jsonb(t)::text as row from ${name} as t`);
    const held = rows.filter(({ row }) => row.replaceAll(/\\u[0-9a-f]{4}|\D/gi, '').includes(CARD));
    found.push(...held.map(({ row }) => `${name}: ${row}`));
  }
  return found;
}

/** Returns the example with the card number in every free text of the schema. */
function withCards(value: unknown, schema: TSchema | undefined, name = ''): unknown {
  const {
    properties,
    items,
    anyOf,
    format,
    enum: choices,
    pattern,
    maxLength = 100,
  } = (schema ?? {}) as never as {
    properties?: Record<string, TSchema>;
    items?: TSchema;
    anyOf?: TSchema[];
    format?: string;
    enum?: string[];
    pattern?: string;
    maxLength?: number;
  };
  if ((schema as { [CARD_HANDLING]?: string } | undefined)?.[CARD_HANDLING] === 'verbatim') return value;
  if (anyOf) return withCards(value, anyOf[0], name);
  if (Array.isArray(value)) return value.map((item) => withCards(item, items, name));
  if (value !== null && typeof value === 'object') {
    const members = Object.entries({ ...value });
    return Object.fromEntries(
      members.map(([key, member]) => [key, withCards(member, properties?.[key], key)]),
    );
  }
  if (typeof value !== 'string' || choices || pattern || /^(timezone|currency|language)$/.test(name))
    return value;
  if (format === 'email') return `${CARD}@guests.example`;
  if (name === 'website') return `https://guests.example/${CARD}`;
  if (format) return value;
  spelling += 1;
  return SPELT[spelling % SPELT.length]!.slice(0, maxLength);
}

test('every operation that writes keeps what it is given without card numbers, and shows it so', async () => {
  const done: string[] = [];
  for (const { side, operation } of operations) {
    if (operation.method === 'GET' || !('body' in operation) || !operation.body) continue;
    const { method, path, body } = sampleRequest(operation, own.ids, own.token);
    const sent = withCards(body, operation.body as TSchema) as object;
    if (JSON.stringify(sent) === JSON.stringify(body)) continue;
    const headers = { 'idempotency-key': `${operation.name} ${CARD}`, 'x-request-id': CARD };
    const answer = await api.request(method, path, {
      body: sent,
      headers:
        side === 'operator' ? { ...headers, authorization: 'Bearer the-operator-key-of-the-tests' } : headers,
    });
    // Some are rejected by rules because of the writes before them; none because of its texts.
    expect(answer.body.code ?? 'done', `${operation.name}: ${answer.text}`).not.toMatch(
      /^(invalid_|server_)/,
    );
    expect(answer.text.replaceAll(/\D/g, ''), operation.name).not.toContain(CARD);
    expect(answer.headers['x-request-id']).not.toContain(CARD);
    if (answer.status === 200) done.push(operation.name);
  }
  expect(done).toEqual(
    expect.arrayContaining([
      'createBooking',
      'sendReply',
      'createTask',
      'postEntry',
      'createRoom',
      'createToken',
    ]),
  );
  await api.get(`/api/logs/${own.token}`);
  expect(await rowsWithCard()).toEqual([]);
});

test('an idempotency key that holds a card number still finds its answer', async () => {
  const body = { room_id: own.room, date: '2026-12-28', price: 120 };
  const send = () => api.post(`/api/availability/${own.token}`, body, { 'idempotency-key': `order ${CARD}` });
  const first = await send();
  const again = await send();
  expect(again.headers['idempotent-replayed']).toBe('true');
  expect(again.body).toEqual(first.body);
  const other = await api.post(`/api/availability/${own.token}`, body, {
    'idempotency-key': 'order 4111111111111111',
  });
  expect(other.headers['idempotent-replayed']).toBeUndefined();
});

test('a room at a channel keeps its id, whatever its digits add up to', async () => {
  const mapping = { room_id: own.room, external_room: LISTING, external_rate: LISTING };
  const answer = await api.operator('PUT', `/properties/${own.hotelId}/channels/partner`, {
    protocol: 'open_channel',
    url: 'https://partner.example',
    settings: { hotel_code: 'H' },
    credentials: { api_key: KEY },
    rooms: [mapping],
  });
  expect(answer.body.rooms[0]).toMatchObject({ external_room: LISTING, external_rate: LISTING });
  await api.operator('DELETE', `/properties/${own.hotelId}/channels/partner`);
});

test('an agent’s texts are kept without card numbers', async () => {
  const call = async (name: string, args: object) => {
    const { body, headers } = stateless('tools/call', { name, arguments: args });
    (body.params as any)._meta['io.modelcontextprotocol/clientInfo'].name = `bot ${CARD}`;
    const answer = await api.request('POST', `/mcp/${own.token}`, {
      body,
      headers: { accept: BOTH, ...headers },
    });
    expect(answer.status, answer.text).toBe(200);
    return answer.text;
  };
  const made = await call('create_booking', {
    room_id: own.room,
    name: `Card ${SPELT[1]}`,
    phone: SPELT[1],
    checkin: '2026-12-05',
    checkout: '2026-12-06',
    price: 100,
    idempotency_key: `k ${CARD}`,
  });
  expect(made).toContain('Card ***');
  await call('send_guest_message', { rid: own.ids.order, reply: `I charge ${SPELT[2]}` });
  await call('cancel_booking', {
    order_id: String(own.ids.order),
    date: '2026-12-01',
    reason: `paid by ${CARD}`,
  });
  await call('get_booking', { order_id: CARD });
  await api.get(`/api/logs/${own.token}`);
  expect(await rowsWithCard()).toEqual([]);
});

test.each(
  EXCHANGING_PROTOCOLS,
)('what %s reports is stored without card numbers, in every member', async (channel) => {
  const property = await getProperty(api.db, own.hotelId);
  const now = api.clock!;
  const source = { property, channel, rooms: [], countsSalesItself: false };
  const text = `my card ${SPELT[2]}`;
  const reservation = {
    reference: `${channel}-${CARD}`,
    shownReference: CARD,
    revision: `1 ${CARD}`,
    at: now,
    soldBy: null,
    status: 'new' as const,
    guest: { name: text, email: `${CARD}@guests.example`, phone: SPELT[1]! },
    currency: 'EUR',
    notes: text,
    receipt: CARD,
    thread: `thread ${CARD}`,
    rooms: [
      {
        key: CARD,
        externalRoom: CARD,
        externalRate: CARD,
        checkin: Temporal.PlainDate.from('2026-07-01'),
        checkout: Temporal.PlainDate.from('2026-07-03'),
        total: '100',
        nights: [],
        guestName: text,
      },
    ],
  };
  const change = <T>(work: Parameters<typeof inPropertyTransaction<T>>[2]) =>
    inPropertyTransaction(api.db, { hotelId: own.hotelId, now, actor: INNWIRE }, work);
  const stored = await change((tx) => ingestReservation(tx, source, reservation));
  expect(stored.outcome).toBe('stored');
  // It is still recognized by its reference: the same record changes nothing, and a later version changes it.
  expect((await change((tx) => ingestReservation(tx, source, reservation))).outcome).toBe('known');
  const later = {
    ...reservation,
    revision: `2 ${CARD}`,
    at: now.add({ seconds: 1 }),
    status: 'modified' as const,
  };
  expect(await change((tx) => ingestReservation(tx, source, later))).toMatchObject({
    outcome: 'changed',
    reservationIds: stored.reservationIds,
  });
  const message = {
    externalMessage: CARD,
    thread: reservation.thread,
    reference: null,
    from: 'guest' as const,
    text,
    at: now,
    receipt: CARD,
  };
  expect(await change((tx) => ingestMessage(tx, channel, message))).toBe('stored');
  const review = {
    externalReview: CARD,
    reference: reservation.reference,
    soldBy: null,
    guestName: text,
    score: 8,
    scores: { [`clean ${CARD}`]: 8 },
    title: text,
    positive: text,
    negative: text,
    language: 'en',
    reply: text,
    at: now,
    receipt: CARD,
  };
  expect(await change((tx) => ingestReview(tx, channel, review))).toBe('stored');
  const found = await api.get(`/api/bookings/${own.token}?order_id=${CARD}&channel=${channel}`);
  expect(found.body.map(({ order_id }: { order_id: number }) => order_id)).toEqual(stored.reservationIds);
  expect(found.body[0]).toMatchObject({ phone: '***', email: '***@guests.example' });
  expect(await rowsWithCard()).toEqual([]);
});

test('a stay for a room that nobody mapped yet moves into it when it is, also where its id is built like a card number', async () => {
  const property = await api.property({ rooms: [{ units: 2 }] });
  const connect = (external_room: string) =>
    api.operator('PUT', `/properties/${property.hotelId}/channels/partner`, {
      protocol: 'open_channel',
      url: 'https://partner.example',
      settings: { hotel_code: 'H' },
      credentials: { api_key: KEY },
      rooms: [{ room_id: property.room, external_room }],
    });
  const inbound = new URL((await connect('another')).body.inbound_url).pathname;
  const booking = {
    hotel_code: 'H',
    reservation_id: CARD,
    status: 'new',
    customer: { name: 'Ada', surname: SPELT[1], mail: `${CARD}@guests.example`, phone: SPELT[1] },
    notes: SPELT[2],
    rooms: [
      { room_type_code: LISTING, arrival_date: '2026-07-01', departure_date: '2026-07-03', total_price: 200 },
    ],
  };
  const answer = await api.request('POST', `${inbound}/new_booking?note=${encodeURIComponent(SPELT[1]!)}`, {
    raw: JSON.stringify({ booking }),
    headers: { 'api-key': KEY, 'content-type': 'application/json' },
  });
  expect(answer.status, answer.text).toBe(200);
  expect(await rowsWithCard()).toEqual([]);
  await connect(LISTING);
  const [stored] = (await api.get(`/api/bookings/${property.token}`)).body;
  expect(stored).toMatchObject({ room_id: property.room, name: 'Ada ***', phone: '***' });
});

test('a calendar’s names and ids are stored without card numbers', async () => {
  const text = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:x',
    'BEGIN:VEVENT',
    `UID:${CARD}@airbnb.example`,
    'DTSTART;VALUE=DATE:20260801',
    'DTEND;VALUE=DATE:20260803',
    `SUMMARY:Ada ${SPELT[1]} (HMABCDEFGH12)`,
    `DESCRIPTION:${SPELT[1]}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ].join('\r\n');
  const property = await getProperty(api.db, own.hotelId);
  const read = () =>
    readCalendar(text, {
      timezone: 'UTC',
      channel: 'airbnb',
      today: Temporal.PlainDate.from('2026-06-15'),
      horizonDays: 730,
      ownDomain: 'x',
    });
  const fetched = () =>
    inPropertyTransaction(api.db, { hotelId: own.hotelId, now: api.clock!, actor: INNWIRE }, (tx) =>
      importCalendar(tx, {
        property,
        channel: 'airbnb',
        roomId: own.room,
        calendar: read(),
        confirmAfterMs: 1,
      }),
    );
  expect(await fetched()).toMatchObject({ added: 1 });
  expect(await fetched()).toMatchObject({ added: 0, moved: 0, cancelled: 0 });
  expect(await rowsWithCard()).toEqual([]);
});
