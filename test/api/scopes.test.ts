// Scopes: what a restricted token opens, and that personal data of guests reach nobody without `contacts`,
// whatever the door.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { kindsFor } from '../../src/api/event-scopes.ts';
import { publicOperations } from '../../src/api/operations.ts';
import { NEEDS } from '../../src/api/schema.ts';
import { EVENT_KINDS } from '../../src/model/event.ts';
import { SCOPE_NAMES, TOKEN_PRESETS, WITHOUT_CONTACTS } from '../../src/model/scope.ts';
import { type TestProperty, useApi } from '../harness/api.ts';
import { fingerprint } from './database-dump.ts';
import { expectProblem } from './expectations.ts';
import { type CanaryProperty, holdsCanary, populateWithCanary } from './guest-canary.ts';

const api = useApi();
const NOW = Temporal.Instant.from('2026-06-15T10:00:00Z');
let house: CanaryProperty;
api.clock = NOW;
beforeAll(async () => {
  api.clock = NOW;
  house = await populateWithCanary(api);
});
beforeEach(() => {
  api.clock = NOW;
});

const issue = async ({ hotelId }: Pick<TestProperty, 'hotelId'>, body: object): Promise<any> => {
  const answer = await api.operator('POST', `/properties/${hotelId}/tokens`, { label: 'x', ...body });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
const tokenOf = async (body: object) => (await issue(house, body)).api_token as string;

describe('every operation', () => {
  test.each(publicOperations.map((one) => [one.name, one] as const))('%s declares its scopes', (_, one) => {
    expect(one.scopes).toBeInstanceOf(Array);
    for (const scope of one.scopes!) expect(SCOPE_NAMES).toContain(scope);
  });

  test('that writes needs a scope', () => {
    for (const { name, kind, scopes } of publicOperations)
      if (kind === 'write') expect(scopes, name).not.toEqual([]);
  });

  test.each(
    publicOperations.filter(({ scopes }) => scopes?.length).map((one) => [one.name, one] as const),
  )('%s is refused to a token without its scopes, and changes nothing', async (_, operation) => {
    // Whoever has all of housekeeping has its tasks.
    const without = operation.scopes!.includes('tasks:write')
      ? ['tasks:write', 'housekeeping']
      : operation.scopes!;
    const others = SCOPE_NAMES.filter((scope) => !without.includes(scope));
    const token = await tokenOf({ scopes: others });
    const before = await fingerprint(api.db);
    const answer = await api.request(operation.method, operation.path.replace('{api_token}', token));
    expectProblem(answer, 403, 'scope_missing');
    expect(answer.body.detail).toContain(operation.scopes![0]);
    expect(await fingerprint(api.db)).toBe(before);
  });

  test('that may be read without contacts finds nothing by free text, except in what is not of guests', () => {
    const free = publicOperations
      .filter(({ kind, scopes }) => kind !== 'write' && !scopes?.includes('contacts'))
      .flatMap(({ name, query }) =>
        Object.entries<Parameters<typeof isFreeText>[0]>(query?.properties ?? {})
          .filter(([, schema]) => isFreeText(schema) && !(NEEDS in schema))
          .map(([parameter]) => `${name} ${parameter}`),
      );
    expect(free.filter((one) => !NOT_OF_GUESTS.test(one))).toEqual([]);
  });

  test.each(
    publicOperations
      // The log has one entry more with every call; the others need a record.
      .filter(
        ({ method, name }) =>
          method === 'GET' && !['listLogs', 'fillMessageTemplate', 'getMessageAttachment'].includes(name),
      )
      .map((one) => [one.name, one] as const),
  )('%s answers a token with all scopes as one without restrictions', async (_, { path }) => {
    const token = await tokenOf({ scopes: SCOPE_NAMES });
    const query = queryOf(path);
    const restricted = await api.get(path.replace('{api_token}', token) + query);
    const whole = await api.get(path.replace('{api_token}', house.token) + query);
    expect(restricted.status, restricted.text).toBe(200);
    expect(restricted.body).toEqual(whole.body);
  });
});

/** Whether any text may be given for a parameter. */
function isFreeText(schema: { type?: string; enum?: unknown; format?: string; pattern?: string }): boolean {
  return schema.type === 'string' && !schema.enum && !schema.format && !schema.pattern;
}

/** Parameters that are compared with names of channels and staff, numbers of orders, kinds, states and positions. */
const NOT_OF_GUESTS = / (channel|cursor|type|code|method|kinds|statuses|order_id|reference|assignee|by)$/;

/** Returns the query that a reading operation needs. */
function queryOf(path: string): string {
  if (path.startsWith('/api/reports') && !path.includes('to_return'))
    return '?fromdate=2026-12-01&todate=2026-12-31';
  return path.startsWith('/api/offers') ? '?checkin=2026-12-10&checkout=2026-12-12' : '';
}

describe('a token without contacts', () => {
  test.each(
    publicOperations.filter(({ method }) => method === 'GET').map((one) => [one.name, one] as const),
  )('finds no personal data in %s', async (name, { path, scopes }) => {
    const whole = await api.get(path.replace('{api_token}', house.token) + queryOf(path));
    const token = await tokenOf({ scopes: WITHOUT_CONTACTS });
    const answer = await api.get(path.replace('{api_token}', token) + queryOf(path));
    if (HOLDING.includes(name)) expect(holdsCanary(whole.text)).toBe(true);
    if (scopes!.includes('contacts')) return expectProblem(answer, 403, 'scope_missing');
    expect(answer.status).toBe(200);
    expect(answer.text).not.toMatch(/canary/i);
    if (Array.isArray(answer.body) && name !== 'listEvents' && name !== 'listLogs')
      expect(answer.body).toHaveLength(whole.body.length);
  });

  test('gets bookings with the name Guest and null for the rest', async () => {
    const token = await tokenOf({ preset: 'lock' });
    const [booking] = (await api.get(`/api/bookings/${token}?order_id=${house.order}`)).body;
    expect(booking).toMatchObject({
      order_id: house.order,
      name: 'Guest',
      email: null,
      phone: null,
      notes: null,
      companions: null,
      checkin: expect.any(String),
      status: 'confirmed',
    });
  });

  test.each([
    'search=canary',
    'name=Canary',
    'email=canary',
    'phone=351',
    'sort=name',
    'sort=name&descending=true',
  ])('cannot find out personal data with %s', async (query) => {
    const token = await tokenOf({ scopes: ['bookings:read'] });
    const answer = await api.get(`/api/bookings/${token}?${query}`);
    expectProblem(answer, 403, 'scope_missing');
    expect(answer.body.detail).toContain('contacts');
  });

  test('may sort by what it sees', async () => {
    const token = await tokenOf({ scopes: ['bookings:read'] });
    expect((await api.get(`/api/bookings/${token}?sort=checkout`)).status).toBe(200);
  });

  test('writes bookings, and gets them back without personal data, also when a key is used again', async () => {
    const token = await tokenOf({ scopes: ['bookings:write'] });
    const body = {
      room_id: house.room,
      name: 'Canary Written',
      email: 'canary-written@example.com',
      checkin: '2026-09-01',
      checkout: '2026-09-03',
      price: 200,
    };
    const key = { 'idempotency-key': 'one-booking' };
    const first = await api.post(`/api/bookings/${house.token}`, body, key);
    expect(first.body.name).toBe('Canary Written');
    const again = await api.post(`/api/bookings/${token}`, body, key);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.text).not.toMatch(/canary/i);
    expect(again.headers['etag']).toBeUndefined();
    const address = `/api/bookings/${token}?order_id=${first.body.order_id}`;
    const changed = await api.request('PATCH', address, { body: { arrival_time: '18:00' } });
    expect(changed.status, changed.text).toBe(200);
    expect(changed.text).not.toMatch(/canary/i);
    expect((await api.delete(`${address}&date=2026-09-01`)).text).not.toMatch(/canary/i);
  });

  test('gets an ETag of the record that it sees, which is good for its own change', async () => {
    const token = await tokenOf({ scopes: ['bookings:read', 'bookings:write'] });
    const read = (of: string) => api.get(`/api/bookings/${of}?order_id=${house.order}`);
    const [own, whole] = [await read(token), await read(house.token)];
    expect(own.headers['etag']).not.toBe(whole.headers['etag']);
    const change = (etag: string) =>
      api.request('PATCH', `/api/bookings/${token}?order_id=${house.order}`, {
        body: { arrival_time: '17:00' },
        headers: { 'if-match': etag },
      });
    expectProblem(await change(whole.headers['etag']!), 412, 'precondition_failed');
    const changed = await change(own.headers['etag']!);
    expect(changed.status, changed.text).toBe(200);
    expect(changed.headers['etag']).toBe((await read(token)).headers['etag']);
  });

  test('gets only events that its scopes open, and may go on after those that it did not get', async () => {
    const token = await tokenOf({ scopes: ['bookings:read'] });
    const answer = await api.get(`/api/events/${token}`);
    const whole = await api.get(`/api/events/${house.token}`);
    expect(new Set(answer.body.map(({ kind }: any) => kind.split('.')[0]))).toEqual(
      new Set(['booking', 'room', 'property', 'channel'].filter((noun) => holdsNoun(whole.body, noun))),
    );
    expect(answer.headers['x-next-after']).toBe(whole.headers['x-next-after']);
    expect((await api.get(`/api/events/${token}?kinds=message.*,guest.*`)).body).toEqual([]);
  });

  test('keeps which members of a booking changed', async () => {
    const token = await tokenOf({ scopes: ['bookings:read'] });
    await api.operator('PATCH', `/properties/${house.hotelId}/bookings/${house.order}`, {
      name: 'Canary Renamed',
      arrival_time: '16:00',
    });
    const [event] = (await api.get(`/api/events/${token}?last=10&kinds=booking.modified`)).body.slice(-1);
    expect(event.data.changed).toEqual(expect.arrayContaining(['name', 'arrival_time']));
    expect(event.data.name).toBe('Guest');
    expect(JSON.stringify(event)).not.toMatch(/canary/i);
  });
});

