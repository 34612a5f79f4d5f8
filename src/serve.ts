// Starting and stopping innwire: database, schema, API and worker, wired together. Only main.ts and the tests call this.
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { type Config, VERSION } from './config.ts';
import { connectDatabase, type Database } from './db/database.ts';
import { startEmbeddedServer } from './db/embedded/server.ts';
import { migrate } from './db/migrate.ts';
import { StartError } from './db/start-error.ts';
import { buildApp } from './http/app.ts';
import { startWorker, type Worker } from './jobs/worker.ts';
import { openOutgoing } from './outgoing/http.ts';
import { createMailer } from './outgoing/mail.ts';
import { createSandboxKeeper } from './pms/sandbox/keeper.ts';

/** `all` = API and worker in one process; the others need a DATABASE_URL, because only one process owns an embedded database. */
export type Role = 'all' | 'api' | 'worker';

export type Running = {
  /** where the API is served; null for a worker alone */
  baseUrl: string | null;
  /** where the data lies */
  dataLocation: string;
  db: Database;
  stop(): Promise<void>;
};

export type ServeOptions = {
  config: Config;
  log: Logger;
  role?: Role;
  now?: () => Temporal.Instant;
  /** the embedded database is lost for good: the process cannot go on */
  onLost?: (error: Error) => void;
};

/** Throws StartError with one sentence when innwire cannot start; nothing is left running then. */
export async function serve(options: ServeOptions): Promise<Running> {
  const { config, log, role = 'all', now = clock } = options;
  // Stopped in reverse order of starting.
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const stopOne of stops.splice(0).reverse()) await stopOne();
  };
  try {
    const database = await openDatabase(options, stops);
    const db = connectDatabase(database.url, {
      poolSize: config.databasePoolSize,
      onError: (error) => log.warn({ err: error }, 'a database connection broke'),
    });
    stops.push(() => db.close());
    const calendarDomain = await readCalendarDomain(db);
    const { baseUrl, app } =
      role === 'worker' ? NO_API : await startApi({ ...options, now }, { db, calendarDomain });
    if (app) stops.push(() => closeWithin(app, CLOSE_WITHIN_MS));
    if (role !== 'api')
      stops.push(await startJobs({ ...options, now }, { db, calendarDomain, alone: !config.databaseUrl }));
    return { baseUrl, dataLocation: database.location, db, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Opens the database that the settings name, at the schema version this program needs. */
export async function openDatabase(
  { config, log, role = 'all', onLost }: ServeOptions,
  stops: (() => Promise<void>)[],
): Promise<{ url: string; location: string }> {
  if (config.databaseUrl) {
    await migrate(config.databaseUrl).catch((error) => {
      throw error instanceof StartError ? error : unreachable(error);
    });
    return { url: config.databaseUrl, location: `the database at ${new URL(config.databaseUrl).host}` };
  }
  if (role !== 'all') {
    throw new StartError(
      `innwire ${role} needs a DATABASE_URL: an embedded database belongs to one process, "innwire serve".`,
    );
  }
  const embedded = await startEmbeddedServer({
    dataDir: config.dataDir,
    log: (level, message) => log[level === 'info' ? 'debug' : level](message),
    ...(onLost && { onLost }),
  });
  stops.push(() => embedded.stop());
  await migrate(embedded.url);
  return { url: embedded.url, location: embedded.directory };
}

const NO_API = { baseUrl: null, app: null };

/** How long requests in progress may take to end when the process stops; then their connections are closed. */
const CLOSE_WITHIN_MS = 3_000;

type Parts = { db: Database; calendarDomain: string };
type Wiring = ServeOptions & { now: () => Temporal.Instant };

async function startApi({ config, log, now }: Wiring, { db, calendarDomain }: Parts) {
  const sandbox = createSandboxKeeper(db, now);
  await sandbox.freshen();
  let baseUrl = config.baseUrl ?? '';
  const app = await buildApp({
    db,
    operatorKey: config.operatorKey ?? (await readOperatorKey(config.dataDir)),
    baseUrl: () => baseUrl,
    limits: { sandbox: config.rateLimitSandbox, live: config.rateLimitLive },
    trustProxy: config.trustProxy,
    logger: log,
    now,
    freshenSandbox: sandbox.freshen,
    calendarDomain,
  });
  await listen(app, config);
  const { port } = app.server.address() as { port: number };
  if (!config.baseUrl) baseUrl = `http://${hostInUrl(config.host)}:${port}`;
  return { baseUrl, app };
}

async function startJobs(
  { config, log, now }: Wiring,
  parts: Parts & { alone: boolean },
): Promise<() => Promise<void>> {
  const outgoing = openOutgoing({ allowPrivateNetwork: config.allowPrivateNetwork, version: VERSION });
  const mailer = config.smtpUrl && config.mailFrom ? createMailer(config.smtpUrl, config.mailFrom) : null;
  const { alone, ...shared } = parts;
  const context = { ...shared, outgoing, mailer, icalPollSeconds: config.icalPollSeconds, now, log };
  const worker: Worker = await startWorker(context, { alone });
  return async () => {
    await worker.stop();
    mailer?.close();
    await outgoing.close();
  };
}

async function listen(app: FastifyInstance, config: Config): Promise<void> {
  try {
    await app.listen({ host: config.host, port: config.port });
  } catch (error) {
    await app.close();
    const { code } = error as { code?: string };
    if (code === 'EADDRINUSE') {
      throw new StartError(
        `Port ${config.port} on ${config.host} is taken: stop what uses it, or set PORT to another.`,
      );
    }
    if (code === 'EACCES')
      throw new StartError(`Port ${config.port} may not be used by this user: set PORT to one above 1023.`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new StartError(
        `HOST ${config.host} is no address of this machine: set it to 127.0.0.1 or 0.0.0.0.`,
      );
    }
    throw error;
  }
}

async function closeWithin(app: FastifyInstance, withinMs: number): Promise<void> {
  const closing = app.close();
  const late = sleep(withinMs, undefined, { ref: false }).then(() => app.server.closeAllConnections());
  await Promise.race([closing, late.then(() => closing)]);
}

/** The key in DATA_DIR, made at the first start. Two processes that start at once end up with the same one. */
export async function readOperatorKey(dataDir: string): Promise<string> {
  const file = path.join(dataDir, 'operator.key');
  try {
    await mkdir(dataDir, { recursive: true });
    await writeFile(file, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') {
      throw new StartError(
        `DATA_DIR ${dataDir} cannot be written (${(error as Error).message}): choose another, or set OPERATOR_KEY.`,
      );
    }
  }
  return (await readFile(file, 'utf8')).trim();
}

async function readCalendarDomain(db: Database): Promise<string> {
  const [row] = await db.query<{ installation_id: string }>('select installation_id from installation');
  return `${row!.installation_id}.innwire`;
}

function clock(): Temporal.Instant {
  // Whole milliseconds, as answers show them: a cursor made from an answer finds its row again.
  return Temporal.Instant.fromEpochMilliseconds(Date.now());
}

/** An address that listens everywhere is reached by the name of this machine. */
function hostInUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

function unreachable(error: unknown): StartError {
  return new StartError(
    `DATABASE_URL does not lead to a usable PostgreSQL (${(error as Error).message}): check host, port, user, password and database name.`,
    { cause: error },
  );
}
