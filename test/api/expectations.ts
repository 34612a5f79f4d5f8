// Expectations about every problem and every moment in a response.
import { expect } from 'vitest';
import type { Api, ApiResponse } from '../harness/api.ts';
import { fingerprint } from './database-dump.ts';

/** ISO 8601 UTC with milliseconds. */
export const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Expects this problem; `fields` are those with errors, in any order. */
export function expectProblem(
  answer: ApiResponse,
  status: number,
  code: string,
  fields?: readonly string[],
): void {
  expect({ status: answer.status, code: answer.body?.code, detail: answer.body?.detail }).toEqual({
    status,
    code,
    detail: expect.any(String),
  });
  expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  expect(answer.body).toEqual({
    type: `urn:innwire:problem:${code}`,
    title: expect.stringMatching(/./),
    status,
    code,
    detail: expect.stringMatching(/.[.?]$/),
    ...(answer.body.errors && { errors: expect.any(Array) }),
    ...(answer.body.nights && { nights: expect.any(Array) }),
    timestamp: expect.stringMatching(MOMENT),
    request_id: answer.headers['x-request-id'],
    ...(answer.body.data && { data: expect.any(Object) }),
  });
  const named = (answer.body.errors ?? []).map((error: { field: string; data?: object }) => {
    const { data, ...described } = error;
    expect(described).toEqual({
      field: expect.any(String),
      message: expect.stringMatching(/./),
      rule: expect.stringMatching(/^[a-z_]+$/),
    });
    expect(data).toSatisfy((facts) => facts === undefined || Object.keys(facts).length > 0);
    return error.field;
  });
  if (fields) expect(named.toSorted()).toEqual(fields.toSorted());
}

/** Texts that are no dates. */
export const NO_DATES = [
  '2026-02-30',
  '2026-02-29',
  '2026-2-3',
  '2026-13-01',
  '2026-00-10',
  '0000-01-01',
  '10000-01-01',
  '20260203',
  '2026-02-03T00:00:00Z',
  '2026/02/03',
  ' 2026-02-03',
  '٢٠٢٦-٠٢-٠٣',
  'tomorrow',
  '',
];

/**
 * Returns a function that sends a request and expects it to be refused with 400 and this code, with nothing changed in the
 * database; it returns the problem.
 */
export function refusalsBy(api: Api) {
  return async (send: () => Promise<ApiResponse>, code: string, fields?: readonly string[]): Promise<any> => {
    const before = await fingerprint(api.db);
    const answer = await send();
    expectProblem(answer, 400, code, fields);
    expect(await fingerprint(api.db)).toBe(before);
    return answer.body;
  };
}
