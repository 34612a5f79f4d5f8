// Lists a channel's current orders, whether they were acknowledged or not: part of the adapter interface
// (channel.ts).

import type { ChannelReservation } from '../model/channel-records.ts';
import type { PlainDate } from '../model/night.ts';
import type { ConnectionView, Pulled, PullState, Verdict, WireRequest, WireResponse } from './wire.ts';

/**
 * Reads the orders of future stays as the channel has them. The listing is read when a connection is made,
 * after a gap in reading the queue, and once a day. Orders and versions that are missing in innwire are
 * ingested, and bookings that the channel no longer lists are flagged. A listing never cancels a reservation.
 */
export type Recovery<View = ConnectionView> = {
  /** the requests of one page; the responses are decoded in this order */
  requests(connection: View, state: RecoveryState): WireRequest[];
  decode(response: WireResponse, request: WireRequest, connection: View): Verdict<Listed>;
  /**
   * whether a listing that was read completely must contain this order; absent = it may lack any order, and
   * none is flagged
   */
  covers?(order: ListedOrder, connection: View, now: Temporal.Instant): boolean;
};

/**
 * `since`: the queue may have lost orders that changed after it; null = nothing was read before. The cursor
 * is kept for one recovery.
 */
export type RecoveryState = PullState & { since: Temporal.Instant | null };

export type Listed = Pulled<ChannelReservation> & {
  /** the items that the channel still expects to be acknowledged */
  unacknowledged?: readonly ChannelReservation[];
  /** references that are listed but not sold (yet): requests that wait for an answer, expired offers */
  unsold?: readonly string[];
  /** the channel left out a part of the listing: nothing is concluded from missing orders */
  partial?: boolean;
  /** requests for what this answer only names, sent before the others of the page */
  next?: readonly WireRequest[];
};

/**
 * Looks up one order at the channel. Used for accepted requests to book that the channel has not confirmed.
 */
export type OrderLookup<View = ConnectionView> = {
  request(reference: string, connection: View): WireRequest;
  decode(response: WireResponse, reference: string, connection: View): Verdict<OrderState>;
};

/**
 * State of an order at the channel. `sold` orders are ingested, also when they were cancelled since;
 * `waiting` = not decided at the channel, looked up again later; `none` = certainly never sold, so its nights
 * are released.
 */
export type OrderState =
  | { kind: 'sold'; reservation: ChannelReservation }
  | { kind: 'waiting' }
  | { kind: 'none' };

/** An order as stored in innwire. `at` = when the last applied version was made at the channel. */
export type ListedOrder = { checkin: PlainDate; checkout: PlainDate; at: Temporal.Instant | null };
