// Housekeeping tasks: created, moved and cancelled by bookings; assigned and progressed by people.
import type { Queryable } from '../db/database.ts';
import type { PlainDate } from '../model/night.ts';
import { type Reservation, roomOfNight } from '../model/reservation.ts';
import { isOpenTask, TASK_TRANSITIONS, type Task, type TaskStatus, TURNOVER } from '../model/task.ts';
import { type UnitNights, unitOfNight } from '../model/unit.ts';
import { Problem } from '../problems.ts';
import { type Condition, count, keyset, ofBookings, type Page } from './page.ts';
import type { PropertyTransaction } from './property-transaction.ts';
import { requireRoom } from './rooms.ts';
import { insertTask, recordTaskChange, type TaskRow, toTask } from './task-rows.ts';
import { endCleanings, hasConditionOfTask, lockUnitOfTask } from './units/cleanings.ts';
import { setCondition } from './units/conditions.ts';
import { requireUnitOf } from './units/unit-calendars.ts';

/** The stay that a turnover task belongs to. */
type Stay = Pick<Reservation, 'reservationId' | 'roomId' | 'checkout' | 'unitNights'>;

/** Creates the cleaning task for a stay's check-out date. */
export async function planTurnover(tx: PropertyTransaction, stay: Stay): Promise<Task> {
  return insertTask(tx, {
    roomId: stay.roomId,
    name: TURNOVER,
    assignee: null,
    due: stay.checkout,
    reservationId: stay.reservationId,
    ...lastUnit(stay),
    turnover: true,
    inspection: false,
  });
}

/** Returns the unit that the guest leaves at the end, which is to be cleaned; null = none is certain. */
function lastUnit({
  unitNights,
  checkout,
}: Pick<Stay, 'unitNights' | 'checkout'>): Pick<Task, 'unitId' | 'unitName'> {
  const last = unitNights?.findLast(({ until }) => until >= checkout.toString());
  return { unitId: last?.unitId ?? null, unitName: last?.name ?? null };
}

/**
 * Moves the open cleaning task of a stay to its new check-out date and room. Finished tasks stay as they are.
 */
export async function moveTurnover(tx: PropertyTransaction, stay: Stay): Promise<void> {
  const { unitId, unitName } = lastUnit(stay);
  const rows = await tx.query<
    TaskRow & { before: Pick<TaskRow, 'due' | 'room_id' | 'unit_id' | 'unit_name'> }
  >(
    `update tasks as task set due = $3, room_id = $4, updated_at = $5, unit_id = $6, unit_name = $7
     from tasks as old
     where task.hotel_id = $1 and task.reservation_id = $2 and task.turnover and task.status in ('pending', 'in_progress')
       and (task.due, task.room_id, task.unit_id, task.unit_name) is distinct from ($3::date, $4::bigint, $6::bigint, $7::text)
       and old.hotel_id = $1 and old.task_id = task.task_id
     returning task.*, to_jsonb(old) as before`,
    [tx.hotelId, stay.reservationId, stay.checkout, stay.roomId, tx.now, unitId, unitName],
  );
  for (const row of rows) {
    const { due, room_id, unit_id, unit_name } = row.before;
    recordTaskChange(tx, toTask({ ...row, due, room_id, unit_id, unit_name }), toTask(row));
  }
}

/** Cancels the open cleaning task of a stay that will not happen. */
export async function cancelTurnover(tx: PropertyTransaction, reservationId: number): Promise<void> {
  await cancelOpenCleanings(tx, 'reservation_id = $3', [reservationId]);
}

/** Cancels open cleanings: those that meet a condition on `tasks`, whose values begin with $3; it may end with an order and a limit. */
async function cancelOpenCleanings(
  tx: PropertyTransaction,
  condition: string,
  values: readonly unknown[],
): Promise<void> {
  const rows = await tx.query<TaskRow & { status_before: TaskStatus }>(
    `update tasks as task set status = 'cancelled', updated_at = $2
     from (
       select task_id, status from tasks
       where hotel_id = $1 and turnover and status in ('pending', 'in_progress') and ${condition}
       for update
     ) as old
     where task.hotel_id = $1 and task.task_id = old.task_id
     returning task.*, old.status as status_before`,
    [tx.hotelId, tx.now, ...values],
  );
  for (const row of rows) recordTaskChange(tx, toTask({ ...row, status: row.status_before }), toTask(row));
}

