// Expedia Group's GraphQL API for messages and reviews, checked against the public schema. Vrbo uses it too.
import { createHash } from 'node:crypto';
import { buildSchema, graphqlSync } from 'graphql';
import type { OtaReservation } from '../book.ts';
import type { GuestMessage, GuestReview } from '../conversations.ts';
import type { Hotel } from '../hotel.ts';
import type { Incoming, OtaResponse, Route } from '../http-server.ts';
import { json } from '../json.ts';
import type { Credentials, OtaCore } from '../ota.ts';
import { LODGING_SCHEMA } from './graphql-schema.ts';

const SCHEMA = buildSchema(LODGING_SCHEMA);
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const TOKEN_TTL_SECONDS = 1_800;

export type Lodging = {
  core: OtaCore;
  idSource: 'EXPEDIA' | 'VRBO';
  /** whether messages contain innwire's confirmation number of a reservation, once it has one */
  namesConfirmations?: () => boolean;
};

type LodgingRoutes = { routes: Route[]; expireTokens(): void };

/** Returns the routes: one issues tokens for `credentials.key` and `.secret`, the other is GraphQL. */
export function lodgingRoutes(context: Lodging): LodgingRoutes {
  const { core } = context;
  const tokens = new Map<string, { account: string; until: number }>();
  const giveToken = (request: Incoming): OtaResponse => {
    const [scheme, encoded = ''] = (request.headers.authorization ?? '').split(' ');
    const [key, secret] = Buffer.from(encoded, 'base64').toString().split(':');
    const account = core.account((own: Credentials) => own['key'] === key && own['secret'] === secret);
    const grant = new URLSearchParams(request.body).get('grant_type') ?? request.query.get('grant_type');
    if (scheme !== 'Basic' || !account) return { status: 401, body: { error: 'invalid_client' } };
    if (grant !== 'client_credentials') return { status: 400, body: { error: 'unsupported_grant_type' } };
    const token = core.random.letters(40);
    tokens.set(token, { account, until: core.now() + TOKEN_TTL_SECONDS * 1_000 });
    return {
      body: { access_token: token, token_type: 'bearer', expires_in: TOKEN_TTL_SECONDS, scope: 'supply' },
    };
  };
  const ask = (request: Incoming): OtaResponse => {
    const [, token = ''] = (request.headers.authorization ?? '').split(' ');
    const known = tokens.get(token);
    if (!known || known.until <= core.now()) return { status: 401, body: { error: 'invalid_token' } };
    const given = json(request.body);
    if (typeof given?.['query'] !== 'string')
      return { status: 400, body: { errors: [{ message: 'query is required' }] } };
    if (request.fault('refuse'))
      return {
        body: { data: null, errors: [{ message: 'Internal error', extensions: { code: 'INTERNAL' } }] },
      };
    const result = graphqlSync({
      schema: SCHEMA,
      source: given['query'],
      rootValue: root(context, request, known.account),
      variableValues: (given['variables'] ?? {}) as Record<string, unknown>,
      ...(typeof given['operationName'] === 'string' && { operationName: given['operationName'] }),
    });
    // Without data nothing was executed: the query is not valid for the schema.
    return { status: result.data === undefined ? 400 : 200, body: result };
  };
  return {
    routes: [
      { method: 'POST', path: '/identity/oauth2/v3/token', kind: 'token', handle: giveToken },
      { method: 'POST', path: '/supply/lodging/graphql', kind: 'graphql', handle: ask },
    ],
    expireTokens: () => tokens.clear(),
  };
}

