// GET bookings: all channels in one list, and all filters.
import { beforeAll, describe, expect, test } from 'vitest';
import { type TestProperty, useApi } from '../harness/api.ts';
import { expectProblem, NO_DATES } from './expectations.ts';
import { otaSells } from './outside-events.ts';

const api = useApi();
let property: TestProperty;
/** order ids by the names of their guests */
const orders: Record<string, number> = {};

beforeAll(async () => {
  property = await api.property({ rooms: [{ units: 5 }, {}] });
  const book = async (name: string, more: object) => {
    const answer = await api.post(`/api/bookings/${property.token}`, {
      room_id: property.room,
      name,
      checkin: '2027-03-10',
      checkout: '2027-03-12',
      price: 100,
      ...more,
    });
    orders[name] = answer.body.order_id;
  };
  api.clock = Temporal.Instant.from('2026-06-15T10:00:00Z');
  await book('late', { checkin: '2027-05-01', checkout: '2027-05-02' });
  await book('first of the tenth', {});
  await book('second of the tenth', { room_id: property.rooms[1] });
  await book('early', { checkin: '2027-01-31', checkout: '2027-02-02' });
  api.clock = Temporal.Instant.from('2026-06-15T10:00:00.500Z');
  const ota = await otaSells(api, property, {
    reference: 'HM-ÄQ/7 x',
    channel: 'airbnb',
    name: 'ota',
    checkin: '2027-04-01',
    checkout: '2027-04-03',
  });
  orders.ota = ota.reservationId;
  const other = await api.property();
  await otaSells(api, other, { reference: 'HM-ÄQ/7 x', name: 'of another property' });
});

