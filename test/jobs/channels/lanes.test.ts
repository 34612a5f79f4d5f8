// Pushes and reads of one connection: side by side where the channel allows it, one at a time and pushes first where it does not.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { RequestEntry } from '../../../simulator/request-log.ts';
import { type Channel, type Connected, useChannelWorld } from '../../harness/channel-world.ts';

const world = useChannelWorld();
const DAYS = 20;

async function connected(channel: Channel) {
  const property = await world.api.property({
    settings: { horizon_days: DAYS },
    rooms: [{ price: 120, units: 2 }],
  });
  const [partner] = await world.connect(property, [channel], { account: `of ${property.hotelId}` });
  onTestFinished(async () => {
    partner!.ota.faults.clear();
    await world.api.operator('DELETE', `/properties/${property.hotelId}/channels/${channel}`);
  });
  await world.settled([partner!]);
  return { property, partner: partner! };
}

const READS = ['reservations', 'messages', 'reviews', 'graphql', 'read_back'];

/** A read whose answer arrives in pieces, so far. */
const underWay = ({ ota }: Connected): RequestEntry | undefined =>
  ota.requests().find(({ fault, tookMs }) => fault === 'slow_read' && tookMs === 0);

test.each([
  'booking_com',
  'channex',
  'open_channel',
  'airbnb',
] as const)('%s: a sale here is pushed while the answer to a read arrives slowly', async (channel) => {
  const { property, partner } = await connected(channel);
  // Most of a minute: longer than innwire waits for most of these answers.
  partner.ota.faults.add({ kind: 'slow_read', on: READS, pieces: 30, delayMs: 2_000 });
  await expect.poll(() => underWay(partner), { timeout: 60_000 }).toBeDefined();
  const read = underWay(partner)!;
  await world.api.post(`/api/bookings/${property.token}`, {
    room_id: property.room,
    name: 'Ada',
    checkin: world.day(3),
    checkout: world.day(4),
    price: 100,
  });
  await expect.poll(() => world.differences(property, [partner], DAYS), { timeout: 20_000 }).toEqual([]);
  expect(read.tookMs, 'the read is still under way').toBe(0);
}, 120_000);

test('expedia: no two requests for a hotel at once, and a push waits for no more than the read under way', async () => {
  const { property, partner } = await connected('expedia');
  const { ota } = partner;
  ota.forgetRequests();
  ota.faults.add({ kind: 'slow_read', on: READS, pieces: 8, delayMs: 250 });
  const pushes = () => ota.requests('availability').length;
  for (const day of [3, 5, 7]) {
    const before = pushes();
    await expect.poll(() => underWay(partner), { timeout: 60_000 }).toBeDefined();
    await world.api.post(`/api/availability/${property.token}`, {
      room_id: property.room,
      date: world.day(day),
      price: 100 + day,
      available: 1,
    });
    await expect.poll(pushes, { timeout: 20_000 }).toBeGreaterThan(before);
  }
  ota.faults.clear();
  await world.settled([partner]);
  expect(await world.differences(property, [partner], DAYS)).toEqual([]);
  // EQC's answer to a second request while one is under way.
  expect(ota.requests().filter(({ answer }) => answer?.includes('code="3210"'))).toEqual([]);
}, 120_000);

test('expedia: a push that waited for a read brings what was changed while it waited, in one message', async () => {
  const { property, partner } = await connected('expedia');
  const { ota, hotel } = partner;
  ota.faults.add({ kind: 'slow_read', on: READS, pieces: 30, delayMs: 200 });
  ota.forgetRequests();
  await expect.poll(() => underWay(partner), { timeout: 60_000 }).toBeDefined();
  const read = underWay(partner)!;
  const price = (day: number, price: number) =>
    world.api.post(`/api/availability/${property.token}`, {
      room_id: property.room,
      date: world.day(day),
      price,
    });
  await price(3, 201);
  // Until the push has looked what there is to do, and waits.
  await sleep(500);
  await price(3, 202);
  await price(9, 203);
  expect(read.tookMs, 'the read is still under way').toBe(0);
  expect(ota.requests('availability')).toEqual([]);
  ota.faults.clear();
  await world.settled([partner]);
  const prices = (day: number) => ota.calendar(hotel.id).find(({ date }) => date === world.day(day))?.price;
  expect([prices(3), prices(9)]).toEqual([202, 203]);
  expect(ota.requests('availability').map(({ body }) => body)).toEqual([expect.stringMatching(/202.*203/s)]);
}, 120_000);
