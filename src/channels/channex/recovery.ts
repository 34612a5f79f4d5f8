// Reads the list of bookings, because the feed offers a revision for some 30 minutes only. Source: docs.channex.io,
// "Bookings Collection" (read 2026-11-21).

import type { ChannelReservation } from '../../model/channel-records.ts';
import { dateIn } from '../../model/night.ts';
import type { Listed, Recovery, Verdict, WireRequest, WireResponse } from '../channel.ts';
import { textOf } from '../json.ts';
import { ok } from '../responses.ts';
import { attributesOf, listRequest, nextPage, readList } from './client.ts';
import { readRevision } from './reservations.ts';
import type { ChannexConnection } from './settings.ts';

/**
 * Reads the list of bookings, because the feed offers a revision for some 30 minutes only. Each booking is
 * listed as its last revision, with that revision's id. Whether `inserted_at` is the revision's or the
 * booking's is not documented: it is used for new bookings only, where both are the same.
 */
export const recovery: Recovery<ChannexConnection> = {
  requests: (connection, { cursor, now }) => {
    const today = dateIn(connection.timezone, now);
    return [
      listRequest(
        connection,
        'list of bookings',
        'bookings',
        {
          'filter[property_id]': connection.settings.property_id,
          'filter[departure_date][gte]': String(today),
        },
        Number(cursor ?? 1),
      ),
    ];
  },
  decode: decodeBookings,
  /** the list is filtered by departure only */
  covers: () => true,
};

function decodeBookings(
  response: WireResponse,
  request: WireRequest,
  connection: ChannexConnection,
): Verdict<Listed> {
  const list = readList(response);
  if (list.kind !== 'ok') return list;
  const { property_id: propertyId } = connection.settings;
  const items: ChannelReservation[] = [];
  const unacknowledged: ChannelReservation[] = [];
  const unreadable: string[] = [];
  for (const item of list.value.items) {
    const booking = attributesOf(item);
    const owner = textOf(booking['property_id']);
    if (owner !== null && owner !== propertyId) continue;
    const read = readRevision({ ...booking, booking_id: booking.id, id: textOf(booking['revision_id']) });
    if (typeof read === 'string') {
      unreadable.push(`Booking ${booking.id ?? 'without id'}: ${read}`);
      continue;
    }
    const listed = read.status === 'new' ? read : { ...read, at: null };
    items.push(listed);
    if (booking['acknowledge_status'] === 'pending') unacknowledged.push(listed);
  }
  const next = nextPage(request, list.value);
  return ok({ items, unacknowledged, unreadable, cursor: String(next ?? 1), more: next !== null });
}
