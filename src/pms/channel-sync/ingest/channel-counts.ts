// What a version of an order did to the channel's own count of nights: which counts are as they must be, and which are not known.
import type { RoomMapping } from '../../../model/channel.ts';
import type { ChannelReservation, ChannelRoomStay } from '../../../model/channel-records.ts';
import { type NightRange, nightsBetween } from '../../../model/night.ts';
import { RESERVATION_TRANSITIONS, type Reservation } from '../../../model/reservation.ts';
import { recordAvailability } from '../../inventory/nights.ts';
import type { PropertyTransaction } from '../../property-transaction.ts';
import { confirmCountsAfterCancellation, resetConfirmedCounts } from './channel-sales.ts';
import { mappedRoom } from './mapped-rooms.ts';
import { roomsHeldByChannel } from './rooms-held-by-channel.ts';
import type { ChannelStay } from './stays.ts';

/** How a connection counts its own orders. */
export type ChannelCounting = {
  channel: string;
  rooms: readonly RoomMapping[];
  countsSalesItself: boolean;
  countsOwnCancellations?: boolean;
};

type MovedStay = {
  before: ChannelStay;
  after: Reservation;
  /** the room of the order, as its version says */
  room: ChannelRoomStay;
  /** the version of the order that was applied before */
  last: ChannelReservation | null;
};

/** Forgets the counts of the nights before and after, also of those that are in both. */
export async function resetCountsAfterMove(
  tx: PropertyTransaction,
  source: ChannelCounting,
  { before, after, room, last }: MovedStay,
): Promise<void> {
  // Another name or price: a channel that counts its own sales has counted nothing.
  const isSameThere = roomsHeldByChannel(last).some((held) => held.key === room.key && isSame(held, room));
  if (source.countsSalesItself && isSameThere) return;
  const nights = [before, after].map(({ roomId, checkin: from, checkout: until }) => ({
    roomId,
    from,
    until,
  }));
  await requeueCounts(tx, source.channel, nights);
}

function isSame(one: ChannelRoomStay, other: ChannelRoomStay): boolean {
  return (
    one.externalRoom === other.externalRoom &&
    one.externalRate === other.externalRate &&
    one.checkin.equals(other.checkin) &&
    one.checkout.equals(other.checkout)
  );
}

type CancelledStay = {
  /** as it was before */
  stay: ChannelStay;
  /** what the order held at the channel until then */
  held: readonly ChannelRoomStay[];
  /** when the channel cancelled all of it; null where that is not known, or it gave back less than all nights */
  cancelledAt: Temporal.Instant | null;
};

/**
 * The counts of a stay's nights after the channel has cancelled it: one more where the channel counts that itself and held
 * exactly this stay, else unknown.
 */
export async function updateCountsAfterCancellation(
  tx: PropertyTransaction,
  source: ChannelCounting,
  { stay, held, cancelledAt }: CancelledStay,
): Promise<void> {
  const nights = { roomId: stay.roomId, from: stay.checkin, until: stay.checkout };
  const isAsHeld = held.some((room) => isSameStayAtChannel(source, room, stay));
  if (source.countsOwnCancellations && isAsHeld && cancelledAt) {
    await confirmCountsAfterCancellation(tx, source.channel, { nights, cancelledAt });
  } else {
    await resetConfirmedCounts(tx, source.channel, [nights]);
  }
}

/** Whether a room of an order has the room and nights at the channel that our stay has here. */
function isSameStayAtChannel(
  { rooms }: ChannelCounting,
  room: ChannelRoomStay,
  { roomId, checkin, checkout }: ChannelStay,
): boolean {
  return mappedRoom(rooms, room) === roomId && checkin.equals(room.checkin) && checkout.equals(room.checkout);
}

/**
 * The channel has given these rooms back, or taken them in a version that came too late: of nights that our stays do not
 * have – people moved or ended them, or there never were any – nothing else says that the count there has changed.
 */
export async function resetCountsAtChannel(
  tx: PropertyTransaction,
  source: ChannelCounting,
  { rooms, stays }: { rooms: readonly ChannelRoomStay[]; stays: readonly ChannelStay[] },
): Promise<void> {
  const own = stays.filter((stay) => RESERVATION_TRANSITIONS[stay.status].length > 0);
  const nights = rooms.flatMap((room) => {
    const roomId = mappedRoom(source.rooms, room);
    const { checkin: from, checkout: until } = room;
    const known = own.some((stay) => isSameStayAtChannel(source, room, stay));
    return roomId === null || known ? [] : [{ roomId, from, until }];
  });
  if (nights.length > 0) await requeueCounts(tx, source.channel, nights);
}

/** The channel has counted these nights itself: they are compared with ours again, and the log says so, or nobody would look. */
async function requeueCounts(
  tx: PropertyTransaction,
  channel: string,
  nights: readonly (NightRange & { roomId: number })[],
): Promise<void> {
  await resetConfirmedCounts(tx, channel, nights);
  for (const { roomId, from, until } of nights) {
    recordAvailability(tx, roomId, nightsBetween(from, until), ['available']);
  }
}
