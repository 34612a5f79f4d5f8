// Items that cannot be read and stay in a channel's queue: they delay nothing else, and cost no more requests than usual.
import { expect, onTestFinished, test } from 'vitest';
import type { FaultInput } from '../../../simulator/faults.ts';
import { type Channel, type Connected, useChannelEnvironment } from '../../harness/channel-environment.ts';

const DAYS = 30;
const environment = useChannelEnvironment();

type Rewriting = Pick<FaultInput, 'find' | 'put'>;

/** What is wrong with each reservation that the channel's queue or list shows. */
const RESERVATIONS: [Channel, what: string, Rewriting][] = [
  ['booking_com', 'without dates', { find: ' EffectiveDate="[^"]*"' }],
  ['booking_com', 'without a number', { find: 'ResID_Value="[^"]*"', put: 'ResID_Value=""' }],
  ['booking_com', 'without rooms', { find: '<RoomStays>.*?</RoomStays>' }],
  ['expedia', 'without dates', { find: 'arrival="[^"]*"', put: 'arrival="soon"' }],
  ['expedia', 'of an unknown type', { find: ' type="(Book|Modify|Cancel)"', put: ' type="Toast"' }],
  ['expedia', 'without a time', { find: 'createDateTime="[^"]*"' }],
  ['channex', 'of an unknown status', { find: '"status":"new"', put: '"status":"toast"' }],
  ['channex', 'without dates', { find: '"(\\w+_date)":"[^"]*"', put: '"$1":null' }],
  ['channex', 'without rooms', { find: '"rooms":\\[', put: '"rooms":[],"others":[' }],
  ['airbnb', 'of an unknown status', { find: '"status_type":"[^"]*"', put: '"status_type":"toast"' }],
  ['airbnb', 'without dates', { find: '"start_date":"[^"]*"', put: '"start_date":null' }],
];

/** Reservations of another property of the same account, which are no fault. */
const FOREIGN: [Channel, Rewriting][] = [
  ['booking_com', { find: 'HotelCode="[^"]*"', put: 'HotelCode="7"' }],
  ['expedia', { find: '<Hotel id="[^"]*"', put: '<Hotel id="7"' }],
  ['channex', { find: '"property_id":"[^"]*"', put: '"property_id":"7"' }],
];

/** What is wrong with each message and each review, by the kind of request. */
const OTHERS: [Channel, on: string, Rewriting][] = [
  ['booking_com', 'messages', { find: '"message_id":"[^"]*"', put: '"message_id":null' }],
  ['booking_com', 'reviews', { find: '"review_id":"[^"]*"', put: '"review_id":null' }],
  ['expedia', 'graphql', { find: '"id":"[^"]*"', put: '"id":null' }],
  ['channex', 'messages', { find: '"inserted_at":"[^"]*"', put: '"inserted_at":null' }],
  ['channex', 'reviews', { find: '"overall_score":[^,]*', put: '"overall_score":null' }],
  ['channex', 'live_feed', { find: '"(\\w+_date)":"[^"]*"', put: '"$1":null' }],
  ['open_channel', 'messages', { find: '"id":"[^"]*"', put: '"id":null' }],
  ['open_channel', 'reviews', { find: '"id":"[^"]*"', put: '"id":null' }],
];

/** What the sync log calls what a kind of request reads, where it is not the kind itself. */
const NAMES: Readonly<Record<string, string>> = { graphql: '(messages|reviews)', live_feed: 'guestRequests' };

const stayOf = ({ hotel }: Connected) => ({
  hotel: hotel.id,
  room: hotel.rooms[0]!.id,
  rate: hotel.rooms[0]!.rates[0]!.id,
  arrival: environment.day(4),
});

/** Channels whose calendar is read back once a day. */
const READS_BACK: readonly Channel[] = ['airbnb', 'channex', 'expedia'];

/** Connects a hotel in the morning, so that what is done once a day is not counted. */
async function connected(channel: Channel) {
  const now = environment.now().toZonedDateTimeISO('UTC');
  const morning = now.add({ days: 1 }).with({ hour: 9 });
  environment.skipMinutes(now.until(morning).total('minutes'));
  const room = { price: 120, units: 3 };
  const { property, there } = await environment.connectOneRoom(channel, { days: DAYS, room });
  const sell = (night: number) =>
    there.ota.sell({ hotel: there.hotel.id, arrival: environment.day(night), nights: 2 });
  if (READS_BACK.includes(channel)) await environment.calendarChecked(property);
  return { property, there, sell };
}

/** Returns how many requests of each kind, pushes included, the channel gets in hours that begin with this. */
async function requestsWithin(
  hours: number,
  { ota }: Connected,
  begin?: () => Promise<unknown>,
): Promise<Map<string, number>> {
  ota.forgetRequests();
  const ends = environment.now().add({ hours });
  await begin?.();
  await environment.pass(environment.now().until(ends).total('milliseconds'));
  return new Map(
    [...Map.groupBy(ota.requests(), ({ kind }) => kind)].map(([kind, all]) => [kind, all.length]),
  );
}

/**
 * A listing reads the queue, too; at Expedia the list is a request of the same kind. Where it shows the order, counts
 * are pushed once more, before which the mapping is tested.
 */
