// Direct bookings, which are refused when a night is not available.
import type { Reservation } from '../../model/reservation.ts';
import { DIRECT } from '../../model/reservation.ts';
import { requireUnrestricted } from '../inventory/restrictions.ts';
import type { PropertyTransaction } from '../property-transaction.ts';
import { type NewReservation, storeReservation } from './store.ts';

/**
 * Books a room. Each night must have a unit left (`room_unavailable`), and the stay must
 * satisfy the restrictions of its nights (see inventory/restrictions). Of any number of
 * concurrent calls for the last unit exactly one succeeds.
 */
export function createReservation(
  tx: PropertyTransaction,
  stay: Omit<NewReservation, 'channel' | 'channelReference'>,
): Promise<Reservation> {
  const { checkin, checkout } = stay;
  return storeReservation(tx, { ...stay, channel: DIRECT, channelReference: null }, 'sale', (nights) =>
    requireUnrestricted({ checkin, checkout, nights, closedToDeparture: nights[0]!.closedToDeparture }),
  );
}
