// Global setup of the tests: a PostgreSQL server with a migrated template database, which test files copy, and
// for processes a template and a directory of an embedded database, both as after a first start.
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedServer } from '../../src/db/embedded/server.ts';
import { migrate } from '../../src/db/migrate.ts';
import { createSandboxRefresher } from '../../src/sandbox/regenerate.ts';
import { connectForTest, GENEROUS_LIMITS } from './connect.ts';

/** Database with the current schema, and nothing in it. */
export const TEMPLATE = 'innwire_template';
/** Database with the current schema and the sample property. */
export const STARTED_TEMPLATE = 'innwire_started_template';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const files = await mkdtemp(path.join(tmpdir(), 'innwire-test-files-'));
  project.provide('compileCache', path.join(files, 'compiled'));
  const dataDir = await mkdtemp(path.join(tmpdir(), 'innwire-test-'));
  const start = () =>
    startEmbeddedServer({
      dataDir,
      durable: false, // the tests do not need data to survive a crash
      log: (level, message) => {
        if (level === 'error') console.error(message);
      },
    });
  const first = await start();
  await migrate(first.url, { connectTimeoutMs: GENEROUS_LIMITS.connectionMs });
  await writeSandbox(first.url);
  await onServer(first.url, `alter system set max_connections = ${CONNECTIONS}`);
  await first.stop();
  const migratedDirectory = path.join(files, 'postgresql');
  // -a keeps the owner: as root the files belong to another account.
  execFileSync('cp', ['-a', first.directory, migratedDirectory]);
  await writeFile(path.join(migratedDirectory, 'data/postgresql.auto.conf'), '');
  project.provide('migratedDirectory', migratedDirectory);
  const server = await start();
  await onServer(server.url, `create database ${TEMPLATE}`);
  await migrate(databaseUrl(server.url, TEMPLATE), { connectTimeoutMs: GENEROUS_LIMITS.connectionMs });
  await onServer(server.url, `create database ${STARTED_TEMPLATE} template ${TEMPLATE}`);
  await writeSandbox(databaseUrl(server.url, STARTED_TEMPLATE));
  project.provide('postgresUrl', server.url);
  return async () => {
    await server.stop();
    // A process that was killed may still be writing its compiled files.
    for (const directory of [dataDir, files])
      await rm(directory, { recursive: true, force: true, maxRetries: 10 });
  };
}

/** Writes the sample property, which the first start of a server would take most of its time for. */
async function writeSandbox(url: string): Promise<void> {
  const db = connectForTest(url, { poolSize: 1 });
  await createSandboxRefresher(db, () => Temporal.Now.instant(), { log: console }).refresh();
  await db.close();
}

/**
 * Maximum number of connections: files run in parallel, and some start several processes with their own
 * pools.
 */
const CONNECTIONS = 400;

/** Runs one statement on a separate connection. */
export async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** folder of the built desk, from built-desk.ts */
    builtDesk: string;
    /**
     * directory of compiled files, for processes that end before the tests do: with it a command takes 0.2 s
     * instead of 0.34 s
     */
    compileCache: string;
    /** directory of an embedded database as after a first start, to be copied to DATA_DIR/postgresql */
    migratedDirectory: string;
    postgresUrl: string;
  }
}
