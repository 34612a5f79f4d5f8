// Before all tests: one real PostgreSQL, and in it a migrated database that each test file gets a copy of.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedServer } from '../../src/db/embedded/server.ts';
import { migrate } from '../../src/db/migrate.ts';

export const TEMPLATE = 'innwire_template';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'innwire-test-'));
  const server = await startEmbeddedServer({
    dataDir,
    durable: false, // what is tested here is not the disk
    log: (level, message) => {
      if (level === 'error') console.error(message);
    },
  });
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query(`create database ${TEMPLATE}`);
  await client.end();
  await migrate(databaseUrl(server.url, TEMPLATE));
  project.provide('postgresUrl', server.url);
  return async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}

export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
  }
}
