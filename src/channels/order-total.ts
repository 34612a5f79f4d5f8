// Distributes services and fees of an order to its rooms, so that the rooms' totals add up to the order's
// total.
import type { ChannelRoomStay } from '../model/channel-records.ts';
import { decimalsOf, roundToMinor, splitByWeight } from '../model/money.ts';
import { decimalText } from './amounts.ts';
import type { SoldService } from './services.ts';

export type OrderTotal = {
  /** null = not given: then nothing is added */
  currency: string | null;
  /**
   * of the whole order, in major units; null = not given: then it is the sum of the rooms and the services
   * that are not excluded
   */
  total: string | null;
  /** of the order, or of the room at index `room` */
  services: readonly SoldService[];
};

/**
 * Returns the rooms with services added to their totals. A room's own services are added to it; what the
 * order costs beyond that is shared in proportion to the rooms' prices. Nothing changes if a room has no
 * price, or if the order's total is not above the sum of its rooms.
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

/**
 * Returns the part of the order's total that is neither its rooms nor their included services, in minor units;
 * null if it is not known. `withServices` adds it to the rooms' prices.
 */
export function unexplainedRest(rooms: readonly ChannelRoomStay[], order: OrderTotal): number | null {
  const { currency, total } = order;
  if (currency === null || total === null) return null;
  const prices = rooms.map((room) => roomPrice(room, currency));
  const whole = roundToMinor(total, currency);
  if (whole === null || prices.includes(null)) return null;
  const services = order.services.filter(({ excluded }) => !excluded);
  const known = [
    ...prices,
    ...services.map((service) => (service.total === null ? null : roundToMinor(service.total, currency))),
  ];
  return whole - known.reduce<number>((sum, amount) => sum + (amount ?? 0), 0);
}

/** In minor units; null = not given. */
function roomPrice({ total, nights }: ChannelRoomStay, currency: string): number | null {
  if (total !== null) return roundToMinor(total, currency);
  if (nights.length === 0) return null;
  return nights.reduce((sum, { price }) => sum + (roundToMinor(price, currency) ?? 0), 0);
}
