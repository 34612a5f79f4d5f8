// Writes db/schema.sql: the schema after all migrations, as one readable
// file. Run it after adding a migration.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedServer } from '../src/db/embedded/server.ts';
import { migrate } from '../src/db/migrate.ts';
import { describeSchema } from '../src/db/schema.ts';

const dataDir = await mkdtemp(path.join(tmpdir(), 'innwire-schema-'));
const server = await startEmbeddedServer({ dataDir, durable: false, log: () => {} });
try {
  await migrate(server.url);
  await writeFile(new URL('../db/schema.sql', import.meta.url), await describeSchema(server.url));
} finally {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}
