// Reads the availability query that Vrbo sends (`POST` of JSON) right before a traveller books.
//
// Format as in public software that sends or answers this query (seen 2026-11-22): one listing, its units,
// one range of dates.

import type { Inbound } from '../channel.ts';
import { dateOf, fieldsOf, listOf, numberOf, textOf } from '../json.ts';
import { stayBetween } from '../validate-stay.ts';
import { errorTypeOf } from './reservations.ts';
import { roomOf, termsOf, type VrboConnection } from './settings.ts';

/** Most units of one query; no advertiser has more in one listing. */
const MAX_UNITS = 200;

/** Reads an availability query; null when the JSON is not one. */
export function readAvailabilityQuery(json: unknown, connection: VrboConnection): Inbound | null {
  const query = fieldsOf(json);
  const listing = textOf(query['listingExternalId']);
  const range = fieldsOf(query['dateRange']);
  const stay = stayBetween(dateOf(range['arrivalDate']), dateOf(range['departureDate']));
  if (listing === null || !stay) return null;
  const named = listOf(query['units']).map((unit) => textOf(fieldsOf(unit)['unitExternalId']));
  const units = [...new Set(named.filter((unit) => unit !== null))];
  if (units.length === 0) units.push(textOf(query['unitExternalId']) ?? listing);
  if (units.length > MAX_UNITS) return null;
  const count = (name: string) => Math.max(0, Math.floor(numberOf(query[name]) ?? 0));
  const guests = count('adults') + count('children');
  return {
    kind: 'availability',
    stays: units.map((unit) => ({
      ...stay,
      externalRoom: roomOf(connection, { listing, unit })?.externalRoom ?? `${listing}/${unit}`,
    })),
    request: { terms: termsOf(connection), guests: guests > 0 ? guests : null, nightsPrice: null },
    answer: (refusals) => ({
      status: 200,
      contentType: 'application/json',
      body: JSON.stringify({
        units: units.map((unitExternalId, i) => {
          const refusal = refusals[i] ?? null;
          return refusal === null
            ? { unitExternalId, available: true }
            : { unitExternalId, available: false, errorCode: errorTypeOf(refusal.reason, connection) };
        }),
      }),
    }),
  };
}
