// The data migration that reads telephone numbers with two zeros, which earlier releases could not read.
import pg from 'pg';
import { expect, test } from 'vitest';
import { readPhonesWithZeros } from '../../src/db/phones-with-zeros.ts';
import { suggestDuplicates } from '../../src/pms/guests/merge.ts';
import { useDatabase } from '../harness/database.ts';
import { createPropertyFixture } from '../pms/test-property.ts';

const database = useDatabase();

/** By the id of the profile: its number, country and international form, as an earlier release stored them; and the form afterwards. */
const GUESTS: Record<
  number,
  [phone: string | null, country: string | null, before: string | null, after: string | null]
> = {
  1: ['+351 910 000 000', null, '+351910000000', '+351910000000'],
  2: ['00351 910 000 000', null, null, '+351910000000'],
  3: ['(00351) 920-000-000', 'US', null, '+351920000000'],
  4: ['00 351 930 000 000', 'PT', '+351930000000', '+351930000000'],
  5: ['0043 1 2345678', 'AU', '+61004312345678', '+4312345678'],
  6: ['＋３５１９４０００００００', null, null, '+351940000000'],
  // It came with a profile that was merged into this one.
  7: ['0176 1234567', 'PT', '+491761234567', '+491761234567'],
  8: ['00 00', null, null, null],
  9: [null, null, null, null],
};
/** More than one part. */
const MORE = 1_500;

test('numbers are read again, nobody is merged, and duplicates are suggested', async () => {
  const { db, hotelId, now } = await createPropertyFixture(database.db, [{}]);
  const store = (ids: number[], values: (string | null)[][]) =>
    db.query(
      `insert into guests (hotel_id, guest_id, name, phone, country, phone_e164, created_at, updated_at)
       select $1, id, 'Guest ' || id, phone, country, form, $2, $2
       from unnest($3::bigint[], $4::text[], $5::text[], $6::text[]) as given(id, phone, country, form)`,
      [hotelId, now, ids, ...[0, 1, 2].map((place) => values.map((one) => one[place] ?? null))],
    );
  await store(Object.keys(GUESTS).map(Number), Object.values(GUESTS));
  const more = Array.from({ length: MORE }, (_, at) => at + 1_000);
  await store(
    more,
    more.map((at) => [`00351 92${String(at).padStart(7, '0')}`, null, null]),
  );
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  let progress: unknown = null;
  do progress = await readPhonesWithZeros.next(client, progress);
  while (progress !== null);
  await client.end();
  const rows = await db.query<{ guest_id: number; phone_e164: string | null; merged_into: number | null }>(
    'select guest_id, phone_e164, merged_into from guests where hotel_id = $1 order by guest_id',
    [hotelId],
  );
  expect(rows.slice(0, 9).map((row) => [row.guest_id, row.phone_e164])).toEqual(
    Object.entries(GUESTS).map(([id, values]) => [Number(id), values[3]]),
  );
  expect(rows.slice(9).every((row) => row.phone_e164?.startsWith('+35192'))).toBe(true);
  expect(rows.every((row) => row.merged_into === null)).toBe(true);
  const suggested = await suggestDuplicates(db, hotelId, { guestId: 2, limit: 10 });
  expect(suggested.map(({ guests, reasons }) => [guests.map((one) => one.guestId), reasons])).toEqual([
    [[1, 2], ['phone']],
  ]);
});
