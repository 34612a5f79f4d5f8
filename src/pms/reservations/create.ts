// Direct bookings, which are refused when a night is not available.
import type { Reservation } from '../../model/reservation.ts';
import { DIRECT } from '../../model/reservation.ts';
import { lockGuest } from '../guests/profiles.ts';
import { lockInventoryShared } from '../inventory/inventory-lock.ts';
import { requireUnrestricted } from '../inventory/restrictions.ts';
import type { PropertyTransaction } from '../property-transaction.ts';
import { type NewReservation, storeReservation } from './store.ts';

/**
 * Books a room. Each night must have a unit left (`room_unavailable`), and the stay must
 * satisfy the restrictions of its nights (see inventory/restrictions). Throws `unknown_guest` and `guest_erased` for a guest who is named. Of any number of
 * concurrent calls for the last unit exactly one succeeds.
 */
export async function createReservation(
  tx: PropertyTransaction,
  stay: Omit<NewReservation, 'channel' | 'channelReference'>,
): Promise<Reservation> {
  const { checkin, checkout } = stay;
  const sold = { ...stay, ...(await lockGuestOf(tx, stay)), channel: DIRECT, channelReference: null };
  return storeReservation(tx, sold, 'sale', (nights) =>
    requireUnrestricted({ checkin, checkout, nights, closedToDeparture: nights[0]!.closedToDeparture }),
  );
}

/** Locks the guest who is named, after the room: see the order of locks. Of a merged profile, returns the one that replaced it. */
async function lockGuestOf(
  tx: PropertyTransaction,
  { roomId, guestId }: Pick<NewReservation, 'roomId' | 'guestId'>,
): Promise<Pick<NewReservation, 'guestId'>> {
  if (guestId === undefined) return {};
  await lockInventoryShared(tx, [roomId]);
  return { guestId: (await lockGuest(tx, guestId, 'share')).guestId };
}
