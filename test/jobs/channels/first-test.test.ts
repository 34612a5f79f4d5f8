// The first question to a channel, whether a connection works, when it fails for a reason that passes.
import { expect, onTestFinished, test } from 'vitest';
import { type Channel, otaOf, useChannelEnvironment } from '../../harness/channel-environment.ts';

const DAYS = 20;
/** Expedia is asked again after a minute, the others sooner. */
const world = useChannelEnvironment({ speed: 60 });

test.each([
  'booking_com',
  'expedia',
  'channex',
  'open_channel',
  'airbnb',
] as const satisfies readonly Channel[])('%s: a first test that fails in passing is tried again by itself, and nothing is pushed before one succeeds', async (channel) => {
  const property = await world.api.property({
    settings: { horizon_days: DAYS },
    rooms: [{ price: 120, units: 1 }],
  });
  const ota = otaOf(world.simulator, channel);
  ota.forgetRequests();
  const fault = ota.faults.add({ kind: 'server_error' });
  onTestFinished(async () => {
    ota.faults.clear();
    await world.api.operator('DELETE', `/properties/${property.hotelId}/channels/${channel}`);
  });
  const connected = await world.connect(property, [channel], { account: `of ${property.hotelId}` });
  const state = async () =>
    (await world.api.operator('GET', `/properties/${property.hotelId}/channels/${channel}`)).body;
  const failures = async () =>
    world.api.db.query<{ summary: string }>(
      `select summary from activity where hotel_id = $1 and channel = $2 and kind = 'sync' and operation = 'test'
         and outcome = 'failed'`,
      [property.hotelId, channel],
    );
  await expect.poll(async () => (await failures()).length, { timeout: 30_000 }).toBeGreaterThan(0);
  expect((await failures())[0]).toEqual({ summary: `${channel}: the connection could not be tried` });
  expect((await state()).state).not.toBe('connected');
  expect(ota.calendar(connected[0]!.hotel.id)).toEqual([]);
  expect(ota.requests().every((request) => request.fault === 'server_error')).toBe(true);

  ota.faults.remove(fault.id);
  await world.settled(connected, 60_000);
  expect(await state()).toMatchObject({ state: 'connected', last_error: null });
  expect(await world.differences(property, connected, DAYS)).toEqual([]);
}, 120_000);
