// Starts and stops innwire: database, migrations, API and worker.
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { type Config, VERSION } from './config.ts';
import { type BackgroundOptions, forBackground } from './db/background.ts';
import { connectDatabase, type Database } from './db/database.ts';
import { startEmbeddedServer } from './db/embedded/server.ts';
import { type FreeSpace, watchFreeSpace } from './db/free-space.ts';
import { readKeyFile } from './db/key-file.ts';
import { migrate } from './db/migrate.ts';
import { createSecrets } from './db/secrets.ts';
import { reasonOf, StartError } from './db/start-error.ts';
import { buildApp } from './http/app.ts';
import { registerInbound } from './inbound/routes.ts';
import { openChannelReads } from './jobs/channels/open-channel-reads.ts';
import { encryptStoredUrls } from './jobs/encrypt-stored-urls.ts';
import { startWorker } from './jobs/worker.ts';
import { isLoopbackHost } from './model/loopback.ts';
import { LINK_HOURS, signInLink } from './model/staff.ts';
import { waitAtMost } from './model/timers.ts';
import { openOutgoing } from './outgoing/http.ts';
import { createMailer } from './outgoing/mail.ts';
import { pauseAtStart } from './pms/detect-copied-database.ts';
import { awaitsFirstOwner, inviteFirstOwner } from './pms/first-owner.ts';
import { readNotices } from './pms/notices.ts';
import { readInstallationPause } from './pms/pause.ts';
import { withPracticeChannel } from './practice/server.ts';
import { createSandboxRefresher } from './sandbox/regenerate.ts';

/** `all` = API and worker; `api` or `worker` alone need a DATABASE_URL: an embedded one has one owner. */
export type Role = 'all' | 'api' | 'worker';

export type Running = {
  /** base URL of the API; null for a worker alone */
  baseUrl: string | null;
  /** directory of the embedded database, or host and name of the external one */
  dataLocation: string;
  /** conditions that the operator should know of and may have to act on, one sentence each */
  notices: string[];
  /** how the first person signs in; null = somebody has, or this is a worker */
  firstSignIn: FirstSignIn | null;
  db: Database;
  stop(): Promise<void>;
};

/** `link`: signs the first owner in once, within `validHours`; null = it may not be shown here. */
export type FirstSignIn = { link: string | null; validHours: number };

type ServeOptions = {
  config: Config;
  log: Logger;
  role?: Role;
  now?: () => Temporal.Instant;
  /** aborts a start in progress; `serve` then throws the signal's reason */
  signal?: AbortSignal;
  /** called when the embedded database is lost for good: the process cannot continue */
  onLost?: (error: Error) => void;
  /** what is printed is seen by a person and not kept in a log, so that it may contain a link that signs somebody in */
  onTerminal?: boolean;
};

type Stop = () => Promise<void>;

/** Starts innwire. Throws StartError with one sentence if that fails, and stops what was started. */
export async function serve(options: ServeOptions): Promise<Running> {
  const { config, log, role = 'all', now = clock, signal } = options;
  // Stopped in reverse order of starting; the API and the worker, which do not need each other, together.
  const stops: Stop[] = [];
  const services: Stop[] = [];
  const stopping = new AbortController();
  const stop = async () => {
    stopping.abort();
    const failed = await stopAll(stops);
    for (const error of failed) log.error({ err: error }, 'stopping a service failed');
    if (failed.length > 0) throw failed[0];
  };
  try {
    const database = await openDatabase(options, stops);
    signal?.throwIfAborted();
    const db = connectDatabase(database.url, {
      freeSpace: await watchDisk(database, log, stops),
      poolSize: config.databasePoolSize,
      secrets: createSecrets(await credentialsKeyOf(config, role)),
      // While stopping, connections are closed on purpose: not worth a warning.
      onError: (error) => stopping.signal.aborted || log.warn({ err: error }, 'a database connection broke'),
    });
    stops.push(() => waitAtMost(DATABASE_CLOSE_MS, db.close()));
    const ends = AbortSignal.any([stopping.signal, ...(signal ? [signal] : [])]);
    const waiting = { log, signal: ends };
    const background = forBackground(db, waiting);
    await encryptStoredUrls(background, log);
    if (config.databaseUrl) {
      // With an embedded database there is no other process to exchange notifications with.
      const connection = await db.notifications.connect(database.url);
      stops.push(() => connection.close());
    }
    stops.push(async () => void (await Promise.all(services.map((stopOne) => stopOne()))));
    // Must come before anything in this process can send requests to the outside.
    const { clusterFile } = database;
    await pauseAtStart(background, { clusterFile, channels: config.channels, now: now() });
    // Also an earlier pause, by a restore or a previous start: often the log is all that is read.
    const pause = await readInstallationPause(background);
    if (pause) log.warn(`everything that is sent out is paused: ${pause.reason}`);
    const calendarDomain = await readCalendarDomain(background);
    signal?.throwIfAborted();
    const { baseUrl, app } =
      role === 'worker' ? NO_API : await startApi({ ...options, now }, { db, calendarDomain, waiting });
    if (app) services.push(() => closeApi(app));
    if (role !== 'api')
      services.push(
        await startJobs({ ...options, now }, { db: background, calendarDomain, alone: !config.databaseUrl }),
      );
    signal?.throwIfAborted();
    const notices = await readNotices(background, { mailer: config.smtpUrl !== null });
    const firstSignIn =
      baseUrl === null ? null : await findFirstSignIn({ ...options, now }, { db: background, baseUrl });
    return { baseUrl, dataLocation: database.location, notices, firstSignIn, db, stop };
  } catch (error) {
    await stop().catch(() => {}); // stop() has logged its errors
    throw error;
  }
}

