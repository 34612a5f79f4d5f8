// GET /api/events: the log as a list, by long polling, and as a stream; from any number, in order, without
// gaps.

import type { AddressInfo } from 'node:net';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { INNWIRE } from '../../src/model/actor.ts';
import { compactLogs } from '../../src/pms/log.ts';
import { inPropertyTransaction } from '../../src/pms/property-transaction.ts';
import { type TestProperty, useApi } from '../harness/api.ts';
import { openEventSource } from '../harness/event-source.ts';
import { waitUntil } from '../harness/eventually.ts';

const api = useApi({ sample: true });
let property: TestProperty;
let origin: string;

beforeAll(async () => {
  await api.app.listen({ host: '127.0.0.1', port: 0 });
  origin = `http://127.0.0.1:${(api.app.server.address() as AddressInfo).port}`;
});

beforeEach(async () => {
  property = await api.property({ rooms: [{ units: 5 }] });
});

afterEach(() => {
  api.clock = null;
});

const path = () => `/api/events/${property.token}`;
const read = async (query = '') => (await api.get(`${path()}${query}`)).body;
const end = async () => (await read()).at(-1).seq as number;

async function book(name = 'Ada') {
  const answer = await api.post(`/api/bookings/${property.token}`, {
    room_id: property.room,
    name,
    checkin: '2027-03-01',
    checkout: '2027-03-03',
    price: 200,
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

describe('the list', () => {
  test('is the whole log in order, without a gap', async () => {
    await book();
    const events = await read();
    expect(events.map((event: any) => event.seq)).toEqual(events.map((_: any, i: number) => i + 1));
    expect(events[0]).toMatchObject({ kind: 'property.changed', hotel_id: property.hotelId });
    expect(Object.keys(events[0])).toEqual(['seq', 'kind', 'at', 'hotel_id', 'subject', 'data', 'by']);
  });

  test('begins after a number, and says where to go on', async () => {
    const before = await end();
    await book();
    const answer = await api.get(`${path()}?after=${before}`);
    expect(answer.body[0].seq).toBe(before + 1);
    expect(Number(answer.headers['x-next-after'])).toBe(answer.body.at(-1).seq);
    const nothing = await api.get(`${path()}?after=${answer.headers['x-next-after']}`);
    expect([nothing.status, nothing.body]).toEqual([200, []]);
  });

  test('in pages is the same list', async () => {
    await book();
    await book();
    const whole = await read();
    const paged: unknown[] = [];
    for (let url: string | undefined = `${path()}?limit=3`; url; ) {
      const answer: Awaited<ReturnType<typeof api.get>> = await api.get(
        url.replace('http://innwire.test', ''),
      );
      expect(answer.body.length).toBeLessThanOrEqual(3);
      paged.push(...answer.body);
      url = /^<(.*)>; rel="next"$/.exec(answer.headers.link ?? '')?.[1];
    }
    expect(paged).toEqual(whole);
  });

  test('of some kinds skips the others, and goes on behind them', async () => {
    await book();
    const answer = await api.get(`${path()}?kinds=booking.created,task.*`);
    expect(answer.body.map((event: any) => event.kind)).toEqual(['booking.created', 'task.created']);
    expect(Number(answer.headers['x-next-after'])).toBe(await end());
    expect(await read(`?kinds=booking.cancelled`)).toEqual([]);
  });

  test('may begin with the last few', async () => {
    await book();
    const whole = await read();
    expect(await read('?last=2')).toEqual(whole.slice(-2));
    expect(await read('?last=0')).toEqual([]);
    expect(await read('?last=1000')).toEqual(whole);
  });

  test.each([
    ['after=-1', 'after'],
    ['after=x', 'after'],
    ['after=1&last=1', 'last'],
    ['kinds=nonsense', 'kinds'],
    ['kinds=booking', 'kinds'],
    ['wait=31', 'wait'],
    ['limit=0', 'limit'],
    ['after=999999', 'after'],
    ['cursor=x', 'cursor'],
  ])('refuses %s', async (query, field) => {
    const answer = await api.get(`${path()}?${query}`);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ code: 'invalid_parameters', errors: [{ field }] });
  });

  describe('with the newest first', () => {
    const newest = (query = '') => read(`?order=newest${query}`);
    const seqs = (events: { seq: number }[]) => events.map(({ seq }) => seq);

    test('may be searched since any moment, however long ago', async () => {
      await book();
      expect(await newest('&since=0001-01-01T00:00:00Z')).toEqual(await newest());
    });

    test('is the same list backwards, page by page down to its beginning', async () => {
      await book();
      const whole = await read();
      const paged: { seq: number }[] = [];
      for (let url: string | undefined = `${path()}?order=newest&limit=2`; url; ) {
        const answer: Awaited<ReturnType<typeof api.get>> = await api.get(
          url.replace('http://innwire.test', ''),
        );
        expect(answer.body.length).toBeLessThanOrEqual(2);
        paged.push(...answer.body);
        url = /^<(.*)>; rel="next"$/.exec(answer.headers.link ?? '')?.[1];
      }
      expect(paged).toEqual(whole.toReversed());
      expect(await newest(`&before=3`)).toEqual(whole.slice(0, 2).toReversed());
      expect(await newest(`&after=2`)).toEqual(whole.slice(2).toReversed());
    });

    test('of a booking has its folio, messages and tasks, and nothing of another', async () => {
      const booking = await book();
      const other = await book('Grace');
      await api.post(`/api/messages/${property.token}`, { rid: booking.order_id, reply: 'Welcome' });
      const found = await newest(`&order_id=${booking.order_id}`);
      expect(found.map((event: any) => event.kind)).toEqual([
        'message.queued',
        'task.created',
        'accounting.posted',
        'booking.created',
      ]);
      const whole = (await read()).filter(({ data }: any) => (data.order_id ?? data.rid) === other.order_id);
      expect(seqs(await newest(`&order_id=${other.order_id}`))).toEqual(seqs(whole.toReversed()));
    });

    test('of a room has those of bookings that left it', async () => {
      const { room_id: second } = (
        await api.operator('POST', `/properties/${property.hotelId}/rooms`, {
          name: 'Second',
          capacity: 2,
          price: 80,
          units: 1,
        })
      ).body;
      const booking = await book();
      const moved = `/api/bookings/${property.token}?order_id=${booking.order_id}`;
      expect((await api.request('PATCH', moved, { body: { room_id: second } })).status).toBe(200);
      const kinds = async (room: number) =>
        (await newest(`&room_id=${room}&kinds=booking.*`)).map(({ kind }: any) => kind);
      expect(await kinds(property.room)).toEqual(['booking.modified', 'booking.created']);
      expect(await kinds(second)).toEqual(['booking.modified']);
    });

    test('of somebody, and of some days', async () => {
      await book();
      const ofTokens = (await read()).filter(({ by }: any) => by?.kind === 'token');
      const { token_id: id } = ofTokens[0].by;
      expect(seqs(await newest('&by=token'))).toEqual(seqs(ofTokens).toReversed());
      expect(seqs(await newest(`&by=token:${id}`))).toEqual(seqs(ofTokens).toReversed());
      expect(await newest(`&by=token:${id + 1}`)).toEqual([]);
      expect(await newest('&by=channel')).toEqual([]);
      api.clock = Temporal.Now.instant().add({ hours: 48 });
      const since = api.clock.subtract({ hours: 1 }).toString();
      const before = await newest();
      const later = await book('Grace');
      const today = await newest(`&since=${since}`);
      expect(today.map(({ kind, data }: any) => [kind, data.order_id])).toContainEqual([
        'booking.created',
        later.order_id,
      ]);
      expect([...today, ...before]).toEqual(await newest());
      expect(await newest(`&until=${since}`)).toEqual(before);
    });

    test('says who made a change to those who see it, and no names to those without `contacts`', async () => {
      const booking = await book('Ada Lovelace');
      const { api_token: token } = (
        await api.operator('POST', `/properties/${property.hotelId}/tokens`, {
          label: 'calendar',
          scopes: ['bookings:read'],
        })
      ).body;
      const answer = await api.get(`/api/events/${token}?order=newest&order_id=${booking.order_id}`);
      expect(answer.body.map(({ kind }: any) => kind)).toEqual(['booking.created']);
      expect(answer.text).not.toContain('Lovelace');
    });

    test.each([
      ['order=newest&last=3', 'last'],
      ['order=newest&wait=1', 'wait'],
      ['order=newest&by=nobody', 'by'],
      ['order=newest&by=operator:1', 'by'],
      ['order=newest&since=yesterday', 'since'],
      ['order=backwards', 'order'],
      ['before=5', 'before'],
      ['order=oldest&order_id=10001', 'order_id'],
      ['by=channel', 'by'],
    ])('refuses %s', async (query, field) => {
      const answer = await api.get(`${path()}?${query}`);
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ code: 'invalid_parameters', errors: [{ field }] });
    });

    test('is no stream', async () => {
      const answer = await api.get(`${path()}?order=newest`, { accept: 'text/event-stream' });
      expect(answer.body).toMatchObject({ code: 'invalid_parameters', errors: [{ field: 'order' }] });
    });
  });

  test('of thousands of events comes whole, up to where it ended when it began', async () => {
    await fill(2_500);
    const events = await read();
    expect(events.map((event: any) => event.seq)).toEqual(events.map((_: any, i: number) => i + 1));
    expect(events.length).toBeGreaterThan(2_500);
    expect(await read('?kinds=booking.created')).toEqual([]);
  });

  test('of the sandbox can be read by everybody', async () => {
    const answer = await api.get('/api/events/api_token?limit=5');
    expect(answer.body.map((event: any) => event.seq)).toEqual([1, 2, 3, 4, 5]);
    expect((await api.get('/api/events/api_token')).body.length).toBeGreaterThan(100);
  });
});

