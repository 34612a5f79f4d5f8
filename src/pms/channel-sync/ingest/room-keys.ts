// Matches the rooms of an order where a channel numbers them in two ways.
import type { ChannelRoomStay } from '../../../model/channel-records.ts';
import type { PropertyTransaction } from '../../property-transaction.ts';
import type { AppliedVersion } from './rooms-held-by-channel.ts';
import { type ChannelStay, renameStay } from './stays.ts';

/** What is known of an order: its stays here, and the version that was applied last. */
export type KnownOrder = { stays: readonly ChannelStay[]; last: AppliedVersion | null };

/**
 * Returns what is known of an order with the keys that this version gives its rooms. A channel's order list may
 * number rooms differently from its queue (Booking.com's summary): then no key is known, and the stays get
 * the version's keys, here and in the database, because rooms added by later versions have keys of the same
 * numbering. If any key is known nothing is changed.
 */
export async function rekeyRooms(
  rooms: readonly ChannelRoomStay[],
  tx: PropertyTransaction,
  channel: string,
  { stays, last }: KnownOrder,
): Promise<{ stays: ChannelStay[]; last: AppliedVersion | null }> {
  const keys = new Map(matchRooms(rooms, stays).map(({ room, stay }) => [stay.roomKey, room.key]));
  const renamed = (key: string) => keys.get(key) ?? key;
  for (const stay of stays)
    if (keys.has(stay.roomKey)) await renameStay(tx, channel, stay, renamed(stay.roomKey));
  return {
    stays: stays.map((stay) => ({ ...stay, roomKey: renamed(stay.roomKey) })),
    last: last && { ...last, rooms: last.rooms.map((room) => ({ ...room, key: renamed(room.key) })) },
  };
}

type Match = { room: ChannelRoomStay; stay: ChannelStay };

/**
 * Pairs rooms with stays: first by room and dates at the channel, so that a changed room does not take the
 * stay of an unchanged one; then by room, in the given order; then the only room that is left with the only stay. Cancelled stays come last.
 * Returns nothing if any key is known.
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
  if (left.length === 1 && rooms.length === matches.length + 1) match(() => true);
  return matches;
}
