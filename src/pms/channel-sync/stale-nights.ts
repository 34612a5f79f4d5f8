// Finds the nights whose calendar values differ from what the channel has confirmed, in one statement.
import type { Queryable } from '../../db/database.ts';
import { type NightRange, type PlainDate, toPlainDate } from '../../model/night.ts';
import {
  CLOSING_FIELDS,
  definitionOf,
  inOrder,
  isClosingField,
  type NightField,
  type NightValues,
  OPEN_FIELDS,
  type PushCapabilities,
} from '../../model/night-values.ts';
import type { Property } from '../../model/property.ts';
import { daysToPush, type SalesLimits } from '../../model/sales-limits.ts';
import {
  BASE_COLUMNS,
  columnsOf,
  eachColumn,
  fromStoredValues,
  type NightColumn,
  type NightRow,
} from '../night-columns.ts';
import type { ConnectionKey } from './ownership.ts';
import type { StaleRange } from './stale-ranges.ts';

export type DifferingNight = {
  roomId: number;
  /** the unit that the channel sells; null = the room as a whole */
  unitId: number | null;
  date: PlainDate;
  /** fields whose current value the channel has neither confirmed nor refused */
  changed: NightField[];
  /** values that the channel is to have: a night with withheld values is closed */
  values: NightValues;
  /** the channel has confirmed a count, and may have changed it since by a sale or a cancellation */
  countIsUnknown: boolean;
  /** fewer units, or none: the push is urgent */
  closing: boolean;
  /** how often in a row the channel has refused to close the night */
  closeRefusals: number;
  /** fields found unsupported when the night was last checked; null = none. `isCurrent`: values unchanged */
  withheld: { fields: NightField[]; isCurrent: boolean } | null;
};

export type StaleNightsQuery = {
  /** null = all mapped rooms */
  stale: readonly StaleRange[] | null;
  window: NightRange;
  /** what the protocol can carry */
  capabilities: PushCapabilities;
  /** a mapping is of one unit of a room; absent = none is, and who has which unit is not read */
  sellsUnits?: boolean;
  /** refused values that are to be sent again; absent = none */
  retry?: {
    /** refused closings that are due by then */
    dueBy: Temporal.Instant;
    /** all refused values */
    all: boolean;
  };
};

/**
 * Reads the nights that differ, by room, unit and date. Of a unit that is sold by itself 1 is available while nobody has it and
 * something is left of its room, otherwise 0. Where the protocol has no `stopSell`, or closes only one
 * rate by it, stopped nights have 0 units. So have all nights of a room that is retired, or whose mapping
 * ends; of the latter, all nights are compared that the channel may have open. A night with values that the
 * protocol cannot carry (`withheld`) is closed, and so is a night without units whose count the channel has
 * refused.
 */
export async function readStaleNights(
  db: Queryable,
  { hotelId, channel }: ConnectionKey,
  { stale, window, capabilities, sellsUnits = false, retry }: StaleNightsQuery,
): Promise<DifferingNight[]> {
  const ranges = stale ?? [ALL_NIGHTS];
  if (ranges.length === 0) return [];
  const rows = await db.query<StaleRow>(sellsUnits ? DIFFERENCE_WITH_UNITS : DIFFERENCE, [
    hotelId,
    channel,
    ranges.map((range) => range.roomId),
    ranges.map((range) => range.from ?? window.from),
    ranges.map((range) => range.until ?? window.until),
    window.from,
    window.until,
    capabilities.fields,
    capabilities.zeroAvailabilityOnStopSell ?? false,
    retry?.dueBy ?? null,
    retry?.all ?? false,
    !capabilities.expectsEchoOfSales,
    OPEN_FIELDS.filter((field) => !capabilities.fields.includes(field)),
  ]);
  return rows.map((row) => ({
    roomId: row.room_id,
    unitId: row.unit_id || null,
    date: toPlainDate(row.date),
    changed: inOrder(row.changed),
    values: fromStoredValues(row),
    countIsUnknown: row.count_is_unknown,
    closing: row.closing,
    closeRefusals: row.close_refusals,
    withheld: row.withheld && {
      fields: inOrder(row.withheld),
      isCurrent: row.held,
    },
  }));
}

