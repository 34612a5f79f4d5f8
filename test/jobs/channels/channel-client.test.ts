// A sale at one channel reaches our calendar, and from there all other channels.
import { expect, test } from 'vitest';
import { CHANNELS, useChannelEnvironment } from '../../harness/channel-environment.ts';

const environment = useChannelEnvironment();
const DAYS = 60;

test('a full push, a direct booking, a sale of each channel, a change and a cancellation: all calendars agree', async () => {
  const property = await environment.api.property({
    settings: { horizon_days: DAYS },
    rooms: [
      { price: 120, units: 3 },
      { price: 80, units: 1 },
    ],
  });
  const connected = await environment.connect(property, CHANNELS);
  await environment.settled(connected);
  expect(await environment.differences(property, connected, DAYS)).toEqual([]);

  await environment.api.post(`/api/bookings/${property.token}`, {
    room_id: property.rooms[0],
    name: 'Ada',
    checkin: environment.day(3),
    checkout: environment.day(6),
    price: 360,
  });
  for (const [i, { ota, hotel }] of connected.entries()) {
    await ota.sell({
      hotel: hotel.id,
      room: hotel.rooms[0]!.id,
      arrival: environment.day(10 + 3 * i),
      nights: 2,
    });
  }
  await environment.settled(connected);
  const { body: bookings } = await environment.api.get(`/api/bookings/${property.token}`);
  expect(bookings.map((one: any) => one.channel).sort()).toHaveLength(7);
  expect(await environment.differences(property, connected, DAYS)).toEqual([]);
});

test('an order that people here moved or cancelled: when its OTA cancels it, the count is pushed again', async () => {
  const property = await environment.api.property({
    settings: { horizon_days: DAYS },
    rooms: [
      { price: 120, units: 3 },
      { price: 120, units: 3 },
    ],
  });
  // Channels that send cancellations by travellers.
  const channels = CHANNELS.filter((channel) => channel !== 'vrbo');
  const connected = await environment.connect(property, channels);
  await environment.settled(connected);
  const orders = [];
  for (const [i, { ota, hotel }] of connected.entries()) {
    for (const plus of [0, 30]) {
      const stay = { room: hotel.rooms[0]!.id, arrival: environment.day(3 + 5 * i + plus), nights: 2 };
      orders.push({ ota, ...(await ota.sell({ hotel: hotel.id, ...stay })) });
    }
  }
  await environment.settled(connected);
  const { body: bookings } = await environment.api.get(`/api/bookings/${property.token}`);
  expect(bookings).toHaveLength(orders.length);
  for (const { order_id, checkin } of bookings) {
    const first = checkin.slice(0, 10);
    if (first < environment.day(30)) {
      await environment.api.delete(`/api/bookings/${property.token}?order_id=${order_id}&date=${first}`);
    } else {
      const path = `/properties/${property.hotelId}/bookings/${order_id}`;
      const moved = await environment.api.operator('PATCH', path, { room_id: property.rooms[1] });
      expect(moved.status, moved.text).toBe(200);
    }
  }
  await environment.settled(connected);
  for (const { ota, reference } of orders) await ota.cancel(reference);
  await environment.settled(connected);
  expect(await environment.differences(property, connected, DAYS)).toEqual([]);
});
