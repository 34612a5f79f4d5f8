// A channel with an outdated calendar: requests for stays that are no longer for sale are refused.
import { expect, test } from 'vitest';
import { useChannelEnvironment } from '../../harness/channel-environment.ts';

const environment = useChannelEnvironment();

test('nights closed since Vrbo read the feeds are not sold there, nor at Airbnb before it has the push', async () => {
  const property = await environment.api.property({
    settings: { horizon_days: 30 },
    rooms: [{ price: 90, capacity: 4 }],
  });
  const connected = await environment.connect(property, ['vrbo', 'airbnb']);
  await environment.settled(connected);
  const [vrbo, airbnb] = connected;
  await environment.stop();
  const set = async (values: object) => {
    const body = { room_id: property.room, ...values };
    expect((await environment.api.post(`/api/availability/${property.token}`, body)).status).toBe(200);
  };
  await set({ date: environment.day(5), stop_sell: true });
  await set({ date: environment.day(9), closed_to_arrival: true });
  const sell = (partner: (typeof connected)[number], from: number, nights = 2) =>
    partner.ota.sell({ hotel: partner.hotel.id, arrival: environment.day(from), nights, price: 90 });
  await expect(sell(vrbo!, 4)).rejects.toThrow('PROPERTY_NOT_AVAILABLE');
  await expect(sell(vrbo!, 9)).rejects.toThrow('START_DAY_MISMATCH');
  await expect(sell(airbnb!, 4)).rejects.toThrow('dates_not_available');
  await expect(sell(airbnb!, 9)).rejects.toThrow('dates_not_available');
  const { reference } = await sell(vrbo!, 12);
  await expect(sell(airbnb!, 13)).rejects.toThrow('dates_not_available');
  await sell(airbnb!, 16);
  const bookings = (await environment.api.get(`/api/bookings/${property.token}`)).body;
  expect(bookings.map((one: any) => one.channel)).toEqual(['vrbo', 'airbnb']);
  expect(environment.simulator.vrbo.problems()).toEqual([]);
  await environment.start();
  await environment.settled(connected);
  expect(await environment.differences(property, connected, 30)).toEqual([]);
  // Vrbo's commission is of the current price of the booking.
  expect(environment.simulator.vrbo.charged(reference)).toBe(180);
  const [booking] = bookings;
  const path = `/properties/${property.hotelId}/bookings/${booking.order_id}`;
  expect((await environment.api.operator('PATCH', path, { price: 250 })).status).toBe(200);
  await environment.pass(1_000); // Vrbo compares whole seconds.
  await environment.simulator.vrbo.poll(vrbo!.hotel.id);
  expect(environment.simulator.vrbo.charged(reference)).toBe(250);
  expect(environment.simulator.vrbo.problems()).toEqual([]);
});
