// Control interface of a running simulator: JSON commands, and a page with its calendars and innwire's.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { openControl } from '../../simulator/control.ts';
import { ask, sample, simulator } from './harness.ts';
import { receiver } from './receiver.ts';

async function controlled() {
  const started = await simulator();
  const control = await openControl(started, { port: 0, seed: 1 });
  onTestFinished(() => control.close());
  const headers = { 'content-type': 'application/json' };
  const post = (path: string, body: unknown = {}) =>
    ask(`${control.url}/control${path}`, { headers, body: JSON.stringify(body) });
  const get = (path: string) => ask(`${control.url}/control${path}`, { method: 'GET' });
  return { started, control, post, get };
}

test('an OTA gets a hotel, a calendar, sales and faults, and is read', async () => {
  const { started, post, get } = await controlled();
  const hotel = { id: 'hotel-501', rooms: [{ id: 'room-101', maxPersons: 2, rates: [{ id: 'rate-flex' }] }] };
  expect((await post('/open_channel/hotels', hotel)).json.id).toBe('hotel-501');
  const { otas } = (await get('')).json;
  expect(otas.map(({ name }: any) => name)).toEqual([
    'booking_com',
    'expedia',
    'airbnb',
    'vrbo',
    'channex',
    'open_channel',
  ]);
  const { url, credentials } = otas.at(-1);
  const headers = { 'api-key': credentials.api_key, 'content-type': 'application/json' };
  await ask(`${url}/changes/`, { headers, body: sample('open_channel/changes-request.json') });
  expect((await get('/open_channel/calendar?hotel=hotel-501')).json).toHaveLength(10);
  const stay = { arrival: '2027-04-01', nights: 2 };
  const { reference } = (await post('/open_channel/sell', stay)).json;
  expect((await post('/open_channel/modify', { reference, nights: 3 })).json.stays[0].departure).toBe(
    '2027-04-04',
  );
  expect((await post('/open_channel/write', { reference, text: 'Hello' })).json.text).toBe('Hello');
  expect((await post('/open_channel/cancel', { reference })).json.status).toBe('cancelled');
  expect((await post('/open_channel/cancel', { reference })).status).toBe(409);
  expect((await get('/open_channel/acknowledgements')).json).toEqual({ acknowledged: 0, outstanding: 3 });
  const fault = (await post('/open_channel/faults', { kind: 'slow', count: 2 })).json;
  expect(started.openChannel.faults.list()).toMatchObject([{ kind: 'slow', count: 2 }]);
  const address = `/open_channel/faults/${fault.id}`;
  const control = (await controlled()).control;
  expect((await ask(`${control.url}/control${address}`, { method: 'DELETE' })).json).toEqual({ ok: false });
});

test('what cannot be understood is 400, what does not exist 404', async () => {
  const { control, post, get } = await controlled();
  expect((await post('/expedia/faults', { kind: 'earthquake' })).json.error).toMatch(
    /kind must be one of unauthorized/,
  );
  expect((await post('/expedia/cancel')).status).toBe(400);
  expect((await post('/expedia/connect', { hotel: '1', url: 'http://x' })).json.error).toMatch(
    /does not call innwire/,
  );
  expect((await post('/expedia/dance')).status).toBe(404);
  expect((await get('/nobody/calendar')).status).toBe(404);
  const plain = await ask(`${control.url}/control/expedia/sell`, {
    headers: { 'content-type': 'text/plain' },
    body: '{}',
  });
  expect(plain.status).toBe(415);
});

test("the page's data has the nights of innwire and of the OTAs", async () => {
  const { control, post, get } = await controlled();
  const night = {
    availability_id: 1,
    room_id: 7,
    date: '2027-04-01T00:00:00.000Z',
    available: 2,
    price: 90,
    min_stay: 1,
  };
  const us = await receiver(() => ({ body: [night] }));
  await post('/innwire', { url: us.url, token: 'secret', rooms: { 'room-101': 7 } });
  const { json } = await get('/calendars?from=2027-04-01&to=2027-04-03');
  expect(us.received[0]!.url).toBe('/api/availability/secret?fromdate=2027-04-01&todate=2027-04-03');
  expect(json.ours.nights).toMatchObject([{ room_id: 7, date: '2027-04-01', available: 2 }]);
  expect(json.rooms).toEqual({ 'room-101': 7 });
  const page = await ask(`${control.url}/`, { method: 'GET' });
  expect(page.headers.get('content-type')).toMatch(/^text\/html/);
  expect(page.text).not.toMatch(/(src|href)=/);
});

test('npm run simulate starts all of it, and ends on SIGTERM', async () => {
  const main = join(import.meta.dirname, '../../simulator/main.ts');
  const child = spawn(process.execPath, [main, '--port', '0', '--seed', '5'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (line.includes('Ctrl-C')) break;
  }
  const url = /http:\S+/.exec(lines[0]!)![0];
  expect((await ask(`${url}control`, { method: 'GET' })).json.otas).toHaveLength(6);
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  await expect(promisify(execFile)(process.execPath, [main, '--port', 'x'])).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--port must be a whole number'),
  });
});
