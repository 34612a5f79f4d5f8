// Bookings as they were at a moment of the past: as they are, unless they changed since; otherwise as the log has them.
import type { Queryable } from '../../db/database.ts';
import { Problem } from '../../problems.ts';

/**
 * Returns SQL that selects the bookings of the property `$1` that existed at a moment, without holds. `at` is a
 * placeholder of that moment, null = now; `inRange` a condition on the columns. Of a booking that changed since, the log has
 * its state: the last event before the moment, or, where that was removed, the values that the first one after it names as
 * earlier. Where neither is stored, `known` is false and nothing but the id is to be used.
 */
export function bookingsAt(at: string | null, inRange: string): string {
  const columns = 'reservation_id, guest_name, channel, created_at, room_id, status, checkin, checkout';
  const more = 'currency, commission_minor, unit_nights, known';
  if (at === null)
    return `select ${columns}, currency, commission_minor, unit_nights, true as known from reservations
      where hotel_id = $1 and held_until is null and ${inRange}`;
  return `select ${columns}, ${more} from (
      select ${columns}, currency, commission_minor, unit_nights, true as known, held_until is not null as held from reservations
      where hotel_id = $1 and updated_at <= ${at}::timestamptz
      union all
      select reservation_id, guest_name, channel, created_at, (state.data->>'roomId')::bigint, state.data->>'status',
        (state.data->>'checkin')::date, (state.data->>'checkout')::date, state.data->>'currency',
        (state.data->>'commissionMinor')::bigint, nullif(state.data->'unitNights', 'null'), state.data is not null,
        state.data->>'heldUntil' is not null
      from reservations as reservation
      left join lateral (${stateAt(at)}) as state on true
      where hotel_id = $1 and updated_at > ${at}::timestamptz and created_at <= ${at}::timestamptz
    ) as booking
    where not held and (not known or ${inRange})`;
}

/** Kinds of events before which a booking was only held. */
const ENDS_OF_HOLDS = `'booking.created', 'booking.held', 'booking.hold_expired', 'booking.hold_cancelled'`;

/** Returns SQL that selects what the log knows of the row `reservation` at a moment, as `data`: no row, or null, if nothing. */
function stateAt(at: string): string {
  const events = `from events where hotel_id = $1 and kind like 'booking.%'
      and subject = 'booking/' || reservation.reservation_id`;
  return `(select data ${events} and at <= ${at}::timestamptz order by seq desc limit 1)
    union all
    (select case when kind in (${ENDS_OF_HOLDS}) then data || '{"heldUntil": "held"}'
       when data ? 'changed' then data || coalesce(data->'before', '{}') end
     ${events} and at > ${at}::timestamptz
       -- What happened before the log begins was removed from it.
       and ${at}::timestamptz >= (select at from events where hotel_id = $1 order by seq limit 1)
     order by seq limit 1)
    limit 1`;
}

/** Throws `moment_not_kept` when some bookings of a report are not known at its moment. */
export async function requireKnown(
  db: Queryable,
  hotelId: number,
  { asOf, unknown }: { asOf: Temporal.Instant; unknown: number },
): Promise<void> {
  if (unknown === 0) return;
  const [first] = await db.query<{ at: Temporal.Instant }>(
    'select at from events where hotel_id = $1 order by seq limit 1',
    [hotelId],
  );
  throw new Problem('moment_not_kept', {
    asOf: asOf.toString(),
    bookings: unknown,
    logBegins: first ? first.at.toString() : null,
  });
}
