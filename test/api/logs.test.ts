// The usage log and the sync log of the channels in one list.
import { describe, expect, test } from 'vitest';
import { storeActivity } from '../../src/pms/activity.ts';
import { type TestProperty, useApi } from '../harness/api.ts';
import { expectProblem } from './expectations.ts';

const api = useApi();
api.clock = Temporal.Instant.from('2026-06-15T10:00:00Z');

const logs = async ({ token }: TestProperty, query = ''): Promise<any[]> => {
  const answer = await api.get(`/api/logs/${token}${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};

const exchange = (hotelId: number, error: string | null = null) =>
  storeActivity(api.db, [
    {
      kind: 'sync',
      hotelId,
      createdAt: api.clock!,
      summary: 'airbnb calendar read',
      channel: 'airbnb',
      direction: 'pull',
      operation: 'calendar',
      outcome: error ? 'failed' : 'ok',
      items: 3,
      durationMs: 12.345,
      error,
    },
  ]);

test('a call shows exactly its members, without the token', async () => {
  const property = await api.property();
  await api.get(`/api/rentals/${property.token}?room_id=5`, { 'x-request-id': 'my-request-1' });
  const [entry] = await logs(property);
  expect(entry).toEqual({
    id: expect.any(Number),
    hotel_id: property.hotelId,
    kind: 'api',
    created_at: '2026-06-15T10:00:00.000Z',
    summary: 'GET rentals 200',
    method: 'GET',
    path: '/api/rentals/{api_token}',
    status: 200,
    duration_ms: expect.any(Number),
    request_id: 'my-request-1',
    token_label: 'first token',
  });
});

test('an exchange with a channel shows exactly its members', async () => {
  const property = await api.property();
  await exchange(property.hotelId);
  await exchange(property.hotelId, 'HTTP 500');
  const [failed, good] = await logs(property);
  expect(good).toEqual({
    id: expect.any(Number),
    hotel_id: property.hotelId,
    kind: 'sync',
    created_at: '2026-06-15T10:00:00.000Z',
    summary: 'airbnb calendar read',
    channel: 'airbnb',
    direction: 'pull',
    operation: 'calendar',
    outcome: 'ok',
    items: 3,
    duration_ms: expect.closeTo(12.35, 1),
    error: null,
  });
  expect(failed).toMatchObject({ outcome: 'failed', error: 'HTTP 500' });
});

describe('the log', () => {
  test('holds every call of a token, refused ones too, and itself only the next time; newest first', async () => {
    const property = await api.property();
    const { token } = property;
    await api.get(`/api/rentals/${token}`);
    await api.post(`/api/bookings/${token}`, {});
    await api.get(`/api/bookings/${token}?status=x`);
    const { etag } = (await api.get(`/api/hotels/${token}`)).headers;
    await api.get(`/api/hotels/${token}`, { 'if-none-match': etag! });
    expect((await logs(property)).map((entry) => entry.summary)).toEqual([
      'GET hotels 304',
      'GET hotels 200',
      'GET bookings 400',
      'POST bookings 400',
      'GET rentals 200',
    ]);
    expect((await logs(property))[0].summary).toBe('GET logs 200');
  });

  test('says which token called', async () => {
    const property = await api.property();
    const made = await api.operator('POST', `/properties/${property.hotelId}/tokens`, {
      label: 'smart locks',
      access: 'read',
    });
    await api.get(`/api/hotels/${made.body.api_token}`);
    await api.delete(`/api/bookings/${made.body.api_token}`);
    expect((await logs(property)).map((entry) => [entry.token_label, entry.status])).toEqual([
      ['smart locks', 403],
      ['smart locks', 200],
    ]);
  });

  test('holds 50 entries unless limit says otherwise', async () => {
    const property = await api.property();
    for (let i = 0; i < 60; i += 1) await exchange(property.hotelId);
    const ids = (entries: any[]) => entries.map((entry) => entry.id);
    const shown = await logs(property, '?kind=sync');
    expect(shown.map((entry: any) => entry.kind)).toEqual(Array(50).fill('sync'));
    const own = await logs(property, '?kind=api&limit=1000');
    expect(new Set(own.map((entry: any) => entry.kind))).toEqual(new Set(['api']));
    const all = ids(await logs(property, '?limit=1000'));
    expect(all).toEqual(all.toSorted((a, b) => b - a));
    expect(all.length).toBeGreaterThanOrEqual(60);
    expect(await logs(property, '?limit=1')).toHaveLength(1);
  });

  test.each(['0', '-1', '1001', '1.5', 'x', ''])('refuses limit=%s', async (limit) => {
    const { token } = await api.property();
    expectProblem(await api.get(`/api/logs/${token}?limit=${limit}`), 400, 'invalid_parameters', ['limit']);
  });

  test('holds nothing of other properties, and calls with unknown tokens belong to none', async () => {
    const [property, other] = [await api.property(), await api.property()];
    await api.get(`/api/rentals/${other.token}`);
    await api.get(`/api/rentals/pms_live_${'0'.repeat(38)}`);
    expect(await logs(property)).toEqual([]);
  });

  test('has no ETag: reading it is itself an entry', async () => {
    const { token } = await api.property();
    const answer = await api.get(`/api/logs/${token}`, { 'if-none-match': '*' });
    expect([answer.status, answer.headers['etag']]).toEqual([200, undefined]);
  });
});
