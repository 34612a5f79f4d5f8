// Bookings and guests of earlier releases are found by the letters that this one knows, and stay in the order of their names.
import { expect, test } from 'vitest';
import { applyMigrations } from './apply-migrations.ts';
import { AT, HOTEL, storeHouse, withClient } from './earlier-house.ts';

const RELEASED = 75;

const NAMES = ['Ørsted', 'Åse Berg', 'Παπαδόπουλος', 'Þórður', 'Müller', 'Smith', 'ﾔﾏﾀﾞ'];
const FOUND = [
  ['oersted', 'Ørsted'],
  ['orsted', 'Ørsted'],
  ['aase', 'Åse Berg'],
  ['ΠΑΠΑΔΟΠΟΥΛΟΣ', 'Παπαδόπουλος'],
  ['thordur', 'Þórður'],
  ['mueller', 'Müller'],
  ['smith', 'Smith'],
  ['ヤマダ', 'ﾔﾏﾀﾞ'],
] as const;

test('by the indexes, which are built again', async () => {
  await withClient(async (client) => {
    await applyMigrations(client, 1, RELEASED);
    const { store, room } = await storeHouse(client, { vrbo: 'ical' });
    for (const [place, name] of NAMES.entries()) {
      await store(
        `insert into reservations (hotel_id, room_id, status, channel, guest_name, checkin, checkout, price_minor, currency, created_at, updated_at)
         values ($1, $2, 'confirmed', 'direct', $3, '2027-05-03', '2027-05-05', 20000, 'EUR', $4, $4)`,
        room,
        name,
        AT,
      );
      await store(
        `insert into guests (hotel_id, guest_id, name, created_at, updated_at) values ($1, $2, $3, $4, $4)`,
        place + 1,
        name,
        AT,
      );
    }
    await applyMigrations(client, RELEASED + 1, Number.POSITIVE_INFINITY);
    // The indexes answer, not the rows.
    await client.query('set enable_seqscan = off');
    for (const [query, name] of FOUND) {
      const bookings = await client.query(
        `select guest_name as name from reservations as found where hotel_id = $1 and booking_terms(found.hotel_id, found.reservation_id,
           found.guest_name, found.guest_email, found.guest_phone, found.channel_reference, found.companions) @@ booking_query($1, $2, 'n')`,
        [HOTEL, query],
      );
      const guests = await client.query(
        `select name from guests as found where hotel_id = $1 and guest_terms(found.hotel_id, found.name, found.given_name,
           found.family_name, found.email, found.phone, found.phone_e164) @@ booking_query($1, $2, 'n')`,
        [HOTEL, query],
      );
      expect([...bookings.rows, ...guests.rows], query).toEqual([{ name }, { name }]);
    }
    const { rows } = await client.query(
      `select guest_name from reservations where hotel_id = $1 order by hotel_id, fold_text(guest_name), reservation_id`,
      [HOTEL],
    );
    expect(rows.map((row) => row.guest_name)).toEqual([
      'Åse Berg',
      'Müller',
      'Ørsted',
      'Smith',
      'Þórður',
      'Παπαδόπουλος',
      'ﾔﾏﾀﾞ',
    ]);
  });
});
