// Faults on demand: each has its effect on a request, the set number of times, and repeats with the same
// seed.
import { expect, test } from 'vitest';
import type { FaultKind } from '../../simulator/faults.ts';
import { ask, NOON, sample, simulator } from './harness.ts';

const HOTEL = { id: 'hotel-501', rooms: [{ id: 'room-101', maxPersons: 2, rates: [{ id: 'rate-flex' }] }] };
let requests = 0;

async function partner(options = {}) {
  const { openChannel: ota } = await simulator(options);
  ota.hotel(HOTEL);
  const change = async () => {
    requests += 1;
    const body = sample('open_channel/changes-request.json', {
      '000000000001': String(requests).padStart(12, '0'),
    });
    const headers = { 'api-key': ota.credentials['api_key']!, 'content-type': 'application/json' };
    return ask(`${ota.url}/changes/`, { headers, body }).catch(() => undefined);
  };
  return { ota, change };
}

test.each<[FaultKind, { status?: number; done: boolean }]>([
  ['unauthorized', { status: 401, done: false }],
  ['forbidden', { status: 403, done: false }],
  ['rate_limited', { status: 429, done: false }],
  ['server_error', { status: 503, done: false }],
  ['garbage', { status: 200, done: false }],
  ['firewall_page', { status: 403, done: false }],
  ['slow_read', { status: 200, done: true }],
  ['rewritten', { status: 200, done: true }],
  ['cut_before', { done: false }],
  ['cut_after', { done: true }],
  ['truncated', { done: true }],
  ['time_out', { done: false }],
  ['time_out_after', { done: true }],
  ['slow', { status: 200, done: true }],
  ['refuse', { status: 200, done: false }],
])('%s strikes once', async (kind, { status, done }) => {
  const { ota, change } = await partner();
  ota.faults.add({ kind, count: 1, delayMs: 50, on: 'changes', retryAfterSeconds: 3 });
  const answer = await change();
  expect([answer?.status, ota.calendar().length > 0]).toEqual([status, done]);
  if (kind === 'rate_limited') expect(answer!.headers.get('retry-after')).toBe('3');
  expect(ota.requests('changes')).toMatchObject([{ fault: kind }]);
  expect(ota.faults.list()).toEqual([]);
  expect((await change())?.json.success).toBe(true);
  expect(ota.counters()['changes']).toMatchObject({ requests: 2, faults: 1 });
});

test('the page of a firewall is HTML, with the status that is asked for', async () => {
  const { ota, change } = await partner();
  ota.faults.add({ kind: 'firewall_page', status: 503, count: 1 });
  const answer = await change();
  expect(answer).toMatchObject({ status: 503, text: expect.stringMatching(/^<!DOCTYPE html>/) });
  expect(answer!.headers.get('content-type')).toMatch(/^text\/html/);
});

test('a rewritten response has the given text for all that a pattern matches', async () => {
  const { ota, change } = await partner();
  ota.faults.add({ kind: 'rewritten', find: '"success": *true', put: '"success":"perhaps"', count: 1 });
  expect((await change())?.json).toMatchObject({ success: 'perhaps' });
  expect((await change())?.json).toMatchObject({ success: true });
});

test('a slow read arrives whole, in the pieces that are asked for', async () => {
  const { ota } = await partner();
  ota.faults.add({ kind: 'slow_read', count: 1, pieces: 4, delayMs: 40 });
  const headers = { 'api-key': ota.credentials['api_key']! };
  const begun = performance.now();
  const response = await fetch(`${ota.url}/mapping_details/?hotel_code=hotel-501`, { headers });
  expect(await response.json()).toBeTypeOf('object');
  // There are three pauses between the first and the last piece: a minimum on any machine.
  expect(performance.now() - begun).toBeGreaterThan(100);
});

test('a fault strikes only what it is set on, and ends with its time', async () => {
  let nowMs = NOON;
  const { ota, change } = await partner({ now: () => nowMs });
  ota.faults.add({ kind: 'server_error', on: ['reservations', 'mapping'] });
  expect((await change())?.status).toBe(200);
  ota.faults.clear();
  ota.faults.add({ kind: 'server_error', durationMs: 20 });
  nowMs += 19;
  expect((await change())?.status).toBe(503);
  nowMs += 1;
  expect((await change())?.status).toBe(200);
});

