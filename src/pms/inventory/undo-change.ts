// Undoes a change of nights: nights that were not changed since get their earlier values back, the others are
// reported. Also lists and prunes changes.
import type { Database, Queryable } from '../../db/database.ts';
import { type PlainDate, toPlainDateOrNull } from '../../model/night.ts';
import { Problem } from '../../problems.ts';
import { eachRateColumn } from '../night-columns.ts';
import type { PropertyTransaction } from '../property-transaction.ts';
import {
  BEFORE_COLUMNS,
  lockRoomsOnSale,
  type NightWrite,
  nextChangeId,
  recordWritten,
  writeNights,
} from './write-nights.ts';

/** Consecutive nights of a room. */
type RoomNights = { roomId: number; from: PlainDate; to: PlainDate };

export type UndoneCalendarChange = {
  /** number of the undoing, which can itself be undone */
  changeId: number;
  undoes: number;
  /** nights that got their earlier values back */
  restored: number;
  /** nights that were changed since, or whose room is no longer sold */
  kept: RoomNights[];
};

/**
 * Restores the values that a change replaced, as a new change. A night that follows the room's defaults again
 * gets the present ones. Units sold since stay sold, and no more is offered than the room has. Throws
 * `unknown_change` for a change that does not exist or is older than CHANGE_RETENTION_DAYS.
 */
export async function undoCalendarChange(
  tx: PropertyTransaction,
  undoes: number,
): Promise<UndoneCalendarChange> {
  const [change] = await tx.query<{ room_ids: number[] }>(
    `select array(select distinct unnest(room_ids))::int[] as room_ids from night_changes
     where hotel_id = $1 and change_id = $2`,
    [tx.hotelId, undoes],
  );
  if (!change) {
    throw new Problem('unknown_change', { changeId: undoes, retentionDays: CHANGE_RETENTION_DAYS });
  }
  const [changeId, onSale] = await Promise.all([
    nextChangeId(tx),
    lockRoomsOnSale(tx, new Set(change.room_ids)),
  ]);
  await recordWritten(tx, await writeNights(tx, { changeId, undoes }, earlierValues(undoes, onSale)));
  const [counted] = await tx.query<{ restored: number }>(
    `select cardinality(dates) as restored from night_changes where hotel_id = $1 and change_id = $2`,
    [tx.hotelId, changeId],
  );
  return {
    changeId,
    undoes,
    restored: counted!.restored,
    kept: await readStoredChange(tx, undoes, changeId),
  };
}

/**
 * How long a change can be undone. A mistake in prices is noticed when the next guests book;
 * after two weeks most of these nights have new prices.
 */
const CHANGE_RETENTION_DAYS = 14;

/** Deletes the earlier values of changes older than CHANGE_RETENTION_DAYS. */
export async function pruneCalendarChanges(db: Database, now: Temporal.Instant): Promise<void> {
  await db.query(`delete from night_changes where changed_at < $1`, [
    now.subtract({ hours: CHANGE_RETENTION_DAYS * 24 }),
  ]);
}

/** A change that can be undone, as it is listed. */
export type CalendarChange = {
  changeId: number;
  at: Temporal.Instant;
  undoes: number | null;
  rooms: number[];
  nights: number;
  from: PlainDate | null;
  to: PlainDate | null;
};

/** Returns the changes that can be undone, newest first. */
export async function listCalendarChanges(
  db: Queryable,
  hotelId: number,
  limit: number,
): Promise<CalendarChange[]> {
  const rows = await db.query<ChangeRow>(
    `select change_id, changed_at, undoes, cardinality(dates) as nights,
       array(select distinct unnest(room_ids) order by 1)::int[] as rooms,
       (select min(date) from unnest(dates) as date) as first, (select max(date) from unnest(dates) as date) as last
     from night_changes where hotel_id = $1 order by change_id desc limit $2`,
    [hotelId, limit],
  );
  return rows.map((row) => ({
    changeId: row.change_id,
    at: row.changed_at,
    undoes: row.undoes,
    rooms: row.rooms,
    nights: row.nights,
    from: toPlainDateOrNull(row.first),
    to: toPlainDateOrNull(row.last),
  }));
}

type ChangeRow = {
  change_id: number;
  changed_at: Temporal.Instant;
  undoes: number | null;
  nights: number;
  rooms: number[];
  first: string | null;
  last: string | null;
};

/**
 * Returns how the earlier values are written, of nights that are still as the change left them. A night is,
 * while it carries the number that the change gave it and, if the change set the number sellable, sellable +
 * taken is the same: sales do not alter that sum, a change of the room's units does. A number that was set by
 * hand before is limited to the units that the room has now.
 */
function earlierValues(undoes: number, rooms: ReadonlySet<number>): NightWrite {
  return { ...EARLIER_VALUES, values: [undoes, [...rooms]] };
}

const EARLIER_VALUES: Omit<NightWrite, 'values'> = {
  before: `earlier as (
       select was.*, case when change.undoes is null then change.change_id else change_id_after end as left_as
       from night_changes as change
       cross join lateral unnest(change.room_ids, change.dates, change.change_ids, change.change_ids_after,
           change.totals, change.totals_after, ${eachRateColumn((column) => `change.${column}`)})
         as was(room_id, date, new_change_id, change_id_after, new_total, total_after,
           ${eachRateColumn((column) => `new_${column}`)})
       where change.hotel_id = $1 and change.change_id = $5 and was.room_id = any($6::bigint[])
     ), before as materialized (
       select earlier.*, earlier.total_after is not null as sets_available, ${BEFORE_COLUMNS},
         least(coalesce(new_total, room.units, 1), coalesce(room.units, new_total, 1)) - night.sold - night.blocked
           as new_available
       from earlier
       join nights as night on night.hotel_id = $1 and night.room_id = earlier.room_id and night.date = earlier.date
       join rooms as room on room.hotel_id = $1 and room.room_id = night.room_id
       where night.change_id is not distinct from left_as
         and coalesce(total_after = night.available + night.sold + night.blocked, true)
       order by night.room_id, night.date for update of night
     )`,
  set: `available = case when not sets_available then written.available
           when new_available > 0 then new_available else least(0, written.available) end,
         overbooked = case when not sets_available then written.overbooked
           when new_available > 0 then 0 else greatest(0, -written.available) end,
         allotted = case when sets_available then new_total is not null else written.allotted end,
         change_id = new_change_id`,
};

/** Returns the nights of a change that its undoing did not restore, as ranges. */
async function readStoredChange(
  tx: PropertyTransaction,
  undone: number,
  undoing: number,
): Promise<RoomNights[]> {
  const rows = await tx.query<{ room_id: number; first: string; last: string }>(
    `with kept as (
       select night.* from night_changes, unnest(room_ids, dates) as night(room_id, date)
       where hotel_id = $1 and change_id = $2
       except
       select night.* from night_changes, unnest(room_ids, dates) as night(room_id, date)
       where hotel_id = $1 and change_id = $3
     ), numbered as (
       select room_id, date, date - (row_number() over (partition by room_id order by date))::int as stretch from kept
     )
     select room_id, min(date) as first, max(date) as last from numbered
     group by room_id, stretch order by room_id, first`,
    [tx.hotelId, undone, undoing],
  );
  return rows.map((row) => ({
    roomId: row.room_id,
    from: Temporal.PlainDate.from(row.first),
    to: Temporal.PlainDate.from(row.last),
  }));
}
