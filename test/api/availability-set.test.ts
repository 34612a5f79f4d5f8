// POST availability: one night, ranges and whole seasons; a request is applied completely or not at all.
import { describe, expect, test } from 'vitest';
import { type TestProperty, useApi } from '../harness/api.ts';
import { fingerprint } from './database-dump.ts';
import { expectProblem, MOMENT, NO_DATES } from './expectations.ts';

const api = useApi();
api.clock = Temporal.Instant.from('2026-06-15T10:00:00Z');

const set = ({ token }: TestProperty, body: unknown, query = '') =>
  api.post(`/api/availability/${token}${query}`, body);

async function nights({ token }: TestProperty, from: string, to: string): Promise<any[]> {
  return (await api.get(`/api/availability/${token}?fromdate=${from}&todate=${to}`)).body;
}

async function expectRefused(property: TestProperty, body: unknown, code: string, fields?: string[]) {
  const before = await fingerprint(api.db);
  expectProblem(await set(property, body), 400, code, fields);
  expect(await fingerprint(api.db)).toEqual(before);
}

describe('setting one night', () => {
  test('answers with its record, as the list shows it', async () => {
    const property = await api.property();
    const answer = await set(property, {
      room_id: property.room,
      date: '2027-03-01',
      price: 99.9,
      available: 1,
      min_stay: 3,
    });
    expect(answer.status).toBe(200);
    expect(Object.entries(answer.body)).toEqual([
      ['availability_id', expect.any(Number)],
      ['hotel_id', property.hotelId],
      ['room_id', property.room],
      ['date', '2027-03-01T00:00:00.000Z'],
      ['available', 1],
      ['price', 99.9],
      ['min_stay', 3],
    ]);
    expect(await nights(property, '2027-03-01', '2027-03-01')).toEqual([answer.body]);
  });

  test('leaves what is absent as it was', async () => {
    const property = await api.property();
    const night = { room_id: property.room, date: '2027-03-01' };
    await set(property, { ...night, price: 50, available: 0, min_stay: 4 });
    expect((await set(property, { ...night, price: 60 })).body).toMatchObject({
      price: 60,
      available: 0,
      min_stay: 4,
    });
    expect((await set(property, { ...night, price: 60, available: 1 })).body).toMatchObject({ min_stay: 4 });
  });

  test('at 0 closes it, and bookings are refused', async () => {
    const property = await api.property();
    await set(property, { room_id: property.room, date: '2027-03-01', price: 50, available: 0 });
    const answer = await api.post(`/api/bookings/${property.token}`, {
      room_id: property.room,
      name: 'Ada',
      checkin: '2027-03-01',
      checkout: '2027-03-02',
      price: 1,
    });
    expectProblem(answer, 400, 'room_unavailable');
  });

  test('sets the number still sellable: sold units come on top of it', async () => {
    const property = await api.property({ rooms: [{ units: 3 }] });
    const stay = {
      room_id: property.room,
      name: 'Ada',
      checkin: '2027-03-01',
      checkout: '2027-03-02',
      price: 1,
    };
    await api.post(`/api/bookings/${property.token}`, stay);
    const night = { room_id: property.room, date: '2027-03-01', price: 50 };
    await expectRefused(property, { ...night, available: 3 }, 'exceeds_units', ['available']);
    expect((await set(property, { ...night, available: 2 })).body.available).toBe(2);
    await api.post(`/api/bookings/${property.token}`, stay);
    expect(await nights(property, '2027-03-01', '2027-03-01')).toMatchObject([{ available: 1 }]);
    await expectRefused(property, { ...night, available: 2 }, 'exceeds_units', ['available']);
  });

  test('may offer any number where nobody said how many units there are', async () => {
    const property = await api.property();
    const night = { room_id: property.room, date: '2027-03-01', price: 50, available: 500 };
    expect((await set(property, night)).body.available).toBe(500);
  });

  test('in the past is stored', async () => {
    const property = await api.property();
    for (const date of ['2026-06-14', '1999-12-31', '0001-01-01']) {
      expect((await set(property, { room_id: property.room, date, price: 7 })).status).toBe(200);
      expect(await nights(property, date, date)).toMatchObject([{ price: 7 }]);
    }
  });

  test('is possible up to ten years ahead and not a day more', async () => {
    const property = await api.property();
    const night = { room_id: property.room, price: 7 };
    expect((await set(property, { ...night, date: '2036-06-15' })).status).toBe(200);
    await expectRefused(property, { ...night, date: '2036-06-16' }, 'invalid_data', ['date']);
    await expectRefused(property, { ...night, date: '9999-12-31' }, 'invalid_data', ['date']);
    await expectRefused(property, { ...night, date: '2036-06-15', todate: '2036-06-16' }, 'invalid_data', [
      'todate',
    ]);
  });

  test('refuses members that it does not know', async () => {
    const property = await api.property();
    const night = { room_id: property.room, date: '2027-03-01', price: 7, availability_id: 1, x: '\0' };
    await expectRefused(property, night, 'invalid_data', ['availability_id', 'x']);
  });
});

