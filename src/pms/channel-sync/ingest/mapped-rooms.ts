// Finds our room, or the unit of it, for a room and rate of a channel.
import type { MappingKey, RoomMapping } from '../../../model/channel.ts';
import type { ChannelRoomStay } from '../../../model/channel-records.ts';
import type { PropertyTransaction } from '../../property-transaction.ts';
import { isRetired } from '../../rooms.ts';

type ExternalRoom = Pick<ChannelRoomStay, 'externalRoom' | 'externalRate'>;

/** Returns the mapping of a channel's room, by its rate if there are several; null if it is not mapped. */
export function findMapping(
  rooms: readonly RoomMapping[],
  { externalRoom, externalRate }: ExternalRoom,
): RoomMapping | null {
  if (externalRoom === null) return null;
  const mapped = rooms.filter((one) => one.externalRoom === externalRoom);
  return (
    mapped.find((one) => externalRate !== null && one.externalRates.includes(externalRate)) ??
    mapped[0] ??
    null
  );
}

/**
 * Returns what a channel has sold as this room of an order, whose stay is in the room `roomId` here: the unit of the mapping,
 * if that is of this room, otherwise the room as a whole.
 */
export function soldAs(rooms: readonly RoomMapping[], room: ExternalRoom, roomId: number): MappingKey {
  const mapping = findMapping(rooms, room);
  return { roomId, unitId: (mapping?.roomId === roomId && mapping.unitId) || null };
}

/** Like `findMapping`, but null for a retired room, which is mapped only so that its nights are closed. */
export async function findMappingOnSale(
  tx: PropertyTransaction,
  rooms: readonly RoomMapping[],
  room: ExternalRoom,
): Promise<RoomMapping | null> {
  const mapping = findMapping(rooms, room);
  return mapping !== null && !(await isRetired(tx, tx.hotelId, mapping.roomId)) ? mapping : null;
}
