// Requests to Expedia Group's GraphQL service, and its responses: errors have status 200, with or without
// data.

import { withoutCardNumbers } from '../../model/card-numbers.ts';
import type { Verdict, WireRequest, WireResponse } from '../channel.ts';
import { at, listAt, readJson, textAt } from '../json.ts';
import { auth, httpFailure, ok, refused, retry, truncated } from '../responses.ts';
import { address, GRAPHQL_PATH, SHORT_TIMEOUTS, unexpectedResponse } from './client.ts';
import type { ExpediaConnection } from './settings.ts';

/** Builds a request to the GraphQL service. */
export function graphqlRequest(
  operation: string,
  query: string,
  variables: Record<string, unknown>,
  connection: ExpediaConnection,
): WireRequest {
  return {
    operation,
    method: 'POST',
    url: address(connection, 'graphql', GRAPHQL_PATH),
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ query: query.replace(/\s+/g, ' ').trim(), variables }),
    ...SHORT_TIMEOUTS,
  };
}

/**
 * Returns whether the connection has the separate key for messages and reviews, which not every property has.
 */
export function hasGraphql({ credentials }: ExpediaConnection): boolean {
  return Boolean(credentials.graphql_key && credentials.graphql_secret);
}

/** Returns the variables of a request. */
export function variablesOf(request: WireRequest): unknown {
  return at(readJson(request.body ?? ''), 'variables');
}

/** Codes in `extensions` by which errors are classified; an interpretation, not documented. */
const ACCESS = /UNAUTHENTICATED|UNAUTHORIZED|FORBIDDEN|ACCESS_DENIED/i;
const TEMPORARY_CODES = /INTERNAL|TIMEOUT|TIMED_OUT|UNAVAILABLE|RATE_LIMIT|TOO_MANY|THROTTL/i;

/** Returns the data of a successful response, or the failure. */
export function readGraphql(response: WireResponse): Verdict<unknown> {
  const body = readJson(response.body);
  const errors = listAt(body, 'errors') ?? [];
  const reason = errors.slice(0, 5).map(errorText).join('; ');
  const failure = httpFailure(response, reason || null);
  if (failure) return failure;
  if (errors.length > 0) {
    const codes = errors.map(
      (error) => textAt(error, 'extensions/code') ?? textAt(error, 'extensions/classification'),
    );
    if (codes.some((code) => code && ACCESS.test(code))) return auth(reason);
    return codes.some((code) => code && TEMPORARY_CODES.test(code)) ? retry(reason) : refused(reason);
  }
  const data = at(body, 'data');
  return typeof data === 'object' && data !== null ? ok(data) : unexpectedResponse(response);
}

function errorText(error: unknown): string {
  const parts = [textAt(error, 'extensions/code'), textAt(error, 'message')].filter((part) => part !== null);
  return truncated(withoutCardNumbers(parts.join(' ') || 'no reason given'), 500);
}
