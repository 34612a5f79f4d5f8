// What happens from outside and no call of the API can make: OTAs sell, guests write and judge.
import type { Reservation } from '../../src/model/reservation.ts';
import { changeProperty } from '../../src/pms/change.ts';
import { receiveGuestText } from '../../src/pms/messages.ts';
import { acceptReservation } from '../../src/pms/reservations/accept.ts';
import { receiveReview } from '../../src/pms/reviews.ts';
import type { Api, TestProperty } from '../harness/api.ts';

type Sale = {
  room?: number;
  channel?: string;
  reference?: string | null;
  name?: string;
  checkin?: string;
  checkout?: string;
  priceMinor?: number;
  currency?: string;
};

/** An OTA has sold a stay. */
export function otaSells(api: Api, property: TestProperty, sale: Sale = {}): Promise<Reservation> {
  return changeProperty(api.db, { hotelId: property.hotelId, now: clockOf(api) }, (tx) =>
    acceptReservation(tx, {
      roomId: sale.room ?? property.room,
      channel: sale.channel ?? 'booking_com',
      channelReference: sale.reference === undefined ? '4000000001' : sale.reference,
      guestName: sale.name ?? 'Grace Hopper',
      guestEmail: null,
      guestPhone: null,
      checkin: Temporal.PlainDate.from(sale.checkin ?? '2027-03-01'),
      checkout: Temporal.PlainDate.from(sale.checkout ?? '2027-03-04'),
      priceMinor: sale.priceMinor ?? 36_050,
      currency: sale.currency ?? 'EUR',
      today: Temporal.PlainDate.from('2026-06-15'),
    }),
  );
}

/** A guest has written; returns the message's id. */
export async function guestWrites(
  api: Api,
  property: TestProperty,
  { rid, text, channel = 'airbnb', at }: { rid: number; text: string; channel?: string; at?: string },
): Promise<number> {
  const now = clockOf(api);
  const written = at === undefined ? now : Temporal.Instant.from(at);
  const message = await changeProperty(api.db, { hotelId: property.hotelId, now }, (tx) =>
    receiveGuestText(tx, { reservationId: rid, channel, text, at: written }),
  );
  return message.messageId;
}

/** A guest has judged a stay; returns the review's id. */
export async function guestReviews(
  api: Api,
  property: TestProperty,
  review: {
    score: number;
    at: string;
    room?: number | null;
    rid?: number | null;
    title?: string | null;
    scores?: Record<string, number>;
  },
): Promise<number> {
  const stored = await changeProperty(api.db, { hotelId: property.hotelId, now: clockOf(api) }, (tx) =>
    receiveReview(tx, {
      roomId: review.room ?? null,
      reservationId: review.rid ?? null,
      channel: 'booking_com',
      channelReference: null,
      guestName: 'Ada',
      score: review.score,
      scores: review.scores ?? {},
      title: review.title ?? null,
      positive: 'Quiet',
      negative: null,
      language: 'en',
      createdAt: Temporal.Instant.from(review.at),
    }),
  );
  return stored!.reviewId;
}

function clockOf(api: Api): Temporal.Instant {
  return api.clock ?? Temporal.Instant.fromEpochMilliseconds(Date.now());
}