/** The nights that are pushed today: within the property's horizon and the channel's, as far as its `limits` allow. */
export function windowOf(
  property: Property,
  { maxDaysAhead }: PushCapabilities,
  { today, limits }: { today: PlainDate; limits: SalesLimits | null },
): NightRange {
  const days = Math.min(daysToPush(limits, maxDaysAhead), property.settings.horizonDays);
  return { from: today, until: today.add({ days }) };
}

const ALL_NIGHTS: StaleRange = { roomId: null, from: null, until: null };

/** SQL condition: the channel has another value, or restricts nothing because it has no such field. */
function isDifferent(field: NightField): string {
  const { column, unrestricted } = definitionOf(field);
  const isUnconfirmed = `'${field}' = any(target.fields) and target.${column} is distinct from target.confirmed_${column}`;
  return unrestricted === undefined || isClosingField(field)
    ? isUnconfirmed
    : `${isUnconfirmed} or '${field}' = any(target.lacking) and target.${column} <> ${unrestricted ?? 0}`;
}

/** SQL for the value of a night on which a field is not set. */
function unsetValue({ column, ofRoom, unrestricted }: NightColumn): string {
  return ofRoom ? `wanted.base_${column}` : String(unrestricted ?? 0);
}

/** SQL condition: a refused value is sent again: a closing when due, others when `retry.all` is set. */
function isRetried(field: NightField): string {
  const due = isClosingField(field) ? 'target.closing and target.retry_at <= target.due_by' : 'false';
  return `(target.retry_all or (${due}))`;
}

/**
 * Looks up night by night, with the parameters hidden from the planner (`offset 0`, arrays): whatever they
 * are and however large the tables are, the same plan is good and looks cheap, so that PostgreSQL keeps it.
 * Planning for each push took five times as long as the work. `countOfUnits`: further cases of the count; in the
 * statement of connections that sell rooms they would cost a fifth of its time, even where no row needs them.
 */
