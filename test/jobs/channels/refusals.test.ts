// Refused values: only these are missing, people see the reason, and a change sends them again.
import { expect, test } from 'vitest';
import { useChannelEnvironment } from '../../harness/channel-environment.ts';

const environment = useChannelEnvironment();
const DAYS = 20;

test('a message refused for one room does not keep other rooms, or counts, from being pushed', async () => {
  const property = await environment.api.property({
    settings: { horizon_days: DAYS },
    rooms: [
      { price: 120, units: 2 },
      { price: 80, units: 2 },
    ],
  });
  const [partner] = await environment.connect(property, ['open_channel'], {
    rooms: [{}, { rates: [{ readOnly: true }] }],
  });
  await environment.settled([partner!]);
  const calendar = partner!.ota.calendar(partner!.hotel.id);
  const [first, second] = partner!.hotel.rooms;
  const of = (room: string, field: string) =>
    calendar.filter((night) => night.room === room && field in night).length;
  expect(of(first!.id, 'available')).toBe(DAYS);
  expect(of(first!.id, 'price')).toBe(DAYS);
  expect(of(second!.id, 'available')).toBe(DAYS);
  const path = `/properties/${property.hotelId}/channels/open_channel/nights`;
  const { body: nights } = await environment.api.operator('GET', path);
  const rejected = nights.filter((night: any) => night.state === 'rejected');
  expect(new Set(rejected.map((night: any) => night.room_id))).toEqual(new Set([property.rooms[1]]));
  expect(rejected).toHaveLength(DAYS);
  expect(rejected[0].message).toMatch(/read-only/);
  expect(rejected[0].message_cause).toMatchObject({
    code: 'value_refused',
    about: expect.arrayContaining(['price']),
    said: expect.stringMatching(/read-only/),
  });
  // What it has confirmed of the refused night: the count, but no price.
  expect(rejected[0].confirmed).toMatchObject({ available: 2, price: null, at: expect.any(String) });
  const { confirmed } = nights.find((night: any) => night.room_id === property.rooms[0]);
  expect(confirmed).toMatchObject({ available: 2, price: 120, min_stay: 1 });
});

test('nights of one room are pushed again, and those of others are not', async () => {
  const property = await environment.api.property({
    settings: { horizon_days: DAYS },
    rooms: [
      { price: 120, units: 2 },
      { price: 80, units: 2 },
    ],
  });
  const [partner] = await environment.connect(property, ['open_channel'], {
    rooms: [{ rates: [{ readOnly: true }] }, {}],
  });
  await environment.settled([partner!]);
  const path = `/properties/${property.hotelId}/channels/open_channel`;
  const rejected = async () => {
    const { body } = await environment.api.operator('GET', `${path}/nights`);
    return body.filter((night: any) => night.state === 'rejected').length;
  };
  expect(await rejected()).toBe(DAYS);
  const [first] = partner!.hotel.rooms;
  Object.assign(first!.rates[0]!, { readOnly: false });
  const window = `fromdate=${environment.day(3)}&todate=${environment.day(5)}`;
  const query = `room_id=${property.rooms[0]}&${window}`;
  const again = await environment.api.operator('POST', `${path}/resync?${query}`);
  expect(again.status).toBe(200);
  const priced = () =>
    partner!.ota
      .calendar(partner!.hotel.id)
      .filter((night) => night.room === first!.id && 'price' in night)
      .map(({ date }) => String(date));
  const asked = [3, 4, 5].map((day) => environment.day(day));
  await environment.poll(priced).toEqual(asked);
  await environment.poll(rejected).toBe(DAYS - 3);
});

test('a room that nobody mapped makes a flagged booking, which moves to its room when it is mapped', async () => {
  const property = await environment.api.property({
    settings: { horizon_days: DAYS },
    rooms: [{ units: 1 }, { units: 1 }],
  });
  const [partner] = await environment.connect(property, ['open_channel']);
  await environment.settled([partner!]);
  const path = `/properties/${property.hotelId}/channels/open_channel`;
  const { body: connection } = await environment.api.operator('GET', path);
  const { hotel, ota } = partner!;
  const input = (rooms: any[]) => ({
    protocol: 'open_channel',
    url: ota.url,
    settings: connection.settings,
    rooms,
  });
  const [one, two] = connection.rooms.map(({ ical_url: _, ...room }: any) => room);
  expect((await environment.api.operator('PUT', `${path}?replace=true`, input([one]))).status).toBe(200);
  const order = await ota.sell({
    hotel: hotel.id,
    room: hotel.rooms[1]!.id,
    price: 90,
    force: true,
    arrival: environment.day(5),
    nights: 2,
  });
  const bookings = async () => (await environment.api.get(`/api/bookings/${property.token}`)).body;
  await environment.poll(async () => (await bookings()).length).toBe(1);
  const [waiting] = await bookings();
  expect(waiting).toMatchObject({ referral_order_id: order.reference, status: 'confirmed' });
  expect(property.rooms).not.toContain(waiting.room_id);
  const { body: events } = await environment.api.get(`/api/events/${property.token}?kinds=booking.conflict`);
  expect(events).toHaveLength(1);
  expect((await environment.api.operator('PUT', path, input([one, two]))).status).toBe(200);
  expect((await bookings())[0]).toMatchObject({ order_id: waiting.order_id, room_id: property.rooms[1] });
  const { body: nights } = await environment.api.get(
    `/api/availability/${property.token}?room_id=${property.rooms[1]}`,
  );
  expect(nights.filter((night: any) => night.available === 0)).toHaveLength(2);
});

