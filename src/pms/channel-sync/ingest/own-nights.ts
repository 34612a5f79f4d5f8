// A stay with nights of the house's own, or whose guest is in the house, and whose channel cancels it: it stays, and people decide.
import {
  NO_CHANNEL_DATES,
  nightsInHouse,
  nightsOfChannel,
  ownNightsOf,
} from '../../../model/channel-dates.ts';
import { undecidedAfter, withStatus } from '../../../model/channel-difference.ts';
import type { StayNight } from '../../../model/charge-lines.ts';
import { isBefore, type PlainDate } from '../../../model/night.ts';
import type { Reservation } from '../../../model/reservation.ts';
import type { PropertyTransaction } from '../../property-transaction.ts';
import { changeReservation } from '../../reservations/change.ts';

/**
 * Keeps a stay that its channel has cancelled or moved away, if it has nights of the house's own or its guest is in the house: all its nights are
 * the house's from now on, and the cancellation is a difference to decide. Of a guest who has stayed the channel's nights nothing changes. False =
 * it is no such stay, and nothing was changed: the cancellation is to be carried out.
 */
export async function keepStayOfHouse(
  tx: PropertyTransaction,
  booking: Reservation,
  today: PlainDate,
): Promise<boolean> {
  if (ownNightsOf(booking).length === 0 && nightsInHouse(booking, today) === null) return false;
  const known = nightsOfChannel(booking);
  const isStayed = known && booking.status === 'checked_in' && !isBefore(today, known.until);
  if (known === null || isStayed) return true;
  const left = undecidedAfter(booking.differences, ENDED);
  const differences = withStatus({ differences: left }, 'cancelled', tx.now);
  await changeReservation(tx, {
    reservationId: booking.reservationId,
    patch: { ...NO_CHANNEL_DATES, differences },
    today,
    taking: 'fact',
  });
  return true;
}

/** Members about which there is nothing to decide any more: the channel has neither nights nor a price. */
const ENDED = { checkin: null, checkout: null, priceMinor: null };

/** Returns what the house's own nights of a stay cost, in minor units. `nights`: those that it has or had. */
export function priceOfOwnNights(stay: Reservation, nights: readonly StayNight[]): number {
  const own = new Set(ownNightsOf(stay).map(String));
  return nights
    .filter(({ date }) => own.has(date.toString()))
    .reduce((sum, { priceMinor }) => sum + priceMinor, 0);
}
