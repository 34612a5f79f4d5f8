// State and options that the modules of the simulated Booking.com share, and the type of its authentication.
import type { Incoming, OtaResponse, Route } from '../http-server.ts';
import type { OtaCore, OtaOptions } from '../ota.ts';

export type BookingComOptions = OtaOptions & {
  /** accepts user name and password too; Booking.com announced their end for 2025-12-31 */
  basicAuth?: boolean;
  /** amounts are integers with `DecimalPlaces`; false: decimal numbers */
  integerAmounts?: boolean;
  /** returns the `LocatorID` of a failed message as `RecordID`; not documented */
  namesFailed?: boolean;
  /** mark of a cancellation in the feed of changes; not documented */
  cancelMarker?: string;
};

export type BookingCom = {
  core: OtaCore;
  options: BookingComOptions;
  /** whether accounts are in the Reservation Recovery programme: missed reservations are listed, and `last_change` looks back half an hour at most */
  recoversMissed: boolean;
  /** URL of the simulated server; known once it listens */
  url(): string;
};

export type Guarded = (handle: (request: Incoming, account: string) => OtaResponse) => Route['handle'];

/** Years ahead that Booking.com accepts, from the B.XML page; the page of the OTA messages names no bound. */
export const YEARS_AHEAD = 3;
