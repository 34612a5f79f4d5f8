// Reservations sold by channels. An OTA's booking is a fact: it is stored whatever our calendar
// says, and an overbooking is flagged for people.
import type { Reservation } from '../../model/reservation.ts';
import type { TakenNight, TakeOptions } from '../inventory/nights.ts';
import type { PropertyTransaction } from '../property-transaction.ts';
import { type NewReservation, storeReservation } from './store.ts';

/**
 * Stores a reservation of a channel. A `fact` is never refused for lack of availability. A `sale`, for which
 * the channel asks first, throws `room_unavailable`, and whatever `check` throws for its nights.
 */
export function storeChannelReservation(
  tx: PropertyTransaction,
  taking: TakeOptions,
  stay: NewReservation,
  check: (nights: readonly TakenNight[]) => void = () => {},
): Promise<Reservation> {
  return storeReservation(tx, stay, taking, check);
}
