// Queries of tests on a connection of their own, to databases of processes that they start.
import pg from 'pg';

/** Runs one statement and returns its rows. Throws when the server cannot be reached within 10 s. */
export async function query<Row = any>(
  url: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query(text, values as unknown[])).rows;
  } finally {
    await client.end();
  }
}
