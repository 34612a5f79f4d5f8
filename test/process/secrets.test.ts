// At LOG_LEVEL=trace no token, key, password or guest data is in anything that the program writes, errors
// included.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  ask,
  createProperty,
  embeddedUrl,
  type Innwire,
  newPath,
  operate,
  type PropertyHandle,
  postmasterPid,
  runCommand,
  startInnwire,
  until,
  useProcesses,
} from '../harness/process.ts';
import { query } from '../harness/query.ts';
import { openConnection } from './connection.ts';

useProcesses();

const GUEST = { name: 'Xaverine Quibblethorpe', email: 'xq@guests.example', phone: '+351 912 345 678' };
const REPLY = 'The code of the front door is 4711';
const SMTP_PASSWORD = 'smtp-pa55word';
const CALENDAR_SECRET = 'calendar-s3cret';
const OPERATOR_KEY = 'operator-key-of-this-test';

test('no secret is logged, whatever the request or the error', async () => {
  const innwire = await startInnwire({
    env: {
      OPERATOR_KEY,
      LOG_LEVEL: 'trace',
      SMTP_URL: `smtp://mailer:${SMTP_PASSWORD}@127.0.0.1:2`,
      MAIL_FROM: 'stay@quinta.example',
      ALLOW_PRIVATE_NETWORK: 'on',
    },
  });
  const property = await createProperty(innwire, { units: 5 });
  await sendValidRequests(innwire, property);
  await sendInvalidRequests(innwire, property);
  await sendInvalidHttp(innwire, property);
  await violateConstraints(innwire, property);
  await abortRequests(innwire, property);
  await killDatabase(innwire, property);
  await jobsDone(innwire, property);

  const secrets: Record<string, string> = {
    token: property.token,
    'part of the token': property.token.slice(9, 30),
    'operator key': OPERATOR_KEY,
    'database password': new URL(embeddedUrl(innwire.dataDir)).password,
    'SMTP password': SMTP_PASSWORD,
    'calendar address': CALENDAR_SECRET,
    'guest name': 'Quibblethorpe',
    'guest e-mail': GUEST.email,
    'guest telephone': '912 345 678',
    reply: '4711',
  };
  const database = logsOf(innwire.dataDir);
  innwire.signal('SIGTERM');
  await innwire.end();
  expect(/"level":20/.test(innwire.stderr), 'it logs more than usual').toBe(true);
  for (const [what, secret] of Object.entries(secrets)) {
    for (const [where, text] of [
      ['standard error', innwire.stderr],
      ['standard output', innwire.stdout],
      ['the log of the database', database],
    ] as const) {
      const line = text.split('\n').find((each) => each.includes(secret));
      expect(line, `${what} on ${where}`).toBeUndefined();
    }
  }
  expect(innwire.stderr, 'raw bytes of a request').not.toMatch(/rawPacket|"type":"Buffer"/);
});

async function sendValidRequests(innwire: Innwire, { token, rooms, hotelId }: PropertyHandle) {
  const { url } = innwire;
  const stay = { room_id: rooms[0], checkin: '2027-03-01', checkout: '2027-03-03', price: 100, ...GUEST };
  const headers = { 'idempotency-key': 'key', 'x-request-id': 'mine' };
  const bookings = `${url}/api/bookings/${token}`;
  const { order_id } = (await ask(bookings, { method: 'POST', body: stay, headers })).body;
  await ask(bookings, { method: 'POST', body: stay, headers });
  await ask(`${url}/api/messages/${token}`, { method: 'POST', body: { rid: order_id, reply: REPLY } });
  await ask(`${bookings}?order_id=${encodeURIComponent(GUEST.name)}`);
  for (const resource of ['rentals', 'status', 'hotels', 'logs', 'ical'])
    await ask(`${url}/api/${resource}/${token}`);
  const address = `http://127.0.0.1:2/${CALENDAR_SECRET}.ics?s=${CALENDAR_SECRET}`;
  await operate(innwire, 'PUT', `/properties/${hotelId}/channels/airbnb`, {
    protocol: 'ical',
    rooms: [{ room_id: rooms[0], ical_url: address }],
  });
  await operate(innwire, 'PATCH', `/properties/${hotelId}/bookings/${order_id}`, { name: GUEST.name });
}

async function sendInvalidRequests(innwire: Innwire, { token, rooms }: PropertyHandle) {
  const { url } = innwire;
  const odd = [
    [`/api/bookings/${token}x`, 'GET'],
    [`/api/nothing/${token}`, 'GET'],
    [`/${token}`, 'GET'],
    [`/api/bookings/${token}`, 'PUT'],
    [`/api/bookings/${token}/%zz`, 'GET'],
    [`/api/bookings/${token}%zz`, 'GET'],
    [`/api/bookings/${token.repeat(40)}`, 'GET'],
    [`/api/bookings/${token}?fromdate=${encodeURIComponent(GUEST.email)}`, 'GET'],
    [`/api/availability/${token}?fromdate=1900-01-01&todate=2100-01-01`, 'GET'],
    [`/swagger/${token}`, 'GET'],
    [`/ical/${token}.ics`, 'GET'],
  ] as const;
  for (const [path, method] of odd) await ask(`${url}${path}`, { method });
  const stay = { room_id: rooms[0], ...GUEST, checkin: '2027-02-30', checkout: GUEST.name, price: -1 };
  await ask(`${url}/api/bookings/${token}`, { method: 'POST', body: stay });
  await ask(`${url}/api/bookings/${token}`, { method: 'POST', body: [[GUEST]] });
  await ask(`${url}/operator/properties`, { headers: { authorization: `Bearer ${OPERATOR_KEY}x` } });
  await ask(`${url}/operator/properties`, { headers: { authorization: `Basic ${OPERATOR_KEY}` } });
  await ask(`${url}/operator/properties?key=${OPERATOR_KEY}`);
  for (const type of ['text/plain', 'application/json; charset=latin1', 'multipart/form-data']) {
    await fetch(`${url}/api/bookings/${token}`, {
      method: 'POST',
      headers: { 'content-type': type },
      body: `{"name": "${GUEST.name}"`,
    });
  }
}

