// What the parts of Booking.com share: its inside, its options, and how a route asks who calls.
import type { Incoming, OtaResponse, Route } from '../http-server.ts';
import type { OtaCore, OtaOptions } from '../ota.ts';

export type BookingComOptions = OtaOptions & {
  /** accepts user name and password too; their end was announced for 2025-12-31 */
  basicAuth?: boolean;
  /** amounts without a decimal point, counted in `DecimalPlaces`; false takes decimals */
  integerAmounts?: boolean;
  /** names the message that failed by its `LocatorID` in `RecordID`; not documented */
  namesFailed?: boolean;
  /** how a cancellation is marked in the feed of changes; not documented */
  cancelMarker?: string;
};

export type BookingCom = {
  core: OtaCore;
  options: BookingComOptions;
  /** its own address; known once it is open */
  url(): string;
};

export type Guarded = (handle: (request: Incoming, account: string) => OtaResponse) => Route['handle'];

/** 3 years, as the B.XML page says; the page of the OTA form names no bound. */
export const YEARS_AHEAD = 3;
