// What the other side sends to us, what it means, and what goes back: part of the port (channel.ts).

import type { BookingRequest, RequestedDates, RequestRefusal } from '../model/booking-request.ts';
import type { ChannelMessage, ChannelReservation } from '../model/channel-records.ts';
import type { PlainDate } from '../model/night.ts';
import type { KnownNight } from './channel.ts';

/** Something the other side sends to us. */
export type InboundRequest = {
  method: string;
  /** the address up to and with `/channels/{channel key}`, as the other side reaches it: for links back to us */
  base: string;
  /** after `/channels/{channel key}` */
  path: string;
  query: Record<string, string>;
  headers: Record<string, string>;
  body: string;
  now: Temporal.Instant;
};

/** What an inbound request means; the engine does it, and `answer` says what goes back. */
export type Inbound =
  | {
      kind: 'reservations';
      reservations: ChannelReservation[];
      /**
       * The channel sells only what the answer accepts: the engine stores the reservation as a sale of our own, under these
       * terms, or refuses it (`StoredReservation.refusal`). Absent = it is sold already, and stored whatever the calendar says.
       */
      request?: BookingRequest;
      answer(stored: StoredReservation[]): InboundAnswer;
    }
  /** guests' texts, told at once */
  | { kind: 'messages'; messages: ChannelMessage[]; answer: InboundAnswer }
  | { kind: 'resync'; answer: InboundAnswer }
  /** news waits at the other side: pull it */
  | { kind: 'hint'; answer: InboundAnswer }
  /** a question about our calendar, answered from the present state: every value, of these external rooms */
  | {
      kind: 'calendar';
      window: { from: PlainDate; to: PlainDate };
      rooms: readonly string[];
      answer(nights: readonly KnownNight[]): InboundAnswer;
    }
  /** would these stays be accepted as requests to book? Judged as the sale itself is, room by room; nothing is taken */
  | {
      kind: 'availability';
      stays: readonly RequestedStay[];
      request: BookingRequest;
      /** in the order of `stays`; null = it would be accepted */
      answer(refusals: readonly (RequestRefusal | null)[]): InboundAnswer;
    }
  /** may an order of this channel be altered to this stay? Judged as a change made here is; nothing is changed yet */
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
  /** a question that the connection alone answers */
  | { kind: 'answered'; answer: InboundAnswer }
  | { kind: 'refused'; answer: InboundAnswer };

export type InboundAnswer = {
  status: number;
  contentType: string;
  body: string;
  headers?: Record<string, string>;
};

/** A reservation of this channel as it is stored here. */
export type StoredReservation = {
  reservation: ChannelReservation;
  /** when it was last changed here, by whom ever; absent = not known */
  changedAt?: Temporal.Instant;
  /** our own numbers for it, room by room; empty = a request to book that was refused */
  reservationIds: number[];
  /** an overlap or an unmapped room */
  conflict: string | null;
  /** why a request to book was refused; absent = it was not */
  refusal?: RequestRefusal;
  /** price and guest as they are stored now, of all rooms of the order; absent = not looked up */
  booking?: {
    priceMinor: number;
    currency: string;
    guestName: string;
    guestEmail: string | null;
    guestPhone: string | null;
  };
};

/** A stay in one of the channel's rooms that somebody there wants to book. */
export type RequestedStay = RequestedDates & { externalRoom: string };
