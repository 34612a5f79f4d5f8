// What a channel has taken, what it has refused and with which words, and how far its reader of the log has come.
import type { Queryable } from '../../db/database.ts';
import { UNHURRIED } from '../../db/unhurried.ts';
import type { NightField, NightValues } from '../../model/ari.ts';
import type { PlainDate } from '../../model/night.ts';
import { storableNote } from '../activity.ts';
import { ConnectionChanged, type Fence } from './fence.ts';
import type { ConnectionKey } from './ownership.ts';

/** Fields of one night with the values that were sent. */
export type ToldNight = {
  roomId: number;
  date: PlainDate;
  fields: readonly NightField[];
  values: NightValues;
  /** why the channel did not take them; null = it did */
  refusal: string | null;
};

/** How far a connection has come: everything up to `headSeq` is told. `comparedOn`: it was a comparison of all, on that day. */
export type Reached = { headSeq: number; comparedOn: PlainDate | null };

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
         closed_to_arrival, closed_to_departure, stop_sell, refused, words, available_at)
       select $1, $2, told.*, case when told.available is not null then $19::timestamptz end
       from fence, unnest($5::bigint[], $6::date[], $7::int[], $8::bigint[], $9::int[], $10::int[],
         $11::boolean[], $12::boolean[], $13::boolean[], $14::jsonb[], $15::text[])
         as told(room_id, date, available, price_minor, min_stay, max_stay, closed_to_arrival, closed_to_departure, stop_sell,
           refused, words)
       on conflict (hotel_id, channel, room_id, date) do update set
         available = coalesce(excluded.available, known.available),
         available_at = coalesce(excluded.available_at, known.available_at),
         price_minor = coalesce(excluded.price_minor, known.price_minor),
         min_stay = coalesce(excluded.min_stay, known.min_stay),
         max_stay = coalesce(excluded.max_stay, known.max_stay),
         closed_to_arrival = coalesce(excluded.closed_to_arrival, known.closed_to_arrival),
         closed_to_departure = coalesce(excluded.closed_to_departure, known.closed_to_departure),
         stop_sell = coalesce(excluded.stop_sell, known.stop_sell),
         refused = nullif(coalesce(known.refused, '{}') - array_remove(array[
             case when excluded.available is not null then 'available' end,
             case when excluded.price_minor is not null then 'priceMinor' end,
             case when excluded.min_stay is not null then 'minStay' end,
             case when excluded.max_stay is not null then 'maxStay' end,
             case when excluded.closed_to_arrival is not null then 'closedToArrival' end,
             case when excluded.closed_to_departure is not null then 'closedToDeparture' end,
             case when excluded.stop_sell is not null then 'stopSell' end], null)
           || coalesce(excluded.refused, '{}'), '{}'),
         words = case when excluded.refused is not null then excluded.words else known.words end
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
    ],
  );
  if (row!.fenced === 0) throw new ConnectionChanged();
}

function columnsOf(nights: readonly ToldNight[]): unknown[][] {
  const rows = [...Map.groupBy(nights, ({ roomId, date }) => `${roomId}/${date}`).values()].map(toRow);
  const value = (field: NightField) =>
    rows.map(({ taken, values }) => (taken.has(field) ? stored(field, values) : null));
  return [
    rows.map((row) => row.roomId),
    rows.map((row) => row.date),
    value('available'),
    value('priceMinor'),
    value('minStay'),
    value('maxStay'),
    value('closedToArrival'),
    value('closedToDeparture'),
    value('stopSell'),
    rows.map(({ refused, values }) =>
      refused === null
        ? null
        : JSON.stringify(Object.fromEntries(refused.fields.map((field) => [field, stored(field, values)]))),
    ),
    rows.map(({ refused }) => (refused === null ? null : storableNote(refused.refusal!, MAX_WORDS))),
  ];
}

/** A night stands in a message's answer twice where some of its fields were taken and others were not. */
function toRow(parts: readonly ToldNight[]) {
  const [{ roomId, date, values }] = parts as [ToldNight];
  const taken = new Set(parts.filter(({ refusal }) => refusal === null).flatMap(({ fields }) => fields));
  return { roomId, date, values, taken, refused: parts.find(({ refusal }) => refusal !== null) ?? null };
}

/** As channel_nights has it: no limit to a stay is 0, because null means never told. */
function stored(field: NightField, values: NightValues): number | boolean {
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
