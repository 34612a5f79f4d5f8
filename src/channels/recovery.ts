// Listing a channel's orders as they are now, whoever has acknowledged them: part of the port (channel.ts).

import type { ChannelReservation } from '../model/channel-records.ts';
import type { PlainDate } from '../model/night.ts';
import type { ConnectionView, Pulled, PullState, Verdict, WireRequest, WireResponse } from './channel.ts';

/**
 * Reads the orders of stays to come as the channel has them. The engine reads the listing when a connection is made, after
 * a gap in reading the queue, and once a day: it takes in orders and versions that are missing here, and flags bookings that
 * the channel no longer lists. It never cancels because of a listing.
 */
export type Recovery = {
  /** the requests of one page; the answers are read in this order */
  requests(connection: ConnectionView, state: RecoveryState): WireRequest[];
  decode(response: WireResponse, request: WireRequest, connection: ConnectionView): Verdict<Listed>;
  /** whether a listing that was read to its end must hold this order; absent = it may lack any, and none is flagged */
  covers?(order: ListedOrder, connection: ConnectionView, now: Temporal.Instant): boolean;
};

/** `since`: the queue may have lost what happened after that; null = nothing was read before. The cursor lasts for one recovery. */
export type RecoveryState = PullState & { since: Temporal.Instant | null };

export type Listed = Pulled<ChannelReservation> & {
  /** of the items, those that the channel still waits to have acknowledged */
  unacknowledged?: readonly ChannelReservation[];
  /** references that are listed but not sold (yet): requests that wait for an answer, offers that came to nothing */
  unsold?: readonly string[];
  /** the channel leaves out some of what was asked for: nothing is concluded from what is missing */
  partial?: boolean;
};

/** Asking a channel for one order. The engine asks for requests to book that it accepted and of which the channel is silent. */
export type OrderLookup = {
  request(reference: string, connection: ConnectionView): WireRequest;
  decode(response: WireResponse, reference: string, connection: ConnectionView): Verdict<OrderState>;
};

/**
 * How an order stands at the channel: `sold`, also when it was cancelled since, is taken in; `waiting` = not decided there,
 * asked again later; `none` = surely never sold, on which the engine gives back its nights.
 */
export type OrderState =
  | { kind: 'sold'; reservation: ChannelReservation }
  | { kind: 'waiting' }
  | { kind: 'none' };

/** An order as it is here. `at` = when the version that was applied last was made at the channel. */
export type ListedOrder = { checkin: PlainDate; checkout: PlainDate; at: Temporal.Instant | null };
