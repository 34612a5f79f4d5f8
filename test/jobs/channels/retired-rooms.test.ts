// A retired room: it is closed at every channel that sells it, and a sale that crosses with that is flagged.
import { expect, test } from 'vitest';
import { CHANNELS, useChannelEnvironment } from '../../harness/channel-environment.ts';

const environment = useChannelEnvironment();
const DAYS = 20;

test('a retired room is sold out at every channel, and the others are what they were', async () => {
  const property = await environment.api.property({
    settings: { horizon_days: DAYS },
    rooms: [
      { price: 120, units: 2 },
      { price: 80, units: 3 },
    ],
  });
  const connected = await environment.connect(property, CHANNELS);
  await environment.settled(connected);
  const retire = `/properties/${property.hotelId}/rooms/${property.rooms[0]}`;
  expect((await environment.api.operator('DELETE', retire)).status).toBe(200);
  await environment.settled(connected);
  for (const { channel, ota, hotel, rooms } of connected) {
    const available = (room: number) =>
      ota
        .calendar(hotel.id)
        .filter(
          ({ room: externalRoom, date }) => externalRoom === rooms.get(room) && date < environment.day(DAYS),
        )
        .filter((night) => night.available !== undefined)
        .map((night) => night.available);
    expect(available(property.rooms[0]!)).toEqual(Array.from({ length: DAYS }, () => 0));
    const left = channel === 'airbnb' ? 1 : 3; // a listing is one unit, free or not
    expect(available(property.rooms[1]!)).toEqual(Array.from({ length: DAYS }, () => left));
  }
});

test('a late sale of a retired room is stored and flagged, in the placeholder room', async () => {
  const property = await environment.api.property({
    settings: { horizon_days: DAYS },
    rooms: [{ units: 2 }, { units: 2 }],
  });
  const [partner] = await environment.connect(property, ['open_channel']);
  await environment.settled([partner!]);
  await environment.api.operator('DELETE', `/properties/${property.hotelId}/rooms/${property.rooms[0]}`);
  const { reference } = await partner!.ota.sell({
    hotel: partner!.hotel.id,
    room: partner!.hotel.rooms[0]!.id,
    price: 90,
    force: true,
    arrival: environment.day(5),
    nights: 2,
  });
  const bookings = async () => (await environment.api.get(`/api/bookings/${property.token}`)).body;
  await environment.poll(async () => (await bookings()).length).toBe(1);
  const [waiting] = await bookings();
  expect(waiting).toMatchObject({ referral_order_id: reference, status: 'confirmed' });
  expect(property.rooms).not.toContain(waiting.room_id);
  const { body: events } = await environment.api.get(`/api/events/${property.token}?kinds=booking.conflict`);
  expect(events).toHaveLength(1);
});
