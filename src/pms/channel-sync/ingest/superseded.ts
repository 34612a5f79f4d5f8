// Versions of an order that arrive out of order.
import type { ChannelReservation } from '../../../model/channel-records.ts';
import type { PropertyTransaction } from '../../property-transaction.ts';

/**
 * Whether a later version of this order was applied. Where both have a date the later date wins; where one has none, the first
 * report of an order comes first. A provisional version is older than any that has a date, unless it cancels: it may be a
 * repetition that was on its way for long, and would otherwise bring a cancelled order back.
 */
export async function isSuperseded(
  tx: PropertyTransaction,
  channel: string,
  { reference, revision, at, status, provisional = false }: ChannelReservation,
): Promise<boolean> {
  const [row] = await tx.query<{ superseded: boolean }>(
    `select coalesce(bool_or(
       case when sent_at is null then $6 when $5::timestamptz is null then $6 or $7 else sent_at > $5 end), false) as superseded
     from channel_inbox
     where hotel_id = $1 and channel = $2 and kind = 'reservation' and reference = $3 and revision <> $4
       and applied_at is not null`,
    [tx.hotelId, channel, reference, revision, at, status === 'new', provisional && status !== 'cancelled'],
  );
  return row!.superseded;
}
