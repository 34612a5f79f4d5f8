// The database of a running server is killed: clients get 503, no wrong responses, and the server recovers.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { isAlive } from '../harness/child-processes.ts';
import {
  ask,
  createProperty,
  embeddedUrl,
  type Innwire,
  newPath,
  operate,
  postmasterPid,
  runCommand,
  startInnwire,
  until,
  useProcesses,
} from '../harness/process.ts';
import { query } from '../harness/query.ts';
import { startSmtpServer } from '../harness/smtp-server.ts';
import {
  expectAllThere,
  expectRetriesChangeNothing,
  expectWhole,
  startWriteLoad,
  UNITS,
} from './write-load.ts';

useProcesses();

const INITIALIZE = {
  method: 'POST',
  headers: { accept: 'application/json, text/event-stream' },
  body: {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'a test', version: '1' } },
  },
};

test('killed repeatedly under write load', async () => {
  const innwire = await startInnwire({ env: { LOG_LEVEL: 'silent' } });
  const { dataDir, url } = innwire;
  const property = await createProperty(innwire, { rooms: 4, units: UNITS });
  const load = startWriteLoad(() => url, property, 'storm');
  const health = watchHealth(url);
  const agents: Awaited<ReturnType<typeof ask>>[] = [];
  for (let kill = 1; kill <= 2; kill++) {
    await load.moreBooked(50);
    process.kill(postmasterPid(dataDir), 'SIGKILL');
    await until(async () => (await ask(`${url}/readyz`)).status === 503, 'readyz to say so');
    agents.push(await ask(`${url}/mcp/${property.token}`, INITIALIZE));
    await until(async () => (await ask(`${url}/readyz`)).status === 200, 'it to be back');
  }
  await load.moreBooked(50);
  await load.stop();
  const seen = await health.stop();

  expect(load.broken).toBe(0);
  const refusals = load.refusals.map(({ status, body }) => [status, body?.code]);
  for (const refusal of refusals) expect([503, 400]).toContain(refusal[0]);
  const pushed = load.refusals.filter((answer) => answer.status === 503);
  expect(pushed.length).toBeGreaterThan(0);
  for (const { headers, body } of pushed) {
    expect(headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(headers.get('retry-after')).toMatch(/^\d+$/);
    expect(body.code).toBe('temporarily_unavailable');
  }
  for (const { status } of agents) expect([200, 503]).toContain(status);
  expect(new Set(seen.healthz)).toEqual(new Set([200]));
  expect(new Set(seen.readyz)).toEqual(new Set([200, 503]));
  await expectWhole(embeddedUrl(dataDir), property);
  await expectAllThere(url, property, load);
  await expectRetriesChangeNothing(url, property, load);
  await expectWhole(embeddedUrl(dataDir), property);
});

test('replies still go out afterwards, and signals are still obeyed', async () => {
  const mail = await startSmtpServer();
  const env = { SMTP_URL: mail.url, MAIL_FROM: 'stay@quinta.example' };
  const innwire = await startInnwire({ env });
  const property = await createProperty(innwire);
  const stay = {
    room_id: property.rooms[0],
    name: 'Ada',
    email: 'ada@example.com',
    checkin: '2027-03-01',
    checkout: '2027-03-02',
    price: 1,
  };
  const bookings = `${innwire.url}/api/bookings/${property.token}`;
  const { order_id } = (await ask(bookings, { method: 'POST', body: stay })).body;
  await killDatabase(innwire);
  const reply = { rid: order_id, reply: 'See you on Monday' };
  const answer = await ask(`${innwire.url}/api/messages/${property.token}`, { method: 'POST', body: reply });
  expect(answer.status).toBe(200);
  await until(() => mail.mails.length > 0, 'the mail');

  await killDatabase(innwire, 'do not wait');
  innwire.signal('SIGTERM');
  const ended = await innwire.end();
  // 1 when the database was still being restarted at the end of the stop's time limit.
  expect([0, 1]).toContain(ended.code);
  expect(ended.signal).toBeNull();
});

test('a running backup is aborted and leaves no file; the server continues', async () => {
  const innwire = await startInnwire();
  const property = await createProperty(innwire);
  // Text that does not compress, so that the backup takes long.
  await query(
    embeddedUrl(innwire.dataDir),
    `insert into events (hotel_id, seq, kind, subject, at, data)
     select ${property.hotelId}, 1000000 + i, 'test', 'test', now(), jsonb_build_object('text',
       (select string_agg(md5(i::text || j), '') from generate_series(1, 100) as j))
     from generate_series(1, 20000) as i`,
  );
  const file = newPath('innwire.backup');
  const backup = runCommand(['backup', file], {
    dataDir: innwire.dataDir,
    env: { PORT: new URL(innwire.url).port },
  });
  await until(async () => {
    const [row] = await query(
      embeddedUrl(innwire.dataDir),
      `select from pg_stat_activity where application_name = 'innwire backup' and query like 'copy (select%events%'`,
    );
    return row !== undefined;
  }, 'the backup to be under way');
  await killDatabase(innwire);
  const { code, stderr } = await backup;
  expect(stderr).toMatch(/^The backup broke off \(.+\): nothing was kept of it\.\n$/);
  expect(code).toBe(1);
  expect((await operate(innwire, 'GET', '/properties')).body).toHaveLength(1);
});

test('a database that cannot come back ends the server, which says why', async () => {
  const innwire = await startInnwire();
  const binary = `${innwire.dataDir}/postgresql/data/global/pg_control`;
  const { rename } = await import('node:fs/promises');
  await rename(binary, `${binary}.gone`);
  process.kill(postmasterPid(innwire.dataDir), 'SIGKILL');
  const ended = await innwire.end();
  expect(ended.code).toBe(1);
  expect(ended.stderr).toMatch(/the database is lost/);
});

async function killDatabase({ dataDir, url }: Innwire, wait?: 'do not wait'): Promise<void> {
  const killed = postmasterPid(dataDir);
  process.kill(killed, 'SIGKILL');
  await until(() => !isAlive(killed), 'the database to be dead');
  if (wait) return;
  // A server process that has not yet seen the death of its postmaster still answers.
  const isBack = async () => (await ask(`${url}/readyz`)).status === 200 && postmasterPid(dataDir) !== killed;
  await until(isBack, 'it to be back');
}

/** Requests both health endpoints repeatedly and records their status codes. */
function watchHealth(url: string) {
  const seen = { healthz: [] as number[], readyz: [] as number[] };
  let over = false;
  const watching = (async () => {
    while (!over) {
      for (const name of ['healthz', 'readyz'] as const)
        seen[name].push((await ask(`${url}/${name}`)).status);
      await sleep(20);
    }
  })();
  return {
    async stop() {
      over = true;
      await watching;
      return seen;
    },
  };
}
