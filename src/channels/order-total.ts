// What the guest pays for each room of an order, where services and fees are sold with it: the rooms' totals come to the order's.
import type { ChannelRoomStay } from '../model/channel-records.ts';
import { decimalsOf, roundToMinor, splitByWeight } from '../model/money.ts';
import { decimalText } from './amounts.ts';
import type { SoldService } from './services.ts';

export type OrderTotal = {
  /** null = not said: then nothing is added */
  currency: string | null;
  /** of the whole order, in major units; null = not said: then it is the rooms and the services that are not excluded */
  total: string | null;
  /** of the order, or of the room whose place `room` says */
  services: readonly SoldService[];
};

/**
 * The rooms with what their services and their share of the rest add to their totals. A room's own services come to it; what else
 * the order costs more than its rooms is shared in proportion to their prices. Rooms whose price is not said, and orders that say
 * less than their rooms, stay as they are.
 */
export function withServices(rooms: readonly ChannelRoomStay[], order: OrderTotal): ChannelRoomStay[] {
  const { currency } = order;
  if (currency === null) return [...rooms];
  const prices = rooms.map((room) => roomPrice(room, currency));
  if (rooms.length === 0 || prices.includes(null)) return [...rooms];
  const known = prices.map((price) => price ?? 0);
  const included = order.services.filter(({ excluded }) => !excluded);
  const costs = (some: readonly SoldService[]) =>
    some.reduce((sum, { total }) => sum + ((total !== null && roundToMinor(total, currency)) || 0), 0);
  const own = rooms.map((_, place) => costs(included.filter(({ room }) => room === place)));
  const sum = (amounts: readonly number[]) => amounts.reduce((a, b) => a + b, 0);
  const total = order.total === null ? null : roundToMinor(order.total, currency);
  const rest = total === null ? costs(included) : total - sum(known);
  if (rest <= 0) return [...rooms];
  const ofRooms = sum(own) <= rest ? own : rooms.map(() => 0);
  const shares = splitByWeight(rest - sum(ofRooms), known);
  return rooms.map((room, i) => ({
    ...room,
    total: decimalText(known[i]! + ofRooms[i]! + shares[i]!, decimalsOf(currency)),
  }));
}

/** In minor units; null = not said. */
function roomPrice({ total, nights }: ChannelRoomStay, currency: string): number | null {
  if (total !== null) return roundToMinor(total, currency);
  if (nights.length === 0) return null;
  return nights.reduce((sum, { price }) => sum + (roundToMinor(price, currency) ?? 0), 0);
}
