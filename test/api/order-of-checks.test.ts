// The order of the checks of a request, shown by requests that break several rules at once.
import { beforeAll, describe, expect, test } from 'vitest';
import { publicOperations } from '../../src/api/operations.ts';
import { type ApiResponse, type TestProperty, useApi } from '../harness/api.ts';
import { fingerprint } from './database-dump.ts';
import { expectProblem } from './expectations.ts';

const api = useApi({ sample: true });
const NO_TOKEN = `pms_live_${'0'.repeat(38)}`;
const JSON_TYPE = { 'content-type': 'application/json' };

/** Bodies that every operation rejects. */
const BAD_BODIES: [string, string, Record<string, string>][] = [
  ['malformed JSON', '{"room_id":', JSON_TYPE],
  ['a body that is too large', `"${'x'.repeat(25 * 1024 * 1024)}"`, JSON_TYPE],
  ['a body that is no JSON', 'room_id=1', { 'content-type': 'application/x-www-form-urlencoded' }],
  ['a body of no type', '{}', {}],
  ['a wrong type in the body', '{"room_id":"1"}', JSON_TYPE],
];

const send = (method: string, path: string, raw: string, headers: Record<string, string>) =>
  api.request(method, path, { raw, headers });

let property: TestProperty;
let readToken: string;
let lapsed: { token: string; readToken: string };

beforeAll(async () => {
  const withReader = async () => {
    const made = await api.property();
    const path = `/properties/${made.hotelId}/tokens`;
    return {
      ...made,
      reader: (await api.operator('POST', path, { label: 'r', access: 'read' })).body.api_token,
    };
  };
  const first = await withReader();
  property = first;
  readToken = first.reader;
  const second = await withReader();
  await api.operator('PATCH', `/properties/${second.hotelId}`, { subscription: { status: 'past_due' } });
  lapsed = { token: second.token, readToken: second.reader };
});

describe.each(BAD_BODIES)('with %s', (_, raw, headers) => {
  test('an unknown path is 404 not_found', async () => {
    expectProblem(await send('POST', `/api/nothing/${property.token}`, raw, headers), 404, 'not_found');
    expectProblem(await send('POST', '/api/bookings', raw, headers), 404, 'not_found');
  });

  test('a method that the path does not accept is 405, with the right token or a wrong one', async () => {
    for (const token of [property.token, NO_TOKEN, 'api_token']) {
      const answer = await send('PUT', `/api/bookings/${token}`, raw, headers);
      expectProblem(answer, 405, 'method_not_allowed');
      expect(answer.headers.allow).toBe('GET, HEAD, POST, PATCH, DELETE');
    }
  });

  test('an unknown token is 404 unknown_token', async () => {
    expectProblem(await send('POST', `/api/bookings/${NO_TOKEN}`, raw, headers), 404, 'unknown_token');
    expectProblem(await send('DELETE', '/api/bookings/x', raw, headers), 404, 'unknown_token');
  });

  test('a lapsed subscription is 402, also for a token that may only read', async () => {
    for (const token of [lapsed.token, lapsed.readToken]) {
      expectProblem(await send('POST', `/api/bookings/${token}`, raw, headers), 402, 'subscription_required');
    }
  });

  test('a write in the sandbox is 403 demo_mode, with a read token 403 read_only_token', async () => {
    for (const path of ['bookings', 'availability', 'messages']) {
      expectProblem(await send('POST', `/api/${path}/api_token`, raw, headers), 403, 'demo_mode');
      expectProblem(await send('POST', `/api/${path}/${readToken}`, raw, headers), 403, 'read_only_token');
    }
    expectProblem(await send('DELETE', '/api/bookings/api_token?date=x', raw, headers), 403, 'demo_mode');
  });

  test("on the operator's side a missing key is 401", async () => {
    expectProblem(await send('POST', '/operator/properties', raw, headers), 401, 'unauthorized');
  });
});

describe('a request with a good token', () => {
  test.each([
    [400, 'invalid_data', BAD_BODIES[0]],
    [413, 'payload_too_large', BAD_BODIES[1]],
    [415, 'unsupported_media_type', BAD_BODIES[2]],
    [415, 'unsupported_media_type', BAD_BODIES[3]],
    [400, 'invalid_data', BAD_BODIES[4]],
  ] as const)('is %i %s for a bad body', async (status, code, bad) => {
    const [, raw, headers] = bad!;
    expectProblem(await send('POST', `/api/messages/${property.token}`, raw, headers), status, code);
  });

  test('is refused for its query before its body, and for its shape before any rule', async () => {
    const path = `/api/availability/${property.token}`;
    expectProblem(await api.post(`${path}?dry_run=x`, {}), 400, 'invalid_parameters', ['dry_run']);
    const wrong = { room_id: 999_999, date: '2027-02-29', price: 1 };
    expectProblem(await api.post(path, wrong), 400, 'invalid_data', ['date']);
    expectProblem(await api.post(path, { ...wrong, date: '2027-02-28' }), 400, 'unknown_room');
  });

  test('that is refused anywhere on the way changes nothing', async () => {
    const before = await fingerprint(api.db);
    for (const [, raw, headers] of BAD_BODIES) {
      await send('POST', `/api/bookings/${property.token}`, raw, headers);
      await send('DELETE', `/api/bookings/${property.token}?order_id=1`, raw, headers);
    }
    expect(await fingerprint(api.db)).toBe(before);
  });
});

describe('while the subscription is lapsed', () => {
  test.each(
    publicOperations.map((operation) => [operation.name, operation] as const),
  )('%s is 402, except that the status and the profiles stay readable', async (name, { method, path }) => {
    const answer: ApiResponse = await api.request(method, path.replace('{api_token}', lapsed.token));
    if (['getStatus', 'getHotel', 'listOpenedProperties'].includes(name)) expect(answer.status).toBe(200);
    else expectProblem(answer, 402, 'subscription_required');
  });

  test('the status says why', async () => {
    const { body } = await api.get(`/api/status/${lapsed.token}`);
    expect(body).toMatchObject({ status: 'suspended', subscription: { status: 'past_due' } });
  });
});

describe('once the minute is used up', () => {
  const limited = useApi({ sample: true, limits: { sandbox: 2, live: 2 } });

  test('429 comes after an unknown token and before 402, 403 and everything else', async () => {
    const own = await limited.property();
    const path = `/api/bookings/${own.token}`;
    const raw = '{';
    await limited.operator('PATCH', `/properties/${own.hotelId}`, { subscription: { status: 'cancelled' } });
    expectProblem(await limited.get(path), 402, 'subscription_required');
    expectProblem(await limited.get(path), 402, 'subscription_required');
    for (const method of ['GET', 'POST', 'DELETE']) {
      const answer = await limited.request(method, path, { raw, headers: JSON_TYPE });
      expectProblem(answer, 429, 'rate_limited');
    }
    expectProblem(await limited.get(`/api/bookings/${NO_TOKEN}`), 404, 'unknown_token');
    expectProblem(await limited.request('PUT', path), 405, 'method_not_allowed');

    for (const expected of ['demo_mode', 'demo_mode', 'rate_limited']) {
      const answer = await limited.post('/api/bookings/api_token', {});
      expect(answer.body.code).toBe(expected);
    }
  });
});
