// The audit trail: who used the operator key for what, written in the transaction of the change, without
// secret or personal data.
import { describe, expect, test } from 'vitest';
import { operatorOperations } from '../../src/api/operations.ts';
import { pruneActions } from '../../src/pms/operator-actions.ts';
import { OPERATOR_KEY, useApi } from '../harness/api.ts';
import { expectProblem } from './expectations.ts';

const api = useApi();
const audit = async (query: string) => (await api.operator('GET', `/audit?${query}`)).body as any[];
const of = (hotelId: number, query = '') => audit(`hotel_id=${hotelId}${query}`);
const asOperator = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  api.request(method, `/operator${path}`, {
    ...(body !== undefined && { body }),
    headers: { authorization: `Bearer ${OPERATOR_KEY}`, ...headers },
    ip: '198.51.100.44',
  });

describe('a change by the operator', () => {
  test('is listed with time, address, request id, operation, property and what was sent', async () => {
    const { hotelId } = await api.property();
    const made = await asOperator(
      'POST',
      `/properties/${hotelId}/tokens`,
      { label: 'locks', access: 'read' },
      { 'x-request-id': 'req-77' },
    );
    const [entry] = await of(hotelId);
    expect(entry).toEqual({
      id: expect.any(Number),
      hotel_id: hotelId,
      created_at: expect.stringMatching(/^20\d\d-.*Z$/),
      operation: 'createToken',
      outcome: 'ok',
      address: '198.51.100.44',
      request_id: 'req-77',
      target: { id: made.body.id },
      changed: { label: 'locks', access: 'read' },
      user_id: null,
    });
  });

  test('that makes a property is listed under that property', async () => {
    const made = await asOperator('POST', '/properties', { name: 'Casa', currency: 'EUR' });
    const entries = await of(made.body.hotel_id);
    expect(entries.map(({ operation, changed }) => [operation, changed])).toEqual([
      ['createProperty', { name: '***', currency: 'EUR' }],
    ]);
  });

  test('that was refused is listed with the code of the refusal', async () => {
    const { hotelId } = await api.property();
    await asOperator('POST', `/properties/${hotelId}/tokens`, { label: 7 });
    await asOperator('DELETE', `/properties/${hotelId}/tokens/999999`);
    await asOperator('PATCH', '/properties/999999', { name: 'x' });
    const outcomes = (await of(hotelId)).map(({ operation, outcome, target }) => [
      operation,
      outcome,
      target,
    ]);
    expect(outcomes.slice(0, 2)).toEqual([
      ['revokeToken', 'not_found', { id: '999999' }],
      ['createToken', 'invalid_data', {}],
    ]);
    expect((await of(999_999))[0]).toMatchObject({
      operation: 'changeProperty',
      outcome: 'unknown_property',
    });
  });

  test('is listed exactly when it was made: in the same transaction', async () => {
    const { hotelId } = await api.property();
    await api.db.query(
      `alter table operator_actions add constraint full_disk check (hotel_id <> ${hotelId}) not valid`,
    );
    const label = 'not recorded';
    const refused = await asOperator('POST', `/properties/${hotelId}/tokens`, { label });
    await api.db.query('alter table operator_actions drop constraint full_disk');
    expectProblem(refused, 500, 'server_error');
    const tokens = (await api.operator('GET', `/properties/${hotelId}/tokens`)).body as { label: string }[];
    expect(tokens.map((token) => token.label)).not.toContain(label);
  });

  test('that is repeated with its Idempotency-Key is listed as replayed', async () => {
    const { hotelId } = await api.property();
    const again = () =>
      asOperator(
        'POST',
        `/properties/${hotelId}/tokens`,
        { label: 'a' },
        { 'idempotency-key': `k-${hotelId}` },
      );
    await again();
    await again();
    expect((await of(hotelId, '&operation=createToken')).map(({ outcome }) => outcome)).toEqual([
      'replayed',
      'ok',
    ]);
  });
});

