// Property tokens: what each may do, when it stops working, and the record of its last use.
import { beforeEach, describe, expect, test } from 'vitest';
import { publicOperations } from '../../src/api/operations.ts';
import { createToken } from '../../src/model/token.ts';
import { type TestProperty, useApi } from '../harness/api.ts';
import { eventually } from '../harness/eventually.ts';
import { fingerprint } from './database-dump.ts';
import { expectProblem } from './expectations.ts';

const api = useApi({ sample: true });
const NOW = Temporal.Instant.from('2026-06-15T10:00:00Z');
api.clock = NOW;
beforeEach(() => {
  api.clock = NOW;
});

const issue = async ({ hotelId }: TestProperty, access: string) =>
  (await api.operator('POST', `/properties/${hotelId}/tokens`, { label: access, access })).body;
const list = async ({ hotelId }: TestProperty): Promise<any[]> =>
  (await api.operator('GET', `/properties/${hotelId}/tokens`)).body;

test('a token has the form pms_live_, 32 base-62 characters and 6 of checksum', async () => {
  const { token } = await api.property();
  expect(token).toMatch(/^pms_live_[0-9A-Za-z]{38}$/);
});

test.each(
  publicOperations.map((one) => [one.name, one] as const),
)('a read token may do %s if it reads, and is refused if it writes', async (_, operation) => {
  const { kind, method, path } = operation;
  const asksForMore = kind !== 'write' && operation.query.required?.length;
  const property = await api.property();
  const { api_token } = await issue(property, 'read');
  const before = await fingerprint(api.db);
  const answer = await api.request(method, path.replace('{api_token}', api_token));
  if (kind === 'write') expectProblem(answer, 403, 'read_only_token');
  else expect(answer.status).toBe(asksForMore ? 400 : 200);
  expect(await fingerprint(api.db)).toBe(before);
});

test.each(
  publicOperations.map((one) => [one.name, one] as const),
)('the sandbox token may do %s if it reads, and is refused if it writes', async (_, operation) => {
  const { kind, method, path } = operation;
  const asksForMore = kind !== 'write' && operation.query.required?.length;
  const answer = await api.request(method, path.replace('{api_token}', 'api_token'));
  if (kind === 'write') expectProblem(answer, 403, 'demo_mode');
  else expect(answer.status).toBe(asksForMore ? 400 : 200);
});

describe('a token that opens nothing', () => {
  test('is 404 unknown_token for every operation, whatever is wrong with it', async () => {
    const property = await api.property();
    const revoked = await issue(property, 'full');
    await api.operator('DELETE', `/properties/${property.hotelId}/tokens/${revoked.id}`);
    const wrong = [
      revoked.api_token,
      createToken(),
      property.token.slice(0, -1),
      `${property.token}0`,
      property.token.toLowerCase(),
      ` ${property.token}`,
      `${property.token}%00`,
      'API_TOKEN',
      'api_token%20',
      'undefined',
      '%F0%9F%98%80',
      '%27%20or%201=1',
      '..',
      String(property.hotelId),
    ];
    for (const [i, { method, path }] of publicOperations.entries()) {
      for (const token of wrong.slice(0, 2)) {
        const url = path.replace('{api_token}', token);
        expectProblem(await api.request(method, url, { ip: `192.0.2.${10 + i}` }), 404, 'unknown_token');
      }
    }
    for (const token of wrong) {
      const answer = await api.request('GET', `/api/hotels/${token}`, { ip: '192.0.2.9' });
      expect([token, answer.status]).toEqual([token, 404]);
    }
  });

  test('stops at once when it is revoked, and the other tokens go on', async () => {
    const property = await api.property();
    const second = await issue(property, 'full');
    expect((await api.get(`/api/hotels/${second.api_token}`)).status).toBe(200);
    await api.operator('DELETE', `/properties/${property.hotelId}/tokens/${second.id}`);
    expectProblem(await api.get(`/api/hotels/${second.api_token}`), 404, 'unknown_token');
    expect((await api.get(`/api/hotels/${property.token}`)).status).toBe(200);
  });

  test('is not opened by a header, a cookie or a query parameter', async () => {
    const { token } = await api.property();
    const answer = await api.get(`/api/hotels/x?api_token=${token}&token=${token}`, {
      authorization: `Bearer ${token}`,
      cookie: `api_token=${token}`,
      'x-api-key': token,
    });
    expectProblem(answer, 404, 'unknown_token');
  });
});

test('the last use of a token is recorded, and only its own', async () => {
  const property = await api.property();
  const second = await issue(property, 'read');
  expect((await list(property)).map((token) => token.last_used_at)).toEqual([null, null]);
  api.clock = Temporal.Instant.from('2026-06-15T12:34:56.789Z');
  await api.get(`/api/hotels/${second.api_token}`);
  await api.get(`/api/logs/${second.api_token}`); // reading the log stores the buffered entries
  expect((await list(property)).map((token) => token.last_used_at)).toEqual([
    null,
    '2026-06-15T12:34:56.789Z',
  ]);
});

test('only the SHA-256 of a token is stored', async () => {
  const { token } = await api.property();
  const rows = await api.db.query<{ found: number }>(
    `select count(*)::int as found from tokens where token_hash = sha256($1::bytea)`,
    [Buffer.from(token)],
  );
  expect(rows).toEqual([{ found: 1 }]);
});

describe('a token that writes', () => {
  const book = ({ token, room }: TestProperty, checkin: string, checkout: string) =>
    api.post(`/api/bookings/${token}`, { room_id: room, name: 'Ada', checkin, checkout, price: 10 });

  test('is refused at once when the operator revokes it, or ends the subscription', async () => {
    const property = await api.property();
    expect((await book(property, '2026-07-01', '2026-07-02')).status).toBe(200);
    await api.operator('PATCH', `/properties/${property.hotelId}`, { subscription: { status: 'past_due' } });
    expectProblem(await book(property, '2026-07-02', '2026-07-03'), 402, 'subscription_required');
    await api.operator('PATCH', `/properties/${property.hotelId}`, { subscription: { status: 'active' } });
    expect((await book(property, '2026-07-03', '2026-07-04')).status).toBe(200);
    const [first] = await list(property);
    await api.operator('DELETE', `/properties/${property.hotelId}/tokens/${first.id}`);
    expectProblem(await book(property, '2026-07-04', '2026-07-05'), 404, 'unknown_token');
  });

  test('is refused soon when another process revokes it', async () => {
    const property = await api.property();
    expect((await book(property, '2026-07-01', '2026-07-02')).status).toBe(200);
    await api.db.query('update tokens set revoked_at = now() where hotel_id = $1', [property.hotelId]);
    await eventually(async () =>
      expectProblem(await book(property, '2026-07-01', '2026-07-02'), 404, 'unknown_token'),
    );
  });
});
