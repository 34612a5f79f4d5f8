// What the conformance suite cannot know of a protocol by itself; everything else it finds out from the adapter.
import type {
  AriMessage,
  ConnectionView,
  InboundRequest,
  WireRequest,
} from '../../../src/channels/channel.ts';

export type Entry = {
  /**
   * A connection that uses all the protocol has: two mapped rooms at least, every credential there is, and every setting
   * without which something would not be asked for. Its `url` is an address with a path.
   */
  connection: ConnectionView;
  /** the least of both with which a connection may be made */
  least: { settings: Record<string, unknown>; credentials: Record<string, string> };
  /** every file in test/channels/fixtures/{protocol} */
  samples: Record<string, Sample>;
  /** good answers beside those among the samples; each decoder (see `decodersOf`) needs one */
  answers?: Record<string, readonly string[]>;
  /** answers that come with status 200 and say no: whatever was asked, they are no success */
  refusals?: readonly string[];
  /** answers that take a push and complain of something that is not named: all of it is in doubt */
  complaints?: readonly string[];
  /** decoders for which an empty body is a good answer */
  emptyIsGood?: readonly string[];
  /** decoders for which a status other than 2xx is a good answer */
  goodStatuses?: Record<string, readonly number[]>;
  /** decoders for which 403 concerns the one request only */
  refusedBy403?: readonly string[];
  /** further states of a pull that have requests and answers of their own: `messages/a conversation` → its cursor */
  cursors?: Record<string, string>;
  /** what guests wrote in the samples, where a card number may stand in its place */
  guestsWords?: readonly string[];
  /** what there is of cards in the samples */
  cards?: readonly string[];
  /** requests that carry a credential in their body, as the protocol wants it */
  carriesCredentials?(request: WireRequest): boolean;
  push?: PushEntry;
  inbound?: InboundEntry;
};

export type Sample =
  /** an answer to what a decoder reads, and the verdict; `ok` unless it says otherwise */
  | { answers: string; kind?: 'ok' | 'retry' | 'auth' | 'refused' }
  /** what the other side sends to us, and what it means */
  | ({ sent: string } & Partial<InboundRequest>)
  /** a request or an answer of ours: compared by this test of the protocol's own */
  | { comparedBy: string }
  /** nothing that this adapter is ever answered with: no decoder takes it for good */
  | { foreign: string };

export type PushEntry = {
  /** throws when a message, as it is sent, breaks a limit that the protocol has */
  withinLimits(message: AriMessage, sent: WireRequest): void;
  /** settings that make a message as small as can be, so that pushes are cut */
  smallMessages?: Record<string, unknown>;
  /** the most messages that 20 rooms with 500 nights of equal values may take */
  fullPush: number;
};

export type InboundEntry = {
  /** headers by which the other side shows who it is; empty where the secret address is all there is */
  proof: Record<string, string>;
  /** any text is a hint that news waits */
  takesAnything?: boolean;
  /** further requests and what they mean */
  asks?: readonly ({ means: string } & Partial<InboundRequest>)[];
};
