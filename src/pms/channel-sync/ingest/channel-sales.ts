// Corrects or clears confirmed counts when the channel changes its own by a sale, move or cancellation.
import type { MappingKey } from '../../../model/channel.ts';
import { nightsBetween, type PlainDate } from '../../../model/night.ts';
import type { PropertyTransaction } from '../../property-transaction.ts';

/** Difference allowed between the channel's clock and ours; it also covers a message under way. */
const MAX_CLOCK_SKEW = '2 minutes';

/** Nights whose count a sale, move or cancellation has changed at the channel: of the room, or of the unit that it sells. */
export type TouchedNights = MappingKey & { from: PlainDate; until: PlainDate };

/**
 * Makes writes of pushes under way fail: they may have crossed with the channel's own change of its counts.
 */
export async function incrementIngestVersion(tx: PropertyTransaction, channel: string): Promise<void> {
  await tx.query(
    `update connections set ingest_version = ingest_version + 1 where hotel_id = $1 and channel = $2`,
    [tx.hotelId, channel],
  );
}

/** Marks the channel's counts of these nights as unknown, so that they are pushed again. */
export async function resetConfirmedCounts(
  tx: PropertyTransaction,
  channel: string,
  nights: readonly TouchedNights[],
): Promise<void> {
  await resetCountsConfirmedSince(tx, channel, nights, null);
}

/**
 * Marks those of the counts as unknown that were confirmed at `since` or later, or about then; null = all. Returns the nights whose count
 * is unknown now.
 */
export async function resetCountsConfirmedSince(
  tx: PropertyTransaction,
  channel: string,
  nights: readonly TouchedNights[],
  since: Temporal.Instant | null,
): Promise<{ roomId: number; date: PlainDate }[]> {
  const cells = nights.flatMap(({ roomId, unitId, from, until }) =>
    nightsBetween(from, until).map((date) => ({ roomId, unitId: unitId ?? 0, date })),
  );
  const reset = await tx.query<{ room_id: number; date: string }>(
    `update channel_nights as confirmed set available = null
     from unnest($3::bigint[], $4::bigint[], $5::date[]) as touched(room_id, unit_id, date)
     where confirmed.hotel_id = $1 and confirmed.channel = $2 and confirmed.room_id = touched.room_id
       and confirmed.unit_id = touched.unit_id and confirmed.date = touched.date
       and ($6::timestamptz is null or confirmed.available_at is null
         or confirmed.available_at >= $6::timestamptz - interval '${MAX_CLOCK_SKEW}')
     returning confirmed.room_id, confirmed.date`,
    [
      tx.hotelId,
      channel,
      cells.map((cell) => cell.roomId),
      cells.map((cell) => cell.unitId),
      cells.map((cell) => cell.date),
      since,
    ],
  );
  return reset.map(({ room_id: roomId, date }) => ({ roomId, date: Temporal.PlainDate.from(date) }));
}

/**
 * Lowers the confirmed counts by a sale, for a channel that lowers its own counts when it sells and expects
 * no push of that. Where the count was confirmed after the sale, or about then, they may have crossed: it is
 * pushed again.
 */
export function confirmCountsAfterSale(
  tx: PropertyTransaction,
  channel: string,
  { nights, soldAt }: { nights: TouchedNights; soldAt: Temporal.Instant | null },
): Promise<void> {
  return adjustConfirmedCounts(tx, channel, { nights, by: -1, at: soldAt });
}

/**
 * Raises the confirmed counts by a cancellation, for a channel that raises its own counts when it cancels.
 * Where the count was confirmed after the cancellation, or about then, they may have crossed: it is pushed
 * again.
 */
export function confirmCountsAfterCancellation(
  tx: PropertyTransaction,
  channel: string,
  { nights, cancelledAt }: { nights: TouchedNights; cancelledAt: Temporal.Instant },
): Promise<void> {
  return adjustConfirmedCounts(tx, channel, { nights, by: 1, at: cancelledAt });
}

/**
 * Changes the confirmed counts as the channel has changed its own at `at`. A count becomes unknown that may
 * have crossed with that, or that would be below 0.
 */
async function adjustConfirmedCounts(
  tx: PropertyTransaction,
  channel: string,
  { nights, by, at }: { nights: TouchedNights; by: 1 | -1; at: Temporal.Instant | null },
): Promise<void> {
  await tx.query(
    `update channel_nights set available = case
       when available + $7::int >= 0 and available_at < $6::timestamptz - interval '${MAX_CLOCK_SKEW}'
       then available + $7::int end
     where hotel_id = $1 and channel = $2 and room_id = $3 and date >= $4 and date < $5 and unit_id = $8`,
    [tx.hotelId, channel, nights.roomId, nights.from, nights.until, at, by, nights.unitId ?? 0],
  );
}
