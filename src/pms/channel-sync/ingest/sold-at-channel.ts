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
  { reservationId, channel }: Pick<Reservation, 'reservationId' | 'channel'>,
): Promise<boolean> {
  const [stay] = await tx.query<{ channel: string; reference: string; room_key: string }>(
    'select channel, reference, room_key from channel_stays where hotel_id = $1 and reservation_id = $2',
    [tx.hotelId, reservationId],
  );
  if (stay) {
    const last = await readLastAppliedVersion(tx, stay.channel, stay.reference);
    return last === null || roomsHeldByChannel(last).some(({ key }) => key === stay.room_key);
  }
  const [known] = await tx.query<{ shown: boolean; connected: boolean }>(
    `select
       exists (select 1 from calendar_stays where hotel_id = $1 and reservation_id = $2) as shown,
       exists (
         select 1 from connections where hotel_id = $1 and channel = $3 and state <> 'disconnected'
       ) as connected`,
    [tx.hotelId, reservationId, channel],
  );
  return known!.shown || !known!.connected;
}
