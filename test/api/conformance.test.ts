// Responses match the OpenAPI descriptions: every operation, live, in the sandbox and in a property with
// data.
import { beforeAll, describe, expect, test } from 'vitest';
import { publicOperations } from '../../src/api/operations.ts';
import { type ApiResponse, OPERATOR_KEY, useApi } from '../harness/api.ts';
import { type Ids, type Populated, populate } from './populated.ts';
import { type AnyOperation, idsOf, operations, sampleRequest } from './sample-requests.ts';
import { checkAgainst, type SchemaCheck } from './schema-check.ts';

const api = useApi({ sample: true });
const checks: Record<string, SchemaCheck> = {};
/** For requests that are rejected, or after which the remaining data does not matter. */
let shared: Populated;
/** For requests that read. */
let read: Populated;

beforeAll(async () => {
  api.clock = Temporal.Instant.from('2026-06-15T10:00:00Z');
  const key = { authorization: `Bearer ${OPERATOR_KEY}` };
  shared = await populate(api, 'Quinta');
  read = await populate(api, 'Quinta');
  checks.public = checkAgainst((await api.get('/api/openapi.json')).body);
  checks.operator = checkAgainst((await api.get('/operator/openapi.json', key)).body);
});

function expectDescribed(side: string, { method, path }: AnyOperation, answer: ApiResponse): void {
  const type = answer.headers['content-type'] ?? '';
  const errors = checks[side]!.answerErrors(method, path, { ...answer, type });
  expect(errors, answer.text.slice(0, 1_000)).toEqual([]);
}

const send = (side: string, { method, path, body }: ReturnType<typeof sampleRequest>) =>
  side === 'operator'
    ? api.operator(method, path.slice('/operator'.length), body)
    : api.request(method, path, body === undefined ? {} : { body });

describe.each(
  operations.map(({ side, operation }) => [operation.name, side, operation] as const),
)('%s (%s)', (name, side, operation) => {
  test('done as its examples say succeeds, and the answer is as described', async () => {
    const { ids, token } = operation.method === 'GET' ? read : await populate(api, 'Quinta');
    const answer = await send(side, sampleRequest(operation, await ready(name, ids), token));
    expect(answer.status, answer.text).toBe(statusOf(operation));
    expectDescribed(side, operation, answer);
    if (operation.kind === 'list') expect(answer.body.length).toBeGreaterThan(name === 'listLogs' ? -1 : 0);
  });

  test('with ids that nobody has is refused or empty as described', async () => {
    const { ids, token } = shared;
    for (const { kind, where, name: query } of idsOf(operation)) {
      const unknown = { ...ids, [kind]: kind === 'channel' ? 'nobody' : 999_999 };
      const request = sampleRequest(operation, unknown, token, where === 'query' ? [query] : []);
      expectDescribed(side, operation, await send(side, request));
    }
  });

  test('without its body, with an empty one and with a wrong query is refused as described', async () => {
    const { ids, token } = shared;
    const { method, path } = sampleRequest(operation, ids, token);
    for (const body of [undefined, {}, [], null, { room_id: 'x' }]) {
      expectDescribed(side, operation, await send(side, { method, path, body }));
    }
    const wrong = `${path}${path.includes('?') ? '&' : '?'}fromdate=x&room_id=x&limit=x&rid=x&id=x`;
    expectDescribed(side, operation, await send(side, { method, path: wrong }));
  });
});

/** The status of a read with the ids of the populated property: no channel keeps a file of its messages. */
const statusOf = ({ name }: Pick<AnyOperation, 'name'>) => (name === 'getMessageAttachment' ? 404 : 200);

/** The path with its required parameters. */
const withExamples = (operation: AnyOperation, token: string, ids = shared.ids) =>
  sampleRequest(operation, ids, token).path;

/** Ids with a booking and a template of the sandbox. */
async function sandboxIds(): Promise<Ids> {
  const [booking] = (await api.get('/api/bookings/api_token?limit=1')).body;
  const [template] = (await api.get('/api/message_templates/api_token?limit=1')).body;
  return { ...shared.ids, order: booking.order_id, template: template.template_id };
}

