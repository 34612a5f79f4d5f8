// db/schema.sql is the schema after all migrations.
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { describeSchema } from '../../src/db/schema.ts';
import { useDatabase } from '../harness/database.ts';

const database = useDatabase();

test('db/schema.sql is current: if not, run "npm run schema"', async () => {
  const committed = await readFile(new URL('../../db/schema.sql', import.meta.url), 'utf8');
  expect(await describeSchema(database.url)).toBe(committed);
});

/** Columns whose names say everything. */
const SELF_EXPLANATORY =
  /^(hotel_id|\w+_id|name|label|email|phone|website|address|\w*url|channel|date|method|description|guest_(name|email|phone)|title|created_at|updated_at|replied_at|received_at|duration_ms|latency_ms|credentials|at)$/;

test('every table has a comment, and every column whose name does not say everything', async () => {
  // schema_version is made by postgrator.
  const without = await database.db.query<{ what: string; column: string | null }>(
    `select concat_ws('.', t.relname, a.attname) as what, a.attname as column
     from pg_class as t
     join pg_namespace as n on n.oid = t.relnamespace and n.nspname = 'public'
     join (
       select attrelid, attnum, attname from pg_attribute where attnum > 0 and not attisdropped
       union all select oid, 0, null from pg_class
     ) as a on a.attrelid = t.oid
     where t.relkind in ('r', 'p') and t.relname <> 'schema_version' and case when a.attnum = 0 then obj_description(t.oid, 'pg_class')
       else col_description(t.oid, a.attnum) end is null
     order by 1`,
  );
  const missing = without.filter(({ column }) => column === null || !SELF_EXPLANATORY.test(column));
  expect(
    missing.map(({ what }) => what),
    'add "comment on" in a migration',
  ).toEqual([]);
});

test('every table of a property has hotel_id first in its primary key, so that it can be distributed by it', async () => {
  const rows = await database.db.query<{ table: string; first: string }>(
    `select t.relname as table, a.attname as first
     from pg_index as i
     join pg_class as t on t.oid = i.indrelid
     join pg_namespace as n on n.oid = t.relnamespace and n.nspname = 'public'
     join pg_attribute as a on a.attrelid = t.oid and a.attnum = i.indkey[0]
     where i.indisprimary and exists (
       select 1 from pg_attribute as h where h.attrelid = t.oid and h.attname = 'hotel_id')
     order by 1`,
  );
  const exceptions = rows.filter((row) => row.first !== 'hotel_id').map((row) => row.table);
  // Looked up by token or feed key before the property is known: these tables are on every node.
  expect(exceptions).toEqual(['calendar_feeds', 'channel_keys', 'tokens']);
});
