// Erasure: a person planted through every door is found nowhere afterwards, and what must stay is still there.
import { beforeEach, describe, expect, test } from 'vitest';
import type { ChannelReservation } from '../../src/model/channel-records.ts';
import { ingestMessage } from '../../src/pms/channel-sync/ingest/messages.ts';
import { ingestReview } from '../../src/pms/channel-sync/ingest/reviews.ts';
import { storeCycles } from '../../src/pms/channel-sync/sync-log.ts';
import type { PropertyTransaction } from '../../src/pms/property-transaction.ts';
import { type TestProperty, useApi } from '../harness/api.ts';
import {
  CANARY_BOOKED_AT as BOOKED_AT,
  CANARY,
  findCanary as findCanaryIn,
  ingest as ingestInto,
  inTransaction as inTransactionOf,
  order,
  PERSON,
} from './canary.ts';
import { fingerprint } from './database-dump.ts';
import { expectProblem } from './expectations.ts';

const api = useApi();
const AFTERWARDS = Temporal.Instant.from('2026-08-15T10:00:00Z');
beforeEach(() => {
  api.clock = BOOKED_AT;
});

const inTransaction = <T>(property: TestProperty, work: (tx: PropertyTransaction) => Promise<T>) =>
  inTransactionOf(api, property, work);
const ingest = (property: TestProperty, received: ChannelReservation) => ingestInto(api, property, received);
const findCanary = () => findCanaryIn(api.db);

/** Plants the person through every door; returns the two profiles' ids, the inquiry's and the bookings'. */
async function plant() {
  const property = await api.property({ rooms: [{ units: 9 }] });
  const at = `/properties/${property.hotelId}`;
  const direct = await api.post(
    `/api/bookings/${property.token}`,
    {
      room_id: property.room,
      ...PERSON,
      checkin: '2026-07-01',
      checkout: '2026-07-04',
      price: 300,
      notes: `${CANARY} arrives late`,
      companions: [{ name: `${CANARY} Younger`, age: 6 }],
      country: 'PT',
    },
    { 'idempotency-key': 'plant-1' },
  );
  const order_id: number = direct.body.order_id;
  const guest: number = direct.body.guest_id;
  await api.request('PATCH', `/api/guests/${property.token}?guest_id=${guest}`, {
    body: {
      given_name: CANARY,
      family_name: CANARY,
      company: `${CANARY} Ltd`,
      vat_id: `PT${CANARY}`,
      address: `${CANARY} Street`,
      notes: `${CANARY} is kind`,
      tags: [CANARY],
      marketing_consent: { given_on: '2026-05-01', source: CANARY },
    },
    headers: { 'idempotency-key': 'plant-2' },
  });
  await api.request('PATCH', `/api/bookings/${property.token}?order_id=${order_id}`, {
    body: {
      name: `${CANARY} earlier`,
      notes: `${CANARY} changed`,
      companions: [{ name: `${CANARY} Elder` }, { name: `${CANARY} Younger`, age: 7 }],
    },
  });
  await api.request('PATCH', `/api/bookings/${property.token}?order_id=${order_id}`, {
    body: { name: PERSON.name },
  });
  await api.post(`/api/messages/${property.token}`, { rid: order_id, reply: `Dear ${CANARY}` });
  await api.operator('POST', `${at}/tasks`, {
    room_id: property.room,
    task_name: `Flowers for ${PERSON.name}`,
    date: '2026-07-01',
  });
  await api.operator('POST', `${at}/accounting`, {
    amount: 12.5,
    type: 'payment',
    description: `Cash of ${PERSON.name}`,
    order_id,
  });
  const sold = await ingest(property, order());
  await inTransaction(property, async (tx) => {
    const message = { from: 'guest', receipt: 'r', at: BOOKED_AT, reference: null } as const;
    await ingestMessage(tx, 'booking_com', {
      ...message,
      externalMessage: 'm1',
      thread: 'thread-1',
      guestName: PERSON.name,
      text: `${CANARY} asks`,
    });
    await ingestMessage(tx, 'booking_com', {
      ...message,
      externalMessage: 'm2',
      thread: 'thread-2',
      guestName: PERSON.name,
      text: `${CANARY} inquires`,
    });
    await ingestReview(tx, 'booking_com', {
      externalReview: 'review-1',
      reference: 'order-471100',
      soldBy: null,
      guestName: PERSON.name,
      score: 8.5,
      scores: { clean: 9 },
      title: `${CANARY} title`,
      positive: `${CANARY} liked it`,
      negative: `${CANARY} did not`,
      language: 'de',
      reply: `Thank you, ${CANARY}`,
      at: BOOKED_AT,
      receipt: 'r',
    });
  });
  const [inquiry] = (await api.get(`/api/inquiries/${property.token}`)).body;
  await api.operator('POST', `${at}/inquiries`, { inquiry_id: inquiry.id, reply: `Dear ${CANARY}` });
  await plantCopies(property);
  const [ota] = (await api.get(`/api/bookings/${property.token}?order_id=order-471100`)).body;
  return { property, guest, order_id, inquiry: inquiry.id, ota, soldId: sold.reservationIds[0]! };
}

