// A value that a channel has refused, other than a closing, is sent again a little later, and not without end.
import { expect, onTestFinished, test } from 'vitest';
import { createRefusedValueRetries } from '../../../src/jobs/channels/refused-value-retries.ts';
import { connectionPath, useChannelEnvironment } from '../../harness/channel-environment.ts';

const environment = useChannelEnvironment({ asleep: true });

const MINUTE_MS = 60_000;
const DAY = 5;

async function withRefusedPrice(channel: 'booking_com' | 'channex' | 'expedia') {
  await environment.start();
  onTestFinished(() => environment.stop());
  const { property, there } = await environment.connectOneRoom(channel, { days: 10, ownAccount: true });
  await environment.settled([there]);
  // Long after the connection was loaded: then nothing else has it pushed.
  environment.skipMinutes(30);
  await environment.pass(MINUTE_MS);
  const { ota } = there;
  ota.faults.add({ kind: 'partial', on: channel === 'expedia' ? 'availability' : 'rates', items: 100 });
  await environment.setNight(property, DAY, { price: 140 });
  const night = async () => {
    const { body } = await environment.api.operator('GET', `${connectionPath(property, channel)}/nights`);
    return body.find((one: any) => one.date.startsWith(environment.day(DAY)));
  };
  await environment.poll(async () => (await night()).state).toBe('rejected');
  const priceThere = () =>
    ota.calendar(there.hotel.id).find(({ date }) => date === environment.day(DAY))!.price;
  return { ota, night, priceThere };
}

/** Lets hours pass without a gap in reading that would have all counts pushed again. */
async function passHours(hours: number): Promise<void> {
  for (let i = 0; i < hours * 4; i += 1) {
    environment.skipMinutes(14);
    await environment.pass(MINUTE_MS);
  }
}

test.each([
  'booking_com',
  'channex',
  'expedia',
] as const)('%s: a refused price is sent again after a quarter of an hour', async (channel) => {
  const { ota, night, priceThere } = await withRefusedPrice(channel);
  ota.faults.clear();
  expect(priceThere()).not.toBe(140);
  await environment.pass(10 * MINUTE_MS);
  expect((await night()).state).toBe('rejected');
  await environment.pass(10 * MINUTE_MS);
  await environment.poll(async () => (await night()).state).toBe('synced');
  expect(priceThere()).toBe(140);
});

test('what stays refused is sent three times more on that day, and the rest of the house is not', async () => {
  const { ota, night } = await withRefusedPrice('booking_com');
  ota.forgetRequests();
  await passHours(6);
  expect(ota.requests('rates')).toHaveLength(3);
  expect(ota.requests('availability')).toEqual([]);
  expect((await night()).state).toBe('rejected');
});

test('it is sent again although innwire was stopped meanwhile', async () => {
  const { ota, night } = await withRefusedPrice('booking_com');
  await environment.stop();
  ota.faults.clear();
  await environment.start();
  environment.skipMinutes(16);
  await environment.pass(MINUTE_MS);
  await environment.poll(async () => (await night()).state).toBe('synced');
});

test('the pauses grow, begin anew with a new refusal, and end with the last', () => {
  const minutes = (some: number) => some * MINUTE_MS;
  const retries = createRefusedValueRetries(0);
  expect(retries.dueMs).toBe(minutes(15));
  expect(retries.take(minutes(14), true)).toBe(false);
  expect(retries.take(minutes(15), false)).toBe(false);
  expect(retries.dueMs).toBe(minutes(16));
  expect(retries.take(minutes(16), true)).toBe(true);
  retries.record({ isRetry: true, isRefused: true }, minutes(16));
  expect(retries.dueMs).toBe(minutes(76));
  // A refusal of something else meanwhile delays nothing.
  retries.record({ isRetry: false, isRefused: true }, minutes(70));
  expect(retries.take(minutes(76), true)).toBe(true);
  expect(retries.dueMs).toBe(minutes(76 + 240));
  expect(retries.take(minutes(400), true)).toBe(true);
  expect(retries.dueMs).toBeNull();
  expect(retries.take(minutes(9_000), true)).toBe(false);
  retries.record({ isRetry: false, isRefused: true }, minutes(9_000));
  expect(retries.dueMs).toBe(minutes(9_015));
  expect(retries.take(minutes(9_015), true)).toBe(true);
  retries.record({ isRetry: true, isRefused: false }, minutes(9_015));
  expect(retries.dueMs).toBeNull();
});
