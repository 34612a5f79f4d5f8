// Rooms, units, closures and tasks of a desk's snapshot as they were at a moment of the past: the last event of each up to the moment, or the row
// where the log has none.
import type { Transaction } from '../../db/database.ts';
import { hasNights, type UnitClosure } from '../../model/closure.ts';
import { isBefore, toPlainDate } from '../../model/night.ts';
import { isOpenTask, type Task, type TaskPhoto } from '../../model/task.ts';
import type { RoomUnit } from '../../model/unit.ts';
import { type Room, type RoomRow, toRoom } from '../rooms.ts';
import { type TaskRow, toTask } from '../task-rows.ts';
import { type ClosureRow, toClosure } from '../units/closures.ts';
import { toUnit, type UnitRow } from '../units/rows.ts';
import { stateAt } from './past-states.ts';
import type { PastDeskQuery } from './snapshot.ts';

/** A row with what the log knows of it at the moment. */
type WithState<Row> = Row & { found: true | null; data: Record<string, unknown> | null };

/** Returns SQL that joins to each row what the log knows of it, as `found` and `data`. */
function joinState(noun: 'room' | 'unit' | 'closure' | 'task', id: string, at: string): string {
  return `left join lateral (
    select true as found, data from (${stateAt(noun, id, at)}) as event
  ) as state on true`;
}

/** Returns the rooms that were for sale at the moment, by id. */
export async function readPastRooms(tx: Transaction, { hotelId, asOf }: PastDeskQuery): Promise<Room[]> {
  const rows = await tx.query<WithState<RoomRow>>(
    `select room.*, state.* from rooms as room ${joinState('room', 'room.room_id', '$2')}
     where room.hotel_id = $1 and room.created_at <= $2 and not room.is_placeholder
       and (room.archived_at is null or room.archived_at > $2)
     order by room.room_id`,
    [hotelId, asOf],
  );
  return rows.map((row) => {
    const { roomId, name, capacity, priceMinor, units, minStay, cots } = stateOf(row, toRoom);
    return { roomId, hotelId, name, capacity, priceMinor, units, minStay, cots };
  });
}

/** Returns all units that there were at the moment, also archived ones, by room and place. */
export async function readPastUnits(tx: Transaction, { hotelId, asOf }: PastDeskQuery): Promise<RoomUnit[]> {
  const rows = await tx.query<WithState<UnitRow>>(
    `select unit.*, state.* from units as unit ${joinState('unit', 'unit.unit_id', '$2')}
     where unit.hotel_id = $1 and unit.created_at <= $2`,
    [hotelId, asOf],
  );
  return rows
    .map((row) => stateOf(row, toUnit, ['conditionAt']))
    .toSorted(
      (one, other) => one.roomId - other.roomId || one.position - other.position || one.unitId - other.unitId,
    );
}

/** Returns the closures with a night in the window, by their first night. Their units have the names of the moment. */
export async function readPastClosures(
  tx: Transaction,
  { hotelId, asOf, window }: PastDeskQuery,
  units: readonly RoomUnit[],
): Promise<UnitClosure[]> {
  const rows = await tx.query<WithState<ClosureRow>>(
    `select closure.*, unit.name as unit_name, unit.room_id, state.* from closures as closure
     join units as unit on unit.hotel_id = $1 and unit.unit_id = closure.unit_id
     ${joinState('closure', 'closure.closure_id', '$2')}
     where closure.hotel_id = $1 and closure.created_at <= $2
       and (closure.updated_at > $2 or (closure.first_night < $4 and closure.last_night >= $3))`,
    [hotelId, asOf, window.from, window.until],
  );
  const names = new Map(units.map(({ unitId, name }) => [unitId, name]));
  return rows
    .map((row) => stateOf(row, toClosure, CLOSURE_MOMENTS, ['firstNight', 'lastNight']))
    .filter(
      (closure) =>
        hasNights(closure) &&
        isBefore(closure.firstNight, window.until) &&
        !isBefore(closure.lastNight, window.from),
    )
    .map((closure) => ({ ...closure, unitName: names.get(closure.unitId) ?? closure.unitName }))
    .toSorted(
      (one, other) =>
        Temporal.PlainDate.compare(one.firstNight, other.firstNight) || one.closureId - other.closureId,
    );
}

const CLOSURE_MOMENTS = ['createdAt', 'updatedAt', 'endedAt'] as const;

/** Returns tasks by due date: those that were open, and those that were due on a day of the window. */
export async function readPastTasks(
  tx: Transaction,
  { hotelId, asOf, window }: PastDeskQuery,
): Promise<Task[]> {
  const rows = await tx.query<WithState<TaskRow>>(
    `select task.*, state.* from tasks as task ${joinState('task', 'task.task_id', '$2')}
     where task.hotel_id = $1 and task.created_at <= $2
       and (task.updated_at > $2 or task.status in ('pending', 'in_progress') or (task.due >= $3 and task.due < $4))`,
    [hotelId, asOf, window.from, window.until],
  );
  return rows
    .map((row) => ({ row, task: stateOf(row, toTask, ['updatedAt'], ['due']) }))
    .map(({ row, task }) => ({ ...task, photos: photosThen(row) }))
    .filter(
      ({ status, due }) => isOpenTask(status) || (!isBefore(due, window.from) && isBefore(due, window.until)),
    )
    .toSorted((one, other) => Temporal.PlainDate.compare(one.due, other.due) || one.taskId - other.taskId);
}

/** Returns the photos that a task had, of those that it still has. The log of before there were photos does not name them. */
function photosThen({ found, data, photos: kept }: WithState<TaskRow>): readonly TaskPhoto[] {
  if (!found) return kept;
  const then = (data?.['photos'] ?? []) as readonly TaskPhoto[];
  return then.filter(({ photoId }) => kept.some((photo) => photo.photoId === photoId));
}

/** Returns the record of a row: from the data of its event, whose moments and days are texts, or from its columns. */
function stateOf<Noun extends object, Row>(
  row: WithState<Row>,
  convert: (row: Row) => Noun,
  moments: readonly (keyof Noun)[] = [],
  days: readonly (keyof Noun)[] = [],
): Noun {
  if (!row.found) return convert(row);
  const stored = row.data as Record<keyof Noun, unknown>;
  const parsed = { ...convert(row), ...stored };
  for (const name of moments) {
    const moment = stored[name] as string | null;
    parsed[name] = (moment && Temporal.Instant.from(moment)) as Noun[typeof name];
  }
  for (const name of days) parsed[name] = toPlainDate(stored[name] as string) as Noun[typeof name];
  return parsed as Noun;
}
