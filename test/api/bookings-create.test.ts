// POST bookings: creating bookings, reasons for rejection, and the effects of a booking.
import { describe, expect, test } from 'vitest';
import { type ApiResponse, type TestProperty, useApi } from '../harness/api.ts';
import { fingerprint } from './database-dump.ts';
import { expectProblem, MOMENT, NO_DATES } from './expectations.ts';

const api = useApi({ sample: true });
api.clock = Temporal.Instant.from('2026-06-15T10:00:00Z');

const stay = (room: number, more: object = {}) => ({
  room_id: room,
  name: 'Ada Lovelace',
  checkin: '2027-03-01',
  checkout: '2027-03-04',
  price: 360.5,
  ...more,
});

const book = ({ token, room }: TestProperty, more: object = {}): Promise<ApiResponse> =>
  api.post(`/api/bookings/${token}`, stay(room, more));

async function expectRefused(property: TestProperty, more: object, code: string, fields?: string[]) {
  const before = await fingerprint(api.db);
  const answer = await book(property, more);
  expectProblem(answer, 400, code, fields);
  expect(await fingerprint(api.db)).toEqual(before);
  return answer;
}

describe('creating a booking', () => {
  test('answers 200 with the whole record, the times being the check-in and check-out of the property', async () => {
    const property = await api.property();
    const answer = await book(property, { email: 'ada@example.com', phone: '+351 1' });
    expect(answer.status).toBe(200);
    expect(Object.entries(answer.body)).toEqual([
      ['order_id', expect.any(Number)],
      ['hotel_id', property.hotelId],
      ['room_id', property.room],
      ['name', 'Ada Lovelace'],
      ['email', 'ada@example.com'],
      ['phone', '+351 1'],
      ['checkin', '2027-03-01T15:00:00.000Z'],
      ['checkout', '2027-03-04T11:00:00.000Z'],
      ['price', 360.5],
      ['referral_order_id', null],
      ['status', 'confirmed'],
      ['channel', 'direct'],
      ['currency', 'EUR'],
      ['created_at', '2026-06-15T10:00:00.000Z'],
      ['updated_at', expect.stringMatching(MOMENT)],
      ['adults', null],
      ['children', null],
      ['notes', null],
      ['arrival_time', null],
      ['guests', null],
      ['language', null],
      ['country', null],
      ['meal', null],
      ['collected_by', null],
      ['virtual_card', null],
      ['commission', null],
      ['charges', null],
      ['held_until', null],
      ['unit_id', null],
      ['unit', null],
      ['unit_pinned', false],
      ['unit_nights', null],
      ['companions', null],
      ['total', 360.5],
      ['paid', 0],
      ['balance', 360.5],
      ['guest_id', expect.any(Number)],
      ['group_id', null],
      ['earlier_rooms', null],
      ['connection', null],
      ['differences', null],
      ['channel_checkin', null],
      ['channel_checkout', null],
    ]);
    expect((await api.get(`/api/bookings/${property.token}`)).body).toEqual([answer.body]);
  });

  test('keeps who comes, what they wish and where they are from', async () => {
    const property = await api.property();
    const details = {
      adults: 1,
      children: [6],
      notes: ' A cot, please ',
      arrival_time: '22:30',
      language: 'PT-br',
      country: 'br',
    };
    const { body: made } = await book(property, details);
    const kept = { ...details, notes: 'A cot, please', language: 'pt-BR', country: 'BR', guests: 2 };
    expect(made).toMatchObject(kept);
    const path = `/api/bookings/${property.token}?order_id=${made.order_id}`;
    const changed = await api.request('PATCH', path, { body: { children: [], country: null } });
    expect(changed.body).toMatchObject({ ...kept, children: [], country: null, guests: 1 });
    expect((await api.get(path)).body).toEqual([changed.body]);
  });

  test.each([
    [{ guests: 2 }, { adults: 2, children: null, guests: 2 }],
    [
      { guests: 2, children: [3] },
      { adults: 1, children: [3], guests: 2 },
    ],
    [
      { guests: 2, adults: 1, children: [null] },
      { adults: 1, children: [null], guests: 2 },
    ],
    [
      { adults: 0, children: [17] },
      { adults: 0, children: [17], guests: 1 },
    ],
  ])('of %j has %j', async (given, kept) => {
    const property = await api.property();
    const answer = await book(property, given);
    expect(answer.body).toMatchObject(kept);
  });

  test.each([
    [{ guests: 2, adults: 2, children: [4] }, 'guests'],
    [{ guests: 1, children: [4, 5] }, 'guests'],
    [{ children: [18] }, 'children.0'],
    [{ adults: -1 }, 'adults'],
    [{ arrival_time: '24:00' }, 'arrival_time'],
    [{ language: 'x' }, 'language'],
    [{ language: 'en-a-bbb-a-ccc' }, 'language'],
    [{ country: 'DEU' }, 'country'],
  ])('with %j is refused', async (given, field) => {
    await expectRefused(await api.property(), given, 'invalid_data', [field]);
  });

  test('for more adults and children than the room takes is refused', async () => {
    await expectRefused(await api.property(), { adults: 2, children: [1] }, 'capacity');
  });

  test('takes its nights, posts the income, plans the cleaning and is logged, completely', async () => {
    const property = await api.property();
    const { token, room, hotelId } = property;
    const { order_id } = (await book(property)).body;
    const nights = await api.get(`/api/availability/${token}?fromdate=2027-02-28&todate=2027-03-04`);
    expect(nights.body.map((night: any) => night.available)).toEqual([1, 0, 0, 0, 1]);
    const ledger = await api.get(`/api/accounting/${token}`);
    expect(ledger.body).toMatchObject([
      { amount: 360.5, type: 'income', order_id, room_id: room, currency: 'EUR', date: '2026-06-15' },
    ]);
    const tasks = await api.get(`/api/tasks/${token}`);
    expect(tasks.body).toMatchObject([
      { task_name: 'Turnover cleaning', status: 'pending', date: '2027-03-04', order_id, room_id: room },
    ]);
    const log = await api.db.query<{ seq: number; kind: string }>(
      'select seq, kind from events where hotel_id = $1 order by seq',
      [hotelId],
    );
    expect(log.map((event) => event.seq)).toEqual(log.map((_, i) => i + 1));
    expect(log.map((event) => event.kind)).toEqual(
      expect.arrayContaining([
        'booking.created',
        'availability.changed',
        'accounting.posted',
        'task.created',
      ]),
    );
  });

  test('spreads the price over the nights so that they add up to the cent', async () => {
    const property = await api.property();
    const { order_id } = (await book(property, { price: 100 })).body;
    const nights = await api.db.query<{ price_minor: number }>(
      'select price_minor from reservation_nights where reservation_id = $1 order by date',
      [order_id],
    );
    expect(nights.map((night) => night.price_minor)).toEqual([3334, 3333, 3333]);
  });

  test('leaves e-mail and phone null when they are absent or null', async () => {
    const property = await api.property({ rooms: [{ units: 2 }] });
    expect((await book(property)).body).toMatchObject({ email: null, phone: null });
    expect((await book(property, { email: null, phone: null })).body).toMatchObject({
      email: null,
      phone: null,
    });
  });

  test('refuses unknown members and unknown query parameters, whatever they hold', async () => {
    const { token, room } = await api.property();
    const path = `/api/bookings/${token}`;
    const odd = {
      status: 'cancelled',
      order_id: 5,
      note: 'a\0b',
      broken: '\ud800',
      deep: { a: [{ b: null }] },
    };
    const query = await api.post(`${path}?dry_run=maybe&x=%00`, stay(room));
    expectProblem(query, 400, 'invalid_parameters', ['dry_run', 'x']);
    expectProblem(await api.post(path, stay(room, odd)), 400, 'invalid_data', Object.keys(odd));
    expect((await api.get(path)).body).toEqual([]);
  });

  test('counts a name without the blanks around it', async () => {
    const property = await api.property({ rooms: [{ units: 3 }] });
    expect((await book(property, { name: '  Ada \t' })).body.name).toBe('Ada');
    expect((await book(property, { name: ` ${'x'.repeat(200)} ` })).body.name).toHaveLength(200);
    expect((await book(property, { name: '😀'.repeat(200) })).body.name).toBe('😀'.repeat(200));
  });

  test('may lie in the past: a walk-in that is recorded late', async () => {
    const property = await api.property();
    const answer = await book(property, { checkin: '2026-06-01', checkout: '2026-06-02' });
    expect(answer.status).toBe(200);
  });

  test('may have 366 nights and may be free of charge', async () => {
    const property = await api.property();
    const answer = await book(property, { checkin: '2027-01-01', checkout: '2028-01-02', price: 0 });
    expect(answer.body).toMatchObject({ price: 0, checkout: '2028-01-02T11:00:00.000Z' });
  });
});

