// Reservations for unmapped rooms: kept in a placeholder room, flagged, until the room is mapped.
import type { RoomMapping } from '../../../model/channel.ts';
import { type Property, todayAt } from '../../../model/property.ts';
import { type Conflict, NO_CONFLICT } from '../../../model/reservation.ts';
import { createReferenceMask } from '../../card-references.ts';
import type { PropertyTransaction } from '../../property-transaction.ts';
import { changeReservation } from '../../reservations/change.ts';
import { claimSoldUnit } from '../../units/sold-unit.ts';

/** Returns the property's placeholder room; creates it if needed, as a retired one that is never sold. */
export async function requirePlaceholderRoom(tx: PropertyTransaction): Promise<number> {
  const [known] = await tx.query<{ room_id: number }>(
    `select room_id from rooms where hotel_id = $1 and is_placeholder`,
    [tx.hotelId],
  );
  if (known) return known.room_id;
  const [made] = await tx.query<{ room_id: number }>(
    `insert into rooms (hotel_id, name, capacity, price_minor, units, created_at, archived_at, is_placeholder)
     values ($1, 'Rooms that are not mapped', 1, 0, 9999, $2, $2, true)
     on conflict (hotel_id) where is_placeholder do update set name = rooms.name
     returning room_id`,
    [tx.hotelId, tx.now],
  );
  return made!.room_id;
}

/** Returns the conflict of such a reservation. */
export function unmappedConflict(channel: string, externalRoom: string | null): Conflict {
  const room = externalRoom ?? '(none named)';
  return {
    conflict: `room ${room} at ${channel} is mapped to no room: connect ${channel} with it`,
    conflictKind: 'unmapped_room',
  };
}

/** Moves reservations from the placeholder room to the rooms of this connection's mapping. */
export async function moveUnmappedReservations(
  tx: PropertyTransaction,
  property: Property,
  connection: { channel: string; rooms: readonly RoomMapping[] },
): Promise<void> {
  const waiting = await tx.query<{ reservation_id: number; external_room: string }>(
    `select stay.reservation_id, stay.external_room from channel_stays as stay
     join reservations as reservation
       on reservation.hotel_id = stay.hotel_id and reservation.reservation_id = stay.reservation_id
     join rooms as room on room.hotel_id = $1 and room.room_id = reservation.room_id and room.is_placeholder
     where stay.hotel_id = $1 and stay.channel = $2 and reservation.status in ('confirmed', 'checked_in')
       and stay.external_room is not null
     order by stay.reservation_id`,
    [tx.hotelId, connection.channel],
  );
  const mask = await createReferenceMask(
    tx,
    waiting.length > 0 ? connection.rooms.map((room) => room.externalRoom) : [],
  );
  const today = todayAt(property, tx.now);
  for (const { reservation_id: reservationId, external_room: externalRoom } of waiting) {
    // An unmapped room id that looks like a card number is stored masked.
    const mapping = connection.rooms.find(
      (room) =>
        room.externalRoom !== null && [room.externalRoom, mask(room.externalRoom)].includes(externalRoom),
    );
    if (!mapping) continue;
    const moved = await changeReservation(tx, {
      reservationId,
      patch: { roomId: mapping.roomId, ...NO_CONFLICT },
      today,
      taking: 'fact',
    });
    if (mapping.unitId) await claimSoldUnit(tx, moved, mapping.unitId, today);
  }
}