/** Sends text that the HTTP parser refuses; its error contains the bytes. */
async function sendInvalidHttp({ url }: Innwire, { token }: PropertyHandle) {
  const secret = `/api/bookings/${token}?name=${GUEST.name}`;
  for (const text of [
    `GARBAGE ${secret}\r\n\r\n`,
    `GET ${secret} HTTP/1.1\r\nHost: x\r\nBroken Header\r\n\r\n`,
    `GET /api/bookings/${token} HTTP/1.1\r\n\r\n`,
    `POST /api/bookings/${token} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${OPERATOR_KEY}\r\nContent-Length: abc\r\n\r\n`,
    `POST /api/bookings/${token} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz${GUEST.name}\r\n`,
    `GET /api/bookings/${token} HTTP/1.1\r\nHost: x\r\nX-Long: ${GUEST.name.repeat(2_000)}\r\n\r\n`,
  ]) {
    const connection = await openConnection(url);
    connection.socket.end(text);
    await connection.closed;
  }
}

/** Causes constraint violations, whose PostgreSQL errors repeat the refused row. */
async function violateConstraints(innwire: Innwire, { token, rooms }: PropertyHandle) {
  const database = embeddedUrl(innwire.dataDir);
  const constraint = `add constraint refused check (guest_name not like '%Quibblethorpe IV')`;
  await query(database, `alter table reservations ${constraint}`);
  const body = { room_id: rooms[0], ...GUEST, checkin: '2027-06-01', checkout: '2027-06-03', price: 1 };
  const refused = await ask(`${innwire.url}/api/bookings/${token}`, {
    method: 'POST',
    body: { ...body, name: `${GUEST.name} IV` },
  });
  expect(refused.status).toBe(500);
  expect(refused.text).not.toContain('Quibblethorpe');
  await query(database, 'alter table reservations drop constraint refused');
}

async function abortRequests({ url }: Innwire, { token, rooms }: PropertyHandle) {
  const body = JSON.stringify({ room_id: rooms[0], ...GUEST });
  for (const upTo of [20, 150, 260]) {
    const connection = await openConnection(url);
    const request = `POST /api/bookings/${token} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n${body}`;
    await new Promise((sent) => connection.socket.write(request.slice(0, upTo), sent));
    connection.socket.destroy();
  }
}

async function killDatabase(innwire: Innwire, { token, rooms }: PropertyHandle) {
  process.kill(postmasterPid(innwire.dataDir), 'SIGKILL');
  const body = { room_id: rooms[0], ...GUEST, checkin: '2027-07-01', checkout: '2027-07-03', price: 1 };
  const asking = Array.from({ length: 10 }, () =>
    ask(`${innwire.url}/api/bookings/${token}`, { method: 'POST', body }),
  );
  await Promise.all(asking);
  await until(async () => (await ask(`${innwire.url}/readyz`)).status === 200, 'it to be back');
}

/** Resolves when the reply could not be sent, the calendar could not be read, and the usage log has been stored. */
async function jobsDone(innwire: Innwire, { token }: PropertyHandle): Promise<void> {
  const last = { 'x-request-id': 'the-last' };
  await ask(`${innwire.url}/api/status/${token}`, { headers: last });
  const done = [
    'select from messages where delivery_failures > 0',
    'select from connection_rooms where failures > 0',
    `select from activity where request_id = '${last['x-request-id']}'`,
  ];
  for (const each of done)
    await until(async () => (await query(embeddedUrl(innwire.dataDir), each)).length > 0, each);
}

/** Returns PostgreSQL's log files, which are in the directory of its data. */
function logsOf(dataDir: string): string {
  const home = join(dataDir, 'postgresql');
  const files = readdirSync(home).filter((name) => name !== 'secret' && statSync(join(home, name)).isFile());
  return files.map((name) => readFileSync(join(home, name), 'latin1')).join('\n');
}

test('what a start says when it fails repeats no password', async () => {
  const password = 'database-pa55word';
  for (const host of ['127.0.0.1:2', 'nowhere.invalid']) {
    const env = {
      DATABASE_URL: `postgresql://innwire:${password}@${host}/innwire`,
      LOG_LEVEL: 'trace',
      OPERATOR_KEY,
    };
    for (const role of ['serve', 'migrate']) {
      const { stdout, stderr } = await runCommand([role], { dataDir: newPath(), env });
      expect(stderr).toContain('DATABASE_URL does not lead');
      expect(stdout + stderr).not.toContain(password);
    }
  }
});
