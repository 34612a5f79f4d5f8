// Vrbo against a running property: it fetches feeds, requests bookings, and reads their later state.
import { expect, test } from 'vitest';
import { find, findAll, readXml, textOf } from '../../../src/channels/xml.ts';
import { useApi } from '../../harness/api.ts';
import { fixture, readAvailability } from './feeds.ts';

const api = useApi();
const authorization = `Basic ${btoa('vrbo:secret')}`;
/** The sample request is for three guests, in dollars. */
const HOUSE = { currency: 'USD', rooms: [{ capacity: 4 }] };

/** The connection of the samples' unit to a room. */
const agreement = (room: number) => ({
  protocol: 'vrbo',
  settings: { advertiser_id: 'SAMPLEPM_VRBO' },
  credentials: { username: 'vrbo', password: 'secret' },
  rooms: [{ room_id: room, external_room: 'L-501/U-501' }],
});

test('a request to book takes the nights of the feed once, and a second guest is refused', async () => {
  const { hotelId, token, room } = await api.property(HOUSE);
  const connected = await api.operator('PUT', `/properties/${hotelId}/channels/vrbo`, agreement(room));
  expect(connected.status, JSON.stringify(connected.body)).toBeLessThan(300);
  const address = new URL(connected.body.inbound_url).pathname;
  const fetched = async (path: string) => {
    const answer = await api.request('GET', `${address}${path}`, { headers: { authorization } });
    expect(answer.status, path).toBe(200);
    return readXml(answer.text).root;
  };
  const posted = async (body: string) => {
    const headers = { authorization, 'content-type': 'application/xml' };
    return readXml((await api.request('POST', address, { raw: body, headers })).text).root;
  };
  const first = Temporal.Now.plainDateISO('UTC').add({ days: 30 });
  for (const i of [0, 1, 2, 3]) {
    const night = { room_id: room, date: String(first.add({ days: i })), price: 120, available: 1 };
    expect((await api.post(`/api/availability/${token}`, night)).status).toBe(200);
  }
  const units = async () => {
    const days = readAvailability(await fetched('/availability/L-501/U-501.xml'));
    return [0, 1, 2, 3].map((i) => days.get(String(first.add({ days: i })))?.units);
  };
  expect(await units()).toEqual([1, 1, 1, 1]);

  const request = fixture('bookingRequest')
    .replace('2027-04-20', String(first))
    .replace('2027-04-23', String(first.add({ days: 3 })));
  const status = (root: Awaited<ReturnType<typeof posted>>) =>
    textOf(find(root, 'bookingResponseDetails/reservationStatus')) ??
    textOf(find(root, 'errorList/error/errorCode'));
  expect(status(await posted(request))).toBe('CONFIRMED');
  expect(await units()).toEqual([0, 0, 0, 1]);
  // the response was lost: the same request is repeated
  expect(status(await posted(request))).toBe('CONFIRMED');
  expect(status(await posted(request.replace('000000000001', '000000000002')))).toBe(
    'PROPERTY_NOT_AVAILABLE',
  );
  const bookings = (await api.get(`/api/bookings/${token}`)).body;
  expect(bookings).toMatchObject([{ channel: 'vrbo', price: 420 }]);

  const since = fixture('bookingContentIndexRequest')
    .replace('2027-03-01T00:00:00Z', '2020-01-01T00:00:00Z')
    .replace('2027-03-02T00:00:00Z', '2099-01-01T00:00:00Z');
  const index = findAll(await posted(since), 'advertiser/bookingContentIndexEntry/bookingUpdateUrl');
  expect(index).toHaveLength(1);
  const url = new URL(textOf(index[0])!);
  const update = await fetched(`${url.pathname.replace(address, '')}${url.search}`);
  expect(textOf(find(update, 'bookingUpdateDetails/reservationStatus'))).toBe('CONFIRMED');
  expect(textOf(find(update, 'bookingUpdateDetails/reservation/numberOfChildren'))).toBe('1');
});

