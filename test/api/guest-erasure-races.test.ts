// Erasures beside merges, versions of an order, bookings and messages: whichever comes first, nothing of the person is left.
import { beforeEach, describe, expect, test } from 'vitest';
import type { ChannelMessage, ChannelReview } from '../../src/model/channel-records.ts';
import { ingestMessage } from '../../src/pms/channel-sync/ingest/messages.ts';
import { ingestReview } from '../../src/pms/channel-sync/ingest/reviews.ts';
import { type TestProperty, useApi } from '../harness/api.ts';
import { CANARY, CANARY_BOOKED_AT, findCanary, ingest, inTransaction, order, PERSON } from './canary.ts';
import { expectProblem } from './expectations.ts';

const api = useApi();
const AFTERWARDS = Temporal.Instant.from('2026-08-15T10:00:00Z');
beforeEach(() => {
  api.clock = CANARY_BOOKED_AT;
});

const erase = ({ hotelId }: TestProperty, guest: number) =>
  api.operator('POST', `/properties/${hotelId}/guests/${guest}/erase`, {});
const merge = ({ hotelId }: TestProperty, guest: number, into: number) =>
  api.operator('POST', `/properties/${hotelId}/guests/merge`, { guest_id: guest, into });

const findCanaryOf = async ({ hotelId }: TestProperty) =>
  (await findCanary(api.db)).filter((row) => row.includes(`"hotel_id": ${hotelId},`));

async function book(property: TestProperty, name: string): Promise<{ order_id: number; guest_id: number }> {
  const { body } = await api.post(`/api/bookings/${property.token}`, {
    room_id: property.room,
    ...PERSON,
    name,
    checkin: '2026-07-01',
    checkout: '2026-07-04',
    price: 300,
  });
  return body;
}

const message = (id: string, at: Temporal.Instant): ChannelMessage => ({
  externalMessage: id,
  thread: 'thread-1',
  reference: 'order-471100',
  from: 'guest',
  guestName: PERSON.name,
  text: `${CANARY} writes ${id}`,
  at,
  receipt: 'r',
});

const review = (id: string, at: Temporal.Instant): ChannelReview => ({
  externalReview: id,
  reference: 'order-471100',
  soldBy: null,
  guestName: PERSON.name,
  score: 8,
  scores: {},
  title: `${CANARY} title`,
  positive: `${CANARY} liked it`,
  negative: null,
  language: 'de',
  reply: null,
  at,
  receipt: 'r',
});

