// Sending our texts to guests, and our answers to their reviews: part of the port (channel.ts).

import type { ConnectionView, Verdict, WireRequest, WireResponse } from './channel.ts';

/** Sending a reply into the guest's chat at the channel. */
export type ReplyProtocol = {
  /** finds the conversation of a reply that names none; null = there is none. Absent = `send` needs no thread */
  findThread?: {
    request(reply: OutgoingReply, connection: ConnectionView): WireRequest;
    decode(response: WireResponse, reply: OutgoingReply): Verdict<string | null>;
  };
  send(reply: OutgoingReply, connection: ConnectionView): WireRequest;
  decodeSent(response: WireResponse): Verdict<{ externalMessage: string | null }>;
  /** after a doubtful failure: does the conversation hold the reply already? Absent = sending twice is harmless */
  check?: {
    request(reply: OutgoingReply, connection: ConnectionView): WireRequest;
    /** true = it arrived */
    decode(response: WireResponse, reply: OutgoingReply): Verdict<boolean>;
  };
};

export type OutgoingReply = {
  text: string;
  /** the order's reference at the channel; null = an inquiry that belongs to no order: then `thread` is there */
  reference: string | null;
  /** the conversation there, as an incoming message named it */
  thread: string | null;
  /** stable for this reply: where the protocol has an idempotency key */
  key: string;
  queuedAt: Temporal.Instant;
};

export type ReviewReplyProtocol = {
  send(review: ReviewReply, connection: ConnectionView): WireRequest;
  decodeSent(response: WireResponse): Verdict<null>;
};

/** `reference` and `language` as the review named them; `externalReview` is its id at the channel. */
export type ReviewReply = {
  externalReview: string;
  reference: string | null;
  language: string;
  reply: string;
};
