// Matches the rooms of an order where a channel numbers them in two ways.
import type { ChannelRoomStay } from '../../../model/channel-records.ts';
import type { PropertyTransaction } from '../../property-transaction.ts';
import { type ChannelStay, renameStay } from './stays.ts';

/**
 * Returns the stays of an order with the keys that this version gives its rooms. A channel's order list may
 * number rooms differently from its queue (Booking.com's summary): then no key is known, and the stays get
 * the version's keys, here and in the database, because rooms added by later versions have keys of the same
 * numbering. If any key is known the stays are unchanged.
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
 * Pairs rooms with stays: first by room and dates at the channel, so that a changed room does not take the
 * stay of an unchanged one; then by room, in the given order. Cancelled stays come last. Returns nothing if
 * any key is known.
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
