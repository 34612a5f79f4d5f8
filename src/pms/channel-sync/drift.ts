// Stores the values that a channel's calendar reports in place of the confirmed ones, so that differing
// nights are pushed again.
import type { Queryable } from '../../db/database.ts';
import type { LoggedExchange, MappingKey } from '../../model/channel.ts';
import type { PlainDate } from '../../model/night.ts';
import { definitionOf, NIGHT_FIELDS, type NightValues } from '../../model/night-values.ts';
import type { SalesLimits } from '../../model/sales-limits.ts';
import { eachColumn, eachRateColumn, storedValue } from '../night-columns.ts';
import type { ConnectionKey, Owner } from './ownership.ts';
import { PROOF_OF_COUNT, PROOF_OF_RATES } from './proof-columns.ts';

type ChannelNightValues = MappingKey & {
  date: PlainDate;
  values: Partial<NightValues>;
  /** the exchange that reported them, which is logged later */
  exchange: LoggedExchange;
};

/** What a check has read. */
type ReportedCalendar = {
  today: PlainDate;
  known: readonly ChannelNightValues[];
  missing: number;
  limits: SalesLimits | null;
};

/** SQL condition: the channel has another value than it has confirmed, or than its limits make of that. */
function isOther(column: string): string {
  const confirmed = `confirmed.${column}`;
  return column === definitionOf('priceMinor').column
    ? `reported.${column} <> least(greatest(${confirmed}, $4::bigint), $5::bigint)`
    : `reported.${column} <> ${confirmed}`;
}

/**
 * Stores reported values that differ from the confirmed ones, with the exchange that reported them, and records the check. Returns the number of
 * nights that differ. A price that the channel's `limits` have changed does not. If there are any, or `missing` nights (which the channel does not
 * have), all nights are compared again.
 */
export async function recordDrift(
  db: Queryable,
  { hotelId, channel, processId }: ConnectionKey & Owner,
  { today, known, missing, limits }: ReportedCalendar,
): Promise<number> {
  // A room with several rates has several rows for a night: one that differs is enough.
  const drifted = await db.query(
    `with differing as (
       select confirmed.room_id, confirmed.unit_id, confirmed.date, ${eachColumn(
         (column) => `(array_agg(reported.${column}) filter (where ${isOther(column)}))[1] as ${column}`,
       )}, max(reported.entry_id) as entry_id,
         (array_agg(reported.exchange) filter (where ${isOther('available')}))[1] as ${PROOF_OF_COUNT.position},
         (array_agg(reported.exchange) filter (where ${eachRateColumn(isOther, ' or ')}))[1] as ${PROOF_OF_RATES.position}
       from jsonb_to_recordset($3::jsonb) as reported(room_id bigint, unit_id bigint, date date, entry_id bigint, exchange int, ${eachColumn(
         (column, { sqlType }) => `${column} ${sqlType}`,
       )})
       join channel_nights as confirmed on confirmed.room_id = reported.room_id and confirmed.unit_id = reported.unit_id
         and confirmed.date = reported.date
       where confirmed.hotel_id = $1 and confirmed.channel = $2
         and (${eachColumn(isOther, ' or ')})
       group by confirmed.room_id, confirmed.unit_id, confirmed.date
     )
     update channel_nights as confirmed set ${eachColumn(
       (column) => `${column} = coalesce(differing.${column}, confirmed.${column})`,
     )},
       ${[PROOF_OF_COUNT, PROOF_OF_RATES]
         .map(
           ({ entryId, position, isProven }) =>
             `${entryId} = case when ${isProven('differing')} then differing.entry_id else confirmed.${entryId} end,
              ${position} = case when ${isProven('differing')} then differing.${position} else confirmed.${position} end`,
         )
         .join(', ')}
     from differing
     where confirmed.hotel_id = $1 and confirmed.channel = $2 and confirmed.room_id = differing.room_id
       and confirmed.unit_id = differing.unit_id and confirmed.date = differing.date
     returning 1`,
    [
      hotelId,
      channel,
      JSON.stringify(known.map(toRow)),
      limits?.minPriceMinor ?? null,
      limits?.maxPriceMinor ?? null,
    ],
  );
  await db.query(
    `update connections set drift_checked_on = $4, compared_on = case when $5::boolean then null else compared_on end
     where hotel_id = $1 and channel = $2 and lease_owner = $3`,
    [hotelId, channel, processId, today, drifted.length + missing > 0],
  );
  return drifted.length;
}

function toRow({ roomId, unitId, date, values, exchange }: ChannelNightValues) {
  return {
    room_id: roomId,
    unit_id: unitId ?? 0,
    date: date.toString(),
    entry_id: exchange.entryId,
    exchange: exchange.position,
    ...Object.fromEntries(
      NIGHT_FIELDS.filter((field) => values[field] !== undefined).map((field) => [
        definitionOf(field).column,
        storedValue(field, values),
      ]),
    ),
  };
}
