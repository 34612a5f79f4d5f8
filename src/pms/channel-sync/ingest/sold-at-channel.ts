// Whether a channel still has a stay that it sold: only then may an end that was set here be taken back.
import type { Reservation } from '../../../model/reservation.ts';
import type { PropertyTransaction } from '../../property-transaction.ts';
import { readLastAppliedVersion, roomsHeldByChannel } from './rooms-held-by-channel.ts';

/**
 * Returns whether the last version of the stay's order at its channel, or its calendar, still contains the stay. Of a stay
 * whose channel is not connected any more nothing newer is known: true.
 */
export async function isSoldAtChannel(
  tx: PropertyTransaction,
  { reservationId, connection, orderReference }: Reservation,
): Promise<boolean> {
  if (connection === null) return true;
  if (orderReference === null) return isInCalendar(tx, reservationId, connection);
  const last = await readLastAppliedVersion(tx, connection, orderReference);
  if (last === null) return true;
  const [stay] = await tx.query<{ room_key: string }>(
    `select room_key from channel_stays
     where hotel_id = $1 and channel = $2 and reference = $3 and reservation_id = $4`,
    [tx.hotelId, connection, orderReference, reservationId],
  );
  // None: its guest has moved it at the channel after its end, and its room of the order is another booking.
  return stay !== undefined && roomsHeldByChannel(last).some(({ key }) => key === stay.room_key);
}

async function isInCalendar(
  tx: PropertyTransaction,
  reservationId: number,
  connection: string,
): Promise<boolean> {
  const [known] = await tx.query<{ shown: boolean; connected: boolean }>(
    `select
       exists (select 1 from calendar_stays where hotel_id = $1 and reservation_id = $2) as shown,
       exists (
         select 1 from connections where hotel_id = $1 and channel = $3 and state <> 'disconnected'
       ) as connected`,
    [tx.hotelId, reservationId, connection],
  );
  return known!.shown || !known!.connected;
}