describe('setting a range', () => {
  const range = (property: TestProperty, more: object = {}) => ({
    room_id: property.room,
    date: '2027-03-01',
    todate: '2027-03-14',
    price: 70,
    ...more,
  });

  test('counts the nights that changed and those that were so already', async () => {
    const property = await api.property();
    await set(property, { room_id: property.room, date: '2027-03-02', price: 70 });
    const answer = await set(property, range(property));
    expect(Object.entries(answer.body)).toEqual([
      ['updated', 13],
      ['unchanged', 1],
      ['timestamp', expect.stringMatching(MOMENT)],
      ['change_id', Number(answer.headers['change-id'])],
    ]);
    expect((await set(property, range(property))).body).toMatchObject({ updated: 0, unchanged: 14 });
    const listed = await nights(property, '2027-02-28', '2027-03-15');
    expect(listed.map((night) => night.price)).toEqual([100, ...Array(14).fill(70), 100]);
  });

  test('holds only the days of the week that are named', async () => {
    const property = await api.property();
    const answer = await set(property, range(property, { days: ['fri', 'sat', 'fri'] }));
    expect(answer.body).toMatchObject({ updated: 4 });
    const listed = await nights(property, '2027-03-01', '2027-03-14');
    const set_ = listed.filter((night) => night.price === 70).map((night) => night.date.slice(0, 10));
    expect(set_).toEqual(['2027-03-05', '2027-03-06', '2027-03-12', '2027-03-13']);
  });

  test('of one day, written as a range or with days, answers as a range', async () => {
    const property = await api.property();
    const night = { room_id: property.room, date: '2027-03-01', price: 70 };
    expect((await set(property, { ...night, todate: '2027-03-01' })).body).toMatchObject({ updated: 1 });
    expect((await set(property, { ...night, days: ['mon'] })).body).toMatchObject({ unchanged: 1 });
    expect((await set(property, [night])).body).toMatchObject({ unchanged: 1 });
  });

  test.each([
    ['that ends before it begins', { todate: '2027-02-28' }, 'todate'],
    ['whose days are not in it', { todate: '2027-03-02', days: ['sun'] }, 'days'],
    ['without days', { days: [] }, 'days'],
    ['with a day that is none', { days: ['monday'] }, 'days.0'],
    ['with days that are no list', { days: 'mon' }, 'days'],
    ['of more than 10,000 nights', { date: '1990-01-01', todate: '2030-01-01' }, 'todate'],
  ])('%s is refused', async (_, more, field) => {
    const property = await api.property();
    await expectRefused(property, range(property, more), 'invalid_data', [field]);
  });
});

