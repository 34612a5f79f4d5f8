// Adapter of Channex, an aggregator: one connection reaches Booking.com, Airbnb, Expedia, Vrbo, Agoda and
// many more.
//
// Built to the public documentation of its REST API v1 (docs.channex.io, read 2026-11-21), checked against
// its documented examples, not against a live account and not certified. Unverified: the time zone of its
// timestamps (read as UTC), the order of conversations, whether a change object with one wrong member is left
// out as a whole (assumed).

import type { Verdict, WireRequest, WireResponse } from '../channel.ts';
import { defineAdapter } from '../define-adapter.ts';
import { type Fields, textOf } from '../json.ts';
import { ok, refused, withCause } from '../responses.ts';
import { attachments } from './attachments.ts';
import { attributesOf, LAST_PAGE, listRequest, nextPage, readList, redactAlso, relatedId } from './client.ts';
import { guestReviews } from './guest-reviews.ts';
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
    request: (connection) => requestPlans(connection),
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
  guestReviews,
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

/** `unseen`: mapped rate plans that no earlier page had; `faults`: what is wrong with those that they had. */
type MappingRequest = WireRequest & { unseen?: readonly MappedRate[]; faults?: readonly string[] };
type MappedRate = { roomId: number; externalRoom: string; rate: string };

function requestPlans(connection: ChannexConnection, page = 1): MappingRequest {
  const query = { 'filter[property_id]': connection.settings.property_id };
  return listRequest(connection, 'test', 'rate_plans', query, page);
}

/** Reads a page of the property's rate plans with room type and currency. Every mapped pair must be among them. */
function checkMapping(
  response: WireResponse,
  connection: ChannexConnection,
  request: MappingRequest = requestPlans(connection),
): Verdict<MappingRequest | null> {
  const list = readList(response);
  if (list.kind !== 'ok') return list;
  const plans = new Map(list.value.items.map((item) => [attributesOf(item).id, item]));
  const mapped =
    request.unseen ??
    connection.rooms.flatMap(({ roomId, externalRoom, externalRates }) =>
      externalRates.map((rate) => ({ roomId, externalRoom, rate })),
    );
  const unseen = mapped.filter(({ rate }) => !plans.has(rate));
  const found = mapped.flatMap((one) => {
    const fault = planFault(plans.get(one.rate), one, connection);
    return fault === null ? [] : [`the rate plan ${one.rate} of room ${one.roomId} ${fault}`];
  });
  const faults = [...(request.faults ?? []), ...found];
  const page = nextPage(request, list.value);
  if (unseen.length > 0 && page !== null && page <= LAST_PAGE)
    return ok({ ...requestPlans(connection, page), unseen, faults });
  // If the list is longer than it is read, a plan that was not found may be behind its last page.
  const missing = page === null ? unseen : [];
  const wrong = [
    ...faults,
    ...missing.map(
      ({ roomId, rate }) => `the rate plan ${rate} of room ${roomId} is not one of the property`,
    ),
  ];
  return wrong.length === 0
    ? ok(null)
    : withCause(refused(`At Channex ${wrong.join('; ')}`), 'mapping_refused', wrong.join('; '));
}

/** Returns what is wrong with a mapped rate plan; null = nothing, or it is not on this page. */
function planFault(
  plan: Fields | undefined,
  { externalRoom }: MappedRate,
  { currency, settings }: ChannexConnection,
): string | null {
  if (!plan) return null;
  const attributes = attributesOf(plan);
  const type = relatedId(plan, 'room_type') ?? textOf(attributes['room_type_id']);
  if (type !== null && type !== externalRoom) return 'belongs to another room type';
  const theirs = textOf(attributes['currency']) ?? currency;
  if (theirs !== currency) return `is in ${theirs}, the property here in ${currency}`;
  return pricingFault(attributes, settings.sell_mode === 'per_person');
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