const differenceWith = (countOfUnits: string) => `
with given as (
  select $1::bigint as hotel_id, $2::text as channel, $3::bigint[] as rooms, $4::date[] as firsts, $5::date[] as lasts,
    $6::date as first, $7::date as last, $8::text[] as fields, $13::text[] as lacking,
    $9::boolean or not 'stopSell' = any($8::text[]) as zero_while_stopped,
    $10::timestamptz as due_by, $11::boolean as retry_all,
    -- A channel that counts by itself raises a count of 0 when a guest there cancels: it gets a stop of sale too.
    case when $12::boolean then array[${CLOSING_FIELDS.map((field) => `'${field}'`).join(', ')}] else array['available'] end as closing_fields
  offset 0
), wanted as (
  select distinct on (room.room_id, mapping.unit_id, day) given.hotel_id, given.channel, given.zero_while_stopped, given.due_by,
    given.retry_all, room.room_id, mapping.unit_id, day as date,
    case when mapping.closing_since is null then given.fields else given.closing_fields end as fields,
    case when mapping.closing_since is null then given.lacking else '{}' end as lacking,
    ${BASE_COLUMNS}, room.archived_at is not null as retired, mapping.closing_since is not null as ending,
    coalesce(room.units, 1) as units
  from given
  cross join unnest(given.rooms, given.firsts, given.lasts) as range(room_id, first, last)
  join connection_rooms as mapping on mapping.hotel_id = given.hotel_id and mapping.channel = given.channel
    and mapping.external_room is not null and mapping.room_id = coalesce(range.room_id, mapping.room_id)
  join rooms as room on room.hotel_id = mapping.hotel_id and room.room_id = mapping.room_id
  cross join unnest(array(
    select night::date from generate_series(
      case when mapping.closing_since is null then greatest(range.first, given.first) else given.first end,
      case when mapping.closing_since is null then least(range.last, given.last) - 1 else greatest(given.last - 1, (
        select max(date) from channel_nights as confirmed
        where confirmed.hotel_id = given.hotel_id and confirmed.channel = given.channel and confirmed.room_id = mapping.room_id
          and confirmed.unit_id = mapping.unit_id
      )) end,
      interval '1 day') as night
  )) as day
), present as (
  select wanted.hotel_id, wanted.channel, wanted.fields, wanted.lacking, wanted.due_by, wanted.retry_all, wanted.room_id, wanted.unit_id, wanted.date,
    case when wanted.retired or wanted.ending or (coalesce(night.stop_sell, false) and wanted.zero_while_stopped) then 0
      ${countOfUnits}
      else greatest(0, coalesce(night.available, wanted.units)) end as available,
    ${columnsOf(OPEN_FIELDS, (column, of) => `coalesce(night.${column}, ${unsetValue(of)}) as ${column}`)},
    coalesce(night.stop_sell, false) or (wanted.ending and 'stopSell' = any(wanted.fields)) as stop_sell
  from wanted
  left join lateral (
    select * from nights as night
    where night.hotel_id = wanted.hotel_id and night.room_id = wanted.room_id and night.date = wanted.date
    limit 1
  ) as night on true
), known as (
  select present.*, ${eachColumn((column) => `confirmed.${column} as confirmed_${column}`)},
    confirmed.available is null and confirmed.available_at is not null as count_is_unknown,
    confirmed.refused, confirmed.withheld, confirmed.retry_at, coalesce(confirmed.close_refusals, 0) as close_refusals,
    case when confirmed.withheld is null then false else jsonb_build_object(
      ${columnsOf(OPEN_FIELDS, (column, { field }) => `'${field}', present.${column}`)}) @> confirmed.withheld end as held
  from present
  left join lateral (
    select * from channel_nights as confirmed
    where confirmed.hotel_id = present.hotel_id and confirmed.channel = present.channel and confirmed.room_id = present.room_id
      and confirmed.date = present.date and confirmed.unit_id = present.unit_id
    limit 1
  ) as confirmed on true
), closed as (
  select known.room_id, known.unit_id, known.date, known.fields, known.lacking, known.due_by, known.retry_all,
    ${columnsOf(OPEN_FIELDS, (column) => `known.${column}`)},
    case when known.held then 0 else known.available end as available,
    known.stop_sell or ('stopSell' = any(known.fields)
      and (known.held or (known.close_refusals > 0 and known.available = 0))) as stop_sell,
    ${eachColumn((column) => `known.confirmed_${column}`)},
    known.refused, known.withheld, known.retry_at, known.close_refusals, known.held, known.count_is_unknown
  from known
), target as (
  select closed.*,
    case when closed.confirmed_available is null then closed.available = 0 else closed.available < closed.confirmed_available end
      or (closed.stop_sell and closed.confirmed_stop_sell is distinct from true) as closing
  from closed
), compared as (
  select target.room_id, target.unit_id, target.date, ${eachColumn((column) => `target.${column}`)},
    target.closing, target.count_is_unknown, target.close_refusals, target.held, target.withheld,
    array_remove(array[${eachColumn(
      (column, { field }) => `
      case when (${isDifferent(field)})
        and not (target.held and target.withheld ? '${field}')
        and (target.refused -> '${field}' is distinct from to_jsonb(target.${column}) or ${isRetried(field)})
        then '${field}' end`,
    )}], null) as changed
  from target
)
select room_id, unit_id, date, ${eachColumn()}, closing, count_is_unknown, close_refusals, held, case when withheld is not null then array(select jsonb_object_keys(withheld)) end as withheld, changed
from compared where cardinality(changed) > 0 order by room_id, unit_id, date`;

const DIFFERENCE = differenceWith('');

/** With a limit, unlike with `exists`, PostgreSQL always looks night by night whether somebody has the unit. */
const DIFFERENCE_WITH_UNITS = differenceWith(`when wanted.unit_id <> 0 and (
        select true from unit_nights as held
        where held.hotel_id = wanted.hotel_id and held.unit_id = wanted.unit_id and held.date = wanted.date
        limit 1
      ) then 0
      when wanted.unit_id <> 0 then least(1, greatest(0, coalesce(night.available, wanted.units)))`);

type StaleRow = NightRow & {
  room_id: number;
  unit_id: number;
  date: string;
  changed: NightField[];
  closing: boolean;
  count_is_unknown: boolean;
  close_refusals: number;
  held: boolean;
  withheld: NightField[] | null;
};
