// Channels: the OTAs a property can be connected to, the wire formats that lead there, and the state of a connection.

/** The wire formats innwire speaks. */
export const PROTOCOLS = [
  'ical',
  'booking_com',
  'expedia',
  'vrbo',
  'airbnb',
  'channex',
  'open_channel',
] as const;
export type Protocol = (typeof PROTOCOLS)[number];

export const CONNECTION_STATES = ['connecting', 'connected', 'delayed', 'error', 'disconnected'] as const;
export type ConnectionState = (typeof CONNECTION_STATES)[number];

/** What is pulled from a channel, where its protocol has a queue for it. */
export const PULLS = ['reservations', 'messages', 'reviews'] as const;
export type PullName = (typeof PULLS)[number];

/** The name of an OTA as the API writes it: `booking_com`, `airbnb`, `expedia`, `vrbo`, or any other. */
export const CHANNEL_NAME = /^[a-z][a-z0-9_]{1,39}$/;

/** Which room of ours is which at the channel. */
export type RoomMapping = {
  roomId: number;
  externalRoom: string | null;
  /** ids of the rates there at which the room is sold: all of them get its prices and restrictions */
  externalRates: readonly string[];
  /** where the channel publishes this room's calendar (protocol `ical`); its secrets are hidden in what is read from the database */
  icalUrl: string | null;
  /** its mapping ends as soon as the channel has been told that nothing of it is available */
  closing?: boolean;
};

/**
 * Rooms wait to be closed at the channel; then their mapping ends, and with `whole` the connection. `openNights` may still be
 * open there.
 */
export type Closing = { since: Temporal.Instant; whole: boolean; openNights: number };

/** Nothing is exchanged until somebody resumes it. */
export type Pause = { since: Temporal.Instant; reason: string };

export const DEFAULT_PAUSE_REASON = 'the operator paused it';

/** What a paused connection shows as its error. */
export function pauseMessage({ reason }: Pause): string {
  return `Paused: ${reason}. Nothing is exchanged with the channel until it is resumed (innwire channel resume).`;
}

export type Connection = {
  hotelId: number;
  channel: string;
  protocol: Protocol;
  /** replaces the OTA's own hosts */
  url: string | null;
  settings: Record<string, unknown>;
  hasCredentials: boolean;
  /** the part of our address that the other side sends to: a secret */
  channelKey: string | null;
  state: ConnectionState;
  lastError: string | null;
  paused: Pause | null;
  lastSyncAt: Temporal.Instant | null;
  closing: Closing | null;
  rooms: RoomMapping[];
};

/** A request to a channel and what came back, as people may see it: no credentials, no card data. */
export type HttpExchange = {
  at: Temporal.Instant;
  method: string;
  url: string;
  request: string;
  status: number | null;
  response: string | null;
  error: string | null;
  durationMs: number;
};
