// Channels: the OTAs that a property can be connected to, their protocols, and the state of a connection.

import type { Cause } from './cause.ts';
import type { ConnectedOtas } from './connected-ota.ts';
import type { CalendarReading } from './ical/reading.ts';
import type { PlainDate } from './night.ts';
import type { ConnectionLimits } from './sales-limits.ts';

export const CONNECTION_STATES = ['connecting', 'connected', 'delayed', 'error', 'disconnected'] as const;
export type ConnectionState = (typeof CONNECTION_STATES)[number];

/** Kinds of records that are pulled from a channel, where its protocol has a queue for them. */
export const PULLS = ['reservations', 'messages', 'reviews', 'guestRequests'] as const;
export type PullName = (typeof PULLS)[number];

/** What can be asked to be read now: records, and the list of the OTAs behind the channel. */
export const REQUESTABLE_READS = [...PULLS, 'otas'] as const;
export type RequestableRead = (typeof REQUESTABLE_READS)[number];

/** The name of an OTA as the API writes it: `booking_com`, `airbnb`, `expedia`, `vrbo`, or any other. */
export const CHANNEL_NAME = /^[a-z][a-z0-9_]{1,39}$/;

/** Maps a room of the property, or one of its units, to the channel's room and rates. */
export type RoomMapping = {
  roomId: number;
  /** the unit of the room that the channel sells; absent or null = the room as a whole */
  unitId?: number | null;
  externalRoom: string | null;
  /** ids of the channel's rates at which the room is sold: all of them get its prices and restrictions */
  externalRates: readonly string[];
  /**
   * URL of the channel's calendar of this room, for protocols that read one; its secrets are masked when it is read from
   * the database
   */
  icalUrl: string | null;
  /** what the last reading of that calendar found; absent or null = there is none, or it was not read yet */
  reading?: (CalendarReading & { readAt: Temporal.Instant }) | null;
  /** the mapping ends as soon as an availability of 0 has been pushed for all its nights */
  closing?: boolean;
};

/** Identifies a mapping among those of a connection: a room, or one of its units. */
export type MappingKey = Pick<RoomMapping, 'roomId' | 'unitId'>;

/** Returns the key of a mapping as text: the room's id, or those of room and unit. */
export function placeOf({ roomId, unitId }: MappingKey): string {
  return unitId ? `${roomId}/${unitId}` : `${roomId}`;
}

/** Returns the key of a night of a room, or of a unit that is sold by itself, as text. */
export function nightKey(mapping: MappingKey, date: PlainDate | string): string {
  return `${placeOf(mapping)}/${date}`;
}

/** Whether one of the mappings is of a unit that the channel sells by itself. */
export function hasUnits(mappings: readonly MappingKey[]): boolean {
  return mappings.some(({ unitId }) => !!unitId);
}

/**
 * Rooms that are being closed at the channel; afterwards their mapping ends, and if `whole` the connection.
 * `openNights` is how many nights may still be open at the channel.
 */
export type Closing = { since: Temporal.Instant; whole: boolean; openNights: number };

/** A pause: nothing is exchanged with the channel until the connection is resumed. */
export type Pause = { since: Temporal.Instant; reason: string };

export const DEFAULT_PAUSE_REASON = 'the operator paused it';

/** The `lastError` of a paused connection. */
export function pauseMessage({ reason }: Pause): string {
  return `Paused: ${reason}. Nothing is exchanged with the channel until it is resumed (innwire channel resume).`;
}

export type Connection = {
  hotelId: number;
  channel: string;
  /** name of an adapter of src/channels */
  protocol: string;
  /** base URL that replaces the OTA's own hosts */
  url: string | null;
  settings: Record<string, unknown>;
  hasCredentials: boolean;
  /** secret part of the URL that the channel sends to */
  channelKey: string | null;
  state: ConnectionState;
  lastError: string | null;
  /** code of `lastError`; null = there is none, or it is from before there were codes */
  lastErrorCause: Cause | null;
  paused: Pause | null;
  lastSyncAt: Temporal.Instant | null;
  closing: Closing | null;
  /** the OTAs behind the channel, where its protocol has any */
  otas: ConnectedOtas;
  /** what the channel makes of what is pushed; null = not read, or its protocol has no such limits */
  salesLimits: ConnectionLimits | null;
  rooms: RoomMapping[];
};

/** Where the sync log has an exchange with a channel. */
export type LoggedExchange = {
  entryId: number;
  /** from 1 within the entry; null = the entry has no such exchange, or it is not kept */
  position: number | null;
};

/** An HTTP request to a channel and its response, redacted for display: no credentials, no card data. */
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
