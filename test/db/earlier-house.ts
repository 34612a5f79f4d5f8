// A database of an earlier release with a house in it, for tests of migrations of bookings.
import pg from 'pg';
import { newDatabase } from '../harness/database.ts';
import { applyMigrations } from './apply-migrations.ts';

export const HOTEL = 4711;
/** when everything of the house was stored */
export const AT = '2026-01-05T10:00:00Z';

/** Runs a statement whose first parameter is the property, and returns its first row. */
export type Store = (sql: string, ...values: unknown[]) => Promise<any>;

/** Runs work on an empty database. */
export async function withClient<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: await newDatabase() });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Stores a house with one room and with connections, by channel the protocol; a calendar of Vrbo is that of the room. */
export async function storeHouse(
  client: pg.Client,
  protocols: Readonly<Record<string, string>>,
): Promise<{ store: Store; room: string }> {
  const store: Store = async (sql, ...values) => (await client.query(sql, [HOTEL, ...values])).rows[0];
  await store(
    `insert into properties (hotel_id, name, currency, timezone, created_at) values ($1, 'Quinta', 'EUR', 'Europe/Lisbon', $2)`,
    AT,
  );
  const { room_id: room } = await store(
    `insert into rooms (hotel_id, name, capacity, price_minor, created_at) values ($1, 'Room', 2, 10000, $2) returning room_id`,
    AT,
  );
  for (const [channel, protocol] of Object.entries(protocols))
    await store(
      `insert into connections (hotel_id, channel, protocol, state, created_at, updated_at) values ($1, $2, $3, 'connected', $4, $4)`,
      channel,
      protocol,
      AT,
    );
  await store(`insert into connection_rooms (hotel_id, channel, room_id) values ($1, 'vrbo', $2)`, room);
  return { store, room };
}

/**
 * Stores bookings in a database of an earlier release, by its last migration, and upgrades it; returns what the columns then say of
 * each booking, by the names of `storeEarlier`, which returns their ids.
 */
export async function upgradeBookings(
  client: pg.Client,
  released: number,
  storeEarlier: (client: pg.Client) => Promise<Record<string, string>>,
  columns: readonly string[],
): Promise<Record<string, (string | null)[]>> {
  await applyMigrations(client, 1, released);
  const ids = await storeEarlier(client);
  await applyMigrations(client, released + 1, Number.POSITIVE_INFINITY);
  const values = columns.map((column) => `${column}::text`).join(', ');
  const { rows } = await client.query(
    `select reservation_id, array[${values}] as said from reservations where hotel_id = $1`,
    [HOTEL],
  );
  return Object.fromEntries(
    Object.entries(ids).map(([name, id]) => [name, rows.find((row) => row.reservation_id === id).said]),
  );
}
