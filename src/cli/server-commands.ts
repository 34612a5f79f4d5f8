// innwire serve, api, worker, migrate: the commands that run in this process.
import { createReadStream, createWriteStream } from 'node:fs';
import { access, rename, rm } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import type { Command } from 'commander';
import { type Logger, pino } from 'pino';
import { type Config, readConfig } from '../config.ts';
import { restoreBackup } from '../db/backup.ts';
import { StartError } from '../db/start-error.ts';
import { openDatabase, type Role, type Running, serve } from '../serve.ts';
import { fetchBackup } from './client.ts';
import { welcome } from './welcome.ts';

export function addServerCommands(program: Command): void {
  program
    .command('serve')
    .description('start everything: database, API and worker, in one process')
    .action(() => run('all'));
  program
    .command('api')
    .description('start the API alone (with DATABASE_URL; any number of processes)')
    .action(() => run('api'));
  program
    .command('worker')
    .description('start the worker alone (with DATABASE_URL; any number of processes)')
    .action(() => run('worker'));
  program
    .command('migrate')
    .description('bring the database to the schema this version needs, and stop')
    .action(migrateOnly);
  program
    .command('backup <file>')
    .description('write all data of the running innwire into a compressed file')
    .action(backup);
  program
    .command('restore <file>')
    .description('fill an empty DATA_DIR (or DATABASE_URL) from a backup, and stop')
    .action(restore);
}

/** After this the process ends whatever is still in progress. */
const FORCED_EXIT_MS = 4_500;

async function run(role: Role): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config);
  // Signals are heard from the first moment: a start that is interrupted leaves nothing running either.
  const signal = new Promise<void>((resolve) => {
    process.once('SIGTERM', () => resolve());
    process.once('SIGINT', () => resolve());
  });
  let lost: Error | undefined;
  const running = await serve({
    config,
    log,
    role,
    onLost: (error) => {
      lost = error;
      process.kill(process.pid, 'SIGTERM');
    },
  });
  console.log(welcome(running, config, role));
  await signal;
  await stopWithin(running, log);
  if (lost) {
    log.fatal({ err: lost }, 'the database is lost');
    process.exitCode = 1;
  }
}

async function stopWithin(running: Running, log: Logger): Promise<void> {
  setTimeout(() => {
    log.warn('not everything ended in time');
    process.exit(1);
  }, FORCED_EXIT_MS).unref();
  await running.stop();
}

async function migrateOnly(): Promise<void> {
  const location = await withDatabase(async ({ location }) => location);
  console.log(`The schema is current in ${location}.`);
}

/** Opens the database at the current schema for one piece of work, and closes it again. */
async function withDatabase<T>(
  work: (database: { url: string; location: string }) => Promise<T>,
): Promise<T> {
  const config = readConfig(process.env);
  const stops: (() => Promise<void>)[] = [];
  try {
    return await work(await openDatabase({ config, log: createLog(config) }, stops));
  } finally {
    for (const stop of stops) await stop();
  }
}

/** Into a file that appears under its name only when it is complete. */
async function backup(file: string): Promise<void> {
  const partial = `${file}.partial`;
  try {
    await fetchBackup(createWriteStream(partial, { mode: 0o600 }));
    await rename(partial, file);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
  console.log(
    `Written to ${file}. Keep the operator key and, where you set none, DATA_DIR's other keys with it.`,
  );
}

async function restore(file: string): Promise<void> {
  await access(file).catch(() => {
    throw new StartError(`There is no file ${file}.`);
  });
  const rows = await withDatabase(({ url }) => {
    const text = createGunzip();
    // A file that is not compressed, or cut off, ends the restore.
    createReadStream(file)
      .on('error', (error) => text.destroy(error))
      .pipe(text);
    return restoreBackup(url, text);
  });
  console.log(`Restored ${rows} rows. Start innwire as usual.`);
}

/** One JSON line per event, on standard error: standard output is for people. */
export function createLog(config: Config): Logger {
  return pino(
    { level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination(2),
  );
}
