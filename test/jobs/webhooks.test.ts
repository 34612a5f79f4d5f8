// Webhooks: signed, in order, at least once, retried for days, and never sent into a private network.
import { Webhook as Verifier } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { startWebhooks } from '../../src/jobs/deliver-webhooks.ts';
import { startHeartbeat } from '../../src/jobs/worker-heartbeat.ts';
import { retryAfterSeconds } from '../../src/model/webhook.ts';
import { openOutgoing } from '../../src/outgoing/http.ts';
import { compactLogs } from '../../src/pms/log.ts';
import { guestReviews, guestWrites } from '../api/outside-events.ts';
import { type TestProperty, useApi } from '../harness/api.ts';
import { waitUntil } from '../harness/eventually.ts';
import { startReceiver } from './webhook-receiver.ts';

const api = useApi();
let property: TestProperty;

beforeEach(async () => {
  property = await api.property({ rooms: [{ units: 50 }] });
});

afterEach(() => {
  api.clock = null;
});

const now = () => api.clock ?? Temporal.Instant.fromEpochMilliseconds(Date.now());

/** Starts the webhook workers as `serve` does. */
async function work({ allowPrivateNetwork = true } = {}): Promise<{ stop(): Promise<void> }> {
  const outgoing = openOutgoing({ version: '0', allowPrivateNetwork, connectionsPerOrigin: 250 });
  const warnings: unknown[] = [];
  const log = { info: () => {}, warn: (details: object, text: string) => warnings.push([text, details]) };
  const heartbeat = await startHeartbeat(api.db, { alone: false, onError: (error) => warnings.push(error) });
  const worker = startWebhooks({ db: api.db, outgoing, now, log, processId: heartbeat.processId });
  const stop = async () => {
    await worker.stop();
    await heartbeat.stop();
    await outgoing.close();
  };
  onTestFinished(stop);
  onTestFinished(() => expect(warnings).toEqual([]));
  return { stop };
}

const path = () => `/properties/${property.hotelId}/webhooks`;

