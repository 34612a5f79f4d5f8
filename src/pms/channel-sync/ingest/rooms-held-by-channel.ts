// Rooms and nights that an order holds at its channel, whatever people changed here: its counts include them.
import {
  type ChannelReservation,
  type ChannelRoomStay,
  parseStoredRecord,
} from '../../../model/channel-records.ts';
import type { PropertyTransaction } from '../../property-transaction.ts';
import { LATEST_FIRST, WAS_APPLIED } from './inbox.ts';

/** A version that was applied. `isEmptied`: it does not say any more what it reported of persons, because a guest was erased. */
export type AppliedVersion = ChannelReservation & { isEmptied: boolean };

/** Returns the version of an order that was applied last; null if none was. */
export async function readLastAppliedVersion(
  tx: PropertyTransaction,
  channel: string,
  reference: string,
): Promise<AppliedVersion | null> {
  const [row] = await tx.query<{ content: unknown; is_emptied: boolean }>(
    `select content, erased_at is not null as is_emptied from channel_inbox
     where hotel_id = $1 and channel = $2 and kind = 'reservation' and reference = $3
       and ${WAS_APPLIED}
     order by ${LATEST_FIRST} limit 1`,
    [tx.hotelId, channel, reference],
  );
  if (!row) return null;
  const version = parseStoredRecord('reservation', row.content) as ChannelReservation;
  return { ...version, isEmptied: row.is_emptied };
}

/** Returns the rooms of that version; none if it cancelled the order, or there is none. */
export function roomsHeldByChannel(last: ChannelReservation | null): readonly ChannelRoomStay[] {
  return last === null || last.status === 'cancelled' ? [] : last.rooms;
}