describe('an erasure', () => {
  test('beside a merge of the profile erases both profiles, or one after the other', async () => {
    for (let round = 0; round < 12; round += 1) {
      const property = await api.property({ rooms: [{ units: 9 }] });
      api.clock = CANARY_BOOKED_AT;
      const [one, other] = [await book(property, `${CANARY} One`), await book(property, `${CANARY} Two`)];
      api.clock = AFTERWARDS;
      const erased = round % 2 === 0 ? one.guest_id : other.guest_id;
      const [merged, done] = await Promise.all([
        merge(property, one.guest_id, other.guest_id),
        erase(property, erased),
      ]);
      expect(done.status).toBe(200);
      if (merged.status !== 200) expectProblem(merged, 400, 'guest_erased');
      const left = await api.db.query<{
        guest_id: number;
        guest_name: string;
        erased: boolean;
        root: boolean;
      }>(
        `select guests.guest_id, guest_name, erased_at is not null as erased, merged_into is null as root
         from reservations join guests using (hotel_id, guest_id) where hotel_id = $1`,
        [property.hotelId],
      );
      // A booking is without the person exactly if its profile is, and all belong to profiles that remain.
      for (const row of left)
        expect(row).toMatchObject({ root: true, erased: !row.guest_name.includes(CANARY) });
      const profiles = await api.db.query<{ erased: boolean }>(
        `select erased_at is not null as erased from guests where hotel_id = $1 and (guest_id = $2 or merged_into is not null)`,
        [property.hotelId, erased],
      );
      expect(profiles.every((row) => row.erased)).toBe(true);
    }
  });

  test('of a merged profile erases the one that replaced it, and merges are refused afterwards', async () => {
    const property = await api.property({ rooms: [{ units: 9 }] });
    const [one, two, three] = [
      await book(property, `${CANARY} One`),
      await book(property, `${CANARY} Two`),
      await book(property, `${CANARY} Three`),
    ];
    await merge(property, one.guest_id, two.guest_id);
    await merge(property, two.guest_id, three.guest_id);
    const other = await book(property, 'Grace Hopper');
    api.clock = AFTERWARDS;
    const done = await erase(property, one.guest_id);
    expect(done.body).toMatchObject({
      guest_id: three.guest_id,
      kept: expect.arrayContaining([expect.objectContaining({ table: 'reservations', rows: 3 })]),
    });
    const named = await api.db.query(`select 1 from guests where hotel_id = $1 and name like $2`, [
      property.hotelId,
      `%${CANARY}%`,
    ]);
    expect(named).toEqual([]);
    expectProblem(await merge(property, one.guest_id, other.guest_id), 400, 'guest_erased');
    expectProblem(await merge(property, other.guest_id, one.guest_id), 400, 'guest_erased');
  });

  test('beside versions, messages and reviews of the order leaves nothing of the person', async () => {
    for (let round = 0; round < 6; round += 1) {
      const property = await api.property({ rooms: [{ units: 9 }] });
      api.clock = CANARY_BOOKED_AT;
      await ingest(api, property, order());
      const [sold] = (await api.get(`/api/bookings/${property.token}`)).body;
      const before = CANARY_BOOKED_AT;
      api.clock = AFTERWARDS;
      const versions = ['2', '3', '4', '5'].map((revision) =>
        ingest(api, property, order({ revision, status: 'modified', at: AFTERWARDS })),
      );
      const texts = ['m1', 'm2', 'm3'].map((id) =>
        inTransaction(api, property, (tx) => ingestMessage(tx, 'booking_com', message(id, before))),
      );
      const reviews = ['r1', 'r2'].map((id) =>
        inTransaction(api, property, (tx) => ingestReview(tx, 'booking_com', review(id, before))),
      );
      const [done] = await Promise.all([erase(property, sold.guest_id), ...versions, ...texts, ...reviews]);
      expect(done.status).toBe(200);
      expect(await findCanaryOf(property)).toEqual([]);
    }
  });

  test('keeps what the guest writes afterwards, without the name', async () => {
    const property = await api.property({ rooms: [{ units: 9 }] });
    await ingest(api, property, order());
    const [sold] = (await api.get(`/api/bookings/${property.token}`)).body;
    api.clock = AFTERWARDS;
    await erase(property, sold.guest_id);
    const later = AFTERWARDS.add({ hours: 1 });
    await inTransaction(api, property, async (tx) => {
      await ingestMessage(tx, 'booking_com', { ...message('m9', later), text: 'I left my umbrella' });
      await ingestReview(tx, 'booking_com', { ...review('r9', later), title: 'Nice', positive: 'the bed' });
    });
    expect((await api.get(`/api/messages/${property.token}`)).body).toMatchObject([
      { message: 'I left my umbrella' },
    ]);
    expect((await api.get(`/api/reviews/${property.token}`)).body).toMatchObject([
      { guest_name: 'Erased guest', title: 'Nice', positive: 'the bed' },
    ]);
    expect(await findCanaryOf(property)).toEqual([]);
  });

  test('leaves no text waiting for a reply that was written before and arrives afterwards', async () => {
    const property = await api.property({ rooms: [{ units: 9 }] });
    await ingest(api, property, order());
    const [sold] = (await api.get(`/api/bookings/${property.token}`)).body;
    api.clock = AFTERWARDS;
    await erase(property, sold.guest_id);
    await inTransaction(api, property, (tx) =>
      ingestMessage(tx, 'booking_com', message('m9', CANARY_BOOKED_AT)),
    );
    expect((await api.get(`/api/messages/${property.token}`)).body).toMatchObject([
      { message: '(erased)', needs_reply: false },
    ]);
  });

  test('of a booking that was cancelled here outlasts every later version, also those that sell it again', async () => {
    const property = await api.property({ rooms: [{ units: 9 }] });
    await ingest(api, property, order());
    const [sold] = (await api.get(`/api/bookings/${property.token}`)).body;
    await api.delete(`/api/bookings/${property.token}?order_id=${sold.order_id}&date=2026-07-10`);
    expect((await erase(property, sold.guest_id)).status).toBe(200);
    const version = (revision: string, more: Parameters<typeof order>[0] = {}) =>
      ingest(
        api,
        property,
        order({ revision, status: 'modified', at: api.clock!.add({ hours: +revision }), ...more }),
      );
    const listed = async () =>
      (await api.get(`/api/bookings/${property.token}`)).body.map((one: any) => [one.status, one.name]);
    for (const revision of ['2', '3', '4']) await version(revision);
    expect(await listed()).toEqual([['cancelled', 'Erased guest']]);
    const [room] = order().rooms;
    await version('5', { rooms: [{ ...room!, checkout: room!.checkout.add({ days: 1 }) }] });
    expect(await listed()).toEqual([
      ['cancelled', 'Erased guest'],
      ['confirmed', 'Guest of booking_com'],
    ]);
    expect(await findCanaryOf(property)).toEqual([]);
  });

  test('beside two hundred changes of the booking ends, and what it erased stays erased', async () => {
    const property = await api.property({ rooms: [{ units: 9 }] });
    const { order_id, guest_id } = await book(property, PERSON.name);
    api.clock = AFTERWARDS;
    const changes = Array.from({ length: 200 }, (_, i) =>
      api.operator('PATCH', `/properties/${property.hotelId}/bookings/${order_id}`, { adults: (i % 5) + 1 }),
    );
    const answers = await Promise.all([
      ...changes.slice(0, 100),
      erase(property, guest_id),
      ...changes.slice(100),
    ]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await findCanaryOf(property)).toEqual([]);
  });
});

