// What the queue of a channel has lost, or held before there was a connection, is found by listing its bookings.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Ota } from '../../../simulator/ota.ts';
import type { TestProperty } from '../../harness/api.ts';
import { type Channel, otaOf, useChannelEnvironment } from '../../harness/channel-environment.ts';

const DAYS = 30;
const MINUTE_MS = 60_000;
/** Ten minutes of the world take a second. */
const world = useChannelEnvironment({ speed: 600 });

/** Those that can list their bookings. */
const LISTING: readonly Channel[] = ['channex', 'booking_com', 'expedia', 'airbnb'];
/** Those whose listing is asked for otherwise than the question whether a connection works. */
const TELLING_APART: readonly Channel[] = ['channex', 'booking_com', 'expedia'];
/** Those whose queue loses what nobody reads within half an hour. */
const FORGETFUL: readonly Channel[] = ['channex', 'booking_com'];

const house = (channel: Channel) => world.oneRoom(channel, { days: DAYS });

/** Until so many minutes of the world are over. */
async function wait(minutes: number): Promise<void> {
  const until = world.now().epochMilliseconds + minutes * MINUTE_MS;
  while (world.now().epochMilliseconds < until) await sleep(50);
}

async function recoveries({ hotelId }: TestProperty): Promise<string[]> {
  const rows = await world.api.db.query<{ summary: string }>(
    `select summary from activity where hotel_id = $1 and summary ~ 'booking' and kind = 'sync' order by entry_id`,
    [hotelId],
  );
  return rows.map(({ summary }) => summary);
}

/** Until the channel's calendar has been compared with ours today: nothing else but what is tested puts it right after that. */
async function calendarChecked({ hotelId }: TestProperty): Promise<void> {
  const checked = () =>
    world.api.db.query('select 1 from connections where hotel_id = $1 and drift_checked_on is not null', [
      hotelId,
    ]);
  await expect.poll(checked, { timeout: 20_000 }).toHaveLength(1);
}

/** As a day after the last one. */
async function makeRecoveryDue({ hotelId }: TestProperty): Promise<void> {
  await world.api.db.query(
    `update connections set recovered_at = recovered_at - interval '25 hours' where hotel_id = $1`,
    [hotelId],
  );
}

/** Dates on which the OTA was asked to sell a hotel, since this was called: hotels of other tests are still connected. */
function watchOpenedNights(ota: Ota): (hotelId: string) => string[] {
  const opened: { hotel: string; date: string }[] = [];
  ota.watch(({ kind, hotel, dates = [], values = {} }) => {
    if (kind === 'told' && 'available' in values && values.available! > 0)
      for (const date of dates) opened.push({ hotel, date });
  });
  return (hotelId) => opened.flatMap(({ hotel, date }) => (hotel === hotelId ? [date] : []));
}

/** Airbnb also sends what happens: until the end of the silence it reaches nobody. */
function silenceOf(hotel: string): { end(): void } {
  const { airbnb } = world.simulator;
  const fault = airbnb.faults.add({ kind: 'cut_before', on: 'deliver', containing: hotel });
  return {
    end() {
      expect(airbnb.faults.list().find(({ id }) => id === fault.id)!.struck).toBeGreaterThan(0);
      airbnb.faults.remove(fault.id);
    },
  };
}

test.each(
  LISTING,
)('%s: a sale, a change and a cancellation during a long silence are found after it', async (channel) => {
  const property = await house(channel);
  const connected = await world.connect(property, [channel]);
  const { ota, hotel } = connected[0]!;
  await world.settled(connected);
  const kept = await ota.sell({ hotel: hotel.id, arrival: world.day(3), nights: 2 });
  const moved = await ota.sell({ hotel: hotel.id, arrival: world.day(6), nights: 2 });
  const cancelled = await ota.sell({ hotel: hotel.id, arrival: world.day(9), nights: 2 });
  await world.settled(connected);
  await world.stop('hard');
  const silence = channel === 'airbnb' ? silenceOf(hotel.id) : null;
  const sold = await ota.sell({ hotel: hotel.id, arrival: world.day(12), nights: 2, force: true });
  await ota.modify(moved.reference, { arrival: world.day(15), departure: world.day(18), force: true });
  await ota.cancel(cancelled.reference);
  await wait(40);
  await world.start();

  const stays = async () =>
    (await world.bookings(property))
      .map((one) => [one.referral_order_id, one.status, one.checkin.slice(0, 10)].join(' '))
      .sort();
  await expect
    .poll(stays, { timeout: 20_000 })
    .toEqual(
      [
        `${kept.reference} confirmed ${world.day(3)}`,
        `${moved.reference} confirmed ${world.day(15)}`,
        `${cancelled.reference} cancelled ${world.day(9)}`,
        `${sold.reference} confirmed ${world.day(12)}`,
      ].sort(),
    );
  silence?.end();
  await world.settled(connected);
  expect(await world.differences(property, connected, DAYS)).toEqual([]);
  if (!FORGETFUL.includes(channel)) return;
  await expect
    .poll(() => recoveries(property))
    .toContainEqual(
      expect.stringMatching(
        /: 1 booking that its queue had lost, 2 bookings with a change that its queue had lost$/,
      ),
    );
}, 60_000);

/** Until its calendar there has been compared today: nothing but what is tested puts it right after that. */
async function checkedChannex() {
  const one = await world.connectOneRoom('channex', { days: DAYS });
  await calendarChecked(one.property);
  return one;
}

const stayOf = (booking: any) => `${booking.referral_order_id} ${booking.checkin.slice(0, 10)}`;

