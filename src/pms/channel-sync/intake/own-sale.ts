// A channel that lowers its own count when it sells knows already what its sale left: it is not told again.
import type { Reservation } from '../../../model/reservation.ts';
import type { Change } from '../../change.ts';

/** Counts the sale in what the channel is taken to know of these nights. */
export async function expectOwnSale(tx: Change, channel: string, sold: Reservation): Promise<void> {
  await tx.query(
    `update channel_nights set available = greatest(0, available - 1)
     where hotel_id = $1 and channel = $2 and room_id = $3 and date >= $4 and date < $5`,
    [tx.hotelId, channel, sold.roomId, sold.checkin, sold.checkout],
  );
}
