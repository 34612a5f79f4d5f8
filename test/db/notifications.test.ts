// The doorbell: who is rung, in this process and in others, and that it comes back after its connection broke.
import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { connectDatabase, type Database } from '../../src/db/database.ts';
import { createNotifications, type Notifications } from '../../src/db/notifications.ts';
import { inPropertyTransaction } from '../../src/pms/property-transaction.ts';
import { useDatabase } from '../harness/database.ts';

const database = useDatabase();
const NOW = Temporal.Instant.from('2026-03-01T12:00:00Z');

describe('in one process', () => {
  test('those who subscribed to a property or to all are rung, at once and once per ring', () => {
    const notifications = createNotifications();
    const received: string[] = [];
    notifications.subscribe(1, (hotelId) => received.push(`one: ${hotelId}`));
    notifications.subscribe('all', (hotelId) => received.push(`all: ${hotelId}`));
    notifications.notify(1);
    notifications.notify(2);
    expect(received).toEqual(['one: 1', 'all: 1', 'all: 2']);
  });

  test('who stopped listening is not rung, and the same function may subscribe twice', () => {
    const notifications = createNotifications();
    let rings = 0;
    const hear = () => {
      rings += 1;
    };
    const stop = notifications.subscribe(1, hear);
    notifications.subscribe(1, hear);
    notifications.notify(1);
    stop();
    stop();
    notifications.notify(1);
    expect(rings).toBe(3);
  });

  test('an error of one listener reaches neither the ringer nor the other listeners', () => {
    const errors: Error[] = [];
    const notifications = createNotifications((error) => errors.push(error));
    let received = false;
    notifications.subscribe(1, () => {
      throw new Error('a bug');
    });
    notifications.subscribe(1, () => {
      received = true;
    });
    notifications.notify(1);
    expect(received).toBe(true);
    expect(errors.map((error) => error.message)).toEqual(['a bug']);
  });
});

