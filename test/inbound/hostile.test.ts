// Any request to a connection's address, however absurd, is answered in the format of its protocol and breaks
// nothing.
import { readFileSync } from 'node:fs';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MAX_ROOMS_PER_ORDER } from '../../src/channels/validate-stay.ts';
import { readXml } from '../../src/channels/xml.ts';
import { type ApiResponse, type TestProperty, useApi } from '../harness/api.ts';
import { connectInbound, OPEN_CHANNEL_KEY, VRBO_SIGN_IN } from './connections.ts';

const api = useApi();
const SIGNED_IN = { authorization: VRBO_SIGN_IN };
let property: TestProperty;
let paths: Record<'vrbo' | 'airbnb' | 'open_channel', string>;

const fixture = (name: string) =>
  readFileSync(new URL(`../channels/fixtures/${name}`, import.meta.url), 'utf8');

beforeAll(() => {
  api.clock = Temporal.Instant.from('2027-03-02T12:00:00Z');
});

beforeEach(async () => {
  property = await api.property({ currency: 'USD', rooms: [{ units: 500, capacity: 4 }] });
  paths = {
    vrbo: await connectInbound(api, property, 'vrbo'),
    airbnb: await connectInbound(api, property, 'airbnb'),
    open_channel: await connectInbound(api, property, 'open_channel'),
  };
});

const bookings = async () => (await api.get(`/api/bookings/${property.token}`)).body;

const postVrbo = (body: string, path = '/') =>
  api.request('POST', paths.vrbo + path, {
    raw: body,
    headers: { 'content-type': 'application/xml', ...SIGNED_IN },
  });
const postJson = (address: string, body: unknown) =>
  api.request('POST', address, {
    raw: JSON.stringify(body),
    headers: { 'content-type': 'application/json', 'api-key': OPEN_CHANNEL_KEY },
  });

function expectVrboError(answer: ApiResponse): void {
  expect(answer.status, answer.text).toBeLessThan(500);
  expect(answer.headers['content-type']).toContain('xml');
  expect(readXml(answer.text).root.name).toBe('bookingResponse');
  expect(answer.text).toMatch(/errorList|errorType|error/);
  expect(answer.text).not.toContain('CONFIRMED');
}

const REQUEST = fixture('vrbo/bookingRequest.xml');
const total = (written: string, currency = 'USD') =>
  REQUEST.replaceAll(/Amount currency="USD">[\d.]+</g, `Amount currency="${currency}">${written}<`);
const dates = (checkin: string, checkout: string) =>
  REQUEST.replace('2027-04-20', checkin).replace('2027-04-23', checkout);

describe('a request to book of Vrbo', () => {
  test.each([
    ['the amount NaN', total('NaN')],
    ['an infinite amount', total('Infinity')],
    ['a negative amount', total('-5.00')],
    ['an amount of nineteen digits', total('1234567890123456789')],
    ['an amount larger than any', total('99999999999.00')],
    ['an unknown currency', total('360.00', 'XXQ')],
    [
      'two currencies',
      REQUEST.replace('totalAmount currency="USD">60.00', 'totalAmount currency="EUR">60.00'),
    ],
    ['a stay in 1900', dates('1900-01-01', '1900-01-03')],
    ['a stay in 9998', dates('9998-01-01', '9998-01-03')],
    ['a stay at the end of time', dates('9999-12-31', '9999-12-31')],
    ['a stay of 400 nights', dates('2027-04-20', '2028-05-24')],
    ['a stay that ends before it begins', dates('2027-04-20', '2027-04-01')],
    ['an impossible date', dates('2027-02-30', '2027-03-03')],
  ])('for %s is refused', async (_what, body) => {
    expectVrboError(await postVrbo(body));
    expect(await bookings()).toEqual([]);
  });

  test('for an amount that can be paid is accepted, also at an unusual path', async () => {
    for (const [i, path] of ['/', '/x%00', '/%F0%9F', '/..%2f..', `/${'x'.repeat(900)}`].entries()) {
      const body = REQUEST.replace('00000000-0000-0000-0000-000000000001', `request-${i}`);
      const answer = await postVrbo(body, path);
      if (answer.status === 404) continue; // not one of our paths: refused before
      expect(answer.status, `${path}: ${answer.text}`).toBe(200);
      expect(answer.text).toContain('CONFIRMED');
    }
    const stored = await bookings();
    expect(stored.length).toBeGreaterThan(2);
    expect(stored[0]).toMatchObject({ price: 420, currency: 'USD' });
  });
});

