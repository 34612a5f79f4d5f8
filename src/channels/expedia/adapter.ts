// Adapter of Expedia Group: EQC (AvailRateUpdate, BookingRetrieval, BookingConfirm,
// ProductAvailRateRetrieval) for nights and bookings, GraphQL for messages and reviews.
//
// Source: the EQC guides and schemas of expediaconnectivity.com and the GraphQL schema that Expedia Group
// publishes, read November 2026. Built to the public specification, not certified. Not verified against the
// live service: whether the supplier's id of a conversation's reservation is the booking's number or ours,
// names of the categories of star ratings, codes of GraphQL errors, what counts as one update.

import { NIGHT_FIELDS } from '../../model/night-values.ts';
import type { Adapter, Authorization, ConnectionView, WireRequest } from '../channel.ts';
import { at, auth, excerpt, httpFailure, numberAt, ok, readJson, retry, textAt } from '../responses.ts';
import { redactSecrets } from '../secrets.ts';
import { el } from '../xml.ts';
import { confirmBookings, decodeBookings, decodeConfirmed, recovery, requestBookings } from './bookings.ts';
import { isGraphql } from './graphql.ts';
import { decodeMessages, replies, requestMessages } from './messages.ts';
import { encodeNights, unsupportedNights } from './nights.ts';
import { decodeCalendar, decodeProducts, requestCalendar, requestProducts } from './read-back.ts';
import { decodeNights } from './read-response.ts';
import { decodeReviews, requestReviews, reviewReplies } from './reviews.ts';
import { address, credentialsSchema, settingsOf, settingsSchema, UNSIGNED } from './settings.ts';

/** A token is not used in its last minute. */
const TOKEN_MARGIN_SECONDS = 60;
const TOKEN_SECONDS = 1800;
/** A longer validity than a day is taken for a mistake. */
const TOKEN_SECONDS_MOST = 86_400;

const authorization: Authorization = {
  authorize: (request, connection, session) => {
    if (!isGraphql(request)) return signed(request, connection);
    return {
      ...request,
      headers: { ...request.headers, ...(session && { authorization: `Bearer ${session.token}` }) },
    };
  },
  login: {
    neededBy: isGraphql,
    request: (connection) => {
      const { graphql_key: key = '', graphql_secret: secret = '' } = connection.credentials;
      return {
        operation: 'token',
        method: 'POST',
        url: address(connection, 'graphql', '/identity/oauth2/v3/token'),
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          accept: 'application/json',
          authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`,
        },
        body: 'grant_type=client_credentials',
        timeoutMs: 30_000,
      };
    },
    decode: (response, now) => {
      const body = readJson(response.body);
      const failure = httpFailure(response, textAt(body, 'error_description') ?? textAt(body, 'error'));
      if (failure) return failure.kind === 'refused' ? auth(failure.reason) : failure;
      const token = textAt(body, 'access_token');
      if (token === null || !/^[\w.~+/=-]+$/.test(token)) {
        return at(body, 'error') === undefined
          ? retry(`The answer holds no token: ${excerpt(response.body)}`)
          : auth(`No token: ${textAt(body, 'error')}`);
      }
      const validSeconds = Math.min(numberAt(body, 'expires_in') ?? TOKEN_SECONDS, TOKEN_SECONDS_MOST);
      const seconds = Math.max(Math.floor(validSeconds - TOKEN_MARGIN_SECONDS), 1);
      return ok({ token, expiresAt: now.add({ seconds }) });
    },
  },
};

/** Adds EQC's credentials, which are part of the message itself. */
function signed(request: WireRequest, { credentials }: ConnectionView): WireRequest {
  const { username = '', password = '' } = credentials;
  const authentication = el('Authentication', { username, password }).markup;
  return { ...request, ...(request.body && { body: request.body.replace(UNSIGNED, () => authentication) }) };
}

export const expedia: Adapter = {
  protocol: 'expedia',
  title: 'Expedia QuickConnect (EQC) and Lodging GraphQL',
  maturity: 'public specification',
  settingsSchema,
  credentialsSchema,
  needsRate: true,
  severalRates: true,
  authorization,
  // The guides and the references of AR, BR and PARR (2016 to 2020) allow one connection at a time for a
  // hotel, and speak of concurrent requests "to update" it; the present pages call 3210 a lack of connections
  // at Expedia. GraphQL is another service, whose documentation has no such rule.
  exclusive: {
    includes: ({ url }) => /\/eqc\/(?:ar|br|bc|parr)$/.test(url),
    isStrict: (connection) => settingsOf(connection).pushes_wait_for_reads,
  },
  // The published retry delays go on to 256 minutes. Here they end at a quarter of an hour, so that no night
  // stays open longer.
  retrySeconds: [60, 120, 240, 480, 900],
  test: { request: requestProducts, decode: decodeProducts },
  ari: {
    fields: NIGHT_FIELDS,
    maxDaysAhead: 730,
    // The only published limits are one connection a property and 180 updates a product and day as "normal".
    rate: { perMinute: 120, burst: 30, per: 'connection' },
    expectsEchoOfSales: false,
    countsOwnCancellations: (connection) => settingsOf(connection).adds_back_cancelled,
    encode: encodeNights,
    unsupported: unsupportedNights,
    decode: decodeNights,
    readBack: { request: requestCalendar, decode: decodeCalendar },
  },
  reservations: {
    // A booking that was retrieved is no longer pending, so another system that reads pending bookings would
    // miss it.
    readingMarks: true,
    skipsVersions: true,
    everySeconds: 60,
    requests: requestBookings,
    decode: (response, _request, connection) => decodeBookings(response, connection),
    acknowledge: { requests: confirmBookings, decode: decodeConfirmed },
  },
  recovery,
  messages: { everySeconds: 60, requests: requestMessages, decode: decodeMessages },
  reviews: { everySeconds: 3600, requests: requestReviews, decode: decodeReviews },
  replies,
  reviewReplies,
  redact: redactSecrets,
};
