// Records what a channel has accepted, what it has refused and why, and its cursor in the log.

import { ASYNCHRONOUS_COMMIT } from '../../db/asynchronous-commit.ts';
import type { Queryable } from '../../db/database.ts';
import type { LoggedExchange } from '../../model/channel.ts';
import type { PlainDate } from '../../model/night.ts';
import {
  CLOSING_FIELDS,
  isClosingField,
  NIGHT_FIELDS,
  type NightField,
  type NightValues,
} from '../../model/night-values.ts';
import type { RetryPolicy } from '../../model/retry-policy.ts';
import { storableSummary } from '../activity.ts';
import { eachColumn, storedValue, storedValues } from '../night-columns.ts';
import { ConnectionChanged, type Lease } from './lease.ts';
import type { ConnectionKey } from './ownership.ts';
import { PROOFS } from './proof-columns.ts';

/** The results of a night that was sent with these values. */
export type PushedNight = {
  roomId: number;
  /** the unit that the channel sells; null = the room as a whole */
  unitId: number | null;
  date: PlainDate;
  values: NightValues;
  accepted: readonly NightField[];
  refused: readonly NightField[];
  /** why the channel refused the refused fields; null = it refused none */
  refusal: string | null;
  /** the push was to close the night: refused closing fields are tried again */
  closing: boolean;
};

/** Changes up to `headSeq` are pushed. `comparedOn`: the day, if all nights were compared; else null. */
export type PushedUpTo = { headSeq: number; comparedOn: PlainDate | null };

/**
 * Retries of a refused closing. The night may be sold twice, but more requests would only make the channel
 * block us.
 */
export const CLOSING_RETRIES: RetryPolicy = { seconds: [60, 300, 900, 3_600] };

type PushedResults = {
  nights?: readonly PushedNight[];
  /** the exchange with these results, which is logged later; absent = there was none */
  exchange?: LoggedExchange;
  pushedUpTo?: PushedUpTo | undefined;
};

/**
 * Records the results of nights that were sent with the exchange that had them, and the new position if they
 * were the last. Clears the nights in flight. Throws ConnectionChanged.
 */
export async function recordPushed(
  db: Queryable,
  lease: Lease,
  { nights = [], exchange, pushedUpTo }: PushedResults,
  now: Temporal.Instant,
): Promise<void> {
  const [row] = await db.query<{ leased: number }>(
    `with lease as (
       update connections set in_flight = null, cursor_seq = coalesce($11, cursor_seq),
         compared_on = coalesce($12, compared_on), full_push = full_push and $12::date is null
       from ${ASYNCHRONOUS_COMMIT}
       where hotel_id = $1 and channel = $2 and lease_owner = $3 and revision = $4 and ingest_version = $10
       returning 1
     ), stored as (
       insert into channel_nights as known (hotel_id, channel, room_id, unit_id, date, ${eachColumn()},
         refused, refusal_reason, close_refusals, available_at, retry_at, ${PROOFS.map(({ entryId, position }) => `${entryId}, ${position}`).join(', ')})
       select $1, $2, pushed.*, case when pushed.available is not null then $13::timestamptz end,
         case when pushed.close_refusals > 0 then $13::timestamptz + make_interval(secs => ($14::int[])[1]) end,
         ${PROOFS.map(({ isProven }) => `case when ${isProven('pushed')} then $17::bigint end, case when ${isProven('pushed')} then $18::int end`).join(', ')}
       from lease, unnest($5::bigint[], $16::bigint[], $6::date[],
         ${eachColumn((_, { sqlType, place }) => `$${19 + place}::${sqlType}[]`)}, $7::jsonb[], $8::text[], $9::int[])
         as pushed(room_id, unit_id, date, ${eachColumn()}, refused, refusal_reason, close_refusals)
       on conflict (hotel_id, channel, room_id, date, unit_id) do update set
         ${eachColumn((column) => `${column} = coalesce(excluded.${column}, known.${column})`)},
         available_at = coalesce(excluded.available_at, known.available_at),
         refused = nullif(${STILL_REFUSED}, '{}'),
         refusal_reason = case when excluded.refused is not null then excluded.refusal_reason else known.refusal_reason end,
         close_refusals = case when excluded.available > 0 then 0 when ${IS_SAME_ATTEMPT} then known.close_refusals
           else known.close_refusals + excluded.close_refusals end,
         retry_at = case when ${STILL_REFUSED} ?| $15::text[] then
           case when excluded.close_refusals > 0 and not ${IS_SAME_ATTEMPT} then $13::timestamptz + make_interval(
             secs => ($14::int[])[least(known.close_refusals + 1, cardinality($14::int[]))]) else known.retry_at end end,
         ${PROOFS.flatMap(({ entryId, position, isProven }) => [entryId, position].map((column) => `${column} = case when ${isProven('excluded')} then excluded.${column} else known.${column} end`)).join(', ')}
       returning 1
     )
     select (select count(*) from lease)::int as leased`,
    [
      lease.hotelId,
      lease.channel,
      lease.processId,
      lease.revision,
      nights.map((night) => night.roomId),
      nights.map((night) => night.date),
      nights.map(({ refused, values }) => storedValues(refused, values)),
      nights.map(({ refusal }) => (refusal === null ? null : storableSummary(refusal, MAX_REASON_LENGTH))),
      nights.map(({ closing, refused }) => (closing && refused.some(isClosingField) ? 1 : 0)),
      lease.ingestVersion,
      pushedUpTo?.headSeq ?? null,
      pushedUpTo?.comparedOn ?? null,
      now,
      CLOSING_RETRIES.seconds,
      CLOSING_FIELDS,
      nights.map((night) => night.unitId ?? 0),
      ...[exchange?.entryId ?? null, exchange?.position ?? null],
      // $19 and on: last, so that a further field renumbers nothing.
      ...NIGHT_FIELDS.map((field) => acceptedValues(nights, field)),
    ],
  );
  if (row!.leased === 0) throw new ConnectionChanged();
}

/** The value of a field that was accepted of each night; null = it was not. */
function acceptedValues(nights: readonly PushedNight[], field: NightField) {
  return nights.map(({ accepted, values }) => (accepted.includes(field) ? storedValue(field, values) : null));
}

/** SQL condition: a further refusal of the last attempt: a closing may take several messages. */
const IS_SAME_ATTEMPT = `coalesce(known.retry_at > $13::timestamptz, false)`;

/** SQL: the refused values of a night without the fields accepted now, with those refused now. */
const STILL_REFUSED = `(coalesce(known.refused, '{}') - array_remove(
           array[${eachColumn((column, { field }) => `case when excluded.${column} is not null then '${field}' end`)}], null)
           || coalesce(excluded.refused, '{}'))`;

const MAX_REASON_LENGTH = 500;

/** Records when channels last answered; for many connections at once, because every poll changes it. */
export async function recordLastSync(
  db: Queryable,
  contacts: readonly (ConnectionKey & { at: Temporal.Instant })[],
): Promise<void> {
  if (contacts.length === 0) return;
  await db.query(
    `update connections as connection set last_sync_at = contact.at
     from unnest($1::bigint[], $2::text[], $3::timestamptz[]) as contact(hotel_id, channel, at), ${ASYNCHRONOUS_COMMIT}
     where connection.hotel_id = contact.hotel_id and connection.channel = contact.channel`,
    [contacts.map((one) => one.hotelId), contacts.map((one) => one.channel), contacts.map((one) => one.at)],
  );
}
