// The nights of which a channel does not know the present values: our calendar minus what it has confirmed, in one statement.
import type { Queryable } from '../../db/database.ts';
import { NIGHT_FIELDS, type NightField, type NightValues, type Reach } from '../../model/ari.ts';
import type { NightRange, PlainDate } from '../../model/night.ts';
import type { Property } from '../../model/property.ts';
import type { ConnectionKey } from './ownership.ts';
import type { StaleRange } from './work.ts';

export type DifferingNight = {
  roomId: number;
  date: PlainDate;
  /** fields whose present value the channel has not confirmed and has not refused */
  changed: NightField[];
  values: NightValues;
  /** fewer units, or none: news that cannot wait */
  closing: boolean;
};

/**
 * By room and date. `stale` null = all mapped rooms; `reach` says what the protocol can tell. A channel that cannot be
 * told `stopSell`, or closes only one rate by it, is told that nothing is available; and so is any of a room that is
 * retired here.
 */
export async function readStaleNights(
  db: Queryable,
  { hotelId, channel }: ConnectionKey,
  asked: { stale: readonly StaleRange[] | null; window: NightRange; reach: Reach },
): Promise<DifferingNight[]> {
  const ranges = asked.stale ?? [EVERYTHING];
  if (ranges.length === 0) return [];
  const rows = await db.query<StaleRow>(DIFFERENCE, [
    hotelId,
    channel,
    ranges.map((range) => range.roomId),
    ranges.map((range) => range.from ?? asked.window.from),
    ranges.map((range) => range.until ?? asked.window.until),
    asked.window.from,
    asked.window.until,
    asked.reach.fields,
    asked.reach.zeroWhileStopped ?? false,
  ]);
  return rows.map((row) => ({
    roomId: row.room_id,
    date: Temporal.PlainDate.from(row.date),
    changed: NIGHT_FIELDS.filter((field) => row.changed.includes(field)),
    values: {
      available: row.available,
      priceMinor: row.price_minor,
      minStay: row.min_stay,
      maxStay: row.max_stay === 0 ? null : row.max_stay,
      closedToArrival: row.closed_to_arrival,
      closedToDeparture: row.closed_to_departure,
      stopSell: row.stop_sell,
    },
    closing: row.closing,
  }));
}

/** The nights that a channel is told of today: those we sell, as far ahead as it takes them. */
export function windowOf(property: Property, { maxDaysAhead }: Reach, today: PlainDate): NightRange {
  return { from: today, until: today.add({ days: Math.min(maxDaysAhead, property.settings.horizonDays) }) };
}

const EVERYTHING: StaleRange = { roomId: null, from: null, until: null };

/** How a value is compared with what was confirmed and with what was refused. `max_stay` 0 = none, as it is stored. */
const COLUMNS: Record<NightField, string> = {
  available: 'available',
  priceMinor: 'price_minor',
  minStay: 'min_stay',
  maxStay: 'max_stay',
  closedToArrival: 'closed_to_arrival',
  closedToDeparture: 'closed_to_departure',
  stopSell: 'stop_sell',
};

/**
 * Looked up night by night, with what is asked for hidden from the planner (`offset 0`, arrays): whatever it is and however
 * large the tables are, one plan is good and looks cheap, so PostgreSQL keeps it. A plan for each push took five times as
 * long as the work.
 */
const DIFFERENCE = `
with given as (
  select $1::bigint as hotel_id, $2::text as channel, $3::bigint[] as rooms, $4::date[] as firsts, $5::date[] as lasts,
    $6::date as first, $7::date as last, $8::text[] as fields,
    $9::boolean or not 'stopSell' = any($8::text[]) as zero_while_stopped
  offset 0
), wanted as (
  select distinct on (room.room_id, day) given.hotel_id, given.channel, given.fields, given.zero_while_stopped, room.room_id, day as date,
    room.price_minor, room.min_stay, room.archived_at is not null as retired, coalesce(room.units, 1) as units
  from given
  cross join unnest(given.rooms, given.firsts, given.lasts) as range(room_id, first, last)
  join connection_rooms as mapping on mapping.hotel_id = given.hotel_id and mapping.channel = given.channel
    and mapping.external_room is not null and mapping.room_id = coalesce(range.room_id, mapping.room_id)
  join rooms as room on room.hotel_id = mapping.hotel_id and room.room_id = mapping.room_id
  cross join unnest(array(
    select night::date from generate_series(greatest(range.first, given.first), least(range.last, given.last) - 1, interval '1 day') as night
  )) as day
), present as (
  select wanted.hotel_id, wanted.channel, wanted.fields, wanted.room_id, wanted.date,
    case when wanted.retired or (coalesce(night.stop_sell, false) and wanted.zero_while_stopped) then 0
      else greatest(0, coalesce(night.available, wanted.units)) end as available,
    coalesce(night.price_minor, wanted.price_minor) as price_minor,
    coalesce(night.min_stay, wanted.min_stay) as min_stay,
    coalesce(night.max_stay, 0) as max_stay,
    coalesce(night.closed_to_arrival, false) as closed_to_arrival,
    coalesce(night.closed_to_departure, false) as closed_to_departure,
    coalesce(night.stop_sell, false) as stop_sell
  from wanted
  left join lateral (
    select * from nights as night
    where night.hotel_id = wanted.hotel_id and night.room_id = wanted.room_id and night.date = wanted.date
    limit 1
  ) as night on true
), compared as (
  select present.room_id, present.date, present.available, present.price_minor, present.min_stay, present.max_stay,
    present.closed_to_arrival, present.closed_to_departure, present.stop_sell,
    case when told.available is null then present.available = 0 else present.available < told.available end
      or (present.stop_sell and told.stop_sell is distinct from true) as closing,
    array_remove(array[${NIGHT_FIELDS.map(
      (field) => `
      case when '${field}' = any(present.fields) and present.${COLUMNS[field]} is distinct from told.${COLUMNS[field]}
        and told.refused -> '${field}' is distinct from to_jsonb(present.${COLUMNS[field]}) then '${field}' end`,
    ).join(',')}], null) as changed
  from present
  left join lateral (
    select * from channel_nights as told
    where told.hotel_id = present.hotel_id and told.channel = present.channel and told.room_id = present.room_id
      and told.date = present.date
    limit 1
  ) as told on true
)
select * from compared where cardinality(changed) > 0 order by room_id, date`;

type StaleRow = {
  room_id: number;
  date: string;
  changed: string[];
  available: number;
  price_minor: number;
  min_stay: number;
  max_stay: number;
  closed_to_arrival: boolean;
  closed_to_departure: boolean;
  stop_sell: boolean;
  closing: boolean;
};
