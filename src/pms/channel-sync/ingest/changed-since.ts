// Orders of a channel that changed since a given time, for channels that poll for changes.
import type { Queryable } from '../../../db/database.ts';
import { type ChannelReservation, parseStoredRecord } from '../../../model/channel-records.ts';
import type { ConnectionKey } from '../ownership.ts';
import { LATEST_FIRST, WAS_APPLIED } from './inbox.ts';

type ChangedOrder = {
  reservation: ChannelReservation;
  changedAt: Temporal.Instant;
  reservationIds: number[];
  conflict: string | null;
  booking: StoredBooking;
};

/** What is stored of the order as a whole, with changes that people made here. */
type StoredBooking = {
  priceMinor: number;
  currency: string;
  guestName: string;
  guestEmail: string | null;
  guestPhone: string | null;
};

type OrderRow = {
  content: unknown;
  dates: Record<string, [string, string]>;
  reservation_ids: number[];
  conflict: string | null;
  cancelled: boolean;
  changed_at: Temporal.Instant;
  price_minor: number;
  currency: string;
  guest_name: string;
  guest_email: string | null;
  guest_phone: string | null;
};

/**
 * Lists the orders as they are here, without the house's own nights: with dates that people moved, and `cancelled` if all their bookings are.
 * Oldest change first.
 */
export async function listChangedSince(
  db: Queryable,
  { hotelId, channel }: ConnectionKey,
  since: Temporal.Instant,
): Promise<ChangedOrder[]> {
  const rows = await db.query<OrderRow>(
    `select arrival.content, stay.dates, stay.reservation_ids, stay.conflict, stay.cancelled, stay.updated_at as changed_at,
       stay.price_minor, stay.currency, stay.guest_name, stay.guest_email, stay.guest_phone
     from (
       select reference, jsonb_agg(reservation.reservation_id order by room_key) as reservation_ids,
         jsonb_object_agg(room_key, jsonb_build_array(
           case when moved then checkin else greatest(checkin, channel_checkin) end,
           case when moved then checkout else least(checkout, channel_checkout) end
         )) as dates,
         min(conflict) as conflict, bool_and(status = 'cancelled' or channel_checkin is null) as cancelled, max(updated_at) as updated_at,
         sum(reservation.price_minor - own.price_minor)::bigint as price_minor, min(currency) as currency, min(guest_name) as guest_name,
         min(guest_email) as guest_email, min(guest_phone) as guest_phone
       from channel_stays
       join reservations as reservation using (hotel_id, reservation_id)
       cross join lateral (select checkin >= channel_checkout or checkout <= channel_checkin as moved) as place
       cross join lateral (
         select coalesce(sum(night.price_minor), 0) as price_minor from reservation_nights as night
         where night.hotel_id = $1 and night.reservation_id = reservation.reservation_id and not moved
           and (night.date < channel_checkin or night.date >= channel_checkout)
       ) as own
       where hotel_id = $1 and channel_stays.channel = $2
       group by reference
     ) as stay
     join lateral (
       select content from channel_inbox
       where hotel_id = $1 and channel = $2 and kind = 'reservation' and reference = stay.reference
         and ${WAS_APPLIED}
       order by ${LATEST_FIRST} limit 1
     ) as arrival on true
     where stay.updated_at >= $3
     order by stay.updated_at`,
    [hotelId, channel, since],
  );
  return rows.map(toChangedOrder);
}

function toChangedOrder(row: OrderRow): ChangedOrder {
  const stored = parseStoredRecord('reservation', row.content) as ChannelReservation;
  const rooms = stored.rooms.map((room) => {
    const [checkin, checkout] = row.dates[room.key] ?? [];
    if (!checkin || !checkout) return room;
    return {
      ...room,
      checkin: Temporal.PlainDate.from(checkin),
      checkout: Temporal.PlainDate.from(checkout),
    };
  });
  const reservation = { ...stored, rooms };
  return {
    reservation: row.cancelled ? { ...reservation, status: 'cancelled' } : reservation,
    changedAt: row.changed_at,
    reservationIds: row.reservation_ids,
    conflict: row.conflict,
    booking: {
      priceMinor: row.price_minor,
      currency: row.currency,
      guestName: row.guest_name,
      guestEmail: row.guest_email,
      guestPhone: row.guest_phone,
    },
  };
}