test('a client that closes the connection during a time-out does not block the next request', async () => {
  const { expedia: ota } = await simulator();
  ota.hotel({ id: '1', rooms: [{ id: '2', rates: [{ id: '3' }] }] });
  const { username, password } = ota.credentials;
  const body = `<BookingRetrievalRQ xmlns="http://www.expediaconnect.com/EQC/BR/2014/01"><Authentication username="${username}" password="${password}"/><Hotel id="1"/></BookingRetrievalRQ>`;
  const call = (signal?: AbortSignal) =>
    fetch(`${ota.url}/eqc/br`, {
      method: 'POST',
      headers: { 'content-type': 'text/xml' },
      body,
      ...(signal && { signal }),
    });
  ota.faults.add({ kind: 'time_out', count: 1 });
  const leaving = new AbortController();
  const unanswered = call(leaving.signal);
  await expect.poll(() => ota.faults.struck()).toBe(1);
  leaving.abort();
  await expect(unanswered).rejects.toThrow();
  await expect.poll(async () => (await call()).text()).toContain('<Bookings');
});

test('the same seed invents the same guests and strikes the same requests', async () => {
  const run = async (seed: number) => {
    const { ota, change } = await partner({ seed });
    await change();
    ota.faults.add({ kind: 'server_error', probability: 0.5 });
    const statuses = [];
    for (let i = 0; i < 12; i += 1) statuses.push((await change())?.status);
    const sold = await ota.sell();
    return { statuses, sold: { reference: sold.reference, guest: sold.guest, stays: sold.stays } };
  };
  const first = await run(3);
  expect(await run(3)).toEqual(first);
  expect(await run(4)).not.toEqual(first);
  expect(new Set(first.statuses)).toEqual(new Set([200, 503]));
});

test('an overlapping sale is made although nothing is free, and gives back nothing when it is cancelled', async () => {
  const { ota, change } = await partner();
  await change();
  const stay = { arrival: '2027-04-01', departure: '2027-04-03' };
  for (let i = 0; i < 5; i += 1) await ota.sell(stay);
  await expect(ota.sell(stay)).rejects.toThrow('no unit is free on 2027-04-01');
  const { reference, overlapping } = await ota.sell({ ...stay, force: true });
  expect([overlapping, ota.calendar()[0]!.available]).toEqual([true, 0]);
  await ota.cancel(reference);
  expect(ota.calendar()[0]!.available).toBe(0);
});

test('an order of several rooms is sold whole or not at all', async () => {
  const { ota, change } = await partner();
  await change();
  const stay = { arrival: '2027-04-01', departure: '2027-04-03' };
  const { reference } = await ota.sell({ ...stay, rooms: [{}, {}, {}] });
  await expect(ota.sell({ ...stay, rooms: [{}, {}, {}] })).rejects.toThrow('no unit is free');
  expect(ota.calendar()[0]!.available).toBe(2);
  await ota.modify(reference, { drop: [2], add: [{ ...stay }, { ...stay, nights: 2 }] });
  expect(ota.reservations()[0]!.stays.map(({ index }) => index)).toEqual([1, 3, 4, 5].slice(0, 4));
  expect(ota.calendar()[0]!.available).toBe(1);
});

test.each([
  'partial',
  'duplicate',
  'reorder',
  'lost_acknowledgement',
] as const)('%s strikes at Channex', async (kind) => {
  const { channex: ota } = await simulator();
  const { id, rooms } = ota.hotel({ rooms: [{ rates: [{}] }] });
  const room_type_id = rooms[0]!.id;
  const rate_plan_id = rooms[0]!.rates[0]!.id;
  const headers = { 'user-api-key': ota.credentials['api_key']!, 'content-type': 'application/json' };
  const post = (path: string, values: unknown[]) =>
    ask(`${ota.url}/api/v1${path}`, { headers, body: JSON.stringify({ values }) });
  const feed = async () =>
    (await ask(`${ota.url}/api/v1/booking_revisions/feed`, { method: 'GET', headers })).json.data;
  const acknowledge = (one: any) => post(`/booking_revisions/${one.id}/ack`, []);
  const range = { property_id: id, date_from: '2027-04-01', date_to: '2027-04-30' };
  await post('/availability', [{ ...range, room_type_id, availability: 5 }]);
  ota.faults.add({ kind, count: 1 });
  const values = [1, 2].map((day) => ({
    property_id: id,
    date: `2027-04-0${day}`,
    rate_plan_id,
    rate: '100.00',
  }));
  const { json } = await post('/restrictions', values);
  expect(json.meta.warnings).toHaveLength(kind === 'partial' ? 1 : 0);
  if (kind === 'partial') return;
  await post('/restrictions', [{ ...range, rate_plan_id, rate: '100.00' }]);
  for (let i = 0; i < 4; i += 1) await ota.sell();
  const all = await feed();
  expect(all).toHaveLength(4);
  for (const one of all) await acknowledge(one);
  expect(await feed()).toHaveLength(kind === 'lost_acknowledgement' ? 1 : 0);
});
