// PATCH bookings: any member of a booking, completely or not at all, and never over another client's change.
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { type ApiResponse, type TestProperty, useApi } from '../harness/api.ts';
import { randomly } from '../harness/random.ts';
import { fingerprint } from './database-dump.ts';
import { expectProblem } from './expectations.ts';
import { otaSells } from './outside-events.ts';

const api = useApi({ sample: true });
const NOW = Temporal.Instant.from('2026-06-15T10:00:00Z');
beforeEach(() => {
  api.clock = NOW;
});

type Booked = TestProperty & { order: number; record: any };

const book = ({ token, room }: TestProperty, more: object = {}) =>
  api.post(`/api/bookings/${token}`, {
    room_id: room,
    name: 'Ada',
    checkin: '2027-03-01',
    checkout: '2027-03-04',
    price: 300,
    ...more,
  });

/** A stay of three nights from 1 March 2027 in the first room, at 300 euros. */
async function booked(rooms: object[] = [{}, {}]): Promise<Booked> {
  const property = await api.property({ rooms });
  const { body } = await book(property);
  return { ...property, order: body.order_id, record: body };
}

const change = (
  { token, order }: Pick<Booked, 'token' | 'order'>,
  body: object,
  headers: Record<string, string> = {},
) => api.request('PATCH', `/api/bookings/${token}?order_id=${order}`, { body, headers });
const read = ({ token, order }: Pick<Booked, 'token' | 'order'>, headers = {}) =>
  api.get(`/api/bookings/${token}?order_id=${order}`, headers);
const tagOf = (answer: ApiResponse) => answer.headers['etag']!;

async function taken({ token }: TestProperty, room: number): Promise<string[]> {
  const path = `/api/availability/${token}?room_id=${room}&fromdate=2027-02-20&todate=2027-03-20`;
  return (await api.get(path)).body
    .filter((night: any) => night.available < 1)
    .map((night: any) => night.date.slice(5, 10));
}
const balance = async ({ token }: TestProperty, order: number): Promise<number> =>
  (await api.get(`/api/accounting/${token}`)).body
    .filter((entry: any) => entry.order_id === order)
    .reduce((cents: number, entry: any) => cents + Math.round(entry.amount * 100), 0);

async function expectRefused(stay: Booked, body: object, code: string, fields?: string[]) {
  const before = await fingerprint(api.db);
  const answer = await change(stay, body);
  expectProblem(answer, 400, code, fields);
  expect(await fingerprint(api.db)).toBe(before);
}

test('changes every member at once, and answers with the record as the list shows it', async () => {
  const stay = await booked();
  api.clock = Temporal.Instant.from('2027-03-02T10:01:00Z');
  const answer = await change(stay, {
    room_id: stay.rooms[1],
    name: ' Grace ',
    email: 'grace@example.com',
    phone: null,
    checkin: '2027-03-02',
    checkout: '2027-03-06',
    price: 410.25,
    status: 'checked_in',
  });
  expect([answer.status, answer.body]).toEqual([
    200,
    {
      ...stay.record,
      room_id: stay.rooms[1],
      name: 'Grace',
      email: 'grace@example.com',
      checkin: '2027-03-02T15:00:00.000Z',
      checkout: '2027-03-06T11:00:00.000Z',
      price: 410.25,
      total: 410.25,
      balance: 410.25,
      status: 'checked_in',
      updated_at: '2027-03-02T10:01:00.000Z',
    },
  ]);
  expect((await read(stay)).body).toEqual([answer.body]);
  expect(await taken(stay, stay.room)).toEqual([]);
  expect(await taken(stay, stay.rooms[1]!)).toEqual(['03-02', '03-03', '03-04', '03-05']);
  expect(await balance(stay, stay.order)).toBe(41_025);
  const tasks = (await api.get(`/api/tasks/${stay.token}`)).body;
  expect(tasks).toMatchObject([{ room_id: stay.rooms[1], date: '2027-03-06', status: 'pending' }]);
});