describe('names that are words', () => {
  test.each([
    'Pending',
    'payment',
    'Guest',
    'description',
    'task_id',
    'Erased',
  ])('a guest called %s is erased from prose, and records stay readable', async (name) => {
    const property = await api.property({ rooms: [{ units: 9 }] });
    const at = `/properties/${property.hotelId}`;
    const { order_id, guest_id } = await book(property, name);
    await api.operator('POST', `${at}/tasks`, {
      room_id: property.room,
      task_name: `Flowers for ${name}, not ${name}son`,
      date: '2026-07-01',
    });
    const paid = {
      amount: 12.5,
      type: 'payment',
      description: `Cash of ${name}`,
      reference: `from ${name}`,
      order_id,
    };
    expect((await api.operator('POST', `${at}/accounting`, paid)).status).toBe(200);
    api.clock = AFTERWARDS;
    const before = (await api.get(`/api/events/${property.token}`)).body;
    expect((await erase(property, guest_id)).status).toBe(200);
    const events = await api.get(`/api/events/${property.token}`);
    expect(events.status).toBe(200);
    expect(events.body.slice(0, before.length).map((event: any) => Object.keys(event.data))).toEqual(
      before.map((event: any) => Object.keys(event.data)),
    );
    const tasks = (await api.get(`/api/tasks/${property.token}`)).body;
    expect(tasks.map((task: any) => [task.task_name, task.status])).toContainEqual([
      `Flowers for (erased), not ${name}son`,
      'pending',
    ]);
    const entries = (await api.get(`/api/accounting/${property.token}`)).body;
    expect(entries.find((entry: any) => entry.type === 'payment')).toMatchObject({
      description: 'Cash of (erased)',
      reference: 'from (erased)',
      amount: 12.5,
    });
    expect((await api.operator('GET', `/audit?limit=50`)).status).toBe(200);
  });

  test('a text that is as long as it may be stays storable', async () => {
    const property = await api.property({ rooms: [{ units: 9 }] });
    const at = `/properties/${property.hotelId}`;
    const { order_id, guest_id } = await book(property, 'Smith');
    const text = 'Smith '.repeat(40).slice(0, 200).trim();
    await api.operator('POST', `${at}/tasks`, {
      room_id: property.room,
      task_name: text,
      date: '2026-07-01',
    });
    await api.operator('POST', `${at}/accounting`, {
      amount: 1,
      type: 'payment',
      description: 'Smith '.repeat(90).slice(0, 500).trim(),
      order_id,
    });
    api.clock = AFTERWARDS;
    expect((await erase(property, guest_id)).status).toBe(200);
    const tasks = (await api.get(`/api/tasks/${property.token}`)).body;
    expect(JSON.stringify(tasks)).not.toContain('Smith');
  });
});

test('an erasure of a guest with ten thousand events', async () => {
  const property = await api.property({ rooms: [{ units: 9 }] });
  const { order_id, guest_id } = await book(property, PERSON.name);
  await api.db.query(
    `with head as (update log_heads set last_seq = last_seq + 10000 where hotel_id = $1 returning last_seq - 10000 as before)
     insert into events (hotel_id, seq, kind, subject, at, data)
     select event.hotel_id, head.before + n, 'booking.modified', event.subject, event.at,
       event.data - 'omitted' || jsonb_build_object('guestName', $2::text, 'notes', $2::text)
     from events as event, head, generate_series(1, 10000) as n
     where event.hotel_id = $1 and event.kind = 'booking.created'`,
    [property.hotelId, `${CANARY} ${order_id}`],
  );
  api.clock = AFTERWARDS;
  const done = await erase(property, guest_id);
  expect(done.body.erased).toContainEqual({ table: 'events', rows: 10_000 });
  const [row] = await api.db.query<{ n: number }>(
    `select count(*)::int as n from events where hotel_id = $1 and data::text like $2`,
    [property.hotelId, `%${CANARY}%`],
  );
  expect(row!.n).toBe(0);
});
