// Dumps of all business data in the database, to be compared before and after.
import type { Database } from '../../src/db/database.ts';
import { SANDBOX_ID } from '../../src/model/property.ts';

/** Tables that every request writes to. */
const OF_EVERY_REQUEST = new Set(['activity', 'operator_actions']);

/**
 * Returns one text per table: its rows, in an order that does not depend on when they were written. Without the sample property,
 * which is large.
 */
export function dumpDatabase(db: Database): Promise<Record<string, string>> {
  return dump(db, null);
}

/** Returns what `dumpDatabase` does; with `hotelId`, of tables by property only the rows of that one. */
async function dump(db: Database, hotelId: number | null): Promise<Record<string, string>> {
  const rows = await db.query<{ table: string; rows: string | null }>(await statement(db, 'rows'), [hotelId]);
  return Object.fromEntries(rows.map((row) => [row.table, row.rows ?? '']));
}

/** Returns a short text that is another one after any row was written; with `hotelId`, any row of that property. */
export async function fingerprint(db: Database, hotelId: number | null = null): Promise<string> {
  const rows = await db.query<{ table: string; rows: string | null }>(await statement(db, 'versions'), [
    hotelId,
  ]);
  return rows.map((row) => `${row.table}:${row.rows}`).join(' ');
}

/** Returns the rows of one property by table. */
export async function dumpProperty(db: Database, hotelId: number): Promise<Record<string, string>> {
  return ofProperty(await dump(db, hotelId), hotelId);
}

/** Returns the rows of one property from a dump. */
export function ofProperty(dump: Record<string, string>, hotelId: number): Record<string, string> {
  const own = new RegExp(`"hotel_id": ${hotelId}[,}]`);
  return Object.fromEntries(
    Object.entries(dump).map(([table, rows]) => [
      table,
      rows
        .split('\n')
        .filter((row) => own.test(row))
        .join('\n'),
    ]),
  );
}

const statements = new WeakMap<Database, Map<string, string>>();

async function statement(db: Database, kind: 'rows' | 'versions'): Promise<string> {
  const known = statements.get(db)?.get(kind);
  if (known) return known;
  const tables = await db.query<{ name: string; owned: boolean }>(
    `select format('%I.%I', table_schema, table_name) as name,
       exists (select 1 from information_schema.columns as c
         where c.table_schema = t.table_schema and c.table_name = t.table_name and column_name = 'hotel_id') as owned
     from information_schema.tables as t
     where table_type = 'BASE TABLE' and table_schema = 'public' order by 1`,
  );
  const text = tables
    .map(({ name, owned }) => ({ name: name.replace(/^public\./, ''), owned }))
    .filter(({ name }) => !OF_EVERY_REQUEST.has(name))
    .map(({ name, owned }) => {
      // The last use of a token is stored with the usage log.
      const row = name === 'tokens' ? "(to_jsonb(t) - 'last_used_at')::text" : 'to_jsonb(t)::text';
      const all = `string_agg(${row}, e'\\n' order by ${row})`;
      // A row that was added or written has a newer transaction than all others; one that was removed is not counted.
      const versions = `count(*) || '/' || sum(xmin::text::bigint)`;
      const isByVersion = kind === 'versions' && name !== 'tokens';
      const others = `$1::bigint is null${kind === 'rows' ? ` and hotel_id is distinct from ${SANDBOX_ID}` : ''}`;
      const which = owned ? `where hotel_id = $1 or (${others})` : '';
      return `select '${name}' as table, ${isByVersion ? versions : all} as rows from ${name} as t ${which}`;
    })
    .join(' union all ');
  const own = statements.get(db) ?? new Map<string, string>();
  statements.set(db, own.set(kind, text));
  return text;
}