/** Copies in logs: an HTTP exchange with the channel, an event of an earlier release, an answer of a webhook. */
async function plantCopies(property: TestProperty): Promise<void> {
  const { hotelId } = property;
  await storeCycles(api.db, hotelId, [
    {
      entry: {
        createdAt: BOOKED_AT,
        summary: `stored the booking of ${PERSON.name}`,
        channel: 'booking_com',
        direction: 'pull',
        operation: 'reservations',
        outcome: 'failed',
        items: 1,
        durationMs: 1,
        error: `could not store ${PERSON.email}`,
      },
      exchanges: [
        {
          at: BOOKED_AT,
          method: 'GET',
          url: `https://channel.example/orders?guest=${encodeURIComponent(PERSON.name)}`,
          request: '',
          status: 200,
          response: `<order id="order-471100"><guest>${CANARY}</guest></order>`,
          error: null,
          durationMs: 1,
        },
      ],
    },
  ]);
  await api.db.query(
    `update events set data = data - 'omitted' || jsonb_build_object('guestName', $2::text, 'notes', $2::text,
       'guestEmail', $2::text, 'guestPhone', null)
     where hotel_id = $1 and kind = 'booking.created'`,
    [hotelId, `${CANARY} as earlier releases recorded`],
  );
  await api.db.query(
    `insert into webhooks (hotel_id, webhook_id, url, active, secret, cursor_seq, created_at, updated_at)
     values ($1::bigint, 4711 + $1::bigint, 'https://hooks.example', true, '', 0, $2, $2)`,
    [hotelId, BOOKED_AT],
  );
  await api.db.query(
    `insert into webhook_deliveries (hotel_id, webhook_id, seq, kind, attempt, at, delivered, latency_ms, answer)
     values ($1::bigint, 4711 + $1::bigint, 1, 'booking.created', 1, $2, true, 1, $3)`,
    [hotelId, BOOKED_AT, JSON.stringify({ stored: PERSON.name })],
  );
}

const erase = ({ hotelId }: TestProperty, guest: number, body: object = {}, query = '') =>
  api.operator('POST', `/properties/${hotelId}/guests/${guest}/erase${query}`, body);

