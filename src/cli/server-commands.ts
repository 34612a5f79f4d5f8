// innwire serve, api, worker, migrate, backup, restore: the commands that run in this process.
import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import type { Command } from 'commander';
import type { Logger } from 'pino';
import { readConfig } from '../config.ts';
import { StartError } from '../db/start-error.ts';
import type { Role } from '../serve.ts';
import { createLog } from './log.ts';
import { handleSignals } from './signals.ts';
import { welcome } from './welcome.ts';

/** Adds the commands that run in this process to the program. */
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
    .command('backup')
    .argument('[file]', 'a new file (absent: DATA_DIR/backups/innwire-<date and time>.gz)')
    .option('--force', 'replace a file that exists')
    .description('write all data of the running innwire into a compressed file')
    .action(async (file, options) => (await import('./backup-command.ts')).backup(file, options));
  program
    .command('restore <file>')
    .description('fill an empty DATA_DIR (or DATABASE_URL) from a backup, and stop')
    .action(restore);
}

/** Time after a signal to stop at which the process exits even if work is in progress. */
const FORCED_EXIT_MS = 4_500;

async function run(role: Role): Promise<void> {
  const config = readConfig();
  const log = createLog(config);
  // Signals are handled from the beginning, so that an interrupted start leaves no process running.
  const stopping = handleSignals();
  stopping.signal.addEventListener('abort', () => exitWithin(FORCED_EXIT_MS, log));
  let lost: Error | undefined;
  const onLost = (error: Error) => {
    lost = error;
    stopping.abort();
  };
  try {
    const { serve } = await server();
    const running = await serve({
      ...{ config, log, role, signal: stopping.signal, onLost },
      onTerminal: process.stdout.isTTY,
    });
    console.log(welcome(running, config, role));
    await aborted(stopping.signal);
    await running.stop();
  } catch (error) {
    if (error !== stopping.signal.reason) throw error; // otherwise it was stopped during the start
  }
  if (lost) log.fatal({ err: lost }, 'the database is lost');
  // Abandoned work could keep the process alive: a connection in the middle of a statement, a job that waits.
  process.exit(lost ? 1 : 0);
}

/** Imported on demand: commands that only call a running innwire take 0.2 s without it and 0.6 s with it. */
function server() {
  return import('../serve.ts');
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve());
  });
}

function exitWithin(ms: number, log: Logger): void {
  setTimeout(() => {
    log.warn('not everything ended in time');
    process.exit(1);
  }, ms).unref();
}

async function migrateOnly(): Promise<void> {
  const location = await withDatabase(async ({ location }) => location);
  console.log(`The schema is current in ${location}.`);
}

/**
 * Opens the database, migrated to the current schema, for one piece of work and closes it afterwards. The
 * work must react to the signal itself.
 */
async function withDatabase<T>(
  work: (database: { url: string; location: string }, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const config = readConfig();
  const log = createLog(config);
  const { signal } = handleSignals();
  signal.addEventListener('abort', () => exitWithin(FORCED_EXIT_MS, log));
  const { openDatabase } = await server();
  const stops: (() => Promise<void>)[] = [];
  try {
    return await work(await openDatabase({ config, log }, stops), signal);
  } finally {
    for (const stop of stops) await stop();
  }
}

async function restore(file: string): Promise<void> {
  await access(file).catch(() => {
    throw new StartError(`There is no file ${file}.`);
  });
  const rows = await withDatabase(async ({ url }, signal) => {
    const { restoreBackup } = await import('../db/backup.ts');
    const text = createGunzip();
    // A file that is truncated or not compressed fails the restore; a signal does so too.
    createReadStream(file)
      .on('error', (error) => text.destroy(error))
      .pipe(text);
    const interrupt = () => text.destroy(new Error('interrupted'));
    if (signal.aborted) interrupt();
    signal.addEventListener('abort', interrupt);
    return restoreBackup(url, text).catch((error) => {
      throw signal.aborted ? new StartError('Interrupted: nothing was restored.') : error;
    });
  });
  console.log(
    `Restored ${rows} rows. Start innwire as usual: channels, e-mails and webhooks are paused until "innwire channel resume", so that it may run beside the original.`,
  );
}
