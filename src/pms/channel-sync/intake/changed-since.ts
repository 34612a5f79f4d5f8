// Orders of a channel that changed since a moment, as they were last stored: for channels that ask instead of being told.
import type { Queryable } from '../../../db/database.ts';
import { type ChannelReservation, reviveArrival } from '../../../model/channel-intake.ts';
import type { ConnectionKey } from '../ownership.ts';

export type ChangedOrder = {
  reservation: ChannelReservation;
  changedAt: Temporal.Instant;
  reservationIds: number[];
  conflict: string | null;
};

/** A stay that people here cancelled counts as changed, and comes as cancelled. */
export async function listChangedSince(
  db: Queryable,
  { hotelId, channel }: ConnectionKey,
  since: Temporal.Instant,
): Promise<ChangedOrder[]> {
  const rows = await db.query<{
    content: unknown;
    reservation_ids: number[];
    conflict: string | null;
    cancelled: boolean;
    changed_at: Temporal.Instant;
  }>(
    `select arrival.content, stay.reservation_ids, stay.conflict, stay.cancelled, stay.updated_at as changed_at
     from (
       select reference, jsonb_agg(reservation.reservation_id order by room_key) as reservation_ids,
         min(conflict) as conflict, bool_and(status = 'cancelled') as cancelled, max(updated_at) as updated_at
       from channel_stays
       join reservations as reservation using (hotel_id, reservation_id)
       where hotel_id = $1 and channel_stays.channel = $2
       group by reference
     ) as stay
     join lateral (
       select content from channel_inbox
       where hotel_id = $1 and channel = $2 and kind = 'reservation' and reference = stay.reference
         and applied_at is not null and outcome <> 'superseded'
       order by coalesce(sent_at, received_at) desc, received_at desc limit 1
     ) as arrival on true
     where stay.updated_at >= $3
     order by stay.updated_at`,
    [hotelId, channel, since],
  );
  return rows.map((row) => {
    const reservation = reviveArrival('reservation', row.content) as ChannelReservation;
    return {
      reservation: row.cancelled ? { ...reservation, status: 'cancelled' } : reservation,
      changedAt: row.changed_at,
      reservationIds: row.reservation_ids,
      conflict: row.conflict,
    };
  });
}
