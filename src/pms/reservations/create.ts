// A direct sale: the one way in which a booking can be refused for want of a night.
import { countNights } from '../../model/night.ts';
import type { Reservation } from '../../model/reservation.ts';
import { DIRECT } from '../../model/reservation.ts';
import { Problem } from '../../problems.ts';
import type { Change } from '../change.ts';
import type { TakenNight } from '../inventory/nights.ts';
import { type NewReservation, storeReservation } from './store.ts';

/**
 * Books a room. Each night must have something left (`room_unavailable`), and the stay must satisfy the minimum stay of
 * its first night (`min_stay_not_met`). N such calls for the last unit give exactly one reservation.
 */
export function createReservation(
  tx: Change,
  stay: Omit<NewReservation, 'channel' | 'channelReference'>,
): Promise<Reservation> {
  return storeReservation(tx, { ...stay, channel: DIRECT, channelReference: null }, 'sale', (nights) =>
    requireMinStay(nights[0]!, countNights(stay.checkin, stay.checkout)),
  );
}

export function requireMinStay(firstNight: TakenNight, length: number): void {
  if (length >= firstNight.minStay) return;
  throw new Problem(
    'min_stay_not_met',
    `Arriving on ${firstNight.date} takes a stay of at least ${firstNight.minStay} nights; this one has ${length}.`,
    {
      errors: [{ field: 'checkout', message: `must be at least ${firstNight.minStay} nights after checkin` }],
    },
  );
}
