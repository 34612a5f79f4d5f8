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

type Side = {
  channel: Channel;
  property: Awaited<ReturnType<typeof environment.connectOneRoom>>['property'];
  there: Connected;
  sell(night: number): ReturnType<Connected['ota']['sell']>;
  state(): Promise<unknown>;
};

/**
 * Connects a property to each channel in the morning, so that what is done once a day is not counted. They are measured in the same hours: each
 * channel counts its own requests.
 */
async function connected(channels: Iterable<Channel>): Promise<Side[]> {
  const now = environment.now().toZonedDateTimeISO('UTC');
  const morning = now.add({ days: 1 }).with({ hour: 9 });
  environment.skipMinutes(now.until(morning).total('minutes'));
  const sides: Side[] = [];
  for (const channel of new Set(channels)) {
    const room = { price: 120, units: 3 };
    const { property, there } = await environment.connectOneRoom(channel, { days: DAYS, room });
    const sell = (night: number) =>
      there.ota.sell({ hotel: there.hotel.id, arrival: environment.day(night), nights: 2 });
    const state = () => environment.connection(property, channel);
    sides.push({ channel, property, there, sell, state });
  }
  for (const { channel, property } of sides)
    if (READS_BACK.includes(channel)) await environment.calendarChecked(property);
  return sides;
}

/** How many requests of each kind, pushes included, each channel gets in hours that begin with `begin`. */
type Counted = Map<Channel, Map<string, number>>;

