// Access tokens of Airbnb, requested with a refresh token (or, the first time, the host's authorization
// code).

import type { Authorization, Session, Verdict, WireResponse } from '../channel.ts';
import { fieldsOf, numberOf, textOf } from '../json.ts';
import { auth, excerpt, httpFailure, readJson, retry } from '../responses.ts';
import { errorText } from './read-response.ts';
import { address } from './settings.ts';

export const authorization: Authorization = {
  authorize: (request, { credentials }, session) => ({
    ...request,
    headers: {
      ...request.headers,
      'x-airbnb-api-key': credentials['client_id'] ?? '',
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
  if (token === null) return retry(`The answer has no token: ${excerpt(response.body)}`);
  const renewed = textOf(body['refresh_token']);
  return {
    kind: 'ok',
    value: {
      token,
      expiresAt: readExpiry(seconds) ?? now.add({ minutes: 55 }),
      ...(renewed === null ? {} : { renewed: { refresh_token: renewed } }),
    },
  };
}

/** Reads seconds since 1970; null outside of this and the next century. */
function readExpiry(seconds: number | null): Temporal.Instant | null {
  if (seconds === null || seconds < 0 || seconds > 6e9) return null;
  return Temporal.Instant.fromEpochMilliseconds(Math.floor(seconds) * 1_000);
}
