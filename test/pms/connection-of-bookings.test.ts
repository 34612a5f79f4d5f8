// A booking knows the connection through which its channel reports it: behind a channel manager that is not who sold it.
import { beforeEach, describe, expect, test } from 'vitest';
import { type listFeeds, readOccupiedRanges } from '../../src/pms/calendar-feeds.ts';
import { listQueuedReplies, listQueuedReviewReplies } from '../../src/pms/channel-sync/replies.ts';
import { disconnectChannel } from '../../src/pms/connections.ts';
import { emptyChannelRecords, findChannelRecords } from '../../src/pms/guests/erase-copies.ts';
import { findPerson } from '../../src/pms/guests/person.ts';
import { replyToGuest } from '../../src/pms/messages.ts';
import { findWaitingConversations } from '../../src/pms/reply-deliveries.ts';
import { lockReservation, requireReservation } from '../../src/pms/reservations/find.ts';
import { type DeskPatch, patchReservation } from '../../src/pms/reservations/patch.ts';
import { receiveReview, replyToReview } from '../../src/pms/reviews.ts';
import { useDatabase } from '../harness/database.ts';
import { connectOrders } from './channel-orders.ts';
import { createPropertyFixture, date, outcomeOf, type PropertyFixture } from './test-property.ts';

const database = useDatabase();
let environment: PropertyFixture;

beforeEach(async () => {
  environment = await createPropertyFixture(database.db, [{}, {}]);
});

/** What the desk changes. */
function change(reservationId: number, patch: DeskPatch) {
  const how = { today: date('2027-03-01'), early: false, updateGuest: false };
  return outcomeOf(
    environment.change(async (tx) =>
      patchReservation(tx, await lockReservation(tx, reservationId), patch, how),
    ),
  );
}

const stored = (reservationId: number) =>
  requireReservation(environment.db, environment.hotelId, reservationId);

describe.each(['booking_com', 'airbnb', 'expedia', 'agoda'])('a stay of %s through Channex', (seller) => {
  test('has the dates that the channel gives it, until Channex is disconnected', async () => {
    const receive = await connectOrders(environment, 'channex', seller);
    const { reservationIds } = await receive();
    const [id] = reservationIds;
    expect(await stored(id!)).toMatchObject({
      channel: seller,
      channelReference: 'N1',
      connection: 'channex',
    });
    expect(await change(id!, { checkout: date('2027-03-03') })).toBe('owned_by_channel');
    expect(await change(id!, { checkin: date('2027-03-02') })).toBe('owned_by_channel');
    await environment.change((tx) => disconnectChannel(tx, 'channex'));
    expect(await change(id!, { checkout: date('2027-03-03') })).toMatchObject({
      checkout: date('2027-03-03'),
    });
  });

  test('is not one of the connection that is named like its seller', async () => {
    const receive = await connectOrders(environment, 'channex', seller);
    const { reservationIds } = await receive();
    await environment.change((tx) => disconnectChannel(tx, 'channex'));
    await connectOrders(environment, seller);
    expect(await change(reservationIds[0]!, { checkout: date('2027-03-03') })).toMatchObject({
      checkout: date('2027-03-03'),
    });
  });

  test('has its replies sent through Channex, also once its guest has moved it after its end here', async () => {
    const receive = await connectOrders(environment, 'channex', seller);
    const first = await receive();
    const [former] = first.reservationIds;
    await environment.cancel(former!, date('2027-03-01'));
    const moved = await receive({ rooms: [{ checkin: date('2027-03-10'), checkout: date('2027-03-12') }] });
    expect(moved.reservationIds).not.toContain(former);
    for (const reservationId of [former!, ...moved.reservationIds])
      await environment.change((tx) => replyToGuest(tx, { reservationId, reply: 'See you' }));
    const key = { hotelId: environment.hotelId, channel: 'channex' };
    const reference = seller === 'channex' ? 'N1' : `${seller}/N1`;
    const queued = await listQueuedReplies(environment.db, key);
    expect(queued.map((reply) => reply.reference)).toEqual([reference, reference]);
    const others = { now: environment.now, hotelIds: [environment.hotelId], limit: 10, blocked: null };
    expect(await findWaitingConversations(environment.db, others)).toEqual([]);
    // Its former dates are the channel's no more: they cannot be taken back.
    expect(await outcomeOf(environment.restore(former!, 'confirmed'))).toBe('invalid_transition');
  });
});

