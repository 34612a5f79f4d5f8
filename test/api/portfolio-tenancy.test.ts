// A token of several properties, at every operation: it does with each of them what a token of that one does, and reaches no other.
import { beforeAll, describe, expect, test } from 'vitest';
import { publicOperations } from '../../src/api/operations.ts';
import { type ApiResponse, useApi } from '../harness/api.ts';
import { dumpDatabase, dumpProperty, ofProperty } from './database-dump.ts';
import { expectProblem } from './expectations.ts';
import { type Ids, type Populated, populatePortfolio } from './populated.ts';
import { type AnyOperation, idsOf, sampleRequest } from './sample-requests.ts';

const api = useApi();
/** The token opens both. */
let own: Populated;
let second: Populated;
/** The token does not open it. */
let other: Populated;
let portfolio: string;

beforeAll(async () => {
  api.clock = Temporal.Instant.from('2026-06-15T10:00:00Z');
  ({ own, second, other, token: portfolio } = await populatePortfolio(api));
});

type Request = { token?: string; ids?: Ids; hotelId?: number | string; withQuery?: readonly string[] };

const send = (operation: AnyOperation, { token, ids, hotelId, withQuery }: Request) => {
  const { method, path, body } = sampleRequest(operation, ids ?? own.ids, token ?? portfolio, withQuery);
  const named = hotelId === undefined ? '' : `${path.includes('?') ? '&' : '?'}hotel_id=${hotelId}`;
  return api.request(method, path + named, body === undefined ? {} : { body });
};

/** Returns the content of a refusal with the id replaced by `#`. */
const contentOf = ({ status, body }: ApiResponse, id: number) => {
  const { timestamp: _, request_id: __, ...rest } = body;
  return { status, text: JSON.stringify(rest).replaceAll(String(id), '#') };
};

const NOBODY = 999_999;
const ofOneProperty = publicOperations.filter((one) => one.kind !== 'list' || !one.ofToken);

describe.each(ofOneProperty.map((one) => [one.name, one] as const))('%s', (_, operation) => {
  test('is refused without the property, with one that is not opened, and with a value that is no id', async () => {
    const before = await dumpDatabase(api.db);
    const without = await send(operation, {});
    expectProblem(without, 400, 'property_required');
    expect(without.body.data).toEqual({
      properties: [
        { hotel_id: own.hotelId, name: 'Quinta do Mar' },
        { hotel_id: second.hotelId, name: 'Quinta do Mar' },
      ],
      total: 2,
    });
    const foreign = await send(operation, { hotelId: other.hotelId });
    expectProblem(foreign, 400, 'property_not_opened');
    const unknown = await send(operation, { hotelId: NOBODY });
    expect(contentOf(foreign, other.hotelId)).toEqual(contentOf(unknown, NOBODY));
    const sample = await send(operation, { hotelId: 1 });
    expect(contentOf(sample, 1).status).toBe(400);
    expectProblem(sample, 400, 'property_not_opened');
    for (const wrong of ['x', '', '1.5', `${own.hotelId}&hotel_id=${own.hotelId}`, '%00', '9'.repeat(30)]) {
      const answer = await send(operation, { hotelId: wrong });
      expectProblem(answer, 400, 'invalid_parameters');
    }
    expect(await dumpDatabase(api.db)).toEqual(before);
  });

  test('with the property reaches this one only', async () => {
    const before = await dumpDatabase(api.db);
    const answer = await send(operation, { hotelId: own.hotelId });
    expect(['property_required', 'property_not_opened']).not.toContain(answer.body?.code);
    if (operation.method === 'GET') {
      const alone = await send(operation, { token: own.token });
      const values = (one: ApiResponse) => ({ status: one.status, body: withoutPlace(one) });
      if (operation.name !== 'listLogs') expect(values(answer)).toEqual(values(alone));
    }
    expect(answer.text).not.toContain('Of the other');
    expect(answer.text).not.toContain('Our second');
    for (const one of [second, other])
      expect(await dumpProperty(api.db, one.hotelId)).toEqual(ofProperty(before, one.hotelId));
  });

  test.each(
    idsOf(operation).map((place) => [place.where, place.name, place] as const),
  )('treats the %s %s of another property of the token as unknown', async (where, name, { kind }) => {
    const withQuery = where === 'query' ? [name] : [];
    const before = await dumpDatabase(api.db);
    const named = { hotelId: own.hotelId, withQuery };
    const unknown = await send(operation, { ...named, ids: { ...own.ids, [kind]: NOBODY } });
    const answer = await send(operation, { ...named, ids: { ...own.ids, [kind]: second.ids[kind] } });
    expect(answer.status).toBe(unknown.status);
    expect(answer.body.code).toBe(unknown.body.code);
    expect(answer.text).not.toContain('Our second');
    expect(await dumpDatabase(api.db)).toEqual(before);
  });
});

/** Returns the body of an answer without what differs between any two answers. */
function withoutPlace({ body }: ApiResponse): unknown {
  if (body?.code === undefined) return body;
  const { timestamp: _, request_id: __, ...rest } = body;
  return rest;
}