const HOLDING = [
  'listBookings',
  'listGroups',
  'listGuests',
  'listGuestSuggestions',
  'getBalancesReport',
  'listMessages',
  'listInquiries',
  'listReviews',
  'listGuestReviews',
  'listEvents',
];

function holdsNoun(events: any[], noun: string): boolean {
  return events.some(({ kind }) => kind.startsWith(`${noun}.`));
}

describe('issuing', () => {
  test.each(Object.entries(TOKEN_PRESETS))('the preset %s gives its scopes', async (preset, rights) => {
    expect(await issue(house, { preset })).toMatchObject({ access: rights.access, scopes: rights.scopes });
  });

  test('a token without scopes opens everything, and says null', async () => {
    expect((await issue(house, {})).scopes).toBeNull();
  });

  test('scopes are listed, each once', async () => {
    const { id } = await issue(house, { scopes: ['ledger', 'bookings:read', 'ledger'] });
    const listed = (await api.operator('GET', `/properties/${house.hotelId}/tokens`)).body;
    expect(listed.find((token: any) => token.id === id).scopes).toEqual(['bookings:read', 'ledger']);
  });

  test('a read-only token with scopes writes nothing that they open', async () => {
    const token = await tokenOf({ access: 'read', scopes: ['availability:write', 'availability:read'] });
    expectProblem(await api.post(`/api/availability/${token}`, {}), 403, 'read_only_token');
  });

  test.each([
    [{ scopes: [] }, 'scopes'],
    [{ scopes: ['everything'] }, 'scopes'],
    [{ scopes: ['contacts', 'x'] }, 'scopes'],
    [{ scopes: null }, 'scopes'],
    [{ preset: 'admin' }, 'preset'],
    [{ preset: 'lock', scopes: ['ledger'] }, 'preset'],
  ])('a token with %j is refused', async (body, field) => {
    const answer = await api.operator('POST', `/properties/${house.hotelId}/tokens`, { label: 'x', ...body });
    expectProblem(answer, 400, 'invalid_data');
    expect(answer.body.errors[0].field).toContain(field);
  });
});

test('every kind of event is open to a token with all scopes, and needs a known scope or none', () => {
  expect(kindsFor(undefined, SCOPE_NAMES)).toEqual([...EVENT_KINDS]);
  expect(kindsFor(undefined, null)).toBeUndefined();
  expect(kindsFor(undefined, [])).not.toContain('booking.created');
});

test('the public description names the scopes of each operation', async () => {
  const { paths } = (await api.get('/api/openapi.json')).body;
  expect(paths['/api/bookings/{api_token}'].get['x-scopes']).toEqual(['bookings:read']);
  expect(paths['/api/bookings/{api_token}'].get.description).toContain('Scope: `bookings:read`.');
});
