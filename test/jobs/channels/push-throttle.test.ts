// How often a channel is pushed to while its property changes all the time.
import { expect, test } from 'vitest';
import { createPushThrottle } from '../../../src/jobs/channels/push-throttle.ts';
import { useChannelEnvironment } from '../../harness/channel-environment.ts';

const environment = useChannelEnvironment();

test.each([
  ['counts and closings', 'urgent', 5, 1_000],
  ['prices and rules', 'calm', 3, 5_000],
] as const)('of %s the first go out at once, then one in so many seconds', (_, kind, atOnce, everyMs) => {
  const throttle = createPushThrottle();
  const now = Date.UTC(2026, 10, 1);
  const first = Array.from({ length: atOnce + 1 }, () => throttle(kind, now));
  expect(first).toEqual([...Array(atOnce).fill(0), everyMs]);
  expect([throttle(kind, now + everyMs / 2), throttle(kind, now + everyMs)]).toEqual([everyMs / 2, 0]);
});

test('many price changes become a few pushes, the last value arrives, and a sale among them as well', async () => {
  const property = await environment.api.property({
    settings: { horizon_days: 20 },
    rooms: [{ price: 120, units: 1 }],
  });
  const [partner] = await environment.connect(property, ['open_channel']);
  const { ota, hotel } = partner!;
  await environment.settled([partner!]);
  const pushes = () => ota.counters()['changes']!.requests;
  const before = pushes();
  const begun = environment.now().epochMilliseconds;
  const date = environment.day(3);
  for (let price = 1; price <= 60; price += 1) {
    await environment.api.post(`/api/availability/${property.token}`, {
      room_id: property.room,
      date,
      price,
    });
    if (price === 30) {
      const stay = { room_id: property.room, checkin: environment.day(8), checkout: environment.day(9) };
      await environment.api.post(`/api/bookings/${property.token}`, { ...stay, name: 'Ada', price: 100 });
      const closed = () =>
        ota.calendar(hotel.id).find((night) => night.date === environment.day(8))?.available;
      await environment.pollWithin(2, closed).toBe(0);
    }
  }
  const seconds = (environment.now().epochMilliseconds - begun) / 1_000;
  await environment.settled([partner!]);
  // Three at once and one in five seconds, one for the sale, and the last.
  expect(pushes() - before).toBeLessThanOrEqual(3 + Math.floor(seconds / 5) + 2);
  expect(await environment.differences(property, [partner!], 20)).toEqual([]);
  expect(ota.calendar(hotel.id).find((night) => night.date === date)).toMatchObject({ price: 60 });
});
