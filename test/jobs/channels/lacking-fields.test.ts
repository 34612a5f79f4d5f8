// A restriction that a protocol has no field for: the night is found, reported and closed as long as it has it.
import { expect, test } from 'vitest';
import type { AriPush } from '../../../src/channels/channel.ts';
import { findAdapter } from '../../../src/channels/registry.ts';
import { unsupportedValues } from '../../../src/channels/unsupported-values.ts';
import { NIGHT_FIELDS } from '../../../src/model/night-values.ts';
import { readStaleNights } from '../../../src/pms/channel-sync/stale-nights.ts';
import { connectionTo, nights, ROOMS } from '../../channels/stale-nights.ts';
import { useChannelEnvironment } from '../../harness/channel-environment.ts';

const environment = useChannelEnvironment();

/** The nights that a protocol without closed_to_arrival would be sent. */
async function differing(hotelId: number) {
  const capabilities = {
    fields: NIGHT_FIELDS.filter((field) => field !== 'closedToArrival'),
    maxDaysAhead: 20,
    expectsEchoOfSales: true,
  };
  const from = Temporal.PlainDate.from(environment.day(0));
  const window = { from, until: from.add({ days: 20 }) };
  const key = { hotelId, channel: 'open_channel' };
  const found = await readStaleNights(environment.api.db, key, { stale: null, window, capabilities });
  return found.map(({ date, changed, values }) => [String(date), changed, values.available]);
}

test('a restriction without a field differs from the unrestricted night, and closes it once withheld', async () => {
  const { property, there: partner } = await environment.connectOneRoom('open_channel', {
    days: 20,
    room: { price: 120 },
  });
  await environment.setNight(property, 7, { closed_to_departure: true });
  await environment.settled([partner]);
  await environment.stop();
  expect(await differing(property.hotelId)).toEqual([]);
  await environment.setNight(property, 5, { closed_to_arrival: true });
  const date = environment.day(5);
  expect(await differing(property.hotelId)).toEqual([[date, ['closedToArrival'], 1]]);
  await environment.api.db.query(
    `update channel_nights set withheld = '{"closedToArrival": true}' where hotel_id = $1 and date = $2`,
    [property.hotelId, date],
  );
  expect(await differing(property.hotelId)).toEqual([[date, ['available', 'stopSell'], 0]]);
  await environment.setNight(property, 5, { closed_to_arrival: false });
  expect(await differing(property.hotelId)).toEqual([]);
  await environment.start();
});

test('it is reported with its value, and an unrestricted night is not', () => {
  const ari: AriPush = { ...findAdapter('open_channel')!.ari!, fields: ['available', 'priceMinor'] };
  const stale = nights(2, { room: ROOMS[0]! }, (day) => (day === 0 ? { minStay: 3, maxStay: 7 } : {}));
  const reported = unsupportedValues(ari, stale, connectionTo('open_channel'));
  expect(reported.map(({ from, fields, reason }) => [String(from), fields, reason])).toEqual([
    ['2027-03-22', ['minStay'], expect.stringContaining('no field for min stay (3)')],
    ['2027-03-22', ['maxStay'], expect.stringContaining('no field for max stay (7)')],
  ]);
});
