// Retention: what a property keeps no longer is erased by the daily work, kind by kind, and nothing else changes.
import { beforeEach, describe, expect, test } from 'vitest';
import { answerWithoutPerson } from '../../src/api/answer-without-person.ts';
import { wireIds } from '../../src/channels/registry.ts';
import { ingestMessage } from '../../src/pms/channel-sync/ingest/messages.ts';
import { storeCycles } from '../../src/pms/channel-sync/sync-log.ts';
import { applyRetention } from '../../src/pms/guests/retention.ts';
import { type TestProperty, useApi } from '../harness/api.ts';
import { CANARY, CANARY_BOOKED_AT, findCanary, ingest, inTransaction, order, PERSON } from './canary.ts';
import { fingerprint } from './database-dump.ts';
import { expectProblem } from './expectations.ts';

const api = useApi();
beforeEach(async () => {
  api.clock = CANARY_BOOKED_AT;
  // Properties of other tests keep everything: each run is of all properties.
  await api.db.query(`update properties set retention = '{}'`);
});

const at = (moment: string) => Temporal.Instant.from(moment);
const formats = { eraser: answerWithoutPerson, wireIds };
const run = (moment: string) => applyRetention(api.db, { clock: () => at(moment), formats });
const keep = ({ hotelId }: TestProperty, retention: object) =>
  api.operator('PATCH', `/properties/${hotelId}`, { retention });
const found = async ({ hotelId }: TestProperty) =>
  [
    ...new Set(
      (await findCanary(api.db))
        .filter((row) => row.includes(`"hotel_id": ${hotelId},`))
        .map((row) => row.slice(0, row.indexOf(':'))),
    ),
  ].toSorted();

/** A direct booking until 4 July, an order until 12 July with a message, a question without a booking, an HTTP exchange. */
async function plant(): Promise<TestProperty & { guest: number }> {
  const property = await api.property({ rooms: [{ units: 9 }] });
  const { body } = await api.post(`/api/bookings/${property.token}`, {
    room_id: property.room,
    ...PERSON,
    checkin: '2026-07-01',
    checkout: '2026-07-04',
    price: 300,
    notes: `${CANARY} arrives late`,
  });
  await ingest(api, property, order());
  await inTransaction(api, property, async (tx) => {
    const text = { from: 'guest', receipt: 'r', at: CANARY_BOOKED_AT, reference: null } as const;
    for (const [id, thread] of [
      ['m1', 'thread-1'],
      ['m2', 'thread-2'],
    ] as const)
      await ingestMessage(tx, 'booking_com', {
        ...text,
        externalMessage: id,
        thread,
        guestName: PERSON.name,
        text: `${CANARY} asks`,
      });
  });
  const shared = {
    createdAt: CANARY_BOOKED_AT,
    summary: 'read',
    channel: 'booking_com',
  };
  const entry = { ...shared, direction: 'pull', operation: 'reservations', outcome: 'ok', items: 1 } as const;
  const exchange = {
    at: CANARY_BOOKED_AT,
    method: 'GET',
    url: 'https://channel.example',
    request: '',
    status: 200,
  };
  await storeCycles(api.db, property.hotelId, [
    {
      entry: { ...entry, durationMs: 1, error: null },
      exchanges: [{ ...exchange, response: `<guest>${CANARY}</guest>`, error: null, durationMs: 1 }],
    },
  ]);
  return { ...property, guest: body.guest_id };
}

/** Pays all that is open, without which a guest is kept longer. */
async function settle({ token }: TestProperty): Promise<void> {
  const bookings = (await api.get(`/api/bookings/${token}?limit=1000`)).body;
  for (const { order_id, balance, currency } of bookings.filter((one: any) => one.balance !== 0)) {
    const entry = { type: balance > 0 ? 'payment' : 'refund', amount: balance, currency, order_id };
    const answer = await api.post(`/api/accounting/${token}`, { ...entry, description: '' });
    expect(answer.status, answer.text).toBe(200);
  }
}

const EVERYTHING = ['channel_inbox', 'exchanges', 'guests', 'inquiries', 'messages', 'reservations'];