describe('erasing a person', () => {
  test('leaves nothing in any table, but amounts, ids, dates and the numbers of the log', async () => {
    const ofOthers = await findCanary();
    const { property, guest, order_id, inquiry, ota } = await plant();
    expect((await findCanary()).length - ofOthers.length).toBeGreaterThan(15);
    api.clock = AFTERWARDS;
    await api.operator('POST', `/properties/${property.hotelId}/guests/merge`, {
      guest_id: ota.guest_id,
      into: guest,
    });
    const before = (await api.get(`/api/events/${property.token}`)).body;
    const ledger = (await api.get(`/api/accounting/${property.token}`)).body;

    const stored = await fingerprint(api.db);
    const planned = await erase(property, guest, { inquiry_ids: [inquiry] }, '?dry_run=true');
    expect(planned.body).toMatchObject({ guest_id: guest, dry_run: true });
    expect(await fingerprint(api.db)).toBe(stored);

    const done = await erase(property, guest, { inquiry_ids: [inquiry] });
    expect(done.status).toBe(200);
    expect(done.body).toEqual({ ...planned.body, dry_run: false });
    expect(await findCanary()).toEqual(ofOthers);

    const after = (await api.get(`/api/events/${property.token}`)).body;
    expect(after.slice(0, before.length).map((event: any) => [event.seq, event.kind, event.subject])).toEqual(
      before.map((event: any) => [event.seq, event.kind, event.subject]),
    );
    expect(after.slice(before.length).map((event: any) => event.kind)).toEqual([
      'guest.erased',
      'guest.erased',
    ]);
    const created = after.find((event: any) => event.kind === 'booking.created').data;
    expect(created).toMatchObject({
      name: 'Erased guest',
      email: null,
      phone: null,
      notes: null,
      price: 300,
    });
    const kept = (await api.get(`/api/accounting/${property.token}`)).body;
    expect(kept.map(({ description: _, ...entry }: any) => entry)).toEqual(
      ledger.map(({ description: _, ...entry }: any) => entry),
    );
    expect((await api.get(`/api/bookings/${property.token}?order_id=${order_id}`)).body).toMatchObject([
      { name: 'Erased guest', email: null, phone: null, notes: null, price: 300, guest_id: guest },
    ]);
    expect((await api.get(`/api/guests/${property.token}?guest_id=${guest}`)).body).toMatchObject([
      {
        name: 'Erased guest',
        email: null,
        tags: [],
        erased_at: AFTERWARDS.toString({ fractionalSecondDigits: 3 }),
      },
    ]);
    expect((await api.get(`/api/guests/${property.token}`)).body).toEqual([]);
    // The answer for a repeated request is without the person too.
    const again = await api.post(
      `/api/bookings/${property.token}`,
      { room_id: property.room, name: 'x', checkin: '2026-07-01', checkout: '2026-07-04', price: 1 },
      { 'idempotency-key': 'plant-1' },
    );
    expect(again.text).not.toContain(CANARY);
  });

  test('is kept when the channel sends a later version of the order', async () => {
    const { property, ota } = await plant();
    api.clock = AFTERWARDS;
    expect((await erase(property, ota.guest_id)).status).toBe(200);
    const before = (await findCanary()).length;
    await ingest(
      property,
      order({ revision: '2', status: 'modified', at: AFTERWARDS, notes: `${CANARY} once more` }),
    );
    await ingest(property, order({ revision: '1' }));
    expect((await findCanary()).length).toBe(before);
    expect((await api.get(`/api/bookings/${property.token}?order_id=order-471100`)).body).toMatchObject([
      { name: 'Erased guest', email: null, notes: null },
    ]);
  });

  test('is kept when the guest of an inquiry writes again: without the name, and without what was written before', async () => {
    const { property, guest, inquiry } = await plant();
    api.clock = AFTERWARDS;
    expect((await erase(property, guest, { inquiry_ids: [inquiry] })).status).toBe(200);
    const before = (await findCanary()).length;
    const write = (externalMessage: string, at: Temporal.Instant, text: string) =>
      inTransaction(property, (tx) =>
        ingestMessage(tx, 'booking_com', {
          ...{ from: 'guest', receipt: 'r', reference: null },
          ...{ externalMessage, at, text, thread: 'thread-2', guestName: PERSON.name },
        }),
      );
    await write('m3', BOOKED_AT, `${CANARY} wrote this before`);
    await write('m4', AFTERWARDS.add({ hours: 1 }), 'Is there a garage?');
    expect((await findCanary()).length).toBe(before);
    const [found] = (await api.get(`/api/inquiries/${property.token}`)).body;
    expect(found.messages.map(({ message }: any) => message).slice(-2)).toEqual([
      '(erased)',
      'Is there a garage?',
    ]);
  });

  test('is kept when people change the booking: another guest must be named for it', async () => {
    const { property, guest, order_id } = await plant();
    api.clock = AFTERWARDS;
    expect((await erase(property, guest)).status).toBe(200);
    const change = (body: object) =>
      api.request('PATCH', `/api/bookings/${property.token}?order_id=${order_id}`, { body });
    for (const body of [{ name: PERSON.name }, { notes: CANARY }, { email: PERSON.email, price: 1 }])
      expectProblem(await change(body), 400, 'guest_erased');
    expect((await change({ price: 310 })).body).toMatchObject({ name: 'Erased guest', price: 310 });
    const changed = await change({ name: 'Somebody else', guest_id: null });
    expect(changed.body).toMatchObject({ name: 'Somebody else' });
    expect(changed.body.guest_id).not.toBe(guest);
  });

  test('of one person leaves another with the same name as they are', async () => {
    const { property, guest } = await plant();
    const other = await api.post(`/api/bookings/${property.token}`, {
      room_id: property.room,
      ...PERSON,
      checkin: '2026-07-20',
      checkout: '2026-07-22',
      price: 100,
      notes: 'other notes',
    });
    api.clock = AFTERWARDS;
    expect((await erase(property, guest)).status).toBe(200);
    expect(
      (await api.get(`/api/bookings/${property.token}?order_id=${other.body.order_id}`)).body,
    ).toMatchObject([{ ...PERSON, notes: 'other notes' }]);
  });

  test('who booked several rooms together leaves nothing in the stored answers about the group', async () => {
    const property = await api.property({ rooms: [{ units: 9 }] });
    const { token, hotelId, room } = property;
    const group = await api.post(
      `/api/groups/${token}`,
      {
        name: PERSON.name,
        email: PERSON.email,
        checkin: '2026-07-01',
        checkout: '2026-07-04',
        reference: `Wedding of ${PERSON.name}`,
        rooms: [
          { room_id: room, price: 200 },
          { room_id: room, price: 210, name: 'Bob Brown' },
        ],
      },
      { 'idempotency-key': 'group-1' },
    );
    expect(group.status, group.text).toBe(200);
    const { group_id, bookings } = group.body;
    await api.delete(`/api/groups/${token}?group_id=${group_id}&date=2026-07-01`, {
      'idempotency-key': 'group-2',
    });
    const erased = await api.operator(
      'POST',
      `/properties/${hotelId}/guests/${bookings[0].guest_id}/erase`,
      {},
    );
    expect(erased.status, erased.text).toBe(200);
    const stored = await api.db.query<{ answer: { json: string } }>(
      `select answer from idempotency_keys where hotel_id = $1 and key like 'group-%' order by key`,
      [hotelId],
    );
    expect(stored).toHaveLength(2);
    for (const { answer } of stored) {
      expect(answer.json).not.toContain(CANARY);
      const { name, reference, bookings: kept } = JSON.parse(answer.json);
      expect([name, reference]).toEqual(['Erased guest', 'Wedding of (erased)']);
      expect(kept.map((one: any) => one.name)).toEqual(['Erased guest', 'Bob Brown']);
    }
  });

  test('who is expected or in the house is refused, until the booking is cancelled, and nothing changes', async () => {
    const { property, guest, order_id } = await plant();
    const before = await fingerprint(api.db);
    expectProblem(await erase(property, guest), 400, 'guest_expected');
    expectProblem(await erase(property, guest, {}, '?dry_run=true'), 400, 'guest_expected');
    expectProblem(await erase(property, 999_999_999), 400, 'unknown_guest');
    expect(await fingerprint(api.db)).toBe(before);
    await api.delete(`/api/bookings/${property.token}?order_id=${order_id}&date=2026-07-01`);
    expect((await erase(property, guest)).status).toBe(200);
    expectProblem(
      await api.request('PATCH', `/api/guests/${property.token}?guest_id=${guest}`, { body: { notes: 'x' } }),
      400,
      'guest_erased',
    );
  });

  test('again changes nothing more of the person', async () => {
    const { property, guest } = await plant();
    api.clock = AFTERWARDS;
    await erase(property, guest);
    const again = await erase(property, guest);
    expect(again.status).toBe(200);
    const { erased_at: erasedAt } = (await api.get(`/api/guests/${property.token}?guest_id=${guest}`))
      .body[0];
    expect(erasedAt).toBe('2026-08-15T10:00:00.000Z');
  });
});

