// The test of a new connection when it fails for a temporary reason.
import { expect, onTestFinished, test } from 'vitest';
import { type Channel, otaOf, useChannelEnvironment } from '../../harness/channel-environment.ts';

const DAYS = 20;
/** Expedia is tested again after a minute, the others sooner. */
const environment = useChannelEnvironment();

test.each([
  'booking_com',
  'expedia',
  'channex',
  'open_channel',
  'airbnb',
] as const satisfies readonly Channel[])('%s: a first test that fails in passing is tried again by itself, and nothing is pushed before one succeeds', async (channel) => {
  const property = await environment.api.property({
    settings: { horizon_days: DAYS },
    rooms: [{ price: 120, units: 1 }],
  });
  const ota = otaOf(environment.simulator, channel);
  ota.forgetRequests();
  const fault = ota.faults.add({ kind: 'server_error' });
  onTestFinished(async () => {
    ota.faults.clear();
    await environment.api.operator('DELETE', `/properties/${property.hotelId}/channels/${channel}`);
  });
  const connected = await environment.connect(property, [channel], { account: `of ${property.hotelId}` });
  const state = async () =>
    (await environment.api.operator('GET', `/properties/${property.hotelId}/channels/${channel}`)).body;
  const failures = async () =>
    environment.api.db.query<{ summary: string }>(
      `select summary from activity where hotel_id = $1 and channel = $2 and kind = 'sync' and operation = 'test'
         and outcome = 'failed'`,
      [property.hotelId, channel],
    );
  await environment.poll(async () => (await failures()).length).toBeGreaterThan(0);
  expect((await failures())[0]).toEqual({ summary: `${channel}: the connection could not be tried` });
  expect((await state()).state).not.toBe('connected');
  expect(ota.calendar(connected[0]!.hotel.id)).toEqual([]);
  expect(ota.requests().every((request) => request.fault === 'server_error')).toBe(true);

  ota.faults.remove(fault.id);
  await environment.settled(connected);
  expect(await state()).toMatchObject({ state: 'connected', last_error: null });
  expect(await environment.differences(property, connected, DAYS)).toEqual([]);
});
