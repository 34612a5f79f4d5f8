// Versions of orders that an earlier release has applied are counted in the order of their times; those that came too late are none of them.
import pg from 'pg';
import { expect, test } from 'vitest';
import { newDatabase } from '../harness/database.ts';
import { applyMigrations } from './apply-migrations.ts';

const RELEASED = 67;
const HOTEL = 4711;

test('the version with the latest time was applied last', async () => {
  const client = new pg.Client({ connectionString: await newDatabase() });
  await client.connect();
  try {
    await applyMigrations(client, 1, RELEASED);
    await client.query(
      `insert into properties (hotel_id, name, currency, timezone, created_at) values ($1, 'Quinta', 'EUR', 'Europe/Lisbon', now())`,
      [HOTEL],
    );
    const versions = [
      ['third', '2026-01-03', '2026-01-03', 'changed'],
      ['late', '2026-01-01', '2026-01-04', 'superseded'],
      ['first', null, '2026-01-01', 'stored'],
      ['second', '2026-01-02', '2026-01-02', 'changed'],
      ['waits', '2026-01-05', '2026-01-05', null],
    ];
    for (const [revision, sentAt, receivedAt, outcome] of versions)
      await client.query(
        `insert into channel_inbox (hotel_id, channel, kind, reference, revision, content, sent_at, received_at, applied_at, outcome)
         values ($1, 'expedia', 'reservation', 'E1', $2, '{}', $3, $4, case when $5::text is not null then $4::timestamptz end, $5)`,
        [HOTEL, revision, sentAt, receivedAt, outcome],
      );
    await applyMigrations(client, RELEASED + 1, Number.POSITIVE_INFINITY);
    const { rows } = await client.query(
      `select revision, application is null as none from channel_inbox where hotel_id = $1 order by application nulls last`,
      [HOTEL],
    );
    expect(rows.filter(({ none }) => none).map(({ revision }) => revision)).toEqual(['waits']);
    const applied = rows.map(({ revision }) => revision).filter((one) => one !== 'late' && one !== 'waits');
    expect(applied).toEqual(['first', 'second', 'third']);
  } finally {
    await client.end();
  }
});
