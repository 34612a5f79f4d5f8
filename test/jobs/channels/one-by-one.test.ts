// One item that a channel cannot process, though it is asked again and again, holds up no other.
import { describe, expect, test } from 'vitest';
import type { CycleResult } from '../../../src/jobs/channels/cycle.ts';
import { doOneByOne } from '../../../src/jobs/channels/one-by-one.ts';
import type { CauseCode } from '../../../src/model/cause.ts';
import { type Channel, useChannelEnvironment } from '../../harness/channel-environment.ts';

const environment = useChannelEnvironment();

async function connected(channel: Channel) {
  const room = { price: 120, units: 4 };
  const { property, there } = await environment.connectOneRoom(channel, { days: 30, room });
  const { ota, hotel } = there;
  ota.forgetRequests();
  const sell = (night: number, more: { seller?: string } = {}) =>
    ota.sell({ hotel: hotel.id, arrival: environment.day(night), nights: 1, ...more });
  return { property, partner: there, ota, hotel, sell };
}

/** Every request that holds this text fails from now on; returns how often one has. */
function failing(ota: Awaited<ReturnType<typeof connected>>['ota'], on: string, containing: string) {
  const { id } = ota.faults.add({ kind: 'server_error', on, containing });
  return () => ota.faults.list().find((one) => one.id === id)!.struck;
}

async function unacknowledged({ hotelId }: { hotelId: number }): Promise<number> {
  const [row] = await environment.api.db.query<{ count: number }>(
    `select count(*)::int as count from channel_inbox
     where hotel_id = $1 and kind = 'reservation' and acknowledged_at is null`,
    [hotelId],
  );
  return row!.count;
}

test.each<Channel>([
  'booking_com',
  'channex',
])('%s: an order that cannot be acknowledged holds up no other, and the queue is read as usual', async (channel) => {
  const { property, partner, ota, sell } = await connected(channel);
  const { id: all } = ota.faults.add({ kind: 'server_error', on: 'acknowledge' });
  const { reference } = await sell(3);
  await environment.poll(() => ota.requests('acknowledge').length).toBeGreaterThan(0);
  // Channex names a version in the path, Booking.com the order in the body.
  const [, version] = ota.requests('acknowledge')[0]!.path.match(/booking_revisions\/(.+)\/ack/) ?? [];
  const failed = failing(ota, 'acknowledge', version ?? reference);
  ota.faults.remove(all);
  await sell(5);
  await sell(7);
  await environment.pollWithin(180, async () => (await environment.bookings(property)).length).toBe(3);
  await environment.pollWithin(180, () => unacknowledged(property)).toBe(1);
  await environment.pollWithin(3_600, failed).toBeGreaterThan(12);
  await sell(9);
  await environment.pollWithin(90, async () => (await environment.bookings(property)).length).toBe(4);
  await environment.poll(() => unacknowledged(property)).toBe(1);
  expect((await environment.connection(property, channel)).state).toBe('delayed');
  ota.faults.clear();
  await environment.settled([partner]);
  expect(await unacknowledged(property)).toBe(0);
});

test('expedia: of bookings that are confirmed together, one that cannot be holds up no other', async () => {
  const { property, partner, ota, sell } = await connected('expedia');
  const { id: unread } = ota.faults.add({ kind: 'server_error', on: 'reservations' });
  const { reference } = await sell(3);
  for (const night of [5, 7, 9]) await sell(night);
  const failed = failing(ota, 'acknowledge', reference);
  ota.faults.remove(unread);
  await environment.pollWithin(180, () => unacknowledged(property)).toBe(1);
  expect((await environment.bookings(property)).length).toBe(4);
  // Together, then alone.
  expect(failed()).toBe(2);
  ota.faults.clear();
  await environment.settled([partner]);
  expect(await unacknowledged(property)).toBe(0);
});

