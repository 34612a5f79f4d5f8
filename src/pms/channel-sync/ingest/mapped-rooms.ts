// Finds our room for a room and rate of a channel.
import type { RoomMapping } from '../../../model/channel.ts';
import type { ChannelRoomStay } from '../../../model/channel-records.ts';
import type { PropertyTransaction } from '../../property-transaction.ts';
import { isRetired } from '../../rooms.ts';

type ExternalRoom = Pick<ChannelRoomStay, 'externalRoom' | 'externalRate'>;

/** Returns our room for a channel's room, by its rate if there are several; null if it is not mapped. */
export function mappedRoom(
  rooms: readonly RoomMapping[],
  { externalRoom, externalRate }: ExternalRoom,
): number | null {
  if (externalRoom === null) return null;
  const mapped = rooms.filter((one) => one.externalRoom === externalRoom);
  return (
    (mapped.find((one) => externalRate !== null && one.externalRates.includes(externalRate)) ?? mapped[0])
      ?.roomId ?? null
  );
}

/** Like `mappedRoom`, but null for a retired room, which is mapped only so that its nights are closed. */
export async function mappedRoomOnSale(
  tx: PropertyTransaction,
  rooms: readonly RoomMapping[],
  room: ExternalRoom,
): Promise<number | null> {
  const mapped = mappedRoom(rooms, room);
  return mapped !== null && !(await isRetired(tx, tx.hotelId, mapped)) ? mapped : null;
}
