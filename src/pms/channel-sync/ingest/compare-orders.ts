// Compares two versions of an order: a channel may list an order under another revision than its queue does.
import type { ChannelReservation, ChannelRoomStay } from '../../../model/channel-records.ts';

/** Whether both are cancelled, or equal in rooms at the channel, dates and total (if both have one). */
export function isSameOrder(one: ChannelReservation, other: ChannelReservation): boolean {
  const cancelled = [one, other].map(({ status }) => status === 'cancelled');
  if (cancelled[0] !== cancelled[1]) return false;
  if (cancelled[0]) return true;
  const [ours, theirs] = [inOrder(one.rooms), inOrder(other.rooms)];
  return ours.length === theirs.length && ours.every((room, i) => isSameStay(room, theirs[i]!));
}

function isSameStay(one: ChannelRoomStay, other: ChannelRoomStay): boolean {
  return (
    placeOf(one) === placeOf(other) &&
    (one.total === null || other.total === null || Number(one.total) === Number(other.total))
  );
}

/** Room and dates at the channel. The keys of rooms may differ between a queue and an order list. */
function placeOf({ externalRoom, checkin, checkout }: ChannelRoomStay): string {
  return `${externalRoom}/${checkin}/${checkout}`;
}

function inOrder(rooms: readonly ChannelRoomStay[]): ChannelRoomStay[] {
  const key = (room: ChannelRoomStay) =>
    `${placeOf(room)}/${Number(room.total ?? 0)
      .toFixed(2)
      .padStart(20)}`;
  return rooms.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
}
