// Inbound requests of Airbnb: availability queries, requests to book, alterations and notifications.
//
// `GET ?action=check_availability`, `POST` (sell), `PUT /{code}` (alter), `POST /notification`. The
// documented signature is said not to be used: these requests are protected by their secret address.

import type { NightsPrice } from '../../model/booking-request.ts';
import { parseDate } from '../../model/night.ts';
import type { Inbound, InboundAnswer, InboundRequest } from '../channel.ts';
import { amountOf, type Fields, fieldsOf, numberOf, readJson, textOf } from '../json.ts';
import { stayBetween } from '../validate-stay.ts';
import { idOf } from './client.ts';
import { readMessage } from './messages.ts';
import { guestsOf, readRequest, readReservation, readStay } from './reservations.ts';
import { type AirbnbConnection, isOn, OFF, termsOf } from './settings.ts';

/** Reads an inbound request of Airbnb. */
export function decodeInbound(request: InboundRequest, connection: AirbnbConnection): Inbound {
  if (!isOn(connection)) return refused(403, OFF);
  const { method, path, query, body } = request;
  if (method === 'GET' && query['action'] === 'check_availability') return readQuestion(request, connection);
  const json = readJson(body);
  if (method === 'GET' || json === undefined)
    return refused(400, 'This is no question that is known here, or no JSON.');
  if (method === 'PUT') return readAlteration(path, fieldsOf(json), connection);
  if (method !== 'POST') return refused(405, 'GET, POST and PUT are expected here.');
  const payload = fieldsOf(json);
  return /(^|\/)notification\/?$/.test(path)
    ? readNotification(payload, connection)
    : readSale(payload, connection);
}

function readQuestion({ query }: InboundRequest, connection: AirbnbConnection): Inbound {
  const from = parseDate(query['start_date'] ?? '');
  const nights = numberOf(query['nights']);
  const externalRoom = query['listing_id'] ?? '';
  if (!from || nights === null || !Number.isInteger(nights) || nights < 1 || nights > MAX_NIGHTS) {
    return refused(400, 'start_date and nights say which stay is meant.');
  }
  if (externalRoom === TEST_LISTING) return answered(availability(true, connection));
  const stay = stayBetween(from, from.year > LAST_YEAR ? null : from.add({ days: nights }));
  if (!stay) return answered(availability(false, connection));
  return {
    kind: 'availability',
    stays: [{ externalRoom, ...stay }],
    request: { terms: termsOf(connection), guests: null, nightsPrice: null },
    answer: ([refusal]) => availability(refusal === null, connection),
  };
}

/** Airbnb tests an address with a listing that does not exist. */
const TEST_LISTING = '0';
/** In nights. The longest stay of Airbnb's own calendar. */
const MAX_NIGHTS = 1_125;
/** Stays from later dates may end after the last date that can be represented. */
const LAST_YEAR = 9_000;

function readSale(payload: Fields, connection: AirbnbConnection): Inbound {
  if (idOf(payload, 'listing_id') === TEST_LISTING) return answered(consent(true, connection));
  const reservation = readRequest(payload, connection);
  if (!reservation) return { kind: 'refused', answer: consent(false, connection, 400) };
  return {
    kind: 'reservations',
    reservations: [reservation],
    request: {
      terms: termsOf(connection),
      guests: guestsOf(payload),
      nightsPrice: readNightsPrice(payload, connection),
    },
    answer: ([stored]) => consent((stored?.reservationIds.length ?? 0) > 0, connection),
  };
}

/** Returns the price of the nights without fees, in the currency of the listing. */
function readNightsPrice(payload: Fields, { currency }: AirbnbConnection): NightsPrice | null {
  const amount = amountOf(payload['listing_base_price_accurate']) ?? amountOf(payload['listing_base_price']);
  return amount === null ? null : { amount, currency: textOf(payload['listing_currency']) ?? currency };
}

/** Reads `PUT /{code}` with the new stay, sent before the guest's or the host's alteration is confirmed. */
function readAlteration(path: string, payload: Fields, connection: AirbnbConnection): Inbound {
  const stay = readStay(payload, connection);
  if (connection.settings.alterations !== 'accept' || stay?.externalRoom == null) {
    return answered(consent(false, connection));
  }
  const { checkin, checkout, externalRoom } = stay;
  return {
    kind: 'alteration',
    reference: textOf(payload['confirmation_code']) ?? path.replaceAll('/', ''),
    stay: { checkin, checkout, externalRoom },
    request: { terms: termsOf(connection), guests: guestsOf(payload), nightsPrice: null },
    answer: (refusal) => consent(refusal === null, connection),
  };
}

function readNotification(payload: Fields, connection: AirbnbConnection): Inbound {
  const action = textOf(payload['action']) ?? '';
  if (action === '') return refused(400, 'The notification has no action.');
  if (action === 'message_added') {
    const message = readMessage(payload);
    if (typeof message === 'string') return refused(400, message);
    return { kind: 'messages', messages: [message], answer: SUCCEEDED };
  }
  // Changes of access or listings show in the next request.
  if (!action.startsWith('reservation_')) return answered(SUCCEEDED);
  // A request to alter a reservation is announced without the reservation, which is unchanged until the
  // request is accepted.
  if (payload['reservation'] === undefined && !CONFIRMATIONS.has(action)) return answered(SUCCEEDED);
  const reservation = readReservation(fieldsOf(payload['reservation']), connection);
  if (typeof reservation === 'string') return refused(400, reservation);
  if (!reservation) return answered(SUCCEEDED);
  return { kind: 'reservations', reservations: [reservation], answer: () => SUCCEEDED };
}

const CONFIRMATIONS = new Set([
  'reservation_acceptance_confirmation',
  'reservation_cancellation_confirmation',
  'reservation_alteration_confirmation',
]);

function availability(available: boolean, connection: AirbnbConnection): InboundAnswer {
  return json({ available, failure_code: available ? null : connection.settings.failure_code });
}

function consent(succeed: boolean, connection: AirbnbConnection, status = 200): InboundAnswer {
  return json({ succeed, failure_code: succeed ? null : connection.settings.failure_code }, status);
}

function json(value: object, status = 200): InboundAnswer {
  return { status, contentType: 'application/json', body: JSON.stringify(value) };
}

/**
 * Builds the refusal of a request to be repeated. Airbnb reads anything but a 200 with `succeed: true` as a
 * refusal of a request to book, and repeats notifications.
 */
export function unavailable(message: string): InboundAnswer {
  return json({ succeed: false, error_message: message }, 503);
}

const SUCCEEDED = json({ succeed: true });

function answered(answer: InboundAnswer): Inbound {
  return { kind: 'answered', answer };
}

function refused(status: number, reason: string): Inbound {
  return { kind: 'refused', answer: json({ succeed: false, error_message: reason }, status) };
}
