// innwire serve, api, worker, migrate: the commands that run in this process.
import type { Command } from 'commander';
import { type Logger, pino } from 'pino';
import { type Config, readConfig } from '../config.ts';
import { openDatabase, type Role, type Running, serve } from '../serve.ts';
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
  const config = readConfig(process.env);
  const stops: (() => Promise<void>)[] = [];
  try {
    const { location } = await openDatabase({ config, log: createLog(config) }, stops);
    console.log(`The schema is current in ${location}.`);
  } finally {
    for (const stop of stops) await stop();
  }
}

/** One JSON line per event, on standard error: standard output is for people. */
export function createLog(config: Config): Logger {
  return pino(
    { level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination(2),
  );
}
