// The adapter interface: what a wire format must provide for innwire to support it. Adapters handle values
// only. They have no database, clock or network access: they build requests and decode responses.
//
// Terminology. *Channel*: the OTA by name (`booking_com`). *Protocol*: the wire format (`open_channel`).
// *Connection*: one property at one channel over one protocol. *External room / rate*: their ids at the
// channel. *Cell*: one field of one night.

import type { TObject } from 'typebox';
import type {
  ChannelGuestRequest,
  ChannelHiddenReview,
  ChannelMessage,
  ChannelReservation,
  ChannelReview,
} from '../model/channel-records.ts';
import type { ListedOta } from '../model/connected-ota.ts';
import type { PlainDate } from '../model/night.ts';
import type { NightField, NightValues, PushCapabilities } from '../model/night-values.ts';
import type { RetryPolicy } from '../model/retry-policy.ts';
import type { SalesLimits } from '../model/sales-limits.ts';
import type { AttachmentProtocol } from './attachments.ts';
import type { Calendars } from './calendars.ts';
import type { Inbound, InboundAnswer, InboundRequest } from './inbound.ts';
import type { OrderLookup, Recovery } from './recovery.ts';
import type {
  GuestRequestAnswerProtocol,
  GuestReviewProtocol,
  ReplyProtocol,
  ReviewReplyProtocol,
} from './reply-protocol.ts';
import type {
  Cells,
  ConnectionView,
  KnownNight,
  MappedRoom,
  Pulled,
  PullState,
  Verdict,
  WireRequest,
  WireResponse,
} from './wire.ts';

export type { NightField } from '../model/night-values.ts';
export type { CalendarRequest, Calendars, FetchedCalendar } from './calendars.ts';
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
  GuestRequestAnswerProtocol,
  GuestReviewProtocol,
  OutgoingAnswer,
  OutgoingGuestReview,
  OutgoingReply,
  ReplyProtocol,
  ReviewReply,
  ReviewReplyProtocol,
} from './reply-protocol.ts';
export type * from './wire.ts';

/** A night whose current values the channel has not confirmed yet. */
export type StaleNight = {
  room: MappedRoom;
  date: PlainDate;
  /** the fields whose value differs from what the channel last confirmed */
  changed: readonly NightField[];
  /** every current value: some protocols must send two fields together */
  values: NightValues;
  /** the night became less available (closed, or fewer units); such changes are sent first */
  closing: boolean;
  /**
   * How often in a row the channel has refused to close this night; absent = never. The connection worker
   * then pushes the night with `stopSell` set as well as no units, and an adapter that has further means of
   * closing a night uses them.
   */
  refusals?: number;
};

/**
 * One request of a push, and the cells it carries. A cell is carried by several messages of a push only for
 * different rates of a room; it is confirmed once every message that carries it was accepted. `cells` may
 * include values of the same nights that the protocol requires to be sent along.
 */
export type AriMessage = WireRequest & { cells: readonly Cells[] };

/** Cells that the channel did not accept, with the channel's reason. */
export type Rejection = Cells & { reason: string };

/** Pushing availability, rates and restrictions. */
export type AriPush<View = ConnectionView> = PushCapabilities & {
  rate: PushLimit;
  /**
   * Builds the fewest messages that carry the changed values of these nights, those with closing nights
   * first. Nights are ordered by room and date. A full push is the same call with every night.
   */
  encode(nights: readonly StaleNight[], connection: View, now: Temporal.Instant): AriMessage[];
  /**
   * Returns changed values that the channel's format or ranges cannot carry, each with a reason for people;
   * `encode` leaves them out. The connection worker closes such a night at the channel as long as it has such
   * a value (`available` 0, `stopSell`), because it would be sold on its older terms. It stays open if
   * `keepsOpen` is set, or if not even `available` can be pushed.
   */
  unsupported?(nights: readonly StaleNight[], connection: View): (Rejection & { keepsOpen?: true })[];
  decode(response: WireResponse, message: AriMessage, connection: View): Verdict<Rejection[]>;
  /**
   * whether a channel that does not expect an echo of its sales also adds cancelled units to its own count;
   * absent = not known
   */
  countsOwnCancellations?(connection: View): boolean;
  /** reads the channel's calendar back, where the protocol can: for the nightly drift check */
  readBack?: {
    request(connection: View, window: { from: PlainDate; to: PlainDate }): ReadBackRequest[];
    decode(response: WireResponse, connection: View): Verdict<KnownNight[]>;
  };
};

