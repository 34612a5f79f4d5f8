// A data migration that replaces card numbers stored by earlier versions in all texts of all properties.
import type pg from 'pg';
import { mapTexts, memberWithoutCards } from '../model/card-members.ts';
import { referenceWithoutCards } from '../model/card-references.ts';

/** The table to continue with, and the key of its last row that was read. */
type Progress = { table: string; after: string[] | null };

/** Rows per part. A row of exchanges has up to 130 kB of text. */
const ROWS_AT_ONCE = 250;

export const hideStoredCards = {
  name: 'hide stored cards',
  async next(client: pg.Client, progress: unknown): Promise<unknown> {
    const tables = await listTables(client);
    const { table: name, after } = (progress as Progress | null) ?? {
      table: tables[0]?.name ?? '',
      after: null,
    };
    const at = tables.findIndex((table) => table.name === name);
    const table = tables[at];
    if (!table) return null;
    const last = await cleanRows(client, table, after);
    if (last) return { table: name, after: last } satisfies Progress;
    const following = tables[at + 1];
    return following ? ({ table: following.name, after: null } satisfies Progress) : null;
  },
};

type Column = { name: string; type: string };
type Table = { name: string; key: Column[]; texts: Column[] };

/**
 * Columns that are not changed: secrets, URLs and values that the operator entered, not texts of people or
 * channels.
 */
const VERBATIM: ReadonlySet<string> = new Set([
  'calendar_feeds.feed_key',
  'channel_keys.channel_key',
  'connection_rooms.etag',
  'connection_rooms.external_room',
  'connection_rooms.ical_url',
  'connection_rooms.last_modified',
  'connections.cursors',
  'connections.in_flight',
  'connections.settings',
  'connections.url',
  'webhooks.url',
]);

/** JSON members that are not changed, for the same reason. */
const VERBATIM_MEMBERS: ReadonlySet<string> = new Set(['url', 'icalUrl', 'ical_url', 'settings']);

/** Returns every table with a hotel_id that has text columns to clean. */
async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select t.relname as name,
       (select jsonb_agg(jsonb_build_object('name', a.attname, 'type', a.atttypid::regtype) order by place)
        from pg_index as i, unnest(i.indkey) with ordinality as part(attnum, place)
        join pg_attribute as a on a.attnum = part.attnum
        where i.indrelid = t.oid and i.indisprimary and a.attrelid = t.oid) as key,
       jsonb_agg(jsonb_build_object('name', c.attname, 'type', c.atttypid::regtype) order by c.attname) as texts
     from pg_class as t
     join pg_namespace as n on n.oid = t.relnamespace and n.nspname = 'public'
     join pg_attribute as c on c.attrelid = t.oid and c.attnum > 0 and not c.attisdropped and c.attgenerated = ''
       and c.atttypid in ('text'::regtype, 'jsonb'::regtype)
     where t.relkind in ('r', 'p') and not t.relispartition
       and exists (select 1 from pg_attribute as h where h.attrelid = t.oid and h.attname = 'hotel_id')
     group by t.oid, t.relname order by t.relname`,
  );
  return rows
    .map((table) => ({
      ...table,
      texts: table.texts.filter((column) => !VERBATIM.has(`${table.name}.${column.name}`)),
    }))
    .filter((table) => table.texts.length > 0);
}

/** Cleans the rows after this key; returns the key of the last one, or null when there are no more. */
async function cleanRows(client: pg.Client, table: Table, after: string[] | null): Promise<string[] | null> {
  const key = table.key.map(({ name }) => name).join(', ');
  const from = table.key.map(({ type }, i) => `$${i + 1}::${type}`).join(', ');
  const { rows } = await client.query<{ key: string[]; texts: (string | null)[] }>(
    `select array[${table.key.map(({ name }) => `${name}::text`).join(', ')}] as key,
       array[${table.texts.map(({ name }) => `"${name}"::text`).join(', ')}] as texts
     from ${table.name} ${after ? `where (${key}) > (${from})` : ''} order by ${key} limit ${ROWS_AT_ONCE}`,
    after ?? [],
  );
  const clean = await createTextCleaner(client);
  const changed = rows.flatMap((row) => {
    const texts = row.texts.map((text, i) => (text === null ? null : clean(text, table.texts[i]!)));
    return texts.some((text, i) => text !== row.texts[i]) ? [{ key: row.key, texts, before: row.texts }] : [];
  });
  if (changed.length > 0) await store(client, table, changed);
  return rows.length === ROWS_AT_ONCE ? rows.at(-1)!.key : null;
}

/** Returns a function that cleans a column's text; a text without card numbers is returned unchanged. */
async function createTextCleaner(client: pg.Client): Promise<(text: string, column: Column) => string> {
  const { rows } = await client.query<{ signing_key: Buffer; mapped: string[] }>(
    `select signing_key, array(
       select external_room from connection_rooms where external_room is not null
       union select unnest(external_rates) from connection_rooms) as mapped
     from installation`,
  );
  const { signing_key: signingKey, mapped } = rows[0]!;
  const kept = new Set(mapped);
  const mask = (reference: string) => referenceWithoutCards(reference, signingKey);
  const cleanText = (text: string, name: string) =>
    VERBATIM_MEMBERS.has(name) || kept.has(text) ? text : memberWithoutCards(text, name, mask);
  return (text, { name, type }) => {
    const member = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    if (type !== 'jsonb') return cleanText(text, member);
    const value = JSON.parse(text);
    const cleaned = JSON.stringify(mapTexts(value, member, cleanText));
    return cleaned === JSON.stringify(value) ? text : cleaned;
  };
}

type ChangedRow = { key: string[]; texts: (string | null)[]; before: (string | null)[] };

async function store(
  client: pg.Client,
  { name, key, texts: columns }: Table,
  rows: ChangedRow[],
): Promise<void> {
  // A trigger refuses every update of the ledger. It is disabled within this transaction only: ALTER TABLE
  // locks the table until the end, and a rollback restores the trigger.
  const guarded = name === 'ledger_entries';
  if (guarded) await client.query('alter table ledger_entries disable trigger ledger_is_append_only');
  for (const { key: values, texts, before } of rows) {
    const changed = columns.flatMap((column, i) =>
      texts[i] === before[i] ? [] : [{ column, text: texts[i], old: before[i] }],
    );
    const first = key.length + 1;
    const set = changed.map(({ column }, i) => `"${column.name}" = $${first + i}::${column.type}`);
    const where = [
      ...key.map((column, i) => `${column.name} = $${i + 1}::${column.type}`),
      // A process of the previous release may still run: what it wrote since the row was read is not
      // overwritten.
      ...changed.map(({ column }, i) => `"${column.name}"::text = $${first + changed.length + i}`),
    ];
    await client.query(`update ${name} set ${set.join(', ')} where ${where.join(' and ')}`, [
      ...values,
      ...changed.map(({ text }) => text),
      ...changed.map(({ old }) => old),
    ]);
  }
  if (guarded) await client.query('alter table ledger_entries enable trigger ledger_is_append_only');
}
