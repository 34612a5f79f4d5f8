// The values that adapters and their callers exchange: connections, requests, responses and what was made of them.
import type { Cause } from '../model/cause.ts';
import type { PlainDate } from '../model/night.ts';
import type { NightField, NightValues } from '../model/night-values.ts';
import type { SalesLimits } from '../model/sales-limits.ts';

/** The data of a connection that its adapter needs. */
export type ConnectionView<Settings = Record<string, unknown>, Credentials = Record<string, string>> = {
  channel: string;
  /** replaces the OTA's own hosts, without a trailing slash; null = the OTA's hosts */
  url: string | null;
  /** checked against `settingsSchema` when the connection is made; defaults filled in */
  settings: Settings;
  /** as given by the operator; never logged */
  credentials: Credentials;
  currency: string;
  timezone: string;
  rooms: readonly MappedRoom[];
  /** the OTAs behind the channel that are switched on, named as in bookings; empty where it has none, or they are not listed yet */
  otas: readonly string[];
  /** what the channel makes of what is pushed, as it was read last; null = not read, or its protocol has no such limits */
  salesLimits: SalesLimits | null;
};

export type MappedRoom = {
  roomId: number;
  /** the unit that the channel sells by itself; absent = the room as a whole */
  unitId?: number;
  name: string;
  /** guests */
  capacity: number;
  externalRoom: string;
  /** the mapped rates of the room; empty where the protocol needs none */
  externalRates: readonly string[];
};

/**
 * One request to the channel. The channel client adds authorization, sends it, and stores a redacted copy.
 */
export type WireRequest = {
  /** kind of request, for the sync log: `availability`, `rates`, `reservations` … */
  operation: string;
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  headers?: Record<string, string>;
  body?: string;
  /** total time, from connecting to the last byte of the response; 30 s if absent */
  timeoutMs?: number;
  /**
   * the longest time without a byte of the response; if absent 20 s for GET, no such limit for other methods
   */
  idleMs?: number;
  /** sending it twice could do harm: it is not simply repeated when its outcome is unknown */
  once?: boolean;
  /** the answer is a file: its bytes are kept as they are, and no exchange shows them */
  isFile?: boolean;
  /** each bucket has a rate limit of its own (`AriPush.rate`); absent = the bucket shared by all */
  bucket?: string;
};

/** `file`: the bytes of a successful answer to a request with `isFile`; its `body` is empty then. */
export type WireResponse = {
  status: number;
  headers: Record<string, string>;
  body: string;
  file?: Buffer;
};

/** Fields of a run of nights, both dates included. */
export type Cells = {
  roomId: number;
  /** as in the `MappedRoom` */
  unitId?: number;
  from: PlainDate;
  to: PlainDate;
  fields: readonly NightField[];
  /** the rate that is pushed; absent = the room itself, or all its rates together */
  externalRate?: string;
};

/**
 * What the channel made of a request. `reason` quotes the channel's own text, for people. `cause` is the code of a failure;
 * absent = that of its kind, and `reason` is what the channel said.
 */
export type Verdict<T> =
  | { kind: 'ok'; value: T }
  /**
   * A temporary failure; `afterSeconds` when the channel says when to retry. `busy`: refused because another
   * request of the property is under way (see `exclusive`).
   */
  | { kind: 'retry'; reason: string; cause?: Cause; afterSeconds?: number; busy?: boolean }
  /**
   * Access was denied. Only the affected task (a push, or a push of some rooms; the reservations; …) waits:
   * it is tried again after 1, 5, then every 15 minutes, and at once when the connection is edited. Other
   * tasks continue.
   */
  | { kind: 'auth'; reason: string; cause?: Cause }
  /**
   * Repeating the request is useless. For a push, `cells` are those that the channel named as wrong: the
   * others were not accepted either, but may be sent again without them. No value of a refused push counts as
   * pushed.
   */
  | { kind: 'refused'; reason: string; cause?: Cause; cells?: readonly Cells[] };

/** Values of a night as the channel reports them; fields it does not report are absent. */
export type KnownNight = {
  roomId: number;
  /** as in the `MappedRoom` */
  unitId?: number;
  date: PlainDate;
  values: Partial<NightValues>;
  /** the rate whose values these are; absent = the room's own */
  externalRate?: string;
};

/**
 * State after the last cycle. The cursor is stored with the connection and interpreted by the adapter only.
 */
export type PullState = { cursor: string | null; now: Temporal.Instant };

export type Pulled<T> = {
  items: T[];
  /** stored for the next cycle; absent = unchanged */
  cursor?: string;
  /** more records are available: the next request follows at once */
  more?: boolean;
  /**
   * descriptions of records that could not be decoded, for people; they are not acknowledged, so they are
   * delivered again and stay visible
   */
  unreadable?: readonly string[];
};
