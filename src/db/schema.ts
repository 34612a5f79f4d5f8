// Describes the schema of a database as SQL text from PostgreSQL's catalogue, for people and to compare with
// db/schema.sql.
import pg from 'pg';

/**
 * Returns sequences, functions, and tables with their constraints, indexes, triggers and comments, in a stable order. Comments
 * (COMMENT ON) of a table stand above it, those of a column behind it.
 */
export async function describeSchema(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const parts = [
      '-- Made by "npm run schema" from db/migrations. Do not edit.',
      ...(await texts(client, SEQUENCES)),
      ...(await texts(client, FUNCTIONS)),
      ...(await texts(client, TABLES)),
    ];
    return `${parts.join('\n\n')}\n`;
  } finally {
    await client.end();
  }
}

async function texts(client: pg.Client, sql: string): Promise<string[]> {
  const { rows } = await client.query<{ text: string }>(sql);
  return rows.map((row) => row.text);
}

const SEQUENCES = `
  select string_agg(format('create sequence %s start %s;', sequencename, start_value), e'\\n' order by sequencename) as text
  from pg_sequences where schemaname = 'public'`;

const FUNCTIONS = `
  select rtrim(pg_get_functiondef(p.oid), e'\\n') || ';' as text
  from pg_proc as p join pg_namespace as n on n.oid = p.pronamespace
  where n.nspname = 'public'
  order by p.proname`;

const TABLES = `
  select concat_ws(e'\\n',
    '-- ' || obj_description(t.oid, 'pg_class'),
    format(e'create table %s (\\n%s\\n)%s;', t.relname, concat_ws(e'\\n', columns.text, constraints.text),
      case when t.reloptions is not null then ' with (' || array_to_string(t.reloptions, ', ') || ')' end),
    indexes.text, triggers.text) as text
  from pg_class as t
  join pg_namespace as n on n.oid = t.relnamespace and n.nspname = 'public'
  cross join lateral (
    -- Every table has a primary key, so a comma follows each column.
    select string_agg(format('  %s %s%s%s,%s', a.attname, format_type(a.atttypid, a.atttypmod),
      case when a.attnotnull then ' not null' end, ' default ' || pg_get_expr(d.adbin, d.adrelid),
      ' -- ' || col_description(a.attrelid, a.attnum)), e'\\n' order by a.attnum) as text
    from pg_attribute as a left join pg_attrdef as d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
  ) as columns
  cross join lateral (
    select string_agg(format('  constraint %s %s', c.conname, pg_get_constraintdef(c.oid)), e',\\n' order by c.contype, c.conname) as text
    from pg_constraint as c where c.conrelid = t.oid and c.contype <> 'n'
  ) as constraints
  cross join lateral (
    select string_agg(pg_get_indexdef(i.indexrelid) || ';', e'\\n' order by i.indexrelid::regclass::text) as text
    from pg_index as i
    where i.indrelid = t.oid and not exists (select 1 from pg_constraint as c where c.conindid = i.indexrelid)
  ) as indexes
  cross join lateral (
    select string_agg(pg_get_triggerdef(g.oid) || ';', e'\\n' order by g.tgname) as text
    from pg_trigger as g where g.tgrelid = t.oid and not g.tgisinternal
  ) as triggers
  where t.relkind = 'r'
  order by t.relname`;
