// A copy of an installation that runs with its original: it fetches and sends nothing and reports that it is
// paused, until it is resumed.
import { execFileSync } from 'node:child_process';
import { cpSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, inject, onTestFinished, test } from 'vitest';
import { type Simulator, startSimulator } from '../../simulator/simulator.ts';
import { type Connected, connectChannel } from '../harness/channel-connections.ts';
import { newStartedDatabase } from '../harness/database.ts';
import { databaseUrl, onServer } from '../harness/postgres.ts';
import {
  ask,
  createProperty,
  type Innwire,
  launch,
  newPath,
  operate,
  type PropertyHandle,
  runCommand,
  startInnwire,
  until,
  useProcesses,
} from '../harness/process.ts';
import { startReceiver } from '../jobs/webhook-receiver.ts';

useProcesses();

const ENV = { ALLOW_PRIVATE_NETWORK: 'on', ICAL_POLL_SECONDS: '1' };
/** Several cycles of a worker, which claims connections and checks webhooks every two seconds. */
const SEVERAL_CYCLES_MS = 7_000;

test('a restore drill: the copy started beside the original fetches, acknowledges, pushes and delivers nothing', async () => {
  const original = await startInnwire({ env: ENV });
  const { property, simulator, connected } = await createConnectedProperty(original);
  const receiver = await startReceiver();
  const webhook = { url: receiver.url(), kinds: ['booking.created'] };
  expect((await operate(original, 'POST', `/properties/${property.hotelId}/webhooks`, webhook)).status).toBe(
    200,
  );
  const feed = await feedOf(original, property);
  const file = newPath('innwire.backup');
  expect((await command(original, 'backup', file)).code).toBe(0);

  const dataDir = newPath();
  expect(await runCommand(['restore', file], { dataDir })).toMatchObject({ code: 0, stderr: '' });
  for (const key of ['operator.key', 'credentials.key'])
    cpSync(join(original.dataDir, key), join(dataDir, key));
  original.signal('SIGTERM');
  await original.ended;
  const copy = await startInnwire({ dataDir, env: ENV });
  expect(copy.stdout).toMatch(/PAUSED: this database was restored from a backup\. .*innwire channel resume/);
  expect(copy.stderr).toContain(
    'everything that is sent out is paused: this database was restored from a backup',
  );
  expect((await status(copy, property)).channels).toEqual({ booking_com: 'error', channex: 'error' });

  // Without the original, so that every request would be the copy's.
  for (const ota of simulator.otas) ota.forgetRequests();
  const sold = await sell(connected, 3);
  const stay = { room_id: property.rooms[0], name: 'Ana', checkin: '2027-08-01', checkout: '2027-08-02' };
  await ask(`${copy.url}/api/bookings/${property.token}`, { method: 'POST', body: { ...stay, price: 1 } });
  await sleep(SEVERAL_CYCLES_MS);
  expect(requestsOf(simulator)).toEqual([]);
  expect(receiver.received).toEqual([]);
  expect((await ask(`${copy.url}${feed}`)).status).toBe(503);

  // With both running, the original receives all of them, and new ones.
  const again = await startInnwire({ dataDir: original.dataDir, env: ENV });
  expect(again.stdout).not.toContain('PAUSED');
  sold.push(...(await sell(connected, 3)));
  await until(async () => (await references(again, property)).size >= sold.length, 'all sales');
  expect(await references(again, property)).toEqual(new Set(sold));
  expect(await references(copy, property)).toEqual(new Set());
  again.signal('SIGTERM');
  await again.ended;

  const resumed = await command(copy, 'channel', 'resume');
  expect(resumed).toMatchObject({ code: 0, stderr: '' });
  const [last] = await sell(connected, 1);
  await until(async () => (await references(copy, property)).has(last!), 'the resumed copy to fetch');
  await until(() => receiver.received.length > 0, 'the webhook');
  expect((await ask(`${copy.url}${feed}`)).status).toBe(200);
  await until(
    async () =>
      Object.values((await status(copy, property)).channels).every((state) => state === 'connected'),
    'both connections to be connected',
  );
});

test('a copied DATA_DIR is paused, one that was moved or restarted is not', async () => {
  const first = await startInnwire({ env: ENV });
  const property = await createCalendarProperty(first);
  first.signal('SIGTERM');
  await first.ended;

  const copied = newPath();
  execFileSync('cp', ['-a', first.dataDir, copied]);
  const copy = await startInnwire({ dataDir: copied, env: ENV });
  expect(copy.stdout).toMatch(/PAUSED: this DATA_DIR was copied/);
  expect((await status(copy, property)).channels).toEqual({ airbnb: 'error' });
  const listed = await command(copy, 'channel', 'list');
  expect(listed.stdout).toContain('Paused: this DATA_DIR was copied');
  copy.signal('SIGTERM');
  await copy.ended;
  const still = await startInnwire({ dataDir: copied, env: ENV });
  expect(still.stdout, 'it stays paused until somebody resumes it').toContain('PAUSED');
  expect((await command(still, 'channel', 'resume', 'airbnb')).code).toBe(0);
  expect((await status(still, property)).channel_details.airbnb.paused).toBeNull();
  expect((await status(still, property)).paused, 'e-mails and webhooks').not.toBeNull();
  expect((await command(still, 'channel', 'resume')).code).toBe(0);
  still.signal('SIGTERM');
  await still.ended;
  expect((await startInnwire({ dataDir: copied, env: ENV })).stdout).not.toContain('PAUSED');

  const moved = newPath();
  renameSync(first.dataDir, moved);
  const elsewhere = await startInnwire({ dataDir: moved, env: ENV });
  expect(elsewhere.stdout).not.toContain('PAUSED');
  expect((await status(elsewhere, property)).paused).toBeNull();
});

