// Inbound requests of a partner: bookings, requests for a full push, and announcements of new records.

import { createHash, timingSafeEqual } from 'node:crypto';
import type { Inbound, InboundAnswer, InboundRequest } from '../channel.ts';
import { fieldsOf, readJson } from '../json.ts';
import { readBooking } from './reservations.ts';
import type { OpenChannelConnection } from './settings.ts';

/** Reads an inbound request of a partner. */
export function decodeInbound(request: InboundRequest, connection: OpenChannelConnection): Inbound {
  if (request.method !== 'POST') return refuse(405, 'POST is expected here');
  if (!isKey(request.headers['api-key'], connection.credentials.api_key)) {
    return refuse(401, 'the header api-key is not the key of this connection');
  }
  const body = readJson(request.body);
  if (body === undefined) return refuse(400, 'the body is not JSON');
  const path = request.path.replace(/^\/+|(?<!\/)\/+$/g, '');
  if (path === 'request_full_sync') return { kind: 'resync', answer: answer(200, { success: true }) };
  if (path === 'news') return { kind: 'hint', answer: answer(200, { success: true }) };
  if (path !== 'new_booking') {
    return refuse(404, 'there are new_booking, request_full_sync and news under this address');
  }
  const reservation = readBooking(fieldsOf(fieldsOf(body)['booking']), {
    connection,
    key: request.headers['idempotency-key'] ?? null,
  });
  if (typeof reservation === 'string') return refuse(422, reservation);
  return {
    kind: 'reservations',
    reservations: [reservation],
    answer: ([stored]) =>
      answer(200, {
        success: true,
        reservation_id: reservation.reference,
        booking_id: String(stored!.reservationIds[0] ?? ''),
        booking_ids: stored!.reservationIds.map(String),
        revision: reservation.revision,
        ...(stored!.conflict !== null && { warning: stored!.conflict }),
      }),
  };
}

function answer(status: number, value: object): InboundAnswer {
  return { status, contentType: 'application/json', body: JSON.stringify(value) };
}

/** Returns the response, with status 503, to a request that cannot be handled now. */
export function unavailable(message: string): InboundAnswer {
  return answer(503, { success: false, message });
}

function refuse(status: number, message: string): Inbound {
  return { kind: 'refused', answer: answer(status, { success: false, message }) };
}

/** Compares keys in constant time, so that the time does not show how much of a key was right. */
function isKey(given: string | undefined, key: string | undefined): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return given !== undefined && key !== undefined && timingSafeEqual(hash(given), hash(key));
}