describe('setting a list', () => {
  test('applies it in order: later items win, member by member', async () => {
    const property = await api.property({ rooms: [{}, {}] });
    const [first, second] = property.rooms;
    const answer = await set(property, [
      { room_id: first, date: '2027-03-01', todate: '2027-03-03', price: 70, available: 0 },
      { room_id: first, date: '2027-03-02', price: 80, min_stay: 2 },
      { room_id: second, date: '2027-03-02', price: 90 },
    ]);
    expect(answer.body).toMatchObject({ updated: 4, unchanged: 0 });
    const listed = await nights(property, '2027-03-01', '2027-03-03');
    expect(listed.map((night) => [night.price, night.available, night.min_stay])).toEqual([
      [70, 0, 1],
      [80, 0, 2],
      [70, 0, 1],
      [100, 1, 1],
      [90, 1, 1],
      [100, 1, 1],
    ]);
  });

  test('with anything wrong in it changes nothing at all', async () => {
    const property = await api.property({ rooms: [{ units: 1 }, {}] });
    const other = await api.property();
    const good = { room_id: property.room, date: '2027-03-01', price: 70 };
    await expectRefused(property, [good, { ...good, room_id: other.room }], 'unknown_room');
    await expectRefused(property, [good, { ...good, available: 2 }], 'exceeds_units', ['available']);
    await expectRefused(property, [good, { ...good, price: -1 }], 'invalid_data', ['1.price']);
    await expectRefused(property, [good, { ...good, date: '2027-02-29' }], 'invalid_data', ['1.date']);
    await expectRefused(property, [good, null], 'invalid_data', ['1']);
    await expectRefused(property, [good, [good]], 'invalid_data', ['1']);
    await expectRefused(property, [], 'invalid_data', ['body']);
  });
});

describe('with dry_run=true', () => {
  test('a change is counted as it would be, and nothing is written', async () => {
    const property = await api.property();
    const before = await fingerprint(api.db);
    const body = [{ room_id: property.room, date: '2027-03-01', todate: '2027-03-10', price: 70 }];
    const dry = await set(property, body, '?dry_run=true');
    expect(await fingerprint(api.db)).toEqual(before);
    const wet = await set(property, body, '?dry_run=false');
    expect({ ...dry.body, change_id: wet.body.change_id }).toEqual(wet.body);
    expect(wet.body).toMatchObject({ updated: 10, unchanged: 0 });
  });

  test('what would be refused is refused', async () => {
    const property = await api.property({ rooms: [{ units: 1 }] });
    const body = { room_id: property.room, date: '2027-03-01', price: 70, available: 2 };
    expectProblem(await set(property, body, '?dry_run=true'), 400, 'exceeds_units', ['available']);
  });

  test.each(['1', 'yes', 'TRUE', '', 'true&dry_run=true'])('written as "%s" is refused', async (text) => {
    const property = await api.property();
    const body = { room_id: property.room, date: '2027-03-01', price: 70 };
    expectProblem(await set(property, body, `?dry_run=${text}`), 400, 'invalid_parameters', ['dry_run']);
  });
});

describe('a night is refused, and nothing changes,', () => {
  test.each([
    ['without a body', undefined, ['body']],
    ['with nothing in it', {}, ['room_id', 'date']],
    [
      'with nothing of its type',
      { room_id: '1', date: 1, price: '1', available: '1', min_stay: '1' },
      ['room_id', 'date', 'price', 'available', 'min_stay'],
    ],
  ])('%s', async (_, body, fields) => {
    await expectRefused(await api.property(), body, 'invalid_data', fields);
  });

  test.each([
    ['negative available', { available: -1 }, 'available'],
    ['half a unit', { available: 0.5 }, 'available'],
    ['null for available', { available: null }, 'available'],
    ['a minimum stay of 0', { min_stay: 0 }, 'min_stay'],
    ['a minimum stay of 1.5', { min_stay: 1.5 }, 'min_stay'],
    ['an absurd minimum stay', { min_stay: 1e9 }, 'min_stay'],
    ['a negative price', { price: -0.01 }, 'price'],
    ['too many decimals', { price: 0.001 }, 'price'],
    ['no price', { price: null }, 'price'],
    ['too many units', { available: 2 ** 40 }, 'available'],
  ])('for %s', async (_, more, field) => {
    const property = await api.property();
    const night = { room_id: property.room, date: '2027-03-01', price: 1, ...more };
    await expectRefused(property, night, 'invalid_data', [field]);
  });

  test.each(NO_DATES)('for the date "%s"', async (date) => {
    const property = await api.property();
    await expectRefused(property, { room_id: property.room, date, price: 1 }, 'invalid_data', ['date']);
  });

  test('for a room that is unknown, retired or of another property', async () => {
    const property = await api.property({ rooms: [{}, {}] });
    const other = await api.property();
    await api.operator('DELETE', `/properties/${property.hotelId}/rooms/${property.rooms[1]}`);
    for (const room_id of [999_999, other.room, property.rooms[1]]) {
      await expectRefused(property, { room_id, date: '2027-03-01', price: 1 }, 'unknown_room');
    }
  });
});