const names = async (query: string) => {
  const answer = await api.get(`/api/bookings/${property.token}${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.map((booking: { name: string }) => booking.name);
};

const ALL = ['early', 'first of the tenth', 'second of the tenth', 'ota', 'late'];

describe('the list of bookings', () => {
  test('holds those of every channel, ordered by check-in, then by order_id', async () => {
    expect(await names('')).toEqual(ALL);
  });

  test('shows the channel of an OTA booking and its reference there', async () => {
    const { body } = await api.get(`/api/bookings/${property.token}?order_id=${orders.ota}`);
    expect(body).toEqual([
      {
        order_id: orders.ota,
        hotel_id: property.hotelId,
        room_id: property.room,
        name: 'ota',
        email: null,
        phone: null,
        checkin: '2027-04-01T14:00:00.000Z', // summer time began on 28 March
        checkout: '2027-04-03T10:00:00.000Z',
        price: 360.5,
        referral_order_id: 'HM-ÄQ/7 x',
        status: 'confirmed',
        channel: 'airbnb',
        currency: 'EUR',
        created_at: '2026-06-15T10:00:00.500Z',
        updated_at: '2026-06-15T10:00:00.500Z',
        adults: null,
        children: null,
        notes: null,
        arrival_time: null,
        guests: null,
        language: null,
        country: null,
        meal: null,
        collected_by: null,
        virtual_card: null,
        commission: null,
        charges: null,
        held_until: null,
        unit_id: null,
        unit: null,
        unit_pinned: false,
        unit_nights: null,
        companions: null,
        total: 360.5,
        paid: 0,
        balance: 360.5,
        guest_id: expect.any(Number),
        group_id: null,
        earlier_rooms: null,
        connection: 'airbnb',
        differences: null,
        channel_checkin: '2027-04-01',
        channel_checkout: '2027-04-03',
      },
    ]);
  });

  test('of a property without bookings is []', async () => {
    const { token } = await api.property();
    const answer = await api.get(`/api/bookings/${token}`);
    expect([answer.status, answer.text]).toEqual([200, '[]']);
  });

  test('refuses parameters that it does not know, all of them at once', async () => {
    const { token } = await api.property();
    const query = 'from=2027-03-10&x[y]=1&__proto__=2&toString=3&x=1&x=2';
    const answer = await api.get(`/api/bookings/${token}?${query}`);
    expectProblem(answer, 400, 'invalid_parameters', ['from', 'x[y]', '__proto__', 'toString', 'x']);
  });

  test('keeps a booking that is cancelled', async () => {
    const one = await api.property();
    const { body } = await api.post(`/api/bookings/${one.token}`, {
      room_id: one.room,
      name: 'Ada',
      checkin: '2027-03-10',
      checkout: '2027-03-12',
      price: 1,
    });
    const cancelled = await api.delete(
      `/api/bookings/${one.token}?order_id=${body.order_id}&date=2027-03-01`,
    );
    expect((await api.get(`/api/bookings/${one.token}`)).body).toEqual([cancelled.body]);
  });
});

describe('order_id finds', () => {
  test('a booking by its internal id', async () => {
    expect(await names(`?order_id=${orders.early}`)).toEqual(['early']);
  });

  test('a booking by its reference at the channel', async () => {
    expect(await names(`?order_id=${encodeURIComponent('HM-ÄQ/7 x')}`)).toEqual(['ota']);
  });

  test('every room of an OTA order, and both bookings when a reference looks like an id of ours', async () => {
    const one = await api.property({ rooms: [{ units: 5 }] });
    const own = await otaSells(api, one, { name: 'own id', reference: null });
    const digits = String(own.reservationId);
    await otaSells(api, one, { name: 'same digits', reference: digits, checkin: '2027-03-02' });
    await otaSells(api, one, { name: 'its second room', reference: digits, checkin: '2027-03-02' });
    const { body } = await api.get(`/api/bookings/${one.token}?order_id=${digits}`);
    expect(body.map((booking: any) => booking.name)).toEqual(['own id', 'same digits', 'its second room']);
  });

  test.each([
    '0',
    '-1',
    '99999999',
    '9'.repeat(16),
    '9'.repeat(200),
    'HM',
    '%',
    "' or 1=1 --",
    'ÄQ',
    '10001.0',
    '1e4',
    '',
  ])('nothing for "%s"', async (order) => {
    expect(await names(`?order_id=${encodeURIComponent(order)}`)).toEqual([]);
  });

  test('nothing of another property', async () => {
    const other = await api.property();
    const theirs = await otaSells(api, other, { reference: 'only-theirs' });
    expect(await names(`?order_id=${theirs.reservationId}`)).toEqual([]);
    expect(await names('?order_id=only-theirs')).toEqual([]);
  });
});

describe('a part of the list', () => {
  test.each([
    ['?fromdate=2027-03-10', ALL.slice(1)],
    ['?fromdate=2027-03-11', ['ota', 'late']],
    ['?todate=2027-03-10', ALL.slice(0, 3)],
    ['?todate=2027-03-09', ['early']],
    ['?fromdate=2027-03-10&todate=2027-03-10', ['first of the tenth', 'second of the tenth']],
    ['?fromdate=2027-02-01&todate=2027-02-28', []], // filtered by check-in: guests who arrived before and are still in the house do not count
    ['?fromdate=0001-01-01&todate=9999-12-31', ALL],
    ['?status=confirmed', ALL],
    ['?status=cancelled', []],
    ['?channel=airbnb', ['ota']],
    ['?channel=direct&todate=2027-03-31', ALL.slice(0, 3)],
    ['?channel=nobody', []],
    ['?room_id=999999', []],
    ['?room_id=-5', []],
    ['?updated_since=2026-06-15T10:00:00.500Z', ['ota']],
    ['?updated_since=2026-06-15T12:00:00.500%2B02:00', ['ota']],
    ['?updated_since=2026-06-15T10:00:00.501Z', []],
    ['?updated_since=2026-06-15T10:00:00Z', ALL],
  ])('%s', async (query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  test('?room_id, alone and with other filters', async () => {
    const second = property.rooms[1];
    expect(await names(`?room_id=${second}`)).toEqual(['second of the tenth']);
    expect(await names(`?room_id=${second}&channel=airbnb`)).toEqual([]);
  });
});

describe('a malformed parameter is refused:', () => {
  test.each(NO_DATES)('the date "%s"', async (date) => {
    const text = encodeURIComponent(date);
    const answer = await api.get(`/api/bookings/${property.token}?fromdate=${text}&todate=${text}`);
    expectProblem(answer, 400, 'invalid_parameters', ['fromdate', 'todate']);
  });

  test.each([
    ['fromdate=2027-03-02&todate=2027-03-01', 'fromdate'],
    ['room_id=1.5', 'room_id'],
    ['room_id=0x10', 'room_id'],
    ['room_id=', 'room_id'],
    ['room_id=99999999999999999999', 'room_id'],
    ['room_id=1&room_id=2', 'room_id'],
    ['status=Confirmed', 'status'],
    ['channel=%00', 'channel'],
    [`order_id=${'9'.repeat(201)}`, 'order_id'],
    ['order_id=1&order_id=1', 'order_id'],
    ['updated_since=2026-06-15', 'updated_since'],
    ['updated_since=2026-06-15T10:00:00', 'updated_since'],
    ['updated_since=0000-06-15T10:00:00Z', 'updated_since'],
    ['updated_since=0001-01-01T00:00:00%2B14:00', 'updated_since'],
    ['updated_since=-000001-06-15T10:00:00Z', 'updated_since'],
    ['limit=0', 'limit'],
    ['limit=1001', 'limit'],
    ['limit=ten', 'limit'],
    ['cursor=x', 'cursor'],
  ])('%s', async (query, field) => {
    const answer = await api.get(`/api/bookings/${property.token}?${query}`);
    expectProblem(answer, 400, 'invalid_parameters', [field]);
  });
});
