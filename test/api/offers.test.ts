// GET offers: a bookable offer can be booked at its price, and any other is rejected by POST bookings for the
// same reason.
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { type TestProperty, useApi } from '../harness/api.ts';
import { randomly } from '../harness/random.ts';
import { fingerprint } from './database-dump.ts';
import { expectProblem } from './expectations.ts';

const api = useApi({ sample: true });
const NOW = Temporal.Instant.from('2026-06-15T10:00:00Z');
beforeEach(() => {
  api.clock = NOW;
});

const ask = ({ token }: Pick<TestProperty, 'token'>, query: string) =>
  api.get(`/api/offers/${token}?${query}`);
const STAY = 'checkin=2027-03-01&checkout=2027-03-04';
const set = ({ token }: TestProperty, body: object) => api.post(`/api/availability/${token}`, body);
const book = ({ token }: TestProperty, body: object) =>
  api.post(`/api/bookings/${token}`, {
    name: 'Ada',
    checkin: '2027-03-01',
    checkout: '2027-03-04',
    price: 1,
    ...body,
  });

test('shows each room with its price, night by night, and in this order', async () => {
  const property = await api.property({ rooms: [{ name: 'Suite', capacity: 3, price: 120.5, units: 2 }] });
  await set(property, { room_id: property.room, date: '2027-03-02', price: 150 });
  const { status, body } = await ask(property, `${STAY}&guests=3`);
  expect(status).toBe(200);
  expect(body.map(Object.entries)).toEqual([
    [
      ['room_id', property.room],
      ['hotel_id', property.hotelId],
      ['name', 'Suite'],
      ['capacity', 3],
      ['checkin', '2027-03-01T15:00:00.000Z'],
      ['checkout', '2027-03-04T11:00:00.000Z'],
      ['bookable', true],
      ['available', 2],
      ['price', 391],
      ['currency', 'EUR'],
      [
        'nights',
        [
          { date: '2027-03-01', price: 120.5 },
          { date: '2027-03-02', price: 150 },
          { date: '2027-03-03', price: 120.5 },
        ],
      ],
      ['reasons', []],
      ['cots', 0],
    ],
  ]);
});

test('says all that stands in the way, what POST bookings would say first', async () => {
  const property = await api.property();
  const night = { room_id: property.room, price: 1 };
  await book(property, { room_id: property.room, checkin: '2027-03-02', checkout: '2027-03-03' });
  await set(property, { ...night, date: '2027-03-01', closed_to_arrival: true, min_stay: 4 });
  await set(property, { ...night, date: '2027-03-03', stop_sell: true });
  await set(property, { ...night, date: '2027-03-04', closed_to_departure: true });
  const [offer] = (await ask(property, `${STAY}&guests=3`)).body;
  expect(offer).toMatchObject({ bookable: false, available: 0 });
  expect(offer.reasons.map(({ detail: _, ...reason }: any) => reason)).toEqual([
    { code: 'capacity', data: { room_id: property.room, capacity: 2, guests: 3 } },
    { code: 'room_unavailable', nights: ['2027-03-02'], data: { nights: ['2027-03-02'] } },
    { code: 'stop_sell', nights: ['2027-03-03'], data: { nights: ['2027-03-03'] } },
    { code: 'closed_to_arrival', data: { date: '2027-03-01' } },
    { code: 'closed_to_departure', data: { date: '2027-03-04' } },
    { code: 'min_stay_not_met', data: { date: '2027-03-01', min_stay: 4, stay_nights: 3 } },
  ]);
  await set(property, { ...night, date: '2027-03-01', min_stay: 1, max_stay: 2 });
  expect((await ask(property, STAY)).body[0].reasons.at(-1).code).toBe('max_stay_exceeded');
});