async function requestsWithin(
  hours: number,
  sides: readonly Side[],
  begin?: (side: Side) => Promise<unknown>,
): Promise<Counted> {
  for (const { there } of sides) there.ota.forgetRequests();
  const ends = environment.now().add({ hours });
  if (begin) for (const side of sides) await begin(side);
  await environment.pass(environment.now().until(ends).total('milliseconds'));
  return new Map(
    sides.map(({ channel, there: { ota } }) => {
      const byKind = Map.groupBy(ota.requests(), ({ kind }) => kind);
      return [channel, new Map([...byKind].map(([kind, all]) => [kind, all.length]))];
    }),
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
/** What is read seldom, with several requests each time: how far two hours are apart. Expedia's reviews are read by graphql. */
const HOURLY: Readonly<Record<string, number>> = { reviews: 2, graphql: 2, live_feed: 6 };

/** `what`: what is wrong at the channel, for the message of a failure. */
function expectNoMore(
  channel: Channel,
  {
    counted,
    usual,
    what,
    more = {},
  }: {
    counted: Counted;
    usual: Counted;
    what: string;
    more?: Readonly<Record<string, number>>;
  },
) {
  for (const [kind, count] of counted.get(channel)!) {
    const before = usual.get(channel)!.get(kind) ?? 0;
    const most = before + Math.ceil(before * VARIATION) + (HOURLY[kind] ?? 0) + (more[kind] ?? 0);
    expect(count, `${channel}, ${what}, ${kind}: usually ${before}`).toBeLessThanOrEqual(most);
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

test('a reservation that cannot be read costs one listing of the orders, is shown, and delays no other', async () => {
  const all = await connected(RESERVATIONS.map(([channel]) => channel));
  const usual = await requestsWithin(1, all, ({ sell }) => sell(1));
  const kinds = Map.groupBy(RESERVATIONS, ([channel]) => channel);
  const most = Math.max(...[...kinds.values()].map(({ length }) => length));
  for (let place = 0; place < most; place += 1) {
    const sides = all.filter(({ channel }) => kinds.get(channel)![place]);
    const whatOf = ({ channel }: Side) => kinds.get(channel)![place]!;
    const faults = sides.map((side) =>
      side.there.ota.faults.add({ kind: 'rewritten', on: 'reservations', ...whatOf(side)[2] }),
    );
    const reported = new Map<Channel, number>();
    for (const { channel, property } of sides)
      reported.set(channel, (await reportsOf(property, 'reservations')).length);
    const arrival = 3 + 6 * place;
    const counted = await requestsWithin(1, sides, async ({ sell, state }) => {
      await sell(arrival);
      await environment
        .poll(state)
        .toMatchObject({ state: 'delayed', last_error: expect.stringMatching(/\w/) });
    });
    for (const side of sides) {
      const what = whatOf(side)[1];
      expectNoMore(side.channel, { counted, usual, what, more: MORE_OF_LISTING });
      // A listing may show an earlier reservation, too, which is another report: none is made twice.
      const reports = (await reportsOf(side.property, 'reservations')).slice(reported.get(side.channel));
      expect(reports, `${side.channel}, ${what}`).not.toEqual([]);
      expect(new Set(reports).size, `${side.channel}, ${what}: ${reports}`).toBe(reports.length);
    }

    for (const [index, { there }] of sides.entries()) there.ota.faults.remove(faults[index]!.id);
    const next = new Map<Channel, string>();
    for (const { channel, sell } of sides) next.set(channel, (await sell(arrival + 3)).reference);
    for (const { channel, property, state } of sides) {
      const references = async () =>
        (await environment.bookings(property)).map((one) => one.referral_order_id);
      // No queue is read less often; Airbnb sends a notification.
      await environment.pollWithin(70, references).toContain(next.get(channel));
      await environment.poll(state).toMatchObject({ state: 'connected', last_error: null });
    }
    await environment.settled(sides.map(({ there }) => there));
    for (const { property, there } of sides)
      expect(await environment.differences(property, [there], DAYS)).toEqual([]);
  }
});

test('a reservation of another property is left to its own connection', async () => {
  const sides = await connected(FOREIGN.map(([channel]) => channel));
  const usual = await requestsWithin(1, sides, ({ sell }) => sell(1));
  const rewritings = new Map(FOREIGN);
  for (const { channel, there } of sides)
    there.ota.faults.add({
      kind: 'rewritten',
      on: ['reservations', 'list_reservations'],
      ...rewritings.get(channel)!,
    });
  const counted = await requestsWithin(1, sides, ({ sell }) => sell(3));
  for (const { channel, property, state } of sides) {
    expectNoMore(channel, { counted, usual, what: 'of another property' });
    expect(await environment.bookings(property)).toHaveLength(1);
    expect(await state()).toMatchObject({ state: 'connected', last_error: null });
  }
});

test('messages, reviews and requests that cannot be read cost nothing', async () => {
  const sides = await connected(OTHERS.map(([channel]) => channel));
  const references = new Map<Channel, string>();
  for (const { channel, sell } of sides) references.set(channel, (await sell(1)).reference);
  await environment.settled(sides.map(({ there }) => there));
  const usual = await requestsWithin(2, sides);
  const faults = OTHERS.map(([channel, on, rewriting]) => {
    const side = sides.find((one) => one.channel === channel)!;
    return { side, on, fault: side.there.ota.faults.add({ kind: 'rewritten', on, ...rewriting }) };
  });
  const counted = await requestsWithin(2, sides, async ({ channel, there }) => {
    const reference = references.get(channel)!;
    await there.ota.write(reference, 'When is breakfast?');
    await there.ota.review(reference);
    if (channel === 'channex') await environment.simulator.channex.requestBooking(stayOf(there));
  });
  for (const { side, on, fault } of faults) {
    const { channel, property, there } = side;
    const more = Object.fromEntries(faults.filter((one) => one.side === side).map((one) => [one.on, 1]));
    expectNoMore(channel, { counted, usual, what: `unreadable ${on}`, more: { ...more, hint: 3 } });
    expect(
      there.ota.faults.list().find(({ id }) => id === fault.id)!.struck,
      `${channel} ${on}`,
    ).toBeGreaterThan(0);
    expect(await reportsOf(property, NAMES[on] ?? on), `${channel} ${on}`).not.toEqual([]);
  }
});

test('an error of innwire at each read: it is shown, and the channel is asked no more often than usual', async () => {
  const sides = await connected(['channex']);
  const { channel, property } = sides[0]!;
  const { db } = environment.api;
  const usual = await requestsWithin(1, sides);
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
  const counted = await requestsWithin(1, sides);
  // After 20 minutes without a read the orders are listed, too, after pauses that grow.
  expectNoMore(channel, { counted, usual, what: 'an error of innwire', more: { list_reservations: 12 } });
  expect(await environment.connection(property, 'channex')).toMatchObject({
    state: 'delayed',
    last_error: expect.stringMatching(/^innwire failed at this because of an error of its own/),
  });
  await db.query('drop trigger fail_here on connections', []);
  await environment
    .poll(() => environment.connection(property, 'channex'))
    .toMatchObject({ state: 'connected', last_error: null });
});