test.each([
  ['longer at its end', { checkout: '2027-03-06' }, ['03-01', '03-02', '03-03', '03-04', '03-05'], 500],
  ['longer at its beginning', { checkin: '2027-02-27' }, ['02-27', '02-28', '03-01', '03-02', '03-03'], 500],
  ['shorter', { checkin: '2027-03-02', checkout: '2027-03-03' }, ['03-02'], 100],
  ['over its own nights', { checkin: '2027-03-03', checkout: '2027-03-05' }, ['03-03', '03-04'], 200],
])('a stay that becomes %s keeps what it has, and posts the difference', async (_, dates, nights, price) => {
  const stay = await booked();
  expect((await change(stay, dates)).body.price).toBe(price);
  expect(await taken(stay, stay.room)).toEqual(nights);
  expect(await balance(stay, stay.order)).toBe(price * 100);
});

describe('the status', () => {
  test.each([
    ['confirmed', 'confirmed', 200],
    ['confirmed', 'checked_out', 'invalid_transition'],
    ['checked_in', 'confirmed', 200],
    ['checked_in', 'cancelled', 200],
    ['checked_out', 'cancelled', 'invalid_transition'],
    ['no_show', 'cancelled', 'invalid_transition'],
    ['cancelled', 'cancelled', 200],
    ['checked_out', 'confirmed', 'invalid_transition'],
    ['checked_out', 'checked_in', 200],
    ['no_show', 'checked_out', 'invalid_transition'],
    ['cancelled', 'no_show', 'invalid_transition'],
    ['cancelled', 'confirmed', 200],
    ['cancelled', 'checked_in', 200],
  ] as const)('from %s to %s', async (from, to, expected) => {
    const stay = await booked();
    api.clock = Temporal.Instant.from('2027-03-01T18:00:00Z');
    if (from !== 'confirmed' && from !== 'cancelled' && from !== 'no_show')
      await change(stay, { status: 'checked_in' });
    if (from !== 'checked_in' && from !== 'confirmed')
      expect((await change(stay, { status: from })).status).toBe(200);
    if (expected !== 200) return expectRefused(stay, { status: to }, expected);
    const answer = await change(stay, { status: to });
    expect([answer.status, answer.body.status]).toEqual([200, to]);
  });

  test('cancelled gives back what is left of the stay from today on, as DELETE would', async () => {
    const before = await booked();
    expect((await change(before, { status: 'cancelled' })).body.status).toBe('cancelled');
    expect([await taken(before, before.room), await balance(before, before.order)]).toEqual([[], 0]);

    const during = await booked();
    api.clock = Temporal.Instant.from('2027-03-02T10:00:00Z');
    await change(during, { status: 'checked_in' });
    const left = await change(during, { status: 'cancelled' });
    expect(left.body).toMatchObject({ checkout: '2027-03-02T11:00:00.000Z', price: 100 });
    expect(await taken(during, during.room)).toEqual(['03-01']);

    const after = await booked();
    api.clock = Temporal.Instant.from('2027-03-04T10:00:00Z');
    await expectRefused(after, { status: 'cancelled' }, 'stay_ended');
  });

  test('cancelled goes alone', async () => {
    const stay = await booked();
    await expectRefused(stay, { status: 'cancelled', name: 'Grace' }, 'invalid_data', ['name']);
    await expectRefused(stay, { status: 'cancelled', room_id: stay.room }, 'invalid_data', ['room_id']);
  });
});

describe('a stay in the past', () => {
  test('can be put right until it is checked out', async () => {
    const stay = await booked();
    api.clock = Temporal.Instant.from('2027-04-01T10:00:00Z');
    expect((await change(stay, { status: 'checked_in', checkin: '2027-03-02' })).status).toBe(200);
    expect((await change(stay, { status: 'checked_out', price: 222 })).body).toMatchObject({ price: 222 });
    await expectRefused(stay, { price: 1 }, 'invalid_transition');
    await expectRefused(stay, { checkout: '2027-03-05' }, 'invalid_transition');
    expect((await change(stay, { email: 'late@example.com' })).body.email).toBe('late@example.com');
  });
});