/** Makes the cleaning task of a stay that was restored due on its check-out date and in its room, whether it was done or cancelled. */
export async function reopenTurnover(tx: PropertyTransaction, stay: Stay): Promise<void> {
  const { unitId, unitName } = lastUnit(stay);
  const rows = await tx.query<
    TaskRow & { before: Pick<TaskRow, 'due' | 'status' | 'room_id' | 'unit_id' | 'unit_name'> }
  >(
    `update tasks as task set due = $3, updated_at = $4, unit_id = $5, unit_name = $6, room_id = $7,
       status = case task.status when 'in_progress' then 'in_progress' else 'pending' end
     from tasks as old
     where task.hotel_id = $1 and task.reservation_id = $2 and task.turnover
       and ((task.due, task.unit_id, task.unit_name, task.room_id) is distinct from ($3::date, $5::bigint, $6::text, $7::bigint)
         or task.status in ('done', 'cancelled'))
       and old.hotel_id = $1 and old.task_id = task.task_id
     returning task.*, to_jsonb(old) as before`,
    [tx.hotelId, stay.reservationId, stay.checkout, tx.now, unitId, unitName, stay.roomId],
  );
  for (const row of rows) {
    const { due, status, room_id, unit_id, unit_name } = row.before;
    recordTaskChange(tx, toTask({ ...row, due, status, room_id, unit_id, unit_name }), toTask(row));
  }
}

/**
 * Creates the cleaning task, due today, of a dirty unit that a guest has left for another one. None if a cleaning is planned for today already,
 * other than that after the stay of this guest.
 */
export async function planCleaning(
  tx: PropertyTransaction,
  unitId: number,
  { reservationId, today }: { reservationId: number; today: PlainDate },
): Promise<void> {
  // Two guests who leave the same unit at once wait for each other.
  await tx.query(`select 1 from units where hotel_id = $1 and unit_id = $2 for no key update`, [
    tx.hotelId,
    unitId,
  ]);
  const [unit] = await tx.query<{ room_id: number; name: string }>(
    `select room_id, name from units
     where hotel_id = $1 and unit_id = $2 and archived_at is null and condition = 'dirty' and not exists (
       select 1 from tasks
       where tasks.hotel_id = $1 and tasks.unit_id = $2 and turnover and status in ('pending', 'in_progress')
         and due <= $3 and reservation_id is distinct from $4)`,
    [tx.hotelId, unitId, today, reservationId],
  );
  if (!unit) return;
  await insertTask(tx, {
    roomId: unit.room_id,
    name: TURNOVER,
    assignee: null,
    due: today,
    // It stays due whatever happens to the stay, which has a cleaning of its own.
    reservationId: null,
    unitId,
    unitName: unit.name,
    turnover: true,
    inspection: false,
  });
}

/** Cancels the open cleaning task of a unit that a guest has left for another one, because a guest moves into it as it is. */
export async function cancelCleaning(tx: PropertyTransaction, unitId: number): Promise<void> {
  await cancelOpenCleanings(tx, 'reservation_id is null and unit_id = $3', [unitId]);
}

/**
 * After a guest in the house has moved to another room: the room that is left is to be cleaned today, and the cleaning of a room to which
 * the guest comes back is cancelled. Not of units, which have tasks of their own (see `planCleaning`).
 */
export async function moveRoomCleaning(
  tx: PropertyTransaction,
  before: Pick<Stay, 'roomId' | 'unitNights'>,
  after: Pick<Reservation, 'roomId' | 'unitNights' | 'earlierRooms'>,
  today: PlainDate,
): Promise<void> {
  const comesBack = roomOfNight(after, today.subtract({ days: 1 })) === after.roomId;
  if (comesBack && !unitOfNight(after.unitNights ?? [], today))
    await cancelOpenCleanings(
      tx,
      'reservation_id is null and unit_id is null and room_id = $3 and due = $4 order by task_id desc limit 1',
      [after.roomId, today],
    );
  if (unitOfNight(before.unitNights ?? [], today)) return;
  const none = { unitId: null, unitName: null, assignee: null, reservationId: null, inspection: false };
  await insertTask(tx, { ...none, roomId: before.roomId, name: TURNOVER, due: today, turnover: true });
}