function root(context: Lodging, request: Incoming, account: string): Record<string, unknown> {
  const { core, idSource } = context;
  const requireOfAccount = (hotel: Hotel | undefined): Hotel => {
    if (hotel?.account !== account) throw new Error('Property not found or no access');
    return hotel;
  };
  const threadOfMine = (id: string) => {
    const reservation = core.conversations.party(id);
    if (!reservation) throw new Error(`Message thread ${id} was not found`);
    requireOfAccount(core.hotels.find(reservation.hotel));
    return thread(context, id);
  };
  return {
    property: ({ id, idSource: asked }: { id: string; idSource?: string }) => {
      if (asked !== undefined && asked !== idSource) throw new Error('Property not found or no access');
      return property(context, requireOfAccount(core.hotels.find(id)), request);
    },
    messageThread: ({ id }: { id: string }) => threadOfMine(id),
    message: ({ id }: { id: string }) => {
      const found = core.conversations.messages().find((one) => one.id === id);
      if (!found) return null;
      threadOfMine(found.thread);
      return message(context, found);
    },
    sendMessage: ({
      input,
    }: {
      input: { clientMutationId?: string; messageThreadId: string; body?: string };
    }) => {
      const { id } = threadOfMine(input.messageThreadId);
      if (!input.body) throw new Error('body is required');
      // The schema: "UUID that uniquely identifies client's request".
      if (input.clientMutationId !== undefined && !UUID.test(input.clientMutationId)) {
        throw new Error(`clientMutationId must be a UUID, not ${input.clientMutationId}`);
      }
      const sent = core.conversations.reply(id, input.body);
      core.emit({ kind: 'reply', hotel: sent.hotel, reference: sent.reference, text: sent.text });
      return { clientMutationId: input.clientMutationId, messageId: sent.id };
    },
    setReviewResponse: ({
      body,
      propertyId,
      reviewId,
    }: {
      body: { value: string; locale: string };
      propertyId: string;
      reviewId: string;
    }) => {
      const hotel = requireOfAccount(core.hotels.find(propertyId));
      const found = core.conversations.reviews(hotel.id).find(({ id }) => id === reviewId);
      if (!found) throw new Error(`Review ${reviewId} was not found`);
      if (found.reply !== undefined) throw new Error('The review has a response');
      core.conversations.answer(reviewId, body.value);
      core.emit({ kind: 'review_reply', hotel: hotel.id, text: body.value });
      return { body, createdDateTime: found.changedAt, status: 'SUBMITTED' };
    },
  };
}

type Range = { creationDateTime?: { from: string; to: string }; createdDate?: { from: string; to: string } };
type ReservationSearch = {
  pageSize: number;
  after?: string;
  filter?: { reservationIds?: { id: string; idSource: string }[] };
};
type Paging = { limit?: number; cursor?: string | undefined; filters?: Range; orderBy?: { order?: string } };

function property(context: Lodging, hotel: Hotel, request: Incoming): Record<string, unknown> {
  const { core, idSource } = context;
  const inRange = (at: string, { creationDateTime, createdDate }: Range = {}) => {
    const range = creationDateTime ?? createdDate;
    return !range || (Date.parse(at) >= Date.parse(range.from) && Date.parse(at) <= Date.parse(range.to));
  };
  return {
    id: hotel.id,
    ids: [{ id: hotel.id, idSource }],
    name: hotel.name,
    messageThreads: (paging: Paging) => {
      const ids = [...new Set(core.conversations.messages(hotel.id).map((one) => one.thread))];
      return page(
        ids
          .map((id) => thread(context, id))
          .filter((one) => inRange(one.creationDateTimeUtc, paging.filters)),
        paging,
      );
    },
    messages: (paging: Paging) => {
      const found = core.conversations.messages(hotel.id).filter(({ at }) => inRange(at, paging.filters));
      for (const one of found) core.conversations.delivered(one.id);
      request.counted(found.length);
      const shown = request.fault('reorder') ? core.random.shuffle(found) : found;
      const again = request.fault('duplicate') && shown[0] ? [shown[0], ...shown] : shown;
      return page(
        again.map((one) => message(context, one)),
        paging,
      );
    },
    reservations: (search: ReservationSearch) => findReservations(context, hotel, search),
    reviews: ({
      pageSize,
      after,
      filter,
    }: {
      pageSize: number;
      after?: string;
      filter?: { reviewId?: string; hasOwnerResponse?: boolean };
    }) => {
      const found = core.conversations
        .reviews(hotel.id)
        .filter(({ id }) => filter?.reviewId === undefined || filter.reviewId === id)
        .filter(
          ({ reply }) =>
            filter?.hasOwnerResponse === undefined || filter.hasOwnerResponse === (reply !== undefined),
        );
      const { elements, cursor, totalCount } = page(
        found.map((one) => review(core, hotel, one)),
        { limit: pageSize, cursor: after },
      );
      return { reviews: elements, cursor, totalCount };
    },
  };
}

function page<T>(
  all: readonly T[],
  { limit = 10, cursor, orderBy }: Paging,
): { elements: T[]; cursor: string | null; totalCount: number } {
  const ordered = orderBy?.order === 'DESC' ? [...all].reverse() : all;
  const from = Number(cursor ?? 0);
  const elements = ordered.slice(from, from + limit);
  const end = from + elements.length;
  return { elements, cursor: end < all.length ? String(end) : null, totalCount: all.length };
}

