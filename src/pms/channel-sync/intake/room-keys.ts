// Which room of an order is which, where a channel numbers the rooms of one order in two ways.
import type { ChannelRoomStay } from '../../../model/channel-intake.ts';
import type { ChannelStay } from './stays.ts';

/**
 * The rooms of a version of an order, under the keys of the stays that they became. A channel's listing may number them otherwise
 * than its queue does (Booking.com's summary); then no key is known, and rooms are told apart by the channel's room, in
 * the order given. Where any key is known, or there are no stays, the keys stay as they are.
 */
export function withOurKeys(
  rooms: readonly ChannelRoomStay[],
  stays: readonly ChannelStay[],
): readonly ChannelRoomStay[] {
  const keys = new Set(stays.map(({ roomKey }) => roomKey));
  if (stays.length === 0 || rooms.some(({ key }) => keys.has(key))) return rooms;
  const left = [...stays];
  return rooms.map((room) => {
    const same = left.findIndex(
      ({ externalRoom, checkin, checkout }) =>
        externalRoom === room.externalRoom && checkin.equals(room.checkin) && checkout.equals(room.checkout),
    );
    const place = same >= 0 ? same : left.findIndex(({ externalRoom }) => externalRoom === room.externalRoom);
    const [stay] = place >= 0 ? left.splice(place, 1) : [];
    return stay ? { ...room, key: stay.roomKey } : room;
  });
}