/** Gives the open tasks of a unit its new name. */
export async function renameUnitInTasks(
  tx: PropertyTransaction,
  { unitId, name }: { unitId: number; name: string },
): Promise<void> {
  const rows = await tx.query<TaskRow & { name_before: string }>(
    `update tasks as task set unit_name = $3, updated_at = $4
     from tasks as old
     where task.hotel_id = $1 and task.unit_id = $2 and task.status in ('pending', 'in_progress')
       and old.hotel_id = $1 and old.task_id = task.task_id
     returning task.*, old.unit_name as name_before`,
    [tx.hotelId, unitId, name, tx.now],
  );
  for (const row of rows) recordTaskChange(tx, toTask({ ...row, unit_name: row.name_before }), toTask(row));
}

/** Creates a task for a room, or one of its units. Throws `unknown_room`, `unknown_unit` and `unit_of_other_room`. */
export async function createTask(
  tx: PropertyTransaction,
  task: { roomId: number; name: string; assignee: string | null; due: PlainDate; unitId?: number },
): Promise<Task> {
  await requireRoom(tx, tx.hotelId, task.roomId);
  const { unitId = null, roomId } = task;
  const unitName = unitId === null ? null : (await requireUnitOf(tx, { unitId, roomId })).name;
  return insertTask(tx, {
    ...task,
    unitId,
    unitName,
    reservationId: null,
    turnover: false,
    inspection: false,
  });
}

export type TaskPatch = { name?: string; assignee?: string | null; due?: PlainDate; status?: TaskStatus };

/**
 * Renames, assigns, moves or progresses a task. A cleaning task that is reopened gets the present check-out
 * date and room of its stay, unless the patch sets them: while it was closed it was not moved with the stay. The unit of a cleaning or an
 * inspection follows its task (see `followTask`).
 * Throws `unknown_task`, and `invalid_transition` for a status that cannot be reached.
 */
export async function changeTask(
  tx: PropertyTransaction,
  taskId: number,
  patch: TaskPatch,
  today: PlainDate,
): Promise<Task> {
  const departure = patch.status && isOpenTask(patch.status) ? await lockDeparture(tx, taskId) : {};
  if (patch.status) await lockUnitOfTask(tx, taskId);
  const before = await lockTask(tx, taskId);
  const reopened = !isOpenTask(before.status) && isOpenTask(patch.status ?? before.status);
  const after = { ...before, ...(reopened && departure), ...patch };
  if (after.status !== before.status && !TASK_TRANSITIONS[before.status].includes(after.status)) {
    throw new Problem('invalid_transition', {
      case: 'status',
      of: 'task',
      from: before.status,
      to: after.status,
      allowed: TASK_TRANSITIONS[before.status],
    });
  }
  const [changed] = await tx.query<TaskRow>(
    `update tasks set name = $3, assignee = $4, due = $5, status = $6, room_id = $7, updated_at = $8,
       unit_id = $9, unit_name = $10
     where hotel_id = $1 and task_id = $2
     returning *`,
    [
      tx.hotelId,
      taskId,
      after.name,
      after.assignee,
      after.due,
      after.status,
      after.roomId,
      tx.now,
      after.unitId,
      after.unitName,
    ],
  );
  const task = toTask(changed!);
  recordTaskChange(tx, before, task);
  if (task.status !== before.status) await followTask(tx, before, changed!, today);
  return task;
}

/**
 * Sets the condition of the unit of a cleaning or an inspection that was done, and ends its other cleanings that are due. If a task that was done is
 * opened again, the unit becomes again what it was, unless its condition was set or another guest moved in since.
 */
