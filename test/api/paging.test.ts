// Lists in pages and streamed lists: every record exactly once, even while records are added.
import { beforeAll, describe, expect, test } from 'vitest';
import { publicOperations } from '../../src/api/operations.ts';
import { type TestProperty, useApi } from '../harness/api.ts';
import { expectProblem } from './expectations.ts';

const api = useApi();
api.clock = Temporal.Instant.from('2026-06-15T10:00:00Z');

/** Lists with required parameters have tests of their own. */
const LISTS = publicOperations
  // Events are paged by number, oldest first: see events.test.ts; properties of a token: see portfolio-tokens.test.ts.
  .filter((one) => one.kind === 'list' && !['listEvents', 'listOpenedProperties'].includes(one.name))
  .filter((one) => !one.query.required?.length)
  .map((one) => one.path.split('/')[2]!);
/** the member that identifies a record of each list */
const ID: Record<string, string> = {
  bookings: 'order_id',
  availability: 'availability_id',
  rentals: 'room_id',
  tasks: 'task_id',
  units: 'unit_id',
  guests: 'guest_id',
  guest_requests: 'guest_request_id',
  guest_reviews: 'guest_review_id',
  closures: 'closure_id',
  groups: 'group_id',
  proposals: 'proposal_id',
  message_templates: 'template_id',
};
const idOf = (resource: string) => (record: any) => record[ID[resource] ?? 'id'] as number;

let property: TestProperty;

/** Creates many records with few different sort keys. */
beforeAll(async () => {
  property = await api.property({ rooms: [{}, {}, {}], settings: { horizon_days: 20 } });
  await fill(property, 25);
});

async function fill({ hotelId, room }: TestProperty, count: number): Promise<void> {
  const at = api.clock;
  await api.db.query(
    `insert into reservations (hotel_id, room_id, status, channel, guest_name, checkin, checkout, price_minor, currency,
       created_at, updated_at)
     select $1, $2, 'confirmed', 'direct', 'Guest ' || n, date '2027-01-01' + n % 3, date '2027-02-01', 100, 'EUR', $3, $3
     from generate_series(1, $4::int) as n`,
    [hotelId, room, at, count],
  );
  await api.db.query(
    `insert into booking_groups (hotel_id, channel, reference, created_at)
     select $1, 'direct', 'G+' || n % 2, $2 from generate_series(1, $3::int) as n`,
    [hotelId, at, count],
  );
  await api.db.query(
    `insert into guests (hotel_id, name, tags, created_at, updated_at)
     select $1, 'Guest ' || n, array['tag+' || n % 2], $2, $2 from generate_series(1, $3::int) as n`,
    [hotelId, at, count],
  );
  await api.db.query(
    `insert into tasks (hotel_id, room_id, name, status, due, created_at, updated_at)
     select $1, $2, 'T', 'pending', date '2027-01-01' + n % 3, $3, $3 from generate_series(1, $4::int) as n`,
    [hotelId, room, at, count],
  );
  await api.db.query(
    `insert into ledger_entries (hotel_id, amount_minor, currency, type, description, date, created_at)
     select $1, n, 'EUR', 'payment', '', date '2027-01-01' + n % 3, $2 from generate_series(1, $3::int) as n`,
    [hotelId, at, count],
  );
  await api.db.query(
    `insert into messages (hotel_id, reservation_id, channel, guest_text, created_at)
     select $1, min(reservation_id), 'direct', 'M', $2::timestamptz + n % 3 * interval '1 ms'
     from reservations, generate_series(1, $3::int) as n where hotel_id = $1 group by n`,
    [hotelId, at, count],
  );
  await api.db.query(
    `with inquiry as (
       insert into inquiries (hotel_id, connection, channel, thread, created_at, updated_at)
       select $1, 'airbnb', 'airbnb', gen_random_uuid()::text, $2::timestamptz + n % 3 * interval '1 ms', $2 from generate_series(1, $3::int) as n
       returning inquiry_id
     )
     insert into messages (hotel_id, inquiry_id, channel, guest_text, created_at) select $1, inquiry_id, 'airbnb', 'Q', $2 from inquiry`,
    [hotelId, at, count],
  );
  await api.db.query(
    `insert into guest_requests (hotel_id, connection, external_id, channel, kind, state, checkin, checkout, created_at, updated_at)
     select $1, 'channex', gen_random_uuid(), 'airbnb', 'booking', case n % 2 when 0 then 'open' else 'declined' end, '2027-01-01', '2027-01-02',
       $2::timestamptz + n % 3 * interval '1 ms', $2 from generate_series(1, $3::int) as n`,
    [hotelId, at, count],
  );
  await api.db.query(
    `insert into guest_reviews (hotel_id, connection, external_id, channel, state, created_at, updated_at)
     select $1, 'channex', gen_random_uuid(), 'airbnb', case n % 2 when 0 then 'open' else 'over' end,
       $2::timestamptz + n % 3 * interval '1 ms', $2 from generate_series(1, $3::int) as n`,
    [hotelId, at, count],
  );
  await api.db.query(
    `insert into reviews (hotel_id, channel, guest_name, score, language, created_at)
     select $1, 'direct', 'G', 9, 'en', $2::timestamptz + n % 3 * interval '1 ms' from generate_series(1, $3::int) as n`,
    [hotelId, at, count],
  );
  await api.db.query(
    `insert into proposals (hotel_id, tool, arguments, sentence, scopes, token_id, basis, state, created_at, expires_at)
     select $1, 'cancel_booking', '{}', 'S', '{}', 1, '{}', case n % 2 when 0 then 'open' else 'declined' end, $2, $2::timestamptz + interval '1 day'
     from generate_series(1, $3::int) as n`,
    [hotelId, at, count],
  );
  await api.db.query(
    `insert into message_templates (hotel_id, name, texts, created_at, updated_at)
     select $1, gen_random_uuid()::text, '{"en": "Hello"}', $2, $2 from generate_series(1, $3::int) as n`,
    [hotelId, at, count],
  );
  await api.db.query(
    `with unit as (
       insert into units (hotel_id, room_id, name, position, condition_at, created_at)
       select $1, $2, gen_random_uuid()::text, n % 3, $3, $3 from generate_series(1, $4::int) as n
       returning unit_id
     )
     insert into closures (hotel_id, unit_id, kind, first_night, last_night, created_at, updated_at)
     select $1, unit_id, 'out_of_service', date '2027-01-01' + unit_id::int % 3, date '2027-01-05', $3, $3 from unit`,
    [hotelId, room, at, count],
  );
}