test('nights further ahead than the channel takes wait for their day, and do not count as pending', async () => {
  const property = await environment.api.property({
    settings: { horizon_days: 503 },
    rooms: [{ price: 120, units: 2 }],
  });
  const [aggregator] = await environment.connect(property, ['channex']); // takes 500 days
  await environment.settled([aggregator!]);
  await environment.api.post(`/api/availability/${property.token}`, {
    room_id: property.room,
    date: environment.day(501),
    price: 99,
  });
  const { body: status } = await environment.api.get(`/api/status/${property.token}`);
  expect(status.channel_details.channex.sync).toMatchObject({ pending_nights: 0 });
  const { body: nights } = await environment.api.operator(
    'GET',
    `/properties/${property.hotelId}/channels/channex/nights`,
  );
  expect(nights).toHaveLength(503);
  const waiting = nights.filter((night: any) => night.state !== 'synced');
  expect(waiting.map((night: any) => night.date.slice(0, 10))).toEqual([500, 501, 502].map(environment.day));
  expect(waiting[0]).toMatchObject({
    state: 'pending',
    message: expect.stringContaining(environment.day(499)),
  });
});

test('messages and reviews without permission do not keep nights from being pushed', async () => {
  const { property, there: partner } = await environment.connectOneRoom('booking_com', {
    days: DAYS,
    room: { price: 120, units: 2 },
  });
  partner.ota.faults.add({ kind: 'forbidden', on: ['messages', 'reviews'] });
  const path = `/properties/${property.hotelId}/channels/booking_com`;
  await environment.api.operator('POST', `${path}/resync`);
  const state = async () => (await environment.api.operator('GET', path)).body;
  await environment.poll(state).toMatchObject({
    state: 'delayed',
    last_error: expect.stringMatching(/^messages are closed to us: HTTP 403/),
    last_error_cause: { code: 'access_denied', about: ['messages'], status: 403 },
  });
  await environment.api.post(`/api/availability/${property.token}`, {
    room_id: property.room,
    date: environment.day(3),
    price: 99,
    available: 1,
  });
  const { reference } = await partner.ota.sell({
    hotel: partner.hotel.id,
    arrival: environment.day(6),
    nights: 1,
  });
  const bookings = async () => (await environment.api.get(`/api/bookings/${property.token}`)).body;
  await environment.poll(bookings).toMatchObject([{ referral_order_id: reference, channel: 'booking_com' }]);
  await environment.pollWithin(5, () => environment.differences(property, [partner], DAYS)).toEqual([]);
  partner.ota.faults.clear();
  // By itself it would retry within a quarter of an hour.
  await environment.api.operator('POST', `${path}/resync`);
  await environment.settled([partner]);
});

test('while Booking.com switches the currency of a hotel nothing is refused: it is pushed again afterwards', async () => {
  const { property, there: partner } = await environment.connectOneRoom('booking_com', {
    days: DAYS,
    room: { price: 120, units: 2 },
  });
  partner.ota.faults.add({ kind: 'refuse', code: 'AVAILABILITY_UPDATE_DISABLE_HOTEL_SWITCHING_CURRENCY' });
  await environment.api.post(`/api/availability/${property.token}`, {
    room_id: property.room,
    date: environment.day(3),
    price: 120,
    available: 1,
  });
  const path = `/properties/${property.hotelId}/channels/booking_com`;
  const state = async () => (await environment.api.operator('GET', path)).body;
  await environment.poll(state).toMatchObject({
    state: 'delayed',
    last_error: expect.stringContaining('SWITCHING_CURRENCY'),
  });
  const { body: nights } = await environment.api.operator('GET', `${path}/nights`);
  expect(nights.filter((night: any) => night.state === 'rejected')).toEqual([]);
  partner.ota.faults.clear();
  await environment.settled([partner]);
  expect(await environment.differences(property, [partner], DAYS)).toEqual([]);
});
