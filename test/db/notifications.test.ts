// Notifications: delivery within a process, between processes, and after a broken connection.

import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Database } from '../../src/db/database.ts';
import { createNotifications, type Notifications } from '../../src/db/notifications.ts';
import { INNWIRE } from '../../src/model/actor.ts';
import { inPropertyTransaction } from '../../src/pms/property-transaction.ts';
import { connectForTest } from '../harness/connect.ts';
import { useDatabase } from '../harness/database.ts';
import { waitUntil } from '../harness/eventually.ts';

const database = useDatabase();
const NOW = Temporal.Instant.from('2026-03-01T12:00:00Z');

describe('in one process', () => {
  test('listeners to a property or to all are called at once, once per notification', () => {
    const notifications = createNotifications();
    const received: string[] = [];
    notifications.subscribe(1, (hotelId) => received.push(`one: ${hotelId}`));
    notifications.subscribe('all', (hotelId) => received.push(`all: ${hotelId}`));
    notifications.notify(1);
    notifications.notify(2);
    expect(received).toEqual(['one: 1', 'all: 1', 'all: 2']);
  });

  test('a listener that unsubscribed is not called, and the same function may subscribe twice', () => {
    const notifications = createNotifications();
    let calls = 0;
    const listener = () => {
      calls += 1;
    };
    const stop = notifications.subscribe(1, listener);
    notifications.subscribe(1, listener);
    notifications.notify(1);
    stop();
    stop();
    notifications.notify(1);
    expect(calls).toBe(3);
  });

  test('an error of one listener affects neither the notifier nor the other listeners', () => {
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
  test('notifies when it is committed, and can then be read', async () => {
    const hotelId = await newProperty(database.db);
    const seen = Promise.withResolvers<unknown[]>();
    onTestFinished(
      database.db.notifications.subscribe(hotelId, () => {
        seen.resolve(database.db.query('select seq from events where hotel_id = $1', [hotelId]));
      }),
    );
    await inPropertyTransaction(database.db, { hotelId, now: NOW, actor: INNWIRE }, async (tx) => {
      tx.record('property.changed', `property/${hotelId}`, {});
    });
    expect(await seen.promise).toEqual([{ seq: 1 }]);
  });

  test('does not notify when it recorded nothing or was rolled back', async () => {
    const hotelId = await newProperty(database.db);
    let calls = 0;
    onTestFinished(
      database.db.notifications.subscribe(hotelId, () => {
        calls += 1;
      }),
    );
    await inPropertyTransaction(database.db, { hotelId, now: NOW, actor: INNWIRE }, async () => {});
    const failed = inPropertyTransaction(database.db, { hotelId, now: NOW, actor: INNWIRE }, async (tx) => {
      tx.record('property.changed', `property/${hotelId}`, {});
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(calls).toBe(0);
  });

  test('sends no notification from within its transaction', async () => {
    const db = connectForTest(database.url, { poolSize: 2 });
    const connection = await db.notifications.connect(database.url);
    onTestFinished(() => connection.close());
    onTestFinished(() => db.close());
    const [hotelId, other] = [await newProperty(db), await newProperty(db)];
    const listener = listen();
    await waitUntil(() => listener.received.includes('all'));
    const change = (id: number, work?: () => Promise<void>) =>
      inPropertyTransaction(db, { hotelId: id, now: NOW, actor: INNWIRE }, async (tx) => {
        tx.record('property.changed', `property/${id}`, {});
        await work?.();
      });
    let receivedInside: unknown;
    await change(hotelId, async () => {
      await change(other);
      await waitUntil(() => listener.received.includes(other));
      receivedInside = [...listener.received];
    });
    await waitUntil(() => listener.received.includes(hotelId));
    expect(receivedInside).toEqual(['all', other]);
  });
});

describe('between processes', () => {
  test('each is notified by every other, and not a second time by itself', async () => {
    const [first, second] = await Promise.all([startNotifier(), startNotifier()]);
    const own = listen();
    await waitUntil(() => own.received.includes('all'));
    first.notify(7);
    await waitUntil(() => second.received.includes('7') && own.received.includes(7));
    own.notifications.notify(8);
    await waitUntil(() => first.received.includes('8') && second.received.includes('8'));
    // A later notification has arrived, so the earlier ones have as well.
    second.notify(9);
    await waitUntil(() => first.received.includes('9') && own.received.includes(9));
    expect(first.received.filter((one) => one === '7')).toHaveLength(1);
    expect(own.received.filter((one) => one === 8)).toHaveLength(1);
  });

  test('ten thousand changes of many properties need few notifications, each property at least one', async () => {
    const other = await startNotifier();
    const own = listen();
    await waitUntil(() => own.received.includes('all'));
    for (let i = 0; i < 10_000; i++) own.notifications.notify(1000 + (i % 1000));
    await waitUntil(() => new Set(other.received.filter((one) => one !== 'all')).size === 1000);
    expect(other.received.length).toBeLessThan(2_100);
  });

  test('a broken connection is restored, and listeners learn that notifications may have been lost', async () => {
    const other = await startNotifier();
    const own = listen();
    await waitUntil(() => own.received.includes('all'));
    own.received.length = 0;
    other.received.length = 0;
    await disconnectAll();
    own.notifications.notify(41);
    // The notification itself, or that some may have been lost.
    await waitUntil(() => /41|all/.test(other.received.join()));
    await waitUntil(() => own.received.includes('all')); // some may have been lost
    other.notify(42);
    await waitUntil(() => own.received.includes(42));
  });

  test('a killed process does not affect the others', async () => {
    const [first, second] = await Promise.all([startNotifier(), startNotifier()]);
    first.child.kill('SIGKILL');
    const own = listen();
    own.notifications.notify(5);
    await waitUntil(() => second.received.includes('5'));
  });

  test('an unreachable database blocks nothing, and notifications within the process continue', async () => {
    const errors: Error[] = [];
    const notifications = createNotifications((error) => errors.push(error));
    const connection = await notifications.connect('postgresql://nobody@127.0.0.1:1/nowhere');
    let received = 0;
    notifications.subscribe(3, () => {
      received += 1;
    });
    notifications.notify(3);
    await connection.close();
    notifications.notify(3);
    expect(received).toBe(2);
    expect(errors.length).toBeGreaterThan(0);
  });
});

function listen(): { notifications: Notifications; received: (number | 'all')[] } {
  const notifications = createNotifications();
  const received: (number | 'all')[] = [];
  notifications.subscribe('all', (hotelId) => received.push(hotelId));
  const connecting = notifications.connect(database.url);
  onTestFinished(async () => (await connecting).close());
  return { notifications, received };
}

async function startNotifier(): Promise<{
  child: ChildProcess;
  received: string[];
  notify(hotelId: number): void;
}> {
  const program = path.join(import.meta.dirname, 'programs/notifier.ts');
  const child = spawn(process.execPath, [program, database.url], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const messages: string[] = [];
  const received: string[] = [];
  let rest = '';
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop()!;
    for (const line of lines) {
      (line.startsWith('received ') ? received : messages).push(line.replace('received ', ''));
    }
  });
  await waitUntil(() => messages.includes('connected'));
  return { child, received, notify: (hotelId) => void child.stdin!.write(`${hotelId}\n`) };
}

async function disconnectAll(): Promise<void> {
  await database.db.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'innwire notifications' and datname = current_database()`,
  );
}

async function newProperty(db: Database): Promise<number> {
  const [row] = await db.query<{ hotel_id: number }>(
    `insert into properties (name, currency, timezone, created_at) values ('A', 'EUR', 'UTC', now()) returning hotel_id`,
  );
  await db.query('insert into log_heads (hotel_id) values ($1)', [row!.hotel_id]);
  return row!.hotel_id;
}
