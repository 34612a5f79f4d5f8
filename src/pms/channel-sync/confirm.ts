// What a channel has taken, what it has refused and with which words, and how far its reader of the log has come.
import type { Queryable } from '../../db/database.ts';
import { UNHURRIED } from '../../db/unhurried.ts';
import type { NightField, NightValues } from '../../model/ari.ts';
import type { PlainDate } from '../../model/night.ts';
import type { ConnectionKey, Owner } from './ownership.ts';

/** Fields of one night with the values that were sent. */
export type ToldNight = {
  roomId: number;
  date: PlainDate;
  fields: readonly NightField[];
  values: NightValues;
  /** why the channel did not take them; null = it did */
  refusal: string | null;
};

/** In which picture of the connection a worker acts: it writes nothing once that has changed, or once a sale of the
 * channel's own may have changed what was confirmed. */
export type Fence = ConnectionKey & Owner & { revision: number; intakes: number };

/** Thrown when another process speaks for the connection, or its mapping is no longer the one that was sent. */
export class ConnectionChanged extends Error {
  override readonly name = 'ConnectionChanged';
}

/** Nights of which a message tells, both dates included. */
export type SentRange = { roomId: number; from: PlainDate; to: PlainDate };

/**
 * Before a message goes out: if nobody hears what became of it – an answer that is lost, a process that dies – the
 * channel may or may not have taken it. Throws ConnectionChanged.
 */
export async function noteSending(db: Queryable, fence: Fence, ranges: readonly SentRange[]): Promise<void> {
  const rows = await db.query(
    `update connections set in_flight = $5
     where hotel_id = $1 and channel = $2 and owner = $3 and revision = $4 and intakes = $6 returning 1`,
    [fence.hotelId, fence.channel, fence.processId, fence.revision, JSON.stringify(ranges), fence.intakes],
  );
  if (rows.length === 0) throw new ConnectionChanged('The connection has changed: it is compared anew.');
}

/** Nobody heard what became of the last message: what the channel has of its nights is not known, and they are told again. */
export async function forgetInFlight(db: Queryable, { hotelId, channel, processId }: Fence): Promise<void> {
  await db.query(
    `with doubtful as (
       select in_flight from connections where hotel_id = $1 and channel = $2 and owner = $3
     ), forgotten as (
       update channel_nights as told set available = null, price_minor = null, min_stay = null, max_stay = null,
         closed_to_arrival = null, closed_to_departure = null, stop_sell = null
       from doubtful, jsonb_to_recordset(doubtful.in_flight) as range("roomId" bigint, "from" date, "to" date)
       where told.hotel_id = $1 and told.channel = $2 and told.room_id = range."roomId"
         and told.date between range."from" and range."to"
     )
     update connections set in_flight = null where hotel_id = $1 and channel = $2 and owner = $3`,
    [hotelId, channel, processId],
  );
}

/** Notes what became of nights that were sent. Throws ConnectionChanged. */
export async function noteTold(db: Queryable, fence: Fence, nights: readonly ToldNight[]): Promise<void> {
  const [row] = await db.query<{ fenced: number }>(
    `with fence as (
       update connections set in_flight = null
       where hotel_id = $1 and channel = $2 and owner = $3 and revision = $4 and intakes = $16
       returning 1
     ), told as (
       insert into channel_nights as known (hotel_id, channel, room_id, date, available, price_minor, min_stay, max_stay,
         closed_to_arrival, closed_to_departure, stop_sell, refused, words, available_at)
       select $1, $2, told.*, case when told.available is not null then now() end
       from fence, ${UNHURRIED}, unnest($5::bigint[], $6::date[], $7::int[], $8::bigint[], $9::int[], $10::int[],
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
    [fence.hotelId, fence.channel, fence.processId, fence.revision, ...columnsOf(nights), fence.intakes],
  );
  if (row!.fenced === 0) throw new ConnectionChanged('The connection has changed: it is compared anew.');
}

function columnsOf(nights: readonly ToldNight[]): unknown[][] {
  const value = (field: NightField) =>
    nights.map(({ fields, refusal, values }) =>
      refusal === null && fields.includes(field) ? stored(field, values) : null,
    );
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
    nights.map(({ refusal, fields, values }) =>
      refusal === null
        ? null
        : JSON.stringify(Object.fromEntries(fields.map((field) => [field, stored(field, values)]))),
    ),
    nights.map((night) => night.refusal?.slice(0, MAX_WORDS) ?? null),
  ];
}

/** As channel_nights has it: no limit to a stay is 0, because null means never told. */
function stored(field: NightField, values: NightValues): number | boolean {
  return values[field] ?? 0;
}

const MAX_WORDS = 500;

/** Everything up to `headSeq` is told. `comparedOn`: it was a comparison of the whole calendar, on that day. */
export async function advanceCursor(
  db: Queryable,
  fence: Fence,
  reached: { headSeq: number; comparedOn: PlainDate | null },
): Promise<void> {
  const rows = await db.query(
    `update connections set cursor_seq = $5,
       compared_on = coalesce($6, compared_on), full_push = full_push and $6::date is null
     from ${UNHURRIED}
     where hotel_id = $1 and channel = $2 and owner = $3 and revision = $4 and intakes = $7 returning 1`,
    [
      fence.hotelId,
      fence.channel,
      fence.processId,
      fence.revision,
      reached.headSeq,
      reached.comparedOn,
      fence.intakes,
    ],
  );
  if (rows.length === 0) throw new ConnectionChanged('The connection has changed: it is compared anew.');
}

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