describe('what an OTA has sold', () => {
  async function sold(connected: boolean): Promise<Booked> {
    const property = await api.property({ rooms: [{}, {}] });
    if (connected) {
      await api.operator('PUT', `/properties/${property.hotelId}/channels/booking_com`, {
        protocol: 'ical',
        rooms: [{ room_id: property.room, ical_url: 'https://ota.example/1.ics' }],
      });
    }
    const reservation = await otaSells(api, property);
    return { ...property, order: reservation.reservationId, record: null };
  }

  test('keeps the nights that its channel has sold, while that is connected', async () => {
    const stay = await sold(true);
    await expectRefused(stay, { checkout: '2027-03-03' }, 'owned_by_channel');
    await expectRefused(stay, { checkin: '2027-03-02', room_id: stay.rooms[1] }, 'owned_by_channel');
    const same = await change(stay, { checkin: '2027-03-01', checkout: '2027-03-04', name: 'Grace' });
    expect(same.status).toBe(200);
  });

  test('may be put into another room, priced, corrected and checked in', async () => {
    const stay = await sold(true);
    api.clock = Temporal.Instant.from('2027-03-01T18:00:00Z');
    const answer = await change(stay, {
      room_id: stay.rooms[1],
      price: 99,
      email: 'a@b.example',
      status: 'checked_in',
    });
    expect(answer.body).toMatchObject({ room_id: stay.rooms[1], price: 99, status: 'checked_in' });
    expect(await taken(stay, stay.rooms[1]!)).toEqual(['03-01', '03-02', '03-03']);
  });

  test('may be moved where no connection would move it back', async () => {
    const stay = await sold(false);
    expect((await change(stay, { checkout: '2027-03-03' })).status).toBe(200);
  });

  test('has nights of the house’s own beside them, which its record tells apart', async () => {
    const stay = await sold(true);
    const { body } = await change(stay, { checkout: '2027-03-06' });
    expect(body).toMatchObject({ channel_checkin: '2027-03-01', channel_checkout: '2027-03-04' });
    expect(body.checkout).toContain('2027-03-06');
    expect((await change(stay, { checkout: '2027-03-04' })).status).toBe(200);
  });
});

describe('If-Match', () => {
  test('with the ETag of the record changes it, and with an older one is 412 and changes nothing', async () => {
    const stay = await booked();
    const first = tagOf(await read(stay));
    expect(first).toMatch(/^"[\w-]{16}"$/);
    const changed = await change(stay, { name: 'Grace' }, { 'if-match': first });
    expect(changed.status).toBe(200);
    expect(tagOf(changed)).toBe(tagOf(await read(stay)));
    const before = await fingerprint(api.db);
    for (const body of [{ name: 'Ada' }, { status: 'cancelled' }, { checkout: '2027-03-09' }]) {
      const late = await change(stay, body, { 'if-match': first });
      expectProblem(late, 412, 'precondition_failed');
    }
    expect(await fingerprint(api.db)).toBe(before);
    const next = await change(stay, { name: 'Ada' }, { 'if-match': `"x", ${tagOf(changed)}` });
    expect(next.status).toBe(200);
  });

  test.each([
    ['a star', () => '*', 200],
    ['the weak form that a proxy makes of it', (tag: string) => `W/${tag}`, 200],
    [
      'the ETag of the list',
      async (_: string, stay: Booked) => tagOf(await api.get(`/api/bookings/${stay.token}`)),
      412,
    ],
    ['nothing', () => '', 412],
    ['no tag', () => 'yesterday', 412],
  ] as const)('of %s', async (_, write, status) => {
    const stay = await booked();
    const tag = await write(tagOf(await read(stay)), stay);
    expect((await change(stay, { name: 'Grace' }, { 'if-match': tag })).status).toBe(status);
  });

  test('guards the operator’s change too', async () => {
    const stay = await booked();
    const headers = { 'if-match': '"old"', authorization: 'Bearer the-operator-key-of-the-tests' };
    const path = `/operator/properties/${stay.hotelId}/bookings/${stay.order}`;
    const answer = await api.request('PATCH', path, { body: { name: 'Grace' }, headers });
    expectProblem(answer, 412, 'precondition_failed');
  });

  test('lets one of many simultaneous changes through', async () => {
    const stay = await booked();
    const tag = tagOf(await read(stay));
    const names = Array.from({ length: 12 }, (_, i) => `Guest ${i}`);
    const answers = await Promise.all(names.map((name) => change(stay, { name }, { 'if-match': tag })));
    const won = answers.filter((answer) => answer.status === 200);
    expect(won).toHaveLength(1);
    for (const answer of answers.filter((one) => one !== won[0])) expect(answer.status).toBe(412);
    expect((await read(stay)).body).toEqual([won[0]!.body]);
  });
});

