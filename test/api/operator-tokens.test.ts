// Issuing and revoking property tokens.
import { beforeEach, describe, expect, test } from 'vitest';
import { useApi } from '../harness/api.ts';
import { fingerprint } from './database-dump.ts';
import { expectProblem } from './expectations.ts';

const api = useApi();
const NOW = Temporal.Instant.from('2026-06-15T10:00:00Z');
api.clock = NOW;
beforeEach(() => {
  api.clock = NOW;
});

const tokens = (hotelId: number, method: string, id?: number, body?: object) =>
  api.operator(method, `/properties/${hotelId}/tokens${id === undefined ? '' : `/${id}`}`, body);

test('a new token is shown once, with exactly its members', async () => {
  const { hotelId } = await api.property();
  const answer = await tokens(hotelId, 'POST', undefined, { label: ' smart locks ', access: 'read' });
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({
    id: expect.any(Number),
    label: 'smart locks',
    access: 'read',
    created_at: '2026-06-15T10:00:00.000Z',
    last_used_at: null,
    revoked_at: null,
    scopes: null,
    hotel_ids: [hotelId],
    all_properties: false,
    api_token: expect.stringMatching(/^pms_live_[0-9A-Za-z]{38}$/),
  });
  const { api_token: _, ...listed } = answer.body;
  const { body } = await tokens(hotelId, 'GET');
  expect(body).toEqual([expect.objectContaining({ label: 'first token', access: 'full' }), listed]);
});

test('a token has full access unless it is said otherwise', async () => {
  const { hotelId } = await api.property();
  expect((await tokens(hotelId, 'POST', undefined, { label: 'x' })).body.access).toBe('full');
});

test('a revoked token stays listed; revoking it again changes nothing', async () => {
  const { hotelId } = await api.property();
  const { id } = (await tokens(hotelId, 'POST', undefined, { label: 'x' })).body;
  const answer = await tokens(hotelId, 'DELETE', id);
  expect(answer.body).toMatchObject({ id, revoked_at: '2026-06-15T10:00:00.000Z' });
  expect(answer.body).not.toHaveProperty('api_token');
  api.clock = Temporal.Instant.from('2026-06-16T10:00:00Z');
  expect((await tokens(hotelId, 'DELETE', id)).body).toEqual(answer.body);
  expect((await tokens(hotelId, 'GET')).body[1]).toEqual(answer.body);
});

describe('is refused', () => {
  test.each([
    [{}, ['label']],
    [{ label: '' }, ['label']],
    [{ label: ' ' }, ['label']],
    [{ label: 'x'.repeat(101) }, ['label']],
    [{ label: 'x', access: 'write' }, ['access']],
    [{ label: 5, access: null }, ['label', 'access']],
  ])('a token of %j', async (body, fields) => {
    const { hotelId } = await api.property();
    const before = await fingerprint(api.db);
    expectProblem(await tokens(hotelId, 'POST', undefined, body), 400, 'invalid_data', fields);
    expect(await fingerprint(api.db)).toBe(before);
  });

  test('revoking a token that nobody has, or another property has', async () => {
    const [one, other] = [await api.property(), await api.property()];
    const [foreign] = (await tokens(other.hotelId, 'GET')).body;
    expectProblem(await tokens(one.hotelId, 'DELETE', 999_999), 404, 'not_found');
    expectProblem(await tokens(one.hotelId, 'DELETE', foreign.id), 404, 'not_found');
    expect((await api.get(`/api/hotels/${other.token}`)).status).toBe(200);
  });
});
