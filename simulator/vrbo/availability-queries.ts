// Query for a unit's availability before a traveller books, and the known reasons of a refusal.
import type { OtaReservation } from '../book.ts';
import { json } from '../json.ts';
import type { Target } from '../ota.ts';
import { callOut } from '../outgoing-calls.ts';
import { NotSellableError } from '../sales.ts';
import { type Node, textOf } from '../xml.ts';
import { addressOf, headersFor, type Vrbo } from './context.ts';

/** Values of the interface's enumeration of reasons. */
const ERROR_TYPES = new Set([
  'CHANGE_OVER_DAY_MISMATCH',
  'END_DAY_MISMATCH',
  'EXCEEDS_MAX_OCCUPANCY',
  'EXCEEDS_MAX_STAY',
  'MIN_ADVANCED_NOTICE_NOT_MET',
  'MIN_STAY_NOT_MET',
  'NO_RATES_CONFIGURED',
  'OTHER',
  'PETS_NOT_ALLOWED',
  'PROPERTY_NOT_AVAILABLE',
  'QUOTE_CURRENCY_MISMATCH',
  'QUOTE_PRICE_MISMATCH',
  'SERVER_ERROR',
  'SERVICE_UNAVAILABLE',
  'START_DAY_MISMATCH',
  'STAY_NIGHT_INCREMENT_MISMATCH',
  'UNKNOWN_PROPERTY',
  'VALIDATION',
]);

/** Returns the reason of innwire's refusal; records a problem when it is not in the enumeration. */
export function reasonOf(context: Vrbo, url: string, error: Node): string {
  const reason = textOf(error, 'errorType') ?? textOf(error, 'errorCode') ?? 'without a reason';
  recordUnknownReason(context, url, reason);
  return reason;
}

function recordUnknownReason(context: Vrbo, url: string, reason: string): void {
  if (!ERROR_TYPES.has(reason)) context.note(url, `the reason ${reason} is not in the enumeration`);
}

/**
 * Queries a unit's availability when an address for it is connected. Throws when the unit is not available; a
 * missing response does not stop the booking.
 */
export async function queryAvailability(context: Vrbo, target: Target, one: OtaReservation): Promise<void> {
  if (target.paths?.['availability'] === undefined) return;
  const url = addressOf(target, 'availability');
  const [stay] = one.stays;
  const { room, arrival, departure, adults, children } = stay!;
  const answered = await callOut(context.core, {
    kind: 'check_availability',
    method: 'POST',
    url,
    headers: { ...headersFor(target), 'content-type': 'application/json' },
    body: JSON.stringify({
      requestVersion: '1.0',
      systemExternalId: 'vrbo',
      advertiserExternalId: one.hotel,
      listingExternalId: listingOf(context, one),
      dateRange: { arrivalDate: arrival, departureDate: departure },
      adults,
      children,
      pets: 0,
      units: [{ unitExternalId: room }],
    }),
  });
  const units = json(answered?.text ?? '')?.['units'];
  const [unit] = Array.isArray(units) ? units : [];
  if (unit?.unitExternalId !== room || typeof unit?.available !== 'boolean') {
    if (answered) context.note(url, 'the answer says not of the unit whether it is available');
    return;
  }
  if (unit.available) return;
  recordUnknownReason(context, url, String(unit.errorCode));
  throw new NotSellableError(`not available: ${String(unit.errorCode)}`);
}

/** Returns the listing of a reserved unit. */
export function listingOf(context: Vrbo, { hotel, stays }: OtaReservation): string {
  return context.core.hotels.find(hotel)!.rooms.find(({ id }) => id === stays[0]!.room)!.title;
}