describe('no secret and nothing personal is kept', () => {
  test('of credentials, addresses, guests and texts', async () => {
    const { hotelId, token, room } = await api.property();
    const secrets = [
      'hunter2',
      'u5er',
      'S3cretPath',
      'Ada Lovelace',
      'ada@example.com',
      '+351 912',
      'see you',
      '4111',
    ];
    const order = (
      await api.post(`/api/bookings/${token}`, {
        room_id: room,
        name: 'x',
        checkin: '2027-03-01',
        checkout: '2027-03-02',
        price: 1,
      })
    ).body.order_id;
    await asOperator('PUT', `/properties/${hotelId}/channels/booking_com`, {
      protocol: 'booking_com',
      url: 'https://u5er:hunter2@ota.example/S3cretPath?key=hunter2',
      credentials: { username: 'u5er', password: 'hunter2', nested: { password: 'hunter2' } },
      settings: { hotel_id: 'hunter2', deep: [{ password: 'hunter2', card: 4111111111111111 }] },
      rooms: [
        { room_id: room, ical_url: 'https://a.example/S3cretPath.ics?s=hunter2', external_room: 'R-1' },
      ],
    });
    await asOperator('PATCH', `/properties/${hotelId}/bookings/${order}`, {
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      phone: '+351 912',
      price: 12.5,
    });
    await asOperator('POST', `/properties/${hotelId}/webhooks`, {
      url: 'https://u5er:hunter2@a.example/S3cretPath?t=hunter2',
    });
    await asOperator('POST', `/properties/${hotelId}/tokens`, { label: 'my card 4111 1111 1111 1111' });
    await asOperator('POST', `/properties/${hotelId}/messages`, { rid: order, reply: 'see you' });
    const text = JSON.stringify(await of(hotelId));
    for (const secret of secrets) expect(text).not.toContain(secret);
    expect(text).not.toMatch(/pms_live|whsec/);
    // The names of the changed members are still there.
    for (const member of ['credentials', 'password', 'ical_url', 'email', 'reply'])
      expect(text).toContain(`"${member}"`);
    expect(text).toContain('"price":12.5');
    expect(text).toContain('https://***@ota.example/');
  });

  test('of a body that is large or deep', async () => {
    const { hotelId } = await api.property();
    const deep = JSON.parse(`${'{"a":'.repeat(500)}1${'}'.repeat(500)}`);
    const long = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`member_${i}`, i]));
    await asOperator('PATCH', `/properties/${hotelId}`, { settings: deep, ...long });
    const [row] = await api.db.query<{ size: number }>(
      'select max(pg_column_size(changed::text))::int as size from operator_actions where hotel_id = $1',
      [hotelId],
    );
    expect(row!.size).toBeLessThan(10_000);
  });
});

describe('reads', () => {
  test('of backups and of exchanges with channels are listed, other reads are not', async () => {
    const { hotelId } = await api.property();
    await asOperator('GET', '/backup');
    await asOperator('GET', `/properties/${hotelId}/logs/1/exchanges`);
    await asOperator('GET', `/properties/${hotelId}/tokens`);
    expect((await audit('hotel_id=0&limit=1'))[0]).toMatchObject({
      hotel_id: null,
      operation: 'downloadBackup',
    });
    expect((await of(hotelId))[0]).toMatchObject({
      operation: 'listExchanges',
      outcome: 'ok',
      target: { entry_id: '1' },
    });
  });
});

describe('the list', () => {
  test('is filtered and comes in pages, the newest first', async () => {
    const { hotelId } = await api.property();
    const before = Temporal.Instant.fromEpochMilliseconds(Date.now()).toString();
    for (let i = 0; i < 5; i += 1)
      await asOperator('POST', `/properties/${hotelId}/tokens`, { label: `t${i}` });
    const all = await of(hotelId, `&since=${before}&operation=createToken&outcome=ok`);
    expect(all.map(({ changed }) => changed.label)).toEqual(['t4', 't3', 't2', 't1', 't0']);
    const page = await api.operator('GET', `/audit?hotel_id=${hotelId}&since=${before}&limit=2`);
    const next = /^<http:\/\/innwire\.test\/operator(.*)>; rel="next"$/.exec(page.headers['link']!)![1]!;
    const second = await api.operator('GET', next);
    expect([...page.body, ...second.body].map(({ id }) => id)).toEqual(all.slice(0, 4).map(({ id }) => id));
    const last = await api.operator(
      'GET',
      /<http:\/\/innwire\.test\/operator(.*)>/.exec(second.headers['link']!)![1]!,
    );
    expect(last.body).toHaveLength(1);
    expect(last.headers['link']).toBeUndefined();
    expect(await of(hotelId, `&until=${before}&operation=createToken`)).toEqual([]);
    expectProblem(await api.operator('GET', '/audit?since=yesterday'), 400, 'invalid_parameters');
  });

  test('forgets what is older than 400 days', async () => {
    const { hotelId } = await api.property();
    const count = async () => (await of(hotelId)).length;
    const known = await count();
    await pruneActions(api.db, Temporal.Now.instant().add({ hours: 399 * 24 }));
    expect(await count()).toBe(known);
    await pruneActions(api.db, Temporal.Now.instant().add({ hours: 401 * 24 }));
    expect(await count()).toBe(0);
  });
});

test('every operation of the operator that writes leaves an entry, even when it is refused', async () => {
  for (const operation of operatorOperations.filter(({ method }) => method !== 'GET')) {
    const requestId = `every-${operation.name}`;
    const path = operation.path.replace('/operator', '').replaceAll(/\{\w+\}/g, '987654');
    await asOperator(operation.method, path, {}, { 'x-request-id': requestId });
    const [row] = await api.db.query<{ operation: string }>(
      'select operation from operator_actions where request_id = $1',
      [requestId],
    );
    expect(row?.operation, operation.name).toBe(operation.name);
  }
});
