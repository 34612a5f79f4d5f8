// Recognises the rooms of an order whose channel numbers none (Airbnb, Expedia, Agoda behind Channex): a room that leaves, or a list in another
// order, gives its place to another room.
import { isDeepStrictEqual } from 'node:util';
import type { ChannelRoomStay } from '../../../model/channel-records.ts';
import type { PropertyTransaction } from '../../property-transaction.ts';
import type { KnownOrder } from './room-keys.ts';
import { type ChannelStay, renameStay } from './stays.ts';

type Rekeyed = { stays: ChannelStay[]; last: KnownOrder['last'] };

/**
 * Returns what is known of an order with the places that its rooms have in this version, and stores them with the stays. A room is recognised by
 * what the channel said of it before: its room, dates, guests, rate and price, then its place. Of rooms that are alike the guest in the house
 * keeps theirs. A stay whose room has left gets a key that no room has.
 */
export async function rekeyPlaces(
  rooms: readonly ChannelRoomStay[],
  tx: PropertyTransaction,
  channel: string,
  { stays, last }: KnownOrder,
): Promise<Rekeyed> {
  const unchanged = { stays: [...stays], last };
  if (last === null || last.status === 'cancelled' || rooms.length === 0) return unchanged;
  const known = last.rooms.flatMap((before) => {
    const stay = stays.find(({ roomKey }) => roomKey === before.key);
    return stay ? [{ before, stay }] : [];
  });
  const matches = matchRooms(rooms, known);
  const keys = new Map(
    stays.map((stay) => [stay.roomKey, matches.get(stay)?.key ?? `left-${stay.reservationId}`]),
  );
  const moved = stays.filter(({ roomKey }) => keys.get(roomKey) !== roomKey);
  // Two stays may change places: no key is given while another stay has it.
  for (const stay of moved) await renameStay(tx, channel, stay, `moving-${stay.reservationId}`);
  for (const stay of moved) {
    const roomKey = `moving-${stay.reservationId}`;
    await renameStay(tx, channel, { ...stay, roomKey }, keys.get(stay.roomKey)!);
  }
  return {
    stays: stays.map((stay) => ({ ...stay, roomKey: keys.get(stay.roomKey)! })),
    last: {
      ...last,
      rooms: last.rooms.map((room) => ({ ...room, key: keys.get(room.key) ?? `unknown-${room.key}` })),
    },
  };
}

type KnownRoom = { before: ChannelRoomStay; stay: ChannelStay };

/** Pairs stays with rooms, those that are most alike first. */
function matchRooms(
  rooms: readonly ChannelRoomStay[],
  known: readonly KnownRoom[],
): Map<ChannelStay, ChannelRoomStay> {
  const someLeave = rooms.length < known.length;
  const pairs = known.flatMap((one) =>
    rooms.map((room) => ({ ...one, room, likeness: likenessOf(one, room, someLeave) })),
  );
  const matches = new Map<ChannelStay, ChannelRoomStay>();
  const taken = new Set<ChannelRoomStay>();
  for (const { stay, room } of pairs.toSorted((a, b) => b.likeness - a.likeness)) {
    if (matches.has(stay) || taken.has(room)) continue;
    matches.set(stay, room);
    taken.add(room);
  }
  return matches;
}

/** Returns how much a room is like one of the version before: what a guest seldom changes counts most. */
function likenessOf({ before, stay }: KnownRoom, room: ChannelRoomStay, someLeave: boolean): number {
  const weights: [isSame: boolean, weight: number][] = [
    [room.externalRoom === before.externalRoom, 32],
    [isDeepStrictEqual(namesOf(room), namesOf(before)), 32],
    [room.checkin.equals(before.checkin), 16],
    [room.checkout.equals(before.checkout), 16],
    [room.externalRate === before.externalRate, 4],
    [room.total === before.total, 4],
    // Where nothing tells the rooms apart, a guest in the house is not the one who leaves.
    [someLeave && stay.status === 'checked_in', 2],
    [room.key === before.key, 1],
  ];
  return weights.reduce((sum, [isSame, weight]) => sum + (isSame ? weight : 0), 0);
}

function namesOf({ guestName, guests = [] }: ChannelRoomStay): unknown {
  return [guestName, ...guests.map(({ name }) => name)];
}