describe('retention', () => {
  test('is not applied unless it is set, and shows what is set', async () => {
    const property = await plant();
    const before = await fingerprint(api.db);
    await run('2036-01-01T00:00:00Z');
    expect(await fingerprint(api.db)).toBe(before);
    const shown = await api.operator('GET', `/properties/${property.hotelId}`);
    const nothing = { guests: null, messages: null, channel_records: null, exchanges: null };
    expect(shown.body.retention).toEqual(nothing);
    expect((await keep(property, { guests: 30, channel_records: 7 })).body.retention).toEqual({
      ...nothing,
      guests: 30,
      channel_records: 7,
    });
    expect((await keep(property, { guests: null })).body.retention).toEqual({
      ...nothing,
      channel_records: 7,
    });
    expectProblem(await keep(property, { guests: 0 }), 400, 'invalid_data');
    expectProblem(await keep(property, { guest: 1 }), 400, 'invalid_data');
    const seen = await api.get(`/api/hotels/${property.token}`);
    expect(JSON.stringify(seen.body)).not.toContain('retention');
    await keep(property, { channel_records: null });
  });

  test('of exchanges removes HTTP requests that are older', async () => {
    const property = await plant();
    await keep(property, { exchanges: 7 });
    await run('2026-06-22T09:59:00Z');
    expect(await found(property)).toEqual(EVERYTHING);
    await run('2026-06-22T10:01:00Z');
    expect(await found(property)).toEqual(EVERYTHING.filter((table) => table !== 'exchanges'));
  });

  test('of messages erases texts after the departure, and questions after their last text', async () => {
    const property = await plant();
    await keep(property, { messages: 20 });
    await run('2026-07-06T10:00:00Z');
    const asked = () => api.get(`/api/inquiries/${property.token}`);
    const wrote = () => api.get(`/api/messages/${property.token}`);
    expect((await asked()).body).toMatchObject([{ guest_name: null, messages: [{ message: '(erased)' }] }]);
    expect((await wrote()).body).toMatchObject([{ message: `${CANARY} asks` }]);
    await run('2026-08-01T10:00:00Z');
    expect((await wrote()).body).toMatchObject([{ message: `${CANARY} asks` }]);
    await run('2026-08-02T10:00:00Z');
    expect((await wrote()).body).toMatchObject([{ message: '(erased)' }]);
    const inbox = await api.db.query<{ content: string }>(
      `select content::text as content from channel_inbox where hotel_id = $1 and kind = 'message'`,
      [property.hotelId],
    );
    expect(inbox.map(({ content }) => content.includes(CANARY))).toEqual([false, false]);
    expect(await found(property)).toEqual(['channel_inbox', 'exchanges', 'guests', 'reservations']);
    const before = await fingerprint(api.db);
    await run('2026-08-02T11:00:00Z');
    expect(await fingerprint(api.db)).toBe(before);
  });

  test('of channel records empties them after the departure, and a later version is still applied', async () => {
    const property = await plant();
    await keep(property, { channel_records: 10 });
    await run('2026-07-22T10:00:00Z');
    expect(await found(property)).toEqual(EVERYTHING);
    await run('2026-07-23T10:00:00Z');
    expect(await found(property)).toEqual(EVERYTHING.filter((table) => table !== 'channel_inbox'));
    api.clock = at('2026-07-23T11:00:00Z');
    const again = await ingest(api, property, order());
    expect(again.outcome).toBe('known');
    const changed = await ingest(api, property, order({ revision: '2', status: 'modified', at: api.clock }));
    expect(changed.outcome).toBe('changed');
    expect((await api.get(`/api/bookings/${property.token}?order_id=order-471100`)).body).toMatchObject([
      { price: 200, status: 'confirmed' },
    ]);
  });

  test('of guests erases those whose last departure is longer ago, but nobody who is here or expected', async () => {
    const property = await plant();
    const stay = { room_id: property.room, price: 100 };
    const expected = await api.post(`/api/bookings/${property.token}`, {
      ...stay,
      name: 'Grace Hopper',
      checkin: '2026-06-20',
      checkout: '2026-06-22',
    });
    await api.post(`/api/bookings/${property.token}`, {
      ...stay,
      guest_id: expected.body.guest_id,
      name: 'Grace Hopper',
      checkin: '2026-09-20',
      checkout: '2026-09-22',
    });
    const staying = await api.post(`/api/bookings/${property.token}`, {
      ...stay,
      name: 'Alan Turing',
      checkin: '2026-06-15',
      checkout: '2026-06-17',
    });
    await api.request('PATCH', `/api/bookings/${property.token}?order_id=${staying.body.order_id}`, {
      body: { status: 'checked_in' },
    });
    await settle(property);
    await keep(property, { guests: 10 });
    await run('2026-07-14T10:00:00Z');
    const names = async () =>
      (await api.get(`/api/guests/${property.token}`)).body.map((guest: any) => guest.name).toSorted();
    expect(await names()).toHaveLength(4);
    await run('2026-07-15T10:00:00Z');
    expect(await names()).toHaveLength(3);
    await run('2026-07-23T10:00:00Z');
    expect(await names()).toEqual(['Alan Turing', 'Grace Hopper']);
    // The question has no booking, and the exchange names none: they are kept as long as their own kinds.
    expect(await found(property)).toEqual(['channel_inbox', 'exchanges', 'inquiries', 'messages']);
    const before = await fingerprint(api.db);
    await run('2026-07-23T11:00:00Z');
    expect(await fingerprint(api.db)).toBe(before);
    const events = (await api.get(`/api/events/${property.token}?limit=1000`)).body;
    expect(events.filter((event: any) => event.kind === 'guest.erased')).toHaveLength(2);
  });

  async function twoHouses(guests: number): Promise<[TestProperty, TestProperty]> {
    const houses = [
      await api.property({ rooms: [{ units: 99 }] }),
      await api.property({ rooms: [{ units: 99 }] }),
    ] as [TestProperty, TestProperty];
    for (let i = 0; i < guests; i += 1) {
      for (const { token, room } of houses) {
        await api.post(`/api/bookings/${token}`, {
          room_id: room,
          name: `Guest Number ${i}`,
          checkin: '2026-07-01',
          checkout: '2026-07-02',
          price: 1,
        });
      }
    }
    return houses;
  }
  const left = async ({ token }: TestProperty) => (await api.get(`/api/guests/${token}`)).body.length;

  test('of guests waits for what is open, a year at most', async () => {
    const property = await api.property({ rooms: [{ units: 3 }] });
    const book = async (name: string) => {
      const stay = {
        room_id: property.room,
        name,
        checkin: '2026-07-01',
        checkout: '2026-07-04',
        price: 300,
      };
      return (await api.post(`/api/bookings/${property.token}`, stay)).body.order_id as number;
    };
    const post = (order_id: number, type: string, amount: number) =>
      api.post(`/api/accounting/${property.token}`, { type, amount, order_id, description: '' });
    const [owes, cancelled, settled] = [await book('Owes'), await book('Gets back'), await book('Settled')];
    await post(settled, 'payment', 300);
    await post(cancelled, 'payment', 100);
    await api.delete(`/api/bookings/${property.token}?order_id=${cancelled}&date=2026-07-01`);
    await keep(property, { guests: 10 });
    const names = async () =>
      (await api.get(`/api/guests/${property.token}`)).body.map((guest: any) => guest.name).toSorted();
    await run('2026-07-15T10:00:00Z');
    expect(await names()).toEqual(['Gets back', 'Owes']);
    await post(cancelled, 'refund', -100);
    await run('2026-07-16T10:00:00Z');
    expect(await names()).toEqual(['Owes']);
    await run('2027-07-14T10:00:00Z');
    expect(await names()).toEqual(['Owes']);
    await run('2027-07-15T10:00:00Z');
    expect(await names()).toEqual([]);
    expect((await api.get(`/api/accounting/${property.token}?order_id=${owes}`)).body).toMatchObject([
      { amount: 300 },
    ]);
  });

  test('erases many guests in several transactions, and the work of one property only', async () => {
    const [property, other] = await twoHouses(25);
    await settle(property);
    await keep(property, { guests: 1 });
    const batchSizes = { guests: 10, records: 10 };
    const clock = () => at('2026-07-10T10:00:00Z');
    expect(await applyRetention(api.db, { clock, formats, batchSizes })).toBe(true);
    expect(await left(property)).toBe(0);
    expect(await left(other)).toBe(25);
  });

  test('goes on for as many batches as there are, in turn with the other properties, and ends when it is stopped', async () => {
    const houses = await twoHouses(12);
    for (const house of houses) await settle(house);
    const [first, second] = houses;
    await keep(first, { guests: 1 });
    await keep(second, { guests: 1 });
    const batchSizes = { guests: 2, records: 1 };
    const apply = (signal: AbortSignal) =>
      applyRetention(api.db, { clock: () => at('2026-07-10T10:00:00Z'), formats, batchSizes, signal });
    const stop = new AbortController();
    let batches = 0;
    const unsubscribe = api.db.notifications.subscribe(second.hotelId, () => {
      batches += 1;
      if (batches === 2) stop.abort();
    });
    expect(await apply(stop.signal)).toBe(false);
    unsubscribe();
    expect(await Promise.all(houses.map(left))).toEqual([8, 8]);
    expect(await apply(new AbortController().signal)).toBe(true);
    expect(await Promise.all(houses.map(left))).toEqual([0, 0]);
  });
});
