// Keyset pagination: each page is one statement that starts after the last row of the page before.
import type { Queryable } from '../db/database.ts';

/** A page to read: at most `size` rows, after the row whose sort key is `after`. */
export type Page = { size: number; after: readonly (string | number)[] | null };

/**
 * A condition with a `?` for its value (which may occur several times), and `?2` and `?3` for further ones; it
 * is left out when the value is undefined.
 */
export type Condition = readonly [sql: string, value: unknown, ...more: unknown[]];

type SortKey = {
  /** columns of a unique key; the last one is an id */
  columns: readonly string[];
  /** SQL types of those columns, to convert the values of a cursor */
  types: readonly string[];
  descending?: boolean;
};

/**
 * Returns the statement of one page and its parameters. With keyset pagination instead of
 * a database cursor a slow client holds no connection and no transaction between pages,
 * and the last page costs as much as the first.
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

/** Returns the conditions as SQL, with their parameters and a function that adds further ones. */
export function restrict(conditions: readonly Condition[]) {
  const values: unknown[] = [];
  const placeholder = (value: unknown) => `$${values.push(value)}`;
  const where = conditions
    .filter(([, value]) => value !== undefined)
    .map(([sql, ...given]) => {
      const placeholders = given.map(placeholder);
      return sql.replaceAll(/\?([23]?)/g, (_, place) => placeholders[place === '' ? 0 : Number(place) - 1]!);
    });
  return { where, values, placeholder };
}

/** Returns the conditions that a row is of a booking of a group, or of a guest. */
export function ofBookings(
  hotelId: number,
  { groupId, guestId }: { groupId?: number | undefined; guestId?: number | undefined },
): Condition[] {
  const among = (column: string) => `reservation_id = any(array(
    select booking.reservation_id from reservations as booking where booking.hotel_id = ?2 and booking.${column} = ?))`;
  return [
    [among('group_id'), groupId, hotelId],
    [among('guest_id'), guestId, hotelId],
  ];
}

/** Returns how many rows of a table match the conditions. */
export async function count(db: Queryable, table: string, conditions: readonly Condition[]): Promise<number> {
  const { where, values } = restrict(conditions);
  const [row] = await db.query<{ total: number }>(
    `select count(*)::int as total from ${table} where ${where.join(' and ')}`,
    values,
  );
  return row!.total;
}
