// The order list of a channel beside its queue, and what works without an order list.
import { expect, test } from 'vitest';
import type { FaultInput } from '../../../simulator/faults.ts';
import type { TestProperty } from '../../harness/api.ts';
import { type Channel, useChannelEnvironment } from '../../harness/channel-environment.ts';

const DAYS = 30;
const environment = useChannelEnvironment();

/** A fault of the order list, not of the queue. */
const ON_LISTING = {
  channex: { on: 'list_reservations' },
  booking_com: { on: 'list_reservations' },
  expedia: { on: 'reservations', containing: 'NbDaysInPast' },
} satisfies Partial<Record<Channel, Partial<FaultInput>>>;
const CHANNELS = Object.keys(ON_LISTING) as (keyof typeof ON_LISTING)[];

const oneRoomProperty = (channel: Channel) =>
  environment.oneRoom(channel, { days: DAYS, room: { price: 120, units: 2 } });

const references = async (property: TestProperty) =>
  (await environment.bookings(property)).map((one) => one.referral_order_id).sort();

/** Entries of the sync log for an operation, oldest first. */
async function entries({ hotelId }: TestProperty, operation: string): Promise<string[]> {
  const rows = await environment.api.db.query<{ summary: string; error: string | null }>(
    `select summary, error from activity where hotel_id = $1 and operation = $2 order by entry_id`,
    [hotelId, operation],
  );
  return rows.map(({ summary, error }) => (error === null ? summary : `${summary}: ${error}`));
}

test.each(
  CHANNELS,
)('%s: once a day the bookings are listed, also when the queue was read without a gap', async (channel) => {
  const property = await oneRoomProperty(channel);
  const connected = await environment.connect(property, [channel], { account: `of ${property.hotelId}` });
  const { ota, hotel } = connected[0]!;
  await environment.settled(connected);
  const order = await ota.sell({ hotel: hotel.id, arrival: environment.day(3), nights: 2 });
  ota.acknowledgeElsewhere(hotel.id);
  ota.forgetRequests();
  const reads = () => ota.requests('reservations').filter(({ tookMs }) => tookMs > 0).length;
  await environment.poll(reads).toBeGreaterThan(4);
  expect(await references(property)).toEqual([]);
  const aged = await environment.api.db.query<{ gap_since: unknown }>(
    `update connections set recovered_at = recovered_at - interval '23 hours 59 minutes' where hotel_id = $1
     returning gap_since`,
    [property.hotelId],
  );
  expect(aged).toEqual([{ gap_since: null }]);

  await environment.poll(() => references(property)).toEqual([order.reference]);
  await environment.settled(connected);
  await environment
    .poll(() => entries(property, 'recovery'))
    .toEqual([`${channel}: 1 booking that its queue had lost`]);
  expect(await environment.differences(property, connected, DAYS)).toEqual([]);
});

test.each([
  'channex',
  'booking_com',
] as const)('%s: an order that cannot be read in the queue comes in with a listing', async (channel) => {
  const property = await oneRoomProperty(channel);
  const connected = await environment.connect(property, [channel], { account: `of ${property.hotelId}` });
  const { ota, hotel } = connected[0]!;
  await environment.settled(connected);
  ota.faults.add({ kind: 'unreadable', on: 'reservations' });
  const order = await ota.sell({ hotel: hotel.id, arrival: environment.day(3), nights: 2 });
  await environment
    .poll(() => environment.connection(property, channel))
    .toMatchObject({ state: 'delayed', last_error: expect.stringMatching(/has no (dates|stay)/) });

  await environment.poll(() => references(property)).toEqual([order.reference]);
  await environment
    .poll(() => entries(property, 'recovery'))
    .toContainEqual(expect.stringContaining(`${channel}: 1 booking that its queue had lost`));
  await environment
    .poll(() => entries(property, 'reservations'))
    .toContainEqual(expect.stringContaining(`${channel}: 1 of reservations cannot be read`));
  await environment.poll(() => environment.differences(property, connected, DAYS)).toEqual([]);
});

