// Pushes and reads of one connection: concurrent, or one after the other if the channel insists.
import { expect, test } from 'vitest';
import type { RequestEntry } from '../../../simulator/request-log.ts';
import { type Channel, type Connected, useChannelEnvironment } from '../../harness/channel-environment.ts';

const environment = useChannelEnvironment();
const DAYS = 20;

async function connected(channel: Channel, settings = {}) {
  const { expedia } = environment.simulator;
  // While it is connected nothing is refused: for an hour after a refusal pushes wait longer.
  expedia.setOptions({ oneRequestPer: 'api', goesOnMs: 0 });
  const room = { price: 120, units: 2 };
  const options = { days: DAYS, room, ownAccount: true, settings };
  const { property, there: partner } = await environment.connectOneRoom(channel, options);
  expedia.setOptions({ oneRequestPer: 'hotel' });
  return { property, partner };
}

const READS = ['reservations', 'messages', 'reviews', 'graphql', 'read_back'];

/** Whether a request concerns this hotel. Connections of earlier tests go on; only Expedia is connected by several. */
const isOf = ({ channel, hotel }: Connected, { body }: RequestEntry) =>
  channel !== 'expedia' || body?.includes(hotel.id);

/** A read whose answer is still arriving in pieces. */
const underWay = (partner: Connected): RequestEntry | undefined =>
  partner.ota
    .requests()
    .find((entry) => entry.fault === 'slow_read' && entry.tookMs === 0 && isOf(partner, entry));

test.each([
  'booking_com',
  'channex',
  'open_channel',
  'airbnb',
  'expedia',
] as const)('%s: a sale here is pushed while the answer to a read arrives slowly', async (channel) => {
  const { property, partner } = await connected(channel);
  environment.simulator.expedia.setOptions({ oneRequestPer: 'api' });
  // Most of a minute: longer than innwire waits for most of these answers.
  partner.ota.faults.add({ kind: 'slow_read', on: READS, pieces: 30, delayMs: 2_000 });
  await environment.poll(() => underWay(partner)).toBeDefined();
  const read = underWay(partner)!;
  await environment.api.post(`/api/bookings/${property.token}`, {
    room_id: property.room,
    name: 'Ada',
    checkin: environment.day(3),
    checkout: environment.day(4),
    price: 100,
  });
  await environment.poll(() => environment.differences(property, [partner], DAYS)).toEqual([]);
  expect(read.tookMs, 'the read is still under way').toBe(0);
});

/** A fault of the reads of this hotel's reservations. */
const slowRead = ({ hotel }: Connected) =>
  ({ kind: 'slow_read', on: 'reservations', containing: hotel.id }) as const;

const BUSY = 'code="3210"';
const refusals = (partner: Connected) =>
  partner.ota.requests().filter((entry) => entry.answer?.includes(BUSY) && isOf(partner, entry));

test('expedia: a push that is refused beside a slow read goes out after that read is given up, and the read is sent again', async () => {
  const { property, partner } = await connected('expedia');
  const { ota, hotel } = partner;
  // Expedia goes on for a while with the cancelled read.
  environment.simulator.expedia.setOptions({ oneRequestPer: 'hotel', goesOnMs: 1_500 });
  ota.faults.add({ ...slowRead(partner), pieces: 15, delayMs: 1_000, count: 1 });
  ota.forgetRequests();
  await environment.poll(() => underWay(partner)).toBeDefined();
  const { reference } = await ota.sell({
    hotel: hotel.id,
    arrival: environment.day(9),
    departure: environment.day(10),
  });
  await environment.api.post(`/api/bookings/${property.token}`, {
    room_id: property.room,
    name: 'Ada',
    checkin: environment.day(3),
    checkout: environment.day(4),
    price: 100,
  });
  await environment.poll(() => environment.differences(property, [partner], DAYS)).toEqual([]);
  expect(refusals(partner).map(({ kind }) => kind)).toContain('availability');
  // The order of the cancelled read has arrived as well.
  await environment.poll(() => bookingsOf(property.hotelId)).toContain(reference);
  await environment.settled([partner]);
  expect(await environment.differences(property, [partner], DAYS)).toEqual([]);
});

test('expedia: after such a refusal a push waits for the read under way, and brings what was changed while it waited', async () => {
  const { property, partner } = await connected('expedia');
  const { ota, hotel } = partner;
  const price = (day: number, price: number) =>
    environment.api.post(`/api/availability/${property.token}`, {
      room_id: property.room,
      date: environment.day(day),
      price,
    });
  ota.faults.add({ ...slowRead(partner), pieces: 15, delayMs: 1_000, count: 1 });
  await environment.poll(() => underWay(partner)).toBeDefined();
  ota.forgetRequests();
  await price(2, 200);
  await environment.poll(() => refusals(partner)).not.toEqual([]);
  await environment.settled([partner]);

  ota.forgetRequests();
  ota.faults.add({ ...slowRead(partner), pieces: 30, delayMs: 200 });
  await environment.poll(() => underWay(partner)).toBeDefined();
  const read = underWay(partner)!;
  await price(3, 201);
  // Waits until the push has read its work, and waits for the read.
  await environment.pass(700);
  await price(3, 202);
  await price(9, 203);
  expect(read.tookMs, 'the read is still under way').toBe(0);
  expect(ota.requests('availability')).toEqual([]);
  ota.faults.clear();
  await environment.settled([partner]);
  const prices = (day: number) =>
    ota.calendar(hotel.id).find(({ date }) => date === environment.day(day))?.price;
  expect([prices(3), prices(9)]).toEqual([202, 203]);
  expect(ota.requests('availability').map(({ body }) => body)).toEqual([expect.stringMatching(/202.*203/s)]);
  expect(refusals(partner)).toEqual([]);
});

test('expedia: with pushes_wait_for_reads there are never two requests for a hotel at once', async () => {
  const { property, partner } = await connected('expedia', { pushes_wait_for_reads: true });
  const { ota } = partner;
  ota.forgetRequests();
  ota.faults.add({ ...slowRead(partner), pieces: 8, delayMs: 250 });
  const pushes = () => ota.requests('availability').length;
  for (const day of [3, 5, 7]) {
    const before = pushes();
    await environment.poll(() => underWay(partner)).toBeDefined();
    await environment.api.post(`/api/availability/${property.token}`, {
      room_id: property.room,
      date: environment.day(day),
      price: 100 + day,
      available: 1,
    });
    await environment.poll(pushes).toBeGreaterThan(before);
  }
  ota.faults.clear();
  await environment.settled([partner]);
  expect(await environment.differences(property, [partner], DAYS)).toEqual([]);
  expect(refusals(partner)).toEqual([]);
});

async function bookingsOf(hotelId: number): Promise<string[]> {
  const rows = await environment.api.db.query<{ reference: string }>(
    `select reference from channel_inbox where hotel_id = $1 and kind = 'reservation'`,
    [hotelId],
  );
  return rows.map(({ reference }) => reference);
}
