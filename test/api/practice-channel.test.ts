// The practice channel: it gets our nights, sells its own stays, and goes with its bookings; it never stands beside a real channel.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openOutgoing } from '../../src/outgoing/http.ts';
import { sellFirstStays } from '../../src/practice/sales.ts';
import { withPracticeChannel } from '../../src/practice/server.ts';
import { useApi } from '../harness/api.ts';
import { type ChannelWorker, startChannelWorker } from '../harness/channel-worker.ts';
import { eventually } from '../harness/eventually.ts';
import { WAIT_LIMIT_MS } from '../harness/limits.ts';

const api = useApi({ allowHttp: false });
const now = () => Temporal.Instant.fromEpochMilliseconds(Date.now());
const warnings: string[] = [];
let worker: ChannelWorker;

beforeAll(async () => {
  const log = { info: () => {}, warn: (_: object, message: string) => warnings.push(message) };
  worker = await startChannelWorker({ db: api.db, now, log });
});
afterAll(async () => {
  await worker?.stop();
  expect(warnings).toEqual([]);
});

const inDays = (days: number) => Temporal.Now.plainDateISO('UTC').add({ days }).toString();
const at = (hotelId: number, path: string) => `/properties/${hotelId}/${path}`;
const staysOf = async (token: string) => (await api.get(`/api/bookings/${token}?channel=practice`)).body;

test('sells two stays at once, shows the counts that it was sent, sells what a guest books, and is removed with all of it', async () => {
  const house = await api.property({ timezone: 'UTC', rooms: [{ units: 3, price: 100 }] });
  const answer = await api.operator('POST', at(house.hotelId, 'practice_channel'));
  expect(answer.status, answer.text).toBe(200);
  expect(answer.body).toMatchObject({ channel: 'practice', url: 'https://practice-channel.invalid' });
  const first = await eventually(async () => {
    const stays = await staysOf(house.token);
    expect(stays).toHaveLength(2);
    return stays;
  });
  for (const stay of first)
    expect(stay).toMatchObject({ status: 'confirmed', name: expect.stringMatching(/ Practice$/) });

  const stay = { checkin: inDays(40), checkout: inDays(42) };
  const offersOf = async () =>
    (
      await api.operator(
        'GET',
        at(house.hotelId, `practice_channel/offers?checkin=${stay.checkin}&checkout=${stay.checkout}`),
      )
    ).body;
  expect(await offersOf()).toEqual([
    { room_id: house.room, available: 3, price: 200, bookable: true, reason: null },
  ]);
  const booked = await api.operator('POST', at(house.hotelId, 'practice_channel/bookings'), {
    room_id: house.room,
    ...stay,
  });
  expect(booked.status, booked.text).toBe(200);
  const [sold] = (await api.get(`/api/bookings/${house.token}?order_id=${booked.body.order_ids[0]}`)).body;
  expect(sold).toMatchObject({
    channel: 'practice',
    checkin: expect.stringContaining(stay.checkin),
    checkout: expect.stringContaining(stay.checkout),
    price: 200,
    adults: 1,
  });
  // A booking of ours lowers its count too: the worker pushes it.
  await api.post(`/api/bookings/${house.token}`, {
    room_id: house.room,
    name: 'Ada Lovelace',
    price: 1,
    ...stay,
  });
  await eventually(async () => expect((await offersOf())[0].available).toBe(1));
  const nights = await eventually(async () => {
    const { body } = await api.operator('GET', at(house.hotelId, 'channels/practice/nights'));
    expect(body.every((night: { state: string }) => night.state === 'synced')).toBe(true);
    return body;
  });
  expect(nights.length).toBeGreaterThanOrEqual(500);
  const { body: logs } = await api.operator('GET', at(house.hotelId, 'logs?channel=practice&kind=sync'));
  expect(logs.map((entry: { summary: string }) => entry.summary)).toContain('practice sent reservations');

  const removed = await api.operator('DELETE', at(house.hotelId, 'practice_channel'));
  expect(removed.body).toEqual({ cancelled: 3 });
  expect((await staysOf(house.token)).map((one: { status: string }) => one.status)).toEqual([
    'cancelled',
    'cancelled',
    'cancelled',
  ]);
  expect((await api.operator('GET', at(house.hotelId, 'channels'))).body).toEqual([]);
  expect(await offersOf()).toEqual([]);
  const calendar = await api.get(
    `/api/availability/${house.token}?fromdate=${stay.checkin}&todate=${stay.checkin}`,
  );
  expect(calendar.body[0].available).toBe(2);
});

test('sells by its own rules what a guest may book there', async () => {
  const house = await api.property({ timezone: 'UTC', rooms: [{ units: 1, price: 100 }] });
  await api.post(`/api/availability/${house.token}`, [
    { room_id: house.room, date: inDays(20), todate: inDays(30), price: 100, min_stay: 3 },
    { room_id: house.room, date: inDays(50), todate: inDays(50), price: 100, stop_sell: true },
  ]);
  await api.operator('POST', at(house.hotelId, 'practice_channel'));
  await eventually(async () => expect(await staysOf(house.token)).not.toHaveLength(0));
  const book = async (from: number, until: number) =>
    (
      await api.operator('POST', at(house.hotelId, 'practice_channel/bookings'), {
        room_id: house.room,
        checkin: inDays(from),
        checkout: inDays(until),
      })
    ).body;
  expect(await book(21, 22)).toMatchObject({ code: 'min_stay_not_met' });
  expect(await book(49, 52)).toMatchObject({ code: 'room_unavailable', data: { nights: [inDays(50)] } });
  expect(await book(21, 24)).toEqual({ order_ids: [expect.any(Number)] });
  expect(await book(22, 25)).toMatchObject({ code: 'room_unavailable' });
});

