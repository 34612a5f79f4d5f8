// The way of a sale: from one channel to our calendar, and from there to all the others.
import { expect, test } from 'vitest';
import { CHANNELS, useChannelEnvironment } from '../../harness/channel-environment.ts';

const world = useChannelEnvironment();
const DAYS = 60;

test('a full push, a direct booking, a sale of each channel, a change and a cancellation: all calendars agree', async () => {
  const property = await world.api.property({
    settings: { horizon_days: DAYS },
    rooms: [
      { price: 120, units: 3 },
      { price: 80, units: 1 },
    ],
  });
  const connected = await world.connect(property, CHANNELS);
  await world.settled(connected);
  expect(await world.differences(property, connected, DAYS)).toEqual([]);

  await world.api.post(`/api/bookings/${property.token}`, {
    room_id: property.rooms[0],
    name: 'Ada',
    checkin: world.day(3),
    checkout: world.day(6),
    price: 360,
  });
  for (const [i, { ota, hotel }] of connected.entries()) {
    await ota.sell({ hotel: hotel.id, room: hotel.rooms[0]!.id, arrival: world.day(10 + 3 * i), nights: 2 });
  }
  await world.settled(connected);
  const { body: bookings } = await world.api.get(`/api/bookings/${property.token}`);
  expect(bookings.map((one: any) => one.channel).sort()).toHaveLength(7);
  expect(await world.differences(property, connected, DAYS)).toEqual([]);
});

test('an order that people here moved or cancelled: when its OTA ends it, the count there is told again', async () => {
  const property = await world.api.property({
    settings: { horizon_days: DAYS },
    rooms: [
      { price: 120, units: 3 },
      { price: 120, units: 3 },
    ],
  });
  // Where a traveller's cancellation is told to us.
  const channels = CHANNELS.filter((channel) => channel !== 'vrbo');
  const connected = await world.connect(property, channels);
  await world.settled(connected);
  const orders = [];
  for (const [i, { ota, hotel }] of connected.entries()) {
    for (const plus of [0, 30]) {
      const stay = { room: hotel.rooms[0]!.id, arrival: world.day(3 + 5 * i + plus), nights: 2 };
      orders.push({ ota, ...(await ota.sell({ hotel: hotel.id, ...stay })) });
    }
  }
  await world.settled(connected);
  const { body: bookings } = await world.api.get(`/api/bookings/${property.token}`);
  expect(bookings).toHaveLength(orders.length);
  for (const { order_id, checkin } of bookings) {
    const first = checkin.slice(0, 10);
    if (first < world.day(30)) {
      await world.api.delete(`/api/bookings/${property.token}?order_id=${order_id}&date=${first}`);
    } else {
      const path = `/properties/${property.hotelId}/bookings/${order_id}`;
      const moved = await world.api.operator('PATCH', path, { room_id: property.rooms[1] });
      expect(moved.status, moved.text).toBe(200);
    }
  }
  await world.settled(connected);
  for (const { ota, reference } of orders) await ota.cancel(reference);
  await world.settled(connected);
  expect(await world.differences(property, connected, DAYS)).toEqual([]);
});
