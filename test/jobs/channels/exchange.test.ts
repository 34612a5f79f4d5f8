// The way of a sale: from one channel to our calendar, and from there to all the others.
import { expect, test } from 'vitest';
import { CHANNELS, useChannelWorld } from '../../harness/channel-world.ts';

const world = useChannelWorld();
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
