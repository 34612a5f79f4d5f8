// Inbound requests of a channel, their meanings and their answers: part of the adapter interface
// (channel.ts).

import type { BookingRequest, RequestedDates, RequestRefusal } from '../model/booking-request.ts';
import type { ChannelMessage, ChannelReservation } from '../model/channel-records.ts';
import type { OtaReport } from '../model/connected-ota.ts';
import type { PlainDate } from '../model/night.ts';
import type { KnownNight } from './wire.ts';

/** An HTTP request of a channel to us. */
export type InboundRequest = {
  method: string;
  /**
   * our address up to and including `/channels/{channel key}`, as the channel reaches it: for links back to
   * us
   */
  base: string;
  /** the path after `/channels/{channel key}` */
  path: string;
  query: Record<string, string>;
  headers: Record<string, string>;
  body: string;
  now: Temporal.Instant;
};

/** What an inbound request means. The inbound handler carries it out; `answer` builds the response. */
export type Inbound =
  | {
      kind: 'reservations';
      reservations: ChannelReservation[];
      /**
       * The channel sells only what the response accepts: the reservation is stored as a sale of our own
       * under these terms, or refused (`StoredReservation.refusal`). Absent = it is sold already, and stored
       * whatever the calendar says.
       */
      request?: BookingRequest;
      answer(stored: StoredReservation[]): InboundAnswer;
    }
  /** guests' messages, sent to us when they are written */
  | { kind: 'messages'; messages: ChannelMessage[]; answer: InboundAnswer }
  | { kind: 'resync'; answer: InboundAnswer }
  /** new records wait at the channel: they are pulled now */
  | { kind: 'hint'; answer: InboundAnswer }
  /** something about the OTAs behind the channel: it is stored, and they are listed again */
  | { kind: 'reports'; reports: readonly OtaReport[]; answer: InboundAnswer }
  /** a query of our calendar, answered with every current value of these external rooms */
  | {
      kind: 'calendar';
      window: { from: PlainDate; to: PlainDate };
      rooms: readonly string[];
      answer(nights: readonly KnownNight[]): InboundAnswer;
    }
  /**
   * would these stays be accepted as requests to book? Checked room by room as the sale itself is; no nights
   * are taken
   */
  | {
      kind: 'availability';
      stays: readonly RequestedStay[];
      request: BookingRequest;
      /** in the order of `stays`; null = it would be accepted */
      answer(refusals: readonly (RequestRefusal | null)[]): InboundAnswer;
    }
  /**
   * may an order of this channel be altered to this stay? Checked as a change made here is; nothing is
   * changed yet
   */
  | {
      kind: 'alteration';
      reference: string;
      stay: RequestedStay;
      request: BookingRequest;
      answer(refusal: RequestRefusal | null): InboundAnswer;
    }
  | {
      kind: 'changed_since';
      since: Temporal.Instant;
      answer(reservations: readonly StoredReservation[]): InboundAnswer;
    }
  /** a query that is answered from the connection alone */
  | { kind: 'answered'; answer: InboundAnswer }
  | { kind: 'refused'; answer: InboundAnswer };

export type InboundAnswer = {
  status: number;
  contentType: string;
  body: string;
  headers?: Record<string, string>;
};

/** A reservation of this channel as it is stored in innwire. */
export type StoredReservation = {
  reservation: ChannelReservation;
  /** when it was last changed in innwire, by anyone; absent = not known */
  changedAt?: Temporal.Instant;
  /** our reservation numbers, one per room; empty = a request to book that was refused */
  reservationIds: number[];
  /** an overlap or an unmapped room */
  conflict: string | null;
  /** why a request to book was refused; absent = it was not */
  refusal?: RequestRefusal;
  /** current price and guest, of all rooms of the order; absent = not looked up */
  booking?: {
    priceMinor: number;
    currency: string;
    guestName: string;
    guestEmail: string | null;
    guestPhone: string | null;
  };
};

/** A stay in one of the channel's rooms that a guest wants to book. */
export type RequestedStay = RequestedDates & { externalRoom: string };
