// Housekeeping tasks: created, moved and cancelled by bookings; assigned and progressed by people.
import type { Queryable } from '../db/database.ts';
import { changesOf } from '../model/event.ts';
import type { PlainDate } from '../model/night.ts';
import { TASK_TRANSITIONS, type Task, type TaskStatus, TURNOVER } from '../model/task.ts';
import { Problem } from '../problems.ts';
import { type Condition, count, keyset, type Page } from './page.ts';
import type { PropertyTransaction } from './property-transaction.ts';
import { requireRoom } from './rooms.ts';

/** The stay that a turnover task belongs to. */
type Stay = { reservationId: number; roomId: number; checkout: PlainDate };

/** Creates the cleaning task for a stay's check-out date. */
export async function planTurnover(tx: PropertyTransaction, stay: Stay): Promise<Task> {
  return insertTask(tx, {
    roomId: stay.roomId,
    name: TURNOVER,
    assignee: null,
    due: stay.checkout,
    reservationId: stay.reservationId,
    turnover: true,
  });
}

/**
 * Moves the open cleaning task of a stay to its new check-out date and room. Finished tasks stay as they are.
 */
export async function moveTurnover(tx: PropertyTransaction, stay: Stay): Promise<void> {
  const rows = await tx.query<TaskRow & { due_before: string; room_before: number }>(
    `update tasks as task set due = $3, room_id = $4, updated_at = $5
     from tasks as old
     where task.hotel_id = $1 and task.reservation_id = $2 and task.turnover and task.status in ('pending', 'in_progress')
       and (task.due, task.room_id) is distinct from ($3::date, $4::bigint)
       and old.hotel_id = $1 and old.task_id = task.task_id
     returning task.*, old.due as due_before, old.room_id as room_before`,
    [tx.hotelId, stay.reservationId, stay.checkout, stay.roomId, tx.now],
  );
  for (const row of rows) {
    const task = toTask(row);
    recordTaskChange(tx, toTask({ ...row, due: row.due_before, room_id: row.room_before }), task);
  }
}

/** Cancels the open cleaning task of a stay that will not happen. */
export async function cancelTurnover(tx: PropertyTransaction, reservationId: number): Promise<void> {
  const rows = await tx.query<TaskRow & { status_before: TaskStatus }>(
    `update tasks as task set status = 'cancelled', updated_at = $3
     from tasks as old
     where task.hotel_id = $1 and task.reservation_id = $2 and task.turnover and task.status in ('pending', 'in_progress')
       and old.hotel_id = $1 and old.task_id = task.task_id
     returning task.*, old.status as status_before`,
    [tx.hotelId, reservationId, tx.now],
  );
  for (const row of rows) recordTaskChange(tx, toTask({ ...row, status: row.status_before }), toTask(row));
}

/** Creates a task for a room. Throws `unknown_room`. */
export async function createTask(
  tx: PropertyTransaction,
  task: { roomId: number; name: string; assignee: string | null; due: PlainDate },
): Promise<Task> {
  await requireRoom(tx, tx.hotelId, task.roomId);
  return insertTask(tx, { ...task, reservationId: null, turnover: false });
}

export type TaskPatch = { name?: string; assignee?: string | null; due?: PlainDate; status?: TaskStatus };

/**
 * Renames, assigns, moves or progresses a task. A cleaning task that is reopened gets the present check-out
 * date and room of its stay, unless the patch sets them: while it was closed it was not moved with the stay.
 * Throws `unknown_task`, and `invalid_transition` for a status that cannot be reached.
 */
export async function changeTask(tx: PropertyTransaction, taskId: number, patch: TaskPatch): Promise<Task> {
  const departure = patch.status && isOpen(patch.status) ? await lockDeparture(tx, taskId) : {};
  const [row] = await tx.query<TaskRow>(
    `select * from tasks where hotel_id = $1 and task_id = $2 for update`,
    [tx.hotelId, taskId],
  );
  if (!row) throw new Problem('unknown_task', { taskId });
  const before = toTask(row);
  const reopened = !isOpen(before.status) && isOpen(patch.status ?? before.status);
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
    `update tasks set name = $3, assignee = $4, due = $5, status = $6, room_id = $7, updated_at = $8
     where hotel_id = $1 and task_id = $2
     returning *`,
    [tx.hotelId, taskId, after.name, after.assignee, after.due, after.status, after.roomId, tx.now],
  );
  const task = toTask(changed!);
  recordTaskChange(tx, before, task);
  return task;
}

function isOpen(status: TaskStatus): boolean {
  return status === 'pending' || status === 'in_progress';
}

/**
 * Returns the room and check-out date of a cleaning task's stay while these can still change;
 * nothing for any other task. Locks the stay before the task, in the same order as changes of the
 * stay do, so that it cannot move until the task is reopened.
 */
async function lockDeparture(
  tx: PropertyTransaction,
  taskId: number,
): Promise<Partial<Pick<Task, 'roomId' | 'due'>>> {
  const [stay] = await tx.query<{ room_id: number; checkout: string }>(
    `select reservation.room_id, reservation.checkout
     from tasks as task
     join reservations as reservation
       on reservation.hotel_id = task.hotel_id and reservation.reservation_id = task.reservation_id
     where task.hotel_id = $1 and task.task_id = $2 and task.turnover
       and reservation.status in ('confirmed', 'checked_in')
     for key share of reservation`,
    [tx.hotelId, taskId],
  );
  return stay ? { roomId: stay.room_id, due: Temporal.PlainDate.from(stay.checkout) } : {};
}

export type TaskFilter = {
  roomId?: number | undefined;
  from?: PlainDate | undefined;
  to?: PlainDate | undefined;
  status?: TaskStatus | undefined;
  /** pending or in progress */
  open?: true | undefined;
  reservationId?: number | undefined;
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
    ['room_id = ?', filter.roomId],
    ['due >= ?', filter.from],
    ['due <= ?', filter.to],
    ['status = ?', filter.status],
    ["(status in ('pending', 'in_progress')) = ?", filter.open],
    ['reservation_id = ?', filter.reservationId],
  ];
}

type NewTask = Pick<Task, 'roomId' | 'name' | 'assignee' | 'due' | 'reservationId'> & { turnover: boolean };

async function insertTask(tx: PropertyTransaction, task: NewTask): Promise<Task> {
  const [row] = await tx.query<TaskRow>(
    `insert into tasks (hotel_id, room_id, name, assignee, status, due, reservation_id, turnover, created_at, updated_at)
     values ($1, $2, $3, $4, 'pending', $5, $6, $7, $8, $8)
     returning *`,
    [tx.hotelId, task.roomId, task.name, task.assignee, task.due, task.reservationId, task.turnover, tx.now],
  );
  const created = toTask(row!);
  tx.record('task.created', `task/${created.taskId}`, created);
  return created;
}

function recordTaskChange(tx: PropertyTransaction, before: Task, after: Task): void {
  tx.record('task.changed', `task/${after.taskId}`, { ...after, ...changesOf(before, after) });
}

type TaskRow = {
  task_id: number;
  hotel_id: number;
  room_id: number;
  name: string;
  assignee: string | null;
  status: TaskStatus;
  due: string;
  reservation_id: number | null;
  updated_at: Temporal.Instant;
};

function toTask(row: TaskRow): Task {
  return {
    taskId: row.task_id,
    hotelId: row.hotel_id,
    roomId: row.room_id,
    name: row.name,
    assignee: row.assignee,
    status: row.status,
    due: Temporal.PlainDate.from(row.due),
    reservationId: row.reservation_id,
    updatedAt: row.updated_at,
  };
}
