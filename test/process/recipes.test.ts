// Runs the recipes and the curl commands of their documents, unchanged, against a server.

import { execFile, spawn } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { INNWIRE } from '../../src/model/actor.ts';
import { receiveMessage } from '../../src/pms/messages.ts';
import { inPropertyTransaction } from '../../src/pms/property-transaction.ts';
import { connectForTest } from '../harness/connect.ts';
import { newLastingPort } from '../harness/ports.ts';
import {
  ask,
  CHECKOUT,
  createProperty,
  embeddedUrl,
  type Innwire,
  newDataDir,
  newPath,
  operate,
  type PropertyHandle,
  startLasting,
  until,
  useProcesses,
} from '../harness/process.ts';

useProcesses();

const run = promisify(execFile);
const dataDir = newDataDir();
let innwire: Innwire;
let property: PropertyHandle;

beforeAll(async () => {
  innwire = await startLasting({ dataDir, env: { ALLOW_PRIVATE_NETWORK: 'on' } });
  property = await createProperty(innwire, { rooms: 2, units: 3 });
});

const env = (more: Record<string, string> = {}) => ({
  ...process.env,
  INNWIRE_URL: innwire.url,
  API_TOKEN: property.token,
  ...more,
});
const recipe = (name: string, more: Record<string, string>) =>
  run(process.execPath, [path.join(CHECKOUT, 'recipes', `${name}.js`)], { env: env(more) });

