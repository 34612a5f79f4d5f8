// The group of an order with several rooms.

import type { ChannelReservation } from '../../../model/channel-records.ts';
import { changesOf } from '../../../model/event.ts';
import type { PropertyTransaction } from '../../property-transaction.ts';
import { lockReservation } from '../../reservations/find.ts';
import { insertGroup } from '../../reservations/group-rows.ts';
import { updateReservation } from '../../reservations/rows.ts';
import type { ChannelStay } from './stays.ts';

/**
 * Returns the id of the group to which the bookings of an order belong; makes one for an order that has several rooms now, with
 * the bookings that are stored already. Null for an order of one room.
 */
export async function groupOfOrder(
  tx: PropertyTransaction,
  channel: string,
  order: ChannelReservation,
  stays: readonly ChannelStay[],
): Promise<number | null> {
  const ids = stays.map(({ reservationId }) => reservationId);
  const [known] = await tx.query<{ group_id: number }>(
    `select group_id from reservations
     where hotel_id = $1 and reservation_id = any($2::bigint[]) and group_id is not null limit 1`,
    [tx.hotelId, ids],
  );
  if (known) return known.group_id;
  if (order.status === 'cancelled' || order.rooms.length < 2) return null;
  const { groupId } = await insertGroup(tx, {
    channel: order.soldBy ?? channel,
    reference: order.shownReference ?? order.reference,
  });
  for (const reservationId of ids) {
    const before = await lockReservation(tx, reservationId);
    const after = await updateReservation(tx, { ...before, groupId });
    tx.record('booking.modified', `booking/${reservationId}`, { ...after, ...changesOf(before, after) });
  }
  return groupId;
}
