// The data migration that gives bookings of earlier releases their guests.
import pg from 'pg';
import { expect, test } from 'vitest';
import { assignGuestsToBookings } from '../../src/db/guests-of-bookings.ts';
import { useDatabase } from '../harness/database.ts';
import { createPropertyFixture } from '../pms/test-property.ts';

const database = useDatabase();
/** More than two parts of the migration, with ids of four and of five digits. */
const BOOKINGS = 2_100;

test('each booking without a guest gets one, made from what it says; others keep theirs', async () => {
  const { db, hotelId, now, rooms } = await createPropertyFixture(database.db, [{}]);
  await db.query(
    `insert into guests (hotel_id, guest_id, name, created_at, updated_at) values ($1, 1000000, 'Known', $2, $2)`,
    [hotelId, now],
  );
  await db.query(
    `insert into reservations (reservation_id, hotel_id, room_id, status, channel, guest_name, guest_email, guest_phone, checkin, checkout,
       price_minor, currency, country, created_at, updated_at, guest_id)
     select 9000 + n, $1, $2, 'confirmed', 'direct', 'Guest ' || n, n || '@guest.booking.com', '910 000 000', '2026-07-01', '2026-07-02',
       100, 'EUR', 'PT', $3, $3, case when n = 7 then 1000000 end
     from generate_series(1, $4::int) as n`,
    [hotelId, rooms[0], now, BOOKINGS],
  );
  const client = new pg.Client({ connectionString: database.db.url });
  await client.connect();
  let progress: unknown = null;
  let parts = 0;
  do {
    progress = await assignGuestsToBookings.next(client, progress);
    parts += 1;
  } while (progress !== null);
  await client.end();
  expect(parts).toBe(3);
  const [result] = await db.query(
    `select count(distinct guest.guest_id)::int as guests,
       count(*) filter (where guest.name = reservation.guest_name and guest.email = guest_email and guest.email_is_alias
         and guest.phone_e164 = '+351910000000' and guest.created_at = reservation.created_at)::int as equal,
       count(*) filter (where guest.guest_id = 1000000)::int as kept
     from reservations as reservation left join guests as guest using (hotel_id, guest_id) where hotel_id = $1`,
    [hotelId],
  );
  expect(result).toEqual({ guests: BOOKINGS, equal: BOOKINGS - 1, kept: 1 });
});