test.each<[Channel, { code?: string }]>([
  ['booking_com', {}],
  ['expedia', { code: '3080' }],
])('%s: an acknowledgement that it refuses, though it sends the order again, is shown and seldom repeated', async (channel, refusal) => {
  const { property, partner, ota, sell } = await connected(channel);
  ota.faults.add({ kind: 'refuse', on: 'acknowledge', ...refusal });
  await sell(3);
  const connection = () => environment.connection(property, channel);
  await environment
    .pollWithin(180, connection)
    .toMatchObject({ state: 'delayed', last_error: expect.stringMatching(/refuses our acknowledgement of/) });
  expect((await connection()).last_error_cause).toMatchObject({ about: ['reservations'] });
  ota.forgetRequests();
  await environment.skipMinutes(20);
  await environment.skipMinutes(20);
  await environment.skipMinutes(20);
  expect(ota.requests('acknowledge').length).toBeLessThan(6);
  ota.faults.clear();
  await environment.pollWithin(1_200, async () => (await connection()).state).toBe('connected');
  await environment.settled([partner]);
  expect((await environment.bookings(property)).length).toBe(1);
});

test('a reply that the channel cannot process holds up none to other guests', async () => {
  const { property, ota, hotel, sell } = await connected('channex');
  const list = async () => (await environment.api.get(`/api/messages/${property.token}`)).body;
  const guests = [await sell(3, { seller: 'Airbnb' }), await sell(5, { seller: 'Airbnb' })];
  for (const { reference } of guests) await ota.write(reference, `Hello from ${reference}`);
  await environment.poll(async () => (await list()).length).toBe(2);
  const [first, second] = await list();
  const send = (rid: number, reply: string) =>
    environment.api.post(`/api/messages/${property.token}`, { rid, reply });
  const failed = failing(ota, 'send_message', 'One');
  await send(first.rid, 'One');
  await environment.poll(failed).toBeGreaterThan(1);
  await send(first.rid, 'Two');
  await send(second.rid, 'Three');
  const deliveries = async () =>
    Object.fromEntries((await list()).map((one: any) => [one.reply, one.delivery]));
  await environment.pollWithin(900, deliveries).toEqual({ One: 'queued', Two: 'queued', Three: 'sent' });
  ota.faults.clear();
  await environment.pollWithin(900, deliveries).toEqual({ One: 'sent', Two: 'sent', Three: 'sent' });
  const texts = ota.messages(hotel.id).map(({ text }) => text);
  expect(texts.filter((text) => ['One', 'Two'].includes(text))).toEqual(['One', 'Two']);
});

describe('steps that do not depend on each other', () => {
  const later = (code: CauseCode, more: { afterSeconds?: number } = {}): CycleResult => ({
    kind: 'later',
    reason: code,
    cause: { code },
    ...more,
  });
  const DONE: CycleResult = { kind: 'done' };

  async function stepsOf(results: readonly CycleResult[]) {
    let steps = 0;
    const result = await doOneByOne(results, async (one) => {
      steps += 1;
      return one;
    });
    return { steps, result };
  }

  test.each<[string, CycleResult[], number, CycleResult]>([
    ['all are done', [DONE, DONE], 2, DONE],
    ['one fails', [DONE, later('unavailable'), DONE], 3, later('unavailable')],
    ['several fail', [later('unavailable'), DONE, later('unreadable_answer'), DONE], 4, later('unavailable')],
    ['three in a row fail', Array(9).fill(later('unavailable')), 3, later('unavailable')],
    ['the channel cannot be reached', [DONE, later('timed_out'), DONE], 2, later('timed_out')],
    ['it allows no more requests', [later('too_many_requests'), DONE], 1, later('too_many_requests')],
    [
      'it asks to wait',
      [later('unavailable', { afterSeconds: 9 }), DONE],
      1,
      later('unavailable', { afterSeconds: 9 }),
    ],
  ])('where %s', async (_, results, steps, result) => {
    expect(await stepsOf(results)).toEqual({ steps, result });
  });
});
