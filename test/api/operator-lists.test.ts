// Reading and writing a property's records through the operator API: the same records, filters and pages as
// in the public API.
import { beforeAll, describe, expect, test } from 'vitest';
import { operatorOperations, publicOperations } from '../../src/api/operations.ts';
import { OPERATOR_KEY, useApi } from '../harness/api.ts';
import { expectProblem } from './expectations.ts';
import { type Populated, populate } from './populated.ts';

const api = useApi({ sample: true });
api.clock = Temporal.Instant.from('2026-06-15T10:00:00Z');

/** Public reads that the operator API has in another form. */
const ELSEWHERE: Record<string, string> = {
  getHotel: 'getProperty',
  listOpenedProperties: 'listProperties',
  listRentals: 'listRooms',
  listEvents: 'webhooks',
};

let property: Populated;
let other: Populated;
const at = (path: string) => `/properties/${property.hotelId}${path}`;

beforeAll(async () => {
  property = await populate(api, 'Quinta');
  other = await populate(api, 'Of the other', 'vrbo');
});

/** Reads that need more than a property. */
const OF_A_RECORD = ['fillMessageTemplate', 'getMessageAttachment'];

const reads = publicOperations.filter(
  (one) => one.kind !== 'write' && !(one.name in ELSEWHERE) && !OF_A_RECORD.includes(one.name),
);

test.each(
  reads.map((one) => [one.path.slice('/api/'.length, -'/{api_token}'.length), one] as const),
)('GET …/%s answers what the public API does', async (resource, operation) => {
  const dates = ((operation.query.required ?? []) as string[]).map((name, i) => `${name}=2026-12-0${i + 1}`);
  const query = dates.length > 0 ? `?${dates.join('&')}` : '';
  const seen = await api.get(`/api/${resource}/${property.token}${query}`);
  const answer = await api.operator('GET', at(`/${resource}${query}`));
  expect([answer.status, seen.status]).toEqual([200, 200]);
  // The previous read is itself in the log.
  if (resource === 'logs') expect(answer.body.slice(1)).toEqual(seen.body);
  else expect(answer.body).toEqual(seen.body);
  expect(JSON.stringify(answer.body)).not.toContain('Of the other');
});

test('every public operation is there for the operator too, or in another form', () => {
  const names = new Set(operatorOperations.map(({ name }) => name));
  const missing = publicOperations.filter(({ name }) => !names.has(name) && !(name in ELSEWHERE));
  expect(missing.map(({ name }) => name)).toEqual([]);
});

test('filters are those of the public API, and refused alike', async () => {
  const { hotelId, ids } = await populate(api, 'With filters');
  const { order } = ids;
  const list = async (query: string) =>
    (await api.operator('GET', `/properties/${hotelId}/bookings${query}`)).body.map(
      (one: any) => one.order_id,
    );
  expect(await list(`?order_id=${order}`)).toEqual([order]);
  expect(await list('?status=cancelled')).toHaveLength(1);
  expect(await list('?fromdate=2027-03-01')).not.toContain(order);
  expectProblem(await api.operator('GET', at('/bookings?fromdate=2026-02-30')), 400, 'invalid_parameters', [
    'fromdate',
  ]);
});

test('a list goes on page by page under its Link', async () => {
  const whole = (await api.operator('GET', at('/availability'))).body;
  const paged: unknown[] = [];
  let path: string | undefined = at('/availability?limit=25');
  while (path) {
    const page = await api.operator('GET', path);
    paged.push(...page.body);
    path = /<http:\/\/innwire\.test\/operator(\/\S+)>; rel="next"/.exec(page.headers.link ?? '')?.[1];
  }
  expect(paged).toEqual(whole);
  expect(whole.length).toBeGreaterThan(25);
});

test('a booking brings the ETag that a change of it takes, and a list that is known is not sent again', async () => {
  const { order } = property.ids;
  const one = await api.operator('GET', at(`/bookings?order_id=${order}`));
  const change = (etag: string) =>
    api.request('PATCH', `/operator${at(`/bookings/${order}`)}`, {
      body: { phone: '+351 2' },
      headers: { authorization: `Bearer ${OPERATOR_KEY}`, 'if-match': etag },
    });
  expectProblem(await change('"of another time"'), 412, 'precondition_failed');
  expect((await change(one.headers.etag!)).status).toBe(200);
  const list = await api.operator('GET', at('/tasks'));
  const again = await api.request('GET', `/operator${at('/tasks')}`, {
    headers: { authorization: `Bearer ${OPERATOR_KEY}`, 'if-none-match': list.headers.etag! },
  });
  expect([again.status, again.text]).toEqual([304, '']);
});

describe('writes', () => {
  test('a booking is made and cancelled, once per idempotency key', async () => {
    const body = { room_id: property.rooms[1], name: 'Ada', checkin: '2027-05-01', checkout: '2027-05-03' };
    const make = (price: number) =>
      api.request('POST', `/operator${at('/bookings')}`, {
        body: { ...body, price },
        headers: { authorization: `Bearer ${OPERATOR_KEY}`, 'idempotency-key': 'one' },
      });
    const made = await make(200);
    expect(made.body).toMatchObject({ status: 'confirmed', channel: 'direct', price: 200 });
    expect(made.headers.etag).toBeDefined();
    const again = await make(200);
    expect([again.headers['idempotent-replayed'], again.body]).toEqual(['true', made.body]);
    expectProblem(await make(201), 400, 'idempotency_key_reused');
    const cancel = (from: string) =>
      api.operator('DELETE', at(`/bookings?order_id=${made.body.order_id}&date=${from}`));
    expect((await cancel('2027-05-01')).body).toMatchObject({ status: 'cancelled' });
  });

  test('the same idempotency key with another query is another request', async () => {
    const body = { room_id: property.rooms[1], date: '2027-06-01', price: 10 };
    const set = (query: string) =>
      api.request('POST', `/operator${at(`/availability${query}`)}`, {
        body,
        headers: { authorization: `Bearer ${OPERATOR_KEY}`, 'idempotency-key': 'nights' },
      });
    const first = await set('');
    expect(first.body).toMatchObject({ room_id: property.rooms[1], price: 10 });
    expect(first.headers['change-id']).toMatch(/^\d+$/);
    expectProblem(await set('?dry_run=true'), 400, 'idempotency_key_reused');
  });

  test('a guest is answered', async () => {
    const sent = await api.operator('POST', at('/messages'), { rid: property.ids.order, reply: 'At three' });
    expect(sent.body).toMatchObject({ rid: property.ids.order, reply: 'At three', delivery: 'queued' });
    expectProblem(
      await api.operator('POST', at('/messages'), { rid: other.ids.order, reply: 'x' }),
      400,
      'unknown_booking',
    );
  });

  test('the sample property stays as it is', async () => {
    const sandbox = await api.get('/api/hotels/api_token');
    const path = `/properties/${sandbox.body.hotel_id}/bookings`;
    expect((await api.operator('GET', path)).body.length).toBeGreaterThan(0);
    expectProblem(await api.operator('POST', path, sampleBooking), 403, 'demo_mode');
  });
});

const sampleBooking = { room_id: 101, name: 'Ada', checkin: '2027-05-01', checkout: '2027-05-03', price: 1 };

test('one property is read by its id', async () => {
  const list = (await api.operator('GET', '/properties')).body;
  const one = await api.operator('GET', at(''));
  expect(one.body).toEqual(list.find((each: any) => each.hotel_id === property.hotelId));
  expectProblem(await api.operator('GET', '/properties/999999'), 404, 'unknown_property');
});
