// Orders and conversations of several OTAs over one connection, up to what the API shows of them.

import { expect, test } from 'vitest';
import { channex } from '../../../src/channels/channex/index.ts';
import { INNWIRE } from '../../../src/model/actor.ts';
import type { ChannelReview } from '../../../src/model/channel-records.ts';
import { ingestMessage } from '../../../src/pms/channel-sync/ingest/messages.ts';
import { type IngestSource, ingestReservation } from '../../../src/pms/channel-sync/ingest/reservations.ts';
import { ingestReview } from '../../../src/pms/channel-sync/ingest/reviews.ts';
import { getProperty } from '../../../src/pms/properties.ts';
import { inPropertyTransaction } from '../../../src/pms/property-transaction.ts';
import { useApi } from '../../harness/api.ts';
import { NOW } from '../stale-nights.ts';
import { answer, connection, fixture } from './connection.ts';

const api = useApi();

test('orders with the same number at two OTAs are two bookings, each under its OTA, with its guest’s text', async () => {
  const { hotelId, token, room } = await api.property();
  const source: IngestSource = {
    property: await getProperty(api.db, hotelId),
    channel: 'channex',
    rooms: [{ roomId: room, externalRoom: TYPE, externalRates: [], icalUrl: null }],
    countsSalesItself: false,
  };
  const change = <T>(work: Parameters<typeof inPropertyTransaction<T>>[2]) =>
    inPropertyTransaction(api.db, { hotelId, now: NOW, actor: INNWIRE }, work);
  const [first, ...later] = messages();
  // The message arrives before its order.
  expect(await change((tx) => ingestMessage(tx, 'channex', first!))).toBe('inquiry');
  for (const [ota_name, unique_id, booking_id] of [
    ['Booking.com', 'BDC-4000000001', BOOKING],
    ['Expedia', 'EXP-4000000001', 'another-booking'],
  ] as const) {
    const [reservation] = reservations({ ota_name, unique_id, booking_id, id: unique_id });
    const { outcome } = await change((tx) => ingestReservation(tx, source, reservation!));
    expect(outcome).toBe('stored');
  }
  for (const message of later) await change((tx) => ingestMessage(tx, 'channex', message));
  const [review] = reviews({ ota: 'BookingCom', ota_reservation_id: '4000000001' });
  await change((tx) => ingestReview(tx, 'channex', review as ChannelReview));

  const bookings = (await api.get(`/api/bookings/${token}`)).body;
  expect(bookings.map((booking: any) => [booking.channel, booking.referral_order_id]).sort()).toEqual([
    ['booking_com', '4000000001'],
    ['expedia', '4000000001'],
  ]);
  const sold = bookings.find((booking: any) => booking.channel === 'booking_com');
  const texts = await api.db.query<{ text: string; reservation_id: number }>(
    'select reservation_id, guest_text as text from messages where hotel_id = $1',
    [hotelId],
  );
  expect(texts).toEqual([{ reservation_id: sold.order_id, text: 'Is parking available?' }]);
  const left = await api.db.query('select reservation_id, channel from reviews where hotel_id = $1', [
    hotelId,
  ]);
  expect(left).toEqual([{ reservation_id: sold.order_id, channel: 'booking_com' }]);
});

const TYPE = '00000000-0000-4000-8000-00000000000c';
const BOOKING = '00000000-0000-4000-8000-0000000000e1';

function reservations(some: Record<string, string>) {
  const feed = JSON.parse(fixture('booking_revisions-feed-response'));
  const [item] = feed.data;
  const data = [{ ...item, id: some['id'], attributes: { ...item.attributes, ...some } }];
  const [request] = channex.reservations!.requests(connection, { cursor: null, now: NOW });
  const verdict = channex.reservations!.decode(answer({ ...feed, data }), request!, connection);
  return verdict.kind === 'ok' ? verdict.value.items : [];
}

function messages() {
  const cursor = JSON.stringify({ seen: {}, pending: [{ id: 't', thread: `booking/${BOOKING}` }] });
  const [request] = channex.messages!.requests(connection, { cursor, now: NOW });
  const verdict = channex.messages!.decode(answer(fixture('messages-response')), request!, connection);
  return verdict.kind === 'ok' ? verdict.value.items : [];
}

function reviews(some: object) {
  const body = JSON.parse(fixture('reviews-response'));
  const [item] = body.data;
  const data = [{ ...item, attributes: { ...item.attributes, ...some } }];
  const [request] = channex.reviews!.requests(connection, { cursor: null, now: NOW });
  const verdict = channex.reviews!.decode(answer({ ...body, data }), request!, connection);
  return verdict.kind === 'ok' ? verdict.value.items : [];
}
