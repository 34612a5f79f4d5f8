// The guest and prices that a channel reports for a reservation, as they are stored.
import type { ChannelReservation, ChannelRoomStay } from '../../../model/channel-records.ts';
import { roundToMinor } from '../../../model/money.ts';

/** Returns the reported guest data. Some versions of an order have none: then the stored data stay. */
export function reportedGuest({ guest: { name, email, phone } }: ChannelReservation, room: ChannelRoomStay) {
  const guestName = (name.trim() || room.guestName?.trim() || '').slice(0, MAX_NAME).toWellFormed();
  return {
    ...(guestName !== '' && { guestName }),
    ...(email !== null && { guestEmail: email }),
    ...(phone !== null && { guestPhone: phone }),
  };
}

/** Limit of the column. */
const MAX_NAME = 200;

/** Returns the total, else the sum of the nights, in minor units; null if neither is reported. */
export function reportedPrice(room: ChannelRoomStay, currency: string): number | null {
  if (room.total !== null) return roundToMinor(room.total, currency);
  if (room.nights.length === 0) return null;
  return reportedNightPrices(room, currency).reduce((sum, { priceMinor }) => sum + priceMinor, 0);
}

/** Returns the reported price of each night, in minor units; empty if none is reported. */
export function reportedNightPrices(room: ChannelRoomStay, currency: string) {
  return room.nights.map(({ date, price }) => ({ date, priceMinor: roundToMinor(price, currency) ?? 0 }));
}