function thread(context: Lodging, id: string) {
  const { core } = context;
  const { hotel, guest, reservation } = core.conversations.party(id)!;
  const own = () => core.conversations.messages(hotel).filter((one) => one.thread === id);
  return {
    id,
    property: () => ({ id: hotel }),
    creationDateTimeUtc: own()[0]?.at ?? reservation?.bookedAt ?? new Date(core.now()).toISOString(),
    primaryTraveler: { firstName: guest.givenName, lastName: guest.surname },
    bookingInquiry: null,
    reservationSummary: reservation ? summary(context, reservation) : null,
    messages: (paging: Paging) =>
      page(
        own().map((one) => message(context, one)),
        paging,
      ),
  };
}

/**
 * Returns a reservation's summary. Its `id` is internal; `supplierId` is the booking's number of the other
 * APIs, or the confirmation number.
 */
function summary({ namesConfirmations }: Lodging, { reference, stays, revisions }: OtaReservation) {
  const first = stays[0]!;
  const confirmation = revisions.findLast((one) => one.confirmation !== undefined)?.confirmation;
  const supplierId = namesConfirmations?.() ? (confirmation ?? reference) : reference;
  return {
    id: internalId(reference),
    checkInDate: first.arrival,
    checkOutDate: first.departure,
    adultCount: first.adults,
    childCount: first.children,
    petCount: 0,
    alternativeIds: { supplierId, referenceNumber: null },
  };
}

function findReservations(
  context: Lodging,
  hotel: Hotel,
  { pageSize, after, filter }: ReservationSearch,
): Record<string, unknown> {
  const wanted = filter?.reservationIds
    ?.filter(({ idSource }) => idSource === context.idSource)
    .map(({ id }) => id);
  const found = context.core.book.all(hotel.id).filter((one) => !wanted || wanted.includes(one.reference));
  const { elements, totalCount } = page(found, { limit: pageSize, cursor: after });
  const edges = elements.map((one) => ({ cursor: one.reference, node: reservationNode(context, one) }));
  return { totalCount, edges };
}

function reservationNode({ core, idSource }: Lodging, { reference, stays }: OtaReservation) {
  const [first] = stays;
  return {
    id: reference,
    reservationIds: [{ id: reference, idSource }],
    checkInDate: first!.arrival,
    checkOutDate: first!.departure,
    messageThreadId: core.conversations.threadOf(reference),
  };
}

function internalId(reference: string): string {
  const digits = createHash('sha256').update(reference).digest('hex');
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    digits.slice(12, 16),
    digits.slice(16, 20),
    digits.slice(20, 32),
  ].join('-');
}

function message(context: Lodging, one: GuestMessage): Record<string, unknown> {
  return {
    id: one.id,
    type: 'FREE_TEXT',
    creationDateTimeUtc: one.at,
    fromRole: one.from === 'guest' ? 'TRAVELER' : 'SUPPLIER',
    reviewStatus: 'ACCEPTED',
    body: { value: one.text },
    attachments: [],
    messageThread: () => thread(context, one.thread),
  };
}

function review(core: OtaCore, hotel: Hotel, one: GuestReview): Record<string, unknown> {
  const reservation = core.book.find(one.reference);
  const stay = reservation?.stays[0];
  // Ratings are texts, out of 5 for Vrbo and out of 10 elsewhere; the documents are not clear about it.
  const starRatings = [['OVERALL', one.score] as const, ...Object.entries(one.scores)];
  return {
    id: one.id,
    title: { locale: 'en_US', value: one.title },
    body: { locale: 'en_US', value: one.positive },
    brandNameV2: core.name === 'vrbo' ? 'VRBO' : 'EXPEDIA',
    createdDateTime: one.at,
    lastUpdatedDateTime: one.changedAt,
    isEligibleForResponse: one.reply === undefined,
    propertyId: [{ id: hotel.id, idSource: core.name === 'vrbo' ? 'VRBO' : 'EXPEDIA' }],
    starRatings: starRatings.map(([category, value]) => ({
      category: category.toUpperCase(),
      value: String(value),
    })),
    source: 'EXPEDIA',
    status: 'APPROVED',
    reservation: {
      checkInDate: stay?.arrival,
      checkOutDate: stay?.departure,
      primaryGuest: reservation && {
        firstName: reservation.guest.givenName,
        lastName: reservation.guest.surname,
      },
      reservationIds: [{ id: one.reference, idSource: 'EXPEDIA' }],
    },
    response:
      one.reply === undefined
        ? null
        : {
            body: { locale: 'en_US', value: one.reply },
            createdDateTime: one.changedAt,
            lastUpdatedDateTime: one.changedAt,
            status: 'APPROVED',
          },
  };
}