async function hook(url: string, more: object = {}) {
  const answer = await api.operator('POST', path(), { url, ...more });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

const state = async (id: number) =>
  (await api.operator('GET', path())).body.find((webhook: any) => webhook.id === id);
const deliveries = async (id: number) => (await api.operator('GET', `${path()}/${id}/deliveries`)).body;

async function rename(times = 1) {
  for (let i = 0; i < times; i += 1) {
    const answer = await api.operator('PATCH', `/properties/${property.hotelId}`, { name: `Name ${i}` });
    expect(answer.status).toBe(200);
  }
}

describe('a message', () => {
  test('is the event, signed so that the specification’s own library accepts it', async () => {
    const receiver = await startReceiver();
    const { secret } = await hook(receiver.url());
    await work();
    await rename();
    const [got] = await receiver.count(1);
    const events = (await api.get(`/api/events/${property.token}?last=1`)).body;
    const payload = new Verifier(secret).verify(got!.body, got!.headers);
    expect(payload).toEqual({ type: 'property.changed', timestamp: events[0].at, ...events[0] });
    expect(got!.headers['content-type']).toBe('application/json');
    expect(() => new Verifier(secret).verify(`${got!.body} `, got!.headers)).toThrow();
  });

  test('is signed with both secrets for a day after a rotation, then with the new one alone', async () => {
    const receiver = await startReceiver();
    const { id, secret: old } = await hook(receiver.url());
    const answer = await api.operator('POST', `${path()}/${id}/rotate`);
    const worker = await work();
    await rename();
    const [got] = await receiver.count(1);
    for (const secret of [old, answer.body.secret]) new Verifier(secret).verify(got!.body, got!.headers);
    await worker.stop();

    api.clock = Temporal.Now.instant().add({ hours: 25 });
    await work();
    await rename();
    const [, later] = await receiver.count(2);
    expect(later!.headers['webhook-signature']!.split(' ')).toHaveLength(1);
    expect(got!.headers['webhook-signature']!.split(' ')).toHaveLength(2);
  });

  test('of kinds that were not wanted is not sent', async () => {
    const receiver = await startReceiver();
    const { id } = await hook(receiver.url(), { kinds: ['booking.created'] });
    await work();
    await rename(3);
    await book();
    await receiver.count(1);
    expect(receiver.received.map(({ event }) => event.kind)).toEqual(['booking.created']);
    await waitUntil(async () => (await state(id)).delivered_seq > receiver.received[0]!.event.seq - 1);
  });

  test('of the kinds that a pattern stands for is sent, and no other', async () => {
    const receiver = await startReceiver();
    const { id, kinds } = await hook(receiver.url(), { kinds: ['booking.*', 'room.changed'] });
    expect(kinds).toEqual(['booking.*', 'room.changed']);
    await work();
    await rename(3);
    const { order_id } = await book();
    const one = `/api/bookings/${property.token}?order_id=${order_id}`;
    const renamed = await api.request('PATCH', one, { body: { name: 'Grace Hopper' } });
    expect(renamed.status, renamed.text).toBe(200);
    await receiver.count(2);
    await waitUntil(async () => (await state(id)).behind === 0);
    expect(receiver.received.map(({ event }) => event.kind)).toEqual(['booking.created', 'booking.modified']);
  });

  test('has no personal data of guests where the endpoint does without contacts', async () => {
    const receiver = await startReceiver();
    const { id, contacts } = await hook(receiver.url('/without'), { contacts: false });
    const { id: whole } = await hook(receiver.url('/with'));
    expect([contacts, (await state(whole)).contacts]).toEqual([false, true]);
    api.clock = Temporal.Now.instant();
    const booking = await book({ name: 'Canary', email: 'canary@example.com' });
    await guestWrites(api, property, { rid: booking.order_id, text: 'Canary asks' });
    await api.operator('PATCH', `/properties/${property.hotelId}/guests/${booking.guest_id}`, {
      company: 'Canary',
    });
    await guestReviews(api, property, { score: 9, at: '2026-06-02T08:00:00Z', title: 'Canary house' });
    await rename();
    api.clock = null;
    await work();
    const ended = (of: string) =>
      receiver.received.some((one) => one.path === of && one.event.kind === 'property.changed');
    await waitUntil(() => ended('/without') && ended('/with'));
    const bodies = (of: string) => receiver.received.filter((one) => one.path === of).map(({ body }) => body);
    const kindsOf = (of: string) => bodies(of).map((body) => JSON.parse(body).kind);
    expect(bodies('/with').join()).toMatch(/canary/i);
    expect(bodies('/without').join()).not.toMatch(/canary/i);
    expect(kindsOf('/with')).toContain('guest.changed');
    expect(kindsOf('/without')).toEqual(kindsOf('/with').filter((kind) => !kind.startsWith('guest.')));
    await api.operator('PATCH', `${path()}/${id}`, { contacts: true });
    expect((await state(id)).contacts).toBe(true);
  });

  test('of a test carries no data, and its result is among the deliveries', async () => {
    const receiver = await startReceiver();
    const { id, secret } = await hook(receiver.url(), { active: false });
    await work();
    receiver.answer(418);
    await api.operator('POST', `${path()}/${id}/test`);
    const [got] = await receiver.count(1);
    expect(new Verifier(secret).verify(got!.body, got!.headers)).toMatchObject({
      type: 'webhook.test',
      data: {},
    });
    await waitUntil(async () => (await deliveries(id)).length === 1);
    expect((await deliveries(id))[0]).toMatchObject({
      seq: null,
      kind: 'webhook.test',
      delivered: false,
      status: 418,
      answer: 'said 418',
    });
    expect(await state(id)).toMatchObject({ state: 'paused', attempts: 0 });
  });
});

describe('delivering', () => {
  test('brings every event once and in order, from the moment the endpoint was made', async () => {
    const receiver = await startReceiver();
    await rename(2);
    const { id, delivered_seq: begins } = await hook(receiver.url());
    await work();
    await rename(30);
    await receiver.count(30);
    expect(receiver.seqs()).toEqual(Array.from({ length: 30 }, (_, i) => begins + 1 + i));
    expect(receiver.received).toHaveLength(30);
    await waitUntil(async () => (await state(id)).behind === 0);
    const tried = await deliveries(id);
    expect(tried).toHaveLength(30);
    expect(tried[0]).toMatchObject({
      seq: begins + 30,
      attempt: 1,
      delivered: true,
      status: 204,
      error: null,
    });
    expect(tried.map((one: any) => one.seq)).toEqual(receiver.seqs().toReversed());
  });

  test('by several workers keeps the order', async () => {
    const receiver = await startReceiver();
    const slow = await startReceiver();
    slow.answer((_got, response) => setTimeout(() => response.writeHead(200).end(), 5));
    await hook(receiver.url());
    await hook(slow.url());
    await Promise.all([work(), work(), work()]);
    await Promise.all([rename(20), rename(20)]);
    await Promise.all([receiver.count(40), slow.count(40)]);
    for (const one of [receiver, slow]) {
      expect(one.received.map(({ event }) => event.seq)).toEqual(one.seqs());
      expect(one.seqs()).toEqual(one.seqs().toSorted((a, b) => a - b));
    }
  });

  test('goes on where a stopped worker was', async () => {
    const receiver = await startReceiver();
    const { id } = await hook(receiver.url());
    const first = await work();
    await rename(5);
    await receiver.count(5);
    // A stop cancels an attempt whose answer has not been read: the event is then sent again.
    await waitUntil(async () => (await state(id)).behind === 0);
    await first.stop();
    await rename(5);
    await work();
    await receiver.count(10);
    expect(receiver.received.map(({ event }) => event.seq)).toEqual(receiver.seqs());
  });

  test('to a dead endpoint does not delay another', async () => {
    const [dead, alive] = await Promise.all([startReceiver(), startReceiver()]);
    dead.answer(() => {}); // takes the request and never answers
    for (let i = 0; i < 30; i += 1) await hook(dead.url(`/${i}`));
    await hook(alive.url());
    await work();
    await rename(10);
    await alive.count(10);
    expect(dead.received.length).toBeLessThanOrEqual(30);
  });

  test('is not stopped by an answer that is long, or breaks off after its status', async () => {
    const receiver = await startReceiver();
    receiver.answer((got, response) => {
      response.writeHead(200);
      if (got.event.seq % 2) response.end('x'.repeat(1_000_000));
      else response.write('begun', () => response.destroy());
    });
    const { id } = await hook(receiver.url());
    await work();
    await rename(4);
    await receiver.count(4);
    await waitUntil(async () => (await state(id)).behind === 0);
    for (const one of await deliveries(id)) expect(one.answer.length).toBeLessThanOrEqual(500);
  });
});

describe('a failed delivery', () => {
  test('is tried again until it succeeds; later events wait for it', async () => {
    const receiver = await startReceiver();
    receiver.answer(500);
    api.clock = Temporal.Now.instant();
    const { id } = await hook(receiver.url());
    expect((await state(id)).state, 'before anything was sent').toBe('untried');
    await work();
    await rename(2);
    await receiver.count(1);
    await waitUntil(async () => (await state(id)).state === 'retrying');
    const { next_attempt_at: next, last_error: error, last_error_cause: cause } = await state(id);
    expect(error).toBe('It answered with 500.');
    expect(cause).toMatchObject({ code: 'unavailable', status: 500 });
    const pauseMs = Date.parse(next) - api.clock.epochMilliseconds;
    expect(pauseMs).toBeGreaterThanOrEqual(4_000);
    expect(pauseMs).toBeLessThanOrEqual(6_000);
    expect(receiver.received).toHaveLength(1);
    receiver.answer(200);
    api.clock = api.clock.add({ seconds: 6 });
    await receiver.count(3);
    const [first, again, second] = receiver.received;
    expect(again!.headers['webhook-id']).toBe(first!.headers['webhook-id']);
    expect(again!.body).toBe(first!.body);
    expect(second!.event.seq).toBe(first!.event.seq + 1);
    await waitUntil(async () => (await state(id)).state === 'delivering');
    expect(await state(id)).toMatchObject({
      attempts: 0,
      next_attempt_at: null,
      last_error: null,
      last_error_cause: null,
    });
  });

  test('is given up after three days, seen by the operator, and goes on where it was when switched on again', async () => {
    const receiver = await startReceiver();
    receiver.answer(503);
    const { id } = await hook(receiver.url());
    api.clock = Temporal.Now.instant();
    const began = api.clock;
    await work();
    await rename();
    for (let attempts = 1; (await state(id)).state !== 'failing'; attempts += 1) {
      await waitUntil(async () => {
        const seen = await state(id);
        return seen.attempts === attempts || seen.state === 'failing';
      });
      const next = (await state(id)).next_attempt_at;
      if (!next) continue;
      api.clock = Temporal.Instant.from(next).add({ milliseconds: 1 });
      api.db.notifications.notify(property.hotelId); // sooner than its next check
    }
    const days = began.until(api.clock).total('hours') / 24;
    expect(days).toBeGreaterThan(2.8);
    expect(days).toBeLessThan(3.4);
    expect(receiver.received).toHaveLength(14);
    receiver.answer(200);
    await rename();
    await api.operator('PATCH', `${path()}/${id}`, { active: true });
    await receiver.count(16);
    expect(receiver.seqs()).toHaveLength(2);
  });

  test('with 410 is given up at once', async () => {
    const receiver = await startReceiver();
    receiver.answer(410);
    const { id } = await hook(receiver.url());
    await work();
    await rename();
    await waitUntil(async () => (await state(id)).state === 'failing');
    expect(await state(id)).toMatchObject({
      last_error: expect.stringMatching(/410/),
      last_error_cause: { code: 'gone', status: 410 },
    });
    const attempts = await api.operator('GET', `${path()}/${id}/deliveries`);
    expect(attempts.body).toMatchObject([{ error_cause: { code: 'gone', status: 410 } }]);
  });

  test('waits as long as the endpoint asks', async () => {
    const receiver = await startReceiver();
    receiver.answer((_got, response) => response.writeHead(429, { 'retry-after': '600' }).end());
    api.clock = Temporal.Now.instant();
    const { id } = await hook(receiver.url());
    await work();
    await rename();
    await waitUntil(async () => (await state(id)).state === 'retrying');
    const pauseMs = Date.parse((await state(id)).next_attempt_at) - api.clock.epochMilliseconds;
    expect(pauseMs).toBeGreaterThanOrEqual(600_000);
  });

  test('that redirects is not followed', async () => {
    const [receiver, elsewhere] = await Promise.all([startReceiver(), startReceiver()]);
    receiver.answer((_got, response) => response.writeHead(307, { location: elsewhere.url() }).end());
    const { id } = await hook(receiver.url());
    await work();
    await rename();
    await waitUntil(async () => (await state(id)).state === 'retrying');
    expect((await state(id)).last_error).toMatch(/redirects \(307\)/);
    expect(elsewhere.received).toEqual([]);
  });

  test('at a private address never happens unless it is allowed', async () => {
    const receiver = await startReceiver();
    const { id } = await hook(receiver.url());
    await work({ allowPrivateNetwork: false });
    await rename();
    await waitUntil(async () => (await state(id)).state === 'retrying');
    expect(await state(id)).toMatchObject({
      last_error: expect.stringMatching(/inside a private network/),
      last_error_cause: { code: 'address_not_allowed' },
    });
    expect(receiver.received).toEqual([]);
  });

  test('at an address where nothing listens says so', async () => {
    const { id } = await hook('http://127.0.0.1:1/secret-path');
    await work();
    await rename();
    await waitUntil(async () => (await state(id)).state === 'retrying');
    const [tried] = await deliveries(id);
    expect(tried).toMatchObject({ status: null, error: '127.0.0.1 refused the connection.' });
    expect(JSON.stringify(tried)).not.toContain('secret-path');
  });

  test('is spread over three days, from five seconds to twelve hours', () => {
    const waits = Array.from({ length: 13 }, (_, i) => retryAfterSeconds(i + 1, { random: 0 })!);
    expect([waits[0], waits.at(-1)]).toEqual([5, 43_200]);
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
    expect(waits.reduce((a, b) => a + b, 0) / 86_400).toBeCloseTo(3, 0);
    expect(retryAfterSeconds(14, { random: 0 })).toBeNull();
    expect(retryAfterSeconds(1, { random: 0, waitSeconds: 10 ** 9 })).toBe(43_200);
  });
});

describe('the operator', () => {
  test('replays from an event on, with the same ids', async () => {
    const receiver = await startReceiver();
    const { id } = await hook(receiver.url());
    await work();
    await rename(3);
    const [first] = await receiver.count(3);
    await waitUntil(async () => (await state(id)).behind === 0);
    await api.operator('POST', `${path()}/${id}/replay`, { from_seq: 1 });
    const [last] = (await api.get(`/api/events/${property.token}?last=1`)).body;
    await receiver.count(3 + last.seq);
    const again = receiver.received.slice(3);
    expect(again.map(({ event }) => event.seq)).toEqual(Array.from({ length: last.seq }, (_, i) => i + 1));
    const same = again.find(({ event }) => event.seq === first!.event.seq)!;
    expect(same.headers['webhook-id']).toBe(first!.headers['webhook-id']);
  });

  test('may skip ahead, but not beyond the end', async () => {
    const { id } = await hook('https://example.com/');
    await rename(3);
    const { delivered_seq: at, behind } = await state(id);
    expect(behind).toBe(3);
    const skip = (seq: number) => api.operator('POST', `${path()}/${id}/replay`, { from_seq: seq });
    expect((await skip(at + 4)).body).toMatchObject({ behind: 0 });
    expect((await skip(at + 5)).status).toBe(400);
    expect((await skip(0)).status).toBe(400);
  });

  test('sees where a removed part of the log was passed over', async () => {
    api.clock = Temporal.Instant.from('2026-01-01T00:00:00Z');
    property = await api.property();
    const receiver = await startReceiver();
    const { id } = await hook(receiver.url(), { active: false });
    await rename(3);
    api.clock = Temporal.Now.instant();
    await compactLogs(api.db, api.clock.subtract({ hours: 24 }));
    await rename();
    expect((await api.operator('POST', `${path()}/${id}/replay`, { from_seq: 1 })).body).toMatchObject({
      status: 410,
      first_seq: expect.any(Number),
    });
    await api.operator('PATCH', `${path()}/${id}`, { active: true });
    const outgoing = openOutgoing({ version: '0', allowPrivateNetwork: true });
    const log = { info: () => {}, warn: () => {} };
    const worker = startWebhooks({ db: api.db, outgoing, now, log, processId: crypto.randomUUID() });
    await receiver.count(1);
    expect(receiver.received).toHaveLength(1);
    await waitUntil(async () => /were removed/.test((await state(id)).last_error ?? ''));
    await worker.stop();
    await outgoing.close();
  });

  test('never sees a secret again, nor finds one in the database', async () => {
    const { id, secret } = await hook('https://example.com/');
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    const key = 'the-same-key';
    const options = {
      headers: { authorization: 'Bearer the-operator-key-of-the-tests', 'idempotency-key': key },
    };
    const rotate = () => api.request('POST', `/operator${path()}/${id}/rotate`, options);
    const rotated = (await rotate()).body.secret;
    expect((await rotate()).body.secret).toBeNull();
    const texts = [
      JSON.stringify(await state(id)),
      JSON.stringify(await api.db.query(`select w::text from webhooks as w`)),
      JSON.stringify(await api.db.query(`select k::text from idempotency_keys as k`)),
    ];
    for (const text of texts) for (const one of [secret, rotated]) expect(text).not.toContain(one.slice(6));
  });

  test('of another property reaches none of it', async () => {
    const { id } = await hook('https://example.com/');
    property = await api.property();
    for (const [method, rest, body] of [
      ['PATCH', '', { active: false }],
      ['DELETE', '', undefined],
      ['POST', '/rotate', undefined],
      ['POST', '/test', undefined],
      ['POST', '/replay', { from_seq: 1 }],
      ['GET', '/deliveries', undefined],
    ] as const) {
      expect((await api.operator(method, `${path()}/${id}${rest}`, body)).status).toBe(404);
    }
  });

  test.each([
    [{ url: 'ftp://example.com/' }, 'url'],
    [{ url: 'nonsense' }, 'url'],
    [{ url: 'https://example.com/', kinds: ['nonsense'] }, 'kinds.0'],
    [{ url: 'https://example.com/', kinds: ['booking.created', 'bookings.*'] }, 'kinds.1'],
    [{ url: 'https://example.com/', kinds: ['booking*'] }, 'kinds.0'],
    [{ url: 'https://example.com/', kinds: [] }, 'kinds'],
    [{}, 'url'],
  ])('is refused %j', async (body, field) => {
    const answer = await api.operator('POST', path(), body);
    expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([400, field]);
  });

  test('deletes an endpoint in the middle of its work', async () => {
    const [deleted, kept] = [await startReceiver(), await startReceiver()];
    for (const receiver of [deleted, kept])
      receiver.answer((_got, response) => setTimeout(() => response.writeHead(200).end(), 20));
    const { id } = await hook(deleted.url());
    const other = await hook(kept.url());
    await rename(80);
    await work();
    await deleted.count(2);
    expect((await api.operator('DELETE', `${path()}/${id}`)).body).toEqual({ id, deleted: true });
    await book();
    // An endpoint as slow as the deleted one gets all of them meanwhile.
    await waitUntil(() => kept.received.some(({ event }) => event.kind === 'booking.created'));
    expect(kept.received.length).toBeGreaterThan(80);
    expect(deleted.received.length).toBeLessThan(80);
    expect((await api.operator('GET', path())).body.map((one: any) => one.id)).toEqual([other.id]);
  });
});

async function book(more: object = {}): Promise<{ order_id: number; guest_id: number }> {
  const body = {
    room_id: property.room,
    name: 'Ada',
    checkin: '2027-03-01',
    checkout: '2027-03-03',
    price: 9,
    ...more,
  };
  const answer = await api.post(`/api/bookings/${property.token}`, body);
  expect(answer.status).toBe(200);
  return answer.body;
}
