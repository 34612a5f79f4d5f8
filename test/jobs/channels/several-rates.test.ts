// A room that is sold at several rates of its room at the channel: all rates are told, its count once, and each may be sold.
import { expect, test } from 'vitest';
import { useChannelEnvironment } from '../../harness/channel-environment.ts';

const world = useChannelEnvironment();
const DAYS = 20;
const CHANNELS = ['booking_com', 'expedia', 'channex', 'open_channel'] as const;
const TWO_RATES = [{ rates: [{}, {}] }, { rates: [{}] }];

async function houseOfTwo() {
  return world.api.property({
    settings: { horizon_days: DAYS },
    rooms: [
      { price: 120, units: 2 },
      { price: 80, units: 3 },
    ],
  });
}

test('every rate has the prices and restrictions of its room, and the count is told once', async () => {
  const property = await houseOfTwo();
  const connected = await world.connect(property, CHANNELS, { rooms: TWO_RATES });
  await world.settled(connected);
  expect(await world.differences(property, connected, DAYS)).toEqual([]);
  for (const { ota } of connected) ota.forgetRequests();
  await world.api.post(`/api/availability/${property.token}`, {
    room_id: property.room,
    date: world.day(3),
    todate: world.day(5),
    price: 99,
    available: 1,
    min_stay: 2,
    closed_to_arrival: true,
  });
  await world.settled(connected);
  expect(await world.differences(property, connected, DAYS)).toEqual([]);
  const { body: nights } = await world.api.operator(
    'GET',
    `/properties/${property.hotelId}/channels/channex/nights`,
  );
  expect(nights).toHaveLength(2 * DAYS);
  expect(nights.filter((night: any) => night.state !== 'synced')).toEqual([]);
});

test('a sale at any of the rates becomes a booking of the room', async () => {
  const property = await houseOfTwo();
  const connected = await world.connect(property, CHANNELS, { rooms: TWO_RATES });
  await world.settled(connected);
  const orders = [];
  for (const [i, { ota, hotel }] of connected.entries()) {
    const [, second] = hotel.rooms[0]!.rates;
    const stay = { arrival: world.day(3 + 2 * i), nights: 1 };
    orders.push(await ota.sell({ hotel: hotel.id, room: hotel.rooms[0]!.id, rate: second!.id, ...stay }));
  }
  await world.settled(connected);
  const { body: bookings } = await world.api.get(`/api/bookings/${property.token}`);
  expect(bookings.map((one: any) => [one.referral_order_id, one.room_id])).toEqual(
    orders.map(({ reference }) => [reference, property.room]),
  );
  expect(await world.differences(property, connected, DAYS)).toEqual([]);
});

test('what one of the rates does not take is refused and names the rate, and both are told when it changes', async () => {
  const property = await houseOfTwo();
  const connected = await world.connect(property, ['channex'], {
    rooms: [{ rates: [{}, { readOnly: true }] }, {}],
  });
  const [channex] = connected;
  await world.settled(connected);
  const [taken, derived] = channex!.hotel.rooms[0]!.rates.map(({ id }) => id);
  const path = `/properties/${property.hotelId}/channels/channex/nights?room_id=${property.room}`;
  const { body: nights } = await world.api.operator('GET', path);
  expect(nights).toHaveLength(DAYS);
  for (const night of nights) {
    expect(night).toMatchObject({ state: 'rejected', message: expect.stringContaining(derived!) });
  }
  const believed = (rate: string | undefined) =>
    channex!.ota.calendar(channex!.hotel.id).filter((night) => night.rate === rate);
  expect(new Set(believed(taken).map(({ price }) => price))).toEqual(new Set([120]));
  expect(new Set(believed(derived).map(({ price, minStay }) => `${price} ${minStay}`))).toEqual(
    new Set(['undefined 1']),
  );
  channex!.hotel.rooms[0]!.rates[1]!.readOnly = false;
  const change = { room_id: property.room, date: world.day(0), todate: world.day(DAYS - 1), price: 90 };
  await world.api.post(`/api/availability/${property.token}`, change);
  await world.settled(connected);
  expect(await world.differences(property, connected, DAYS)).toEqual([]);
});

