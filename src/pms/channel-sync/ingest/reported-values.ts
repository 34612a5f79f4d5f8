// What a channel tells of a reservation's guest and price, as we keep it.
import type { ChannelReservation, ChannelRoomStay } from '../../../model/channel-records.ts';
import { roundToMinor } from '../../../model/money.ts';

/** Some news of an order do not repeat who the guest is: then what is known stays. */
export function reportedGuest({ guest: { name, email, phone } }: ChannelReservation, room: ChannelRoomStay) {
  const guestName = (name.trim() || room.guestName?.trim() || '').slice(0, MAX_NAME).toWellFormed();
  return {
    ...(guestName !== '' && { guestName }),
    ...(email !== null && { guestEmail: email }),
    ...(phone !== null && { guestPhone: phone }),
  };
}

/** As the table allows. */
const MAX_NAME = 200;

/** The total where it is told, else the sum of the nights, else null: then our calendar's price stays. */
export function reportedPrice(room: ChannelRoomStay, currency: string): number | null {
  if (room.total !== null) return roundToMinor(room.total, currency);
  if (room.nights.length === 0) return null;
  return reportedNightPrices(room, currency).reduce((sum, { priceMinor }) => sum + priceMinor, 0);
}

export function reportedNightPrices(room: ChannelRoomStay, currency: string) {
  return room.nights.map(({ date, price }) => ({ date, priceMinor: roundToMinor(price, currency) ?? 0 }));
}