test('an erasure leaves no column of a profile that says something of the person', async () => {
  const { property, guest } = await plant();
  await api.request('PATCH', `/api/guests/${property.token}?guest_id=${guest}`, {
    body: {
      ...{ name: 'Ada Lovelace', given_name: 'Ada', family_name: 'Lovelace', email: 'ada@guest.booking.com' },
      ...{ phone: '+351 910 000 000', language: 'pt', country: 'PT', company: 'Engines', vat_id: 'PT1' },
      ...{ address: 'Rua do Mar 1', notes: 'quiet', tags: ['regular'] },
      marketing_consent: { given_on: '2026-05-01', source: 'desk' },
    },
  });
  const rowOf = async () => {
    const [row] = await api.db.query<{ row: Record<string, unknown> }>(
      `select to_jsonb(guests) as row from guests where hotel_id = $1 and guest_id = $2`,
      [property.hotelId, guest],
    );
    return Object.entries(row!.row);
  };
  const empty = (await rowOf()).filter(([, value]) => value === null).map(([column]) => column);
  api.clock = AFTERWARDS;
  // A new column must have a value here, so that its erasure is tested.
  expect(empty.toSorted()).toEqual(['erased_at', 'merged_into']);
  const erased = await api.operator('POST', `/properties/${property.hotelId}/guests/${guest}/erase`, {});
  expect(erased.status, erased.text).toBe(200);
  const keys = ['hotel_id', 'guest_id', 'created_at', 'updated_at', 'erased_at'];
  const left = (await rowOf()).filter(([column, value]) => value !== null && !keys.includes(column));
  expect(Object.fromEntries(left)).toEqual({ name: 'Erased guest', email_is_alias: false, tags: [] });
});