test('rates that are told in messages of their own are the same after one of these fails', async () => {
  const property = await houseOfTwo();
  const connected = await world.connect(property, ['open_channel'], { rooms: TWO_RATES });
  const [partner] = connected;
  await world.settled(connected);
  const path = `/properties/${property.hotelId}/channels/open_channel`;
  await world.api.operator('PATCH', path, { settings: { max_changes: 1 } });
  await world.settled(connected);
  const set = (price: number) =>
    world.api.post(`/api/availability/${property.token}`, {
      room_id: property.room,
      date: world.day(3),
      price,
    });
  const prices = () =>
    partner!.ota
      .calendar(partner!.hotel.id)
      .filter(({ room, date }) => room === partner!.hotel.rooms[0]!.id && date === world.day(3))
      .map(({ price }) => price!)
      .toSorted((a, b) => a - b);
  // The first rate takes the price, the other does not hear of it; then the price is again what both had.
  partner!.ota.faults.add({ kind: 'server_error', on: 'changes', spare: 1 });
  await set(77);
  await expect.poll(prices, { timeout: 20_000 }).toEqual([77, 120]);
  await set(120);
  partner!.ota.faults.clear();
  await world.settled(connected);
  expect(prices()).toEqual([120, 120]);
});

test('the nightly comparison reads back every rate', async () => {
  const property = await houseOfTwo();
  const connected = await world.connect(property, ['channex'], { rooms: TWO_RATES });
  await world.settled(connected);
  const { ota, hotel } = connected[0]!;
  const [first, second] = hotel.rooms[0]!.rates.map(({ id }) => id);
  const dates = [world.day(2), world.day(4)];
  // Somebody else changes the second rate there, and on another date the first.
  const answer = await fetch(`${ota.url}/api/v1/restrictions`, {
    method: 'POST',
    headers: { 'user-api-key': ota.credentials['api_key']!, 'content-type': 'application/json' },
    body: JSON.stringify({
      values: [
        { property_id: hotel.id, rate_plan_id: second, date: dates[0], rate: '55.00' },
        { property_id: hotel.id, rate_plan_id: first, date: dates[1], stop_sell: true },
      ],
    }),
  });
  expect(await answer.json()).toMatchObject({ meta: { warnings: [] } });
  expect(await world.differences(property, connected, DAYS)).toHaveLength(2);
  await world.stop();
  await world.api.db.query(`update connections set drift_checked_on = null where hotel_id = $1`, [
    property.hotelId,
  ]);
  await world.start();
  await expect.poll(() => world.differences(property, connected, DAYS), { timeout: 20_000 }).toEqual([]);
});

test('a rate that is taken out of a room is pushed no more, and the others are', async () => {
  const property = await houseOfTwo();
  const connected = await world.connect(property, ['channex'], { rooms: TWO_RATES });
  const { ota, hotel } = connected[0]!;
  await world.settled(connected);
  const [kept, removed] = hotel.rooms[0]!.rates.map(({ id }) => id);
  const answer = await world.api.operator('PATCH', `/properties/${property.hotelId}/channels/channex`, {
    remove_rates: [{ room_id: property.room, external_rate: removed }],
  });
  expect(answer.status, answer.text).toBe(200);
  await world.settled(connected);
  const night = { room_id: property.room, date: world.day(3), price: 77 };
  expect((await world.api.post(`/api/availability/${property.token}`, night)).status).toBe(200);
  await world.settled(connected);
  const price = (rate: string | undefined) =>
    ota.calendar(hotel.id).find((one) => one.rate === rate && one.date === night.date)?.price;
  expect([price(kept), price(removed)]).toEqual([77, 120]);
});