/**
 * Reads a part of the channel's calendar. `covers` are the requested cells: nights that the response lacks
 * are unknown at the channel and pushed again. `externalRate` as in the expected `KnownNight`.
 */
export type ReadBackRequest = WireRequest & { covers: readonly Cells[] };

/**
 * How many requests are sent: `burst` at once after a pause, then `perMinute`. In m minutes these are at most
 * burst + m × perMinute: a channel that names limits for a minute, an hour and a day is kept to all of them by one.
 */
export type RequestLimit = { perMinute: number; burst: number };

/** `per`: what shares the limit: the property's connection, or the credentials that several properties use. */
type PushLimit = RequestLimit & { per: 'connection' | 'credentials' };

/** What credentials allow, over all connections that use them. */
type CredentialsLimits = {
  /** requests of every kind together */
  all: RequestLimit;
  /** requests of each operation; absent = only `all` counts */
  eachOperation?: RequestLimit;
};

/** Records pulled from a queue at the channel, which keeps them until they are acknowledged. */
export type Pull<T, View = ConnectionView> = {
  /** poll interval in seconds, when no notification announces new records */
  everySeconds: number;
  /** reading changes state at the channel: a dry run does not do it */
  readingMarks?: boolean;
  /**
   * The channel returns only the latest version of an order: versions between two reads are never seen. With
   * each new version, counts that were pushed since the last complete read are pushed again.
   */
  skipsVersions?: boolean;
  /** the requests of one cycle; the responses are decoded in this order */
  requests(connection: View, state: PullState): WireRequest[];
  decode(response: WireResponse, request: WireRequest, connection: View): Verdict<Pulled<T>>;
  /** after an acknowledgement the channel wants no read for so long; absent = it does not say */
  secondsAfterAcknowledging?: number;
  /** acknowledges stored records; absent where reading acknowledges them or no acknowledgement is wanted */
  acknowledge?: {
    /** `numbersOf` returns our reservation numbers, for channels that want a confirmation number */
    requests(
      items: readonly T[],
      connection: View,
      now: Temporal.Instant,
      numbersOf: (item: T) => readonly number[],
    ): Acknowledgement<T>[];
    /**
     * ok = the records will not be sent again; refused = the acknowledgement is no longer wanted (e.g. a
     * newer version exists)
     */
    decode(response: WireResponse, request: WireRequest): Verdict<null>;
  };
};

export type Acknowledgement<T> = WireRequest & { items: readonly T[] };

/** How requests are authenticated. */
export type Authorization<View = ConnectionView> = {
  /** adds authentication to a request; `session` comes from `login`, where the protocol has one */
  authorize(request: WireRequest, connection: View, session: Session | null): WireRequest;
  /**
   * exchanges credentials for a session, used until it expires or is refused; `renewed` credentials replace
   * used-up ones
   */
  login?: {
    /** a login may use up the credentials and return new ones: a dry run does not log in */
    renews?: boolean;
    /** whether this request needs a session; absent = every one does */
    neededBy?(request: WireRequest, connection: View): boolean;
    request(connection: View): WireRequest;
    decode(response: WireResponse, now: Temporal.Instant): Verdict<Session>;
  };
};

export type Session = { token: string; expiresAt: Temporal.Instant; renewed?: Record<string, string> };

/** Whether connections of this protocol have credentials. */
export function asksForCredentials({ credentialsSchema }: Pick<Adapter, 'credentialsSchema'>): boolean {
  return Object.keys(credentialsSchema.properties).length > 0;
}

