// What reading a channel's queue and acknowledging its records have in common.
import type { FailedOutcome } from '../../channels/channel-client.ts';
import type { FailedPart } from '../../model/cause.ts';
import type { PullName } from '../../model/channel.ts';
import type {
  ChannelGuestRequest,
  ChannelHiddenReview,
  ChannelMessage,
  ChannelReservation,
  ChannelReview,
  RecordKey,
} from '../../model/channel-records.ts';
import type { RecordKind } from '../../pms/channel-sync/ingest/inbox.ts';
import { type CycleResult, failedStep } from './cycle.ts';
import type { ItemOutcome } from './summaries.ts';

export type Item =
  | ChannelReservation
  | ChannelMessage
  | ChannelReview
  | ChannelHiddenReview
  | ChannelGuestRequest;

export type FetchedItems = {
  /**
   * items by the key under which they are stored (`keyOf`), as the channel sent them, which is how it wants
   * them acknowledged; of an item that it sends more than once, the first
   */
  items: Map<string, Item>;
  /** outcome of each item that came for the first time */
  newItems: ItemOutcome[];
  /** items that could not be read or stored, with the reason */
  unreadable: string[];
};

export const KINDS: Record<PullName, RecordKind> = {
  reservations: 'reservation',
  messages: 'message',
  reviews: 'review',
  guestRequests: 'guest_request',
};

/** Key of an item in the set that `findKnownAndResetAck` returns. */
export function keyOf({ reference, revision }: RecordKey): string {
  return `${reference}/${revision}`;
}

/** Result for a queue that could not be read, or whose records could not be acknowledged. Reservations need no permission of their own: refused there, the credentials are wrong. */
export function failedQueue(name: PullName, failure: FailedOutcome): CycleResult {
  const { kind, reason, cause } = failure;
  return name === 'reservations' && kind === 'auth'
    ? { kind: 'refused', reason, cause }
    : failedStep(PARTS[name], failure);
}

export const PARTS: Record<PullName, FailedPart> = {
  reservations: 'reservations',
  messages: 'messages',
  reviews: 'reviews',
  guestRequests: 'guest_requests',
};
