// A channel that sells by yesterday's calendar: the simulated OTAs ask for what is not for sale any more, and we refuse.
import { expect, test } from 'vitest';
import { useChannelEnvironment } from '../../harness/channel-environment.ts';

const world = useChannelEnvironment();

test('what was closed since Vrbo read the feeds is not sold there, nor at Airbnb before it has our news', async () => {
  const property = await world.api.property({
    settings: { horizon_days: 30 },
    rooms: [{ price: 90, capacity: 4 }],
  });
  const connected = await world.connect(property, ['vrbo', 'airbnb']);
  await world.settled(connected);
  const [vrbo, airbnb] = connected;
  await world.stop();
  const set = async (values: object) => {
    const body = { room_id: property.room, ...values };
    expect((await world.api.post(`/api/availability/${property.token}`, body)).status).toBe(200);
  };
  await set({ date: world.day(5), stop_sell: true });
  await set({ date: world.day(9), closed_to_arrival: true });
  const sell = (there: (typeof connected)[number], from: number, nights = 2) =>
    there.ota.sell({ hotel: there.hotel.id, arrival: world.day(from), nights, price: 90 });
  await expect(sell(vrbo!, 4)).rejects.toThrow('PROPERTY_NOT_AVAILABLE');
  await expect(sell(vrbo!, 9)).rejects.toThrow('START_DAY_MISMATCH');
  await expect(sell(airbnb!, 4)).rejects.toThrow('dates_not_available');
  await expect(sell(airbnb!, 9)).rejects.toThrow('dates_not_available');
  const { reference } = await sell(vrbo!, 12);
  await expect(sell(airbnb!, 13)).rejects.toThrow('dates_not_available');
  await sell(airbnb!, 16);
  const bookings = (await world.api.get(`/api/bookings/${property.token}`)).body;
  expect(bookings.map((one: any) => one.channel)).toEqual(['vrbo', 'airbnb']);
  expect(world.simulator.vrbo.problems()).toEqual([]);
  await world.start();
  await world.settled(connected);
  expect(await world.differences(property, connected, 30)).toEqual([]);
  // Vrbo takes its commission of what the booking costs by now.
  expect(world.simulator.vrbo.charged(reference)).toBe(180);
  const [booking] = bookings;
  const path = `/properties/${property.hotelId}/bookings/${booking.order_id}`;
  expect((await world.api.operator('PATCH', path, { price: 250 })).status).toBe(200);
  await world.simulator.vrbo.poll(vrbo!.hotel.id);
  expect(world.simulator.vrbo.charged(reference)).toBe(250);
  expect(world.simulator.vrbo.problems()).toEqual([]);
});
