// A channel that is down for an hour: no other waits, people see it, and it catches up by itself.
import { expect, test } from 'vitest';
import { useChannelEnvironment } from '../../harness/channel-environment.ts';

const DAYS = 20;
const HOUR_MS = 3_600_000;
const environment = useChannelEnvironment();

test('while one channel is unreachable for an hour the others are pushed to and sell; then it gets all values, and its sale of that hour is stored', async () => {
  const property = await environment.api.property({
    settings: { horizon_days: DAYS },
    rooms: [{ price: 120, units: 3 }],
  });
  const connected = await environment.connect(property);
  await environment.settled(connected);
  const others = connected.filter(({ channel }) => channel !== 'expedia');
  const { ota, hotel } = connected.find(({ channel }) => channel === 'expedia')!;
  const downAt = environment.now().epochMilliseconds;
  const outage = ota.faults.add({ kind: 'server_error' });
  const sold = await ota.sell({ hotel: hotel.id, arrival: environment.day(9), nights: 1 });
  const bookings = async (): Promise<string[]> =>
    (await environment.api.get(`/api/bookings/${property.token}`)).body.map(
      (booking: any) => booking.referral_order_id ?? booking.channel,
    );

  for (const [i, { ota: seller, hotel: theirs }] of others.entries()) {
    const stay = {
      room_id: property.room,
      checkin: environment.day(2 + i),
      checkout: environment.day(3 + i),
    };
    await environment.api.post(`/api/bookings/${property.token}`, { ...stay, name: 'Ada', price: 100 });
    const { reference } = await seller.sell({
      hotel: theirs.id,
      arrival: environment.day(12 + i),
      nights: 1,
    });
    await environment.poll(bookings).toContain(reference);
    await environment.pollWithin(5, () => environment.differences(property, others, DAYS)).toEqual([]);
  }
  const hour = () => environment.now().epochMilliseconds - downAt;
  await environment.poll(hour).toBeGreaterThan(HOUR_MS);
  expect(await bookings()).not.toContain(sold.reference);
  const { body: status } = await environment.api.get(`/api/status/${property.token}`);
  expect(status).toMatchObject({
    status: 'degraded',
    channels: { expedia: 'delayed', channex: 'connected' },
  });
  expect(status.channel_details.expedia.sync.pending_nights).toBeGreaterThan(0);

  ota.faults.remove(outage.id);
  await environment.poll(bookings).toContain(sold.reference);
  await environment.settled(connected, { afterRefusals: true });
  expect(await environment.differences(property, connected, DAYS)).toEqual([]);
  expect((await bookings()).filter((one) => one === sold.reference)).toHaveLength(1);
  expect((await environment.api.get(`/api/status/${property.token}`)).body).toMatchObject({
    status: 'active',
  });
});