describe('Airbnb', () => {
  const queryAvailability = (query: string) =>
    api.get(`${paths.airbnb}?action=check_availability&listing_id=80000001&${query}`);

  test.each([
    'start_date=9999-12-31&nights=2',
    'start_date=9998-01-01&nights=366',
    'start_date=1900-01-01&nights=2',
    'start_date=2027-04-20&nights=400',
    'start_date=2027-04-20&nights=NaN',
    'start_date=2027-04-20&nights=1e9',
    'start_date=2027-02-30&nights=2',
    'start_date=%00&nights=2',
  ])('queries %s and gets that it is not available', async (query) => {
    const answer = await queryAvailability(query);
    expect(answer.status, answer.text).toBeLessThan(500);
    expect(answer.body.available === false || answer.body.succeed === false, answer.text).toBe(true);
  });

  test.each([
    ['a stay at the end of time', { start_date: '9999-12-31' }],
    ['a stay in 1900', { start_date: '1900-01-01' }],
    ['a stay in 9998', { start_date: '9998-01-01' }],
    ['400 nights', { nights: 400 }],
    ['no number of nights', { nights: 'NaN' }],
    ['a negative price', { listing_base_price: -240 }],
    ['the price NaN', { listing_base_price: 'NaN' }],
    ['a price beyond all', { listing_base_price: 1e12 }],
    ['an unknown currency', { host_currency: 'XXQ' }],
    ['a code with NUL in it', { confirmation_code: `HM\u0000${'x'.repeat(5_000)}`, nights: 0 }],
  ])('may not sell %s', async (_what, members) => {
    const sale = { ...JSON.parse(fixture('airbnb/webhook-make-reservation-request.json')), ...members };
    const answer = await postJson(paths.airbnb, sale);
    expect(answer.status, answer.text).toBeLessThan(500);
    expect(answer.body).toMatchObject({ succeed: false });
    expect(await bookings()).toEqual([]);
  });
});

describe('a booking of a partner', () => {
  const room = { room_type_code: 'garden', total_price: 200 };
  const booking = {
    hotel_code: 'H',
    reservation_id: 'R-1',
    status: 'new',
    currency: 'EUR',
    arrival_date: '2027-04-20',
    departure_date: '2027-04-22',
    customer: { name: 'Ada' },
    rooms: [room],
  };
  const send = (members: object, path = '/new_booking') =>
    postJson(paths.open_channel + path, { booking: { ...booking, ...members } });

  test.each([
    ['6,000 rooms', { rooms: Array.from({ length: 6_000 }, (_, index) => ({ ...room, index })) }],
    [
      'one room more than the largest group has',
      { rooms: Array.from({ length: MAX_ROOMS_PER_ORDER + 1 }, (_, index) => ({ ...room, index })) },
    ],
    [
      'more nights than any group stays',
      {
        departure_date: '2028-04-19',
        rooms: Array.from({ length: MAX_ROOMS_PER_ORDER }, (_, index) => ({ ...room, index })),
      },
    ],
    ['a negative price', { rooms: [{ ...room, total_price: -1 }] }],
    ['the price NaN', { rooms: [{ ...room, total_price: 'NaN' }] }],
    ['a price beyond all', { rooms: [{ ...room, total_price: '99999999999' }] }],
    ['a price that is an object', { rooms: [{ ...room, total_price: {} }] }],
    ['a negative price of a night', { rooms: [{ ...room, days: [{ date: '2027-04-20', price: -5 }] }] }],
    ['an unknown currency', { currency: 'XXQ' }],
    ['a stay that ends after time', { arrival_date: '9999-12-31', departure_date: '10000-01-02' }],
    ['400 nights', { departure_date: '2028-05-24' }],
  ])('with %s is refused', async (_what, members) => {
    const answer = await send(members);
    expect(answer.status, answer.text).toBe(422);
    expect(answer.body).toMatchObject({ success: false, message: expect.any(String) });
    expect(answer.text.length).toBeLessThan(1_000);
    expect(await bookings()).toEqual([]);
  });

  test('is stored whatever its dates', async () => {
    for (const [i, [arrival_date, departure_date]] of [
      ['1900-01-01', '1900-01-03'],
      ['9998-01-01', '9998-01-03'],
      ['9999-12-30', '9999-12-31'],
    ].entries()) {
      const answer = await send({ reservation_id: `R-${i}`, arrival_date, departure_date });
      expect(answer.status, answer.text).toBe(200);
    }
    expect(await bookings()).toHaveLength(3);
  });

  test('with identifiers longer than any is stored once, and found by them', async () => {
    const long = (letter: string) => letter.repeat(3_000);
    for (const [i, reservation_id] of [long('é'), `${long('é')}x`, long('é')].entries()) {
      const answer = await send({
        reservation_id,
        revision: long('v'),
        rooms: [{ ...room, index: long('i') }],
      });
      expect(answer.status, `${i}: ${answer.text}`).toBe(200);
      expect(answer.body).toMatchObject({ success: true, revision: long('v') });
    }
    const stored = await bookings();
    expect(stored).toHaveLength(2);
    const [first] = stored;
    const found = await api.get(
      `/api/bookings/${property.token}?order_id=${encodeURIComponent(first.referral_order_id)}`,
    );
    expect(found.body).toEqual([first]);
  });

  test('at an address with NUL in it gets not_found', async () => {
    for (const path of ['/new_booking%00', '/%00', '/x%00']) {
      const answer = await send({}, path);
      expect(answer.status, answer.text).toBe(404);
      for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
        expect((await api.request(method, paths.open_channel + path)).status).toBeLessThan(500);
      }
    }
    expect(await bookings()).toEqual([]);
  });
});

test('a document of 100,000 elements is refused before it is parsed', async () => {
  expectVrboError(await postVrbo(`<bookingRequest>${'<a/>'.repeat(100_000)}</bookingRequest>`));
});

test('a stored booking is confirmed, also when its HTTP exchange cannot be recorded', async () => {
  await api.db.query(`alter table exchanges add constraint none check (hotel_id <> ${property.hotelId})`);
  try {
    const answer = await postVrbo(REQUEST);
    expect(answer.status, answer.text).toBe(200);
    expect(answer.text).toContain('CONFIRMED');
    expect(await bookings()).toHaveLength(1);
  } finally {
    await api.db.query('alter table exchanges drop constraint none');
  }
});
