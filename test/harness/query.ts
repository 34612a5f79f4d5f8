// Queries of tests on a connection of their own, to databases of processes that they start.
import pg from 'pg';
import { GENEROUS_LIMITS } from './connect.ts';

/** Runs one statement and returns its rows. Throws when the server cannot be reached. */
export async function query<Row = any>(
  url: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: GENEROUS_LIMITS.connectionMs,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query(text, values as unknown[])).rows;
  } finally {
    await client.end();
  }
}
