// Brings a database to the schema of an earlier release, for tests of single migrations.
import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';

const MIGRATIONS = new URL('../../db/migrations/', import.meta.url);

/** Applies the migrations with numbers `from` to `to`, both inclusive. */
export async function applyMigrations(client: pg.Client, from: number, to: number): Promise<void> {
  const files = (await readdir(MIGRATIONS)).filter((file) => file.endsWith('.sql')).sort();
  for (const file of files) {
    const number = Number(file.split('.')[0]);
    if (number >= from && number <= to) await client.query(await readFile(new URL(file, MIGRATIONS), 'utf8'));
  }
}