describe('a change of a property', () => {
  test('rings when it is committed, and can then be read', async () => {
    const hotelId = await newProperty(database.db);
    const seen = Promise.withResolvers<unknown[]>();
    onTestFinished(
      database.db.notifications.subscribe(hotelId, () => {
        seen.resolve(database.db.query('select seq from events where hotel_id = $1', [hotelId]));
      }),
    );
    await inPropertyTransaction(database.db, { hotelId, now: NOW }, async (tx) => {
      tx.record('property.changed', `property/${hotelId}`, {});
    });
    expect(await seen.promise).toEqual([{ seq: 1 }]);
  });

  test('does not ring when it recorded nothing or was rolled back', async () => {
    const hotelId = await newProperty(database.db);
    let rings = 0;
    onTestFinished(
      database.db.notifications.subscribe(hotelId, () => {
        rings += 1;
      }),
    );
    await inPropertyTransaction(database.db, { hotelId, now: NOW }, async () => {});
    const failed = inPropertyTransaction(database.db, { hotelId, now: NOW }, async (tx) => {
      tx.record('property.changed', `property/${hotelId}`, {});
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(rings).toBe(0);
  });

  test('sends no notification from within its transaction', async () => {
    const db = connectDatabase(database.url, { poolSize: 2 });
    const line = await db.notifications.connect(database.url);
    onTestFinished(() => line.close());
    onTestFinished(() => db.close());
    const hotelId = await newProperty(db);
    const listener = listen();
    await vi.waitUntil(() => listener.received.includes('all'));
    let heardInside: unknown;
    await inPropertyTransaction(db, { hotelId, now: NOW }, async (tx) => {
      tx.record('property.changed', `property/${hotelId}`, {});
      await sleep(100);
      heardInside = [...listener.received];
    });
    await vi.waitUntil(() => listener.received.includes(hotelId));
    expect(heardInside).toEqual(['all']);
  });
});

describe('between processes', () => {
  test('each is rung by every other, and not a second time by itself', async () => {
    const [first, second] = await Promise.all([startNotifier(), startNotifier()]);
    const here = listen();
    await vi.waitUntil(() => here.received.includes('all'));
    first.notify(7);
    await vi.waitUntil(() => second.received.includes('7') && here.received.includes(7));
    here.bell.notify(8);
    await vi.waitUntil(() => first.received.includes('8') && second.received.includes('8'));
    // A later ring has been round: what was to come of the earlier ones has come.
    second.notify(9);
    await vi.waitUntil(() => first.received.includes('9') && here.received.includes(9));
    expect(first.received.filter((one) => one === '7')).toHaveLength(1);
    expect(here.received.filter((one) => one === 8)).toHaveLength(1);
  });

  test('a thousand rings of many properties are told with few notifications, each property at least once', async () => {
    const other = await startNotifier();
    const here = listen();
    await vi.waitUntil(() => here.received.includes('all'));
    for (let i = 0; i < 10_000; i++) here.bell.notify(1000 + (i % 1000));
    await vi.waitUntil(() => new Set(other.received.filter((one) => one !== 'all')).size === 1000);
    expect(other.received.length).toBeLessThan(2_100);
  });

  test('a broken connection comes back by itself, and says that rings may have been missed', async () => {
    const other = await startNotifier();
    const here = listen();
    await vi.waitUntil(() => here.received.includes('all'));
    here.received.length = 0;
    other.received.length = 0;
    await hangUpAll();
    here.bell.notify(41);
    // The ring itself, or that some may have been missed.
    await vi.waitUntil(() => /41|all/.test(other.received.join()), { timeout: 10_000 });
    await vi.waitUntil(() => here.received.includes('all'), { timeout: 10_000 }); // rings may have been missed
    other.notify(42);
    await vi.waitUntil(() => here.received.includes(42), { timeout: 10_000 });
  });

  test('a killed process is missed by nobody', async () => {
    const [first, second] = await Promise.all([startNotifier(), startNotifier()]);
    first.child.kill('SIGKILL');
    const here = listen();
    here.bell.notify(5);
    await vi.waitUntil(() => second.received.includes('5'));
  });

  test('a database that is not there holds nobody up, and rings in the process go on', async () => {
    const errors: Error[] = [];
    const notifications = createNotifications((error) => errors.push(error));
    const line = await notifications.connect('postgresql://nobody@127.0.0.1:1/nowhere');
    let received = 0;
    notifications.subscribe(3, () => {
      received += 1;
    });
    notifications.notify(3);
    await line.close();
    notifications.notify(3);
    expect(received).toBe(2);
    expect(errors.length).toBeGreaterThan(0);
  });
});

function listen(): { bell: Notifications; received: (number | 'all')[] } {
  const notifications = createNotifications();
  const received: (number | 'all')[] = [];
  notifications.subscribe('all', (hotelId) => received.push(hotelId));
  const connecting = notifications.connect(database.url);
  onTestFinished(async () => (await connecting).close());
  return { bell: notifications, received };
}

async function startNotifier(): Promise<{
  child: ChildProcess;
  received: string[];
  notify(hotelId: number): void;
}> {
  const program = path.join(import.meta.dirname, 'programs/notifier.ts');
  const child = spawn(process.execPath, [program, database.url], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const said: string[] = [];
  const received: string[] = [];
  let rest = '';
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop()!;
    for (const line of lines) (line.startsWith('heard ') ? received : said).push(line.replace('heard ', ''));
  });
  await vi.waitUntil(() => said.includes('connected'), { timeout: 20_000 });
  return { child, received, notify: (hotelId) => void child.stdin!.write(`${hotelId}\n`) };
}

async function hangUpAll(): Promise<void> {
  await database.db.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'innwire doorbell' and datname = current_database()`,
  );
}

async function newProperty(db: Database): Promise<number> {
  const [row] = await db.query<{ hotel_id: number }>(
    `insert into properties (name, currency, timezone, created_at) values ('A', 'EUR', 'UTC', now()) returning hotel_id`,
  );
  await db.query('insert into log_heads (hotel_id) values ($1)', [row!.hotel_id]);
  return row!.hotel_id;
}
