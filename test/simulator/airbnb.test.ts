// The simulated Airbnb accepts the calendar that public code sends, and requests each booking from innwire.
import { expect, test } from 'vitest';
import { ask, sample, simulator } from './harness.ts';
import { type ReceivedCall, receiver } from './receiver.ts';

const LISTING = '80000001';
const HOST = '90000001';

async function airbnb(options = {}) {
  const { airbnb: ota } = await simulator({ airbnb: { retryMs: [5], ...options } });
  ota.hotel({ id: HOST, rooms: [{ id: LISTING }] });
  const { client_id, client_secret, refresh_token } = ota.credentials;
  const token = await ask(`${ota.url}/v2/oauth2/authorizations?_unwrapped=true`, {
    headers: {
      authorization: `Basic ${btoa(`${client_id}:${client_secret}`)}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ refresh_token }),
  });
  const headers = {
    'x-airbnb-api-key': client_id!,
    'x-airbnb-oauth-token': token.json.access_token,
    'content-type': 'application/json',
  };
  const call = (method: string, path: string, body?: string) =>
    ask(`${ota.url}/v2/${path}`, { method, headers, ...(body !== undefined && { body }) });
  return { ota, call, token: token.json };
}

const OPERATIONS = sample('airbnb/calendar_operations-request.json');
const STAY = { arrival: '2027-04-01', departure: '2027-04-03' };

test('it takes the sample operations and settings, and shows the calendar', async () => {
  const { ota, call, token } = await airbnb();
  expect(token).toEqual({
    access_token: expect.any(String),
    refresh_token: ota.credentials['refresh_token'],
    expires_at: expect.any(Number),
    user_id: Number(HOST),
  });
  expect((await call('POST', 'calendar_operations?_allow_dates_overlap=true', OPERATIONS)).json).toEqual({
    calendar_operation: { listing_id: Number(LISTING), operations: [] },
    metadata: {},
  });
  for (const name of ['availability_rules', 'pricing_settings']) {
    expect((await call('PUT', `${name}/${LISTING}`, sample(`airbnb/${name}-put.json`))).status).toBe(200);
  }
  expect(ota.calendar().map(({ date, available }) => [date, available])).toContainEqual(['2027-04-11', 0]);
  expect(ota.calendar()[0]).toEqual({
    room: LISTING,
    date: '2027-04-01',
    available: 1,
    price: 120,
    minStay: 2,
    maxStay: 30,
    closedToArrival: false,
    closedToDeparture: false,
  });
  const { json } = await call('GET', `calendars/${LISTING}/2027-04-10/2027-04-11`);
  expect(json.calendar.days.map(({ availability }: any) => availability)).toEqual([
    'available',
    'unavailable',
  ]);
});

test.each([
  ['another listing', (text: string) => text.replace(LISTING, '1'), 404],
  ['a price with cents', (text: string) => text.replace('"daily_price": 120', '"daily_price": 120.5'), 400],
  ['an unknown state', (text: string) => text.replace('"unavailable"', '"closed"'), 400],
  ['a date that is none', (text: string) => text.replace('2027-04-15', '2027-04-31'), 400],
  ['more than two years', (text: string) => text.replace('2027-04-15', '2029-03-02'), 400],
  ['no night at least', (text: string) => text.replace('"min_nights": 2', '"min_nights": 0'), 400],
])('it refuses %s', async (_what, wrong, status) => {
  const { ota, call } = await airbnb();
  const answer = await call('POST', 'calendar_operations?_allow_dates_overlap=true', wrong(OPERATIONS));
  expect([answer.status, answer.json.error_code]).toEqual([status, status]);
  expect(ota.calendar()).toEqual([]);
});

test('a request without a token, or with an old one, is refused', async () => {
  const { ota, call } = await airbnb();
  ota.expireTokens();
  expect((await call('GET', 'reservations')).status).toBe(401);
});

const ours = (received: ReceivedCall) => {
  if (received.method === 'GET') return { body: { available: true, failure_code: null } };
  return { body: { succeed: true, failure_code: null } };
};

test('ids of 18 digits are written exactly, as a number and as its text', async () => {
  const { ota, call } = await airbnb();
  const listing = '899505284344192752';
  ota.hotel({ id: '90000002', rooms: [{ id: listing }] });
  const us = await receiver(ours);
  ota.connect('90000002', { url: `${us.url}/channels/key`, credentials: {} });
  await ota.sell({ ...STAY, hotel: '90000002', room: listing, force: true });
  await ota.settled();
  const text = us.received.map(({ body }) => body).join('\n');
  expect(text).toContain(`"listing_id":${listing},"listing_id_str":"${listing}"`);
  expect(text).not.toContain('899505284344192800');
  expect((await call('GET', 'listings')).status).toBe(200);
});

test('it asks, books, notifies, and shows the reservation by its code', async () => {
  const { ota, call } = await airbnb();
  await call('POST', 'calendar_operations?_allow_dates_overlap=true', OPERATIONS);
  const us = await receiver(ours);
  ota.connect(HOST, { url: `${us.url}/channels/key`, credentials: {} });
  const { reference } = await ota.sell(STAY);
  await ota.settled();
  expect(us.received.map(({ method, url }) => [method, url.split('?')[0]])).toEqual([
    ['GET', '/channels/key'],
    ['POST', '/channels/key'],
    ['POST', '/channels/key/notification'],
  ]);
  expect(new URL(us.received[0]!.url, us.url).searchParams.get('action')).toBe('check_availability');
  const keys = (path: string) => Object.keys(JSON.parse(sample(path)));
  expect(Object.keys(JSON.parse(us.received[1]!.body))).toEqual(
    keys('airbnb/webhook-make-reservation-request.json'),
  );
  expect(JSON.parse(us.received[2]!.body)).toMatchObject({
    action: 'reservation_acceptance_confirmation',
    reservation: { confirmation_code: reference, status_type: 'accept' },
  });
  const { json } = await call(
    'GET',
    `reservations?listing_id=${LISTING}&start_date=2027-03-01&all_status=true`,
  );
  const [expected] = JSON.parse(sample('airbnb/reservations-response.json')).reservations;
  expect(Object.keys(json.reservations[0]).sort()).toEqual(Object.keys(expected).sort());
  expect([ota.acknowledgements(), ota.outstanding()]).toEqual([1, 0]);
  await call('POST', 'calendar_operations?_allow_dates_overlap=true', OPERATIONS);
  expect(ota.calendar()[0]!.available).toBe(0);
  await ota.cancel(reference);
  await ota.settled();
  expect(ota.calendar()[0]!.available).toBe(1);
  expect((await call('GET', `reservations/${reference}`)).json.reservation.status_type).toBe(
    'cancelled_by_guest',
  );
});

test('a night that is closed while it is booked stays closed when the guest cancels', async () => {
  const { ota, call } = await airbnb();
  await call('POST', 'calendar_operations?_allow_dates_overlap=true', OPERATIONS);
  const { reference } = await ota.sell(STAY);
  const close = { listing_id: LISTING, operations: [{ dates: ['2027-04-01'], availability: 'unavailable' }] };
  await call('POST', 'calendar_operations', JSON.stringify(close));
  await ota.cancel(reference);
  expect(
    ota
      .calendar()
      .map(({ available }) => available)
      .slice(0, 2),
  ).toEqual([0, 1]);
});

test.each([
  ['we say no', () => ({ body: { succeed: false, available: false, failure_code: 'dates_not_available' } })],
  ['we answer nonsense', () => ({ body: '<html>' })],
])('when %s there is no booking, and its nights stay free', async (_what, reply) => {
  const { ota, call } = await airbnb();
  await call('POST', 'calendar_operations?_allow_dates_overlap=true', OPERATIONS);
  const us = await receiver(reply);
  ota.connect(HOST, { url: us.url, credentials: {} });
  await expect(ota.sell(STAY)).rejects.toThrow(/not available/);
  expect(ota.reservations()).toEqual([]);
  expect(ota.calendar()[0]!.available).toBe(1);
});

test('messages are notified and answered in their thread', async () => {
  const { ota, call } = await airbnb();
  await call('POST', 'calendar_operations?_allow_dates_overlap=true', OPERATIONS);
  const { reference } = await ota.sell(STAY);
  const us = await receiver(ours);
  ota.connect(HOST, { url: us.url, credentials: {} });
  await ota.settled();
  await ota.write(reference, 'Is parking available?');
  await ota.settled();
  const pushed = JSON.parse(us.received.at(-1)!.body);
  const expected = JSON.parse(sample('airbnb/webhook-notification-message_added.json'));
  expect(Object.keys(pushed)).toEqual(Object.keys(expected));
  expect(Object.keys(pushed.thread)).toEqual(Object.keys(expected.thread));
  const body = JSON.stringify({
    ...JSON.parse(sample('airbnb/messages-post-request.json')),
    thread_id: pushed.thread.id,
  });
  expect((await call('POST', 'messages?_format=for_api_partners', body)).json.message.message).toBe(
    'Yes, it is free.',
  );
  expect((await call('GET', `threads/${pushed.thread.id}`)).json.thread.messages).toHaveLength(2);
});
