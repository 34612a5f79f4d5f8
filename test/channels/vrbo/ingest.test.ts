// A booking of Vrbo in our calendar: stored, moved by updates without the guest and back, cancelled.

import { expect, test } from 'vitest';
import { INNWIRE } from '../../../src/model/actor.ts';
import type { ChannelReservation } from '../../../src/model/channel-records.ts';
import { type IngestSource, ingestReservation } from '../../../src/pms/channel-sync/ingest/reservations.ts';
import { getProperty } from '../../../src/pms/properties.ts';
import { inPropertyTransaction } from '../../../src/pms/property-transaction.ts';
import { useApi } from '../../harness/api.ts';
import { NOW } from '../stale-nights.ts';
import { fixture, post } from './feeds.ts';

const api = useApi();

test('updates without the guest keep the stored one, and a stay may be moved back', async () => {
  const { hotelId, token, room } = await api.property();
  const source: IngestSource = {
    property: await getProperty(api.db, hotelId),
    channel: 'vrbo',
    rooms: [{ roomId: room, externalRoom: 'L-501/U-501', externalRates: [], icalUrl: null }],
    countsSalesItself: false,
  };
  const takeIn = (body: string) =>
    inPropertyTransaction(api.db, { hotelId, now: NOW, actor: INNWIRE }, (tx) =>
      ingestReservation(tx, source, reservationOf(body)),
    );
  const uuid = '00000000-0000-0000-0000-000000000001';
  const update = fixture('bookingUpdate-cancelled').replace('RES-1001', uuid);
  await takeIn(fixture('bookingRequest'));
  const confirmed = update.replace('CANCELLED_BY_TRAVELER', 'CONFIRMED');
  const longer = confirmed.replace('2027-04-23', '2027-04-24');
  for (const body of [longer, confirmed, longer])
    expect(await takeIn(body)).toMatchObject({ outcome: 'changed' });
  expect(await takeIn(longer)).toMatchObject({ outcome: 'known' });
  const [moved] = await api.db.query(
    'select guest_name, guest_email, checkout::text, price_minor from reservations where hotel_id = $1',
    [hotelId],
  );
  expect(moved).toEqual({
    guest_name: 'Ada Example',
    guest_email: 'sample.guest@messages.example',
    checkout: '2027-04-24',
    price_minor: expect.any(Number),
  });
  const [shown] = (await api.get(`/api/bookings/${token}`)).body;
  expect(shown).toMatchObject({ channel: 'vrbo', referral_order_id: uuid });
  expect(await takeIn(update)).toMatchObject({ outcome: 'cancelled' });
});

function reservationOf(body: string): ChannelReservation {
  const inbound = post(body);
  if (inbound.kind !== 'reservations') throw new Error(inbound.kind);
  return inbound.reservations[0]!;
}
