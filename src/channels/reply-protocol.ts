// Replies to guests' messages and reviews, and answers to their requests: part of the adapter interface (channel.ts).

import type { GuestRequestAnswer, GuestRequestKind, GuestRequestOutcome } from '../model/guest-request.ts';
import type { WrittenGuestReview } from '../model/guest-review.ts';
import type { ConnectionView, Verdict, WireRequest, WireResponse } from './wire.ts';

/** Sends a reply to a guest's conversation at the channel. */
export type ReplyProtocol<View = ConnectionView> = {
  /**
   * finds the conversation of a reply without a thread; null = there is none. Absent = `send` needs no thread
   */
  findThread?: {
    request(reply: OutgoingReply, connection: View): WireRequest;
    decode(response: WireResponse, reply: OutgoingReply): Verdict<string | null>;
  };
  send(reply: OutgoingReply, connection: View): WireRequest;
  decodeSent(response: WireResponse): Verdict<{ externalMessage: string | null }>;
  /**
   * after a send with unknown outcome: looks up whether the conversation contains the reply. Absent = sending
   * twice is harmless
   */
  check?: {
    request(reply: OutgoingReply, connection: View): WireRequest;
    /** true = the reply was delivered */
    decode(response: WireResponse, reply: OutgoingReply): Verdict<boolean>;
  };
  /** says that a guest's text needs no reply, where the OTA counts how fast one comes. Sending twice is harmless. Absent = the channel takes none */
  noReplyNeeded?: {
    /** null = the OTA of the conversation takes none */
    send(text: SettledText, connection: View): WireRequest | null;
    decodeSent(response: WireResponse): Verdict<null>;
  };
};

/** A text of a guest that needs no reply. */
type SettledText = {
  /** the OTA that it was written at */
  channel: string;
  /** the conversation's id at the channel; null = not known */
  thread: string | null;
  /** the conversation's id before it had an order; null = the same, or not known */
  earlierThread: string | null;
};

export type OutgoingReply = {
  text: string;
  /** the order's reference at the channel; null = an inquiry without an order: then `thread` is set */
  reference: string | null;
  /** the conversation's id at the channel, from an incoming message */
  thread: string | null;
  /** stable for this reply: used as idempotency key where the protocol has one */
  key: string;
  queuedAt: Temporal.Instant;
};

export type ReviewReplyProtocol<View = ConnectionView> = {
  send(review: ReviewReply, connection: View): WireRequest;
  decodeSent(response: WireResponse): Verdict<null>;
};

/** `reference` and `language` are those of the review; `externalReview` is its id at the channel. */
export type ReviewReply = {
  externalReview: string;
  reference: string | null;
  language: string;
  reply: string;
};

/** Reviews a guest. A channel takes one review of a stay, so one that may have arrived is looked up first. */
export type GuestReviewProtocol<View = ConnectionView> = {
  send(review: OutgoingGuestReview, connection: View): WireRequest;
  decodeSent(response: WireResponse): Verdict<null>;
  check: {
    request(externalReview: string, connection: View): WireRequest;
    /** true = the channel has the house's review */
    decode(response: WireResponse): Verdict<boolean>;
  };
};

/** `externalReview`: the id of the guest's review at the channel. */
export type OutgoingGuestReview = WrittenGuestReview & { externalReview: string };

/** Answers a guest's request. Answering twice is harmless: the first answer counts, whoever gave it. */
export type GuestRequestAnswerProtocol<View = ConnectionView> = {
  send(answer: OutgoingAnswer, connection: View): WireRequest;
  /** what became of the request; null = the channel does not say, so it is as it was answered */
  decodeSent(response: WireResponse): Verdict<GuestRequestOutcome | null>;
};

/** `externalRequest`: the request's id at the channel. */
export type OutgoingAnswer = GuestRequestAnswer & { externalRequest: string; kind: GuestRequestKind };