describe('a booking is refused, and nothing changes,', () => {
  test.each([
    ['without a body', undefined, ['body']],
    ['when the body is null', null, ['body']],
    ['when the body is a list', [], ['body']],
    ['when the body is text', 'x', ['body']],
    ['when everything is missing', {}, ['room_id', 'name', 'checkin', 'checkout', 'price']],
    [
      'when nothing has its type',
      stay('101' as never, { name: 1, checkin: 2, checkout: null, price: '1' }),
      ['room_id', 'name', 'checkin', 'checkout', 'price'],
    ],
  ])('%s', async (_, body, fields) => {
    const { token } = await api.property();
    expectProblem(await api.post(`/api/bookings/${token}`, body), 400, 'invalid_data', fields);
  });

  test.each([
    ['a room that is no whole number', { room_id: 1.5 }, 'room_id'],
    ['a room beyond all whole numbers', { room_id: 2 ** 60 }, 'room_id'],
    ['an empty name', { name: '' }, 'name'],
    ['a blank name', { name: ' \t\n' }, 'name'],
    ['a name of 201 characters', { name: 'x'.repeat(201) }, 'name'],
    ['a name with NUL', { name: 'a\0b' }, 'name'],
    ['a name with half a character', { name: 'a\ud800b' }, 'name'],
    ['a negative price', { price: -1 }, 'price'],
    ['a third decimal in euros', { price: 1.005 }, 'price'],
    ['thirty decimals', { price: 1e-30 }, 'price'],
    ['an absurd price', { price: 1e18 }, 'price'],
    ['an e-mail that is none', { email: 'ada at example' }, 'email'],
    ['an empty e-mail', { email: '' }, 'email'],
    ['an e-mail of 255 characters', { email: `${'a'.repeat(60)}@${'b'.repeat(190)}.com` }, 'email'],
    ['a phone that is no text', { phone: 351 }, 'phone'],
    ['no night', { checkout: '2027-03-01' }, 'checkout'],
    ['a departure before the arrival', { checkout: '2027-02-28' }, 'checkout'],
    ['367 nights', { checkin: '2027-01-01', checkout: '2028-01-03' }, 'checkout'],
  ])('for %s', async (_, more, field) => {
    await expectRefused(await api.property(), more, 'invalid_data', [field]);
  });

  test.each(NO_DATES)('for the date "%s"', async (date) => {
    const property = await api.property();
    await expectRefused(property, { checkin: date, checkout: date }, 'invalid_data', ['checkin', 'checkout']);
  });

  test('for a room that nobody has, that another property has, or that is retired', async () => {
    const property = await api.property({ rooms: [{}, {}] });
    const other = await api.property();
    await api.operator('DELETE', `/properties/${property.hotelId}/rooms/${property.rooms[1]}`);
    for (const room_id of [999_999, 0, -1, other.room, property.rooms[1]]) {
      await expectRefused(property, { room_id }, 'unknown_room');
    }
  });

  test('when nights are full, and the answer names exactly those', async () => {
    const property = await api.property();
    await book(property, { checkin: '2027-03-02', checkout: '2027-03-03' });
    await api.post(`/api/availability/${property.token}`, {
      room_id: property.room,
      date: '2027-03-04',
      price: 100,
      available: 0,
    });
    const answer = await expectRefused(property, { checkout: '2027-03-06' }, 'room_unavailable');
    expect(answer.body.nights).toEqual(['2027-03-02', '2027-03-04']);
  });

  test('when it is shorter than the minimum stay of its first night; those of later nights do not count', async () => {
    const property = await api.property();
    for (const [date, min_stay] of [
      ['2027-03-01', 3],
      ['2027-03-02', 30],
    ]) {
      await api.post(`/api/availability/${property.token}`, {
        room_id: property.room,
        date,
        price: 100,
        min_stay,
      });
    }
    await expectRefused(property, { checkout: '2027-03-03' }, 'min_stay_not_met', ['checkout']);
    expect((await book(property)).status).toBe(200);
  });

  test("when it is shorter than the room's own minimum stay", async () => {
    const property = await api.property({ rooms: [{ min_stay: 4 }] });
    await expectRefused(property, {}, 'min_stay_not_met', ['checkout']);
    expect((await book(property, { checkout: '2027-03-05' })).status).toBe(200);
  });

  test('when another guest arrives on the same day, but not when one leaves on it', async () => {
    const property = await api.property();
    await book(property);
    await expectRefused(property, { checkin: '2027-03-03', checkout: '2027-03-05' }, 'room_unavailable');
    expect((await book(property, { checkin: '2027-03-04', checkout: '2027-03-05' })).status).toBe(200);
    expect((await book(property, { checkin: '2027-02-28', checkout: '2027-03-01' })).status).toBe(200);
  });

  test('with 403 in the sandbox', async () => {
    expectProblem(await api.post('/api/bookings/api_token', stay(1)), 403, 'demo_mode');
  });
});

