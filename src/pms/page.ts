// Lists in pages by key: each page is one statement that starts after the last row of the page before.
import type { Queryable } from '../db/database.ts';

/** A page to read: at most `size` rows, after the row whose sort key is `after`. */
export type Page = { size: number; after: readonly (string | number)[] | null };

/** A condition with one `?`; it is left out when its value is undefined. */
export type Condition = readonly [sql: string, value: unknown];

export type SortKey = {
  /** a unique key: its last column is an id */
  columns: readonly string[];
  /** the SQL types of those columns, to read a cursor back */
  types: readonly string[];
  descending?: boolean;
};

/**
 * Builds the statement of one page. Reading by key instead of by a database cursor means that a slow reader holds no
 * connection and no transaction while it reads, and that the first page and the last cost the same.
 */
export function keyset(
  select: string,
  conditions: readonly Condition[],
  key: SortKey,
  page: Page,
): { text: string; values: unknown[] } {
  const { where, values, placeholder } = restrict(conditions);
  if (page.after) {
    const after = page.after.map((value, i) => `${placeholder(value)}::${key.types[i]}`);
    where.push(`(${key.columns.join(', ')}) ${key.descending ? '<' : '>'} (${after.join(', ')})`);
  }
  const order = key.columns.map((column) => (key.descending ? `${column} desc` : column)).join(', ');
  const text = `${select} where ${where.join(' and ')} order by ${order} limit ${placeholder(page.size)}`;
  return { text, values };
}

/** The conditions of a list as SQL. */
export function restrict(conditions: readonly Condition[]) {
  const values: unknown[] = [];
  const placeholder = (value: unknown) => `$${values.push(value)}`;
  const where = conditions
    .filter(([, value]) => value !== undefined)
    .map(([sql, value]) => sql.replaceAll('?', placeholder(value)));
  return { where, values, placeholder };
}

/** How many rows such a list has in all. */
export async function count(db: Queryable, table: string, conditions: readonly Condition[]): Promise<number> {
  const { where, values } = restrict(conditions);
  const [row] = await db.query<{ total: number }>(
    `select count(*)::int as total from ${table} where ${where.join(' and ')}`,
    values,
  );
  return row!.total;
}
