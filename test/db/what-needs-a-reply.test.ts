// The migration that stores which texts of guests wait for a reply, applied to conversations of an earlier release.
import { expect, test } from 'vitest';
import { applyMigrations } from './apply-migrations.ts';
import { AT, HOTEL, storeHouse, withClient } from './earlier-house.ts';

const MIGRATION = 84;

test('a text without a reply waits, unless the house replied later in its conversation, or it was erased', () =>
  withClient(async (client) => {
    await applyMigrations(client, 1, MIGRATION - 1);
    const { store, room } = await storeHouse(client, { vrbo: 'vrbo' });
    const { reservation_id: stay } = await store(
      `insert into reservations (hotel_id, room_id, status, guest_name, checkin, checkout, adults, price_minor, currency, channel, created_at, updated_at)
       values ($1, $2, 'confirmed', 'Ada', '2026-06-01', '2026-06-04', 2, 100, 'EUR', 'direct', $3, $3) returning reservation_id`,
      room,
      AT,
    );
    const { inquiry_id: inquiry } = await store(
      `insert into inquiries (hotel_id, connection, channel, thread, created_at, updated_at)
       values ($1, 'vrbo', 'vrbo', 't', $2, $2) returning inquiry_id`,
      AT,
    );
    const write = (
      of: 'stay' | 'inquiry',
      minute: number,
      text: string | null,
      reply: string | null = null,
    ) =>
      store(
        `insert into messages (hotel_id, reservation_id, inquiry_id, channel, guest_text, created_at, reply, replied_at, delivery)
         values ($1, $2, $3, 'vrbo', $4, $5::timestamptz + make_interval(mins => $6), $7,
           case when $7::text is not null then $5::timestamptz + make_interval(mins => $6 + 5) end, case when $7::text is not null then 'sent' end)`,
        of === 'stay' ? stay : null,
        of === 'inquiry' ? inquiry : null,
        text,
        AT,
        minute,
        reply,
      );
    await write('stay', 1, 'before the reply');
    await write('stay', 2, 'with a reply', 'yes');
    await write('stay', 20, 'after the reply');
    await write('stay', 21, '(erased)');
    await write('inquiry', 1, 'asked twice');
    await write('inquiry', 3, 'asked again', 'yes');
    await write('inquiry', 30, 'and more');
    await write('inquiry', 10, null, 'written by the house');
    await applyMigrations(client, MIGRATION, MIGRATION);
    const { rows } = await client.query(
      'select guest_text from messages where hotel_id = $1 and needs_reply order by created_at',
      [HOTEL],
    );
    expect(rows.map((row) => row.guest_text)).toEqual(['after the reply', 'and more']);
  }));