const MORE_OF_LISTING = {
  list_reservations: 1,
  reservations: 4,
  availability: 2,
  rates: 2,
  acknowledge: 1,
  mapping: 1,
};

/** The pauses between polls vary by a tenth: their number in an hour varies by less than this share of it, or by one. */
const VARIATION = 0.04;
/** What is read seldom, with several requests each time: how far two hours are apart. */
const HOURLY: Readonly<Record<string, number>> = { reviews: 2, live_feed: 6 };

function expectNoMore(
  requests: Map<string, number>,
  usual: Map<string, number>,
  more: Readonly<Record<string, number>> = {},
) {
  for (const [kind, count] of requests) {
    const before = usual.get(kind) ?? 0;
    const most = before + Math.ceil(before * VARIATION) + (HOURLY[kind] ?? 0) + (more[kind] ?? 0);
    expect(count, `${kind}: usually ${before}`).toBeLessThanOrEqual(most);
  }
}

/** Entries of the sync log that say that something could not be read. */
async function reportsOf({ hotelId }: { hotelId: number }, name: string): Promise<string[]> {
  const rows = await environment.api.db.query<{ summary: string }>(
    `select summary from activity where hotel_id = $1 and kind = 'sync' and summary ~ ('of ' || $2 || ' cannot be read')
     order by entry_id`,
    [hotelId, name],
  );
  return rows.map(({ summary }) => summary);
}

test.each(
  RESERVATIONS,
)('%s: a reservation %s costs one listing of the orders, is shown, and delays no other', async (channel, _, rewriting) => {
  const { property, there, sell } = await connected(channel);
  const state = () => environment.connection(property, channel);
  const usual = await requestsWithin(1, there, () => sell(1));
  const fault = there.ota.faults.add({ kind: 'rewritten', on: 'reservations', ...rewriting });
  const unreadable = await requestsWithin(1, there, async () => {
    await sell(3);
    await environment
      .poll(state)
      .toMatchObject({ state: 'delayed', last_error: expect.stringMatching(/\w/) });
  });
  expectNoMore(unreadable, usual, MORE_OF_LISTING);
  expect(await reportsOf(property, 'reservations')).toHaveLength(1);

  there.ota.faults.remove(fault.id);
  const next = await sell(6);
  const references = async () => (await environment.bookings(property)).map((one) => one.referral_order_id);
  // No queue is read less often; Airbnb sends a notification.
  await environment.pollWithin(70, references).toContain(next.reference);
  await environment.poll(state).toMatchObject({ state: 'connected', last_error: null });
  await environment.settled([there]);
  expect(await environment.differences(property, [there], DAYS)).toEqual([]);
});

test.each(
  FOREIGN,
)('%s: a reservation of another property is left to its own connection', async (channel, rewriting) => {
  const { property, there, sell } = await connected(channel);
  const usual = await requestsWithin(1, there, () => sell(1));
  there.ota.faults.add({ kind: 'rewritten', on: ['reservations', 'list_reservations'], ...rewriting });
  expectNoMore(await requestsWithin(1, there, () => sell(3)), usual);
  expect(await environment.bookings(property)).toHaveLength(1);
  expect(await environment.connection(property, channel)).toMatchObject({
    state: 'connected',
    last_error: null,
  });
});

test.each(OTHERS)('%s: unreadable %s cost nothing', async (channel, on, rewriting) => {
  const { property, there, sell } = await connected(channel);
  const hours = on === 'messages' ? 1 : 2;
  const { reference } = await sell(1);
  await environment.settled([there]);
  const usual = await requestsWithin(hours, there);
  const fault = there.ota.faults.add({ kind: 'rewritten', on, ...rewriting });
  const unreadable = await requestsWithin(hours, there, async () => {
    if (on === 'live_feed') return environment.simulator.channex.requestBooking(stayOf(there));
    if (on !== 'reviews') await there.ota.write(reference, 'When is breakfast?');
    if (on !== 'messages') await there.ota.review(reference);
  });
  expectNoMore(unreadable, usual, { [on]: 1, hint: 1 });
  expect(there.ota.faults.list().find(({ id }) => id === fault.id)!.struck).toBeGreaterThan(0);
  expect(await reportsOf(property, NAMES[on] ?? on)).not.toEqual([]);
});

test('an error of innwire at each read: it is shown, and the channel is asked no more often than usual', async () => {
  const { property, there } = await connected('channex');
  const { db } = environment.api;
  const usual = await requestsWithin(1, there);
  await db.query(
    `create function fail_here() returns trigger language plpgsql as $$ begin raise exception 'a mistake'; end $$`,
    [],
  );
  await db.query(
    'create trigger fail_here before update of queue_read_at on connections for each row execute function fail_here()',
    [],
  );
  onTestFinished(async () => {
    await db.query('drop function if exists fail_here cascade', []);
  });
  const failing = await requestsWithin(1, there);
  // After 20 minutes without a read the orders are listed, too, after pauses that grow.
  expectNoMore(failing, usual, { list_reservations: 12 });
  expect(await environment.connection(property, 'channex')).toMatchObject({
    state: 'delayed',
    last_error: expect.stringMatching(/^innwire failed at this because of an error of its own/),
  });
  await db.query('drop trigger fail_here on connections', []);
  await environment
    .poll(() => environment.connection(property, 'channex'))
    .toMatchObject({ state: 'connected', last_error: null });
});
