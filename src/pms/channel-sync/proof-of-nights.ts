// Which exchanges of the sync log confirmed nights or refused them: found for readers, and kept from pruning.
import type { Queryable } from '../../db/database.ts';
import type { LoggedExchange } from '../../model/channel.ts';
import { PROOF_OF_COUNT, PROOF_OF_RATES, PROOF_OF_REFUSAL, PROOFS } from './proof-columns.ts';

/** The exchanges that confirmed and refused what is confirmed and refused of a night; null = not known. */
export type NightProof = {
  countConfirmedIn: LoggedExchange | null;
  /** of the other values: the last confirmation of one of them */
  valuesConfirmedIn: LoggedExchange | null;
  refusedIn: LoggedExchange | null;
};

export const NO_PROOF: NightProof = { countConfirmedIn: null, valuesConfirmedIn: null, refusedIn: null };

/** The columns of `PROOF_COLUMNS`. */
export type ProofRow = {
  count_entry_id: number | null;
  count_exchange: number | null;
  values_entry_id: number | null;
  values_exchange: number | null;
  refusal_entry_id: number | null;
  refusal_exchange: number | null;
};

/** SQL: what a row of `channel_nights` names, as far as it still is confirmed or refused. */
export const PROOF_COLUMNS = Object.entries({
  count: PROOF_OF_COUNT,
  values: PROOF_OF_RATES,
  refusal: PROOF_OF_REFUSAL,
})
  .map(
    ([name, { entryId, position, isProven }]) =>
      `case when ${isProven('channel_nights')} then ${entryId} end as ${name}_entry_id, ${position} as ${name}_exchange`,
  )
  .join(', ');

/**
 * Returns how the proof of a night is read from its row. An entry that the log does not have is not known: its process died
 * before it was written, or writes it in a moment. Of an entry that is there, the exchange may be deleted.
 */
export async function readProofs(
  db: Queryable,
  hotelId: number,
  rows: readonly ProofRow[],
): Promise<(row: ProofRow) => NightProof> {
  const ids = new Set(
    rows.flatMap((row) =>
      [row.count_entry_id, row.values_entry_id, row.refusal_entry_id].filter((id) => id !== null),
    ),
  );
  const logged = await db.query<{ entry_id: number; positions: number[] }>(
    `select entry_id, array(
       select position from exchanges where exchanges.hotel_id = $1 and exchanges.activity_id = activity.entry_id
     ) as positions
     from activity where hotel_id = $1 and entry_id = any($2::bigint[])`,
    [hotelId, [...ids]],
  );
  const positionsOf = new Map(logged.map(({ entry_id: id, positions }) => [id, new Set(positions)]));
  const find = (entryId: number | null, position: number | null): LoggedExchange | null => {
    const positions = entryId === null ? undefined : positionsOf.get(entryId);
    if (!positions) return null;
    return { entryId: entryId!, position: position !== null && positions.has(position) ? position : null };
  };
  return (row) => ({
    countConfirmedIn: find(row.count_entry_id, row.count_exchange),
    valuesConfirmedIn: find(row.values_entry_id, row.values_exchange),
    refusedIn: find(row.refusal_entry_id, row.refusal_exchange),
  });
}

/**
 * SQL: the exchanges that nights from `day`, a parameter, on name, as (hotel_id, entry_id, position). A hash anti
 * join with all nights: an index of these columns would have to be changed with each confirmation.
 */
export const namedExchanges = (day: string): string =>
  PROOFS.map(
    ({ entryId, position, isProven }) =>
      `select hotel_id, ${entryId} as entry_id, ${position} as position from channel_nights
       where date >= ${day}::date and ${entryId} is not null and ${isProven('channel_nights')}`,
  ).join(' union all ');

/** Returns the first day that is not over anywhere. */
export function firstDayLeft(now: Temporal.Instant): Temporal.PlainDate {
  return now.toZonedDateTimeISO('-12:00').toPlainDate();
}
