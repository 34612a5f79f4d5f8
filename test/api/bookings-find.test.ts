// GET bookings: finding bookings by words, days and states, and the orders of the list.
import { beforeAll, describe, expect, test } from 'vitest';
import { type TestProperty, useApi } from '../harness/api.ts';
import { expectProblem } from './expectations.ts';
import { otaSells } from './outside-events.ts';

const api = useApi();
let property: TestProperty;
let other: TestProperty;
const orders: Record<string, number> = {};

const GUESTS: [name: string, more: object][] = [
  ['Jörg Müller', { email: 'j.mueller+holiday@Example.com', phone: '+49 (0)176 123-4567' }],
  ["Sinéad O'Brien", { email: 'sinead@example.org', phone: '00353 87 555 0199' }],
  ['Łukasz Straßer', { phone: '+48 601 234 567' }],
  ['Ирина Ковалёва', {}],
  ['Ada Lovelace', { email: 'ada@example.com' }],
  ['ada byron', {}],
  ['Ørsted, Åse', {}],
  ['Παπαδόπουλος', { phone: '(00351) 910.000.123' }],
];

const GRACE = { name: 'Grace Hopper', checkin: '2027-06-01', checkout: '2027-06-02', price: 1 };

beforeAll(async () => {
  api.clock = Temporal.Instant.from('2027-03-01T10:00:00Z');
  property = await api.property({ rooms: [{ units: 50 }, {}] });
  other = await api.property({ rooms: [{ units: 50 }] });
  for (const one of [property, other]) {
    for (const [place, [name, more]] of GUESTS.entries()) {
      api.clock = Temporal.Instant.from('2027-03-01T10:00:00Z').add({ minutes: GUESTS.length - place });
      const { body } = await api.post(`/api/bookings/${one.token}`, {
        room_id: one.room,
        name,
        checkin: `2027-03-${10 + place}`,
        checkout: `2027-03-${30 - place}`,
        price: 100,
        ...more,
      });
      if (one === property) orders[name] = body.order_id;
    }
  }
  await otaSells(api, property, {
    reference: 'HM-ÄQ/7 x',
    channel: 'airbnb',
    name: 'Sold Elsewhere',
    checkin: '2027-04-01',
    checkout: '2027-04-03',
  });
  api.clock = Temporal.Instant.from('2027-03-11T10:00:00Z');
  const { body } = await api.post(`/api/bookings/${property.token}`, { room_id: property.room, ...GRACE });
  await api.delete(`/api/bookings/${property.token}?order_id=${body.order_id}&date=2027-03-11`);
});

