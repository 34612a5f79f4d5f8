// Generated input: any request gets a response that is described, and a rejected request changes nothing.
// TEST_RUNS=600 sets a longer run (requests per operation), TEST_SEED=… another seed; a failure prints its
// seed.
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { type ApiResponse, OPERATOR_KEY, useApi } from '../harness/api.ts';
import { randomly } from '../harness/random.ts';
import { fingerprint } from './database-dump.ts';
import { type GeneratedRequest, requestsTo } from './generated-requests.ts';
import { type Populated, populate } from './populated.ts';
import { type AnyOperation, operations } from './sample-requests.ts';
import { checkAgainst, type SchemaCheck } from './schema-check.ts';

const api = useApi();
api.clock = Temporal.Instant.from('2026-06-15T10:00:00Z');
const checks: Record<string, SchemaCheck> = {};
let requests = 0;
/** For requests that are all rejected. */
let shared: Populated;
/** For requests to operations that read, whose method is seldom altered. */
let read: Populated;

beforeAll(async () => {
  const key = { authorization: `Bearer ${OPERATOR_KEY}` };
  shared = await populate(api, 'Quinta');
  read = await populate(api, 'Quinta');
  checks.public = checkAgainst((await api.get('/api/openapi.json')).body);
  checks.operator = checkAgainst((await api.get('/operator/openapi.json', key)).body);
});

const send = (side: string, { method, path, headers, raw }: GeneratedRequest): Promise<ApiResponse> => {
  requests += 1;
  return api.request(method, path, {
    headers: { ...headers, ...(side === 'operator' && { authorization: `Bearer ${OPERATOR_KEY}` }) },
    ...(raw !== undefined && { raw }),
    // Wrong tokens are counted by address, which other tests cover.
    ip: `10.${requests >> 16}.${(requests >> 8) & 255}.${requests & 255}`,
  });
};

/** One object, so that it is compiled once. */
const PROBLEM = { $ref: '#/components/schemas/Problem' };

/** Returns what is wrong with a response. */
function faultsOf(
  side: string,
  operation: AnyOperation,
  request: GeneratedRequest,
  answer: ApiResponse,
): string[] {
  const { errors, answerErrors, document } = checks[side]!;
  const type = answer.headers['content-type'] ?? '';
  const body = request.method === 'HEAD' ? undefined : answer.body;
  const elsewhere =
    request.pathBent || !document.paths[operation.path][request.method.toLowerCase()]
      ? [200, 400, 404, 405, 413, 415]
      : [];
  const described = answerErrors(request.method, operation.path, { status: answer.status, type, body });
  const faults: string[] = [];
  if (answer.status >= 500) faults.push(`status ${answer.status}`);
  if (described.length > 0 && !elsewhere.includes(answer.status)) faults.push(...described);
  if (answer.status >= 400 && body !== undefined) {
    faults.push(...errors(PROBLEM, body));
    if (body.status !== answer.status) faults.push(`the body says ${body.status}`);
  }
  for (const name of ['x-executed-at', 'x-request-id', 'server-timing']) {
    if (!answer.headers[name]) faults.push(`no ${name}`);
  }
  if (answer.headers['set-cookie']) faults.push('a header was injected');
  return faults;
}

describe.each(
  operations.map(({ side, operation }) => [operation.name, side, operation] as const),
)('%s (%s)', (_, side, operation) => {
  test('answers anything as described, and a refusal changes nothing', async () => {
    const { ids, token, hotelId } = operation.method === 'GET' ? read : await populate(api, 'Quinta');
    const described = checks[side]!.document.paths[operation.path][operation.method.toLowerCase()];
    let before = await fingerprint(api.db, hotelId);
    await fc.assert(
      fc.asyncProperty(requestsTo(operation, described, { ids, token }), async (request) => {
        const answer = await send(side, request);
        expect(faultsOf(side, operation, request, answer), answer.text.slice(0, 500)).toEqual([]);
        const after = await fingerprint(api.db, hotelId);
        if (answer.status >= 300 || request.method === 'GET') expect(after, answer.text).toBe(before);
        before = after;
      }),
      randomly(5),
    );
  });
});

const writes = operations.filter(({ operation }) => operation.method !== 'GET');

describe.each(
  writes.map(({ side, operation }) => [operation.name, side, operation] as const),
)('%s (%s)', (_, side, operation) => {
  test('refuses ten megabytes and a hundred thousand levels', async () => {
    const { ids, token, hotelId } = shared;
    const path = operation.path
      .replace('{api_token}', token)
      .replace('{hotel_id}', String(ids.hotel))
      .replaceAll(/\{\w+\}/g, '999999');
    const before = await fingerprint(api.db, hotelId);
    const levels = 100_000;
    const bodies = [
      `{"name":"${'x'.repeat(10 * 1024 * 1024)}"}`,
      `${'['.repeat(levels)}${']'.repeat(levels)}`,
      `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`,
    ];
    for (const raw of bodies) {
      const headers = { 'content-type': 'application/json' };
      const request = { method: operation.method, path, headers, raw, pathBent: false };
      const answer = await send(side, request);
      expect([400, 404, 413]).toContain(answer.status);
      expect(faultsOf(side, operation, request, answer)).toEqual([]);
    }
    expect(await fingerprint(api.db, hotelId)).toBe(before);
  });
});