test('a change in the same second as the last poll gets a later date, and one committed late is not missed', async () => {
  const { hotelId, token, room } = await api.property(HOUSE);
  const connected = await api.operator('PUT', `/properties/${hotelId}/channels/vrbo`, agreement(room));
  const address = new URL(connected.body.inbound_url).pathname;
  const headers = { authorization, 'content-type': 'application/xml' };
  const post = async (body: string) =>
    readXml((await api.request('POST', address, { raw: body, headers })).text).root;
  const start = Temporal.Instant.from('2026-11-21T10:00:00.100Z');
  const at = (seconds: number) => start.add({ milliseconds: Math.round(seconds * 1_000) });
  const look = async (seconds: number) => {
    api.clock = at(seconds);
    const indexRequest = fixture('bookingContentIndexRequest')
      .replace('2027-03-01T00:00:00Z', '2026-11-21T10:00:02Z')
      .replace('2027-03-02T00:00:00Z', '2099-01-01T00:00:00Z');
    const [date] = findAll(await post(indexRequest), 'advertiser/bookingContentIndexEntry/lastUpdatedDate');
    return textOf(date ?? null);
  };
  try {
    api.clock = at(0);
    await post(
      fixture('bookingRequest').replace('2027-04-20', '2026-12-20').replace('2027-04-23', '2026-12-23'),
    );
    const [booking] = (await api.get(`/api/bookings/${token}`)).body;
    // begun before the poll's startDate, visible after it
    const first = await look(2);
    expect(first).toBe('2026-11-21T10:00:02Z');
    api.clock = at(2.5);
    await api.delete(`/api/bookings/${token}?order_id=${booking.order_id}&date=2026-12-20`);
    const dates = [await look(2.7), await look(10), await look(120), await look(240)];
    expect(dates).toEqual([
      first, // the same second
      '2026-11-21T10:00:10Z',
      '2026-11-21T10:01:02Z',
      '2026-11-21T10:01:02Z', // and no other date
    ]);
  } finally {
    api.clock = null;
  }
});

test('until Vrbo has fetched it is not connected, and later changes wait for its next fetch', async () => {
  const { hotelId, token, room } = await api.property({ settings: { horizon_days: 30 } });
  const path = `/properties/${hotelId}/channels/vrbo`;
  const { body } = await api.operator('PUT', path, agreement(room));
  // there is nothing to push
  await api.db.query(`update connections set state = 'connected', full_push = false where hotel_id = $1`, [
    hotelId,
  ]);
  const nights = async () => (await api.operator('GET', `${path}/nights`)).body;
  const state = async () => (await api.get(`/api/status/${token}`)).body.channels.vrbo;
  const visit = (user = authorization) =>
    api.request('GET', `${new URL(body.inbound_url).pathname}/availability/L-501/U-501.xml`, {
      headers: { authorization: user },
    });
  expect((await visit(`Basic ${btoa('vrbo:wrong')}`)).status).toBe(401);
  expect(await state()).toBe('connecting');
  expect(new Set((await nights()).map((night: any) => night.state))).toEqual(new Set(['pending']));
  expect((await nights())[0].message).toMatch(/never fetched/);
  expect((await visit()).status).toBe(200);
  expect(await state()).toBe('connected');
  expect((await api.get(`/api/status/${token}`)).body.last_sync).not.toBeNull();
  expect(new Set((await nights()).map((night: any) => night.state))).toEqual(new Set(['synced']));
  const date = Temporal.Now.plainDateISO('UTC').add({ days: 9 }).toString();
  await api.post(`/api/availability/${token}`, { room_id: room, date, price: 77 });
  const waiting = (await nights()).filter((night: any) => night.state === 'pending');
  expect(waiting.map((night: any) => night.date)).toEqual([date]);
  await visit();
  expect(new Set((await nights()).map((night: any) => night.state))).toEqual(new Set(['synced']));
});
