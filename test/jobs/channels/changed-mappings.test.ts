// What is mapped changes at the channel: it is noticed before the next push of all nights, at the latest on the next day.
import { expect, test } from 'vitest';
import { connectionPath, useChannelEnvironment } from '../../harness/channel-environment.ts';

const DAYS = 30;
const environment = useChannelEnvironment();

async function connected() {
  const { property, there } = await environment.connectOneRoom('channex', {
    days: DAYS,
    room: { price: 100, units: 2 },
    ownAccount: true,
  });
  const { ota, hotel } = there;
  const night = (day: number) => ota.calendar(hotel.id).find(({ date }) => date === environment.day(day))!;
  const state = () => environment.connection(property, 'channex');
  const resync = () => environment.api.operator('POST', `${connectionPath(property, 'channex')}/resync`, {});
  /** Every rate plan of the property is in this currency from now on. */
  const inCurrency = (currency: string) => {
    hotel.currency = currency;
  };
  return { property, there, night, state, resync, inCurrency };
}

test('a rate whose currency has changed gets no price: it is shown, closings go on, and mending it is enough', async () => {
  const { property, there, night, state, resync, inCurrency } = await connected();
  inCurrency('USD');
  expect((await resync()).status).toBe(200);
  await environment.pollWithin(60, state).toMatchObject({
    state: 'delayed',
    last_error: expect.stringMatching(/is in USD, the property here in EUR/),
  });
  await environment.setNight(property, 5, { price: 140 });
  await environment.setNight(property, 6, { stop_sell: true });
  await environment.pollWithin(60, () => night(6)).toMatchObject({ available: 0 });
  await environment.pass(10 * 60_000);
  expect(night(5).price).toBe(100);

  inCurrency('EUR');
  await environment.pollWithin(6 * 60, () => night(5).price).toBe(140);
  await environment.settled([there]);
  expect(await state()).toMatchObject({ state: 'connected', last_error: null });
  expect(await environment.differences(property, [there], DAYS)).toEqual([]);
});

test('without a push of all nights it is noticed on the next day', async () => {
  const { property, night, state, inCurrency } = await connected();
  inCurrency('USD');
  environment.skipMinutes(24 * 60);
  await environment.poll(state).toMatchObject({ state: 'delayed', last_error: expect.stringMatching(/USD/) });
  await environment.setNight(property, 7, { available: 1, price: 150 });
  await environment.pollWithin(60, () => night(7)).toMatchObject({ available: 1, price: 100 });
});

test('a test that the channel does not answer delays no push', async () => {
  const { property, there, night, resync } = await connected();
  there.ota.faults.add({ kind: 'server_error', on: 'test' });
  await resync();
  await environment.setNight(property, 5, { price: 140 });
  await environment.pollWithin(60, () => night(5)).toMatchObject({ price: 140 });
});
