// Data migrations: applied once, part by part, and continued after an interruption.
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DataMigration, runDataMigrations } from '../../src/db/data-migrations.ts';
import { hideStoredCards } from '../../src/db/hide-stored-cards.ts';
import { migrate } from '../../src/db/migrate.ts';
import { readLog } from '../../src/pms/log.ts';
import { populate } from '../api/populated.ts';
import { useApi } from '../harness/api.ts';

const api = useApi();
const CARD = '4012 8888 8888 1881';
let client: pg.Client;

beforeAll(async () => {
  client = new pg.Client({ connectionString: api.url });
  await client.connect();
});
afterAll(() => client.end());

test('an interrupted data migration continues where it stopped, and is never repeated', async () => {
  const seen: unknown[] = [];
  let breaks = true;
  const counting: DataMigration = {
    name: 'counting',
    async next(_client, progress) {
      const at = (progress as number | null) ?? 0;
      if (at === 2 && breaks) throw new Error('the power went');
      seen.push(at);
      return at < 4 ? at + 1 : null;
    },
  };
  await expect(runDataMigrations(client, [counting])).rejects.toThrow('the power went');
  await client.query('rollback');
  breaks = false;
  await runDataMigrations(client, [counting]);
  await runDataMigrations(client, [counting]);
  expect(seen).toEqual([0, 1, 2, 3, 4]);
});

/** Returns the rows that still contain the number. */
async function rowsWithCard(): Promise<string[]> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await client.query<{ row: string }>(`select to_jsonb(t)::text as row from ${name} as t`);
    found.push(
      ...rows.filter(({ row }) => /4012 ?8888 ?8888 ?1881/.test(row)).map(({ row }) => `${name} ${row}`),
    );
  }
  return found;
}

test('card numbers that an earlier release stored are replaced, in every table, and nothing else is changed', async () => {
  const { hotelId, ids } = await populate(api, 'Ada Lovelace');
  const bare = CARD.replaceAll(' ', '');
  const write = (sql: string, ...values: unknown[]) => client.query(sql, [hotelId, ...values]);
  // Written as the previous release did, whose code no longer exists.
  await write(
    `update reservations set guest_name = 'Card ' || $2, guest_phone = $2, guest_email = $3,
    channel_reference = $4 where hotel_id = $1 and channel <> 'direct'`,
    CARD,
    `${bare}@guests.example`,
    `R-${bare}`,
  );
  await write(
    `update messages set guest_text = $2 where hotel_id = $1 and guest_text is not null`,
    `charge ${CARD}`,
  );
  await write(`update reviews set title = $2 where hotel_id = $1 and title is not null`, CARD);
  await write(`update tasks set name = $2 where hotel_id = $1 and task_id = $3`, `charge ${CARD}`, ids.task);
  await write(`update tokens set label = $2 where hotel_id = $1 and token_id = $3`, CARD, ids.token);
  await write(
    `insert into ledger_entries (hotel_id, amount_minor, currency, type, description, date, created_at)
    values ($1, 100, 'EUR', 'payment', $2, '2026-12-01', now())`,
    `paid by ${CARD}`,
  );
  await write(
    `insert into idempotency_keys (hotel_id, key, request_hash, answer, created_at)
    values ($1, $2, '\\x00', $3, now())`,
    bare,
    JSON.stringify({ json: JSON.stringify({ name: CARD }), headers: {} }),
  );
  const content = {
    reference: bare,
    thread: `t ${bare}`,
    guest: { name: CARD, email: null, phone: CARD },
    rooms: [],
  };
  await write(
    `insert into channel_inbox (hotel_id, channel, kind, reference, revision, content, received_at)
    values ($1, 'partner', 'reservation', $2, $2, $3, now())`,
    bare,
    JSON.stringify(content),
  );
  await write(
    `insert into activity (hotel_id, kind, created_at, summary, error) values ($1, 'sync', now(), 'pulled', $2)`,
    CARD,
  );
  await write(
    `insert into exchanges (hotel_id, activity_id, position, at, method, url, request, response, duration_ms)
    values ($1, 1, 1, now(), 'POST', $2, $3, $3, 1)`,
    `/x?n=${encodeURIComponent(CARD)}`,
    `{"notes":"${CARD}"}`,
  );
  await write(
    `update events set data = jsonb_set(data, '{guestName}', to_jsonb($2::text))
    where hotel_id = $1 and data ? 'guestName'`,
    CARD,
  );
  await write(`update connection_rooms set external_room = $2 where hotel_id = $1`, '5555555555554444');
  await write(
    `update connections set settings = jsonb_build_object('hotel_code', $2::text) where hotel_id = $1`,
    '5555555555554444',
  );
  const before = await rowsWithCard();
  expect(new Set(before.map((row) => row.split(' ')[0])).size).toBeGreaterThan(9);
  const other = await api.db.query(`select * from nights order by hotel_id, room_id, date`);

  await client.query(`delete from data_migrations where name = 'hide stored cards'`);
  await migrate(api.url);

  expect(await rowsWithCard()).toEqual([]);
  const [stay] = await api.db.query<Record<string, string>>(
    `select guest_name, guest_phone, guest_email, channel_reference from reservations where hotel_id = $1 and channel = 'airbnb'`,
    [hotelId],
  );
  expect(stay).toEqual({
    guest_name: 'Card ***',
    guest_phone: '***',
    guest_email: '***@guests.example',
    channel_reference: expect.stringMatching(/^R-card-[0-9a-f]{16}$/),
  });
  const [arrival] = await api.db.query<{ reference: string; content: typeof content }>(
    `select reference, content from channel_inbox where hotel_id = $1`,
    [hotelId],
  );
  expect(arrival!.content.reference).toBe(arrival!.reference);
  expect(arrival!.content.guest).toEqual({ name: '***', email: null, phone: '***' });
  expect(await api.db.query(`select * from nights order by hotel_id, room_id, date`)).toEqual(other);
  const [room] = await api.db.query(`select external_room from connection_rooms where hotel_id = $1`, [
    hotelId,
  ]);
  expect(room).toEqual({ external_room: '5555555555554444' });
  // The ledger still refuses updates, and the log has no gap.
  await expect(
    api.db.query(`update ledger_entries set description = 'x' where hotel_id = $1`, [hotelId]),
  ).rejects.toThrow('never edited');
  const { events, lastSeq } = await readLog(api.db, hotelId, { after: 0, limit: 1_000 });
  expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: lastSeq }, (_, i) => i + 1));
});

test('what another process writes while a row is cleaned is not overwritten', async () => {
  const { hotelId } = await populate(api, 'Ada Lovelace');
  const rename = (name: string) =>
    api.db.query(`update reservations set guest_name = $2 where hotel_id = $1`, [hotelId, name]);
  await rename(CARD);
  const racing = {
    async query(text: string, values: unknown[]) {
      if (text.startsWith('update reservations')) await rename('Grace Hopper');
      return client.query(text, values);
    },
  } as unknown as pg.Client;
  await hideStoredCards.next(racing, { table: 'reservations', after: null });
  const names = await api.db.query(`select distinct guest_name from reservations where hotel_id = $1`, [
    hotelId,
  ]);
  expect(names).toEqual([{ guest_name: 'Grace Hopper' }]);
});

test('rows without card numbers are not updated', async () => {
  const rows = () => api.db.query(`select xmin::text, * from reservations order by hotel_id, reservation_id`);
  const before = await rows();
  await client.query(`delete from data_migrations where name = 'hide stored cards'`);
  await migrate(api.url);
  expect(await rows()).toEqual(before);
});
