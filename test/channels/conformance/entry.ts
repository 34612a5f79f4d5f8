// Data of a protocol that the conformance suite cannot derive from its adapter.
import type {
  AriMessage,
  ConnectionView,
  InboundRequest,
  WireRequest,
} from '../../../src/channels/channel.ts';

export type Entry = {
  /**
   * what remains to be built of the adapter: the suite fails with this list, and runs its other tests once it is
   * empty
   */
  todo?: readonly string[];
  /**
   * A connection that uses the whole protocol: at least two mapped rooms, every credential, and every setting
   * without which a request would not be made. Its `url` is an address with a path.
   */
  connection: ConnectionView;
  /** minimal settings and credentials of a valid connection */
  least: { settings: Record<string, unknown>; credentials: Record<string, string> };
  /** every file in test/channels/fixtures/{protocol} */
  samples: Record<string, Sample>;
  /** successful responses besides those among the samples; each decoder (see `decodersOf`) needs one */
  answers?: Record<string, readonly string[]>;
  /** responses with status 200 that are refusals: no decoder may read them as success */
  refusals?: readonly string[];
  /** responses that accept a push with a complaint that names no cell: every cell is rejected */
  complaints?: readonly string[];
  /** decoders for which an empty body is a success */
  emptyIsGood?: readonly string[];
  /** decoders for which a status other than 2xx is a success */
  goodStatuses?: Record<string, readonly number[]>;
  /** decoders for which 403 concerns only the one request */
  refusedBy403?: readonly string[];
  /**
   * further states of a pull with requests and responses of their own: `messages/a conversation` → its cursor
   */
  cursors?: Record<string, string>;
  /** texts of guests in the samples, in which a card number may occur */
  guestTexts?: readonly string[];
  /** card data in the samples */
  cards?: readonly string[];
  /** requests that carry a credential in their body, as the protocol requires */
  carriesCredentials?(request: WireRequest): boolean;
  push?: PushEntry;
  inbound?: InboundEntry;
};

export type Sample =
  /** a response for a decoder, and its verdict; `ok` by default */
  | { answers: string; kind?: 'ok' | 'retry' | 'auth' | 'refused' }
  /** an inbound request, and its meaning */
  | ({ sent: string } & Partial<InboundRequest>)
  /** a request or a response of ours, compared by this test of the protocol */
  | { comparedBy: string }
  /** not a response to this adapter: no decoder may read it as success */
  | { foreign: string };

export type PushEntry = {
  /** throws when a message, as it is sent, exceeds a limit of the protocol */
  withinLimits(message: AriMessage, sent: WireRequest): void;
  /** settings for the smallest messages, so that pushes are split */
  smallMessages?: Record<string, unknown>;
  /** the most messages that 20 rooms with 500 nights of equal values may take */
  fullPush: number;
};

export type InboundEntry = {
  /** headers that authenticate the channel; empty where only the secret address does */
  proof: Record<string, string>;
  /** any text is a hint that new records wait */
  takesAnything?: boolean;
  /** further requests and what they mean */
  asks?: readonly ({ means: string } & Partial<InboundRequest>)[];
};
