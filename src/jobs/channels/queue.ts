// What reading a channel's queue and acknowledging its records have in common.
import type { FailedOutcome } from '../../channels/channel-client.ts';
import { about, type FailedPart } from '../../model/cause.ts';
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
import { type CycleResult, permissionMissing } from './cycle.ts';
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

export function credentialsRefused(name: PullName, { reason, cause }: FailedOutcome): CycleResult {
  const failure = { reason, cause };
  return name === 'reservations' ? { kind: 'refused', ...failure } : permissionMissing(PARTS[name], failure);
}

export function failedLater(name: PullName, verdict: FailedOutcome): CycleResult {
  return { ...verdict, kind: 'later', cause: about(verdict.cause, PARTS[name]) };
}

export const PARTS: Record<PullName, FailedPart> = {
  reservations: 'reservations',
  messages: 'messages',
  reviews: 'reviews',
  guestRequests: 'guest_requests',
};