test('guests that are not named are not looked at, here and in POST bookings', async () => {
  const property = await api.property({ rooms: [{ capacity: 1 }] });
  expect((await ask(property, STAY)).body[0].bookable).toBe(true);
  const answer = await book(property, { room_id: property.room, guests: 2 });
  expectProblem(answer, 400, 'capacity', ['guests']);
  expect((await book(property, { room_id: property.room })).status).toBe(200);
});

test.each([
  ['checkout=2027-03-04', ['checkin']],
  ['checkin=2027-03-01', ['checkout']],
  ['checkin=2027-02-29&checkout=2027-03-04', ['checkin']],
  ['checkin=2027-03-04&checkout=2027-03-04', ['checkout']],
  ['checkin=2027-03-05&checkout=2027-03-04', ['checkout']],
  ['checkin=2027-03-01&checkout=2028-03-02', ['checkout']],
  ['checkin=2037-03-01&checkout=2037-03-02', ['checkin']],
  ['checkin=0001-01-01&checkout=0001-01-02', ['checkin']],
  [`${STAY}&guests=0`, ['guests']],
  [`${STAY}&guests=1.5`, ['guests']],
  [`${STAY}&guests=two`, ['guests']],
  [`${STAY}&children=1`, ['children']],
  [`${STAY}&guests=2&children=1,x`, ['children']],
  [`${STAY}&guests=2&children=18`, ['children']],
  [`${STAY}&guests=1&children=1,1`, ['guests']],
])('%s is refused', async (query, fields) => {
  const property = await api.property();
  expectProblem(await ask(property, query), 400, 'invalid_parameters', fields);
});

test('takes a year, and a day of the past, as POST bookings does', async () => {
  const property = await api.property();
  for (const [checkin, checkout] of [
    ['2027-03-01', '2028-03-01'],
    ['2026-06-01', '2026-06-02'],
  ]) {
    const [offer] = (await ask(property, `checkin=${checkin}&checkout=${checkout}`)).body;
    expect(offer.bookable).toBe(true);
    const answer = await book(property, { room_id: property.room, checkin, checkout, price: offer.price });
    expect(answer.status).toBe(200);
  }
});

test('comes in pages, leaves out rooms that are no longer sold and those of others', async () => {
  const property = await api.property({ rooms: [{}, {}, {}, {}] });
  await api.property();
  await api.operator('DELETE', `/properties/${property.hotelId}/rooms/${property.rooms[1]}`);
  const all = (await ask(property, STAY)).body;
  expect(all.map((offer: any) => offer.room_id)).toEqual([
    property.rooms[0],
    property.rooms[2],
    property.rooms[3],
  ]);
  const first = await ask(property, `${STAY}&limit=2`);
  const next = /<http:\/\/innwire\.test([^>]+)>; rel="next"/.exec(first.headers['link']!)![1]!;
  expect([...first.body, ...(await api.get(next)).body]).toEqual(all);
});

test('of the sandbox can be asked for, and its ETag follows the calendar', async () => {
  const sandbox = await ask({ token: 'api_token' }, 'checkin=2026-07-01&checkout=2026-07-03&guests=2');
  expect(sandbox.body.length).toBeGreaterThan(3);
  const property = await api.property();
  const first = await ask(property, STAY);
  const tag = { 'if-none-match': first.headers['etag']! };
  expect((await api.get(`/api/offers/${property.token}?${STAY}`, tag)).status).toBe(304);
  await set(property, { room_id: property.room, date: '2027-03-01', price: 5 });
  expect((await api.get(`/api/offers/${property.token}?${STAY}`, tag)).status).toBe(200);
});

test('nights that add up to more than a booking can cost cannot be booked', async () => {
  const property = await api.property();
  await set(property, { room_id: property.room, date: '2027-03-01', todate: '2027-03-03', price: 1e10 });
  const [offer] = (await ask(property, STAY)).body;
  expect([offer.price, offer.reasons[0].code]).toEqual([3e10, 'invalid_data']);
  expectProblem(await book(property, { room_id: property.room, price: offer.price }), 400, 'invalid_data');
});

