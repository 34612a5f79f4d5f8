// Adapter of Channex, an aggregator: one connection reaches Booking.com, Airbnb, Expedia, Vrbo, Agoda and
// many more.
//
// Built to the public documentation of its REST API v1 (docs.channex.io, read 2026-11-21), checked against
// its documented examples, not against a live account and not certified. Unverified: the time zone of its
// timestamps (read as UTC), the order of conversations, whether a change object with one wrong member is left
// out as a whole (assumed).

import type { Verdict, WireResponse } from '../channel.ts';
import { defineAdapter } from '../define-adapter.ts';
import { type Fields, textOf } from '../json.ts';
import { ok, refused } from '../responses.ts';
import { attachments } from './attachments.ts';
import { attributesOf, listRequest, readList, redactAlso, relatedId } from './client.ts';
import { decodeInbound } from './inbound.ts';
import { messages, replies } from './messages.ts';
import { ari } from './nights.ts';
import { otas } from './otas.ts';
import { salesLimits } from './property-settings.ts';
import { recovery } from './recovery.ts';
import { guestRequestAnswers, guestRequests } from './requests.ts';
import { reservations, wireId } from './reservations.ts';
import { reviewReplies, reviews } from './reviews.ts';
import { type ChannexConnection, credentialsSchema, settingsSchema } from './settings.ts';

export const channex = defineAdapter({
  protocol: 'channex',
  title: 'Channex',
  maturity: 'public specification',
  settingsSchema,
  credentialsSchema,
  /**
   * A key may send 600 requests a minute, 18,000 an hour and 216,000 a day, and of each operation 300 and 3,600
   * ("Upcoming changes", Security Pack of 2026Q4, read 2026-11-29)
   */
  limits: { all: { perMinute: 144, burst: 450 }, eachOperation: { perMinute: 54, burst: 240 } },
  needsRate: true,
  severalRates: true,
  authorization: {
    authorize: (request, { credentials }) => ({
      ...request,
      headers: {
        ...request.headers,
        'user-api-key': credentials.api_key ?? '',
        accept: request.isFile ? '*/*' : 'application/json',
        ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
    }),
  },
  test: {
    request: (connection) =>
      listRequest(connection, 'test', 'rate_plans', {
        'filter[property_id]': connection.settings.property_id,
      }),
    decode: checkMapping,
  },
  ari,
  reservations,
  recovery,
  messages,
  attachments,
  reviews,
  replies,
  reviewReplies,
  guestRequests,
  guestRequestAnswers,
  otas,
  salesLimits,
  inbound: {
    decode: decodeInbound,
    unavailable: (message) => ({ status: 503, contentType: 'text/plain', body: message }),
  },
  wireId,
  redactAlso,
});

/** Reads the property's rate plans with room type and currency. Every mapped pair must be among them. */
function checkMapping(response: WireResponse, connection: ChannexConnection): Verdict<null> {
  const { rooms, currency } = connection;
  const perPerson = connection.settings.sell_mode === 'per_person';
  const list = readList(response);
  if (list.kind !== 'ok') return list;
  const { items, total } = list.value;
  const plans = new Map(items.map((item) => [attributesOf(item).id, item]));
  const mapped = rooms.flatMap((room) => room.externalRates.map((rate) => ({ ...room, rate })));
  const wrong = mapped.flatMap(({ roomId, externalRoom, rate }) => {
    const plan = plans.get(rate);
    // Only the first page of rate plans is read: with more, a missing plan proves nothing.
    if (!plan) {
      return total > items.length
        ? []
        : [`the rate plan ${rate} of room ${roomId} is not one of the property`];
    }
    const attributes = attributesOf(plan);
    const type = relatedId(plan, 'room_type') ?? textOf(attributes['room_type_id']);
    if (type !== null && type !== externalRoom)
      return [`the rate plan ${rate} of room ${roomId} belongs to another room type`];
    const theirs = textOf(attributes['currency']) ?? currency;
    if (theirs !== currency)
      return [`the rate plan ${rate} of room ${roomId} is in ${theirs}, the property here in ${currency}`];
    const fault = pricingFault(attributes, perPerson);
    return fault === null ? [] : [`the rate plan ${rate} of room ${roomId} ${fault}`];
  });
  return wrong.length === 0 ? ok(null) : refused(`At Channex ${wrong.join('; ')}`);
}

/**
 * Returns why prices pushed to a rate plan would not be the prices that are sold, or null (docs.channex.io,
 * "Rate Plans Collection"). A plan that derives its price from another one ignores pushed prices. On a plan
 * that sells per person, one price for all would change the price of one number of guests only.
 */
function pricingFault(plan: Fields, perPerson: boolean): string | null {
  const mode = textOf(plan['rate_mode']);
  if (mode === 'derived' || mode === 'cascade' || plan['inherit_rate'] === true)
    return 'takes its price from another rate plan: map that one';
  if (textOf(plan['sell_mode']) === 'per_person' && !perPerson)
    return 'sells per person: set `sell_mode` to `per_person`';
  return null;
}
