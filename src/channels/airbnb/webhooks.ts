// What Airbnb asks and tells us: is it free, may it be sold, what was sold, what a guest wrote.
//
// `GET ?action=check_availability`, `POST` (sell), `PUT /{code}` (alter), `POST /notification`. The signature that is described is
// said not to be used: the secret address is what protects these.

import { dateIn, MAX_STAY_NIGHTS, parseDate } from '../../model/night.ts';
import { readJson } from '../answers.ts';
import type { ConnectionView, Inbound, InboundAnswer, InboundRequest, KnownNight } from '../channel.ts';
import { type Fields, fieldsOf, numberOf, textOf } from '../json.ts';
import { isWithinReach } from '../stays.ts';
import { readMessage } from './conversations.ts';
import { readRequest, readReservation } from './reservations.ts';
import { isOn, OFF, setting } from './settings.ts';

export function decode(request: InboundRequest, connection: ConnectionView): Inbound {
  if (!isOn(connection)) return refused(403, OFF);
  const { method, path, query, body } = request;
  if (method === 'GET' && query['action'] === 'check_availability') return readQuestion(request, connection);
  const json = readJson(body);
  if (method === 'GET' || json === undefined)
    return refused(400, 'This is no question that is known here, or no JSON.');
  if (method === 'PUT') return answered(consent(setting(connection, 'alterations') === 'accept', connection));
  if (method !== 'POST') return refused(405, 'GET, POST and PUT are expected here.');
  const told = fieldsOf(json);
  return /(^|\/)notification\/?$/.test(path)
    ? readNotification(told, connection)
    : readSale(told, connection);
}

function readQuestion({ query, now }: InboundRequest, connection: ConnectionView): Inbound {
  const from = parseDate(query['start_date'] ?? '');
  const nights = numberOf(query['nights']);
  const listing = query['listing_id'] ?? '';
  if (!from || nights === null || !Number.isInteger(nights) || nights < 1 || nights > 1_125) {
    return refused(400, 'start_date and nights say which stay is meant.');
  }
  if (listing === TEST_LISTING) return answered(availability(true, connection));
  // Nobody sells what lies decades away, or longer stays than can be stored.
  const today = dateIn(connection.timezone, now);
  if (nights > MAX_STAY_NIGHTS || !isWithinReach(from, today))
    return answered(availability(false, connection));
  // The night of the departure may be closed to departures.
  const to = from.add({ days: nights });
  return {
    kind: 'calendar',
    window: { from, to },
    rooms: [listing],
    answer: (known) => availability(isFree(known, { from, nights }), connection),
  };
}

/** Airbnb tries an address with a listing that is none. */
const TEST_LISTING = '0';

function isFree(
  known: readonly KnownNight[],
  { from, nights }: { from: Temporal.PlainDate; nights: number },
): boolean {
  const values = new Map(known.map((night) => [String(night.date), night.values]));
  const stay = Array.from({ length: nights }, (_, i) => values.get(String(from.add({ days: i }))));
  const [first] = stay;
  const departure = values.get(String(from.add({ days: nights })));
  return (
    stay.every((night) => (night?.available ?? 0) > 0 && night?.stopSell !== true) &&
    first?.closedToArrival !== true &&
    departure?.closedToDeparture !== true &&
    nights >= (first?.minStay ?? 1) &&
    nights <= (first?.maxStay ?? Number.POSITIVE_INFINITY)
  );
}

function readSale(told: Fields, connection: ConnectionView): Inbound {
  if (textOf(told['listing_id']) === TEST_LISTING) return answered(consent(true, connection));
  const reservation = readRequest(told, connection);
  if (!reservation) return { kind: 'refused', answer: consent(false, connection, 400) };
  return {
    kind: 'reservations',
    reservations: [reservation],
    awaitsConsent: true,
    answer: ([stored]) => consent((stored?.reservationIds.length ?? 0) > 0, connection),
  };
}

function readNotification(told: Fields, connection: ConnectionView): Inbound {
  const action = textOf(told['action']) ?? '';
  if (action === '') return refused(400, 'The notification has no action.');
  if (action === 'message_added') {
    const message = readMessage(told);
    if (typeof message === 'string') return refused(400, message);
    return { kind: 'messages', messages: [message], answer: SUCCEEDED };
  }
  // What has to do with access or listings is found out when the next request is made.
  if (!action.startsWith('reservation_')) return answered(SUCCEEDED);
  const reservation = readReservation(fieldsOf(told['reservation']), connection);
  if (typeof reservation === 'string') return refused(400, reservation);
  if (!reservation) return answered(SUCCEEDED);
  return { kind: 'reservations', reservations: [reservation], answer: () => SUCCEEDED };
}

function availability(available: boolean, connection: ConnectionView): InboundAnswer {
  return json({ available, failure_code: available ? null : setting(connection, 'failure_code') });
}

function consent(succeed: boolean, connection: ConnectionView, status = 200): InboundAnswer {
  return json({ succeed, failure_code: succeed ? null : setting(connection, 'failure_code') }, status);
}

function json(value: object, status = 200): InboundAnswer {
  return { status, contentType: 'application/json', body: JSON.stringify(value) };
}

/** Airbnb takes anything but a 200 with `succeed: true` for a no to a request to book, and repeats notifications. */
export function unavailable(message: string): InboundAnswer {
  return json({ succeed: false, error_message: message }, 503);
}

const SUCCEEDED = json({ succeed: true });

function answered(answer: InboundAnswer): Inbound {
  return { kind: 'answered', answer };
}

function refused(status: number, words: string): Inbound {
  return { kind: 'refused', answer: json({ succeed: false, error_message: words }, status) };
}
