// The simulated Channex accepts values as the real one does, and refuses others with warnings inside HTTP
// 200.
import { expect, test } from 'vitest';
import { ask, NOON, sample, simulator } from './harness.ts';
import { receiver } from './receiver.ts';

const PROPERTY = '00000000-0000-4000-8000-00000000000a';
const RATE = '00000000-0000-4000-8000-00000000000b';
const ROOM = '00000000-0000-4000-8000-00000000000c';

async function channex(options = {}) {
  const { channex: ota } = await simulator({ channex: options });
  ota.hotel({ id: PROPERTY, rooms: [{ id: ROOM, maxPersons: 2, rates: [{ id: RATE }] }] });
  const headers = { 'user-api-key': ota.credentials['api_key']!, 'content-type': 'application/json' };
  const post = (path: string, body: unknown = {}) =>
    ask(`${ota.url}/api/v1${path}`, {
      headers,
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const get = (path: string) => ask(`${ota.url}/api/v1${path}`, { method: 'GET', headers });
  const stock = async () => {
    await post('/availability', sample('channex/availability-request.json'));
    await post('/restrictions', sample('channex/restrictions-request.json'));
  };
  return { ota, post, get, stock };
}

const KEYS = { property_id: PROPERTY, rate_plan_id: RATE };
const STAY = { arrival: '2027-04-01', departure: '2027-04-03' };

test('it takes the sample values into its calendar, and reads them back', async () => {
  const { ota, get, post } = await channex();
  for (const kind of ['availability', 'restrictions']) {
    const { json } = await post(`/${kind}`, sample(`channex/${kind}-request.json`));
    expect(json).toMatchObject({ data: [{ type: 'task' }], meta: { message: 'Success', warnings: [] } });
  }
  expect(ota.calendar()).toHaveLength(10);
  expect(ota.calendar()[0]).toEqual({
    room: ROOM,
    rate: RATE,
    date: '2027-04-01',
    available: 5,
    price: 120.5,
    minStay: 2,
    minStayThrough: 1,
    maxStay: 0,
    closedToArrival: false,
    closedToDeparture: false,
    stopSell: false,
  });
  const filter = `filter[property_id]=${PROPERTY}&filter[date][gte]=2027-04-01&filter[date][lte]=2027-04-01`;
  const { json } = await get(`/restrictions?${filter}&filter[restrictions]=rate,min_stay_arrival`);
  expect(json.data).toEqual({ [RATE]: { '2027-04-01': { rate: '120.50', min_stay_arrival: 2 } } });
  expect((await get(`/availability?${filter}`)).json.data).toEqual({ [ROOM]: { '2027-04-01': 5 } });
});

test('a value that does not fit is echoed in a warning, the others are taken', async () => {
  const { ota, post } = await channex();
  const wrong = { ...KEYS, date_from: '2027-04-01', date_to: '2027-04-10', rate: '-2' };
  const { status, json } = await post('/restrictions', { values: [wrong] });
  expect([status, json]).toEqual([200, JSON.parse(sample('channex/restrictions-response-warning.json'))]);
  const right = { ...KEYS, date: '2027-04-01', rate: 12000 };
  const both = await post('/restrictions', { values: [wrong, right] });
  expect(both.json.data).toHaveLength(1);
  expect(both.json.meta.warnings).toHaveLength(1);
  expect(ota.calendar()).toMatchObject([{ date: '2027-04-01', price: 120 }]);
});

test.each([
  ['property_id', { property_id: 'x' }],
  ['rate_plan_id', { rate_plan_id: 'x' }],
  ['date_from', { date: '2027-02-27' }],
  ['date_from', { date: '2027-02-31' }],
  ['min_stay_arrival', { min_stay_arrival: 0 }],
  ['stop_sell', { stop_sell: 1 }],
  ['max_stay', { max_stay: null }],
  ['days', { days: ['monday'] }],
])('a wrong %s is a warning of that field', async (field, value) => {
  const { post } = await channex();
  const { json } = await post('/restrictions', {
    values: [{ ...KEYS, date: '2027-04-01', rate: '100.00', ...value }],
  });
  expect(Object.keys(json.meta.warnings[0].warning)).toEqual([field]);
});

test('a range that began in the past is taken from today on, and a sentence says so', async () => {
  const { ota, post } = await channex();
  const { json } = await post('/restrictions', {
    values: [{ ...KEYS, date_from: '2027-02-20', date_to: '2027-03-02', rate: '120.00' }],
  });
  expect(json.meta.warnings).toEqual(['date_from 2027-02-20 is in the past, 2027-03-01 is used instead']);
  expect(ota.calendar().map(({ date }) => date)).toEqual(['2027-03-01', '2027-03-02']);
});

test('a booking lowers the count; a change and a cancellation leave it as it is', async () => {
  const { ota, stock } = await channex();
  await stock();
  const counts = () =>
    ota
      .calendar()
      .slice(0, 3)
      .map(({ available }) => available);
  const { reference } = await ota.sell({ ...STAY, seller: 'Airbnb' });
  expect(counts()).toEqual([4, 4, 5]);
  await ota.modify(reference, { arrival: '2027-04-02', departure: '2027-04-04' });
  expect(counts()).toEqual([4, 4, 5]);
  await ota.cancel(reference);
  expect(counts()).toEqual([4, 4, 5]);
});

test('a room that leaves its order stays in the list, marked as cancelled', async () => {
  const { ota, get, stock } = await channex();
  await stock();
  const { reference } = await ota.sell({ ...STAY, seller: 'Airbnb', rooms: [{ ...STAY }, { ...STAY }] });
  await ota.modify(reference, { drop: [1] });
  const { data } = (await get('/booking_revisions/feed')).json;
  const marks = data.map(({ attributes }: any) => attributes.rooms.map((room: any) => room.is_cancelled));
  expect(marks).toEqual([
    [false, false],
    [true, false],
  ]);
});

test('a webhook for all events is called for changes of the calendar as well', async () => {
  const { ota, post, stock } = await channex();
  const events: string[] = [];
  const there = await receiver((request) => {
    events.push(JSON.parse(request.body).event);
    return { body: { success: true } };
  });
  await post('/webhooks', { webhook: { callback_url: there.url, event_mask: '*', property_id: PROPERTY } });
  await stock();
  await ota.settled();
  expect(new Set(events)).toEqual(new Set(['ari']));
});

test('the eleventh call of a minute is 429, of each kind and property', async () => {
  const { post } = await channex();
  const statuses = [];
  for (let i = 0; i < 11; i += 1) {
    statuses.push((await post('/availability', sample('channex/availability-request.json'))).status);
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  const { status } = await post('/restrictions', sample('channex/restrictions-request.json'));
  expect(status).toBe(200);
});

test('rooms and rates can be looked up for mapping', async () => {
  const { get } = await channex();
  const { json } = await get(`/rate_plans/options?filter[property_id]=${PROPERTY}`);
  expect(json.data).toMatchObject([{ id: RATE, attributes: { currency: 'EUR', room_type_id: ROOM } }]);
  expect((await get(`/room_types?filter[property_id]=${PROPERTY}`)).json.meta.total).toBe(1);
});

test('a rate plan says how it is priced, and takes no price when that comes from another one', async () => {
  const { ota, get, post } = await channex();
  const hotel = ota.hotel({ rooms: [{ rates: [{ derived: true }, { sellMode: 'per_person' }] }] });
  const { data } = (await get(`/rate_plans?filter[property_id]=${hotel.id}`)).json;
  expect(data.map(({ attributes }: any) => [attributes.rate_mode, attributes.sell_mode])).toEqual([
    ['derived', 'per_room'],
    ['manual', 'per_person'],
  ]);
  const value = { property_id: hotel.id, rate_plan_id: data[0].id, date: '2027-04-01', rate: '100.00' };
  const { json } = await post('/restrictions', { values: [value] });
  expect(Object.keys(json.meta.warnings[0].warning)).toEqual(['rate']);
});

test('a request without a key is refused', async () => {
  const { ota } = await channex();
  const answer = await ask(`${ota.url}/api/v1/reviews`, { method: 'GET', headers: { 'user-api-key': 'no' } });
  expect([answer.status, answer.json.errors.code]).toEqual([401, 'unauthorized']);
});

test('each revision stays in the feed until it is acknowledged itself, under the name of its OTA', async () => {
  const { ota, get, post, stock } = await channex();
  await stock();
  const { reference } = await ota.sell({ ...STAY, seller: 'Booking.com' });
  await ota.cancel(reference);
  const feed = async () =>
    (await get(`/booking_revisions/feed?filter[property_id]=${PROPERTY}&order[inserted_at]=asc`)).json;
  const { data, meta } = await feed();
  expect(meta).toEqual({ total: 2, page: 1, limit: 10 });
  const shape = (value: any) =>
    Object.keys(value)
      .filter((key) => key !== 'guarantee')
      .sort();
  const [expected] = JSON.parse(sample('channex/booking_revisions-feed-response.json')).data;
  expect(shape(data[0].attributes)).toEqual(shape(expected.attributes));
  expect(data[0].attributes).toMatchObject({
    unique_id: `BDC-${reference}`,
    ota_name: 'Booking.com',
    status: 'new',
    arrival_date: '2027-04-01',
  });
  expect(data[1].attributes.status).toBe('cancelled');
  await post(`/booking_revisions/${data[1].id}/ack`);
  expect((await feed()).data.map(({ id }: any) => id)).toEqual([data[0].id]);
  await post(`/booking_revisions/${data[0].id}/ack`);
  expect([ota.acknowledgements(), ota.outstanding()]).toEqual([2, 0]);
  expect((await post('/booking_revisions/00000000-0000-4000-8000-000000000000/ack')).status).toBe(404);
});

test('messages are for those OTAs that have them', async () => {
  const { ota, get, post, stock } = await channex();
  await stock();
  const one = await ota.sell({ ...STAY, seller: 'Airbnb' });
  const other = await ota.sell({ ...STAY, seller: 'HotelTonight' });
  await ota.write(one.reference, 'Hello?');
  const [thread] = (await get('/message_threads')).json.data;
  expect(thread.attributes.provider).toBe('Airbnb');
  const sent = await post(`/message_threads/${thread.id}/messages`, { message: { message: 'Welcome' } });
  expect(sent.json.data.attributes).toMatchObject({ message: 'Welcome', sender: 'property' });
  expect((await get(`/message_threads/${thread.id}/messages`)).json.data).toHaveLength(2);
  const { data } = (await get('/booking_revisions/feed')).json;
  const booking = data.find((revision: any) => revision.attributes.ota_reservation_code === other.reference);
  expect((await get(`/bookings/${booking.attributes.booking_id}/messages`)).status).toBe(422);
});

test('a review takes one reply', async () => {
  const { ota, get, post, stock } = await channex();
  await stock();
  await ota.review((await ota.sell({ ...STAY, seller: 'Airbnb' })).reference, { score: 8 });
  const [review] = (await get('/reviews')).json.data;
  expect(review.attributes).toMatchObject({ overall_score: 8, reply: null });
  const reply = () => post(`/reviews/${review.id}/reply`, { reply: { reply: 'Thanks' } });
  expect([(await reply()).status, (await reply()).status]).toEqual([200, 422]);
});

test('an unacknowledged revision leaves the feed after 30 minutes, and stays in the list of bookings', async () => {
  let nowMs = NOON;
  const { channex: ota } = await simulator({ now: () => nowMs });
  ota.hotel({ id: PROPERTY, rooms: [{ id: ROOM, rates: [{ id: RATE }] }] });
  const headers = { 'user-api-key': ota.credentials['api_key']! };
  const list = async (path: string) =>
    (await ask(`${ota.url}/api/v1${path}`, { method: 'GET', headers })).json.data.map(
      ({ attributes }: any) => attributes,
    );
  const { reference } = await ota.sell({ ...STAY, force: true });
  await ota.modify(reference, { departure: '2027-04-05', force: true });
  nowMs += 29 * 60_000;
  expect(await list('/booking_revisions/feed')).toHaveLength(2);
  nowMs += 60_000;
  expect(await list('/booking_revisions/feed')).toEqual([]);
  expect(ota.outstanding()).toBe(0);
  const bookings = await list(
    `/bookings?filter[property_id]=${PROPERTY}&filter[departure_date][gte]=2027-04-05`,
  );
  expect(bookings).toEqual([
    expect.objectContaining({
      ota_reservation_code: reference,
      status: 'modified',
      departure_date: '2027-04-05',
      acknowledge_status: 'pending',
      revision_id: ota.reservations()[0]!.revisions[1]!.id,
    }),
  ]);
  expect(await list('/bookings?filter[departure_date][gte]=2027-04-06')).toEqual([]);
  expect(await list('/bookings?filter[inserted_at][lte]=2027-03-01T00:00:00')).toEqual([]);
  expect(await list('/bookings?pagination[page]=2')).toEqual([]);
});

test('a question without a seller is one of an OTA whose messages Channex passes on; of others it passes on none', async () => {
  const { ota, get } = await channex();
  const { thread } = await ota.ask({ hotel: PROPERTY, text: 'Parking?' });
  const { json } = await get(`/message_threads?filter[property_id]=${PROPERTY}`);
  expect(json.data).toMatchObject([{ id: thread }]);
  expect(['Booking.com', 'Airbnb', 'Expedia']).toContain(json.data[0].attributes.provider);
  const messages = await get(`/message_threads/${thread}/messages`);
  expect([messages.status, messages.json.data]).toMatchObject([
    200,
    [{ attributes: { message: 'Parking?' } }],
  ]);
  await expect(ota.ask({ hotel: PROPERTY, seller: 'Hostelworld' })).rejects.toThrow(
    'Booking.com, Airbnb, Expedia',
  );
});
