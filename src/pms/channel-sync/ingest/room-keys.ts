// Which room of an order is which, where a channel numbers the rooms of one order in two ways.
import type { ChannelRoomStay } from '../../../model/channel-records.ts';
import type { PropertyTransaction } from '../../property-transaction.ts';
import { type ChannelStay, renameStay } from './stays.ts';

/**
 * The stays of an order under the keys that this version of it gives its rooms. A channel's listing may number them otherwise than
 * its queue does (Booking.com's summary); then no key is known, and the stays take over the version's keys, here and in the
 * database: rooms that later versions add have keys of the same numbering. Where any key is known the stays remain as they are.
 */
export async function rekeyStays(
  rooms: readonly ChannelRoomStay[],
  tx: PropertyTransaction,
  channel: string,
  stays: readonly ChannelStay[],
): Promise<ChannelStay[]> {
  const keys = new Map(matchRooms(rooms, stays).map(({ room, stay }) => [stay, room.key]));
  for (const [stay, key] of keys) await renameStay(tx, channel, stay, key);
  return stays.map((stay) => ({ ...stay, roomKey: keys.get(stay) ?? stay.roomKey }));
}

type Match = { room: ChannelRoomStay; stay: ChannelStay };

/**
 * Pairs rooms with stays: first those of the same room and dates at the channel, so that a room that was changed takes no stay of
 * one that was not, then those of the same room in the order given. Stays that were cancelled come last. Empty when any key is known.
 */
function matchRooms(rooms: readonly ChannelRoomStay[], stays: readonly ChannelStay[]): Match[] {
  const keys = new Set(stays.map(({ roomKey }) => roomKey));
  if (rooms.some(({ key }) => keys.has(key))) return [];
  const left = stays.toSorted((a, b) => Number(b.holdsNights) - Number(a.holdsNights));
  const matches: Match[] = [];
  const match = (isSame: (room: ChannelRoomStay, stay: ChannelStay) => boolean) => {
    for (const room of rooms.filter((one) => !matches.some((each) => each.room === one))) {
      const place = left.findIndex((stay) => isSame(room, stay));
      const [stay] = place >= 0 ? left.splice(place, 1) : [];
      if (stay) matches.push({ room, stay });
    }
  };
  match(
    (room, stay) =>
      stay.externalRoom === room.externalRoom &&
      stay.checkin.equals(room.checkin) &&
      stay.checkout.equals(room.checkout),
  );
  match((room, stay) => stay.externalRoom === room.externalRoom);
  return matches;
}