test('of many who book the last unit at the price offered to all, one gets it', async () => {
  const property = await api.property();
  const offers = await Promise.all(Array.from({ length: 8 }, () => ask(property, STAY)));
  const answers = await Promise.all(
    offers.map(({ body: [offer] }) => book(property, { room_id: offer.room_id, price: offer.price })),
  );
  expect(answers.map((answer) => answer.body.code).toSorted()).toEqual([
    ...Array(7).fill('room_unavailable'),
    undefined,
  ]);
  expect((await ask(property, STAY)).body[0].reasons[0].code).toBe('room_unavailable');
});

describe('whatever a calendar looks like', () => {
  const day = (n: number) => Temporal.PlainDate.from('2027-03-01').add({ days: n }).toString();
  const seldom = fc.nat({ max: 4 }).map((n) => n === 0);
  const night = fc.record(
    {
      room: fc.nat({ max: 2 }),
      day: fc.nat({ max: 4 }),
      price: fc.constantFrom(0, 0.01, 33.33, 100, 99_999.99, 100, 33.33, 80, 1e10),
      available: fc.nat({ max: 2 }),
      min_stay: fc.integer({ min: 1, max: 3 }),
      max_stay: fc.option(fc.integer({ min: 1, max: 2 }), { freq: 3 }),
      closed_to_arrival: seldom,
      closed_to_departure: seldom,
      stop_sell: seldom,
    },
    { requiredKeys: ['room', 'day', 'price'] },
  );
  const stay = fc.record({
    start: fc.nat({ max: 2 }),
    length: fc.integer({ min: 1, max: 4 }),
    guests: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
  });

  test('each offer books at its price, and each refusal is POST’s own', async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        fc.array(night, { minLength: 2, maxLength: 12 }),
        fc.array(stay, { minLength: 1, maxLength: 4 }),
        async (nights, stays) => {
          const property = await api.property({
            rooms: [{ capacity: 1, min_stay: 2 }, { capacity: 3, units: 2 }, { price: 0 }],
          });
          for (const { room, day: n, ...values } of nights) {
            await set(property, { room_id: property.rooms[room], date: day(n), ...values });
          }
          for (const { start, length, guests } of stays) {
            const dates = { checkin: day(start), checkout: day(start + length) };
            const query = new URLSearchParams({
              ...dates,
              ...(guests !== undefined && { guests: String(guests) }),
            });
            const offers = (await ask(property, String(query))).body;
            expect(offers.map((offer: any) => offer.room_id)).toEqual(property.rooms);
            for (const offer of offers) {
              const { room_id, price } = offer;
              const before = await fingerprint(api.db, property.hotelId);
              const answer = await book(property, {
                room_id,
                ...dates,
                price,
                ...(guests !== undefined && { guests }),
              });
              if (offer.bookable) {
                expect([answer.status, answer.body.price]).toEqual([200, price]);
                const cents = offer.nights.map((one: any) => Math.round(one.price * 100));
                expect(Math.round(price * 100)).toBe(cents.reduce((a: number, b: number) => a + b));
              } else {
                expect(answer.body).toMatchObject({ status: 400, code: offer.reasons[0].code });
                expect(answer.body.nights).toEqual(offer.reasons[0].nights);
                expect(await fingerprint(api.db, property.hotelId)).toBe(before);
              }
              seen.add(answer.body.code ?? 'booked');
            }
          }
        },
      ),
      randomly(30, 'slow'),
    );
    // Makes sure that every kind of answer occurred.
    expect([...seen].toSorted()).toEqual([
      'booked',
      'capacity',
      'closed_to_arrival',
      'closed_to_departure',
      'invalid_data',
      'max_stay_exceeded',
      'min_stay_not_met',
      'room_unavailable',
      'stop_sell',
    ]);
  });
});
