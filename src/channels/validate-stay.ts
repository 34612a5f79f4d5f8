// Checks the dates and sizes of stays and orders from channels.
import type { ChannelReservation } from '../model/channel-records.ts';
import { countNights, isBefore, MAX_STAY_NIGHTS, type PlainDate } from '../model/night.ts';

/** Returns the stay from `checkin` to `checkout`, or null unless it has 1 to `MAX_STAY_NIGHTS` nights. */
export function stayBetween(
  checkin: PlainDate | null,
  checkout: PlainDate | null,
): { checkin: PlainDate; checkout: PlainDate } | null {
  if (!checkin || !checkout) return null;
  const nights = countNights(checkin, checkout);
  const storable = !isBefore(LAST_DATE, checkout);
  return storable && nights >= 1 && nights <= MAX_STAY_NIGHTS ? { checkin, checkout } : null;
}

/** Later dates are not written as yyyy-MM-dd. */
const LAST_DATE = Temporal.PlainDate.from('9999-12-31');

/**
 * Most rooms of one order. The largest groups that OTAs sell have some dozens. At about 2 ms a room, 200
 * rooms hold the order's transaction, which blocks all other writes to those nights, for less than half a
 * second.
 */
export const MAX_ROOMS_PER_ORDER = 200;

/** Most nights of all rooms of one order: 100 rooms for half a year. */
const MAX_ROOM_NIGHTS = 20_000;

/** Returns why an order is too large to be stored, or null. */
export function sizeError({ rooms }: Pick<ChannelReservation, 'rooms'>): string | null {
  if (rooms.length > MAX_ROOMS_PER_ORDER) {
    return `the order has ${rooms.length} rooms: at most ${MAX_ROOMS_PER_ORDER} can be stored`;
  }
  const nights = rooms.reduce((sum, { checkin, checkout }) => sum + countNights(checkin, checkout), 0);
  return nights > MAX_ROOM_NIGHTS
    ? `the order has ${nights} nights in all its rooms: at most ${MAX_ROOM_NIGHTS} can be stored`
    : null;
}
