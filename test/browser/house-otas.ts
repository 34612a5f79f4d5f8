// Channex as a further channel of the house, with OTAs behind it: one is on, one is off with two problems, one is going to be removed.
import { INNWIRE } from '../../src/model/actor.ts';
import { connectChannel } from '../../src/pms/connections.ts';
import { inPropertyTransaction } from '../../src/pms/property-transaction.ts';
import type { DeskFixture } from './desk.ts';

/** Connects Channex, whose list of OTAs is read and empty. */
export async function connectChannex({ db, house, now }: DeskFixture): Promise<void> {
  const rooms = Object.values(house.rooms).map((roomId) => ({
    roomId,
    externalRoom: `channex-${roomId}`,
    externalRates: ['1'],
    icalUrl: null,
  }));
  const settings = { property_id: '716305c4-561a-4561-a187-7f5b8aeb5920' };
  const wanted = { channel: 'channex', protocol: 'channex', url: 'https://ota.example', settings, rooms };
  await inPropertyTransaction(db, { hotelId: house.hotelId, now: now(), actor: INNWIRE }, (tx) =>
    connectChannel(tx, wanted, db.secrets),
  );
  await db.query(
    `update connections set state = 'connected', otas_read_at = $2, last_sync_at = $2
     where hotel_id = $1 and channel = 'channex'`,
    [house.hotelId, now()],
  );
}

/** Stores what Channex lists and has reported. */
export async function storeOtas({ db, house, now }: DeskFixture): Promise<void> {
  await db.query(
    `insert into connection_otas (hotel_id, channel, external_id, ota, name, active, removal_date) values
       ($1, 'channex', 'one', 'airbnb', 'Airbnb', true, null),
       ($1, 'channex', 'two', 'booking_com', 'Lindenhof at the lake', false, null),
       ($1, 'channex', 'three', 'expedia', 'Expedia', false, '2026-06-16')`,
    [house.hotelId],
  );
  const reportedAt = now();
  await db.query(
    `insert into ota_problems (hotel_id, channel, external_id, kind, detail, since, reported_at) values
       ($1, 'channex', 'two', 'deactivated', null, $2, $3),
       ($1, 'channex', 'two', 'rate_error', 'Rate plan 3 has no occupancy', $3, $3),
       ($1, 'channex', 'three', 'removal_announced', '2026-06-16', $2, $3)`,
    [house.hotelId, reportedAt.subtract({ hours: 20 }), reportedAt.subtract({ minutes: 50 })],
  );
}
