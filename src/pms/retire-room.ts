// Retires rooms, together with their units.
import { Problem } from '../problems.ts';
import type { PropertyTransaction } from './property-transaction.ts';
import { lockRoom } from './rooms.ts';
import { archiveUnitsOf } from './units/archive.ts';

/**
 * Retires a room: its past stays remain, and it and its units are no longer sold. Throws
 * `room_has_bookings` while it has future nights sold.
 */
export async function archiveRoom(
  tx: PropertyTransaction,
  roomId: number,
  today: Temporal.PlainDate,
): Promise<void> {
  const room = await lockRoom(tx, roomId);
  const [held] = await tx.query<{ last: string | null }>(
    `select max(date) as last from reservation_nights
     where hotel_id = $1 and room_id = $2 and date >= $3 and released_at is null`,
    [tx.hotelId, roomId, today],
  );
  if (held?.last) {
    throw new Problem('room_has_bookings', { roomId, lastNight: held.last });
  }
  // Channels that innwire pushes to keep the mapping, so that zero availability is
  // pushed. Calendars are no longer fetched.
  await tx.query(
    `delete from connection_rooms where hotel_id = $1 and room_id = $2 and (ical_url is not null or external_room is null)`,
    [tx.hotelId, roomId],
  );
  await tx.query(
    `delete from unit_nights as held using units as unit
     where held.hotel_id = $1 and held.channel is not null
       and unit.hotel_id = $1 and unit.unit_id = held.unit_id and unit.room_id = $2`,
    [tx.hotelId, roomId],
  );
  await archiveUnitsOf(tx, roomId, today);
  await tx.query(`update rooms set archived_at = $3 where hotel_id = $1 and room_id = $2`, [
    tx.hotelId,
    roomId,
    tx.now,
  ]);
  tx.record('room.changed', `room/${roomId}`, { ...room, archived: true });
}
