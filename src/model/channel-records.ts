// Records pulled from channels, independent of their protocol: reservations, guests' messages, reviews, guests' requests.

import type { GuestCounts } from './guest-counts.ts';
import type { GuestRequestKind, GuestRequestOutcome } from './guest-request.ts';
import type { PlainDate } from './night.ts';
import type { Collector, Companion, Meal, ReportedCharge, VirtualCard } from './stay-details.ts';

/** One version of an order at a channel: the complete order, not the difference to the version before. */
export type ChannelReservation = {
  /** the order's reference at the channel; at an aggregator, one that is unique across its OTAs */
  reference: string;
  /** the number by which guests and staff know the order, where it is not `reference` */
  shownReference?: string;
  /** identifies the version: a record with the same reference and revision is a repetition, apart from `digested` ones */
  revision: string;
  /**
   * the channel names no versions: `revision` is derived from the content (`digestOf`). An order that is changed
   * back has an earlier revision again; it is a repetition only of the version that was applied last
   */
  digested?: boolean;
  /** orders the versions of one reference; equal or null = in the order of arrival */
  at: Temporal.Instant | null;
  /**
   * it has no date although the channel's lists have one: once a dated version is known, the lists take
   * precedence
   */
  provisional?: boolean;
  /** the OTA that sold it, where one connection serves several; null = the connection's own channel */
  soldBy: string | null;
  status: 'new' | 'modified' | 'cancelled';
  /** an empty name means that none was reported */
  guest: ChannelGuest;
  currency: string | null;
  /** empty in cancellations without stays: they apply to all rooms of the reference */
  rooms: ChannelRoomStay[];
  /** the channel does not number its rooms: their keys are their places in this version, and another room may have that place in the next */
  keysArePlaces?: boolean;
  /**
   * the guest's requests and the channel's remarks for the whole order; null = not reported, stored notes
   * stay unchanged
   */
  notes: string | null;
  /** when the guest expects to arrive, HH:mm at the property; absent or null = not reported */
  arrivalTime?: string | null;
  /** who takes the price from the guest; absent or null = not reported */
  collectedBy?: Collector | null;
  /** null = there is none; absent = not reported */
  virtualCard?: ChannelVirtualCard | null;
  /** for all rooms, in major units, as decimal text; absent or null = not reported */
  commission?: string | null;
  /** those of the whole order; absent = not reported */
  charges?: readonly ChannelCharge[];
  /** what the adapter needs to acknowledge this version */
  receipt: string;
  /** the conversation with this guest, where it is known from the order */
  thread: string | null;
};

/** The guest who made the order. Absent or null members = not reported. */
export type ChannelGuest = {
  name: string;
  email: string | null;
  phone: string | null;
  /** a BCP 47 tag */
  language?: string | null;
  /** two capital letters of ISO 3166-1 */
  country?: string | null;
  /** name and numbers of the company that the stay is for */
  company?: string | null;
  /** street, postal code and town, in one line */
  address?: string | null;
};

/** A charge of the whole stay; its amount is decimal text in major units of the order's currency. */
export type ChannelCharge = Omit<ReportedCharge, 'amountMinor'> & { amount: string };

/** The window and balance of a virtual card; the balance is decimal text in major units of the order's currency. */
type ChannelVirtualCard = Omit<VirtualCard, 'amountMinor'> & { amount: string | null };

export type ChannelRoomStay = {
  /** identifies the room within its order; the same in every version */
  key: string;
  externalRoom: string | null;
  externalRate: string | null;
  checkin: PlainDate;
  checkout: PlainDate;
  /** total of this room in major units, as decimal text; null = not reported */
  total: string | null;
  /** prices per night, where reported */
  nights: { date: PlainDate; price: string }[];
  guestName: string | null;
  /** guests of this room; absent or null members = not reported */
  party?: GuestCounts | null;
  /** like the order's `notes`, for this room only */
  notes?: string | null;
  /** guests by name, among them the one who made the order; absent = not reported */
  guests?: readonly Companion[];
  /** meals that the price includes; absent or null = not reported */
  meal?: Meal | null;
  /** like the order's, for this room only; the order's commission includes it */
  commission?: string | null;
  /** those of this room; absent = not reported */
  charges?: readonly ChannelCharge[];
};

/** A file that a guest attached. */
export type ChannelAttachment = {
  /** where the channel keeps it, in the form of its protocol */
  externalAttachment: string;
  /** null = not reported */
  name: string | null;
  /** media type; null = not reported */
  type: string | null;
};

