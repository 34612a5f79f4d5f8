// Nights that a channel refused, and how they show in its connection: their number and the channel's reason.
import type { Queryable } from '../db/database.ts';
import type { Cause } from '../model/cause.ts';
import type { Connection } from '../model/channel.ts';
import type { PlainDate } from '../model/night.ts';

/** Nights from today on whose present values a channel refused. */
export type RefusedNights = {
  count: number;
  /** the channel's reason for the first of them */
  reason: string;
  /** as the channel wrote it; null = it gave none, or was not asked */
  said: string | null;
  /** some of them are counts or closures: the channel may sell units that are not available */
  oversells: boolean;
};

/** Returns the refused nights by channel; a channel that refused none is not included. */
export async function readRefusedNights(
  db: Queryable,
  hotelId: number,
  today: PlainDate,
): Promise<ReadonlyMap<string, RefusedNights>> {
  const rows = await db.query<{
    channel: string;
    count: number;
    refusal_reason: string | null;
    said: string | null;
    oversells: boolean;
  }>(
    `select channel, count(*)::int as count,
       (array_agg(case when refused is null then 'closed there: ' || withheld_reason else refusal_reason end order by date, room_id, unit_id))[1] as refusal_reason,
       (array_agg(case when refused is not null and (refused_entry_id is null or refused_exchange is not null) then refusal_reason end order by date, room_id, unit_id))[1] as said,
       coalesce(bool_or(refused ? 'available' or coalesce((refused ->> 'stopSell')::boolean, false)), false) as oversells
     from channel_nights
     where hotel_id = $1 and date >= $2 and (refused is not null or withheld is not null)
     group by channel`,
    [hotelId, today],
  );
  return new Map(
    rows.map(({ channel, refusal_reason: reason, ...rest }) => [
      channel,
      { ...rest, reason: reason ?? 'no reason given' },
    ]),
  );
}

/**
 * Returns the connection with its refused nights as the error message. If they may lead to overbooking, its
 * state is `delayed`; a refused price leaves it `connected`.
 */
export function withRefusedNights<C extends Connection>(
  connection: C,
  refused: RefusedNights | undefined,
): C {
  if (!refused || connection.lastError !== null || connection.state !== 'connected') return connection;
  const lastError = `${refused.count} nights were refused (innwire channel nights ${connection.channel} lists them). The first: ${refused.reason}`;
  const lastErrorCause: Cause = {
    code: 'nights_refused',
    nights: refused.count,
    ...(refused.said !== null && { said: refused.said }),
  };
  return {
    ...connection,
    lastError,
    lastErrorCause,
    state: refused.oversells ? 'delayed' : connection.state,
  };
}