test.each(
  CHANNELS,
)('%s: if it refuses the order list only its queue is read: the refusal is logged, and nights are opened', async (channel) => {
  const property = await oneRoomProperty(channel);
  const { ota, hotel, credentials } = environment.listHotel(property, channel);
  await ota.sell({ hotel: hotel.id, arrival: environment.day(4), nights: 3, force: true });
  ota.acknowledgeElsewhere(hotel.id);
  const waiting = await ota.sell({ hotel: hotel.id, arrival: environment.day(10), nights: 2, force: true });
  // EQC refuses inside HTTP 200.
  const refused =
    channel === 'expedia'
      ? { kind: 'refuse' as const, code: '3010' }
      : { kind: 'server_error' as const, status: 400 };
  const refusal = ota.faults.add({ ...refused, ...ON_LISTING[channel] });

  const connected = [await environment.connectHotel(property, channel, { hotel, credentials })];
  await environment.settled(connected);
  expect(await references(property)).toEqual([waiting.reference]);
  expect(await environment.connection(property, channel)).toMatchObject({
    state: 'connected',
    last_error: null,
  });
  const refusals = () => ota.faults.list().find(({ id }) => id === refusal.id)!.struck;
  expect(refusals()).toBeGreaterThan(0);
  // A machine that was busy for a second has left a gap of minutes here, after which the list is read again.
  await environment.poll(async () => (await entries(property, 'recovery')).length - refusals()).toBe(0);
  for (const entry of await entries(property, 'recovery'))
    expect(entry).toContain(`${channel}: its reservations could not be listed: `);
  expect(await environment.differences(property, connected, DAYS)).toEqual([]);
});

test('booking_com: rooms of an order that came with the summary stay the same bookings when the order is changed', async () => {
  const property = await oneRoomProperty('booking_com');
  const { ota, hotel, credentials } = environment.listHotel(property, 'booking_com');
  const order = await ota.sell({
    hotel: hotel.id,
    rooms: [
      { arrival: environment.day(4), nights: 3 },
      { arrival: environment.day(12), nights: 2 },
    ],
    force: true,
  });
  ota.acknowledgeElsewhere(hotel.id);
  const connected = [await environment.connectHotel(property, 'booking_com', { hotel, credentials })];
  await environment.settled(connected);
  const stays = async () =>
    (await environment.bookings(property))
      .map((one) => [one.order_id, one.status, one.checkin.slice(0, 10)])
      .sort();
  const byArrival = (await stays()).sort((a, b) => (a[2] < b[2] ? -1 : 1));
  expect(byArrival.map(([, ...rest]) => rest)).toEqual([
    ['confirmed', environment.day(4)],
    ['confirmed', environment.day(12)],
  ]);
  const [first, second] = byArrival.map(([id]) => id);
  const expectStays = (...expected: unknown[][]) => environment.poll(stays).toEqual(expected.sort());

  // Whichever room is changed, each keeps its booking.
  await ota.modify(order.reference, { index: 1, arrival: environment.day(6), nights: 2, force: true });
  await expectStays([first, 'confirmed', environment.day(6)], [second, 'confirmed', environment.day(12)]);
  await ota.modify(order.reference, { index: 2, arrival: environment.day(14), nights: 3, force: true });
  await expectStays([first, 'confirmed', environment.day(6)], [second, 'confirmed', environment.day(14)]);
  await ota.modify(order.reference, { add: [{ arrival: environment.day(20), nights: 1 }], force: true });
  await environment.poll(async () => (await stays()).length).toBe(3);
  const third = (await stays()).find(([, , day]) => day === environment.day(20))![0];
  await ota.modify(order.reference, { index: 2, arrival: environment.day(16), nights: 1, force: true });
  await expectStays(
    [first, 'confirmed', environment.day(6)],
    [second, 'confirmed', environment.day(16)],
    [third, 'confirmed', environment.day(20)],
  );
  await environment.settled(connected);
  expect(await environment.differences(property, connected, DAYS)).toEqual([]);
});