describe('the data of an event', () => {
  const last = async (kind: string) => (await read(`?kinds=${kind}`)).at(-1).data;

  test('of a booking is the booking as it is listed, and of a change what changed and was before', async () => {
    const booking = await book();
    expect(await last('booking.created')).toEqual(booking);
    const changed = await api.operator(
      'PATCH',
      `/properties/${property.hotelId}/bookings/${booking.order_id}`,
      {
        name: 'Grace',
        checkout: '2027-03-04',
        price: 330.5,
      },
    );
    expect(await last('booking.modified')).toEqual({
      ...changed.body,
      changed: expect.arrayContaining(['name', 'checkout', 'price']),
      // The earlier name is not kept: see docs/events.md.
      before: { checkout: booking.checkout, price: 200 },
    });
    const url = `/api/bookings/${property.token}?order_id=${booking.order_id}&date=2027-03-01`;
    expect(await last('booking.modified')).not.toHaveProperty('conflict');
    const cancelled = await api.delete(url);
    expect(await last('booking.cancelled')).toEqual({
      ...cancelled.body,
      changed: ['status'],
      before: { status: 'confirmed' },
    });
  });

  test('of arrivals and departures has kinds of its own', async () => {
    const { order_id: id } = await book();
    const url = `/properties/${property.hotelId}/bookings/${id}`;
    const arrived = await api.operator('PATCH', url, { status: 'checked_in', early: true });
    expect(await last('booking.checked_in')).toMatchObject({
      ...arrived.body,
      before: { status: 'confirmed' },
    });
    api.clock = Temporal.Instant.from('2027-03-01T20:00:00Z');
    const left = await api.operator('PATCH', url, { status: 'checked_out' });
    expect(await last('booking.checked_out')).toMatchObject({
      ...left.body,
      before: { status: 'checked_in' },
    });
  });

  test('of nights is which room, from when until when, and what', async () => {
    await api.post(`/api/availability/${property.token}`, [
      { room_id: property.room, date: '2027-05-01', todate: '2027-05-07', price: 90, min_stay: 2 },
    ]);
    expect(await last('availability.changed')).toEqual({
      hotel_id: property.hotelId,
      room_id: property.room,
      from: '2027-05-01',
      until: '2027-05-08',
      what: ['price', 'min_stay'],
    });
  });

  test('of money and tasks is the entry and the task as they are listed', async () => {
    await book();
    const [entry] = (await api.get(`/api/accounting/${property.token}`)).body;
    expect(await last('accounting.posted')).toEqual(entry);
    const [task] = (await api.get(`/api/tasks/${property.token}`)).body;
    expect(await last('task.created')).toEqual(task);
    const wanted = { assignee: 'Marta', task_name: 'Deep cleaning', status: 'in_progress' };
    const changed = await api.operator(
      'PATCH',
      `/properties/${property.hotelId}/tasks/${task.task_id}`,
      wanted,
    );
    expect(await last('task.changed')).toEqual({
      ...changed.body,
      changed: ['task_name', 'assignee', 'status'],
      before: { task_name: task.task_name, assignee: null, status: 'pending' },
    });
  });

  test('of a task that moves with its stay is what moved', async () => {
    const { order_id: id } = await book();
    await api.operator('PATCH', `/properties/${property.hotelId}/bookings/${id}`, { checkout: '2027-03-05' });
    expect(await last('task.changed')).toMatchObject({ date: '2027-03-05', order_id: id, changed: ['date'] });
  });

  test('of replies is the message that is answered', async () => {
    const { order_id: rid } = await book();
    const answer = await api.post(`/api/messages/${property.token}`, { rid, reply: 'Welcome!' });
    expect(await last('message.queued')).toEqual(answer.body);
  });

  test('of rooms and the profile is the record, and what changed of it', async () => {
    const room = (await api.get(`/api/rentals/${property.token}`)).body[0];
    expect(await last('room.changed')).toEqual(room);
    await api.operator('PATCH', `/properties/${property.hotelId}/rooms/${property.room}`, { price: 110.5 });
    expect(await last('room.changed')).toEqual({
      ...room,
      price: 110.5,
      changed: ['price'],
      before: { price: 100 },
    });
    await api.operator('PATCH', `/properties/${property.hotelId}`, { settings: { checkin_time: '16:00' } });
    const profile = (await api.get(`/api/hotels/${property.token}`)).body;
    expect(await last('property.changed')).toMatchObject({
      ...profile,
      changed: ['settings'],
      before: { settings: { checkin_time: '15:00' } },
    });
    await api.operator('DELETE', `/properties/${property.hotelId}/rooms/${property.room}`);
    expect(await last('room.changed')).toMatchObject({ room_id: property.room, archived: true });
  });

  test('of channels is their state, without a URL or a setting', async () => {
    await api.operator('PUT', `/properties/${property.hotelId}/channels/airbnb`, {
      protocol: 'ical',
      settings: { hint: 'secret-of-a-setting' },
      rooms: [{ room_id: property.room, ical_url: 'https://x.example/secret-of-a-calendar.ics?s=1' }],
    });
    expect(await last('channel.changed')).toEqual({
      hotel_id: property.hotelId,
      channel: 'airbnb',
      protocol: 'ical',
      state: 'connecting',
      last_error: null,
      last_sync: null,
      ota_problems: [],
      last_error_cause: null,
    });
    expect(JSON.stringify(await read())).not.toContain('secret-of');
  });
});

