// Events that no call of the API can cause: sales of OTAs, messages and reviews of guests.
import { proposeWrite } from '../../src/api/agent/proposals.ts';
import { sendGuestMessageTool } from '../../src/api/agent/tools/conversations.ts';
import { INNWIRE } from '../../src/model/actor.ts';
import { todayAt } from '../../src/model/property.ts';
import type { Reservation } from '../../src/model/reservation.ts';
import { listGuestRequests, receiveGuestRequest } from '../../src/pms/guest-requests.ts';
import { listGuestReviews, receiveHiddenReview } from '../../src/pms/guest-reviews.ts';
import { listInquiries, receiveInquiryMessage } from '../../src/pms/inquiries.ts';
import { type MessageRow, toMessage } from '../../src/pms/message-rows.ts';
import { getProperty } from '../../src/pms/properties.ts';
import { inPropertyTransaction, type PropertyTransaction } from '../../src/pms/property-transaction.ts';
import { storeChannelReservation } from '../../src/pms/reservations/store-channel-reservation.ts';
import { listReviews } from '../../src/pms/reviews.ts';
import type { Api, TestProperty } from '../harness/api.ts';
import { connectOrders } from '../pms/channel-orders.ts';

type Sale = {
  room?: number;
  channel?: string;
  /** through which it comes: one named like the channel, unless given */
  connection?: string;
  reference?: string | null;
  name?: string;
  email?: string;
  checkin?: string;
  checkout?: string;
  priceMinor?: number;
  currency?: string;
};

/** Stores a sale of an OTA. */
export function otaSells(api: Api, property: TestProperty, sale: Sale = {}): Promise<Reservation> {
  return inPropertyTransaction(
    api.db,
    { hotelId: property.hotelId, now: clockOf(api), actor: INNWIRE },
    (tx) =>
      storeChannelReservation(tx, 'fact', {
        roomId: sale.room ?? property.room,
        channel: sale.channel ?? 'booking_com',
        channelReference: sale.reference === undefined ? '4000000001' : sale.reference,
        connection: sale.connection ?? sale.channel ?? 'booking_com',
        guestName: sale.name ?? 'Grace Hopper',
        guestEmail: sale.email ?? null,
        guestPhone: null,
        checkin: Temporal.PlainDate.from(sale.checkin ?? '2027-03-01'),
        checkout: Temporal.PlainDate.from(sale.checkout ?? '2027-03-04'),
        priceMinor: sale.priceMinor ?? 36_050,
        currency: sale.currency ?? 'EUR',
        today: Temporal.PlainDate.from('2026-06-15'),
      }),
  );
}

/** Connects a channel with the rooms of a property; the function that is returned stores the next version of an order. */
export function otaOrders(api: Api, { hotelId, rooms }: TestProperty, channel = 'booking_com') {
  const environment = {
    db: api.db,
    rooms: [...rooms],
    change: <T>(change: (tx: PropertyTransaction) => Promise<T>) =>
      inPropertyTransaction(api.db, { hotelId, now: clockOf(api), actor: INNWIRE }, change),
    property: () => getProperty(api.db, hotelId),
  };
  return connectOrders(environment, channel);
}

/** Stores a message of a guest; returns its id. */
export async function guestWrites(
  api: Api,
  property: TestProperty,
  { rid, text, channel = 'airbnb', at }: { rid: number; text: string; channel?: string; at?: string },
): Promise<number> {
  const { hotelId } = property;
  return inPropertyTransaction(api.db, { hotelId, now: clockOf(api), actor: INNWIRE }, async (tx) => {
    const [row] = await tx.query<MessageRow>(
      `insert into messages (hotel_id, reservation_id, channel, guest_text, created_at, needs_reply) values ($1, $2, $3, $4, $5, true)
       returning *`,
      [hotelId, rid, channel, text, at ?? clockOf(api)],
    );
    const id = row!.message_id;
    tx.record('message.received', `message/${id}`, toMessage(row!));
    return id;
  });
}

