// Bookings and reviews of earlier releases get the connection that they came through.
import type pg from 'pg';
import { expect, test } from 'vitest';
import { AT, HOTEL, storeHouse, upgradeBookings, withClient } from './earlier-house.ts';

const RELEASED = 65;

type Earlier = { channel: string; reference: string | null; status?: string };

const BOOKINGS: Record<string, Earlier> = {
  ofChannex: { channel: 'airbnb', reference: 'HM1' },
  // It ended here, and its guest moved it at the channel: its room of the order is ofChannex now.
  former: { channel: 'airbnb', reference: 'HM1', status: 'cancelled' },
  ofBookingCom: { channel: 'booking_com', reference: '4001' },
  ofCalendar: { channel: 'vrbo', reference: null },
  entered: { channel: 'booking_com', reference: '4002' },
  direct: { channel: 'direct', reference: null },
};

/** Stores the bookings; returns the id of each. */
async function storeEarlier(client: pg.Client): Promise<Record<string, string>> {
  const { store, room } = await storeHouse(client, {
    channex: 'channex',
    booking_com: 'booking_com',
    vrbo: 'ical',
  });
  const ids: Record<string, string> = {};
  for (const [name, { channel, reference, status = 'confirmed' }] of Object.entries(BOOKINGS)) {
    const row = await store(
      `insert into reservations (hotel_id, room_id, channel, channel_reference, status, guest_name, checkin, checkout, price_minor, currency, created_at, updated_at)
       values ($1, $2, $3, $4, $5, 'Ada', '2027-05-03', '2027-05-05', 20000, 'EUR', $6, $6) returning reservation_id`,
      room,
      channel,
      reference,
      status,
      AT,
    );
    ids[name] = row.reservation_id;
  }
  const stays = [
    ['channex', 'airbnb/HM1', ids['ofChannex']],
    ['booking_com', '4001', ids['ofBookingCom']],
  ];
  for (const [channel, reference, id] of stays)
    await store(
      `insert into channel_stays (hotel_id, channel, reference, room_key, reservation_id) values ($1, $2, $3, '1', $4)`,
      channel,
      reference,
      id,
    );
  await store(
    `insert into channel_inbox (hotel_id, channel, kind, reference, revision, content, received_at)
     values ($1, 'channex', 'reservation', 'airbnb/HM1', 'a', '{"soldBy": "airbnb", "shownReference": "HM1"}', $2),
       ($1, 'channex', 'review', 'r1', '', '{"soldBy": "airbnb"}', $2)`,
    AT,
  );
  await store(
    `insert into calendar_stays (hotel_id, channel, room_id, reservation_id) values ($1, 'vrbo', $2, $3)`,
    room,
    ids['ofCalendar'],
  );
  await store(
    `insert into reviews (hotel_id, channel, channel_reference, guest_name, score, language, created_at)
     values ($1, 'airbnb', 'r1', 'Ada', 9, 'en', $2), ($1, 'expedia', 'r2', 'Ada', 9, 'en', $2)`,
    AT,
  );
  return ids;
}

test('each has the connection and the order that it came from', async () => {
  await withClient(async (client) => {
    expect(await upgradeBookings(client, RELEASED, storeEarlier, ['connection', 'order_reference'])).toEqual({
      ofChannex: ['channex', 'airbnb/HM1'],
      former: ['channex', 'airbnb/HM1'],
      ofBookingCom: ['booking_com', '4001'],
      ofCalendar: ['vrbo', null],
      entered: [null, null],
      direct: [null, null],
    });
    const reviews = await client.query(
      'select channel_reference, connection from reviews where hotel_id = $1 order by review_id',
      [HOTEL],
    );
    expect(reviews.rows).toEqual([
      { channel_reference: 'r1', connection: 'channex' },
      { channel_reference: 'r2', connection: 'expedia' },
    ]);
  });
});
