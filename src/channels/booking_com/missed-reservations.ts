// Reservations that nobody acknowledged in time, for accounts in Booking.com's Reservation Recovery programme: a list of their numbers, each of
// which is then read in full from its queue.
//
// Source: developers.booking.com, "Reservation Recovery API overview" and "Retrieving missed reservations" (read 2026-12-01), and an earlier
// edition of the latter, which says that a number is read with the parameter `id` of the queues. Unverified: `id`, `reservation_id` (the example
// that could be read ends before it), and whether the list has further pages.

import type { Listed, Verdict, WireRequest, WireResponse } from '../channel.ts';
import { fieldsOf, listAt, textOf } from '../json.ts';
import { describeBody, ok, refused } from '../responses.ts';
import { address, JSON_HEADERS, readJsonAnswer } from './client.ts';
import { decodeReservations, requestReservations } from './reservations.ts';
import type { BookingComConnection } from './settings.ts';

export function requestMissed(connection: BookingComConnection): WireRequest {
  return {
    operation: MISSED,
    method: 'GET',
    url: address(connection, 'supply', '/reservations-flow-control/missed-reservations'),
    headers: JSON_HEADERS,
    timeoutMs: 60_000,
  };
}

export const MISSED = 'missed reservations';
export const MISSED_BY_NUMBER = 'missed reservation';

/** Reservations that are read by their numbers, at most: of further ones the summary has what it says of all. */
const MOST = 50;

/**
 * Decodes the list, which is that of the whole account; `next` reads each reservation of this property. The list is refused where it failed, so
 * that the summary is read all the same.
 */
export function decodeMissed(response: WireResponse, connection: BookingComConnection): Verdict<Listed> {
  // The documents write numbers with zeros before them, which is no JSON.
  const quoted = response.body.replaceAll(/("(?:hotel_id|reservation_id)"\s*:\s*)(\d+)/g, '$1"$2"');
  const body = readJsonAnswer({ ...response, body: quoted });
  if (body.kind !== 'ok') return refused(`The list of missed reservations: ${body.reason}`);
  const list = listAt(body.value, 'data');
  if (!list) return refused(`The list of missed reservations cannot be read: ${describeBody(response.body)}`);
  const numbers = new Set(list.flatMap((one) => numberOf(one, connection.settings) ?? []));
  const next = [...numbers].slice(0, MOST).flatMap((number) => requestsOf(number, connection));
  return ok({ items: [], next, ...(numbers.size > MOST && { partial: true }) });
}

/** Returns the number of a missed reservation; null = it is of another property. */
function numberOf(entry: unknown, { hotel_id }: BookingComConnection['settings']): string | null {
  const { hotel_id: hotel, reservation_id, uri } = fieldsOf(entry);
  if (textOf(hotel)?.replace(/^0+/, '') !== hotel_id.replace(/^0+/, '')) return null;
  const number = textOf(reservation_id) ?? /[?&]id=(\d+)/.exec(textOf(uri) ?? '')?.[1] ?? null;
  return number !== null && /^\d{1,20}$/.test(number) ? number : null;
}

/** It may be in either queue. */
function requestsOf(number: string, connection: BookingComConnection): WireRequest[] {
  return requestReservations(connection).map((request) => ({
    ...request,
    operation: MISSED_BY_NUMBER,
    url: `${request.url}&id=${number}`,
  }));
}

/** Decodes a queue that was read for one number. What it has still waits to be acknowledged. */
export function decodeByNumber(response: WireResponse, connection: BookingComConnection): Verdict<Listed> {
  const verdict = decodeReservations(response, connection);
  if (verdict.kind !== 'ok') return verdict;
  const { items, unreadable = [] } = verdict.value;
  return ok({ items, unreadable, unacknowledged: items });
}