/** Prepares data that an example needs. */
async function ready(name: string, ids: Ids): Promise<Ids> {
  if (name === 'revokePortfolioToken') {
    const { body } = await api.operator('POST', '/tokens', { label: 'x', all_properties: true });
    return { ...ids, token: body.id };
  }
  if (name.endsWith('Practice')) return practiceHouse(name, ids);
  if (name === 'archiveProperty' || name === 'removeProperty') return emptyHouse(name, ids);
  if (name !== 'archiveRoom') return ids;
  const room = { name: 'Unused', capacity: 1, price: 1 };
  const { body } = await api.operator('POST', `/properties/${ids.hotel}/rooms`, room);
  return { ...ids, room: body.room_id };
}

/** Makes a property without channels and stays; to be removed, in the archive and with the name of the example. */
async function emptyHouse(name: string, ids: Ids): Promise<Ids> {
  const { hotelId: hotel } = await api.property({ name: 'Quinta do Mar' });
  if (name === 'removeProperty') await api.operator('POST', `/properties/${hotel}/archive`, {});
  return { ...ids, hotel };
}

/** Makes a property without other channels; unless it is to be connected, with the practice channel and the nights of its example. */
async function practiceHouse(name: string, ids: Ids): Promise<Ids> {
  const { hotelId: hotel, room } = await api.property({ rooms: [{ units: 2, price: 100 }] });
  if (name !== 'connectPractice') await api.operator('POST', `/properties/${hotel}/practice_channel`);
  await api.db.query(
    `insert into practice_nights (hotel_id, room_id, date, available, price_minor)
     select $1, $2, day, 2, 10000 from generate_series('2026-12-01'::date, '2026-12-03', '1 day') as day`,
    [hotel, room],
  );
  return { ...ids, hotel, room };
}

describe.each(
  publicOperations.map((operation) => [operation.name, operation] as const),
)('%s', (_, operation) => {
  test('in the sandbox answers as described', async () => {
    const path = withExamples(operation, 'api_token', await sandboxIds());
    const answer = await api.request(operation.method, path);
    expect(answer.status).toBe(operation.kind === 'write' ? 403 : statusOf(operation));
    expectDescribed('public', operation, answer);
    if (operation.kind === 'list' && answer.body.length > 0) {
      expectDescribed('public', operation, await api.get(`${path}${path.includes('?') ? '&' : '?'}limit=1`));
    }
  });

  test('with an unknown token, a lapsed subscription or a read token answers as described', async () => {
    const { hotelId, token } = await api.property();
    const made = await api.operator('POST', `/properties/${hotelId}/tokens`, {
      label: 'r',
      access: 'read',
    });
    const ask = (value: string) =>
      api.request(operation.method, operation.path.replace('{api_token}', value));
    expectDescribed('public', operation, await ask('nobody'));
    expectDescribed('public', operation, await ask(made.body.api_token));
    await api.operator('PATCH', `/properties/${hotelId}`, { subscription: { status: 'cancelled' } });
    expectDescribed('public', operation, await ask(token));
  });

  test('unchanged answers as described', async () => {
    if (operation.kind === 'write' || operation.caching === 'no-etag') return;
    const { token } = await api.property();
    const answer = await api.get(withExamples(operation, token), { 'if-none-match': '*' });
    expect(answer.status).toBe(statusOf(operation) === 200 ? 304 : statusOf(operation));
    expectDescribed('public', operation, answer);
  });
});

test('an OTA booking that overlaps, with availability below zero, is as described', async () => {
  const { token } = await populate(api, 'Quinta');
  await api.db.query('update nights set available = -2, overbooked = 2 where available = 0');
  for (const operation of publicOperations.filter((one) => one.kind === 'list')) {
    expectDescribed('public', operation, await api.get(operation.path.replace('{api_token}', token)));
  }
});
