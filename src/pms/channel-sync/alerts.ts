// Records which refused connections the operator has been alerted of by e-mail.
import type { Queryable } from '../../db/database.ts';
import type { ConnectionKey, Owner } from './ownership.ts';

/**
 * Marks the connection's current refusal as reported at `now`. Returns false if it was reported already,
 * another refusal was reported within the last hour, or another process owns the connection.
 */
export async function claimAlert(
  db: Queryable,
  { hotelId, channel, processId }: ConnectionKey & Owner,
  now: Temporal.Instant,
): Promise<boolean> {
  const claimed = await db.query(
    `update connections set alerted_at = $4
     where hotel_id = $1 and channel = $2 and lease_owner = $3 and error_since is not null
       and (alerted_at is null or (alerted_at < error_since and alerted_at <= $4::timestamptz - interval '1 hour'))
     returning 1`,
    [hotelId, channel, processId, now],
  );
  return claimed.length > 0;
}

/** Clears the mark when the e-mail could not be sent: the refusal counts as not reported. */
export async function releaseAlert(db: Queryable, { hotelId, channel }: ConnectionKey): Promise<void> {
  await db.query(`update connections set alerted_at = null where hotel_id = $1 and channel = $2`, [
    hotelId,
    channel,
  ]);
}
