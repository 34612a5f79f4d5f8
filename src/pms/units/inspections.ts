// The inspection of cleaned units, in properties that inspect theirs: a unit that becomes clean gets a task, which ends with the
// condition. A unit has at most one open inspection.
import { toPlainDate } from '../../model/night.ts';
import { INSPECTION, type TaskStatus } from '../../model/task.ts';
import type { RoomUnit } from '../../model/unit.ts';
import type { PropertyTransaction } from '../property-transaction.ts';
import { insertTask, recordTaskChange, type TaskRow, toTask } from '../task-rows.ts';

/**
 * Plans or ends the inspection of a unit whose condition has changed, or that is new. The caller holds the lock of its row: a unit that
 * becomes clean gets one task, which is done when the unit is inspected, and cancelled when it becomes dirty.
 */
export async function followCondition(
  tx: PropertyTransaction,
  { unitId, condition }: Pick<RoomUnit, 'unitId' | 'condition'>,
): Promise<void> {
  if (condition === 'clean') await planInspections(tx, unitId);
  else await endInspections(tx, condition === 'inspected' ? 'done' : 'cancelled', unitId);
}

/** Plans the inspections of all clean units, or cancels the open ones, after the property's setting has changed. */
export async function followInspectionSetting(tx: PropertyTransaction, inspects: boolean): Promise<void> {
  // In the order in which changes of conditions lock units.
  await tx.query(
    `select 1 from units where hotel_id = $1 and archived_at is null order by unit_id for update`,
    [tx.hotelId],
  );
  if (inspects) await planInspections(tx, null);
  else await endInspections(tx, 'cancelled', null);
}

/** Creates the tasks, due today, of a clean unit, or of all, that have none; none where the property does not inspect. */
async function planInspections(tx: PropertyTransaction, unitId: number | null): Promise<void> {
  const units = await tx.query<{ unit_id: number; room_id: number; name: string; today: string }>(
    `select unit.unit_id, unit.room_id, unit.name, ($3::timestamptz at time zone property.timezone)::date as today
     from properties as property
     join units as unit on unit.hotel_id = property.hotel_id and unit.archived_at is null and unit.condition = 'clean'
     where property.hotel_id = $1 and property.inspects_units and unit.unit_id = coalesce($2, unit.unit_id)
       and not exists (
         select 1 from tasks as task
         where task.hotel_id = $1 and task.unit_id = unit.unit_id and task.inspection and task.status in ('pending', 'in_progress'))
     order by unit.unit_id`,
    [tx.hotelId, unitId, tx.now],
  );
  for (const { unit_id, room_id: roomId, name, today } of units)
    await insertTask(tx, {
      roomId,
      name: INSPECTION,
      assignee: null,
      due: toPlainDate(today),
      reservationId: null,
      unitId: unit_id,
      unitName: name,
      turnover: false,
      inspection: true,
    });
}

/** Ends the open inspection of a unit, or of all: the unit is inspected, or has to be cleaned first. */
export async function endInspections(
  tx: PropertyTransaction,
  status: 'done' | 'cancelled',
  unitId: number | null,
): Promise<void> {
  const rows = await tx.query<TaskRow & { status_before: TaskStatus }>(
    `update tasks as task set status = $3, updated_at = $4
     from tasks as old
     where task.hotel_id = $1 and task.unit_id = coalesce($2, task.unit_id) and task.inspection
       and task.status in ('pending', 'in_progress') and old.hotel_id = $1 and old.task_id = task.task_id
     returning task.*, old.status as status_before`,
    [tx.hotelId, unitId, status, tx.now],
  );
  for (const row of rows) recordTaskChange(tx, toTask({ ...row, status: row.status_before }), toTask(row));
}
