// The port: what a wire format must be able to do for innwire to speak it. Adapters see values only – no database, no
// clock of their own, no network: they say what to send and read what came back.
//
// Terminology. *Channel*: the OTA by name (`booking_com`). *Protocol*: the wire format (`open_channel`). *Connection*: one
// property at one channel over one protocol. *External room / rate*: their ids there. *Cell*: one field of one night.

import type { ChannelMessage, ChannelReservation, ChannelReview } from '../model/channel-records.ts';
import type { PlainDate } from '../model/night.ts';
import type { NightField, NightValues, PushCapabilities } from '../model/night-values.ts';
import type { Inbound, InboundAnswer, InboundRequest } from './inbound.ts';
import type { OrderLookup, Recovery } from './recovery.ts';
import type { ReplyProtocol, ReviewReplyProtocol } from './reply-protocol.ts';

export type { Inbound, InboundAnswer, InboundRequest, RequestedStay, StoredReservation } from './inbound.ts';
export type {
  Listed,
  ListedOrder,
  OrderLookup,
  OrderState,
  Recovery,
  RecoveryState,
} from './recovery.ts';
export type {
  OutgoingReply,
  ReplyProtocol,
  ReviewReply,
  ReviewReplyProtocol,
} from './reply-protocol.ts';

/** What an adapter knows of the connection it works for. */
export type ConnectionView = {
  channel: string;
  /** replaces the OTA's own hosts, without a trailing slash; null = theirs */
  url: string | null;
  /** checked against `settingsSchema` when the connection is made; defaults filled in */
  settings: Record<string, unknown>;
  /** as given by the operator; never logged */
  credentials: Record<string, string>;
  currency: string;
  timezone: string;
  rooms: readonly MappedRoom[];
};

export type MappedRoom = {
  roomId: number;
  name: string;
  /** guests */
  capacity: number;
  externalRoom: string;
  /** the rates of that room which are mapped; none where the protocol needs none */
  externalRates: readonly string[];
};

export type { NightField } from '../model/night-values.ts';

/** A night of which the channel does not know the present values yet. */
export type StaleNight = {
  room: MappedRoom;
  date: PlainDate;
  /** the fields whose value differs from what the channel last confirmed */
  changed: readonly NightField[];
  /** every value as it is now: protocols that must say two things together find both */
  values: NightValues;
  /** the night became harder to sell (closed, or fewer units): such news goes first */
  closing: boolean;
  /**
   * How often in a row the channel has refused to close this night; absent = never. The engine then tells it as stopped
   * besides having no units, and an adapter that knows further means of closing uses them.
   */
  refusals?: number;
};

/** One request to the other side. The engine adds what `authorize` says, sends it, and keeps a redacted copy. */
export type WireRequest = {
  /** what it is, for the audit trail: `availability`, `rates`, `reservations` … */
  operation: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  headers?: Record<string, string>;
  body?: string;
  /** for everything, from connecting to the last byte of the answer; 30 s without it */
  timeoutMs?: number;
  /** the longest time without a byte of the answer; 20 s for GET without it, no such limit for other methods */
  idleMs?: number;
  /** sending it twice could do harm: after a doubtful failure it is not simply repeated */
  once?: boolean;
  /** requests of each bucket have an allowance of their own (`AriPush.rate`); absent = one for all */
  bucket?: string;
};

export type WireResponse = { status: number; headers: Record<string, string>; body: string };

/**
 * Part of a push: one request, and which cells it tells the channel. No other message of the push tells the same ones, except
 * of another rate of the room: a cell is confirmed once every message that tells it was taken. Values that had to go along
 * may be among them, of the same nights.
 */
export type AriMessage = WireRequest & { cells: readonly Cells[] };

/** Fields of a run of nights, both dates included. */
export type Cells = {
  roomId: number;
  from: PlainDate;
  to: PlainDate;
  fields: readonly NightField[];
  /** the rate that is pushed; absent = the room itself, or all its rates at once */
  externalRate?: string;
};