test('a stay that was entered here belongs to no connection, whoever sold it', async () => {
  await connectOrders(environment, 'booking_com');
  const { reservationId } = await environment.accept({
    roomId: environment.room,
    channel: 'booking_com',
    checkin: date('2027-03-01'),
    checkout: date('2027-03-04'),
  });
  expect(await change(reservationId, { checkout: date('2027-03-03') })).toMatchObject({
    checkout: date('2027-03-03'),
  });
});

test('the calendar link of an OTA shows what the OTA sold through another connection', async () => {
  const receive = await connectOrders(environment, 'channex', 'airbnb');
  await receive();
  const own = await connectOrders(environment, 'airbnb');
  await own({ rooms: [{ externalRoom: 'R1', checkin: date('2027-03-05'), checkout: date('2027-03-06') }] });
  const ranges = async (roomId: number) => {
    const feed = { hotelId: environment.hotelId, roomId, unitId: null, channel: 'airbnb' } as Awaited<
      ReturnType<typeof listFeeds>
    >[number];
    const window = { from: date('2027-03-01'), until: date('2027-03-10') };
    return (await readOccupiedRanges(environment.db, feed, window)).map(
      ({ from, until }) => `${from}/${until}`,
    );
  };
  expect(await ranges(environment.rooms[0]!)).toEqual(['2027-03-01/2027-03-04']);
  expect(await ranges(environment.rooms[1]!)).toEqual([]);
});

describe('reviews with the same number at two connections', () => {
  const review = {
    roomId: null,
    reservationId: null,
    channel: 'booking_com',
    channelReference: 'r1',
    guestName: 'Grace',
    score: 8,
    scores: {},
    title: null,
    positive: null,
    negative: null,
    language: 'en',
    reply: null,
  };

  test('are two reviews, and each is answered at its own', async () => {
    for (const connection of ['channex', 'booking_com'])
      await environment.change((tx) => receiveReview(tx, { ...review, connection, createdAt: tx.now }));
    const reviews = await environment.db.query<{ review_id: number; connection: string }>(
      'select review_id, connection from reviews where hotel_id = $1 order by review_id',
      [environment.hotelId],
    );
    expect(reviews.map(({ connection }) => connection)).toEqual(['channex', 'booking_com']);
    await environment.change((tx) => replyToReview(tx, reviews[0]!.review_id, 'Thank you'));
    for (const [channel, count] of [
      ['channex', 1],
      ['booking_com', 0],
    ] as const) {
      await environment.db.query(
        `insert into channel_inbox (hotel_id, channel, kind, reference, revision, content, received_at)
         values ($1, $2, 'review', 'r1', '', '{}', $3)`,
        [environment.hotelId, channel, environment.now],
      );
      const queued = await listQueuedReviewReplies(environment.db, { hotelId: environment.hotelId, channel });
      expect(queued).toHaveLength(count);
    }
  });

  test('are erased each by itself', async () => {
    for (const connection of ['channex', 'booking_com']) {
      await environment.change((tx) => receiveReview(tx, { ...review, connection, createdAt: tx.now }));
      await environment.db.query(
        `insert into channel_inbox (hotel_id, channel, kind, reference, revision, content, received_at)
         values ($1, $2, 'review', 'r1', '', '{"guestName": "Grace"}', $3)`,
        [environment.hotelId, connection, environment.now],
      );
    }
    const [{ review_id: reviewId } = { review_id: 0 }] = await environment.db.query<{ review_id: number }>(
      `select review_id from reviews where hotel_id = $1 and connection = 'channex'`,
      [environment.hotelId],
    );
    await environment.change(async (tx) => {
      const further = { inquiryIds: [], reviewIds: [reviewId], sameInOrders: false };
      const person = await findPerson(tx, [], further);
      const records = await findChannelRecords(tx, person);
      expect(records.map(({ channel }) => channel)).toEqual(['channex']);
      await emptyChannelRecords(tx, records);
    });
  });
});
