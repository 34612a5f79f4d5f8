// What a channel has taken, what it has refused and with which words, and how far its reader of the log has come.
import type { Queryable } from '../../db/database.ts';
import { UNHURRIED } from '../../db/unhurried.ts';
import type { NightField, NightValues } from '../../model/ari.ts';
import type { PlainDate } from '../../model/night.ts';
import { storableNote } from '../activity.ts';
import { ConnectionChanged, type Fence } from './fence.ts';
import type { ConnectionKey } from './ownership.ts';

/** What became of the fields of one night that were sent with these values. */
export type ToldNight = {
  roomId: number;
  date: PlainDate;
  values: NightValues;
  taken: readonly NightField[];
  refused: readonly NightField[];
  /** why the channel did not take what it refused; null = it took all of it */
  refusal: string | null;
  /** it was to be closed: what it refused of that is tried again */
  closing: boolean;
};

/** How far a connection has come: everything up to `headSeq` is told. `comparedOn`: it was a comparison of all, on that day. */
export type Reached = { headSeq: number; comparedOn: PlainDate | null };

/**
 * Seconds until a refused closing is tried again, after the first, second … refusal in a row; the last for all further
 * ones: the night may be sold twice, but nobody is helped by a channel that takes us for a flood.
 */
const RETRY_SECONDS = [60, 300, 900, 3_600];

/** Notes what became of nights that were sent and, where that was the last of them, how far it is told. Throws ConnectionChanged. */
export async function noteTold(
  db: Queryable,
  fence: Fence,
  { nights = [], reached }: { nights?: readonly ToldNight[]; reached?: Reached | undefined },
  now: Temporal.Instant,
): Promise<void> {
  const [row] = await db.query<{ fenced: number }>(
    `with fence as (
       update connections set in_flight = null, cursor_seq = coalesce($17, cursor_seq),
         compared_on = coalesce($18, compared_on), full_push = full_push and $18::date is null
       from ${UNHURRIED}
       where hotel_id = $1 and channel = $2 and owner = $3 and revision = $4 and intakes = $16
       returning 1
     ), told as (
       insert into channel_nights as known (hotel_id, channel, room_id, date, available, price_minor, min_stay, max_stay,
         closed_to_arrival, closed_to_departure, stop_sell, refused, words, close_refusals, available_at, retry_at)
       select $1, $2, told.*, case when told.available is not null then $19::timestamptz end,
         case when told.close_refusals > 0 then $19::timestamptz + make_interval(secs => ($20::int[])[1]) end
       from fence, unnest($5::bigint[], $6::date[], $7::int[], $8::bigint[], $9::int[], $10::int[],
         $11::boolean[], $12::boolean[], $13::boolean[], $14::jsonb[], $15::text[], $21::int[])
         as told(room_id, date, available, price_minor, min_stay, max_stay, closed_to_arrival, closed_to_departure, stop_sell,
           refused, words, close_refusals)
       on conflict (hotel_id, channel, room_id, date) do update set
         available = coalesce(excluded.available, known.available),
         available_at = coalesce(excluded.available_at, known.available_at),
         price_minor = coalesce(excluded.price_minor, known.price_minor),
         min_stay = coalesce(excluded.min_stay, known.min_stay),
         max_stay = coalesce(excluded.max_stay, known.max_stay),
         closed_to_arrival = coalesce(excluded.closed_to_arrival, known.closed_to_arrival),
         closed_to_departure = coalesce(excluded.closed_to_departure, known.closed_to_departure),
         stop_sell = coalesce(excluded.stop_sell, known.stop_sell),
         refused = nullif(${STILL_REFUSED}, '{}'),
         words = case when excluded.refused is not null then excluded.words else known.words end,
         close_refusals = case when excluded.available > 0 then 0 when ${IS_SAME_TRY} then known.close_refusals
           else known.close_refusals + excluded.close_refusals end,
         retry_at = case when ${STILL_REFUSED} ?| array['available', 'stopSell'] then
           case when excluded.close_refusals > 0 and not ${IS_SAME_TRY} then $19::timestamptz + make_interval(
             secs => ($20::int[])[least(known.close_refusals + 1, cardinality($20::int[]))]) else known.retry_at end end
       returning 1
     )
     select (select count(*) from fence)::int as fenced`,
    [
      fence.hotelId,
      fence.channel,
      fence.processId,
      fence.revision,
      ...columnsOf(nights),
      fence.intakes,
      reached?.headSeq ?? null,
      reached?.comparedOn ?? null,
      now,
      RETRY_SECONDS,
      nights.map(({ closing, refused }) => (closing && refused.some(closes) ? 1 : 0)),
    ],
  );
  if (row!.fenced === 0) throw new ConnectionChanged();
}

/** A closing may take several messages, of which each may be refused: until it is tried again they are one refusal. */
const IS_SAME_TRY = `coalesce(known.retry_at > $19::timestamptz, false)`;

/** What is refused of a night once this is noted: not what it took now. */
const STILL_REFUSED = `(coalesce(known.refused, '{}') - array_remove(array[
             case when excluded.available is not null then 'available' end,
             case when excluded.price_minor is not null then 'priceMinor' end,
             case when excluded.min_stay is not null then 'minStay' end,
             case when excluded.max_stay is not null then 'maxStay' end,
             case when excluded.closed_to_arrival is not null then 'closedToArrival' end,
             case when excluded.closed_to_departure is not null then 'closedToDeparture' end,
             case when excluded.stop_sell is not null then 'stopSell' end], null)
           || coalesce(excluded.refused, '{}'))`;

function closes(field: NightField): boolean {
  return field === 'available' || field === 'stopSell';
}

function columnsOf(nights: readonly ToldNight[]): unknown[][] {
  const value = (field: NightField) =>
    nights.map(({ taken, values }) => (taken.includes(field) ? stored(field, values) : null));
  return [
    nights.map((night) => night.roomId),
    nights.map((night) => night.date),
    value('available'),
    value('priceMinor'),
    value('minStay'),
    value('maxStay'),
    value('closedToArrival'),
    value('closedToDeparture'),
    value('stopSell'),
    nights.map(({ refused, values }) =>
      refused.length === 0
        ? null
        : JSON.stringify(Object.fromEntries(refused.map((field) => [field, stored(field, values)]))),
    ),
    nights.map(({ refusal }) => (refusal === null ? null : storableNote(refusal, MAX_WORDS))),
  ];
}

/** As channel_nights has it: no limit to a stay is 0, because null means never told. */
export function stored(field: NightField, values: NightValues): number | boolean {
  return values[field] ?? 0;
}

const MAX_WORDS = 500;

/** Notes that a connection was heard from, for many at once: it happens with every poll. */
export async function noteHeard(
  db: Queryable,
  heard: readonly (ConnectionKey & { at: Temporal.Instant })[],
): Promise<void> {
  if (heard.length === 0) return;
  await db.query(
    `update connections as connection set last_sync_at = heard.at
     from unnest($1::bigint[], $2::text[], $3::timestamptz[]) as heard(hotel_id, channel, at), ${UNHURRIED}
     where connection.hotel_id = heard.hotel_id and connection.channel = heard.channel`,
    [heard.map((one) => one.hotelId), heard.map((one) => one.channel), heard.map((one) => one.at)],
  );
}
