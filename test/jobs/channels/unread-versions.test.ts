// Versions of an order that come and go between two reads, counted by the channel and never read here, and those whose answer is lost.
import { expect, test } from 'vitest';
import { type Channel, type Connected, useChannelEnvironment } from '../../harness/channel-environment.ts';

const environment = useChannelEnvironment();
const DAYS = 30;
/** Channels that show only the current version of an order. */
const SKIP_VERSIONS = ['booking_com', 'expedia'] as const;

async function connected(channel: Channel) {
  const room = { price: 120, units: 3 };
  const { property, there: partner } = await environment.connectOneRoom(channel, { days: DAYS, room });
  return { property, partner, stay: stayAt(partner) };
}

const stayAt =
  ({ hotel }: Connected) =>
  (night: number) => ({
    hotel: hotel.id,
    room: hotel.rooms[0]!.id,
    arrival: environment.day(night),
    departure: environment.day(night + 1),
  });

/** From now on the channel's queues cannot be read; pushes are accepted. */
const lockQueues = ({ ota }: Connected) =>
  ota.faults.add({ kind: 'server_error', on: ['reservations', 'acknowledge'] });

/** Sells a night here, and waits until the channel has accepted the new count. */
async function sellHere({ token, room }: { token: string; room: number }, { ota }: Connected, night: number) {
  const pushes = () => ota.requests('availability').filter(({ status }) => status > 0).length;
  const before = pushes();
  const sold = await environment.api.post(`/api/bookings/${token}`, {
    room_id: room,
    name: 'Ada',
    checkin: environment.day(night),
    checkout: environment.day(night + 1),
    price: 120,
  });
  expect(sold.status, sold.text).toBe(200);
  await environment.poll(pushes).toBeGreaterThan(before);
}

test.each(
  SKIP_VERSIONS,
)('%s: a stay that moved twice before it was read: the count of where it was in between is pushed again', async (channel) => {
  const { property, partner, stay } = await connected(channel);
  const { ota } = partner;
  const order = await ota.sell(stay(3));
  await environment.settled([partner]);

  lockQueues(partner);
  await ota.modify(order.reference, stay(10));
  await sellHere(property, partner, 10);
  await ota.modify(order.reference, stay(15));
  expect(await environment.differences(property, [partner], DAYS)).not.toEqual([]);
  ota.faults.clear();

  await environment.settled([partner]);
  expect(await environment.differences(property, [partner], DAYS)).toEqual([]);
});

test.each(
  SKIP_VERSIONS,
)('%s: a stay that was sold and moved before it was read: the count of where it was sold is pushed again', async (channel) => {
  const { property, partner, stay } = await connected(channel);
  const { ota } = partner;

  lockQueues(partner);
  const order = await ota.sell(stay(10));
  await sellHere(property, partner, 10);
  await ota.modify(order.reference, stay(15));
  expect(await environment.differences(property, [partner], DAYS)).not.toEqual([]);
  ota.faults.clear();

  await environment.settled([partner]);
  expect(await environment.differences(property, [partner], DAYS)).toEqual([]);
});

/** Channels whose orders are acknowledged, and what the request for changed ones contains. */
const ACKNOWLEDGED = [
  ['booking_com', 'HotelResModify'],
  ['expedia', ''],
  ['channex', ''],
] as const;

test.each(
  ACKNOWLEDGED,
)('%s: a version whose answer is lost is not acknowledged by that of the version before', async (channel, containing) => {
  const { property, partner, stay } = await connected(channel);
  const { ota } = partner;
  const order = await ota.sell(stay(3));
  await environment.settled([partner]);

  const lost = ota.faults.add({ kind: 'cut_after', on: 'acknowledge', count: 1 });
  await ota.modify(order.reference, stay(10));
  await environment.poll(() => ota.faults.list().find(({ id }) => id === lost.id)?.struck ?? 1).toBe(1);
  await environment.pass(1_000); // versions of one order differ in their time
  ota.faults.add({ kind: 'truncated', on: 'reservations', containing, count: 1 });
  await ota.modify(order.reference, stay(15));
  const arrival = async () => (await environment.bookings(property))[0].checkin.slice(0, 10);
  await environment.pollWithin(180, arrival).toBe(environment.day(15));
  await environment.settled([partner]);
  expect(await environment.differences(property, [partner], DAYS)).toEqual([]);
});

/** Channels whose queues have the latest version of an order until it is acknowledged. */
const QUEUES = ['booking_com', 'expedia', 'channex'] as const;

test.each(
  QUEUES,
)('%s: a version made while the one before it is read is not acknowledged with it, also where the connection is tested meanwhile', async (channel) => {
  const { property, partner, stay } = await connected(channel);
  const { ota, hotel } = partner;
  // A process that starts tests the connection before it pushes all nights.
  await environment.stop();
  const { reference } = await ota.sell(stay(3));
  ota.faults.add({ kind: 'slow_read', on: 'reservations', containing: hotel.id, pieces: 10, count: 1 });
  ota.forgetRequests();
  await environment.start();
  const isRead = () => ota.requests('reservations').some(({ fault }) => fault === 'slow_read');
  await environment.poll(isRead).toBe(true);
  await ota.modify(reference, stay(10));
  await sellHere(property, partner, 20);
  await environment.settled([partner]);

  const bookings = await environment.bookings(property);
  const checkins = bookings.map((one) => one.checkin.slice(0, 10)).toSorted();
  expect(checkins).toEqual([environment.day(10), environment.day(20)]);
});
