// The simulated open channel partner accepts changes as a whole, and sends reservations in order until they
// are accepted.
import { expect, test } from 'vitest';
import { ask, sample, simulator } from './harness.ts';
import { receiver } from './receiver.ts';

async function partner(options = {}) {
  const { openChannel: ota } = await simulator({ openChannel: { retryMs: [5], ...options } });
  ota.hotel({
    id: 'hotel-501',
    rooms: [{ id: 'room-101', maxPersons: 2, rates: [{ id: 'rate-flex', title: 'Flexible' }] }],
  });
  const headers = { 'api-key': ota.credentials['api_key']!, 'content-type': 'application/json' };
  const get = (path: string) => ask(`${ota.url}${path}`, { method: 'GET', headers });
  const change = (body: string) => ask(`${ota.url}/changes/`, { headers, body });
  return { ota, get, change };
}

const CHANGES = sample('open_channel/changes-request.json');
const STAY = { arrival: '2027-04-01', departure: '2027-04-03' };

test('it answers the test and shows its rooms', async () => {
  const { ota, get } = await partner();
  expect((await get('/test_connection/?hotel_code=hotel-501')).json).toEqual({ success: true });
  expect((await get('/test_connection/?hotel_code=nobody')).status).toBe(404);
  expect((await get('/mapping_details/?hotel_code=hotel-501')).json.data.attributes.room_types).toEqual([
    {
      id: 'room-101',
      title: 'Room 1',
      rate_plans: [
        {
          id: 'rate-flex',
          title: 'Flexible',
          sell_mode: 'per_room',
          max_persons: 2,
          currency: 'EUR',
          read_only: false,
        },
      ],
    },
  ]);
  expect((await ask(`${ota.url}/changes/`, { headers: { 'api-key': 'no' }, body: CHANGES })).status).toBe(
    401,
  );
});

test('it takes the sample changes, once', async () => {
  const { ota, change } = await partner();
  const first = await change(CHANGES);
  expect(first.json).toEqual({ success: true, unique_id: expect.any(String) });
  expect(ota.calendar()[0]).toMatchObject({
    room: 'room-101',
    rate: 'rate-flex',
    available: 5,
    price: 120.5,
    minStay: 2,
  });
  await ota.sell(STAY);
  expect((await change(CHANGES)).json).toEqual(first.json);
  expect(ota.calendar()[0]!.available).toBe(4);
});

test.each([
  ['an unknown room', (text: string) => text.replaceAll('room-101', 'room-1'), 'unknown_room'],
  ['an unknown rate', (text: string) => text.replaceAll('rate-flex', 'rate-x'), 'unknown_rate'],
  ['another hotel', (text: string) => text.replace('hotel-501', 'hotel-1'), 'unknown_hotel'],
  ['a wrong date', (text: string) => text.replaceAll('2027-04-10', '2027-02-30'), 'invalid_date'],
  ['another currency', (text: string) => text.replace('EUR', 'USD'), 'wrong_currency'],
  [
    'another occupancy',
    (text: string) => text.replace('"occupancy": 2', '"occupancy": 1'),
    'wrong_occupancy',
  ],
  ['a price as a number', (text: string) => text.replace('"120.50"', '120.5'), 'invalid'],
  ['a negative count', (text: string) => text.replace('"availability": 5', '"availability": -1'), 'invalid'],
  ['an unknown key', (text: string) => text.replace('"stop_sell"', '"stop_selling"'), 'invalid'],
])('it refuses %s and changes nothing', async (_what, wrong, code) => {
  const { ota, change } = await partner();
  const { status, json } = await change(wrong(CHANGES));
  expect([status, json.success, json.errors[0].code]).toEqual([422, false, code]);
  expect(ota.calendar()).toEqual([]);
});

test('reservations are sent in order, and again until they are accepted', async () => {
  const { ota, change } = await partner();
  await change(CHANGES);
  const us = await receiver((_received, count) =>
    count === 1 ? { status: 503, body: 'busy' } : { body: { success: true } },
  );
  ota.connect('hotel-501', { url: `${us.url}/channels/key/`, credentials: { api_key: 'secret' } });
  const { reference } = await ota.sell(STAY);
  await ota.modify(reference, { nights: 3 });
  await ota.cancel(reference);
  await ota.settled();
  const bookings = us.received.map(({ body }) => JSON.parse(body).booking);
  expect(bookings.map(({ status }) => status)).toEqual(['new', 'new', 'modified', 'cancelled']);
  expect(us.received[0]).toMatchObject({
    method: 'POST',
    url: '/channels/key/new_booking',
    headers: { 'api-key': 'secret' },
  });
  expect([ota.acknowledgements(), ota.outstanding()]).toEqual([3, 0]);
  const shape = JSON.parse(sample('open_channel/new_booking-request.json')).booking;
  expect(Object.keys(bookings[0]).filter((key) => key !== 'guarantee')).toEqual(Object.keys(shape));
});

test('an answer that gets lost, and a repetition, reach us as the same reservation again', async () => {
  const { ota, change } = await partner();
  await change(CHANGES);
  const us = await receiver(() => ({ body: { success: true } }));
  ota.connect('hotel-501', { url: us.url, credentials: { api_key: 'secret' } });
  ota.faults.add({ kind: 'lost_acknowledgement', on: 'deliver', count: 1 });
  const { reference } = await ota.sell(STAY);
  await ota.settled();
  ota.faults.add({ kind: 'duplicate', on: 'deliver', count: 1 });
  await ota.cancel(reference);
  await ota.settled();
  const pushed = us.received.map(({ body }) => JSON.parse(body).booking);
  expect(pushed.map(({ status }) => status)).toEqual(['new', 'new', 'cancelled', 'cancelled']);
  expect(ota.outstanding()).toBe(0);
});

test('it can ask for everything again', async () => {
  const { ota } = await partner();
  const us = await receiver(() => ({ body: { success: true } }));
  ota.connect('hotel-501', { url: us.url, credentials: { api_key: 'secret' } });
  expect(await ota.requestFullSync('hotel-501')).toBe(true);
  expect(us.received).toMatchObject([{ url: '/request_full_sync' }]);
  expect(JSON.parse(us.received[0]!.body)).toEqual({ provider_code: 'OpenChannel', hotel_code: 'hotel-501' });
});
