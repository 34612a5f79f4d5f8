// Nights that must not be sold at a channel: it cannot carry their values, or refused their closing.
import type { Queryable } from '../../db/database.ts';
import type { Cause, Failure } from '../../model/cause.ts';
import type { MappingKey } from '../../model/channel.ts';
import type { PlainDate } from '../../model/night.ts';
import { CLOSING_FIELDS, type NightField, type NightValues } from '../../model/night-values.ts';
import { storableSummary } from '../activity.ts';
import { storedValues } from '../night-columns.ts';
import { ConnectionChanged, type Lease } from './lease.ts';
import type { ConnectionKey } from './ownership.ts';

export type WithheldNight = {
  roomId: number;
  /** the unit that the channel sells; null = the room as a whole */
  unitId: number | null;
  date: PlainDate;
  values: NightValues;
  /** fields that the protocol cannot carry; none = it carries all, and the night is open again */
  fields: readonly NightField[];
  /** message for people */
  reason: string;
};

/**
 * Stores which values of these nights are withheld. As long as a night has them it is compared as a closed
 * night, so that its closing is pushed, also after a crash. Throws ConnectionChanged.
 */
export async function withholdValues(
  db: Queryable,
  lease: Lease,
  nights: readonly WithheldNight[],
): Promise<void> {
  const [row] = await db.query<{ leased: number }>(
    `with lease as (
       select 1 from connections where hotel_id = $1 and channel = $2 and lease_owner = $3 and revision = $4
     ), stored as (
       insert into channel_nights as known (hotel_id, channel, room_id, unit_id, date, withheld, withheld_reason)
       select $1, $2, night.* from lease,
         unnest($5::bigint[], $9::bigint[], $6::date[], $7::jsonb[], $8::text[])
           as night(room_id, unit_id, date, withheld, withheld_reason)
       on conflict (hotel_id, channel, room_id, date, unit_id) do update set
         withheld = excluded.withheld, withheld_reason = excluded.withheld_reason,
         refused = nullif(known.refused - array(select jsonb_object_keys(excluded.withheld)), '{}')
       returning 1
     )
     select (select count(*) from lease)::int as leased, (select count(*) from stored) as kept`,
    [
      lease.hotelId,
      lease.channel,
      lease.processId,
      lease.revision,
      nights.map((night) => night.roomId),
      nights.map((night) => night.date),
      nights.map(({ fields, values }) => storedValues(fields, values)),
      nights.map(({ fields, reason }) => (fields.length === 0 ? null : storableSummary(reason, MAX_REASON))),
      nights.map((night) => night.unitId ?? 0),
    ],
  );
  if (row!.leased === 0) throw new ConnectionChanged();
}

const MAX_REASON = 500;

/** A night of a room, or of a unit that the channel sells by itself. */
export type MappedNight = MappingKey & { date: PlainDate };

/** Lists nights whose refused closing is to be tried again by then. */
export async function listDueClosings(
  db: Queryable,
  { hotelId, channel }: ConnectionKey,
  dueBy: Temporal.Instant,
): Promise<MappedNight[]> {
  const rows = await db.query<{ room_id: number; unit_id: number; date: string }>(
    `select room_id, unit_id, date from channel_nights
     where hotel_id = $1 and channel = $2 and retry_at <= $3 order by room_id, unit_id, date`,
    [hotelId, channel, dueBy],
  );
  return rows.map(toMappedNight);
}

function toMappedNight(row: { room_id: number; unit_id: number; date: string }): MappedNight {
  return { roomId: row.room_id, unitId: row.unit_id || null, date: Temporal.PlainDate.from(row.date) };
}

/** Lists nights of which the channel has refused values. */
export async function listRefusedNights(
  db: Queryable,
  { hotelId, channel }: ConnectionKey,
): Promise<MappedNight[]> {
  const rows = await db.query<{ room_id: number; unit_id: number; date: string }>(
    `select room_id, unit_id, date from channel_nights
     where hotel_id = $1 and channel = $2 and refused is not null order by room_id, unit_id, date`,
    [hotelId, channel],
  );
  return rows.map(toMappedNight);
}

/** Clears refused closings of nights that need not be closed any more: open again, or in the past. */
export async function dropRefusedClosings(
  db: Queryable,
  { hotelId, channel, processId }: Lease,
  nights: readonly MappedNight[],
): Promise<void> {
  if (nights.length === 0) return;
  await db.query(
    `update channel_nights as known set retry_at = null,
       refused = nullif(known.refused - $6::text[], '{}')
     from connections as connection, unnest($4::bigint[], $7::bigint[], $5::date[]) as night(room_id, unit_id, date)
     where connection.hotel_id = $1 and connection.channel = $2 and connection.lease_owner = $3
       and known.hotel_id = $1 and known.channel = $2 and known.room_id = night.room_id
       and known.unit_id = night.unit_id and known.date = night.date`,
    [
      hotelId,
      channel,
      processId,
      nights.map((night) => night.roomId),
      nights.map((night) => night.date),
      CLOSING_FIELDS,
      nights.map((night) => night.unitId ?? 0),
    ],
  );
}

/**
 * Returns a message with the nights that a channel has refused to close, and why; null when there are none.
 */
export async function describeRefusedClosings(
  db: Queryable,
  { hotelId, channel }: ConnectionKey,
): Promise<Failure | null> {
  const rows = await db.query<{
    room_id: number;
    name: string;
    dates: string[];
    nights: number;
    refusal_reason: string | null;
  }>(
    `select room.room_id, concat(room.name, ' unit ' || unit.name) as name, array_agg(night.date::text order by night.date) as dates, count(*)::int as nights,
       (array_agg(night.refusal_reason order by night.date))[1] as refusal_reason
     from channel_nights as night
     join rooms as room on room.hotel_id = night.hotel_id and room.room_id = night.room_id
     left join units as unit on unit.hotel_id = night.hotel_id and unit.unit_id = night.unit_id
     where night.hotel_id = $1 and night.channel = $2 and night.retry_at is not null
     group by room.room_id, room.name, unit.unit_id, unit.name order by room.room_id, unit.unit_id nulls first`,
    [hotelId, channel],
  );
  const [first] = rows;
  if (!first) return null;
  const rooms = rows.slice(0, ROOMS_NAMED).map(({ name, dates, nights }) => {
    const named = dates.slice(0, DATES_NAMED).join(', ');
    return `${name} ${named}${nights > DATES_NAMED ? ` and ${nights - DATES_NAMED} more` : ''}`;
  });
  const others = rows.length > ROOMS_NAMED ? `; and ${rows.length - ROOMS_NAMED} more rooms` : '';
  const reason = `${channel} does not close nights that are not for sale, so that it may sell them: ${rooms.join('; ')}${others}. Its reason: ${first.refusal_reason ?? 'none given'}. The closing is pushed again until it is accepted (the nights: innwire channel nights ${channel}).`;
  const cause: Cause = {
    code: 'nights_not_closed',
    roomIds: [...new Set(rows.map(({ room_id: id }) => id))],
    nights: rows.reduce((sum, { nights }) => sum + nights, 0),
    ...(first.refusal_reason !== null && { said: first.refusal_reason }),
  };
  return { reason, cause };
}

const ROOMS_NAMED = 3;
const DATES_NAMED = 5;
