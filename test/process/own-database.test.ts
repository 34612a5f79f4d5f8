// An external PostgreSQL, shared by any number of processes that start at any time.
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { isAlive } from '../harness/child-processes.ts';
import { newDatabase } from '../harness/database.ts';
import {
  ask,
  createProperty,
  embeddedUrl,
  type Innwire,
  launch,
  leftRunning,
  newPath,
  type PropertyHandle,
  postmasterPid,
  runCommand,
  startInnwire,
  until,
  useProcesses,
  waitFor,
} from '../harness/process.ts';
import { query } from '../harness/query.ts';
import { startSmtpServer } from '../harness/smtp-server.ts';
import { expectAllThere, expectWhole, startWriteLoad, UNITS } from './write-load.ts';

useProcesses();

const MIGRATED = /^The schema is current in the database at 127\.0\.0\.1:\d+\/test_\w+\.\n$/;

describe('innwire migrate', () => {
  test('may run any number of times, one after the other and at once', async () => {
    const env = { DATABASE_URL: await newDatabase() };
    const racing = await Promise.all(Array.from({ length: 4 }, () => runCommand(['migrate'], { env })));
    for (const each of [...racing, await runCommand(['migrate'], { env })]) {
      expect(each).toMatchObject({ code: 0, stderr: '', stdout: expect.stringMatching(MIGRATED) });
    }
    const versions = await query(
      env.DATABASE_URL,
      'select version::int from schema_version order by version',
    );
    expect(versions.map((row) => row.version)).toEqual(versions.map((_, i) => i));
    expect(await leftRunning()).toEqual([]);
  });

  test('that is killed leaves nothing half done', async () => {
    const env = { DATABASE_URL: await newDatabase() };
    for (const afterMs of [300, 450, 600]) {
      const migrating = launch(['migrate'], { env });
      await sleep(afterMs);
      migrating.signal('SIGKILL');
      await migrating.end();
    }
    expect(await runCommand(['migrate'], { env })).toMatchObject({ code: 0, stderr: '' });
    expect((await query(env.DATABASE_URL, 'select from installation')).length).toBe(1);
  });
});

describe('processes that share a database', () => {
  test('may all start at the same instant on an empty one, and act as one', async () => {
    const url = await newDatabase();
    const mail = await startSmtpServer();
    const env = { DATABASE_URL: url, SMTP_URL: mail.url, MAIL_FROM: 'stay@quinta.example' };
    const dataDir = newPath(); // for the operator key, which the processes also create concurrently
    const [a, b, ...workers] = await Promise.all([
      startInnwire({ role: 'api', dataDir, env }),
      startInnwire({ role: 'api', dataDir, env }),
      ...[1, 2].map(async () => {
        const worker = launch(['worker'], { env });
        await waitFor(worker, /worker is running on the database at/);
        return worker;
      }),
    ]);
    const apis = [a, b] as [Innwire, Innwire];
    expect(apis[0].operatorKey).toBe(apis[1].operatorKey);
    const property = await createProperty(apis[0], { rooms: 4, units: UNITS });

    await expectOneBooking(apis, property);
    let calls = 0;
    const load = startWriteLoad(() => apis[calls++ % 2]!.url, property, 'both');
    await load.moreBooked(50);
    await load.stop();
    expect(load.refusals.filter((answer) => answer.status !== 400)).toEqual([]);
    expect(load.broken).toBe(0);
    for (const { url: each } of apis) await expectAllThere(each, property, load);
    await expectWhole(url, property);

    // A request accepted by one API is sent once by some worker, also when a worker is killed.
    workers[0]!.signal('SIGKILL');
    const booked = load.stays.find((stay) => stay.answer && !stay.cancelled)!.answer.order_id;
    await query(url, `update reservations set guest_email = 'ada@example.com' where reservation_id = $1`, [
      booked,
    ]);
    const reply = { rid: booked, reply: 'See you on Monday' };
    await ask(`${apis[1].url}/api/messages/${property.token}`, { method: 'POST', body: reply });
    await until(() => mail.mails.length > 0, 'the mail');
    const next = { rid: booked, reply: 'The key is under the mat' };
    await ask(`${apis[0].url}/api/messages/${property.token}`, { method: 'POST', body: next });
    await until(() => mail.mails.length > 1, 'the next mail');
    expect(mail.mails.map(({ text }) => text)).toEqual(
      [reply, next].map((sent) => expect.stringContaining(sent.reply)),
    );

    for (const each of [...apis, workers[1]!]) each.signal('SIGTERM');
    for (const each of [...apis, workers[1]!]) {
      expect(await each.end()).toMatchObject({ code: 0, signal: null, stderr: '' });
    }
    expect(await leftRunning()).toEqual([]);
  });

  test('say that they wait while the database is away, and go on when it is back', async () => {
    // A database server that can be stopped: that of another innwire.
    const owner = await startInnwire();

    const url = embeddedUrl(owner.dataDir);
    const env = { DATABASE_URL: url, LOG_LEVEL: 'silent' };
    const api = await startInnwire({ role: 'api', env });
    const worker = launch(['worker'], { env });
    await waitFor(worker, /worker is running/);
    const property = await createProperty(api);
    const killed = postmasterPid(owner.dataDir);
    process.kill(killed, 'SIGKILL');
    await until(async () => (await ask(`${api.url}/readyz`)).status === 503, 'readyz to say so');
    const refused = await ask(`${api.url}/api/rentals/${property.token}`);
    if (refused.status !== 200) expect(refused).toMatchObject({ status: 503 });
    await until(async () => (await ask(`${api.url}/readyz`)).status === 200, 'it to be back');
    await until(() => postmasterPid(owner.dataDir) !== killed, 'the new server');
    expect((await ask(`${api.url}/api/rentals/${property.token}`)).body).toHaveLength(1);
    expect(isAlive(worker.child.pid!)).toBe(true);

    // When the database stays away the processes keep running, and stop in time on SIGTERM.
    owner.signal('SIGTERM');
    await owner.end();
    expect((await ask(`${api.url}/readyz`)).body.reason).toBe('the database cannot be reached');
    for (const each of [api, worker]) {
      each.signal('SIGTERM');
      const ended = await each.end();
      expect(ended).toMatchObject({ code: 0, signal: null });
    }
  });
});

/** Sends 32 requests for the last unit of a night to two processes; expects one to succeed. */
async function expectOneBooking(apis: readonly Innwire[], property: PropertyHandle): Promise<void> {
  const night = { room_id: property.rooms[0], date: '2028-12-31', price: 100, available: 1 };
  const set = await ask(`${apis[0]!.url}/api/availability/${property.token}`, {
    method: 'POST',
    body: night,
  });
  expect(set.body).toMatchObject({ available: 1 });
  const stay = {
    room_id: property.rooms[0],
    name: 'Ada',
    checkin: '2028-12-31',
    checkout: '2029-01-01',
    price: 100,
  };
  const answers = await Promise.all(
    Array.from({ length: 32 }, (_, i) =>
      ask(`${apis[i % 2]!.url}/api/bookings/${property.token}`, { method: 'POST', body: stay }),
    ),
  );
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  for (const { status, body } of answers) if (status !== 200) expect(body.code).toBe('room_unavailable');
}