const nextOf = (link: string | undefined): string | null => {
  if (link === undefined) return null;
  const [, url] = /^<http:\/\/innwire\.test(\/[^>]+)>; rel="next"$/.exec(link) ?? [];
  expect(url, link).toBeDefined();
  return url!;
};

async function walk(path: string, between?: () => Promise<unknown>): Promise<any[]> {
  const records: any[] = [];
  for (let next: string | null = path; next !== null; ) {
    const answer = await api.get(next);
    expect(answer.status, answer.text).toBe(200);
    records.push(...answer.body);
    next = nextOf(answer.headers.link);
    await between?.();
  }
  return records;
}

/** Returns filters of a list that leave some records, one with characters that a URL must escape. */
function filtersOf(resource: string): URLSearchParams {
  const room = String(property.room);
  if (['messages', 'message_templates', 'inquiries', 'reviews'].includes(resource))
    return new URLSearchParams();
  if (resource === 'guests') return new URLSearchParams({ tag: 'tag+1' });
  if (resource === 'groups') return new URLSearchParams({ reference: 'G+1' });
  if (['proposals', 'guest_requests', 'guest_reviews'].includes(resource))
    return new URLSearchParams({ waiting: 'true' });
  if (resource === 'tasks') return new URLSearchParams({ id: room });
  const since = resource === 'bookings' && { updated_since: '2020-01-01T00:00:00+01:00' };
  return new URLSearchParams({ room_id: room, ...since });
}

describe.each(LISTS.filter((name) => name !== 'logs'))('%s', (resource) => {
  test.each([1, 2, 7, 1000])('walked with limit=%i shows what the whole list shows', async (limit) => {
    const path = `/api/${resource}/${property.token}`;
    const whole = (await api.get(path)).body;
    expect(whole.length).toBeGreaterThan(resource === 'rentals' ? 2 : 10);
    expect(await walk(`${path}?limit=${limit}`)).toEqual(whole);
  });

  test('has a Link only while more follow, and it keeps the filters', async () => {
    const path = `/api/${resource}/${property.token}`;
    const filters = filtersOf(resource);
    const whole = (await api.get(`${path}?${filters}`)).body;
    const answer = await api.get(`${path}?limit=1&${filters}`);
    expect(answer.body).toEqual(whole.slice(0, 1));
    const link = nextOf(answer.headers.link);
    if (whole.length > 1) {
      const query = new URL(link!, 'http://x').searchParams;
      for (const [name, value] of filters) expect(query.get(name)).toBe(value);
    } else expect(link).toBe(null);
    const exactly = await api.get(`${path}?${filters}&limit=${Math.min(whole.length, 1000) || 1}`);
    expect(exactly.headers.link).toBeUndefined();
  });

  test('without limit has no Link, and a cursor may be used without limit too', async () => {
    const path = `/api/${resource}/${property.token}`;
    const whole = await api.get(path);
    expect(whole.headers.link).toBeUndefined();
    const link = nextOf((await api.get(`${path}?limit=1`)).headers.link)!;
    const rest = await api.get(link.replace('limit=1&', ''));
    expect(rest.body).toEqual(whole.body.slice(1));
  });

  test.each([
    'x',
    '%00',
    'null',
    btoa('null'),
    btoa('[]'),
    btoa('{}'),
    btoa('[[]]'),
    btoa('["2027-01-01"]'),
    btoa('["2027-02-30",1]'),
    btoa('["2027-01-01","1"]'),
    btoa('["2027-01-01",1.5]'),
    btoa('["2027-01-01",1e400]'),
    btoa('["0000-01-01T00:00:00Z",1]'),
    btoa('["2027-01-01",1,1]'),
    btoa('["\'; drop table rooms; --",1]'),
    btoa('["2027-01-01\\u0000",1]'),
    btoa('[null,null]'),
    btoa('[9007199254740993,9007199254740993]'),
    'A'.repeat(501),
    `${'A'.repeat(499)}=`,
  ])('refuses the cursor "%s"', async (cursor) => {
    const path = `/api/${resource}/${property.token}?limit=5&cursor=${encodeURIComponent(cursor)}`;
    expectProblem(await api.get(decodesAlike(path)), 400, 'invalid_parameters', ['cursor']);
  });

  test('takes any cursor that could be its own and never shows another property', async () => {
    const other = await api.property();
    const mine = nextOf((await api.get(`/api/${resource}/${property.token}?limit=1`)).headers.link)!;
    const answer = await api.get(mine.replace(property.token, other.token));
    expect(answer.status).toBe(200);
    for (const record of answer.body) expect(record.hotel_id).toBe(other.hotelId);
  });
});

