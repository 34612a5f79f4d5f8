// Finds reservations whose notification was lost: reads the list of reservations with earlier arrivals, and looks up
// single ones.

import type { OrderLookup, OrderState, Recovery, Verdict } from '../channel.ts';
import { fieldsOf, listOf, readJson, textOf } from '../json.ts';
import { describeBody, ok, refused, unreadableAnswer } from '../responses.ts';
import { get, readResource } from './client.ts';
import {
  decodeReservations,
  firstArrival,
  NEVER_SOLD,
  readReservation,
  requestReservations,
  SOLD,
} from './reservations.ts';
import type { AirbnbConnection } from './settings.ts';

/**
 * How far back arrivals are listed, in days, to include guests who are staying: no stay that Airbnb sells by
 * the night is as long.
 */
const DAYS_IN_HOUSE = 60;

/** Reads the same list, with earlier arrivals. */
export const recovery: Recovery<AirbnbConnection> = {
  requests: (connection, state) => requestReservations(connection, state, DAYS_IN_HOUSE),
  decode: (response, request, connection) => {
    const verdict = decodeReservations(response, request, connection);
    if (verdict.kind !== 'ok') return verdict;
    const unsold = listOf(fieldsOf(readJson(response.body))['reservations'])
      .map(fieldsOf)
      .filter((one) => !SOLD.has(textOf(one['status_type']) ?? ''))
      .flatMap((one) => textOf(one['confirmation_code']) ?? []);
    return ok({ ...verdict.value, unsold });
  },
  covers: ({ checkin }, { timezone }, now) =>
    Temporal.PlainDate.compare(checkin, firstArrival(now, timezone, DAYS_IN_HOUSE)) >= 0,
};

/** Looks up the reservation of an accepted request: a code that Airbnb does not know was never sold. */
export const orderLookup: OrderLookup<AirbnbConnection> = {
  request: (reference, connection) =>
    get(connection, 'one reservation', `reservations/${encodeURIComponent(reference)}`),
  decode: (response, reference, connection) => {
    // Only Airbnb's own error counts: any gateway may answer 404.
    const { error_code: code, error_type: type } = fieldsOf(readJson(response.body));
    if (response.status === 404 && code === 404 && type === 'record_not_found') return NONE;
    const answer = readResource(response, 'reservation');
    if (answer.kind !== 'ok') return answer;
    const one = fieldsOf(answer.value);
    if (textOf(one['confirmation_code']) !== reference)
      return unreadableAnswer(`The answer is another reservation: ${describeBody(response.body)}`);
    if (NEVER_SOLD.has(textOf(one['status_type']) ?? '')) return NONE;
    const reservation = readReservation(one, connection);
    if (typeof reservation === 'string') return refused(reservation);
    return ok(reservation ? { kind: 'sold', reservation } : { kind: 'waiting' });
  },
};

const NONE: Verdict<OrderState> = ok({ kind: 'none' });
