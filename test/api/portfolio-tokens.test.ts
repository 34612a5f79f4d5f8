// Tokens of several properties: made, listed and revoked by the operator, and what their holders may do.
import { beforeEach, describe, expect, test } from 'vitest';
import { useApi } from '../harness/api.ts';
import { fingerprint } from './database-dump.ts';
import { expectProblem } from './expectations.ts';

const api = useApi({ sample: true });
const NOW = Temporal.Instant.from('2026-06-15T10:00:00Z');
beforeEach(() => {
  api.clock = NOW;
});

const issue = async (wanted: object) =>
  (await api.operator('POST', '/tokens', { label: 'portfolio', ...wanted })).body;

const twoProperties = async () => {
  const [one, two] = [await api.property({ name: 'One' }), await api.property({ name: 'Two' })];
  const made = await issue({ hotel_ids: [two.hotelId, one.hotelId, two.hotelId] });
  return { one, two, token: made.api_token as string, id: made.id as number };
};

const STAY = { name: 'Ada', checkin: '2026-07-01', checkout: '2026-07-03', price: 10 };

describe('for the operator', () => {
  test('a new token is shown once, with the properties that it opens', async () => {
    const [one, two] = [await api.property(), await api.property()];
    const made = await issue({ hotel_ids: [two.hotelId, one.hotelId], preset: 'lock' });
    expect(made).toEqual({
      id: expect.any(Number),
      label: 'portfolio',
      access: 'read',
      created_at: '2026-06-15T10:00:00.000Z',
      last_used_at: null,
      revoked_at: null,
      scopes: ['bookings:read'],
      hotel_ids: [one.hotelId, two.hotelId],
      all_properties: false,
      api_token: expect.stringMatching(/^pms_live_[0-9A-Za-z]{38}$/),
    });
    const { api_token: _, ...listed } = made;
    expect((await api.operator('GET', '/tokens')).body).toContainEqual(listed);
    for (const { hotelId } of [one, two])
      expect((await api.operator('GET', `/properties/${hotelId}/tokens`)).body).toContainEqual(listed);
  });

  test('lists of other properties do not have it', async () => {
    const { id } = await twoProperties();
    const other = await api.property();
    const { body } = await api.operator('GET', `/properties/${other.hotelId}/tokens`);
    expect(body.map((token: { id: number }) => token.id)).not.toContain(id);
    expectProblem(
      await api.operator('DELETE', `/properties/${other.hotelId}/tokens/${id}`),
      404,
      'not_found',
    );
  });

  test('revoking it through one property, or without, revokes it for all', async () => {
    for (const path of [(hotelId: number) => `/properties/${hotelId}/tokens`, () => '/tokens']) {
      const { one, two, token, id } = await twoProperties();
      expect((await api.get(`/api/hotels/${token}?hotel_id=${two.hotelId}`)).status).toBe(200);
      const revoked = await api.operator('DELETE', `${path(one.hotelId)}/${id}`);
      expect(revoked.body).toMatchObject({ id, revoked_at: '2026-06-15T10:00:00.000Z' });
      for (const { hotelId } of [one, two]) {
        const url = `/api/hotels/${token}?hotel_id=${hotelId}`;
        expectProblem(await api.get(url), 404, 'unknown_token');
      }
      expectProblem(await api.get(`/api/properties/${token}`), 404, 'unknown_token');
      expect((await api.get(`/api/hotels/${one.token}`)).status).toBe(200);
    }
  });

  test('the token of one property is not revoked as one of several', async () => {
    const { hotelId, token } = await api.property();
    const [{ id }] = (await api.operator('GET', `/properties/${hotelId}/tokens`)).body;
    expectProblem(await api.operator('DELETE', `/tokens/${id}`), 404, 'not_found');
    expect((await api.get(`/api/hotels/${token}`)).status).toBe(200);
  });

  test.each([
    [{}, 'invalid_data', 400],
    [{ hotel_ids: [] }, 'invalid_data', 400],
    [{ hotel_ids: ['1001'] }, 'invalid_data', 400],
    [{ all_properties: false }, 'invalid_data', 400],
    [{ hotel_ids: [1001], all_properties: true }, 'invalid_data', 400],
    [{ hotel_ids: [999_999] }, 'unknown_property', 404],
    // The sample property.
    [{ hotel_ids: [1] }, 'unknown_property', 404],
    [{ all_properties: true, label: ' ' }, 'invalid_data', 400],
  ])('%j is refused, and no token is made', async (wanted, code, status) => {
    const before = await fingerprint(api.db);
    const answer = await api.operator('POST', '/tokens', { label: 'x', ...wanted });
    expectProblem(answer, status as number, code as string);
    expect(await fingerprint(api.db)).toBe(before);
  });
});