// Channex lowers its count by a sale, and leaves it when the sale is moved or cancelled.
test('channex: nights of versions that nobody read during a long silence are open there again after it', async () => {
  const { property, there } = await checkedChannex();
  const { ota, hotel } = there;
  await world.stop('hard');
  const moved = await ota.sell({ hotel: hotel.id, arrival: world.day(3), nights: 2 });
  const cancelled = await ota.sell({ hotel: hotel.id, arrival: world.day(6), nights: 2 });
  await ota.cancel(cancelled.reference);
  world.skip(45);
  await ota.modify(moved.reference, { arrival: world.day(10), departure: world.day(12), force: true });
  await world.start();

  const stays = async () => (await world.bookings(property)).map(stayOf);
  await expect.poll(stays, { timeout: 20_000 }).toEqual([`${moved.reference} ${world.day(10)}`]);
  await expect.poll(() => world.differences(property, [there], DAYS), { timeout: 20_000 }).toEqual([]);
}, 60_000);

test('channex: where another system acknowledged the first version of a booking, its nights are open again after a day', async () => {
  const { property, there } = await checkedChannex();
  const { ota, hotel } = there;
  await world.stop();
  const moved = await ota.sell({ hotel: hotel.id, arrival: world.day(3), nights: 2 });
  await ota.modify(moved.reference, { arrival: world.day(10), departure: world.day(12), force: true });
  ota.acknowledgeElsewhere(hotel.id);
  await makeRecoveryDue(property);
  await world.start();

  const stays = async () => (await world.bookings(property)).map(stayOf);
  await expect.poll(stays, { timeout: 20_000 }).toEqual([`${moved.reference} ${world.day(10)}`]);
  await expect.poll(() => world.differences(property, [there], DAYS), { timeout: 20_000 }).toEqual([]);
}, 60_000);

test.each(
  LISTING,
)('%s: bookings that another system acknowledged are here before any night is opened', async (channel) => {
  const property = await house(channel);
  const { ota, hotel, credentials } = world.listHotel(property, channel);
  const earlier = await ota.sell({ hotel: hotel.id, arrival: world.day(4), nights: 3, force: true });
  ota.acknowledgeElsewhere(hotel.id);
  const waiting = await ota.sell({ hotel: hotel.id, arrival: world.day(10), nights: 2, force: true });
  const openedNights = watchOpenedNights(ota);

  const connected = [await world.connectHotel(property, channel, { hotel, credentials })];
  await world.settled(connected);
  const orders = (await world.bookings(property)).map((one) => one.referral_order_id);
  expect(orders.sort()).toEqual([earlier.reference, waiting.reference].sort());
  const opened = openedNights(hotel.id);
  for (const plus of [4, 5, 6, 10, 11]) expect(opened).not.toContain(world.day(plus));
  expect(opened).toContain(world.day(3));
  expect(await world.differences(property, connected, DAYS)).toEqual([]);
}, 60_000);

test.each(
  TELLING_APART,
)('%s: as long as its bookings cannot be listed nights are closed there, and none is opened', async (channel) => {
  const property = await house(channel);
  const ota = otaOf(world.simulator, channel);
  const outage = ota.faults.add({
    kind: 'server_error',
    on: channel === 'expedia' ? 'reservations' : 'list_reservations',
  });
  try {
    await world.api.post(`/api/bookings/${property.token}`, {
      room_id: property.room,
      name: 'Ada',
      checkin: world.day(2),
      checkout: world.day(3),
      price: 100,
    });
    const openedNights = watchOpenedNights(ota);
    const connected = await world.connect(property, [channel]);
    const { hotel } = connected[0]!;
    const available = (plus: number) =>
      ota.calendar(hotel.id).find(({ date }) => date === world.day(plus))?.available;
    await expect.poll(() => available(2), { timeout: 20_000 }).toBe(0);
    await expect.poll(async () => (await world.connection(property, channel)).state).toBe('delayed');
    expect(openedNights(hotel.id)).toEqual([]);

    ota.faults.remove(outage.id);
    await expect.poll(() => available(5), { timeout: 30_000 }).toBe(1);
    await world.settled(connected);
    expect(await world.differences(property, connected, DAYS)).toEqual([]);
  } finally {
    ota.faults.remove(outage.id);
  }
}, 60_000);

test.each(
  LISTING,
)('%s: a booking that it no longer lists is flagged, not cancelled, and the flag goes when it is listed again', async (channel) => {
  const property = await house(channel);
  const connected = await world.connect(property, [channel]);
  const { ota, hotel } = connected[0]!;
  await world.settled(connected);
  const order = await ota.sell({ hotel: hotel.id, arrival: world.day(3), nights: 2 });
  await world.settled(connected);
  ota.forget(order.reference);
  const resync = () =>
    world.api.operator('POST', `/properties/${property.hotelId}/channels/${channel}/resync`);
  await resync();
  const conflict = async () =>
    (await world.api.operator('GET', `/properties/${property.hotelId}/conflicts`)).body.map(
      (one: any) => one.conflict,
    );
  await expect
    .poll(conflict, { timeout: 20_000 })
    .toEqual([expect.stringContaining(`not listed by ${channel} on`)]);
  expect((await world.bookings(property)).map((one) => one.status)).toEqual(['confirmed']);

  const { reference, seller } = order;
  await ota.sell({ reference, seller, hotel: hotel.id, arrival: world.day(3), nights: 2, force: true });
  await resync();
  await expect.poll(conflict, { timeout: 20_000 }).toEqual([]);
  expect((await world.bookings(property)).map((one) => one.status)).toEqual(['confirmed']);
}, 60_000);
