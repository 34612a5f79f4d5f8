// Requests to Airbnb and its responses: access tokens, requested with a refresh token (or, the first time, the host's
// authorization code); `{error_code, error_type, error_message, error_details}`, or a member named after the
// resource.

import type { Authorization, Session, Verdict, WireRequest, WireResponse } from '../channel.ts';
import { type Fields, fieldsOf, numberOf, readJson, textOf } from '../json.ts';
import { auth, describeBody, excerpt, httpFailure, ok, refused, unreadableAnswer } from '../responses.ts';
import type { AirbnbConnection } from './settings.ts';

export const authorization: Authorization<AirbnbConnection> = {
  authorize: (request, { credentials }, session) => ({
    ...request,
    headers: {
      ...request.headers,
      'x-airbnb-api-key': credentials.client_id ?? '',
      'x-airbnb-oauth-token': session?.token ?? '',
      accept: 'application/json',
      ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
  }),
  login: {
    renews: true,
    request: (connection) => {
      const { client_id, client_secret, refresh_token, authorization_code } = connection.credentials;
      const basic = Buffer.from(`${client_id}:${client_secret}`).toString('base64');
      return {
        operation: 'token',
        method: 'POST',
        url: address(connection, 'oauth2/authorizations?_unwrapped=true'),
        headers: {
          authorization: `Basic ${basic}`,
          'content-type': 'application/json',
          accept: 'application/json',
        },
        body: JSON.stringify(refresh_token ? { refresh_token } : { code: authorization_code }),
        // A code or token whose response was lost is used up and cannot be sent again.
        once: true,
      };
    },
    decode: readToken,
  },
};

function readToken(response: WireResponse, now: Temporal.Instant): Verdict<Session> {
  const body = fieldsOf(readJson(response.body));
  const reason = errorText(body);
  const failure = httpFailure(response, reason);
  // A refused token needs people, whatever the status.
  if (failure) return failure.kind === 'refused' ? auth(failure.reason) : failure;
  if (reason !== null) return auth(reason);
  const token = textOf(body['access_token']);
  const seconds = numberOf(body['expires_at']);
  if (token === null) return unreadableAnswer(`The answer has no token: ${describeBody(response.body)}`);
  const renewed = textOf(body['refresh_token']);
  return ok({
    token,
    expiresAt: readExpiry(seconds) ?? now.add({ minutes: 55 }),
    ...(renewed === null ? {} : { renewed: { refresh_token: renewed } }),
  });
}

/** Reads seconds since 1970; null outside of this and the next century. */
function readExpiry(seconds: number | null): Temporal.Instant | null {
  if (seconds === null || seconds < 0 || seconds > 6e9) return null;
  return Temporal.Instant.fromEpochMilliseconds(Math.floor(seconds) * 1_000);
}

/** Returns the URL of a path of the API's version 2, given without a leading slash. */
export function address(connection: AirbnbConnection, path: string): string {
  return `${connection.url ?? connection.settings.host}/v2/${path}`;
}

/** Returns a GET request; `path` has no leading slash. `operation` names it in the sync log. */
export function get(connection: AirbnbConnection, operation: string, path: string): WireRequest {
  return { operation, method: 'GET', url: address(connection, path) };
}

/** Returns the member `name` of a successful response, or the failure. The member must exist. */
export function readResource(response: WireResponse, name: string): Verdict<unknown> {
  const body = fieldsOf(readJson(response.body));
  const reason = errorText(body);
  const failure = httpFailure(response, reason);
  if (failure) return failure;
  if (reason !== null) return refused(reason);
  const value = body[name];
  if (value === undefined || value === null) {
    return unreadableAnswer(`The answer has no ${name}: ${describeBody(response.body)}`);
  }
  return { kind: 'ok', value };
}

/** Returns the list `name` of a successful response, or the failure. */
export function readRecords(response: WireResponse, name: string): Verdict<unknown[]> {
  const answer = readResource(response, name);
  if (answer.kind !== 'ok') return answer;
  return Array.isArray(answer.value)
    ? ok(answer.value)
    : unreadableAnswer(`The answer is no list: ${describeBody(response.body)}`);
}

/**
 * Returns an id: its text (`listing_id_str`), which is to replace the number, else the number (`listing_id`).
 */
export function idOf(fields: Fields, name: string): string | null {
  return textOf(fields[`${name}_str`]) ?? textOf(fields[name]);
}

/** Returns the error text of a body; null = no error. */
function errorText(body: Fields): string | null {
  const { error_code: code, error_type: type, error_message: message, error_details: details } = body;
  const parts = [textOf(type) ?? textOf(code), textOf(message), textOf(details)].filter(
    (part) => part !== null,
  );
  return parts.length > 0 ? excerpt(parts.join('; ')) : null;
}
