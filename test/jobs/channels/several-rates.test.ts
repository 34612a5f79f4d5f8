// A room mapped to several rates of a channel: all are pushed, the count once, and each can be sold.
import { expect, test } from 'vitest';
import { useChannelEnvironment } from '../../harness/channel-environment.ts';

const environment = useChannelEnvironment();
const DAYS = 20;
const CHANNELS = ['booking_com', 'expedia', 'channex', 'open_channel'] as const;
const TWO_RATES = [{ rates: [{}, {}] }, { rates: [{}] }];

async function houseOfTwo() {
  return environment.api.property({
    settings: { horizon_days: DAYS },
    rooms: [
      { price: 120, units: 2 },
      { price: 80, units: 3 },
    ],
  });
}

test('every rate has the prices and restrictions of its room, and the count is pushed once', async () => {
  const property = await houseOfTwo();
  const connected = await environment.connect(property, CHANNELS, { rooms: TWO_RATES });
  await environment.settled(connected);
  expect(await environment.differences(property, connected, DAYS)).toEqual([]);
  for (const { ota } of connected) ota.forgetRequests();
  await environment.api.post(`/api/availability/${property.token}`, {
    room_id: property.room,
    date: environment.day(3),
    todate: environment.day(5),
    price: 99,
    available: 1,
    min_stay: 2,
    closed_to_arrival: true,
  });
  await environment.settled(connected);
  expect(await environment.differences(property, connected, DAYS)).toEqual([]);
  const { body: nights } = await environment.api.operator(
    'GET',
    `/properties/${property.hotelId}/channels/channex/nights`,
  );
  expect(nights).toHaveLength(2 * DAYS);
  expect(nights.filter((night: any) => night.state !== 'synced')).toEqual([]);
});

test('a sale at any of the rates becomes a booking of the room', async () => {
  const property = await houseOfTwo();
  const connected = await environment.connect(property, CHANNELS, { rooms: TWO_RATES });
  await environment.settled(connected);
  const orders = [];
  for (const [i, { ota, hotel }] of connected.entries()) {
    const [, second] = hotel.rooms[0]!.rates;
    const stay = { arrival: environment.day(3 + 2 * i), nights: 1 };
    orders.push(await ota.sell({ hotel: hotel.id, room: hotel.rooms[0]!.id, rate: second!.id, ...stay }));
  }
  await environment.settled(connected);
  const { body: bookings } = await environment.api.get(`/api/bookings/${property.token}`);
  expect(bookings.map((one: any) => [one.referral_order_id, one.room_id])).toEqual(
    orders.map(({ reference }) => [reference, property.room]),
  );
  expect(await environment.differences(property, connected, DAYS)).toEqual([]);
});

test('a value that one of the rates refuses names the rate, and both are pushed when it changes', async () => {
  const property = await houseOfTwo();
  const connected = await environment.connect(property, ['channex'], {
    rooms: [{ rates: [{}, { readOnly: true }] }, {}],
  });
  const [channex] = connected;
  await environment.settled(connected);
  const [taken, derived] = channex!.hotel.rooms[0]!.rates.map(({ id }) => id);
  const path = `/properties/${property.hotelId}/channels/channex/nights?room_id=${property.room}`;
  const { body: nights } = await environment.api.operator('GET', path);
  expect(nights).toHaveLength(DAYS);
  for (const night of nights) {
    expect(night).toMatchObject({ state: 'rejected', message: expect.stringContaining(derived!) });
  }
  const nightsAtChannel = (rate: string | undefined) =>
    channex!.ota.calendar(channex!.hotel.id).filter((night) => night.rate === rate);
  expect(new Set(nightsAtChannel(taken).map(({ price }) => price))).toEqual(new Set([120]));
  expect(new Set(nightsAtChannel(derived).map(({ price, minStay }) => `${price} ${minStay}`))).toEqual(
    new Set(['undefined 1']),
  );
  channex!.hotel.rooms[0]!.rates[1]!.readOnly = false;
  const change = {
    room_id: property.room,
    date: environment.day(0),
    todate: environment.day(DAYS - 1),
    price: 90,
  };
  await environment.api.post(`/api/availability/${property.token}`, change);
  await environment.settled(connected);
  expect(await environment.differences(property, connected, DAYS)).toEqual([]);
});

test('rates that are pushed in separate messages are the same after one of these fails', async () => {
  const property = await houseOfTwo();
  const connected = await environment.connect(property, ['open_channel'], { rooms: TWO_RATES });
  const [partner] = connected;
  await environment.settled(connected);
  const path = `/properties/${property.hotelId}/channels/open_channel`;
  await environment.api.operator('PATCH', path, { settings: { max_changes: 1 } });
  await environment.settled(connected);
  const set = (price: number) =>
    environment.api.post(`/api/availability/${property.token}`, {
      room_id: property.room,
      date: environment.day(3),
      price,
    });
  const prices = () =>
    partner!.ota
      .calendar(partner!.hotel.id)
      .filter(({ room, date }) => room === partner!.hotel.rooms[0]!.id && date === environment.day(3))
      .map(({ price }) => price!)
      .toSorted((a, b) => a - b);
  // The first rate gets the price, the other does not; then the price is again what both had.
  partner!.ota.faults.add({ kind: 'server_error', on: 'changes', spare: 1 });
  await set(77);
  await environment.poll(prices).toEqual([77, 120]);
  await set(120);
  partner!.ota.faults.clear();
  await environment.settled(connected);
  expect(prices()).toEqual([120, 120]);
});

test('the nightly comparison reads back every rate', async () => {
  const property = await houseOfTwo();
  const connected = await environment.connect(property, ['channex'], { rooms: TWO_RATES });
  await environment.settled(connected);
  const { ota, hotel } = connected[0]!;
  const [first, second] = hotel.rooms[0]!.rates.map(({ id }) => id);
  const dates = [environment.day(2), environment.day(4)];
  // Another system changes the second rate at the channel, and the first on another date.
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
  expect(await environment.differences(property, connected, DAYS)).toHaveLength(2);
  await environment.stop();
  await environment.api.db.query(`update connections set drift_checked_on = null where hotel_id = $1`, [
    property.hotelId,
  ]);
  await environment.start();
  await environment.poll(() => environment.differences(property, connected, DAYS)).toEqual([]);
});

test('a rate that is removed from a room is no longer pushed, and the others are', async () => {
  const property = await houseOfTwo();
  const connected = await environment.connect(property, ['channex'], { rooms: TWO_RATES });
  const { ota, hotel } = connected[0]!;
  await environment.settled(connected);
  const [kept, removed] = hotel.rooms[0]!.rates.map(({ id }) => id);
  const answer = await environment.api.operator('PATCH', `/properties/${property.hotelId}/channels/channex`, {
    remove_rates: [{ room_id: property.room, external_rate: removed }],
  });
  expect(answer.status, answer.text).toBe(200);
  await environment.settled(connected);
  const night = { room_id: property.room, date: environment.day(3), price: 77 };
  expect((await environment.api.post(`/api/availability/${property.token}`, night)).status).toBe(200);
  await environment.settled(connected);
  const price = (rate: string | undefined) =>
    ota.calendar(hotel.id).find((one) => one.rate === rate && one.date === night.date)?.price;
  expect([price(kept), price(removed)]).toEqual([77, 120]);
});