describe('waiting', () => {
  test('answers as soon as there is something', async () => {
    const after = await end();
    const answer = api.get(`${path()}?after=${after}&wait=30&kinds=booking.created`);
    await book();
    expect((await answer).body.map((event: any) => event.kind)).toEqual(['booking.created']);
  });

  test('answers at once when there is something already', async () => {
    await book();
    expect((await read('?wait=30')).length).toBeGreaterThan(0);
  });

  test('ends with nothing when nothing of these kinds happens, and goes on behind what did', async () => {
    const after = await end();
    const waiting = api.get(`${path()}?after=${after}&wait=1&kinds=message.received`);
    await book();
    const answer = await waiting;
    expect([answer.status, answer.body]).toEqual([200, []]);
    expect(Number(answer.headers['x-next-after'])).toBe(await end());
  });

  test('finds what another process wrote without a notification', async () => {
    // Written without a notification: found by the regular check that each process makes as well.
    const after = await end();
    const waiting = api.get(`${path()}?after=${after}&wait=20`);
    await recordSilently();
    expect((await waiting).body).toHaveLength(1);
  });
});

describe('the stream', () => {
  const open = (query = '', options = {}) => openEventSource(`${origin}${path()}${query}`, options);

  test('begins with the log, and goes on with what comes', async () => {
    const source = await open();
    expect(source.status).toBe(200);
    expect(source.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'referrer-policy': 'no-referrer',
      'x-request-id': expect.any(String),
    });
    const known = await read();
    await source.count(known.length);
    await book();
    const all = await read();
    const received = await source.count(all.length);
    expect(received.map(({ data }) => data)).toEqual(all);
    expect(received.map(({ id }) => id)).toEqual(all.map((event: any) => event.seq));
  });

  test('says when it has sent what the log contained when it was opened, also where nothing of it is wanted', async () => {
    await book();
    const all = await read();
    const source = await open('?after=0');
    await waitUntil(() => source.text.includes(': still here'));
    expect(source.received.map(({ id }) => id)).toEqual(all.map((event: any) => event.seq));
    const other = await open('?after=0&kinds=review.received');
    await waitUntil(() => Number(other.lastId) === all.at(-1).seq);
    expect(other.received).toEqual([]);
  });

  test('goes on after Last-Event-ID, whatever its address says', async () => {
    await book();
    const all = await read();
    const source = await open('?after=0', { lastEventId: all.at(-3).seq });
    expect(await source.count(2)).toMatchObject(all.slice(-2).map((data: any) => ({ data })));
  });

  test('of some kinds carries only those', async () => {
    const source = await open('?kinds=booking.created&last=0');
    await book('Ada');
    await book('Grace');
    expect((await source.count(2)).map(({ data }) => data.data.name)).toEqual(['Ada', 'Grace']);
  });

  test('sends its position at the start, so that a client that reconnects misses nothing', async () => {
    const source = await open('?last=0');
    await waitUntil(() => source.lastId !== null);
    source.close();
    await book();
    const again = await open('?last=0', { lastEventId: source.lastId! });
    expect((await again.count(1))[0]!.data.kind).toBe('availability.changed');
  });

  test.each([
    ['?after=999999', {}],
    ['', { lastEventId: 999_999 }],
    ['', { lastEventId: 'x' }],
    ['?kinds=no', {}],
  ])('is refused with a problem before it begins: %s %j', async (query, options) => {
    const source = await open(query, options);
    expect(source.status).toBe(400);
    expect(source.headers['content-type']).toMatch('application/problem+json');
  });

  test('many listeners receive the same events in the same order, each from its own position', async () => {
    const sources = await Promise.all(
      Array.from({ length: 60 }, (_, i) => open(i % 2 ? '?last=0' : '', { keepText: false })),
    );
    for (let i = 0; i < 5; i += 1) await book(`Guest ${i}`);
    const all = await read();
    for (const source of sources) {
      await waitUntil(() => source.received.at(-1)?.id === all.at(-1).seq);
      expect(source.received.map(({ data }) => data)).toEqual(all.slice(-source.received.length));
    }
  });

  test('a listener that reads from the beginning while events come misses none', async () => {
    await fill(3_000);
    const source = await open('', { keepText: false });
    for (let i = 0; i < 5; i += 1) await book();
    const last = await end();
    await waitUntil(() => source.received.at(-1)?.id === last);
    expect(source.received.map(({ id }) => id)).toEqual(Array.from({ length: last }, (_, i) => i + 1));
  });

  test('ends when its token is revoked', async () => {
    const made = await api.operator('POST', `/properties/${property.hotelId}/tokens`, { label: 'x' });
    const source = await openEventSource(`${origin}/api/events/${made.body.api_token}`);
    const stays = await open();
    await api.operator('DELETE', `/properties/${property.hotelId}/tokens/${made.body.id}`);
    await waitUntil(() => source.ended);
    expect(stays.ended).toBe(false);
  });

  test('ends when the subscription lapses', async () => {
    const source = await open();
    await api.operator('PATCH', `/properties/${property.hotelId}`, { subscription: { status: 'past_due' } });
    await waitUntil(() => source.ended);
    expect((await open()).status).toBe(402);
  });

  test('is recorded in the usage log when it ends', async () => {
    const source = await open();
    await source.count(1);
    source.close();
    await waitUntil(async () =>
      (await api.get(`/api/logs/${property.token}`)).body.some(
        (entry: any) => entry.path === '/api/events/{api_token}',
      ),
    );
  });
});

