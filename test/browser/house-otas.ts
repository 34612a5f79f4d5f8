// Channex as a further channel of the house, with OTAs behind it: one is on, one is off with two problems, one is going to be removed.
import { INNWIRE } from '../../src/model/actor.ts';
import { storeSalesLimits } from '../../src/pms/channel-sync/sales-limits.ts';
import { connectChannel } from '../../src/pms/connections.ts';
import { inPropertyTransaction } from '../../src/pms/property-transaction.ts';
import type { DeskFixture } from './desk.ts';
import { inTransaction } from './house-sales.ts';

/** Connects Channex, whose list of OTAs is read and empty; nothing if it is connected. */
export async function connectChannex({ db, house, now }: DeskFixture): Promise<void> {
  const known = await db.query(`select 1 from connections where hotel_id = $1 and channel = 'channex'`, [
    house.hotelId,
  ]);
  if (known.length > 0) return;
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

/** Stores limits of the property at Channex, and the price of a night below and above what it sells at. */
export async function storeSalesLimitsOfChannex(desk: DeskFixture): Promise<void> {
  const { db, house } = desk;
  const limits = {
    daysAhead: 500,
    openDays: 300,
    cutOff: { time: '18:00', days: 1 },
    minPriceMinor: 9_000,
    maxPriceMinor: 30_000,
  };
  await inTransaction(desk, (tx) => storeSalesLimits(tx, 'channex', limits));
  await db.query(
    `insert into channel_nights (hotel_id, channel, room_id, date, price_minor) values
       ($1, 'channex', $2, '2026-06-20', 8000), ($1, 'channex', $2, '2026-06-21', 8000), ($1, 'channex', $3, '2026-12-31', 45000)`,
    [house.hotelId, house.rooms['Double'], house.rooms['Apartment']],
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