describe('GET properties', () => {
  test('lists what each token opens, page by page', async () => {
    const { one, two, token } = await twoProperties();
    const ids = async (path: string) =>
      (await api.get(path)).body.map((hotel: { hotel_id: number }) => hotel.hotel_id);
    expect(await ids(`/api/properties/${token}`)).toEqual([one.hotelId, two.hotelId]);
    expect(await ids(`/api/properties/${one.token}`)).toEqual([one.hotelId]);
    expect(await ids('/api/properties/api_token')).toEqual([1]);
    const first = await api.get(`/api/properties/${token}?limit=1`);
    expect(first.body).toEqual([(await api.get(`/api/hotels/${one.token}`)).body]);
    const next = /<http:\/\/innwire\.test([^>]+)>/.exec(first.headers.link!)![1]!;
    expect(await ids(next)).toEqual([two.hotelId]);
    expectProblem(
      await api.get(`/api/properties/${token}?hotel_id=${one.hotelId}`),
      400,
      'invalid_parameters',
    );
  });

  test('a token of all properties opens those made later, and never the sample', async () => {
    const { api_token: token } = await issue({ all_properties: true });
    const late = await api.property({ name: 'Late' });
    const listed = (await api.get(`/api/properties/${token}`)).body;
    expect(listed.at(-1)).toMatchObject({ hotel_id: late.hotelId, name: 'Late' });
    expect(listed.map((hotel: { hotel_id: number }) => hotel.hotel_id)).not.toContain(1);
    const booked = await api.post(`/api/bookings/${token}?hotel_id=${late.hotelId}`, {
      ...STAY,
      room_id: late.room,
    });
    expect([booked.status, booked.body.hotel_id]).toEqual([200, late.hotelId]);
    expectProblem(await api.get(`/api/hotels/${token}?hotel_id=1`), 400, 'property_not_opened');
  });
});

test('a token that opens only one property needs no hotel_id, and takes it', async () => {
  const { hotelId, token } = await api.property();
  const { api_token: portfolio } = await issue({ hotel_ids: [hotelId] });
  const profile = (await api.get(`/api/hotels/${token}`)).body;
  for (const url of [portfolio, `${portfolio}?hotel_id=${hotelId}`, `${token}?hotel_id=${hotelId}`])
    expect((await api.get(`/api/hotels/${url}`)).body).toEqual(profile);
  expectProblem(await api.get(`/api/hotels/${token}?hotel_id=${hotelId + 1}`), 400, 'property_not_opened');
  expectProblem(await api.get('/api/hotels/api_token?hotel_id=1001'), 400, 'property_not_opened');
  expect((await api.get('/api/hotels/api_token?hotel_id=1')).status).toBe(200);
});

test('a refusal names twenty properties, and says how many there are', async () => {
  for (let i = 0; i < 21; i += 1) await api.property({ name: `House ${i}`, rooms: [] });
  const { api_token: token } = await issue({ all_properties: true });
  const { body } = await api.get(`/api/bookings/${token}`);
  expect(body.data.properties).toHaveLength(20);
  expect(body.data.total).toBeGreaterThan(20);
  expect(body.detail).toContain(`and ${body.data.total - 20} more: list them with GET properties`);
});