describe('events that are no longer kept', () => {
  test('are refused with where they begin, and numbers go on', async () => {
    api.clock = Temporal.Instant.from('2026-01-01T00:00:00Z');
    const old = await api.property();
    api.clock = null;
    await book();
    expect(await compactLogs(api.db, Temporal.Instant.from('2026-02-01T00:00:00Z'))).toBeGreaterThan(0);
    const events = (token: string, query = '') => api.get(`/api/events/${token}${query}`);
    const refused = await events(old.token);
    expect(refused.status).toBe(410);
    expect(refused.body).toMatchObject({ code: 'events_compacted', first_seq: 3 });
    const source = await openEventSource(`${origin}/api/events/${old.token}`, { lastEventId: 1 });
    expect(source.status).toBe(410);
    expect((await events(old.token, '?after=2')).body).toEqual([]);
    expect((await events(old.token, '?last=10')).body).toEqual([]);
    await api.operator('PATCH', `/properties/${old.hotelId}`, { name: 'Quinta' });
    expect((await events(old.token, '?after=2')).body.map((event: any) => event.seq)).toEqual([3]);
    expect((await read())[0].seq, 'what is young stays').toBe(1);
  });

  test('go in their order, however many, and stop at the first young one', async () => {
    await fill(12_000, "now() - interval '30 days'");
    await book();
    const removed = await compactLogs(api.db, Temporal.Now.instant().subtract({ hours: 24 }));
    expect(removed).toBe(0); // the first is young: what follows it is not removed
    await api.db.query(`update events set at = now() - interval '40 days' where hotel_id = $1 and seq <= 3`, [
      property.hotelId,
    ]);
    expect(await compactLogs(api.db, Temporal.Now.instant().subtract({ hours: 24 }))).toBeGreaterThan(12_000);
    const { body } = await api.get(`${path()}?last=1000`);
    expect(body[0].kind).toBe('availability.changed');
    expect(body.length).toBe(4);
  });
});

/** Inserts this many events at once, as if the profile had changed as often. */
async function fill(count: number, at = 'now()'): Promise<void> {
  await api.db.query(
    `with head as (update log_heads set last_seq = last_seq + $2 where hotel_id = $1 returning last_seq - $2 as before)
     insert into events (hotel_id, seq, kind, subject, at, data)
     select $1, head.before + n, first.kind, first.subject, ${at}, first.data
     from head, generate_series(1, $2::int) as n, events as first
     where first.hotel_id = $1 and first.seq = 1`,
    [property.hotelId, count],
  );
}

/** Records an event as another process would whose notification is lost. */
function recordSilently(): Promise<void> {
  const unnotified = { ...api.db, notifications: { ...api.db.notifications, notify: () => {} } };
  return inPropertyTransaction(
    unnotified,
    { hotelId: property.hotelId, now: Temporal.Now.instant(), actor: INNWIRE },
    async (tx) => {
      tx.record('availability.changed', `room/${property.room}`, {
        roomId: property.room,
        from: '2027-01-01',
        until: '2027-01-02',
        what: ['price'],
      });
    },
  ) as Promise<void>;
}
