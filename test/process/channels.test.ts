// kill -9 during sales at all channels: after the next start every channel's calendar agrees with innwire's
// again.
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { type Simulator, startSimulator } from '../../simulator/simulator.ts';
import { findViolations } from '../channel-histories/check-history.ts';
import { DAYS, history, type Step } from '../channel-histories/history.ts';
import {
  applyStep,
  type HistoryHost,
  type HistoryRun,
  newHistoryRun,
} from '../channel-histories/run-history.ts';
import { calendarDifferences } from '../harness/channel-calendars.ts';
import { connectChannel } from '../harness/channel-connections.ts';
import { CHANNELS, settled } from '../harness/channel-environment.ts';
import { connectForTest } from '../harness/connect.ts';
import { newStartedDatabase } from '../harness/database.ts';
import { eventually } from '../harness/eventually.ts';
import { newLastingPort } from '../harness/ports.ts';
import {
  ask,
  createProperty,
  embeddedUrl,
  launch,
  newPath,
  operate,
  type RunningProgram,
  startInnwire,
  useProcesses,
} from '../harness/process.ts';
import { dice, SEED } from '../harness/random.ts';

useProcesses();

/**
 * Number of kills of a server and a worker. One is a smoke test; INNWIRE_KILL_CYCLES=20 finds rare errors.
 */
const CYCLES = Number(process.env.INNWIRE_KILL_CYCLES ?? 1);
/**
 * Time between kills: long enough for several bookings and pushes, short enough that some are in progress.
 */
const RUN_MS = 1_500;
/** Pause between looks: each asks the database and Vrbo's simulator, and takes time from what it waits for. */
const POLL_MS = 250;
const OPERATOR_KEY = 'operator-key-of-this-test';
const roll = dice(SEED);

test('one process, killed again and again while channels and guests book: nothing is lost, and all calendars agree', async () => {
  const dataDir = newPath();
  const env = await settings();
  const start = () => startInnwire({ dataDir, env });
  let innwire = await start();
  const run = await startRun(innwire.url, {
    database: () => embeddedUrl(dataDir),
    says: () => innwire.stderr,
  });
  for (let cycle = 0; cycle < CYCLES; cycle += 1) {
    const load = startClients(run);
    await sleep(RUN_MS + roll(500));
    innwire.signal('SIGKILL');
    await innwire.ended;
    await sleep(200); // no server is running
    innwire = await start();
    await sleep(RUN_MS / 2);
    await load.stop();
  }
  await expectAgreement(run);
});

test('a server and two workers, killed in turn: others take over, nothing is lost, and all calendars agree', async () => {
  const database = await newStartedDatabase();
  const env = {
    ...(await settings()),
    DATABASE_URL: database,
    CREDENTIALS_KEY: 'a-key-for-credentials-of-this-test',
  };
  const startServer = () => startInnwire({ role: 'api', env });
  const startWorker = () => launch(['worker'], { env });
  let server: RunningProgram & { url: string } = await startServer();
  const workers = [startWorker(), startWorker()];
  const run = await startRun(server.url, { database: () => database, says: () => server.stderr });
  for (let cycle = 0; cycle < CYCLES; cycle += 1) {
    const load = startClients(run);
    await sleep(RUN_MS);
    const worker = cycle % workers.length;
    workers[worker]!.signal('SIGKILL');
    await workers[worker]!.ended;
    workers[worker] = startWorker();
    await sleep(RUN_MS + roll(500));
    server.signal('SIGKILL');
    await server.ended;
    server = await startServer();
    await sleep(RUN_MS / 2);
    await load.stop();
  }
  await expectAgreement(run);
});

/** Returns settings with a fixed port: the address for the OTAs' calls must not change. */
async function settings(): Promise<Record<string, string>> {
  const port = await newLastingPort();
  return {
    HOST: '127.0.0.1',
    PORT: String(port),
    BASE_URL: `http://127.0.0.1:${port}`,
    ALLOW_PRIVATE_NETWORK: 'on',
    OPERATOR_KEY,
  };
}

type LoadRun = { run: HistoryRun; simulator: Simulator; database: () => string };

/** Where the data of a server are, and what it has written on standard error. */
type Surroundings = { database: () => string; says: () => string };

/** An answer that says that the server failed, with the reason that it has logged. */
class ServerFault extends Error {}

