// Adapter of the open channel protocol: neutral JSON that any OTA or partner can implement. Both ends are
// described in docs/channels/open_channel.md.
//
// Its core is the published "Open Channel API" (docs.channex.io, for OTAs, read November 2026):
// test_connection, mapping_details and changes from us; new_booking and request_full_sync to us. Our
// extensions: messages/ and reviews/, news, Idempotency-Key, revision and updated_at in bookings, errors by
// change.

import type { Verdict, WireResponse } from '../channel.ts';
import { defineAdapter } from '../define-adapter.ts';
import { fieldsOf, listOf, readJson, textOf } from '../json.ts';
import { describeBody, httpFailure, ok, refused, unreadableAnswer, withCause } from '../responses.ts';
import { address } from './client.ts';
import { decodeInbound, unavailable } from './inbound.ts';
import { messages, replies } from './messages.ts';
import { ari } from './nights.ts';
import { reviewReplies, reviews } from './reviews.ts';
import { credentialsSchema, type OpenChannelConnection, settingsSchema } from './settings.ts';

export const openChannel = defineAdapter({
  protocol: 'open_channel',
  title: 'Open channel protocol',
  maturity: 'public specification',
  settingsSchema,
  credentialsSchema,
  needsRate: false,
  severalRates: true,
  needsUrl: true,
  authorization: {
    authorize: (request, { credentials }) => ({
      ...request,
      headers: {
        ...request.headers,
        'api-key': credentials.api_key ?? '',
        accept: 'application/json',
        ...(request.body !== undefined && { 'content-type': 'application/json' }),
      },
    }),
  },
  test: {
    request: (connection) => ({
      operation: 'test',
      method: 'GET',
      url: address(connection, 'mapping_details', { hotel_code: connection.settings.hotel_code }),
    }),
    decode: checkMapping,
  },
  ari,
  messages,
  reviews,
  replies,
  reviewReplies,
  inbound: { decode: decodeInbound, unavailable },
});

/** Checks that the partner lists every mapped room, and its mapped rates. */
function checkMapping(response: WireResponse, { rooms }: OpenChannelConnection): Verdict<null> {
  const body = fieldsOf(readJson(response.body));
  const failure = httpFailure(response, textOf(body['message']));
  if (failure) return failure;
  const types = fieldsOf(fieldsOf(body['data'])['attributes'])['room_types'];
  if (!Array.isArray(types))
    return unreadableAnswer(`The answer lists no room_types: ${describeBody(response.body)}`);
  const rates = new Map(
    types
      .map(fieldsOf)
      .map((type) => [
        textOf(type['id']),
        listOf(type['rate_plans']).map((rate) => textOf(fieldsOf(rate)['id'])),
      ]),
  );
  const wrong = rooms.flatMap(({ roomId, externalRoom, externalRates }) => {
    const known = rates.get(externalRoom);
    if (!known) return [`room ${roomId} is mapped to ${externalRoom}, which is not there`];
    return externalRates
      .filter((rate) => !known.includes(rate))
      .map((rate) => `room ${roomId} is mapped to the rate ${rate}, which ${externalRoom} does not have`);
  });
  return wrong.length === 0
    ? ok(null)
    : withCause(refused(`At the partner ${wrong.join('; ')}`), 'mapping_refused', wrong.join('; '));
}