describe('of bookings that race', () => {
  test('for the last unit exactly one wins', async () => {
    const property = await api.property();
    const answers = await Promise.all(Array.from({ length: 40 }, () => book(property)));
    const [won, lost] = [
      answers.filter((one) => one.status === 200),
      answers.filter((one) => one.status !== 200),
    ];
    expect(won).toHaveLength(1);
    for (const answer of lost) expectProblem(answer, 400, 'room_unavailable');
    expect((await api.get(`/api/bookings/${property.token}`)).body).toEqual([won[0]!.body]);
    expect((await api.get(`/api/accounting/${property.token}`)).body).toHaveLength(1);
  });

  test('for a room with three units exactly three win on every night', async () => {
    const property = await api.property({ rooms: [{ units: 3 }] });
    const offsets = Array.from({ length: 30 }, (_, i) => i % 3);
    const answers = await Promise.all(
      offsets.map((days) =>
        book(property, {
          checkin: `2027-03-0${1 + days}`,
          checkout: `2027-03-0${4 + days}`,
        }),
      ),
    );
    expect(new Set(answers.map((one) => one.body.code ?? one.status))).toEqual(
      new Set([200, 'room_unavailable']),
    );
    const nights = await api.db.query<{ available: number; sold: number; held: number }>(
      `select available, sold, (select count(*)::int from reservation_nights as held
         where held.room_id = nights.room_id and held.date = nights.date) as held
       from nights where room_id = $1`,
      [property.room],
    );
    for (const night of nights) {
      expect(night.available).toBeGreaterThanOrEqual(0);
      expect(night.sold).toBe(night.held);
      expect(night.available + night.sold).toBe(3);
    }
    expect(nights.find((night) => night.available === 0)).toBeDefined();
  });
});
