// What an order holds at its channel, whatever people here have made of it: those are the nights that the channel counts anew.
import {
  type ChannelReservation,
  type ChannelRoomStay,
  reviveArrival,
} from '../../../model/channel-intake.ts';
import type { Change } from '../../change.ts';

/** The rooms of an order as the version said that was applied last; none when that cancelled it, or there is none. */
export async function listRoomsHeldThere(
  tx: Change,
  channel: string,
  reference: string,
): Promise<readonly ChannelRoomStay[]> {
  const [row] = await tx.query<{ content: unknown }>(
    `select content from channel_inbox
     where hotel_id = $1 and channel = $2 and kind = 'reservation' and reference = $3
       and applied_at is not null and outcome <> 'superseded'
     order by coalesce(sent_at, received_at) desc, received_at desc limit 1`,
    [tx.hotelId, channel, reference],
  );
  if (!row) return [];
  const { status, rooms } = reviveArrival('reservation', row.content) as ChannelReservation;
  return status === 'cancelled' ? [] : rooms;
}
