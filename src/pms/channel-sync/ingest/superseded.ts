// Compares the dates of an order's versions: which arrive after a later one, and of which that is not known.
import type { ChannelReservation } from '../../../model/channel-records.ts';
import type { PropertyTransaction } from '../../property-transaction.ts';
import { WAS_APPLIED } from './inbox.ts';

/** Where a version stands among the others of its order. */
type Place = {
  /** a later version was applied */
  isSuperseded: boolean;
  /**
   * another one that was applied was made at the same moment, so that it is not known which of the two is in force: channels date them in whole
   * seconds, and repeat notifications that were not answered
   */
  sharesMoment: boolean;
};

/**
 * Returns where a version of an order stands. If both have a date the later date wins; if one has
 * none, the first report of an order (`new`) is the older one. A provisional version is older than any with a
 * date, unless it cancels: it may be a repetition that was under way for long, and would otherwise restore a
 * cancelled order.
 */
export async function placeAmongVersions(
  tx: PropertyTransaction,
  channel: string,
  { reference, revision, at, status, provisional = false }: ChannelReservation,
): Promise<Place> {
  const [row] = await tx.query<{ superseded: boolean; shared: boolean }>(
    `select coalesce(bool_or(
       case when sent_at is null then $6 when $5::timestamptz is null then $6 or $7 else sent_at > $5 end), false) as superseded,
       coalesce(bool_or(sent_at = $5::timestamptz and ${WAS_APPLIED}), false) as shared
     from channel_inbox
     where hotel_id = $1 and channel = $2 and kind = 'reservation' and reference = $3 and revision <> $4
       and applied_at is not null`,
    [tx.hotelId, channel, reference, revision, at, status === 'new', provisional && status !== 'cancelled'],
  );
  return { isSuperseded: row!.superseded, sharesMoment: row!.shared };
}
