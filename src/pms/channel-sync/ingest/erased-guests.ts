// Orders whose guest was erased here: later versions are read without the person.
import type { ChannelReservation } from '../../../model/channel-records.ts';
import { orderWithoutPerson } from '../../../model/stored-persons.ts';
import type { PropertyTransaction } from '../../property-transaction.ts';
import { lockArrivals } from './inbox.ts';

/**
 * Returns the version of an order as it may be stored: without the person, if the guest of one of its bookings was
 * erased. Locks the order (`lockArrivals`), so that it is not erased before the version is stored.
 */
export async function withoutErasedGuest(
  tx: PropertyTransaction,
  channel: string,
  order: ChannelReservation,
): Promise<ChannelReservation> {
  const { reference } = order;
  await lockArrivals(tx, { channel, kind: 'reservation', reference });
  return (await isErased(tx, channel, reference)) ? orderWithoutPerson(order) : order;
}

/** Whether the guest of a booking of this order was erased. */
export async function isErased(
  tx: PropertyTransaction,
  channel: string,
  reference: string | null,
): Promise<boolean> {
  if (reference === null) return false;
  const rows = await tx.query(
    `select 1 from channel_stays as stay
     join reservations as reservation
       on reservation.hotel_id = $1 and reservation.reservation_id = stay.reservation_id
     join guests as guest on guest.hotel_id = $1 and guest.guest_id = reservation.guest_id
     where stay.hotel_id = $1 and stay.channel = $2 and stay.reference = $3 and guest.erased_at is not null limit 1`,
    [tx.hotelId, channel, reference],
  );
  return rows.length > 0;
}
