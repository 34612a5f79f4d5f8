// Connections that share credentials keep to what these allow, however many they are and whatever makes them send.
import { expect, test } from 'vitest';
import { ADAPTERS } from '../../../src/channels/registry.ts';
import { type RateBucket, returnRequest, takeRequest } from '../../../src/pms/channel-sync/rate-limits.ts';
import { type Connected, useChannelEnvironment } from '../../harness/channel-environment.ts';

const DAYS = 30;
const PROPERTIES = 40;
const environment = useChannelEnvironment();

const at = (seconds: number) =>
  Temporal.Instant.from('2026-11-21T10:00:00Z').add({ milliseconds: seconds * 1_000 });
const buckets = (name: string): RateBucket[] => [
  { bucket: `${name}/all`, perMinute: 60, burst: 3 },
  { bucket: `${name}/one`, perMinute: 30, burst: 5 },
];

test('requests over the limit come one after the other, each as late as the slowest of its buckets', async () => {
  const { db } = environment.api;
  const take = (seconds = 0) => takeRequest(db, buckets('sequence'), at(seconds));
  expect([await take(), await take(), await take()]).toEqual([0, 0, 0]);
  expect([await take(), await take()]).toEqual([1, 2]); // two tokens of the first bucket are missing
  expect(await take()).toBe(3);
  expect(await take(10)).toBe(0); // ten seconds later both are filled again
});

test('what is not sent is given back', async () => {
  const { db } = environment.api;
  const take = () => takeRequest(db, buckets('given back'), at(0));
  for (const _ of Array(3)) await take();
  expect(await take()).toBe(1);
  await returnRequest(db, buckets('given back'));
  expect(await take()).toBe(1);
});

test('many at once: nobody gets the place of another', async () => {
  const { db } = environment.api;
  const waits = await Promise.all(
    Array.from({ length: 40 }, () => takeRequest(db, [{ bucket: 'race', perMinute: 60, burst: 10 }], at(0))),
  );
  const sorted = waits.sort((a, b) => a - b);
  expect(sorted).toEqual([...Array(10).fill(0), ...Array.from({ length: 30 }, (_, i) => i + 1)]);
});

test('the limits of a Channex key are within those that Channex documents', () => {
  const { limits } = ADAPTERS.find(({ protocol }) => protocol === 'channex')!;
  const within = ({ perMinute, burst }: { perMinute: number; burst: number }, minutes: number) =>
    burst + minutes * perMinute;
  const { all, eachOperation } = limits!;
  expect(within(all, 1)).toBeLessThanOrEqual(600);
  expect(within(all, 60)).toBeLessThanOrEqual(18_000);
  expect(within(all, 24 * 60)).toBeLessThanOrEqual(216_000);
  expect(within(eachOperation!, 1)).toBeLessThanOrEqual(300);
  expect(within(eachOperation!, 60)).toBeLessThanOrEqual(3_600);
});

/** Requests to Channex by kind since the last call, and whether it refused one. */
function sentTo({ ota }: Connected) {
  const requests = ota.requests();
  ota.forgetRequests();
  const refused = requests.filter(({ status }) => status === 429);
  return {
    refused,
    of: (kind: string) => requests.filter((one) => one.kind === kind).length,
    readsOf: (hotel: string) =>
      requests.filter(({ kind, path }) => kind === 'reservations' && path.includes(hotel)).length,
  };
}

async function connectMany(count: number) {
  const connections = [];
  for (let i = 0; i < count; i++) {
    const property = await environment.oneRoom('channex', { days: DAYS });
    const [there] = await environment.connect(property, ['channex']);
    connections.push({ property, there: there! });
  }
  await environment.settled(connections.map(({ there }) => there));
  return connections;
}

/** Posts an event to a property's webhook. */
async function announce(property: { hotelId: number }, event: string): Promise<void> {
  const { inbound_url: url } = await environment.connection(property, 'channex');
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ event }) });
  expect(answer.status).toBe(200);
}

test('forty properties of one key are polled less often, and what is announced comes at once', async () => {
  const connections = await connectMany(PROPERTIES);
  const { property, there } = connections[0]!;
  await environment.pass(10 * 60_000); // the burst is used up
  sentTo(there);
  await environment.pass(20 * 60_000);
  const usual = sentTo(there);
  // By themselves they would ask 80 times a minute for reservations and 40 times for messages.
  expect(usual.of('reservations') / 20).toBeGreaterThan(30);
  expect(usual.of('reservations') / 20).toBeLessThanOrEqual(36.5);
  expect(usual.of('messages') / 20).toBeLessThanOrEqual(12.5);

  // None waits much longer than the others.
  const polls = connections.map((one) => usual.readsOf(one.there.hotel.id));
  expect(Math.min(...polls)).toBeGreaterThanOrEqual(15);
  expect(Math.max(...polls)).toBeLessThanOrEqual(22);

  const { reference } = await there.ota.sell({
    hotel: there.hotel.id,
    arrival: environment.day(2),
    nights: 1,
  });
  await announce(property, 'booking');
  const arrived = async () => (await environment.bookings(property)).map((one) => one.referral_order_id);
  await environment.pollWithin(5, arrived).toContain(reference);

  for (const { property: other } of connections) await environment.setNight(other, 5, { price: 150 });
  await environment.settled(connections.map((one) => one.there));
  expect(sentTo(there).refused).toEqual([]);
});

test('Booking.com is not read within five seconds of an acknowledgement, however many reservations wait', async () => {
  const { property, there } = await environment.connectOneRoom('booking_com', {
    days: DAYS,
    room: { price: 120, units: 40 },
    settings: { reservations_per_request: 10 },
    ownAccount: true,
  });
  there.ota.forgetRequests();
  const { hotel, ota } = there;
  for (let i = 0; i < 25; i++)
    await ota.sell({ hotel: hotel.id, arrival: environment.day(1 + (i % 5)), nights: 1 });
  await environment.pollWithin(60, () => environment.bookings(property)).toHaveLength(25);
  await environment.settled([there]);
  expect(ota.requests().flatMap(({ advice }) => advice)).toEqual([]);
});

test('two hundred webhooks cause a few reads', async () => {
  const { property, there } = await environment.connectOneRoom('channex', { days: DAYS, ownAccount: true });
  await environment.pass(60_000);
  sentTo(there);
  for (let i = 0; i < 200; i++) await announce(property, i % 2 ? 'booking' : 'message');
  await environment.pass(60_000);
  const sent = sentTo(there);
  expect(sent.refused).toEqual([]);
  // Twenty at once, then one in five seconds, beside two polls.
  expect(sent.of('reservations')).toBeGreaterThan(0);
  expect(sent.of('reservations')).toBeLessThanOrEqual(20 + 12 + 3);
});