test('a copied database of a server is paused once for all processes; other names of one database are not', async () => {
  const server = inject('postgresUrl');
  const url = await newStartedDatabase();
  const env = { ...ENV, OPERATOR_KEY: 'operator-key-of-this-test', CREDENTIALS_KEY: 'c'.repeat(40) };
  const first = await startInnwire({ env: { ...env, DATABASE_URL: url } });
  const property = await createCalendarProperty(first);
  const named = new URL(url);
  named.hostname = named.hostname === 'localhost' ? '127.0.0.1' : 'localhost';
  const second = await startInnwire({ role: 'api', env: { ...env, DATABASE_URL: named.href } });
  expect((await status(second, property)).paused).toBeNull();
  for (const process of [second, first]) {
    process.signal('SIGTERM');
    await process.ended;
  }

  const source = new URL(url).pathname.slice(1);
  await onServer(server, `create database ${source}_copy template ${source}`);
  onTestFinished(() => onServer(server, `drop database ${source}_copy with (force)`));
  const copyEnv = { ...env, DATABASE_URL: databaseUrl(server, `${source}_copy`) };
  const worker = launch(['worker'], { env: copyEnv });
  const copies = await Promise.all([
    startInnwire({ role: 'api', env: copyEnv }),
    startInnwire({ role: 'api', env: copyEnv }),
  ]);
  for (const copy of copies) {
    expect(await status(copy, property)).toMatchObject({
      channels: { airbnb: 'error' },
      paused: { reason: 'this database is a copy of another one' },
    });
  }
  worker.signal('SIGTERM');
  await worker.ended;
});

test('CHANNELS=off starts any installation without outward work, until it is resumed', async () => {
  const first = await startInnwire({ env: ENV });
  const property = await createCalendarProperty(first);
  first.signal('SIGTERM');
  await first.ended;
  const { dataDir } = first;
  const off = await startInnwire({ dataDir, env: { ...ENV, CHANNELS: 'off' } });
  expect(off.stdout).toMatch(/PAUSED: innwire was started with CHANNELS=off/);
  expect((await status(off, property)).channels).toEqual({ airbnb: 'error' });
  const seen = await operate(off, 'GET', '/status');
  expect(seen.body).toMatchObject({
    connections: 1,
    paused_connections: 1,
    paused: { since: expect.any(String) },
  });
});

/** Creates a property that is connected to two OTAs and waits until both connections are `connected`. */
async function createConnectedProperty(
  innwire: Innwire,
): Promise<{ property: PropertyHandle; simulator: Simulator; connected: Connected[] }> {
  const simulator = await startSimulator({ seed: 11, limits: false });
  onTestFinished(() => simulator.close());
  const created = await createProperty(innwire, { rooms: 1, units: 20 });
  const property = { hotelId: created.hotelId, rooms: created.rooms };
  const operator = async (method: string, path: string, body?: unknown) => ({
    ...(await operate(innwire, method, path, body)),
    headers: {},
  });
  const api = { operator } as never;
  const connected = [];
  for (const channel of ['booking_com', 'channex'] as const)
    connected.push(await connectChannel(api, simulator, { property, channel, rooms: [{}] }));
  await until(
    async () =>
      Object.values((await status(innwire, created)).channels).every((state) => state === 'connected'),
    'both connections to be connected',
  );
  return { property: created, simulator, connected };
}

/** Creates a property with an iCal URL where no server listens. */
async function createCalendarProperty(innwire: Innwire): Promise<PropertyHandle> {
  const property = await createProperty(innwire);
  const made = await command(
    innwire,
    'channel',
    'connect',
    'airbnb',
    '--no-wait',
    `${property.rooms[0]}=https://127.0.0.1:9/a.ics`,
  );
  expect(made.code, made.stderr).toBe(0);
  return property;
}

function command(innwire: Innwire, ...args: string[]) {
  const { dataDir, url } = innwire;
  return runCommand(args, { dataDir, env: { PORT: new URL(url).port, OPERATOR_KEY: innwire.operatorKey } });
}

async function status(innwire: Innwire, { token }: PropertyHandle): Promise<any> {
  return (await ask(`${innwire.url}/api/status/${token}`)).body;
}

async function references(innwire: Innwire, { token }: PropertyHandle): Promise<Set<string>> {
  const { body } = await ask(`${innwire.url}/api/bookings/${token}`);
  const all = body as { referral_order_id: string | null }[];
  return new Set(all.flatMap((booking) => booking.referral_order_id ?? []));
}

async function sell(connected: readonly Connected[], each: number): Promise<string[]> {
  const sold: { reference: string }[] = [];
  for (const { ota, hotel } of connected)
    for (let i = 0; i < each; i += 1) sold.push(await ota.sell({ hotel: hotel.id }));
  return sold.map((reservation) => reservation.reference);
}

function requestsOf(simulator: Simulator): string[] {
  return simulator.otas.flatMap((ota) =>
    ota.requests().map((request) => `${ota.name} ${JSON.stringify(request)}`),
  );
}

async function feedOf(innwire: Innwire, { token }: PropertyHandle): Promise<string> {
  const [link] = (await ask(`${innwire.url}/api/ical/${token}`)).body;
  return new URL(link.url).pathname;
}
