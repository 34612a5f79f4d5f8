// The token is in every URL and the operator key in every call of the operator API: neither may be stored or
// logged.
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operatorOperations, publicOperations } from '../../src/api/operations.ts';
import { hashToken } from '../../src/model/token.ts';
import { buildServer, keepLog, OPERATOR_KEY, useApi } from '../harness/api.ts';

const api = useApi();
let app: FastifyInstance;
const log = keepLog('trace');
const secrets: string[] = [OPERATOR_KEY];
let hotelId: number;

/** The same server with a log that the test can read. */
beforeAll(async () => {
  app = await buildServer(api.db, {
    logger: log.logger,
    now: () => Temporal.Instant.from('2026-06-15T10:00:00Z'),
  });
  await exercise();
});
afterAll(() => app.close());

const call = (method: string, url: string, payload?: object | string, headers: Record<string, string> = {}) =>
  app.inject({
    method: method as 'GET',
    url,
    headers: { 'content-type': 'application/json', ...headers },
    ...(payload !== undefined && { payload }),
  });
const operator = (method: string, path: string, payload?: object) =>
  call(method, `/operator${path}`, payload, {
    authorization: `Bearer ${OPERATOR_KEY}`,
    'idempotency-key': `${method} ${path} ${JSON.stringify(payload)}`,
  });

/**
 * Calls every operation with valid and invalid input, and causes errors of every kind, each with a token in
 * its URL.
 */
async function exercise(): Promise<void> {
  const made = (await operator('POST', '/properties', { name: 'Quinta', currency: 'EUR' })).json();
  hotelId = made.hotel_id;
  const token: string = made.api_token;
  const second = (await operator('POST', `/properties/${hotelId}/tokens`, { label: 'second' })).json();
  const replaced = (await operator('POST', `/properties/${hotelId}/tokens`, { label: 'gone' })).json();
  secrets.push(token, second.api_token, replaced.api_token);
  const room = { name: 'R', capacity: 1, price: 1 };
  const { room_id } = (await operator('POST', `/properties/${hotelId}/rooms`, room)).json();
  await operator('DELETE', `/properties/${hotelId}/tokens/${replaced.id}`);

  const stay = { room_id, name: 'A', checkin: '2027-03-01', checkout: '2027-03-04', price: 9 };
  const key = { 'idempotency-key': 'booking' };
  for (let i = 0; i < 2; i += 1) await call('POST', `/api/bookings/${token}`, stay, key);
  for (const value of [token, second.api_token, replaced.api_token, `${token}x`]) {
    for (const { method, path } of publicOperations) {
      const url = path.replace('{api_token}', value);
      await call(method, `${url}?limit=1`);
      await call(method, `${url}?room_id=x`);
      if (method !== 'GET') await call(method, url, '{');
    }
    await call('PUT', `/api/bookings/${value}`);
    await call('GET', `/api/nothing/${value}`);
    await call('GET', `/api/bookings/${value}%zz`);
    await call('GET', `/api/bookings/${value.repeat(30)}`);
    await call('GET', `/operator/properties?key=${value}`);
  }
  await call('GET', '/operator/properties', undefined, { authorization: `Bearer ${OPERATOR_KEY}x` });
  for (const { method, path } of operatorOperations) {
    await operator(method, path.slice('/operator'.length).replace('{hotel_id}', String(hotelId)));
  }
  // A server error, with the token in the URL of the request.
  await api.db.query('alter table rooms rename to rooms_elsewhere');
  const broken = await call('GET', `/api/rentals/${token}`);
  await api.db.query('alter table rooms_elsewhere rename to rooms');
  expect(broken.statusCode).toBe(500);
  await call('GET', `/api/logs/${token}`); // stores the usage log
}

/** The forms in which a secret could be stored. */
const formsOf = (secret: string) => [secret, secret.replace('pms_live_', ''), encodeURIComponent(secret)];

test('no column of any table holds one of them, as text, JSON or bytes', async () => {
  const columns = await api.db.query<{ table: string; column: string; type: string }>(
    `select format('%I.%I', table_schema, table_name) as table, quote_ident(column_name) as column, data_type as type
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_type = 'BASE TABLE' and table_schema = 'public'
       and data_type in ('text', 'character varying', 'json', 'jsonb', 'bytea', 'ARRAY', 'name')`,
  );
  expect(columns.length).toBeGreaterThan(60);
  let rows = 0;
  for (const { table, column, type } of columns) {
    // Bytes are read as text.
    const values = await api.db.query<{ text: string }>(
      type === 'bytea'
        ? `select encode(${column}, 'escape') as text from ${table} where ${column} is not null`
        : `select ${column}::text as text from ${table} where ${column} is not null`,
    );
    rows += values.length;
    for (const secret of secrets.flatMap(formsOf)) {
      expect(
        values.some(({ text }) => text.includes(secret)),
        `${table}.${column}`,
      ).toBe(false);
    }
  }
  expect(rows).toBeGreaterThan(100);
});

test('no line of the log holds one of them, or the hash of one', () => {
  expect(log.text()).toMatch(/rooms/); // the server error was logged
  for (const secret of secrets.flatMap(formsOf)) expect(log.text()).not.toContain(secret);
  for (const secret of secrets) expect(log.text()).not.toContain(hashToken(secret).toString('hex'));
});

test('no metric, no entry of the usage log and no later answer holds one of them', async () => {
  const [, token] = secrets;
  const bodies = [
    (await call('GET', '/metrics', undefined, { authorization: `Bearer ${OPERATOR_KEY}` })).body,
    (await call('GET', `/api/logs/${token}?limit=1000`)).body,
    (await operator('GET', `/properties/${hotelId}/tokens`)).body,
    (await operator('GET', '/properties')).body,
    (await call('GET', `/api/ical/${token}`)).body,
    (await call('GET', `/api/status/${token}`)).body,
    (await call('GET', '/operator/openapi.json', undefined, { authorization: `Bearer ${OPERATOR_KEY}` }))
      .body,
  ];
  expect(bodies[1]).toContain('/api/bookings/{api_token}');
  for (const body of bodies) {
    for (const secret of secrets.flatMap(formsOf)) expect(body).not.toContain(secret);
  }
});

test('no refusal repeats the token or the key', async () => {
  const [key, token] = secrets as [string, string];
  const refusals = [
    await call('GET', `/api/bookings/${token}?fromdate=${token}`),
    await call('GET', `/api/bookings/${token}x`),
    await call('PUT', `/api/bookings/${token}`),
    await call('GET', `/api/nothing/${token}`),
    await call('POST', `/api/bookings/${token}`, { room_id: token }),
    await call('GET', '/operator/properties', undefined, { authorization: `Bearer ${key}x` }),
  ];
  for (const { statusCode, body, headers } of refusals) {
    expect(statusCode).toBeGreaterThanOrEqual(400);
    expect(body + JSON.stringify(headers)).not.toContain(token);
    expect(body + JSON.stringify(headers)).not.toContain(key);
  }
});
