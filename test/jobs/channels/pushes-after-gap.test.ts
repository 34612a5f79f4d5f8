// After a gap in reading the channel's orders, nights that it may have sold are not opened before the orders are read.
import { expect, test } from 'vitest';
import { type Channel, useChannelEnvironment } from '../../harness/channel-environment.ts';

const DAYS = 30;
const environment = useChannelEnvironment();

/** Channels whose queue is polled: what is sold during a silence is not announced to us. */
const POLLED: readonly Channel[] = ['booking_com', 'expedia', 'channex'];

async function connected(channel: Channel, units: number) {
  const { property, there } = await environment.connectOneRoom(channel, {
    days: DAYS,
    room: { price: 120, units },
    ownAccount: true,
  });
  const { ota, hotel } = there;
  const setNight = (day: number, values: object) => environment.setNight(property, day, values);
  /** units that the channel sells on a day; 0 = it is closed */
  const onSale = (day: number) => {
    const nights = ota.calendar(hotel.id).filter(({ date }) => date === environment.day(day));
    return Math.max(...nights.map(({ available = 0, stopSell = false }) => (stopSell ? 0 : available)));
  };
  const sell = (day: number) => ota.sell({ hotel: hotel.id, arrival: environment.day(day), nights: 1 });
  return { property, there, ota, setNight, onSale, sell };
}

/** Lets forty minutes pass without a scheduler, in which `change` happens. */
async function silence(change: () => Promise<unknown>): Promise<void> {
  await environment.stop('hard');
  await change();
  environment.skipMinutes(40);
}

test.each(
  POLLED,
)('%s: what it has sold meanwhile is not opened again, and a closing is pushed at once', async (channel) => {
  const { property, there, ota, setNight, onSale, sell } = await connected(channel, 2);
  await setNight(9, { stop_sell: true });
  await environment.settled([there]);
  expect([5, 6, 7, 9].map(onSale)).toEqual([2, 2, 2, 0]);
  await silence(async () => {
    await sell(5);
    await sell(5);
    await setNight(5, { price: 140 });
    await setNight(6, { available: 1, price: 120 });
    await setNight(7, { stop_sell: true });
    await setNight(9, { stop_sell: false });
  });
  const hindered = ota.faults.add({ kind: 'server_error', on: ['reservations', 'list_reservations'] });
  await environment.start();
  await environment.pass(3 * 60_000);
  expect([5, 6, 7, 9].map(onSale)).toEqual([0, 2, 0, 0]);

  ota.faults.remove(hindered.id);
  await environment.settled([there], { afterRefusals: true });
  expect([5, 6, 7, 9].map(onSale)).toEqual([0, 1, 0, 2]);
  expect(await environment.differences(property, [there], DAYS)).toEqual([]);
  expect(await environment.bookings(property)).toHaveLength(2);
});

test('while a channel refuses to show its orders, fewer units are pushed, and nothing is opened', async () => {
  const { property, there, ota, setNight, onSale } = await connected('channex', 2);
  await setNight(9, { stop_sell: true });
  await environment.settled([there]);
  await silence(async () => {
    await setNight(6, { available: 1, price: 120 });
    await setNight(9, { stop_sell: false });
  });
  const refused = ota.faults.add({ kind: 'forbidden', on: ['reservations', 'list_reservations'] });
  await environment.start();
  await environment.pollWithin(60, () => [6, 9].map(onSale)).toEqual([1, 0]);
  await environment.pass(3 * 60_000);
  expect([6, 9].map(onSale)).toEqual([1, 0]);
  ota.faults.remove(refused.id);
  await environment.settled([there], { afterRefusals: true });
  expect(await environment.differences(property, [there], DAYS)).toEqual([]);
});
