// Recovers reservations that the queues of Booking.com have lost: reads the summary of all future
// reservations, and in full the list of missed ones, or after a gap the queues with their filter by time.
//
// Source: developers.booking.com, "Retrieving reservations summary" and "Retrieving new reservations" (read
// 2026-11-22). The summary has no guest details and no status, and numbers rooms differently from the queues.
// Whether it leaves out cancelled reservations is not documented. `last_change` is meant for the time
// "immediately after an unexpected outage", its time zone is not documented, and accounts in the Reservation
// Recovery programme may not look back further than 30 minutes.

import { withoutCardNumbers } from '../../model/card-numbers.ts';
import type { ChannelReservation, ChannelRoomStay } from '../../model/channel-records.ts';
import { isCurrency } from '../../model/money.ts';
import { parseDate } from '../../model/night.ts';
import { amountText } from '../amounts.ts';
import type {
  Listed,
  Pulled,
  Recovery,
  RecoveryState,
  Verdict,
  WireRequest,
  WireResponse,
} from '../channel.ts';
import { digestOf } from '../digest.ts';
import { ok } from '../responses.ts';
import { stayBetween } from '../validate-stay.ts';
import { attribute, find, findAll, textOf, type Xml } from '../xml.ts';
import { readAnswer, requestAboutProperty, unexpectedResponse } from './client.ts';
import {
  decodeByNumber,
  decodeMissed,
  MISSED,
  MISSED_BY_NUMBER,
  requestMissed,
} from './missed-reservations.ts';
import { decodeReservations, requestReservations } from './reservations.ts';
import type { BookingComConnection } from './settings.ts';

/** The time zone of `last_change` may be that of Amsterdam. */
const ZONE_HOURS = 2;

export const recovery: Recovery<BookingComConnection> = {
  requests: (connection, { since }: RecoveryState) => [
    // Complete reservations first: the summary then adds only those that the queues lack.
    ...requestComplete(connection, since),
    requestAboutProperty(connection, {
      operation: SUMMARY,
      host: 'reservations',
      path: '/hotels/xml/reservationssummary',
    }),
  ],
  decode: (response, request, connection) => {
    if (request.operation === SUMMARY) return decodeSummary(response);
    if (request.operation === MISSED) return decodeMissed(response, connection);
    if (request.operation === MISSED_BY_NUMBER) return decodeByNumber(response, connection);
    return withoutMore(decodeReservations(response, connection));
  },
  covers: () => true,
};

const SUMMARY = 'summary of reservations';

/** Requests reservations that the queues have lost, in full: by the list of missed ones, else by the queues' filter by time. */
function requestComplete(connection: BookingComConnection, since: Temporal.Instant | null): WireRequest[] {
  if (connection.settings.reservation_recovery) return [requestMissed(connection)];
  return since ? requestReservations(connection).map((request) => changedSince(request, since)) : [];
}

/** The queues' filter has a limit and no pages: reservations beyond it are in the summary. */
function withoutMore(verdict: Verdict<Pulled<ChannelReservation>>): Verdict<Listed> {
  if (verdict.kind !== 'ok') return verdict;
  const { more: _full, ...read } = verdict.value;
  return ok(read);
}

function changedSince(request: WireRequest, since: Temporal.Instant): WireRequest {
  const text = since.subtract({ hours: ZONE_HOURS }).toString({ smallestUnit: 'second' });
  const moment = text.replace('T', ' ').replace('Z', '');
  return {
    ...request,
    operation: `${request.operation} after a gap`,
    url: `${request.url}&last_change=${encodeURIComponent(moment)}`,
    timeoutMs: 60_000,
  };
}

function decodeSummary(response: WireResponse): Verdict<Listed> {
  const document = readAnswer(response);
  if (document.kind !== 'ok') return document;
  if (document.value.root.name !== 'reservations') return unexpectedResponse(response);
  const items: ChannelReservation[] = [];
  const unreadable: string[] = [];
  for (const element of findAll(document.value.root, 'reservation')) {
    const read = readSummary(element);
    if (typeof read === 'string') unreadable.push(read);
    else items.push(read);
  }
  return ok({ items, unreadable });
}

/** Reads a reservation of the summary; returns a reason for people when it cannot be read. */
function readSummary(element: Xml): ChannelReservation | string {
  const reference = textOf(find(element, 'id'));
  if (!reference) return 'A reservation of the summary has no number.';
  const elements = findAll(element, 'room');
  const rooms = elements.map(readRoom).filter((room) => room !== null);
  if (rooms.length === 0 || rooms.length < elements.length) {
    return `Reservation ${reference} of the summary has a room without dates.`;
  }
  if (new Set(rooms.map(({ key }) => key)).size < rooms.length) {
    return `Reservation ${reference} of the summary has two rooms of one number.`;
  }
  const customer = find(element, 'customer');
  const names = ['first_name', 'last_name'].map((name) => textOf(find(customer, name)));
  const currency = textOf(find(elements[0]!, 'currencycode'));
  return {
    reference,
    revision: `summary-${digestOf(rooms)}`,
    // The summary has the date of booking, not of the last change.
    at: null,
    soldBy: null,
    // It may be stored here already, and may have changed since.
    status: textOf(find(element, 'status'))?.startsWith('cancel') ? 'cancelled' : 'modified',
    guest: { name: withoutCardNumbers(names.filter(Boolean).join(' ')), email: null, phone: null },
    currency: currency !== null && isCurrency(currency) ? currency : null,
    rooms,
    notes: null,
    receipt: JSON.stringify({ queue: 'new', ids: [{ value: reference, source: 'BOOKING.COM', type: '14' }] }),
    thread: null,
  };
}

function readRoom(room: Xml, index: number): ChannelRoomStay | null {
  const stay = stayBetween(
    parseDate(textOf(find(room, 'arrival_date')) ?? ''),
    parseDate(textOf(find(room, 'departure_date')) ?? ''),
  );
  if (!stay) return null;
  const prices = findAll(room, 'price');
  return {
    key: textOf(find(room, 'roomreservation_id')) ?? String(index + 1),
    externalRoom: textOf(find(room, 'id')),
    externalRate: prices.map((price) => attribute(price, 'rate_id')).find((rate) => rate !== null) ?? null,
    ...stay,
    total: amountText(textOf(find(room, 'totalprice')), null),
    nights: prices.flatMap((element) => {
      const date = parseDate(attribute(element, 'date') ?? '');
      const price = amountText(textOf(element), null);
      return date && price !== null ? [{ date, price }] : [];
    }),
    guestName: null,
  };
}
