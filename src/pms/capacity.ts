// The one rule of how many guests a room takes, for sales, holds, groups, offers and requests.
import type { Queryable } from '../db/database.ts';
import {
  countAgainstCapacity,
  countInfants,
  type GuestCounts,
  type RoomPlaces,
} from '../model/guest-counts.ts';
import { Problem } from '../problems.ts';
import { unknownRoom } from './rooms.ts';

type Room = RoomPlaces & { roomId: number };

/** Returns the problem `capacity` if a room takes fewer guests than come; null if it takes them, or nobody knows how many come. */
export function capacityProblem(room: Room, party: GuestCounts, infantsUnderAge: number): Problem | null {
  const counted = countAgainstCapacity(party, room, infantsUnderAge);
  const { roomId, capacity, cots } = room;
  if (counted === null || counted <= capacity) return null;
  const infants = countInfants(party.children, infantsUnderAge);
  const guests = party.adults! + (party.children?.length ?? 0);
  return new Problem('capacity', {
    roomId,
    capacity,
    guests,
    ...(infants > 0 && { cots, infants, infantsUnderAge }),
  });
}

/**
 * Throws `capacity` if the room takes fewer guests than come, and `unknown_room`. `before`: the party that has the room already, which may be too
 * large: then only a larger one is refused.
 */
export async function requireCapacity(
  db: Queryable,
  hotelId: number,
  { roomId, party, before = null }: { roomId: number; party: GuestCounts; before?: GuestCounts | null },
): Promise<void> {
  if (party.adults === null) return;
  const [row] = await db.query<{ capacity: number; cots: number; infants_under_age: number }>(
    `select room.capacity, room.cots, property.infants_under_age
     from rooms as room join properties as property on property.hotel_id = room.hotel_id
     where room.hotel_id = $1 and room.room_id = $2 and room.archived_at is null`,
    [hotelId, roomId],
  );
  if (!row) throw unknownRoom(roomId);
  const problem = capacityProblem({ roomId, ...row }, party, row.infants_under_age);
  if (!problem) return;
  const counted = (one: GuestCounts) => countAgainstCapacity(one, row, row.infants_under_age) ?? 0;
  if (before === null || counted(party) > counted(before)) throw problem;
}