const names = async (query: string, token = property.token) => {
  const answer = await api.get(`/api/bookings/${token}?${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.map((booking: { name: string }) => booking.name);
};
const found = (parameter: string, text: string) => names(`${parameter}=${encodeURIComponent(text)}`);

const [JORG, SINEAD, LUKASZ, IRINA, ADA, BYRON, ASE, NIKOS] = GUESTS.map(([name]) => name) as [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
];

describe('search finds', () => {
  test.each([
    ['a name without its accents', 'muller', [JORG]],
    ['a name in capitals', 'MÜLLER', [JORG]],
    ['an umlaut written as two letters', 'Mueller', [JORG]],
    ['an accent that is written as a character of its own', 'Mu\u0308ller', [JORG]],
    ['a name by the beginning of each word', 'jo mul', [JORG]],
    ['a name in any order', 'müller jörg', [JORG]],
    ['a name without its apostrophe', 'obrien', [SINEAD]],
    ['a name with another apostrophe', 'O’Brien', [SINEAD]],
    ['a name by what follows its apostrophe', 'brien', [SINEAD]],
    ['letters that have no accent to remove', 'lukasz strasser', [LUKASZ]],
    ['letters of another script', 'КОВАЛЕВА', [IRINA]],
    ['a letter that a keyboard lacks, as one letter', 'orsted ase', [ASE]],
    ['a letter that a keyboard lacks, as two letters', 'oersted aase', [ASE]],
    ['a name in capitals that ends in sigma', 'ΠΑΠΑΔΟΠΟΥΛΟΣ', [NIKOS]],
    ['a telephone number with a plus sign for two zeros', '+351 910 000 123', [NIKOS]],
    ['an e-mail address', 'j.mueller+holiday@example.com', [JORG]],
    ['the domain of an e-mail address', '@example.com', [JORG, ADA]],
    ['a telephone number without its country code', '0176 1234567', [JORG]],
    ['a telephone number as it was written', '+49 (0)176 123-4567', [JORG]],
    ['the beginning of a telephone number', '0035387', [SINEAD]],
    ['the last digits of a telephone number', '4567', [JORG, LUKASZ]],
    ['a name and a number', 'jörg 1761234567', [JORG]],
    ['a reference', 'HM-ÄQ/7 x', ['Sold Elsewhere']],
    ['a reference without its punctuation', 'hmaq7', ['Sold Elsewhere']],
  ])('%s: %s', async (_, text, expected) => {
    expect((await found('search', text)).sort()).toEqual([...expected].sort());
  });

  test('a booking by its order_id', async () => {
    expect(await found('search', String(orders[ADA]))).toEqual([ADA]);
  });

  test.each([
    '%',
    '_',
    "'",
    '\\',
    '!',
    "' | 'z",
    'nobody',
    'muller nobody',
    'üller',
    ':*',
    '&',
    '9'.repeat(200),
  ])('nothing for %s', async (text) => {
    expect(await found('search', text)).toEqual([]);
  });

  test('nothing of another property, which has the same guests', async () => {
    const { body } = await api.get(`/api/bookings/${other.token}?search=muller`);
    expect(body).toHaveLength(1);
    expect(body[0].hotel_id).toBe(other.hotelId);
  });

  test('a booking by its changed name, and no longer by the former one', async () => {
    const { token, room } = await api.property();
    const stay = { room_id: room, ...GRACE, name: 'Grace Murray' };
    const { order_id } = (await api.post(`/api/bookings/${token}`, stay)).body;
    await api.request('PATCH', `/api/bookings/${token}?order_id=${order_id}`, { body: { name: GRACE.name } });
    expect(await names('search=grace%20murray', token)).toEqual([]);
    expect(await names('search=grace%20hopper', token)).toEqual([GRACE.name]);
  });
});

describe('a single field is searched by', () => {
  test.each([
    ['name', 'ada', [ADA, BYRON]],
    ['name', 'example', []],
    ['email', 'ada', [ADA]],
    ['email', 'ADA@EXAMPLE.COM', [ADA]],
    ['phone', '87 555 01 99', [SINEAD]],
    ['phone', 'Ada', []],
    ['reference', 'HM-ÄQ', ['Sold Elsewhere']],
    ['reference', 'Ada', []],
  ])('%s=%s', async (parameter, text, expected) => {
    expect(await found(parameter, text)).toEqual(expected);
  });
});

describe('the front desk finds', () => {
  test('arrivals, departures and guests of a night', async () => {
    expect(await names('arriving_on=2027-03-11')).toEqual([SINEAD]);
    expect(await names('departing_on=2027-03-29')).toEqual([SINEAD]);
    expect(await names('staying_on=2027-03-11')).toEqual([JORG, SINEAD]);
    expect(await names('staying_on=2027-03-30')).toEqual([]);
  });

  test('nobody for a night that was cancelled', async () => {
    const one = await api.property();
    const { body } = await api.post(`/api/bookings/${one.token}`, {
      room_id: one.room,
      name: 'Ada',
      checkin: '2027-03-20',
      checkout: '2027-03-22',
      price: 1,
    });
    expect(await names('staying_on=2027-03-21', one.token)).toEqual(['Ada']);
    await api.delete(`/api/bookings/${one.token}?order_id=${body.order_id}&date=2027-03-11`);
    expect(await names('staying_on=2027-03-21', one.token)).toEqual([]);
    expect(await names('statuses=cancelled,no_show', one.token)).toEqual(['Ada']);
  });

  test('who is in the house, and who is not', async () => {
    const checkIn = { status: 'checked_in' };
    await api.request('PATCH', `/api/bookings/${property.token}?order_id=${orders[SINEAD]}`, {
      body: checkIn,
    });
    expect(await names('in_house=true')).toEqual([SINEAD]);
    expect(await names('in_house=false')).not.toContain(SINEAD);
    expect(await names('statuses=checked_in')).toEqual([SINEAD]);
    expect(await names('statuses=checked_in,%20cancelled')).toEqual([SINEAD, GRACE.name]);
  });

  test('bookings that people must look at', async () => {
    const one = await api.property();
    for (const name of ['first', 'second']) await otaSells(api, one, { name, reference: name });
    const flagged = await names('conflict=true', one.token);
    expect(flagged.length).toBeGreaterThan(0);
    expect([...flagged, ...(await names('conflict=false', one.token))].sort()).toEqual(['first', 'second']);
  });
});

describe('the order of the list', () => {
  const ORDERS = [
    ['sort=checkout', (a: any, b: any) => (a.checkout < b.checkout ? -1 : 1)],
    ['sort=created_at', (a: any, b: any) => (a.created_at < b.created_at ? -1 : 1)],
    ['sort=checkin', (a: any, b: any) => (a.checkin < b.checkin ? -1 : 1)],
  ] as const;

  test.each(ORDERS)('%s, both ways and page by page', async (sort, compare) => {
    const { body } = await api.get(`/api/bookings/${other.token}`);
    const expected = body.toSorted(compare).map((booking: any) => booking.name);
    expect(await names(sort, other.token)).toEqual(expected);
    expect(await names(`${sort}&descending=true`, other.token)).toEqual(expected.toReversed());
    expect(await paged(sort)).toEqual(expected);
    expect(await paged(`${sort}&descending=true`)).toEqual(expected.toReversed());
  });

  test('by name ignores case and accents, and its addresses have no names', async () => {
    const expected = [BYRON, ADA, JORG, LUKASZ, ASE, SINEAD, NIKOS, IRINA];
    expect(await names('sort=name', other.token)).toEqual(expected);
    expect(await paged('sort=name')).toEqual(expected);
    expect(await paged('sort=name&descending=true')).toEqual(expected.toReversed());
    const { headers } = await api.get(`/api/bookings/${other.token}?sort=name&limit=1`);
    const cursor = new URL(/<(.*)>/.exec(headers['link']!)![1]!).searchParams.get('cursor')!;
    expect(Buffer.from(cursor, 'base64url').toString()).toMatch(/^\[\d+\]$/);
  });

  test('a cursor of another order is refused', async () => {
    const { headers } = await api.get(`/api/bookings/${other.token}?sort=name&limit=1`);
    const next = new URL(/<(.*)>/.exec(headers['link']!)![1]!);
    next.searchParams.set('sort', 'checkout');
    expectProblem(await api.get(next.pathname + next.search), 400, 'invalid_parameters', ['cursor']);
  });

  async function paged(query: string): Promise<string[]> {
    const all: string[] = [];
    for (let path = `/api/bookings/${other.token}?${query}&limit=2`; path; ) {
      const { body, headers } = await api.get(path);
      all.push(...body.map((booking: any) => booking.name));
      const next = /<(.*)>/.exec(headers['link'] ?? '')?.[1];
      path = next ? new URL(next).pathname + new URL(next).search : '';
    }
    return all;
  }
});

test.each([
  ['search=', 'search'],
  ['search=%00', 'search'],
  [`search=${'x'.repeat(201)}`, 'search'],
  ['statuses=', 'statuses'],
  ['statuses=confirmed,gone', 'statuses'],
  ['in_house=yes', 'in_house'],
  ['conflict=1', 'conflict'],
  ['sort=price', 'sort'],
  ['staying_on=2027-02-30', 'staying_on'],
])('%s is refused', async (query, field) => {
  expectProblem(await api.get(`/api/bookings/${property.token}?${query}`), 400, 'invalid_parameters', [
    field,
  ]);
});
