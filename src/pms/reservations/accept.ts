// An OTA's booking is a fact: it is stored whatever our calendar says, and an overlap is flagged for people.
import type { Reservation } from '../../model/reservation.ts';
import type { Change } from '../change.ts';
import { type NewReservation, storeReservation } from './store.ts';

/** Stores a reservation that a channel has already sold. Never refuses for want of a night. */
export function acceptReservation(tx: Change, stay: NewReservation): Promise<Reservation> {
  return storeReservation(tx, stay, 'fact', () => {});
}