test('an export shows messages, reviews, entries and tasks as the lists do', async () => {
  const { property, ota } = await plant();
  await api.operator('POST', `/properties/${property.hotelId}/accounting`, {
    ...{ amount: 40, type: 'payment', description: 'Deposit', order_id: ota.order_id },
    ...{ method: 'card_terminal', reference: 'T-17' },
  });
  const tax = { amount: 6, type: 'charge', code: 'tax', description: 'City tax', order_id: ota.order_id };
  await api.operator('POST', `/properties/${property.hotelId}/accounting`, {
    ...tax,
    ...{ vat_category: 'S', vat_rate: 6, service_from: '2026-07-01', quantity: 2 },
  });
  const { body } = await api.operator('GET', `/properties/${property.hotelId}/guests/${ota.guest_id}/export`);
  const ofBooking = async (list: string, query = '') =>
    (await api.get(`/api/${list}/${property.token}${query}`)).body.filter(
      (one: any) => (one.order_id ?? one.rid) === ota.order_id,
    );
  expect(body.entries).toEqual(await ofBooking('accounting', `?guest_id=${ota.guest_id}`));
  expect(body.entries).toHaveLength(3);
  expect(body.messages).toEqual(await ofBooking('messages'));
  expect(body.reviews).toEqual(await ofBooking('reviews'));
  expect(body.tasks).toEqual(await ofBooking('tasks'));
  for (const list of ['messages', 'reviews', 'tasks']) expect(body[list]).toHaveLength(1);
  expect(JSON.stringify(body)).not.toMatch(/reservation_id|amount_minor/);
});

test('an export has everything that is stored about the person', async () => {
  const { property, guest, ota } = await plant();
  const { body } = await api.operator('GET', `/properties/${property.hotelId}/guests/${ota.guest_id}/export`);
  expect(body.guest).toMatchObject({ guest_id: ota.guest_id, name: PERSON.name });
  expect(body.bookings).toMatchObject([{ order_id: ota.order_id }]);
  expect(body.messages).toMatchObject([{ message: `${CANARY} asks` }]);
  expect(body.reviews).toMatchObject([{ title: `${CANARY} title`, score: 8.5 }]);
  expect(body.channel_records.map((record: any) => record.kind).toSorted()).toEqual([
    'reservation',
    'review',
  ]);
  expect(body.entries.length).toBeGreaterThan(0);
  const direct = await api.operator('GET', `/properties/${property.hotelId}/guests/${guest}/export`);
  expect(JSON.stringify(direct.body)).not.toContain('order-471100');
  expectProblem(
    await api.operator('GET', `/properties/${property.hotelId}/guests/999999999/export`),
    400,
    'unknown_guest',
  );
});
