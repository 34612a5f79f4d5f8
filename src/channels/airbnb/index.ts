// Adapter of Airbnb's partner interface: calendars by listing, requests to book that we answer,
// notifications, messages, reviews.
//
// Unverified, and off unless a setting says that you have access. The programme is closed and its documents
// are not public. Everything here was derived from public code of others (2026-11-21): names of members,
// addresses, whole prices, stays counted from arrival. What is guessed is a setting. For Airbnb without such
// access use Channex or iCal.

import type { Verdict, WireResponse } from '../channel.ts';
import { defineAdapter } from '../define-adapter.ts';
import { ok, refused, withCause } from '../responses.ts';
import { authorization, get, readRecords } from './client.ts';
import { decodeInbound, unavailable } from './inbound.ts';
import { replies } from './messages.ts';
import { ari } from './nights.ts';
import { orderLookup, recovery } from './recovery.ts';
import { reservations } from './reservations.ts';
import { reviews } from './reviews.ts';
import { type AirbnbConnection, credentialsSchema, isOn, OFF, settingsSchema } from './settings.ts';

export const airbnb = defineAdapter({
  protocol: 'airbnb',
  title: 'Airbnb (partner interface)',
  maturity: 'unverified',
  settingsSchema,
  credentialsSchema,
  needsRate: false,
  severalRates: false,
  sellsUnits: true,
  authorization,
  test: {
    request: (connection) => {
      const listing = encodeURIComponent(connection.rooms[0]?.externalRoom ?? '');
      return get(connection, 'test', `reservations?listing_id=${listing}&all_status=true&_limit=1`);
    },
    decode: checkAccess,
  },
  ari,
  reservations,
  recovery,
  orderLookup,
  reviews,
  replies,
  inbound: { decode: decodeInbound, unavailable },
  redactAlso,
});

/** Removes the host's authorization code, whose member name `code` means something else in other protocols. */
function redactAlso(text: string): string {
  return text.replaceAll(/("(?:authorization_)?code"\s*:\s*)"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)/gi, '$1"***"');
}

function checkAccess(response: WireResponse, connection: AirbnbConnection): Verdict<null> {
  if (!isOn(connection)) return withCause(refused(OFF), 'switched_off');
  const answer = readRecords(response, 'reservations');
  return answer.kind === 'ok' ? ok(null) : answer;
}
