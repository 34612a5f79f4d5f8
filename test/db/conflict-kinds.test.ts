// The migration that stores the kind of each conflict beside its text.
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { useDatabase } from '../harness/database.ts';
import { createPropertyFixture } from '../pms/test-property.ts';

const database = useDatabase();

test('each conflict of an earlier version gets its kind, and a stay without one gets none', async () => {
  const { db, hotelId, room } = await createPropertyFixture(database.db, [{ units: 9 }]);
  await db.query('alter table reservations drop column conflict_kind');
  const conflicts = [
    ['overbooked on 2027-03-01, 2027-03-02', 'overbooked'],
    ['room R9 at vrbo is mapped to no room: connect vrbo with it', 'unmapped_room'],
    ['the answer to this request may not have reached vrbo: look there', 'unconfirmed'],
    ['not listed by vrbo on 2027-03-01: look there', 'unlisted'],
    [null, null],
  ] as const;
  await db.query(
    `insert into reservations (hotel_id, reservation_id, room_id, status, channel, guest_name, checkin, checkout,
       price_minor, currency, conflict, created_at, updated_at)
     select $1, 900000 + place, $2, 'confirmed', 'vrbo', 'Guest', '2027-03-01', '2027-03-03', 0, 'EUR', conflict, now(), now()
     from unnest($3::text[]) with ordinality as given(conflict, place)`,
    [hotelId, room, conflicts.map(([text]) => text)],
  );
  const path = new URL('../../db/migrations/0028.do.conflict-kinds.sql', import.meta.url);
  const statements = (await readFile(path, 'utf8')).split(/;\n/).filter((text) => text.trim() !== '');
  for (const statement of statements) await db.query(statement);
  const rows = await db.query<{ conflict: string; conflict_kind: string }>(
    `select conflict, conflict_kind from reservations where hotel_id = $1 and reservation_id > 900000
     order by reservation_id`,
    [hotelId],
  );
  expect(rows.map((row) => [row.conflict, row.conflict_kind])).toEqual(conflicts);
});