/** What the other side made of a request. `words` are its own, for people. */
export type Verdict<T> =
  | { kind: 'ok'; value: T }
  /**
   * Worth trying again; `afterSeconds` when the other side says when. `busy`: refused because another request of the property
   * is under way (see `exclusive`).
   */
  | { kind: 'retry'; reason: string; afterSeconds?: number; busy?: boolean }
  /**
   * It does not let us in. Only the task that asked waits (a push, or a push of some rooms; the reservations; …): it is tried
   * again after 1, 5, then every 15 minutes, and at once when people change the connection; the others go on.
   */
  | { kind: 'auth'; reason: string }
  /**
   * Trying the same again is useless. For a push, `cells` are those it complains of where it says so: the rest was not
   * taken either, but may be sent again without them. Nothing of a refused push counts as told.
   */
  | { kind: 'refused'; reason: string; cells?: readonly Cells[] };

/** Cells that the channel did not take, with its words. */
export type Rejection = Cells & { reason: string };

/** Pushing availability, rates and restrictions. */
export type AriPush = PushCapabilities & {
  /** how often requests may be sent, and what they share the allowance with */
  rate: RateLimit;
  /**
   * The fewest messages that tell these nights, those with closing nights first. Nights come by room and date; a full
   * push is the same call with every night.
   */
  encode(nights: readonly StaleNight[], connection: ConnectionView, now: Temporal.Instant): AriMessage[];
  /**
   * Changed values of these nights that the channel's format or ranges cannot hold, in words: `encode` leaves them out. The
   * engine closes such a night at the channel as long as it has such a value (`available` 0, `stopSell`), because it would be sold on
   * its older terms; unless it `keepsOpen`, or not even `available` can be told.
   */
  unsupported?(
    nights: readonly StaleNight[],
    connection: ConnectionView,
  ): (Rejection & { keepsOpen?: true })[];
  decode(response: WireResponse, message: AriMessage, connection: ConnectionView): Verdict<Rejection[]>;
  /** whether a channel that wants no own sales adds what it cancels to its own count as well; absent = that is not known */
  countsOwnCancellations?(connection: ConnectionView): boolean;
  /** reads the channel's own calendar back, where the protocol can: for the nightly drift check */
  readBack?: {
    request(connection: ConnectionView, window: { from: PlainDate; to: PlainDate }): ReadBackRequest[];
    decode(response: WireResponse, connection: ConnectionView): Verdict<KnownNight[]>;
  };
};

/**
 * Asks for a part of the channel's calendar. `covers` are the cells it asks for: those of nights that the answer does not hold
 * are not known there, and the engine pushes them again. `externalRate` as in the `KnownNight` that is expected.
 */
export type ReadBackRequest = WireRequest & { covers: readonly Cells[] };

/** What a channel says it knows of a night; fields it does not tell are absent. */
export type KnownNight = {
  roomId: number;
  date: PlainDate;
  values: Partial<NightValues>;
  /** the rate whose values these are; absent = the room's own */
  externalRate?: string;
};

export type RateLimit = {
  /** requests of one bucket per minute */
  perMinute: number;
  /** most requests at once after a pause */
  burst: number;
  /** what shares a bucket: the property's connection, or the credentials that several properties use */
  per: 'connection' | 'credentials';
};

/** Something pulled from a queue at the other side, which keeps it until it is acknowledged. */
export type Pull<T> = {
  /** how often to ask, in seconds, when nothing announces news */
  everySeconds: number;
  /** reading alone changes something at the other side: a dry run leaves it */
  readingMarks?: boolean;
  /**
   * An order that changed more than once between two reads is shown as it is now, so that versions of it are never read. With
   * each new version, counts that were pushed since the last complete read are pushed again.
   */
  skipsVersions?: boolean;
  /** the requests of one round; the answers are read in this order */
  requests(connection: ConnectionView, state: PullState): WireRequest[];
  decode(response: WireResponse, request: WireRequest, connection: ConnectionView): Verdict<Pulled<T>>;
  /** tells the other side that these are stored; absent where reading is the acknowledgement or none is wanted */
  acknowledge?: {
    /** `numbersOf` tells our own reservations' numbers, for channels that want a confirmation number */
    requests(
      items: readonly T[],
      connection: ConnectionView,
      now: Temporal.Instant,
      numbersOf: (item: T) => readonly number[],
    ): Acknowledgement<T>[];
    /** ok = it will not send them again; refused = it no longer wants to know (e.g. a newer version waits) */
    decode(response: WireResponse, request: WireRequest): Verdict<null>;
  };
};

