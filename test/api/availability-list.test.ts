// GET availability: the calendar by night, with the rooms' defaults for nights that nobody has set.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestProperty, useApi } from '../harness/api.ts';
import { expectProblem, NO_DATES } from './expectations.ts';

const api = useApi();
const NOW = Temporal.Instant.from('2026-06-15T10:00:00Z');
api.clock = NOW;
beforeEach(() => {
  api.clock = NOW;
});
let property: TestProperty;
const TODAY = '2026-06-15';

beforeAll(async () => {
  property = await api.property({
    rooms: [{ price: 80.25 }, { units: 4, min_stay: 2, price: 0 }],
    settings: { horizon_days: 30 },
  });
});

const list = async (query: string, token = property.token) => {
  const answer = await api.get(`/api/availability/${token}${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body as any[];
};
const datesOf = (nights: any[]) => nights.map((night) => night.date.slice(0, 10));
const addDays = (date: string, days: number) => Temporal.PlainDate.from(date).add({ days }).toString();

describe('a night', () => {
  test("that nobody has set shows the room's units (else 1), base price and minimum stay", async () => {
    const nights = await list('?fromdate=2027-03-01&todate=2027-03-01');
    expect(nights.map((night) => Object.entries(night))).toEqual([
      [
        ['availability_id', expect.any(Number)],
        ['hotel_id', property.hotelId],
        ['room_id', property.rooms[0]],
        ['date', '2027-03-01T00:00:00.000Z'],
        ['available', 1],
        ['price', 80.25],
        ['min_stay', 1],
      ],
      [
        ['availability_id', expect.any(Number)],
        ['hotel_id', property.hotelId],
        ['room_id', property.rooms[1]],
        ['date', '2027-03-01T00:00:00.000Z'],
        ['available', 4],
        ['price', 0],
        ['min_stay', 2],
      ],
    ]);
  });

  test('keeps its availability_id for ever, and no other has the same', async () => {
    const one = await api.property({ rooms: [{}, {}] });
    const query = '?fromdate=2027-03-01&todate=2027-03-31';
    const before = (await list(query, one.token)).map((night) => night.availability_id);
    expect(new Set(before).size).toBe(62);
    await api.post(`/api/availability/${one.token}`, { room_id: one.room, date: '2027-03-05', price: 1 });
    await api.post(`/api/bookings/${one.token}`, {
      room_id: one.room,
      name: 'Ada',
      checkin: '2027-03-01',
      checkout: '2027-03-20',
      price: 1,
    });
    expect((await list(query, one.token)).map((night) => night.availability_id)).toEqual(before);
    const single = await list('?fromdate=2027-03-31&todate=2027-03-31', one.token);
    expect(single.map((night) => night.availability_id)).toEqual([before[30], before[61]]);
  });

  test('follows its room when the room changes, unless it was set', async () => {
    const one = await api.property({ rooms: [{ units: 2 }] });
    await api.post(`/api/availability/${one.token}`, {
      room_id: one.room,
      date: '2027-03-02',
      price: 55,
      available: 1,
      min_stay: 3,
    });
    await api.operator('PATCH', `/properties/${one.hotelId}/rooms/${one.room}`, {
      units: 5,
      price: 70,
      min_stay: 2,
    });
    const nights = await list('?fromdate=2027-03-01&todate=2027-03-02', one.token);
    expect(nights).toMatchObject([
      { available: 5, price: 70, min_stay: 2 },
      { available: 1, price: 55, min_stay: 3 },
    ]);
  });
});

describe('the window', () => {
  test('without dates is from today, for the horizon of the property, room by room', async () => {
    const nights = await list('');
    expect(nights).toHaveLength(60);
    const expected = Array.from({ length: 30 }, (_, i) => addDays(TODAY, i));
    expect(datesOf(nights)).toEqual([...expected, ...expected]);
    expect(nights.map((night) => night.room_id)).toEqual([
      ...Array(30).fill(property.rooms[0]),
      ...Array(30).fill(property.rooms[1]),
    ]);
  });

  test('is 500 nights where the property does not say otherwise', async () => {
    const { token } = await api.property();
    expect(await list('', token)).toHaveLength(500);
  });

  test('begins on the date that it is at the property', async () => {
    api.clock = Temporal.Instant.from('2026-06-15T10:30:00Z');
    const west = await api.property({ timezone: 'Pacific/Pago_Pago' }); // 23:30 on the 14th
    const east = await api.property({ timezone: 'Pacific/Kiritimati' }); // 00:30 on the 16th
    expect(datesOf(await list('', west.token))[0]).toBe('2026-06-14');
    expect(datesOf(await list('', east.token))[0]).toBe('2026-06-16');
  });

  test('reaches over the horizon from the one date that is given', async () => {
    const room = `room_id=${property.room}`;
    const from = datesOf(await list(`?${room}&fromdate=2027-03-01`));
    expect([from.length, from[0], from.at(-1)]).toEqual([30, '2027-03-01', '2027-03-30']);
    const to = datesOf(await list(`?${room}&todate=2027-03-30`));
    expect([to.length, to[0], to.at(-1)]).toEqual([30, '2027-03-01', '2027-03-30']);
  });

  test('holds both dates, leap days and ends of years, past and future', async () => {
    const room = `room_id=${property.room}`;
    expect(datesOf(await list(`?${room}&fromdate=2028-02-28&todate=2028-03-01`))).toEqual([
      '2028-02-28',
      '2028-02-29',
      '2028-03-01',
    ]);
    expect(datesOf(await list(`?${room}&fromdate=1999-12-31&todate=2000-01-01`))).toEqual([
      '1999-12-31',
      '2000-01-01',
    ]);
    expect(datesOf(await list(`?${room}&fromdate=2027-03-01&todate=2027-03-01`))).toEqual(['2027-03-01']);
  });

  test('may have 3,660 nights and not one more', async () => {
    const room = `room_id=${property.room}`;
    const last = addDays('2027-01-01', 3_659);
    expect(await list(`?${room}&fromdate=2027-01-01&todate=${last}`)).toHaveLength(3_660);
    const path = `/api/availability/${property.token}?fromdate=2027-01-01&todate=${addDays(last, 1)}`;
    expectProblem(await api.get(path), 400, 'invalid_parameters', ['todate']);
  });

  test.each([
    'fromdate=9999-12-31',
    'todate=0001-01-01',
    'fromdate=9999-12-01&todate=9999-12-31',
  ])('at the ends of the calendar, ?%s, is no error', async (query) => {
    expect((await list(`?${query}`)).length).toBeGreaterThanOrEqual(0);
  });
});

describe('the rooms', () => {
  test('are one when it is named, and none when it is unknown, retired or of another property', async () => {
    const query = 'fromdate=2027-03-01&todate=2027-03-02';
    const one = await list(`?${query}&room_id=${property.rooms[1]}`);
    expect(one.map((night) => night.room_id)).toEqual([property.rooms[1], property.rooms[1]]);
    const other = await api.property();
    const retired = await api.property();
    await api.operator('DELETE', `/properties/${retired.hotelId}/rooms/${retired.room}`);
    expect(await list(`?${query}&room_id=999999`)).toEqual([]);
    expect(await list(`?${query}&room_id=${other.room}`)).toEqual([]);
    expect(await list('', retired.token)).toEqual([]);
  });

  test('of a property without any give []', async () => {
    const bare = await api.property({ rooms: [] });
    expect(await list('', bare.token)).toEqual([]);
  });
});

describe('a malformed parameter is refused:', () => {
  test.each(NO_DATES)('the date "%s"', async (date) => {
    const text = encodeURIComponent(date);
    const answer = await api.get(`/api/availability/${property.token}?fromdate=${text}&todate=${text}`);
    expectProblem(answer, 400, 'invalid_parameters', ['fromdate', 'todate']);
  });

  test.each([
    ['fromdate=2027-03-02&todate=2027-03-01', 'fromdate'],
    ['room_id=one', 'room_id'],
    ['room_id=1&room_id=1', 'room_id'],
  ])('%s', async (query, field) => {
    const answer = await api.get(`/api/availability/${property.token}?${query}`);
    expectProblem(answer, 400, 'invalid_parameters', [field]);
  });
});