/** One wire format. Members that a protocol does not support are absent. */
export type Adapter<View = ConnectionView> = {
  protocol: string;
  /** for people */
  title: string;
  /** what the adapter is based on; shown by the command line and the documentation */
  maturity: 'public specification' | 'experimental' | 'unverified';
  /** JSON Schema of `settings` with defaults, and of `credentials` (all strings; none = the protocol needs none) */
  settingsSchema: TObject;
  credentialsSchema: TObject;
  /** whether a room's mapping needs a rate too */
  needsRate: boolean;
  /** whether a room can be mapped to several rates, which then all get its prices and restrictions */
  severalRates: boolean;
  /** whether a mapping may be of one unit of a room, as far as the channel sells each of them by itself */
  sellsUnits?: true;
  /** whether a connection needs a `url`, because the OTA has no hosts of its own */
  needsUrl?: true;
  /** absent = none is known */
  limits?: CredentialsLimits;
  /** absent = requests need no authorization, or none are made */
  authorization?: Authorization<View>;
  /** the retries that the channel's rules require after failures; absent = the usual ones */
  retries?: RetryPolicy;
  /**
   * Requests of which the channel may refuse (`busy`) a second one of a property while one is under way.
   * Reads are sent one at a time, and pushes go first. A push is sent beside a slow read until the channel
   * refuses that; pushes then wait for reads for an hour. Such reads need short limits (`timeoutMs`,
   * `idleMs`) and must be safe to repeat.
   */
  exclusive?: {
    includes(request: WireRequest): boolean;
    /** whether a push always waits for the end of the read that is under way */
    isStrict(connection: View): boolean;
  };
  /**
   * a request without side effects that verifies credentials and mapping. Never one of a queue: what that has sent counts as received
   * when its order is acknowledged by a read under way, which had an earlier version
   */
  test?: {
    request(connection: View): WireRequest;
    /** `request`: the one that was answered, absent = the first. Returns the request for what it needs of a further page; null = the test is passed */
    decode(response: WireResponse, connection: View, request?: WireRequest): Verdict<WireRequest | null>;
  };
  ari?: AriPush<View>;
  reservations?: Pull<ChannelReservation, View>;
  /**
   * lists the channel's current orders, to find what the queue has lost or never held; needs `reservations`
   */
  recovery?: Recovery<View>;
  /**
   * Looks up one order, for channels that ask us before they sell (`Inbound`, `request`). Absent = the
   * channel cannot be queried: an acceptance whose response was not sent completely is flagged for people.
   */
  orderLookup?: OrderLookup<View>;
  messages?: Pull<ChannelMessage, View>;
  /** reads files that guests attach; absent = the files of its messages cannot be opened here */
  attachments?: AttachmentProtocol<View>;
  reviews?: Pull<ChannelReview | ChannelHiddenReview, View>;
  guestRequests?: Pull<ChannelGuestRequest, View>;
  guestRequestAnswers?: GuestRequestAnswerProtocol<View>;
  replies?: ReplyProtocol<View>;
  reviewReplies?: ReviewReplyProtocol<View>;
  /** reviews guests, where the OTA has them reviewed too */
  guestReviews?: GuestReviewProtocol<View>;
  /** lists the OTAs behind the channel: read once a day, and when the channel reports something about them */
  otas?: {
    request(connection: View): WireRequest;
    /** `request`: the one that was answered, absent = the first. `next` reads the next page; `more` without it: the list has further OTAs, which are not read */
    decode(
      response: WireResponse,
      connection: View,
      request?: WireRequest,
    ): Verdict<{ otas: ListedOta[]; more: boolean; next?: WireRequest }>;
    /** the OTAs whose limits decide what of a night can be pushed (`ari.unsupported`): when one of them is switched on or off, nights are checked again */
    limiting: readonly string[];
  };
  /** reads the settings of the property by which the channel sells something else than what is pushed: read with the OTAs */
  salesLimits?: {
    request(connection: View): WireRequest;
    decode(response: WireResponse, connection: View): Verdict<SalesLimits>;
  };
  /** reads a calendar of each mapped room */
  calendars?: Calendars;
  inbound?: {
    decode(request: InboundRequest, connection: View): Inbound;
    /** builds the refusal, in the protocol's own format, of a request that the channel should repeat later */
    unavailable(message: string): InboundAnswer;
  };
  /**
   * Returns what stands in requests and responses for an id of an order or a conversation that is put together here, such as
   * `airbnb/HM4S`; null = not such an id. The exchanges about an erased guest are found by it.
   */
  wireId?(id: string): string | null;
  /** removes what must never be stored of an HTTP exchange: credentials, card data */
  redact(text: string): string;
};
