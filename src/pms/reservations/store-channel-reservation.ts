// An OTA's booking is a fact: it is stored whatever our calendar says, and an overlap is flagged for people.
import type { Reservation } from '../../model/reservation.ts';
import type { TakenNight, TakeOptions } from '../inventory/nights.ts';
import type { PropertyTransaction } from '../property-transaction.ts';
import { type NewReservation, storeReservation } from './store.ts';

/**
 * Stores a reservation that a channel sells: a `fact` is never refused for want of a night; a `sale`, for which the channel
 * asks first, throws `room_unavailable`, and what `check` throws of its nights.
 */
export function storeChannelReservation(
  tx: PropertyTransaction,
  taking: TakeOptions,
  stay: NewReservation,
  check: (nights: readonly TakenNight[]) => void = () => {},
): Promise<Reservation> {
  return storeReservation(tx, stay, taking, check);
}
