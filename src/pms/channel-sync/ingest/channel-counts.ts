// Updates the confirmed counts after a version of an order: some are still right, others unknown.
import type { RoomMapping } from '../../../model/channel.ts';
import { hasNightsOfChannel } from '../../../model/channel-dates.ts';
import type { ChannelReservation, ChannelRoomStay } from '../../../model/channel-records.ts';
import { type NightRange, nightsBetween } from '../../../model/night.ts';
import { RESERVATION_TRANSITIONS, type Reservation } from '../../../model/reservation.ts';
import { recordAvailability } from '../../inventory/nights.ts';
import type { PropertyTransaction } from '../../property-transaction.ts';
import {
  confirmCountsAfterCancellation,
  resetConfirmedCounts,
  resetCountsConfirmedSince,
  type TouchedNights,
} from './channel-sales.ts';
import { findMapping, soldAs } from './mapped-rooms.ts';
import { roomsHeldByChannel } from './rooms-held-by-channel.ts';
import type { ChannelStay } from './stays.ts';

/** How a connection counts the sales made at the channel. */
type ChannelCounting = {
  channel: string;
  rooms: readonly RoomMapping[];
  countsSalesItself: boolean;
  countsOwnCancellations?: boolean;
};

type MovedStay = {
  before: ChannelStay;
  after: Reservation;
  /** the room in the new version of the order */
  room: ChannelRoomStay;
  /** the version of the order that was applied before; null = none */
  last: ChannelReservation | null;
};

/** Queues the stay's nights before and after the move for a push, including nights that are in both. */
export async function resetCountsAfterMove(
  tx: PropertyTransaction,
  source: ChannelCounting,
  { before, after, room, last }: MovedStay,
): Promise<void> {
  const nights = [
    { sold: before, stay: before },
    { sold: room, stay: after },
    // People may have moved the stay: the channel counts its own nights.
    ...(hasNightsOfChannel(after) ? [] : [{ sold: room, stay: { ...room, roomId: after.roomId } }]),
  ].map(({ sold, stay: { roomId, checkin: from, checkout: until } }) => ({
    ...soldAs(source.rooms, sold, roomId),
    from,
    until,
  }));
  const isSameAtChannel = roomsHeldByChannel(last).some(
    (held) => held.key === room.key && isSame(held, room),
  );
  if (source.countsSalesItself && isSameAtChannel) {
    await requeueCrossedCounts(tx, source.channel, { nights, since: last?.at ?? null });
  } else {
    await requeueCounts(tx, source.channel, nights);
  }
}

/**
 * Queues nights that two versions of an order have in common. A channel that counts its own sales usually has the counts of the first
 * version: a name or a price has changed. But the stay may have been moved away and back in between, and a push of ours may have
 * crossed with that: it was overwritten by one of the two only. So counts are pushed again that were confirmed after the first version.
 */
async function requeueCrossedCounts(
  tx: PropertyTransaction,
  channel: string,
  { nights, since }: { nights: readonly TouchedNights[]; since: Temporal.Instant | null },
): Promise<void> {
  const reset = await resetCountsConfirmedSince(tx, channel, nights, since);
  for (const [roomId, own] of Map.groupBy(reset, (night) => night.roomId)) {
    const dates = own.map(({ date }) => date);
    recordAvailability(tx, roomId, dates, ['available']);
  }
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
  /** the stay before it was cancelled */
  stay: ChannelStay;
  /** rooms that the order held at the channel until then */
  held: readonly ChannelRoomStay[];
  /** when the channel cancelled the whole stay; null if unknown, or if it released only some nights */
  cancelledAt: Temporal.Instant | null;
};

/**
 * Updates the counts of a stay's nights after the channel has cancelled it: one more if the channel counts
 * cancellations itself and held exactly this stay, else unknown.
 */
export async function updateCountsAfterCancellation(
  tx: PropertyTransaction,
  source: ChannelCounting,
  { stay, held, cancelledAt }: CancelledStay,
): Promise<void> {
  const nights = {
    ...soldAs(source.rooms, stay, stay.roomId),
    from: stay.checkin,
    until: stay.checkout,
  };
  const isAsHeld = held.some((room) => isSameStayAtChannel(source, room, stay));
  if (source.countsOwnCancellations && isAsHeld && cancelledAt) {
    await confirmCountsAfterCancellation(tx, source.channel, { nights, cancelledAt });
  } else {
    await resetConfirmedCounts(tx, source.channel, [nights]);
  }
}

/** Whether a room of an order has the same room and nights at the channel as the stay here. */
function isSameStayAtChannel(
  { rooms }: ChannelCounting,
  room: ChannelRoomStay,
  { roomId, checkin, checkout }: ChannelStay,
): boolean {
  return (
    findMapping(rooms, room)?.roomId === roomId &&
    checkin.equals(room.checkin) &&
    checkout.equals(room.checkout)
  );
}

/**
 * Queues the nights of rooms that the channel has released, or held in a version that came too late, unless
 * one of our stays has these nights. For nights without a stay – people moved or ended it, or there never was
 * one – nothing else shows that the channel's count has changed.
 */
export async function resetCountsAtChannel(
  tx: PropertyTransaction,
  source: ChannelCounting,
  { rooms, stays }: { rooms: readonly ChannelRoomStay[]; stays: readonly ChannelStay[] },
): Promise<void> {
  const own = stays.filter((stay) => RESERVATION_TRANSITIONS[stay.status].length > 0);
  const nights = rooms.flatMap((room) => {
    const mapping = findMapping(source.rooms, room);
    const { checkin: from, checkout: until } = room;
    const known = own.some((stay) => isSameStayAtChannel(source, room, stay));
    if (mapping === null || known) return [];
    return [{ roomId: mapping.roomId, unitId: mapping.unitId ?? null, from, until }];
  });
  if (nights.length > 0) await requeueCounts(tx, source.channel, nights);
}

/** Queues nights of a stay that its channel has given up and that people keep. */
export async function resetCountsOfNights(
  tx: PropertyTransaction,
  source: ChannelCounting,
  stay: ChannelStay,
  { from, until }: NightRange,
): Promise<void> {
  await requeueCounts(tx, source.channel, [{ ...soldAs(source.rooms, stay, stay.roomId), from, until }]);
}

/** Marks counts as unknown and writes the nights to the log, without which no push would compare them. */
async function requeueCounts(
  tx: PropertyTransaction,
  channel: string,
  nights: readonly TouchedNights[],
): Promise<void> {
  await resetConfirmedCounts(tx, channel, nights);
  for (const { roomId, from, until } of nights) {
    recordAvailability(tx, roomId, nightsBetween(from, until), ['available']);
  }
}