/** Creates a property, connects it to all channels and waits until their calendars agree. */
async function startRun(url: string, { database, says }: Surroundings): Promise<LoadRun> {
  const simulator = await startSimulator({
    seed: 7,
    limits: false,
    openChannel: { dated: true },
    vrbo: { everyMs: 300 },
  });
  onTestFinished(() => simulator.close());
  const innwire = { url, operatorKey: OPERATOR_KEY };
  const property = await createProperty(innwire, { rooms: 2, units: 3 });
  await operate(innwire, 'PATCH', `/properties/${property.hotelId}`, { settings: { horizon_days: DAYS } });
  const host = hostAt(url, says);
  const connected = [];
  for (const channel of CHANNELS) {
    const rooms = property.rooms.map(() => ({}));
    connected.push(await connectChannel(host.api, simulator, { property: property, channel, rooms }));
  }
  const load = { run: newHistoryRun(host, property, connected), simulator, database };
  await expectAgreement(load);
  return load;
}

function hostAt(url: string, says: () => string): HistoryHost {
  const at = { url, operatorKey: OPERATOR_KEY };
  const call = async (method: string, path: string, body?: unknown) => {
    const { status, text, body: answered } = await ask(`${url}${path}`, { method, body });
    if (status === 500) throw new ServerFault(`${method} ${path}: ${text}\n${says()}`);
    return { status, text, body: answered, headers: {} };
  };
  const api: HistoryHost['api'] = {
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, body),
    delete: (path) => call('DELETE', path),
    operator: async (method, path, body) => ({ ...(await operate(at, method, path, body)), headers: {} }),
    db: { query: () => Promise.reject(new Error('the database is read after the load')) },
  };
  return {
    api,
    day: (plus) => Temporal.Now.plainDateISO('UTC').add({ days: plus }).toString(),
    differences: (property, connected, days) => calendarDifferences(api, { property, connected, days }),
    stop: async () => {},
    skipMinutes: () => {},
    pass: (ms) => sleep(ms / 120), // otherwise most of a history would be waiting
    start: async () => {},
  };
}

const CLIENTS = 4;

/** Starts clients that concurrently apply random steps and faults until it is stopped. */
function startClients({ run }: LoadRun): { stop(): Promise<void> } {
  let over = false;
  const clients = Array.from({ length: CLIENTS }, async () => {
    while (!over) {
      const [steps] = fc.sample(history, { numRuns: 1, seed: roll(2 ** 30) }) as [Step[]];
      for (const step of steps) {
        if (over) return;
        if (!isApplied(run, step)) continue;
        await applyStep(run, step).catch(ignoreBrokenConnection);
        await sleep(15);
      }
    }
  });
  return {
    async stop() {
      over = true;
      await Promise.all(clients);
      for (const { ota } of run.connected) ota.faults.clear();
    },
  };
}

/**
 * Whether a step of a history is applied. Only one fault at a time, since pauses after failures have their
 * real length; no restarts, which the test does itself.
 */
function isApplied({ connected }: HistoryRun, step: Step): boolean {
  if (step.kind === 'restart' || step.kind === 'silence') return false;
  // Only in long runs: messages are polled every minute, and a reply with an unknown outcome is looked up
  // first.
  if (step.kind === 'guest writes' || step.kind === 'we reply') return CYCLES > 2;
  if (step.kind !== 'fault') return true;
  const { ota } = connected.find(({ channel }) => channel === step.channel)!;
  step.count = 1;
  return ota.faults.list().length === 0 && roll(10) < 3;
}

/** Ignores errors of broken connections, after which the outcome of a request is unknown; rethrows others. */
async function ignoreBrokenConnection(error: Error): Promise<void> {
  const isBroken = /fetch failed|terminated|ECONN|socket|other side closed/i.test(
    `${error.message} ${error.cause}`,
  );
  if (!isBroken || error instanceof ServerFault) throw error;
  await sleep(50);
}

const lookSeldom = <T>(check: () => T | Promise<T>) => eventually(check, { pauseMs: POLL_MS });

async function expectAgreement({ run, simulator, database }: LoadRun): Promise<void> {
  const db = connectForTest(database(), { poolSize: 2 });
  try {
    const api = { ...run.environment.api, db };
    await eventually(async () => {
      await settled({ api, simulator, connected: run.connected, warnings: [], eventually: lookSeldom });
      expect(await findViolations({ ...run, environment: { ...run.environment, api } })).toEqual([]);
    });
  } finally {
    await db.close();
  }
}