export type Acknowledgement<T> = WireRequest & { items: readonly T[] };

/** Where the last round ended: kept with the connection, meaningful to the adapter only. */
export type PullState = { cursor: string | null; now: Temporal.Instant };

export type Pulled<T> = {
  items: T[];
  /** kept for the next round; absent = unchanged */
  cursor?: string;
  /** more waits: ask again at once */
  more?: boolean;
  /** what could not be read, in words for people; it is not acknowledged, so it comes again and stays visible */
  unreadable?: readonly string[];
};

/** How requests prove who sends them. */
export type Authorization = {
  /** adds what every request carries; `session` is what `login` brought, where the protocol has one */
  authorize(request: WireRequest, connection: ConnectionView, session: Session | null): WireRequest;
  /** exchanges credentials for a session, once until it expires or is refused; `renewed` ones replace used-up ones */
  login?: {
    /** a log-in may use up the credentials and bring others: a dry run does without */
    renews?: boolean;
    /** whether this request needs a session; absent = every one does */
    neededBy?(request: WireRequest, connection: ConnectionView): boolean;
    request(connection: ConnectionView): WireRequest;
    decode(response: WireResponse, now: Temporal.Instant): Verdict<Session>;
  };
};

export type Session = { token: string; expiresAt: Temporal.Instant; renewed?: Record<string, string> };

/** One wire format. Members that a protocol does not have are absent; the engine asks for nothing else. */
export type Adapter = {
  protocol: string;
  /** for people */
  title: string;
  /** what is built on what, and how sure it is: shown by the command line and the documents */
  maturity: 'public specification' | 'experimental' | 'unverified';
  /** JSON Schema of `settings` with defaults, and of `credentials` (all strings) */
  settingsSchema: object;
  credentialsSchema: object;
  /** whether a room's mapping needs a rate as well */
  needsRate: boolean;
  /** whether a room can be mapped to several rates, which then all get its prices and restrictions */
  severalRates: boolean;
  authorization: Authorization;
  /** what the channel's rules want us to wait after the first, second … failure in a row; the last for all further ones */
  retrySeconds?: readonly number[];
  /**
   * Requests of which the channel may refuse (`busy`) a second one of a property while one is under way. The engine sends reads
   * one at a time and pushes first; a push goes beside a slow read until the channel refuses that, and then waits for reads for
   * an hour. Such reads need short limits (`timeoutMs`, `idleMs`) and must do no harm when they are sent twice.
   */
  exclusive?: {
    includes(request: WireRequest): boolean;
    /** a push always waits for the end of the read that is under way */
    isStrict(connection: ConnectionView): boolean;
  };
  /** a request that changes nothing and shows whether credentials and mapping work */
  test?: {
    request(connection: ConnectionView): WireRequest;
    decode(response: WireResponse, connection: ConnectionView): Verdict<null>;
  };
  ari?: AriPush;
  reservations?: Pull<ChannelReservation>;
  /** lists the orders that there are, for what the queue has lost or never held; needs `reservations` */
  recovery?: Recovery;
  /**
   * asks for one order, where the channel asks us before it sells (`Inbound`, `request`). Absent = it cannot be asked: a yes of
   * ours that did not leave whole is flagged for people
   */
  orderLookup?: OrderLookup;
  messages?: Pull<ChannelMessage>;
  reviews?: Pull<ChannelReview>;
  replies?: ReplyProtocol;
  reviewReplies?: ReviewReplyProtocol;
  inbound?: {
    decode(request: InboundRequest, connection: ConnectionView): Inbound;
    /** the refusal, in the protocol's own form, of a request that the other side should repeat later */
    unavailable(message: string): InboundAnswer;
  };
  /** what must never be stored of an exchange: credentials, card data */
  redact(text: string): string;
};