async function book(room = property.rooms[0]!) {
  const answer = await ask(`${innwire.url}/api/bookings/${property.token}`, {
    method: 'POST',
    body: {
      room_id: room,
      name: '=Ada, "of" Lovelace',
      checkin: '2027-03-01',
      checkout: '2027-03-04',
      price: 300.5,
    },
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

test('smart lock: a code per stay, moved with it and taken back, and nothing done twice', async () => {
  const requests: { method: string; path: string; body: any }[] = [];
  const lock = await serve((request, body) => {
    requests.push({ method: request.method!, path: request.url!, body: body && JSON.parse(body) });
    return 200;
  });
  const settings = { LOCK_URL: lock, STATE_FILE: newPath('lock.json'), ONCE: 'yes' };
  const booking = await book();
  await recipe('smart-lock', settings);
  const [made] = requests.filter((one) => one.path === `/codes/${booking.order_id}`);
  expect(made).toMatchObject({
    method: 'PUT',
    body: {
      code: expect.stringMatching(/^\d{6}$/),
      doors: [{ room: property.rooms[0], unit: null, from: booking.checkin, until: booking.checkout }],
    },
  });
  await operate(innwire, 'PATCH', `/properties/${property.hotelId}/bookings/${booking.order_id}`, {
    room_id: property.rooms[1],
  });
  requests.length = 0;
  await recipe('smart-lock', settings);
  const moved = { ...made!.body, doors: [{ ...made!.body.doors[0], room: property.rooms[1] }] };
  expect(requests).toEqual([{ ...made, body: moved }]);
  const cancel = `${innwire.url}/api/bookings/${property.token}?order_id=${booking.order_id}&date=2027-03-01`;
  await ask(cancel, { method: 'DELETE' });
  requests.length = 0;
  await recipe('smart-lock', settings);
  expect(requests.map(({ method, path: where }) => [method, where])).toEqual([
    ['DELETE', `/codes/${booking.order_id}`],
  ]);
  requests.length = 0;
  await recipe('smart-lock', settings);
  expect(requests).toEqual([]);
});

test('smart lock: the code opens the unit of the stay, and with a token for locks the program knows no person', async () => {
  const requests: { path: string; body: any }[] = [];
  const lock = await serve((request, body) => {
    requests.push({ path: request.url!, body: body && JSON.parse(body) });
    return 200;
  });
  const house = await createProperty(innwire, { rooms: 1, units: 2 });
  const [room_id] = house.rooms as [number];
  const at = (path: string) => `${innwire.url}/api/${path}/${house.token}`;
  const units = (await ask(at('units'), { method: 'POST', body: { room_id, names: ['101', '102'] } })).body;
  const token = await operate(innwire, 'POST', `/properties/${house.hotelId}/tokens`, {
    label: 'front door',
    preset: 'lock',
  });
  const settings = {
    API_TOKEN: token.body.api_token,
    LOCK_URL: lock,
    STATE_FILE: newPath('unit-lock.json'),
    ONCE: 'yes',
  };
  const stay = { room_id, name: 'Ada Lovelace', checkin: '2027-03-01', checkout: '2027-03-04', price: 1 };
  const booking = (await ask(at('bookings'), { method: 'POST', body: stay })).body;
  const change = async (body: object) => {
    const answer = await ask(`${at('bookings')}?order_id=${booking.order_id}`, { method: 'PATCH', body });
    expect(answer.status, answer.text).toBe(200);
    requests.length = 0;
    await recipe('smart-lock', settings);
    return requests.map((one) => one.body.doors);
  };
  const whole = { room: room_id, from: booking.checkin, until: booking.checkout };
  await recipe('smart-lock', settings);
  expect(requests.map((one) => one.body.doors)).toEqual([[{ ...whole, unit: null }]]);
  expect(await change({ unit_id: units[0].unit_id })).toEqual([[{ ...whole, unit: '101' }]]);
  const split = { unit_id: units[1].unit_id, unit_from: '2027-03-03' };
  const move = '2027-03-03T12:00:00.000Z';
  expect(await change(split)).toEqual([
    [
      { ...whole, unit: '101', until: move },
      { ...whole, unit: '102', from: move },
    ],
  ]);
  expect(JSON.stringify(requests)).not.toContain('Ada');
});

test('pricing engine: 500 nights of all rooms in one call, looked at first', async () => {
  const before = await lastEvent();
  const { stdout: dry } = await recipe('pricing-engine', {});
  expect(dry).toMatch(/^would change \{\s+updated: \d+/);
  expect(await lastEvent()).toBe(before);
  const { stdout } = await recipe('pricing-engine', { APPLY: 'yes' });
  expect(stdout).toMatch(/changed \{\s+updated: (\d+),\s+unchanged: \d+/);
  const nights = (await ask(`${innwire.url}/api/availability/${property.token}?room_id=${property.rooms[1]}`))
    .body;
  expect(new Set(nights.map((night: any) => night.price))).toEqual(new Set([100, 120, 133, 160]));
  const { stdout: again } = await recipe('pricing-engine', { APPLY: 'yes' });
  expect(again).toMatch(/would change \{\s+updated: 0,\s+unchanged: 1000/);
});

test('message relay: what a guest writes reaches the chat once, and the answer the guest', async () => {
  const texts: string[] = [];
  const chat = await serve((_request, body) => {
    texts.push(JSON.parse(body).text);
    return 200;
  });
  const booking = await book();
  const port = await newLastingPort();
  const made = await operate(innwire, 'POST', `/properties/${property.hotelId}/webhooks`, {
    url: `http://127.0.0.1:${port}/webhook`,
    kinds: ['message.received'],
  });
  const relay = spawn(process.execPath, [path.join(CHECKOUT, 'recipes/message-relay.js')], {
    env: env({ WEBHOOK_SECRET: made.body.secret, CHAT_URL: chat, PORT: String(port) }),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void relay.kill('SIGKILL'));
  let ready = '';
  relay.stdout.on('data', (text) => {
    ready += text;
  });
  await until(() => ready.includes('relaying'), 'the relay');

  await guestWrites(booking.order_id, 'Is there parking?');
  await until(() => texts.length > 0, 'the chat to receive it');
  await operate(innwire, 'POST', `/properties/${property.hotelId}/webhooks/${made.body.id}/replay`, {
    from_seq: 1,
  });
  await until(async () => {
    const [hook] = (await operate(innwire, 'GET', `/properties/${property.hotelId}/webhooks`)).body;
    return hook.behind === 0;
  }, 'the repetition');
  expect(texts).toEqual([`Booking ${booking.order_id} (direct): Is there parking?`]);

  const answerOf = () =>
    ask(`http://127.0.0.1:${port}/reply`, {
      method: 'POST',
      body: { rid: booking.order_id, reply: 'Yes', id: '1' },
    });
  expect([(await answerOf()).status, (await answerOf()).status]).toEqual([200, 200]);
  const messages = (await ask(`${innwire.url}/api/messages/${property.token}?rid=${booking.order_id}`)).body;
  expect(messages).toMatchObject([{ message: 'Is there parking?', reply: 'Yes' }]);
  const forged = await ask(`http://127.0.0.1:${port}/webhook`, {
    method: 'POST',
    body: { kind: 'message.received' },
  });
  expect(forged.status).toBe(401);
});

test('accounting export: the ledger of a month as CSV that a spreadsheet reads as it is meant', async () => {
  const description = '=cmd()|"x", and more';
  const next = Temporal.Now.plainDateISO('UTC').with({ day: 1 });
  const day = next.subtract({ days: 1 });
  await operate(innwire, 'POST', `/properties/${property.hotelId}/accounting`, {
    ...{ amount: -12.5, type: 'expense', date: day.toString(), description },
  });
  await operate(innwire, 'POST', `/properties/${property.hotelId}/accounting`, {
    ...{ amount: 10.1, type: 'payment', date: next.toString(), description: 'next month' },
  });
  const { stdout, stderr } = await recipe('accounting-export', { MONTH: day.toPlainYearMonth().toString() });
  const lines = stdout.trimEnd().split('\n');
  expect(lines[0]).toBe(
    '\ufeffid,date,type,code,description,charge,payment,expense,other,currency,service_from,service_until,quantity,vat_category,vat_rate,collected_by,method,reference,reverses_id,room_id,order_id,created_at,posted_by',
  );
  expect(lines[1]!.replace(/^\d+,/, '')).toMatch(
    new RegExp(`^${day},expense,expense,"'=cmd\\(\\)\\|""x"", and more",,,-12\\.5,,EUR,,,,,,,,,,,,\\d{4}-`),
  );
  expect(lines).toHaveLength(2);
  expect(stderr).toBe('1 entry: charge 0.00, payment 0.00, expense -12.50, other 0.00\n');
});

describe('a recipe without its settings', () => {
  const names = globSync('recipes/*.js', { cwd: CHECKOUT }).map((file) => path.basename(file, '.js'));

  test.each(names)('%s says which one is missing, in one sentence', async (name) => {
    for (const [missing, more] of [
      ['INNWIRE_URL', { INNWIRE_URL: '' }],
      ['API_TOKEN', { API_TOKEN: '' }],
    ] as const) {
      const done = await recipe(name, more).catch((error) => error);
      expect(done).toMatchObject({ code: 1, stdout: '' });
      expect(done.stderr).toMatch(new RegExp(`^Set ${missing}: .+\\.\n$`));
    }
  });

  test('are there', () => expect(names).toHaveLength(4));
});

test.each(['accounting-export', 'pricing-engine'])('%s says why it does not reach innwire', async (name) => {
  const done = await recipe(name, { INNWIRE_URL: 'http://127.0.0.1:2' }).catch((error) => error);
  expect(done).toMatchObject({ code: 1, stdout: '', stderr: 'connect ECONNREFUSED 127.0.0.1:2\n' });
});

describe('curl lines', () => {
  const lines = globSync(['docs/events.md', 'docs/recipes/*.md'], { cwd: CHECKOUT }).flatMap((file) =>
    curls(readFileSync(path.join(CHECKOUT, file), 'utf8')).map((line) => ({ file, line })),
  );

  test.each(lines)('$file: $line', async ({ line }) => {
    const { order_id: order } = await book();
    const more = {
      OPERATOR_KEY: innwire.operatorKey,
      HOTEL_ID: String(property.hotelId),
      ROOM_ID: String(property.rooms[0]),
      ORDER_ID: String(order),
    };
    const streams = line.includes('text/event-stream');
    const command = streams ? line.replace('curl ', 'curl --max-time 2 ') : line;
    const done = await run('bash', ['-c', command], { env: env(more) }).catch((error) => error);
    // 28: curl's timeout, which ends a stream
    expect(done.code ?? 0, `${done.stderr}${done.stdout}`).toBe(streams ? 28 : 0);
    expect(done.stdout).toMatch(streams ? /^id: \d+$/m : /[[{]/);
    const cancel = `${innwire.url}/api/bookings/${property.token}?order_id=${order}&date=2027-03-01`;
    expect((await ask(cancel, { method: 'DELETE' })).status).toBe(200);
  });

  test('are there', () => expect(lines.length).toBeGreaterThan(10));
});

/** Returns the curl commands of a document's shell blocks, with continuation lines joined. */
function curls(text: string): string[] {
  const blocks = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map((match) => match[1]!);
  return blocks
    .flatMap((block) => block.replaceAll(/\\\n\s*/g, '').split('\n'))
    .filter((line) => line.startsWith('curl '));
}

async function lastEvent(): Promise<number> {
  return (await ask(`${innwire.url}/api/events/${property.token}?last=1`)).body[0].seq;
}

/** Stores a guest's message as a channel's adapter does. */
async function guestWrites(reservationId: number, text: string): Promise<void> {
  const db = connectForTest(embeddedUrl(dataDir), { poolSize: 1 });
  const now = Temporal.Now.instant();
  await inPropertyTransaction(db, { hotelId: property.hotelId, now, actor: INNWIRE }, (tx) =>
    receiveMessage(tx, { reservationId, text, at: now }),
  );
  await db.close();
}

async function serve(answer: (request: http.IncomingMessage, body: string) => number): Promise<string> {
  const server = http.createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    response.writeHead(answer(request, body)).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
