// How often a channel is told while its property changes all the time.
import { expect, test } from 'vitest';
import { useChannelEnvironment } from '../../harness/channel-environment.ts';

const world = useChannelEnvironment();

test('a storm of prices becomes a few pushes, the last value arrives, and a sale in its midst as well', async () => {
  const property = await world.api.property({
    settings: { horizon_days: 20 },
    rooms: [{ price: 120, units: 1 }],
  });
  const [partner] = await world.connect(property, ['open_channel']);
  const { ota, hotel } = partner!;
  await world.settled([partner!]);
  const pushes = () => ota.counters()['changes']!.requests;
  const before = pushes();
  const begun = world.now().epochMilliseconds;
  const date = world.day(3);
  for (let price = 1; price <= 60; price += 1) {
    await world.api.post(`/api/availability/${property.token}`, { room_id: property.room, date, price });
    if (price === 30) {
      const stay = { room_id: property.room, checkin: world.day(8), checkout: world.day(9) };
      await world.api.post(`/api/bookings/${property.token}`, { ...stay, name: 'Ada', price: 100 });
    }
  }
  await world.settled([partner!]);
  const seconds = (world.now().epochMilliseconds - begun) / 1_000;
  // Three at once and one in five seconds, and one for the sale.
  expect(pushes() - before).toBeLessThanOrEqual(3 + Math.ceil(seconds / 5) + 1);
  expect(await world.differences(property, [partner!], 20)).toEqual([]);
  expect(ota.calendar(hotel.id).find((night) => night.date === date)).toMatchObject({ price: 60 });
});