test('an Idempotency-Key belongs to the property', async () => {
  const { one, two, token } = await twoProperties();
  const key = { 'idempotency-key': 'same' };
  const book = (hotelId: number, room: number) =>
    api.post(`/api/bookings/${token}?hotel_id=${hotelId}`, { ...STAY, room_id: room }, key);
  const first = await book(one.hotelId, one.room);
  const second = await book(two.hotelId, two.room);
  expect(second.headers['idempotent-replayed']).toBeUndefined();
  expect([first.body.hotel_id, second.body.hotel_id]).toEqual([one.hotelId, two.hotelId]);
  const again = await book(one.hotelId, one.room);
  expect([again.headers['idempotent-replayed'], again.body]).toEqual(['true', first.body]);
  // Nor is the stored answer of one property given for the other.
  expectProblem(await book(two.hotelId, one.room), 400, 'idempotency_key_reused');
});

test('the scopes of the token, and the subscription of each property, decide', async () => {
  const [one, two] = [await api.property(), await api.property()];
  const hotel_ids = [one.hotelId, two.hotelId];
  const { api_token: token } = await issue({ hotel_ids, preset: 'lock' });
  expectProblem(await api.get(`/api/guests/${token}?hotel_id=${one.hotelId}`), 403, 'scope_missing');
  await api.operator('PATCH', `/properties/${two.hotelId}`, { subscription: { status: 'past_due' } });
  const bookings = (hotelId: number) => api.get(`/api/bookings/${token}?hotel_id=${hotelId}`);
  expect((await bookings(one.hotelId)).status).toBe(200);
  expectProblem(await bookings(two.hotelId), 402, 'subscription_required');
  expect((await api.get(`/api/properties/${token}`)).body).toHaveLength(2);
});

test('links to the next page keep the property, and ETags differ between properties', async () => {
  const { one, two, token } = await twoProperties();
  for (const [checkin, checkout] of [
    ['2026-07-01', '2026-07-02'],
    ['2026-07-02', '2026-07-03'],
  ])
    await api.post(`/api/bookings/${one.token}`, { ...STAY, room_id: one.room, checkin, checkout });
  const first = await api.get(`/api/bookings/${token}?hotel_id=${one.hotelId}&limit=1`);
  const next = /<http:\/\/innwire\.test([^>]+)>/.exec(first.headers.link!)![1]!;
  expect(next).toContain(`hotel_id=${one.hotelId}`);
  expect((await api.get(next)).body).toHaveLength(1);
  const tag = (await api.get(`/api/rentals/${token}?hotel_id=${one.hotelId}`)).headers.etag!;
  const conditional = { 'if-none-match': tag };
  expect((await api.get(`/api/rentals/${token}?hotel_id=${one.hotelId}`, conditional)).status).toBe(304);
  expect((await api.get(`/api/rentals/${token}?hotel_id=${two.hotelId}`, conditional)).status).toBe(200);
});

test('the usage log of each property has its own requests, with the label of the token', async () => {
  const { one, two, token } = await twoProperties();
  await api.get(`/api/rentals/${token}?hotel_id=${one.hotelId}`);
  await api.get(`/api/reviews/${token}?hotel_id=${two.hotelId}`);
  const log = async (property: { token: string }) =>
    (await api.get(`/api/logs/${property.token}`)).body
      .filter((entry: any) => entry.token_label === 'portfolio')
      .map((entry: any) => entry.path);
  expect(await log(one)).toEqual(['/api/rentals/{api_token}']);
  expect(await log(two)).toEqual(['/api/reviews/{api_token}']);
});

test('requests that name no property, or a wrong one, count against the limit of the token', async () => {
  const { token } = await twoProperties();
  const left = async (query: string) =>
    Number((await api.get(`/api/hotels/${token}${query}`)).headers['ratelimit-remaining']);
  const [before, named] = [await left(''), await left('?hotel_id=999999')];
  expect(named).toBeLessThan(before);
});

test('a write is refused at once after its token was revoked, also while it is cached', async () => {
  const { one, token, id } = await twoProperties();
  const book = (checkin: string, checkout: string) =>
    api.post(`/api/bookings/${token}?hotel_id=${one.hotelId}`, {
      ...STAY,
      room_id: one.room,
      checkin,
      checkout,
    });
  expect((await book('2026-07-01', '2026-07-02')).status).toBe(200);
  await api.operator('DELETE', `/tokens/${id}`);
  expectProblem(await book('2026-07-02', '2026-07-03'), 404, 'unknown_token');
});
