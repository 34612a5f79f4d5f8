// The cleaning of a unit that people or a task say is clean: it ends the turnover tasks that are due, and taking it back opens them again.
import type { PlainDate } from '../../model/night.ts';
import type { Task, TaskStatus } from '../../model/task.ts';
import type { RoomUnit } from '../../model/unit.ts';
import type { PropertyTransaction } from '../property-transaction.ts';
import { recordTaskChange, type TaskRow, toTask } from '../task-rows.ts';
import { readOccupants } from './unit-calendars.ts';

type TaskBefore = TaskRow & { status_before: TaskStatus };

/**
 * Ends the turnover tasks of a cleaned unit, whose row the caller has locked, as done: those due today or earlier. That of a
 * later departure stays open.
 */
export async function endCleanings(
  tx: PropertyTransaction,
  { unitId, today }: { unitId: number; today: PlainDate },
): Promise<void> {
  const rows = await tx.query<TaskBefore>(
    `update tasks as task set status = 'done', updated_at = $4
     from (
       select task_id, status from tasks
       where hotel_id = $1 and unit_id = $2 and turnover and status in ('pending', 'in_progress') and due <= $3
       order by task_id for update
     ) as old
     where task.hotel_id = $1 and task.task_id = old.task_id
     returning task.*, old.status as status_before`,
    [tx.hotelId, unitId, today, tx.now],
  );
  recordStatuses(tx, rows);
}

/**
 * Opens the turnover tasks again that ended when the unit got the condition of `before`, because it is set to dirty: that is taken back. The caller
 * has locked the unit's row. Tasks that ended on an earlier day stay done, and so do those of a unit that another guest has moved into since: it is dirty anew.
 */
export async function reopenCleanings(
  tx: PropertyTransaction,
  before: Pick<RoomUnit, 'unitId' | 'conditionAt'>,
  today: PlainDate,
): Promise<void> {
  const { unitId, conditionAt } = before;
  const occupant = (await readOccupants(tx, today)).get(unitId);
  const rows = await tx.query<TaskBefore>(
    `update tasks as task set status = ended.status_before, updated_at = $5
     from (
       select known.task_id, event.data->'before'->>'status' as status_before
       from tasks as known
       join properties as property on property.hotel_id = $1
       join events as event on event.hotel_id = $1 and event.subject = 'task/' || known.task_id and event.kind like 'task.%'
         and event.at = $3 and event.data->>'status' = 'done' and event.data->'changed' ? 'status'
       where known.hotel_id = $1 and known.unit_id = $2 and known.turnover and known.status = 'done'
         and ($3::timestamptz at time zone property.timezone)::date = $4
         and ($6::bigint is null or known.reservation_id = $6)
       for update of known
     ) as ended
     where task.hotel_id = $1 and task.task_id = ended.task_id
     returning task.*, 'done' as status_before`,
    [tx.hotelId, unitId, conditionAt, today, tx.now, occupant?.reservationId ?? null],
  );
  recordStatuses(tx, rows);
}

function recordStatuses(tx: PropertyTransaction, rows: readonly TaskBefore[]): void {
  for (const row of rows.toSorted((one, other) => one.task_id - other.task_id))
    recordTaskChange(tx, toTask({ ...row, status: row.status_before }), toTask(row));
}

/**
 * Returns whether the unit of a task, whose row the caller has locked, is still in the condition that it got when the task was done, and no other
 * guest has moved into it since.
 */
export async function hasConditionOfTask(
  tx: PropertyTransaction,
  { unitId, taskId, reservationId }: Pick<Task, 'taskId' | 'reservationId'> & { unitId: number },
  today: PlainDate,
): Promise<boolean> {
  const occupant = (await readOccupants(tx, today)).get(unitId);
  if (occupant && occupant.reservationId !== reservationId) return false;
  const rows = await tx.query(
    `select 1 from units as unit
     join events as event on event.hotel_id = $1 and event.subject = 'task/' || $3::bigint and event.kind like 'task.%'
       and event.at = unit.condition_at and event.data->>'status' = 'done' and event.data->'changed' ? 'status'
     where unit.hotel_id = $1 and unit.unit_id = $2 and unit.archived_at is null`,
    [tx.hotelId, unitId, taskId],
  );
  return rows.length > 0;
}

/** Locks the unit of a task until the transaction ends, before the task: in the order in which changes of conditions lock both. */
export async function lockUnitOfTask(tx: PropertyTransaction, taskId: number): Promise<void> {
  await tx.query(
    `select 1 from units
     where hotel_id = $1 and unit_id = (select unit_id from tasks where hotel_id = $1 and task_id = $2) for no key update`,
    [tx.hotelId, taskId],
  );
}
