// Requests to Expedia Group's GraphQL service, and what its answers mean: errors come with status 200, beside or instead of data.

import { withoutCardNumbers } from '../../model/card-numbers.ts';
import type { Failure } from '../answers.ts';
import {
  at,
  auth,
  clipped,
  excerpt,
  httpFailure,
  listAt,
  readJson,
  refused,
  retry,
  textAt,
} from '../answers.ts';
import type { ConnectionView, WireRequest, WireResponse } from '../channel.ts';
import { address, BRIEFLY, strange } from './settings.ts';

const PATH = '/supply/lodging/graphql';

export function graphqlRequest(
  operation: string,
  query: string,
  variables: Record<string, unknown>,
  connection: ConnectionView,
): WireRequest {
  return {
    operation,
    method: 'POST',
    url: address(connection, 'graphql', PATH),
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ query: query.replace(/\s+/g, ' ').trim(), variables }),
    ...BRIEFLY,
  };
}

export function isGraphql({ url }: WireRequest): boolean {
  return url.endsWith(PATH);
}

/** Messages and reviews need a key of their own, which not every property has. */
export function hasGraphql({ credentials }: ConnectionView): boolean {
  return Boolean(credentials['graphql_key'] && credentials['graphql_secret']);
}

/** The variables that a request was made with. */
export function variablesOf(request: WireRequest): unknown {
  return at(readJson(request.body ?? ''), 'variables');
}

/** Codes (in `extensions`) by which the service says what kind of trouble it is in; a reading, not documented. */
const ACCESS = /UNAUTHENTICATED|UNAUTHORIZED|FORBIDDEN|ACCESS_DENIED/i;
const PASSING = /INTERNAL|TIMEOUT|TIMED_OUT|UNAVAILABLE|RATE_LIMIT|TOO_MANY|THROTTL/i;

/** The data of a good answer, or what a bad one means. */
export function readGraphql(response: WireResponse): { data: unknown } | Failure {
  const body = readJson(response.body);
  const errors = listAt(body, 'errors') ?? [];
  const words = errors.slice(0, 5).map(wordsOf).join('; ');
  const failure = httpFailure(response, words || null);
  if (failure) return failure;
  if (errors.length > 0) {
    const codes = errors.map(
      (error) => textAt(error, 'extensions/code') ?? textAt(error, 'extensions/classification'),
    );
    if (codes.some((code) => code && ACCESS.test(code))) return auth(words);
    return codes.some((code) => code && PASSING.test(code)) ? retry(words) : refused(words);
  }
  const data = at(body, 'data');
  return typeof data === 'object' && data !== null ? { data } : strange(excerpt(response.body));
}

function wordsOf(error: unknown): string {
  const told = [textAt(error, 'extensions/code'), textAt(error, 'message')].filter((part) => part !== null);
  return clipped(withoutCardNumbers(told.join(' ') || 'no reason given'), 500);
}