/** Returns how the first person signs in. Of several processes none makes a link: it would end those of the others. */
async function findFirstSignIn(
  { role = 'all', onTerminal = false, now }: Wiring,
  { db, baseUrl }: { db: Database; baseUrl: string },
): Promise<FirstSignIn | null> {
  if (role !== 'all' || !onTerminal)
    return (await awaitsFirstOwner(db, now())) ? { link: null, validHours: LINK_HOURS } : null;
  const secret = await inviteFirstOwner(db, now());
  return secret === null ? null : { link: signInLink(baseUrl, secret), validHours: LINK_HOURS };
}

/** Stops all services in reverse order, also when some of them fail. Returns the errors. */
async function stopAll(stops: Stop[]): Promise<unknown[]> {
  const failed: unknown[] = [];
  for (const stopOne of stops.splice(0).reverse()) await stopOne().catch((error) => failed.push(error));
  return failed;
}

/** Opens and migrates the database of the settings. Throws StartError if it cannot be used. */
export async function openDatabase(
  { config, log, role = 'all', onLost }: ServeOptions,
  stops: (() => Promise<void>)[],
): Promise<{ url: string; location: string; clusterFile: string | null }> {
  if (config.databaseUrl) {
    await migrate(config.databaseUrl).catch((error) => {
      throw error instanceof StartError ? error : unusable(error);
    });
    const { host, pathname } = new URL(config.databaseUrl);
    return {
      url: config.databaseUrl,
      location: `the database at ${host || 'localhost'}${pathname}`,
      clusterFile: null,
    };
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
  await migrate(embedded.url, { connectTimeoutMs: OWN_SERVER_CONNECT_MS });
  return { url: embedded.url, location: embedded.directory, clusterFile: embedded.clusterFile };
}

/** Watches the disk of the embedded database; of another one nothing is known. */
async function watchDisk(
  { location, clusterFile }: { location: string; clusterFile: string | null },
  log: Logger,
  stops: Stop[],
): Promise<FreeSpace | undefined> {
  if (clusterFile === null) return undefined;
  const freeSpace = watchFreeSpace({ folder: location, log });
  stops.push(async () => freeSpace.stop());
  await freeSpace.measure();
  return freeSpace;
}

/** The embedded server is ready, and responds within milliseconds, unless the machine is very busy. */
const OWN_SERVER_CONNECT_MS = 60_000;

const NO_API = { baseUrl: null, app: null };

/** How long requests in progress may take when the process stops; then their connections are closed. */
const DRAIN_TIMEOUT_MS = 2_500;
/** Longer than DRAIN_TIMEOUT_MS: closing the API then stores the usage log, which only needs the database. */
const API_CLOSE_MS = 3_200;
/** Longer than a worker needs to abandon a job (2 s), unless the database does not answer. */
const WORKER_CLOSE_MS = 3_000;
/** A transaction that is still open now has no client any more: PostgreSQL rolls it back. */
const DATABASE_CLOSE_MS = 300;

/** The highest number of concurrent webhook deliveries, so one host can receive all of them. */
const WEBHOOKS_PER_HOST = 250;

type Parts = { db: Database; calendarDomain: string };
type Wiring = ServeOptions & { now: () => Temporal.Instant };

function outgoingOf({ allowPrivateNetwork }: Config) {
  return { allowPrivateNetwork, version: VERSION };
}

async function startApi(
  { config, log, now }: Wiring,
  { db, calendarDomain, waiting }: Parts & { waiting: BackgroundOptions },
) {
  const sandbox = createSandboxRefresher(db, now, waiting);
  let baseUrl = config.baseUrl ?? '';
  const reads = openChannelReads({ ...outgoingOf(config), now });
  const app = await buildApp({
    db,
    operatorKey: config.operatorKey ?? (await readOperatorKey(config.dataDir)),
    baseUrl: () => baseUrl,
    limits: { sandbox: config.rateLimitSandbox, live: config.rateLimitLive },
    trustProxy: config.trustProxy,
    allowHttp: config.allowPrivateNetwork,
    testProperties: makesTestProperties(config),
    previewChannel: reads.preview,
    readAttachment: reads.readAttachment,
    logger: log,
    now,
    refreshSandbox: sandbox.refreshForRequest,
    calendarDomain,
    mcp: {
      hosts: [config.host, ...config.mcpHosts],
      confirm: config.mcpConfirm,
      streamsPerToken: config.mcpStreamsPerToken,
      sessionsPerToken: config.mcpSessionsPerToken,
      sessions: config.mcpSessions,
    },
  });
  app.addHook('onClose', () => reads.close());
  registerInbound(app, { db, now, baseUrl: () => baseUrl });
  await listen(app, config);
  // Takes seconds, once in an hour: of all requests only those for the sample property wait for it.
  sandbox.refresh().catch((error) => {
    if (!waiting.signal?.aborted) log.warn({ err: error }, 'the sample property could not be written');
  });
  const { port } = app.server.address() as { port: number };
  if (!config.baseUrl) baseUrl = `http://${hostInUrl(config.host)}:${port}`;
  return { baseUrl, app };
}

/** Whether the server is one of this machine alone: it listens there only, and nothing says that a proxy passes requests on. */
function makesTestProperties({ testProperties, host, baseUrl, trustProxy }: Config): boolean {
  const isLocal = isLoopbackHost(host) && (baseUrl === null || isLoopbackHost(new URL(baseUrl).hostname));
  return testProperties && isLocal && trustProxy === false;
}

async function startJobs(
  { config, log, now }: Wiring,
  parts: Parts & { alone: boolean },
): Promise<() => Promise<void>> {
  const report = (error: unknown) => log.warn({ err: error }, 'the practice channel sold nothing');
  const outgoing = withPracticeChannel(openOutgoing(outgoingOf(config)), { db: parts.db, now, report });
  const mailer = config.smtpUrl && config.mailFrom ? createMailer(config.smtpUrl, config.mailFrom) : null;
  const { alone, ...shared } = parts;
  const { alertEmail, icalPollSeconds, eventsKeepDays } = config;
  const context = { ...shared, outgoing, mailer, alertEmail, icalPollSeconds, eventsKeepDays, now, log };
  const webhookOutgoing = openOutgoing({ ...outgoingOf(config), connectionsPerOrigin: WEBHOOKS_PER_HOST });
  const worker = await startWorker(context, { alone, webhookOutgoing });
  return async () => {
    await waitAtMost(WORKER_CLOSE_MS, worker.stop());
    mailer?.close();
    await Promise.all([outgoing.close(), webhookOutgoing.close()]);
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
    if (NO_ADDRESS.has(code ?? '')) {
      throw new StartError(
        `HOST ${config.host} is no address of this machine: set it to 127.0.0.1 or 0.0.0.0.`,
      );
    }
    throw error;
  }
}

/** HOST is no address here. EINVAL: link-local without interface; EAI_AGAIN: a name, but no name server. */
const NO_ADDRESS = new Set(['EADDRNOTAVAIL', 'ENOTFOUND', 'EINVAL', 'EAI_AGAIN', 'EAFNOSUPPORT']);

async function closeApi(app: FastifyInstance): Promise<void> {
  const late = setTimeout(() => app.server.closeAllConnections(), DRAIN_TIMEOUT_MS);
  try {
    await waitAtMost(API_CLOSE_MS, app.close());
  } finally {
    clearTimeout(late);
  }
}

async function readOperatorKey(dataDir: string): Promise<string> {
  return (await readKeyFile(dataDir, { name: 'operator.key', setting: 'OPERATOR_KEY', make: true }))!;
}

/**
 * Returns the key that encrypts credentials. Processes that share a database need the same one, so `api` and
 * `worker` generate none: they run without, until a credential has to be encrypted or decrypted.
 */
async function credentialsKeyOf({ credentialsKey, dataDir }: Config, role: Role): Promise<string | null> {
  return (
    credentialsKey ??
    readKeyFile(dataDir, { name: 'credentials.key', setting: 'CREDENTIALS_KEY', make: role === 'all' })
  );
}

async function readCalendarDomain(db: Database): Promise<string> {
  const [row] = await db.query<{ installation_id: string }>('select installation_id from installation');
  return `${row!.installation_id}.innwire`;
}

function clock(): Temporal.Instant {
  // Whole milliseconds, as in API responses: a cursor made from a response then matches its row exactly.
  return Temporal.Instant.fromEpochMilliseconds(Date.now());
}

/** Returns the host for the base URL: `localhost` for all interfaces; IPv6 addresses in brackets. */
function hostInUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

function unusable(error: unknown): StartError {
  if ((error as { code?: string }).code === NOT_PERMITTED) {
    return new StartError(
      `The user of DATABASE_URL may not make tables there (${reasonOf(error)}): make it the owner of the database.`,
      { cause: error },
    );
  }
  return new StartError(
    `DATABASE_URL does not lead to a usable PostgreSQL (${reasonOf(error)}): check host, port, user, password and database name.`,
    { cause: error },
  );
}

/** SQLSTATE insufficient_privilege */
const NOT_PERMITTED = '42501';