export type ChannelMessage = {
  externalMessage: string;
  thread: string;
  /** the order it belongs to; null = the order with this `thread`, or, if there is none yet, an inquiry */
  reference: string | null;
  /** our id of the booking, where the channel may send that instead; used if no order has `reference` */
  reservationId?: number | null;
  /**
   * only `guest` texts become messages; `property` is our own text coming back, `system` a text of the
   * channel itself
   */
  from: 'guest' | 'property' | 'system';
  /**
   * the OTA it was written at, where one connection serves several; absent or null = the connection's own
   * channel
   */
  soldBy?: string | null;
  guestName?: string | null;
  /** value of `thread` before the conversation had an order */
  earlierThread?: string | null;
  text: string;
  /** absent = none */
  attachments?: readonly ChannelAttachment[];
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

/** A guest has written a review, which the channel shows once the house has reviewed the guest. It names nobody: the order does. */
export type ChannelHiddenReview = {
  hidden: true;
  externalReview: string;
  reference: string | null;
  soldBy: string | null;
  /** of the house's review: `open`: it waits for one; `sent`: it has one; `over`: it takes none any more */
  state: 'open' | 'sent' | 'over';
  /** until when the channel takes one; null = it does not say */
  writeBy: Temporal.Instant | null;
  at: Temporal.Instant;
  receipt: string;
};

/** A request of a guest that waits for the house's answer at the channel, or what became of it. */
export type ChannelGuestRequest = {
  externalRequest: string;
  kind: GuestRequestKind;
  /** the OTA; null = the connection's own channel */
  soldBy: string | null;
  /** the order that is to be changed; null for the other kinds */
  reference: string | null;
  /** the conversation with the guest; null = none is named */
  thread: string | null;
  guestName: string | null;
  externalRoom: string | null;
  externalRate: string | null;
  checkin: PlainDate;
  checkout: PlainDate;
  party: GuestCounts | null;
  /** what the channel expects the stay to bring, in major units, as decimal text; null = not reported */
  total: string | null;
  currency: string | null;
  /** until when the channel waits; null = it does not say */
  answerBy: Temporal.Instant | null;
  /** null = it waits for an answer */
  outcome: GuestRequestOutcome | null;
  at: Temporal.Instant;
  receipt: string;
};

export type RecordKey = { reference: string; revision: string; digested?: boolean | undefined };

/** Returns the key of a record: a record with the same key is a repetition, apart from `digested` ones. */
export function recordKey(
  item: ChannelReservation | ChannelMessage | ChannelReview | ChannelHiddenReview | ChannelGuestRequest,
): RecordKey {
  if ('externalRequest' in item) {
    const revision = item.outcome ?? `${item.checkin}/${item.checkout}`;
    return { reference: item.externalRequest, revision, digested: item.outcome === null };
  }
  if ('externalMessage' in item) return { reference: item.externalMessage, revision: '' };
  if ('hidden' in item) {
    const revision = `hidden/${item.state}/${item.writeBy ?? ''}`;
    return { reference: item.externalReview, revision };
  }
  if ('externalReview' in item) {
    return { reference: item.externalReview, revision: item.reply === null ? '' : 'replied' };
  }
  return { reference: item.reference, revision: item.revision, digested: item.digested };
}

/** Parses a record that was stored as JSON; dates and instants become Temporal objects again. */
export function parseStoredRecord(
  kind: 'reservation' | 'message' | 'review' | 'guest_request',
  stored: unknown,
): ChannelReservation | ChannelMessage | ChannelReview | ChannelGuestRequest {
  const content = stored as { at: string | null; rooms?: StoredRoom[] };
  const at = content.at === null ? null : Temporal.Instant.from(content.at);
  if (kind === 'guest_request') return toGuestRequest(stored as StoredGuestRequest, at!);
  if (kind !== 'reservation') return { ...content, at } as ChannelMessage | ChannelReview;
  const rooms = content.rooms!.map((room) => ({
    ...room,
    checkin: Temporal.PlainDate.from(room.checkin),
    checkout: Temporal.PlainDate.from(room.checkout),
    nights: room.nights.map((night) => ({ ...night, date: Temporal.PlainDate.from(night.date) })),
  }));
  return { ...content, at, rooms } as ChannelReservation;
}

type StoredGuestRequest = Omit<ChannelGuestRequest, 'checkin' | 'checkout' | 'answerBy' | 'at'> & {
  checkin: string;
  checkout: string;
  answerBy: string | null;
};

function toGuestRequest(stored: StoredGuestRequest, at: Temporal.Instant): ChannelGuestRequest {
  return {
    ...stored,
    at,
    checkin: Temporal.PlainDate.from(stored.checkin),
    checkout: Temporal.PlainDate.from(stored.checkout),
    answerBy: stored.answerBy === null ? null : Temporal.Instant.from(stored.answerBy),
  };
}

type StoredRoom = { checkin: string; checkout: string; nights: { date: string; price: string }[] };