/** Stores an inquiry of somebody without a booking; returns its id. */
export async function sendInquiry(
  api: Api,
  { hotelId }: TestProperty,
  {
    text,
    name,
    channel,
    thread = 'thread-1',
  }: { text: string; name: string; channel: string; thread?: string },
): Promise<number> {
  await inPropertyTransaction(api.db, { hotelId, now: clockOf(api), actor: INNWIRE }, (tx) =>
    receiveInquiryMessage(tx, {
      connection: channel,
      channel,
      thread,
      reference: null,
      guestName: name,
      text,
      at: clockOf(api),
    }),
  );
  const [newest] = await listInquiries(api.db, hotelId, {}, { size: 1, after: null });
  return newest!.inquiryId;
}

/** Stores a request to book of who wrote an inquiry; returns its id. */
export async function guestAsks(
  api: Api,
  { hotelId, room }: TestProperty,
  { inquiry, channel }: { inquiry: number; channel: string },
): Promise<number> {
  const now = clockOf(api);
  await inPropertyTransaction(api.db, { hotelId, now, actor: INNWIRE }, (tx) =>
    receiveGuestRequest(tx, {
      connection: channel,
      externalId: `request-${inquiry}`,
      channel,
      kind: 'booking',
      inquiryId: inquiry,
      reservationId: null,
      roomId: room,
      externalRoom: null,
      externalRate: null,
      checkin: Temporal.PlainDate.from('2027-08-01'),
      checkout: Temporal.PlainDate.from('2027-08-04'),
      adults: 2,
      children: [],
      priceMinor: 30_000,
      currency: 'EUR',
      answerBy: now.add({ hours: 24 }),
      createdAt: now,
    }),
  );
  const [newest] = await listGuestRequests(api.db, hotelId, {}, { size: 1, after: null });
  return newest!.requestId;
}

/** Stores that the guest of a booking has written a review that the channel hides; returns the id of the house's. */
export async function guestHasReviewed(
  api: Api,
  { hotelId }: TestProperty,
  reservationId: number | null,
): Promise<number> {
  const now = clockOf(api);
  await inPropertyTransaction(api.db, { hotelId, now, actor: INNWIRE }, (tx) =>
    receiveHiddenReview(tx, {
      connection: 'airbnb',
      externalId: `hidden-${reservationId}`,
      channel: 'airbnb',
      reservationId,
      state: 'open',
      writeBy: now.add({ hours: 24 }),
      createdAt: now,
    }),
  );
  const [newest] = await listGuestReviews(api.db, hotelId, {}, { size: 1, after: null });
  return newest!.guestReviewId;
}

/** Has an agent propose to send a message; returns the id of the proposal. */
export async function agentProposes(
  api: Api,
  { hotelId }: TestProperty,
  tokenId: number,
  message: { rid: number; reply: string },
): Promise<number> {
  const property = await getProperty(api.db, hotelId);
  const now = clockOf(api);
  const call = {
    db: api.db,
    property,
    scopes: null,
    actor: { kind: 'agent', tokenId, agent: 'tests' } as const,
    now,
    today: todayAt(property, now),
    baseUrl: '',
  };
  const { proposal } = await proposeWrite(call, sendGuestMessageTool, message);
  return proposal.proposal_id;
}

/** Stores a review of a guest; returns its id. */
export async function guestReviews(
  api: Api,
  property: TestProperty,
  review: {
    score: number;
    at: string;
    room?: number | null;
    rid?: number | null;
    title?: string | null;
    scores?: object;
  },
): Promise<number> {
  const { hotelId } = property;
  return inPropertyTransaction(api.db, { hotelId, now: clockOf(api), actor: INNWIRE }, async (tx) => {
    const [row] = await tx.query<{ review_id: number }>(
      `insert into reviews (hotel_id, room_id, reservation_id, channel, guest_name, score, scores, title, positive,
         language, created_at)
       values ($1, $2, $3, 'booking_com', 'Ada', $4, $5, $6, 'Quiet', 'en', $7) returning review_id`,
      [
        hotelId,
        review.room ?? null,
        review.rid ?? null,
        review.score,
        JSON.stringify(review.scores ?? {}),
        review.title ?? null,
        review.at,
      ],
    );
    const id = row!.review_id;
    const stored = (await listReviews(tx, hotelId, {}, { size: 1_000, after: null })).find(
      ({ reviewId }) => reviewId === id,
    );
    tx.record('review.received', `review/${id}`, stored!);
    return id;
  });
}

function clockOf(api: Api): Temporal.Instant {
  return api.clock ?? Temporal.Instant.fromEpochMilliseconds(Date.now());
}
