// The migration that finds out how many units rooms had, and since when units are blocked.
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { newDatabase } from '../harness/database.ts';
import { applyMigrations } from './apply-migrations.ts';

const MIGRATION = 77;
const HOTEL = 4711;
const OPENED = '2026-01-01';

async function storeHouse(client: pg.Client): Promise<void> {
  const store = (sql: string, ...values: unknown[]) => client.query(sql, [HOTEL, ...values]);
  await store(
    `insert into properties (hotel_id, name, currency, timezone, created_at) values ($1, 'Quinta', 'EUR', 'UTC', '${OPENED}')`,
  );
  for (const [room, units] of [
    [101, 5],
    [102, 4],
    [103, 3],
    [104, null],
    [105, 2],
  ])
    await store(
      `insert into rooms (hotel_id, room_id, name, capacity, price_minor, units, created_at) values ($1, $2, 'Room', 2, 10000, $3, '${OPENED}')`,
      room,
      units,
    );
  let seq = 0;
  const record = (kind: string, subject: string, at: string, data: object) => {
    seq += 1;
    return store(
      `insert into events (hotel_id, seq, kind, subject, at, data) values ($1, $2, $3, $4, $5, $6)`,
      ...[seq, kind, subject, at, JSON.stringify(data)],
    );
  };
  const changed = (room: number, at: string, data: object) =>
    record('room.changed', `room/${room}`, at, data);
  // The log has all of one room, the end of another one, a change that is not of its number of a third, and not the last one of a fifth.
  await changed(101, OPENED, { units: 2 });
  await changed(101, '2026-02-01', { units: 2, name: 'New', changed: ['name'], before: { name: 'Old' } });
  await changed(101, '2026-03-01', { units: 6, changed: ['units'], before: { units: 2 } });
  await changed(101, '2026-03-01', { units: 5, changed: ['units'], before: { units: 6 } });
  await changed(102, '2026-04-01', { units: 4, changed: ['units'], before: { units: null } });
  await changed(103, '2026-04-01', { units: 3, name: 'New', changed: ['name'], before: { name: 'Old' } });
  await changed(105, '2026-04-01', { units: 9, changed: ['units'], before: { units: 8 } });

  await store(
    `insert into units (hotel_id, unit_id, room_id, name, condition_at, created_at) values ($1, 7, 101, '1', now(), now())`,
  );
  await store(
    `insert into closures (hotel_id, closure_id, unit_id, kind, first_night, last_night, created_at, updated_at)
     values ($1, 3, 7, 'out_of_order', '2026-06-01', '2026-06-02', '2026-05-01', now())`,
  );
  await record('closure.created', 'closure/3', '2026-05-01', {
    firstNight: '2026-06-01',
    lastNight: '2026-06-01',
  });
  await record('closure.changed', 'closure/3', '2026-05-09', {
    firstNight: '2026-06-01',
    lastNight: '2026-06-02',
  });
  for (const [day, blocked] of [
    ['2026-06-01', 1],
    ['2026-06-02', 3],
    ['2026-06-03', 0],
  ]) {
    await store(
      `insert into nights (hotel_id, room_id, date, available, blocked) values ($1, 101, $2, 1, $3)`,
      day,
      blocked,
    );
    if (blocked)
      await store(`insert into unit_nights (hotel_id, unit_id, date, closure_id) values ($1, 7, $2, 3)`, day);
  }
}

test('a room has the units that the log knows, else those of now, and units are blocked since their closure was made', async () => {
  const client = new pg.Client({ connectionString: await newDatabase() });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(`set timezone to 'UTC'`);
  await applyMigrations(client, 1, MIGRATION - 1);
  await storeHouse(client);
  await applyMigrations(client, MIGRATION, MIGRATION);
  const units = await client.query(
    `select room_id || ' ' || case when since > '2026-12-01' then 'later' else since::date::text end || ' ' || coalesce(units::text, '–') as row
     from room_unit_history where room_id <> 105 order by room_id, since`,
  );
  expect(units.rows.map(({ row }) => row)).toEqual([
    '101 2026-01-01 2',
    '101 2026-03-01 5',
    '102 2026-01-01 –',
    '102 2026-04-01 4',
    '103 2026-01-01 3',
    '104 2026-01-01 –',
  ]);
  const unexplained = await client.query(
    `select units from room_unit_history where room_id = 105 order by since`,
  );
  expect(unexplained.rows.map((row) => row.units)).toEqual([8, 9, 2]);
  const blocked = await client.query(
    `select date::text || ' ' || at::date || ' ' || change as row from blocked_night_history order by date, at`,
  );
  expect(blocked.rows.map(({ row }) => row)).toEqual([
    '2026-06-01 2026-05-01 1',
    '2026-06-02 2026-01-01 2',
    '2026-06-02 2026-05-09 1',
  ]);
});