/** Escapes the plus of base64, which a URL would turn into a blank. */
function decodesAlike(path: string): string {
  return path.replaceAll('+', '%2B');
}

describe('records that come while a list is walked', () => {
  test.each(
    LISTS.filter((name) => !['logs', 'availability', 'ical'].includes(name)),
  )('do not disturb the others: %s', async (resource) => {
    const own = await api.property();
    await fill(own, 12);
    const path = `/api/${resource}/${own.token}`;
    const before = (await api.get(path)).body.map(idOf(resource));
    const seen = (await walk(`${path}?limit=5`, () => fill(own, 2))).map(idOf(resource));
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual(expect.arrayContaining(before));
    expect(seen.filter((id) => before.includes(id))).toEqual(before);
  });

  test('do not disturb the log either, which grows at every page', async () => {
    const own = await api.property();
    for (let i = 0; i < 12; i += 1) await api.get(`/api/hotels/${own.token}`);
    const path = `/api/logs/${own.token}`;
    const before = (await api.get(path)).body.map(idOf('logs'));
    const seen = (await walk(`${path}?limit=5`)).map(idOf('logs'));
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.filter((id) => before.includes(id))).toEqual(before);
  });
});

describe('a long list', () => {
  let long: TestProperty;
  const COUNT = 3_500;

  beforeAll(async () => {
    long = await api.property({ rooms: Array.from({ length: 8 }, () => ({})) });
    await fill(long, COUNT);
    await api.db.query(
      `insert into calendar_feeds (feed_key, hotel_id, room_id, channel, created_at)
       select 'made-for-a-test-of-long-lists-000' || n, $1, $2, 'c' || n, $3 from generate_series(1, $4::int) as n`,
      [long.hotelId, long.room, api.clock, COUNT],
    );
    await api.db.query(
      `insert into activity (hotel_id, kind, created_at, summary, method, path, status, request_id, token_label, duration_ms)
       select $1, 'api', $2, 's', 'GET', '/', 200, 'r', 't', 1 from generate_series(1, $3::int)`,
      [long.hotelId, api.clock, COUNT],
    );
  });

  test.each([
    'bookings',
    'availability',
    'tasks',
    'accounting',
    'messages',
    'reviews',
    'ical',
  ])('of %s is complete, in order and valid JSON', async (resource) => {
    const answer = await api.get(`/api/${resource}/${long.token}`);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    const ids = answer.body.map(idOf(resource));
    expect(ids.length).toBeGreaterThanOrEqual(COUNT);
    expect(new Set(ids).size).toBe(ids.length);
    const paged = (await walk(`/api/${resource}/${long.token}?limit=1000`)).map(idOf(resource));
    expect(ids).toEqual(paged);
  });

  test('of logs comes in pages only', async () => {
    expect((await api.get(`/api/logs/${long.token}`)).body).toHaveLength(50);
    expect((await walk(`/api/logs/${long.token}?limit=1000`)).length).toBeGreaterThanOrEqual(COUNT);
  });

  test.each([999, 1_000, 1_001, 2_000])('of exactly %i nights is complete', async (count) => {
    const until = Temporal.PlainDate.from('2027-01-01').add({ days: count - 1 });
    const query = `room_id=${long.room}&fromdate=2027-01-01&todate=${until}`;
    const { body } = await api.get(`/api/availability/${long.token}?${query}`);
    expect(body).toHaveLength(count);
    expect(body.at(-1).date).toBe(`${until}T00:00:00.000Z`);
  });
});
