// What channels send us, in our own words: reservations, guests' messages, reviews.

import type { GuestCounts } from './guest-counts.ts';
import type { PlainDate } from './night.ts';

/** One version of an order at a channel: the whole of it as it is now, not what changed. */
export type ChannelReservation = {
  /** the order's reference at the channel; at an aggregator one that no other OTA's order has */
  reference: string;
  /** the number that guests and people know the order by, where it is not `reference` */
  shownReference?: string;
  /** which version: the same reference and revision is the same news, however often it comes */
  revision: string;
  /** orders versions of one reference; equal or absent = the order in which they came */
  at: Temporal.Instant | null;
  /** it has no date although the channel's lists have: once a dated version is known, the lists say what is true */
  provisional?: boolean;
  /** the OTA that sold it, where one connection reaches several; null = the connection's own channel */
  soldBy: string | null;
  status: 'new' | 'modified' | 'cancelled';
  /** an empty name is one that was not told */
  guest: { name: string; email: string | null; phone: string | null };
  currency: string | null;
  /** empty in cancellations that carry no stay: all rooms of the reference are meant */
  rooms: ChannelRoomStay[];
  /** what the guest asks for and what the channel remarks, of the whole order; null = nothing is said, which changes nothing */
  notes: string | null;
  /** when the guest means to arrive, HH:mm at the property; absent or null = not said */
  arrivalTime?: string | null;
  /** what the adapter needs to acknowledge this version */
  receipt: string;
  /** the conversation with this guest, where it is known from the order */
  thread: string | null;
};

export type ChannelRoomStay = {
  /** tells the rooms of one order apart, the same in every version */
  key: string;
  externalRoom: string | null;
  externalRate: string | null;
  checkin: PlainDate;
  checkout: PlainDate;
  /** total of this room in major units, as decimal text; null = not told */
  total: string | null;
  /** price per night where it is told */
  nights: { date: PlainDate; price: string }[];
  guestName: string | null;
  /** who comes into this room; absent or null members = not said */
  party?: GuestCounts | null;
  /** like the order's `notes`, of this room alone */
  notes?: string | null;
};

export type ChannelMessage = {
  externalMessage: string;
  thread: string;
  /** the order it belongs to; null = the one whose `thread` it is, or none yet: then it becomes an inquiry */
  reference: string | null;
  /** our number of the booking, where the channel may name that in place of the order; counts if no order has `reference` */
  reservationId?: number | null;
  /** only guests' texts become messages; our own come back too, and `system` is what the channel itself wrote into the conversation */
  from: 'guest' | 'property' | 'system';
  /** the OTA it was written at, where one connection reaches several; absent or null = the connection's own channel */
  soldBy?: string | null;
  guestName?: string | null;
  /** what `thread` was called before the conversation had an order */
  earlierThread?: string | null;
  text: string;
  at: Temporal.Instant;
  receipt: string;
};

export type ChannelReview = {
  externalReview: string;
  reference: string | null;
  soldBy: string | null;
  guestName: string;
  /** 0–10 */
  score: number;
  scores: Record<string, number>;
  title: string | null;
  positive: string | null;
  negative: string | null;
  language: string;
  reply: string | null;
  at: Temporal.Instant;
  receipt: string;
};

/** What makes an arrival the same news, however often it comes. */
export function recordKey(item: ChannelReservation | ChannelMessage | ChannelReview): {
  reference: string;
  revision: string;
} {
  if ('externalMessage' in item) return { reference: item.externalMessage, revision: '' };
  if ('externalReview' in item) {
    return { reference: item.externalReview, revision: item.reply === null ? '' : 'replied' };
  }
  return { reference: item.reference, revision: item.revision };
}

/** An arrival as it was stored in JSON. */
export function parseStoredRecord(
  kind: 'reservation' | 'message' | 'review',
  stored: unknown,
): ChannelReservation | ChannelMessage | ChannelReview {
  const content = stored as { at: string | null; rooms?: StoredRoom[] };
  const at = content.at === null ? null : Temporal.Instant.from(content.at);
  if (kind !== 'reservation') return { ...content, at } as ChannelMessage | ChannelReview;
  const rooms = content.rooms!.map((room) => ({
    ...room,
    checkin: Temporal.PlainDate.from(room.checkin),
    checkout: Temporal.PlainDate.from(room.checkout),
    nights: room.nights.map((night) => ({ ...night, date: Temporal.PlainDate.from(night.date) })),
  }));
  return { ...content, at, rooms } as ChannelReservation;
}

type StoredRoom = { checkin: string; checkout: string; nights: { date: string; price: string }[] };
