// `POST` of JSON: Vrbo asks whether units are free for a stay, right before a traveller books.
//
// As software that answers and that asks this question writes it (seen 2026-11-22): one listing, its units, one range of dates.

import type { ConnectionView, Inbound } from '../channel.ts';
import { dateOf, fieldsOf, listOf, numberOf, textOf } from '../json.ts';
import { stayBetween } from '../validate-stay.ts';
import { errorTypeOf } from './error-types.ts';
import { roomOf, termsOf } from './settings.ts';

/** More units of one listing than any advertiser has. */
const MAX_UNITS = 200;

/** Null when this is no such question. */
export function readAvailabilityQuestion(json: unknown, connection: ConnectionView): Inbound | null {
  const asked = fieldsOf(json);
  const listing = textOf(asked['listingExternalId']);
  const range = fieldsOf(asked['dateRange']);
  const stay = stayBetween(dateOf(range['arrivalDate']), dateOf(range['departureDate']));
  if (listing === null || !stay) return null;
  const named = listOf(asked['units']).map((unit) => textOf(fieldsOf(unit)['unitExternalId']));
  const units = [...new Set(named.filter((unit) => unit !== null))];
  if (units.length === 0) units.push(textOf(asked['unitExternalId']) ?? listing);
  if (units.length > MAX_UNITS) return null;
  const count = (name: string) => Math.max(0, Math.floor(numberOf(asked[name]) ?? 0));
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
