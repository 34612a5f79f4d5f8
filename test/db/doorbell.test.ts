// The doorbell: who is rung, in this process and in others, and that it comes back after its connection broke.
import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { connectDatabase, type Database } from '../../src/db/database.ts';
import { createDoorbell, type Doorbell } from '../../src/db/doorbell.ts';
import { changeProperty } from '../../src/pms/change.ts';
import { useDatabase } from '../harness/database.ts';

const database = useDatabase();
const NOW = Temporal.Instant.from('2026-03-01T12:00:00Z');

describe('in one process', () => {
  test('those who subscribed to a property or to all are rung, at once and once per ring', () => {
    const bell = createDoorbell();
    const heard: string[] = [];
    bell.subscribe(1, (hotelId) => heard.push(`one: ${hotelId}`));
    bell.subscribe('all', (hotelId) => heard.push(`all: ${hotelId}`));
    bell.ring(1);
    bell.ring(2);
    expect(heard).toEqual(['one: 1', 'all: 1', 'all: 2']);
  });

  test('who stopped listening is not rung, and the same function may subscribe twice', () => {
    const bell = createDoorbell();
    let rings = 0;
    const hear = () => {
      rings += 1;
    };
    const stop = bell.subscribe(1, hear);
    bell.subscribe(1, hear);
    bell.ring(1);
    stop();
    stop();
    bell.ring(1);
    expect(rings).toBe(3);
  });

  test('an error of one listener reaches neither the ringer nor the other listeners', () => {
    const errors: Error[] = [];
    const bell = createDoorbell((error) => errors.push(error));
    let heard = false;
    bell.subscribe(1, () => {
      throw new Error('a bug');
    });
    bell.subscribe(1, () => {
      heard = true;
    });
    bell.ring(1);
    expect(heard).toBe(true);
    expect(errors.map((error) => error.message)).toEqual(['a bug']);
  });
});

describe('a change of a property', () => {
  test('rings when it is committed, and can then be read', async () => {
    const hotelId = await newProperty(database.db);
    const seen = Promise.withResolvers<unknown[]>();
    onTestFinished(
      database.db.doorbell.subscribe(hotelId, () => {
        seen.resolve(database.db.query('select seq from events where hotel_id = $1', [hotelId]));
      }),
    );
    await changeProperty(database.db, { hotelId, now: NOW }, async (tx) => {
      tx.record('property.changed', `property/${hotelId}`, {});
    });
    expect(await seen.promise).toEqual([{ seq: 1 }]);
  });

  test('does not ring when it recorded nothing or was rolled back', async () => {
    const hotelId = await newProperty(database.db);
    let rings = 0;
    onTestFinished(
      database.db.doorbell.subscribe(hotelId, () => {
        rings += 1;
      }),
    );
    await changeProperty(database.db, { hotelId, now: NOW }, async () => {});
    const failed = changeProperty(database.db, { hotelId, now: NOW }, async (tx) => {
      tx.record('property.changed', `property/${hotelId}`, {});
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(rings).toBe(0);
  });

  test('sends no notification from within its transaction', async () => {
    const db = connectDatabase(database.url, { poolSize: 2 });
    const line = await db.doorbell.connect(database.url);
    onTestFinished(() => line.close());
    onTestFinished(() => db.close());
    const hotelId = await newProperty(db);
    const listener = listen();
    await vi.waitUntil(() => listener.heard.includes('all'));
    let heardInside: unknown;
    await changeProperty(db, { hotelId, now: NOW }, async (tx) => {
      tx.record('property.changed', `property/${hotelId}`, {});
      await sleep(100);
      heardInside = [...listener.heard];
    });
    await vi.waitUntil(() => listener.heard.includes(hotelId));
    expect(heardInside).toEqual(['all']);
  });
});

describe('between processes', () => {
  test('each is rung by every other, and not a second time by itself', async () => {
    const [first, second] = await Promise.all([startRinger(), startRinger()]);
    const here = listen();
    await vi.waitUntil(() => here.heard.includes('all'));
    first.ring(7);
    await vi.waitUntil(() => second.heard.includes('7') && here.heard.includes(7));
    here.bell.ring(8);
    await vi.waitUntil(() => first.heard.includes('8') && second.heard.includes('8'));
    // A later ring has been round: what was to come of the earlier ones has come.
    second.ring(9);
    await vi.waitUntil(() => first.heard.includes('9') && here.heard.includes(9));
    expect(first.heard.filter((one) => one === '7')).toHaveLength(1);
    expect(here.heard.filter((one) => one === 8)).toHaveLength(1);
  });

  test('a thousand rings of many properties are told with few notifications, each property at least once', async () => {
    const other = await startRinger();
    const here = listen();
    await vi.waitUntil(() => here.heard.includes('all'));
    for (let i = 0; i < 10_000; i++) here.bell.ring(1000 + (i % 1000));
    await vi.waitUntil(() => new Set(other.heard.filter((one) => one !== 'all')).size === 1000);
    expect(other.heard.length).toBeLessThan(2_100);
  });

  test('a broken connection comes back by itself, and says that rings may have been missed', async () => {
    const other = await startRinger();
    const here = listen();
    await vi.waitUntil(() => here.heard.includes('all'));
    here.heard.length = 0;
    other.heard.length = 0;
    await hangUpAll();
    here.bell.ring(41);
    // The ring itself, or that some may have been missed.
    await vi.waitUntil(() => /41|all/.test(other.heard.join()), { timeout: 10_000 });
    await vi.waitUntil(() => here.heard.includes('all'), { timeout: 10_000 }); // rings may have been missed
    other.ring(42);
    await vi.waitUntil(() => here.heard.includes(42), { timeout: 10_000 });
  });

  test('a killed process is missed by nobody', async () => {
    const [first, second] = await Promise.all([startRinger(), startRinger()]);
    first.child.kill('SIGKILL');
    const here = listen();
    here.bell.ring(5);
    await vi.waitUntil(() => second.heard.includes('5'));
  });

  test('a database that is not there holds nobody up, and rings in the process go on', async () => {
    const errors: Error[] = [];
    const bell = createDoorbell((error) => errors.push(error));
    const line = await bell.connect('postgresql://nobody@127.0.0.1:1/nowhere');
    let heard = 0;
    bell.subscribe(3, () => {
      heard += 1;
    });
    bell.ring(3);
    await line.close();
    bell.ring(3);
    expect(heard).toBe(2);
    expect(errors.length).toBeGreaterThan(0);
  });
});

function listen(): { bell: Doorbell; heard: (number | 'all')[] } {
  const bell = createDoorbell();
  const heard: (number | 'all')[] = [];
  bell.subscribe('all', (hotelId) => heard.push(hotelId));
  const connecting = bell.connect(database.url);
  onTestFinished(async () => (await connecting).close());
  return { bell, heard };
}

async function startRinger(): Promise<{ child: ChildProcess; heard: string[]; ring(hotelId: number): void }> {
  const program = path.join(import.meta.dirname, 'programs/ringer.ts');
  const child = spawn(process.execPath, [program, database.url], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const said: string[] = [];
  const heard: string[] = [];
  let rest = '';
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop()!;
    for (const line of lines) (line.startsWith('heard ') ? heard : said).push(line.replace('heard ', ''));
  });
  await vi.waitUntil(() => said.includes('connected'), { timeout: 20_000 });
  return { child, heard, ring: (hotelId) => void child.stdin!.write(`${hotelId}\n`) };
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
