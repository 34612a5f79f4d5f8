// What a channel sells, moves and cancels changes its own count: what it was told of those nights counts no longer.
import { nightsBetween, type PlainDate } from '../../../model/night.ts';
import type { PropertyTransaction } from '../../property-transaction.ts';

export type TouchedNights = { roomId: number; from: PlainDate; until: PlainDate };

/** From now on nothing that was sent before counts as confirmed: it may have crossed with the channel's own change. */
export async function incrementIngestVersion(tx: PropertyTransaction, channel: string): Promise<void> {
  await tx.query(`update connections set intakes = intakes + 1 where hotel_id = $1 and channel = $2`, [
    tx.hotelId,
    channel,
  ]);
}

/** The channel's count of these nights is not known any more: it is told again, whatever it is. */
export async function resetConfirmedCounts(
  tx: PropertyTransaction,
  channel: string,
  nights: readonly TouchedNights[],
): Promise<void> {
  const cells = nights.flatMap(({ roomId, from, until }) =>
    nightsBetween(from, until).map((date) => ({ roomId, date })),
  );
  await tx.query(
    `update channel_nights as told set available = null
     from unnest($3::bigint[], $4::date[]) as touched(room_id, date)
     where told.hotel_id = $1 and told.channel = $2 and told.room_id = touched.room_id and told.date = touched.date`,
    [tx.hotelId, channel, cells.map((cell) => cell.roomId), cells.map((cell) => cell.date)],
  );
}

/**
 * A channel that lowers its own count when it sells, and wants no echo of that, knows already what its sale left – where
 * the sale came after the count was confirmed. Where the two may have crossed, the count is told again.
 */
export async function confirmCountsAfterSale(
  tx: PropertyTransaction,
  channel: string,
  { nights, soldAt }: { nights: TouchedNights; soldAt: Temporal.Instant | null },
): Promise<void> {
  await tx.query(
    `update channel_nights set available = case
       when available > 0 and available_at < $6::timestamptz - interval '${MAX_CLOCK_SKEW}' then available - 1 end
     where hotel_id = $1 and channel = $2 and room_id = $3 and date >= $4 and date < $5`,
    [tx.hotelId, channel, nights.roomId, nights.from, nights.until, soldAt],
  );
}

/**
 * A channel that raises its own count when it cancels: it has one more than before, where the cancellation came after the count
 * was confirmed. Where the two may have crossed, the count is told again.
 */
export async function confirmCountsAfterCancellation(
  tx: PropertyTransaction,
  channel: string,
  { nights, cancelledAt }: { nights: TouchedNights; cancelledAt: Temporal.Instant },
): Promise<void> {
  await tx.query(
    `update channel_nights set available = case
       when available_at < $6::timestamptz - interval '${MAX_CLOCK_SKEW}' then available + 1 end
     where hotel_id = $1 and channel = $2 and room_id = $3 and date >= $4 and date < $5`,
    [tx.hotelId, channel, nights.roomId, nights.from, nights.until, cancelledAt],
  );
}

/** Theirs and ours; it also covers a message under way. */
const MAX_CLOCK_SKEW = '2 minutes';
