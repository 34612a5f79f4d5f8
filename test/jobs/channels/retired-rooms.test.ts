// A room that is sold no more: every channel that sells it must hear so, and a sale that was on its way is flagged.
import { expect, test } from 'vitest';
import { CHANNELS, useChannelEnvironment } from '../../harness/channel-environment.ts';

const world = useChannelEnvironment();
const DAYS = 20;

test('a retired room is sold out at every channel, and the others are what they were', async () => {
  const property = await world.api.property({
    settings: { horizon_days: DAYS },
    rooms: [
      { price: 120, units: 2 },
      { price: 80, units: 3 },
    ],
  });
  const connected = await world.connect(property, CHANNELS);
  await world.settled(connected);
  const retire = `/properties/${property.hotelId}/rooms/${property.rooms[0]}`;
  expect((await world.api.operator('DELETE', retire)).status).toBe(200);
  await world.settled(connected);
  for (const { channel, ota, hotel, rooms } of connected) {
    const available = (room: number) =>
      ota
        .calendar(hotel.id)
        .filter(({ room: there, date }) => there === rooms.get(room) && date < world.day(DAYS))
        .filter((night) => night.available !== undefined)
        .map((night) => night.available);
    expect(available(property.rooms[0]!)).toEqual(Array.from({ length: DAYS }, () => 0));
    const left = channel === 'airbnb' ? 1 : 3; // a listing there is one place, free or not
    expect(available(property.rooms[1]!)).toEqual(Array.from({ length: DAYS }, () => left));
  }
});

test('a sale of a retired room that was on its way is kept and flagged, and waits where nobody sells', async () => {
  const property = await world.api.property({
    settings: { horizon_days: DAYS },
    rooms: [{ units: 2 }, { units: 2 }],
  });
  const [partner] = await world.connect(property, ['open_channel']);
  await world.settled([partner!]);
  await world.api.operator('DELETE', `/properties/${property.hotelId}/rooms/${property.rooms[0]}`);
  const { reference } = await partner!.ota.sell({
    hotel: partner!.hotel.id,
    room: partner!.hotel.rooms[0]!.id,
    price: 90,
    force: true,
    arrival: world.day(5),
    nights: 2,
  });
  const bookings = async () => (await world.api.get(`/api/bookings/${property.token}`)).body;
  await expect.poll(async () => (await bookings()).length, { timeout: 20_000 }).toBe(1);
  const [waiting] = await bookings();
  expect(waiting).toMatchObject({ referral_order_id: reference, status: 'confirmed' });
  expect(property.rooms).not.toContain(waiting.room_id);
  const { body: events } = await world.api.get(`/api/events/${property.token}?kinds=booking.conflict`);
  expect(events).toHaveLength(1);
});