async function followTask(
  tx: PropertyTransaction,
  before: Task,
  { turnover, inspection, status }: TaskRow,
  today: PlainDate,
): Promise<void> {
  const { unitId } = before;
  if (unitId === null || (!turnover && !inspection)) return;
  if (status === 'done') {
    await (turnover
      ? setCondition(tx, unitId, 'clean', 'dirty')
      : setCondition(tx, unitId, 'inspected', 'clean'));
    if (turnover) await endCleanings(tx, { unitId, today });
  } else if (before.status === 'done' && (await hasConditionOfTask(tx, { ...before, unitId }, today))) {
    await setCondition(tx, unitId, turnover ? 'dirty' : 'clean');
  }
}

/** Locks a task until the transaction ends and returns it. Throws `unknown_task`. */
export async function lockTask(tx: PropertyTransaction, taskId: number): Promise<Task> {
  const [row] = await tx.query<TaskRow>(
    `select * from tasks where hotel_id = $1 and task_id = $2 for update`,
    [tx.hotelId, taskId],
  );
  if (!row) throw new Problem('unknown_task', { taskId });
  return toTask(row);
}

/**
 * Returns the room and check-out date of a cleaning task's stay while these can still change;
 * nothing for any other task. Locks the stay before the task, in the same order as changes of the
 * stay do, so that it cannot move until the task is reopened.
 */
async function lockDeparture(
  tx: PropertyTransaction,
  taskId: number,
): Promise<Partial<Pick<Task, 'roomId' | 'due' | 'unitId' | 'unitName'>>> {
  const [stay] = await tx.query<{ room_id: number; checkout: string; unit_nights: UnitNights[] | null }>(
    `select reservation.room_id, reservation.checkout, reservation.unit_nights
     from tasks as task
     join reservations as reservation
       on reservation.hotel_id = task.hotel_id and reservation.reservation_id = task.reservation_id
     where task.hotel_id = $1 and task.task_id = $2 and task.turnover
       and reservation.status in ('confirmed', 'checked_in')
     for key share of reservation`,
    [tx.hotelId, taskId],
  );
  if (!stay) return {};
  const due = Temporal.PlainDate.from(stay.checkout);
  return { roomId: stay.room_id, due, ...lastUnit({ unitNights: stay.unit_nights, checkout: due }) };
}

export type TaskFilter = {
  taskId?: number | undefined;
  roomId?: number | undefined;
  from?: PlainDate | undefined;
  to?: PlainDate | undefined;
  status?: TaskStatus | undefined;
  /** pending or in progress */
  open?: true | undefined;
  reservationId?: number | undefined;
  /** of the bookings of this guest */
  guestId?: number | undefined;
  unitId?: number | undefined;
  /** the person's name without regard to case; '' = nobody */
  assignee?: string | undefined;
};

/** Returns one page of tasks by due date. */
export async function listTasks(
  db: Queryable,
  hotelId: number,
  filter: TaskFilter,
  page: Page,
): Promise<Task[]> {
  const { text, values } = keyset(
    'select * from tasks',
    conditionsOf(hotelId, filter),
    { columns: ['due', 'task_id'], types: ['date', 'bigint'] },
    page,
  );
  return (await db.query<TaskRow>(text, values)).map(toTask);
}

/** Counts the tasks that match the filter. */
export function countTasks(db: Queryable, hotelId: number, filter: TaskFilter): Promise<number> {
  return count(db, 'tasks', conditionsOf(hotelId, filter));
}

function conditionsOf(hotelId: number, filter: TaskFilter): Condition[] {
  return [
    ['hotel_id = ?', hotelId],
    ['task_id = ?', filter.taskId],
    ['room_id = ?', filter.roomId],
    ['due >= ?', filter.from],
    ['due <= ?', filter.to],
    ['status = ?', filter.status],
    ["(status in ('pending', 'in_progress')) = ?", filter.open],
    ['reservation_id = ?', filter.reservationId],
    ...ofBookings(hotelId, filter),
    ['unit_id = ?', filter.unitId],
    ["lower(coalesce(assignee, '')) = lower(?)", filter.assignee],
  ];
}