describe('the ETag of one booking', () => {
  test('is the same by its id and by its reference, and saves the answer', async () => {
    const property = await api.property();
    const { reservationId: order } = await otaSells(api, property, { reference: 'X-1' });
    const tag = tagOf(await read({ ...property, order }));
    const path = `/api/bookings/${property.token}?order_id=X-1`;
    expect(tagOf(await api.get(path))).toBe(tag);
    const unchanged = await api.get(path, { 'if-none-match': tag });
    expect([unchanged.status, unchanged.text]).toEqual([304, '']);
    await otaSells(api, property, { reference: 'X-1', checkin: '2027-05-01', checkout: '2027-05-02' });
    const both = await api.get(path, { 'if-none-match': tag });
    expect([both.status, both.body.length]).toEqual([200, 2]);
    expect(tagOf(both)).toMatch(/^W\//);
  });

  test('changes with the booking and with nothing else', async () => {
    const stay = await booked();
    const tag = tagOf(await read(stay));
    await book(stay, { checkin: '2027-06-01', checkout: '2027-06-02' });
    expect(tagOf(await read(stay))).toBe(tag);
    await change(stay, { phone: '1' });
    expect(tagOf(await read(stay))).not.toBe(tag);
  });

  test('of nobody is none of a record', async () => {
    const property = await api.property();
    const answer = await read({ ...property, order: 999_999 });
    expect([answer.body, tagOf(answer).slice(0, 2)]).toEqual([[], 'W/']);
    expect((await api.get(`/api/bookings/${property.token}?order_id=5&limit=x`)).status).toBe(400);
  });
});

test('with an Idempotency-Key it is done once, and answered with its ETag again', async () => {
  const stay = await booked();
  const headers = { 'idempotency-key': 'move-1', 'if-match': tagOf(await read(stay)) };
  const first = await change(stay, { checkout: '2027-03-05' }, headers);
  const before = await fingerprint(api.db);
  const second = await change(stay, { checkout: '2027-03-05' }, headers);
  expect([second.status, second.body, tagOf(second)]).toEqual([200, first.body, tagOf(first)]);
  expect(second.headers['idempotent-replayed']).toBe('true');
  expect(await fingerprint(api.db)).toBe(before);
  const other = await change(stay, { checkout: '2027-03-06' }, headers);
  expectProblem(other, 400, 'idempotency_key_reused');
});

test('a booking of nobody, or of another property, is unknown_booking', async () => {
  const [stay, other] = [await booked(), await booked()];
  for (const order of [0, -1, 999_999, other.order])
    await expectRefused({ ...stay, order }, { name: 'Grace' }, 'unknown_booking');
  expect((await api.request('PATCH', `/api/bookings/${stay.token}`, { body: {} })).body.code).toBe(
    'invalid_parameters',
  );
});

test('a room whose number is larger than any is unknown_room, here and wherever else a room is named', async () => {
  const stay = await booked();
  for (const room_id of [2 ** 31, 3_000_000_000, Number.MAX_SAFE_INTEGER]) {
    await expectRefused(stay, { room_id }, 'unknown_room');
    expectProblem(await book(stay, { room_id }), 400, 'unknown_room');
    const night = { room_id, date: '2027-03-01', price: 1 };
    expectProblem(await api.post(`/api/availability/${stay.token}`, night), 400, 'unknown_room');
  }
});

test('a token that only reads, and the sandbox, are refused', async () => {
  const stay = await booked();
  const path = `/properties/${stay.hotelId}/tokens`;
  const reader = (await api.operator('POST', path, { label: 'r', access: 'read' })).body.api_token;
  expectProblem(await change({ ...stay, token: reader }, { name: 'X' }), 403, 'read_only_token');
  expectProblem(await change({ ...stay, token: 'api_token' }, { name: 'X' }), 403, 'demo_mode');
});

test('the log says what changed', async () => {
  const stay = await booked();
  await change(stay, { checkout: '2027-03-05', phone: '1' });
  const [event] = await api.db.query<{ data: { changed: string[] } }>(
    `select data from events where hotel_id = $1 and kind = 'booking.modified'`,
    [stay.hotelId],
  );
  expect(event!.data.changed.toSorted()).toEqual(['checkout', 'guestPhone', 'priceMinor']);
});

test('however many stays are moved across each other at once, each night is sold once and every cent is posted', async () => {
  const day = (n: number) => Temporal.PlainDate.from('2027-03-01').add({ days: n }).toString();
  const move = fc.record({
    which: fc.nat({ max: 5 }),
    room: fc.nat({ max: 1 }),
    start: fc.integer({ min: 0, max: 9 }),
    length: fc.integer({ min: 1, max: 4 }),
    price: fc.option(fc.integer({ min: 0, max: 500 }), { nil: undefined }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(move, { minLength: 2, maxLength: 6 }), { maxLength: 5 }),
      async (batches) => {
        const property = await api.property({ rooms: [{}, {}] });
        const orders: number[] = [];
        for (let i = 0; i < 6; i += 1) {
          const room_id = property.rooms[i % 2];
          const dates = { checkin: day(i * 2), checkout: day(i * 2 + 2) };
          orders.push((await book(property, { room_id, ...dates })).body.order_id);
        }
        for (const batch of batches) {
          const answers = await Promise.all(
            batch.map(({ which, room, start, length, price }) =>
              change(
                { ...property, order: orders[which]! },
                {
                  room_id: property.rooms[room],
                  checkin: day(start),
                  checkout: day(start + length),
                  ...(price !== undefined && { price }),
                },
              ),
            ),
          );
          for (const answer of answers) expect([200, 400]).toContain(answer.status);
        }
        const held = property.rooms.map((): string[] => []);
        for (const record of (await api.get(`/api/bookings/${property.token}`)).body) {
          const nights = Temporal.PlainDate.from(record.checkin.slice(0, 10));
          const end = record.checkout.slice(0, 10);
          for (let night = nights; night.toString() < end; night = night.add({ days: 1 }))
            held[property.rooms.indexOf(record.room_id)]!.push(night.toString().slice(5));
          expect(await balance(property, record.order_id)).toBe(Math.round(record.price * 100));
        }
        for (const [i, room] of property.rooms.entries())
          expect(await taken(property, room)).toEqual(held[i]!.toSorted());
      },
    ),
    randomly(12, 'slow'),
  );
});

describe('a dry run', () => {
  const tryOut = ({ token, order }: Booked, body: object) =>
    api.request('PATCH', `/api/bookings/${token}?order_id=${order}&dry_run=true`, { body });

  test('answers the booking as it would be, and changes nothing', async () => {
    const stay = await booked();
    const before = await fingerprint(api.db);
    const answer = await tryOut(stay, { checkout: '2027-03-05' });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toMatchObject({ order_id: stay.order, price: 400, total: 400 });
    expect(await fingerprint(api.db)).toBe(before);
    expect((await change(stay, { checkout: '2027-03-05' })).body.price).toBe(answer.body.price);
  });

  test('answers the refusal that the change would get', async () => {
    const stay = await booked();
    await book(stay, { checkin: '2027-03-04', checkout: '2027-03-06' });
    expectProblem(await tryOut(stay, { checkout: '2027-03-05' }), 400, 'room_unavailable');
  });
});
