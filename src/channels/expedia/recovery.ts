// Recovers bookings that the queue has lost: lists the last state of every booking that was made, changed or
// cancelled in the past 30 days, confirmed or not.

import type { Recovery } from '../channel.ts';
import { ok } from '../responses.ts';
import { el } from '../xml.ts';
import { eqcRequest } from './client.ts';
import { decodeReservations } from './reservations.ts';
import type { ExpediaConnection } from './settings.ts';

/** How far BookingRetrieval looks back at most, in days. */
const DAYS_BACK = 30;
/** Most bookings that BookingRetrieval returns, the most recent first. It has no pages. */
const MAX_BOOKINGS = 125;

/**
 * Reads the last state of every booking that was made, changed or cancelled in the past 30 days, confirmed or
 * not.
 */
export const recovery: Recovery<ExpediaConnection> = {
  requests: (connection) => [
    eqcRequest(
      'br',
      'list of bookings',
      [el('ParamSet', {}, [el('NbDaysInPast', {}, [String(DAYS_BACK)])])],
      connection,
    ),
  ],
  decode: (response, _request, connection) => {
    const verdict = decodeReservations(response, connection);
    if (verdict.kind !== 'ok') return verdict;
    const { items, unreadable = [] } = verdict.value;
    return ok({ items, unreadable, partial: items.length + unreadable.length >= MAX_BOOKINGS });
  },
  covers: ({ at }, _connection, now) => at !== null && now.since(at).total('hours') < (DAYS_BACK - 1) * 24,
};
