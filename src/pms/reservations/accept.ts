// An OTA's booking is a fact: it is stored whatever our calendar says, and an overlap is flagged for people.
import type { Reservation } from '../../model/reservation.ts';
import type { Change } from '../change.ts';
import type { TakenNight, Taking } from '../inventory/nights.ts';
import { type NewReservation, storeReservation } from './store.ts';

/**
 * Stores a reservation that a channel sells: a `fact` is never refused for want of a night; a `sale`, for which the channel
 * asks first, throws `room_unavailable`, and what `check` throws of its nights.
 */
export function acceptReservation(
  tx: Change,
  taking: Taking,
  stay: NewReservation,
  check: (nights: readonly TakenNight[]) => void = () => {},
): Promise<Reservation> {
  return storeReservation(tx, stay, taking, check);
}