test('sells the last room once to two guests who book at the same time', async () => {
  const house = await api.property({ timezone: 'UTC', rooms: [{ units: 1, price: 100 }] });
  await api.operator('POST', at(house.hotelId, 'practice_channel'));
  await eventually(async () => expect(await staysOf(house.token)).toHaveLength(2));
  const stay = { room_id: house.room, checkin: inDays(60), checkout: inDays(62) };
  const book = () => api.operator('POST', at(house.hotelId, 'practice_channel/bookings'), stay);
  const answers = await Promise.all([book(), book(), book()]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
  for (const { status, body } of answers)
    if (status !== 200) expect(body).toMatchObject({ code: 'room_unavailable' });
});

test('goes with its bookings when it is disconnected as any channel is', async () => {
  const house = await api.property({ timezone: 'UTC', rooms: [{ units: 3, price: 100 }] });
  await api.operator('POST', at(house.hotelId, 'practice_channel'));
  await eventually(async () => expect(await staysOf(house.token)).toHaveLength(2));
  const path = at(house.hotelId, 'channels/practice');
  const planned = await api.operator('DELETE', `${path}?dry_run=true`);
  expect(planned.status, planned.text).toBe(200);
  expect((await staysOf(house.token)).map((one: { status: string }) => one.status)).not.toContain(
    'cancelled',
  );
  const done = await api.operator('DELETE', path);
  expect(done.body, done.text).toMatchObject({ channel: 'practice', disconnected: true });
  expect((await staysOf(house.token)).map((one: { status: string }) => one.status)).toEqual([
    'cancelled',
    'cancelled',
  ]);
});

test('stands alone: refused beside a real channel, refuses one beside it, and nobody else may use its name or address', async () => {
  const house = await api.property();
  const airbnb = {
    protocol: 'ical',
    rooms: [{ room_id: house.room, ical_url: 'https://calendars.example.com/1.ics' }],
  };
  const put = (channel: string, body: object) =>
    api.operator('PUT', at(house.hotelId, `channels/${channel}`), body);
  await api.operator('POST', at(house.hotelId, 'practice_channel'));
  expect((await put('airbnb', airbnb)).body).toMatchObject({
    code: 'practice_channel',
    data: { case: 'connected' },
  });
  await api.operator('DELETE', at(house.hotelId, 'practice_channel'));
  const posing = {
    protocol: 'open_channel',
    url: 'https://practice-channel.invalid/x',
    settings: { hotel_code: 'practice-1001' },
    credentials: { api_key: '12345678' },
    rooms: [],
  };
  expect((await put('posing', posing)).body).toMatchObject({
    code: 'practice_channel',
    data: { case: 'reserved' },
  });
  const root = { ...posing, url: 'https://practice-channel.invalid./x' };
  expect((await put('posing', root)).body).toMatchObject({ data: { case: 'reserved' } });
  const calendar = {
    protocol: 'ical',
    rooms: [{ room_id: house.room, ical_url: 'https://practice-channel.invalid/a.ics' }],
  };
  expect((await put('posing', calendar)).body).toMatchObject({ data: { case: 'reserved' } });
  expect((await put('practice', airbnb)).body).toMatchObject({ data: { case: 'reserved' } });
  expect((await put('airbnb', airbnb)).status).toBe(200);
  const refused = await api.operator('POST', at(house.hotelId, 'practice_channel'));
  expect(refused.status).toBe(409);
  expect(refused.body).toMatchObject({ code: 'practice_channel', data: { case: 'has_channels' } });
  const empty = await api.property({ rooms: [] });
  expect((await api.operator('POST', at(empty.hotelId, 'practice_channel'))).body).toMatchObject({
    data: { case: 'no_rooms' },
  });
});

test('answers only for its key, and lets no other request out: what is not its address goes where it went before', async () => {
  const house = await api.property();
  await api.operator('POST', at(house.hotelId, 'practice_channel'));
  const outgoing = withPracticeChannel(openOutgoing({ version: 'test', allowPrivateNetwork: false }), {
    db: api.db,
    now,
    report: () => {},
  });
  const send = (url: string, key: string) =>
    outgoing.send({ url, headers: { 'api-key': key }, timeoutMs: WAIT_LIMIT_MS, maxBodyBytes: 10_000 });
  const address = `https://practice-channel.invalid/mapping_details/?hotel_code=practice-${house.hotelId}`;
  for (const key of ['', 'wrong', 'x'.repeat(48)]) expect((await send(address, key)).status).toBe(401);
  await expect(send(`${api.url}/health`, '')).rejects.toMatchObject({ kind: 'blocked' });
  await outgoing.close();
});

test('sells nothing once it is removed, and says nothing of it', async () => {
  const house = await api.property({ rooms: [{ units: 3, price: 100 }] });
  await sellFirstStays(api.db, house.hotelId, now());
  expect(await staysOf(house.token)).toEqual([]);
});
