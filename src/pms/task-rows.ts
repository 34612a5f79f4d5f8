// Rows of tasks: read, stored and recorded in the log.
import { changesOf } from '../model/event.ts';
import type { Task, TaskPhoto, TaskStatus } from '../model/task.ts';
import type { PropertyTransaction } from './property-transaction.ts';

type NewTask = Omit<Task, 'taskId' | 'hotelId' | 'status' | 'updatedAt' | 'photos'> & {
  /** the cleaning after a stay */
  turnover: boolean;
  /** the inspection of a cleaned unit */
  inspection: boolean;
};

/** Stores a new task, which is pending. */
export async function insertTask(tx: PropertyTransaction, task: NewTask): Promise<Task> {
  const [row] = await tx.query<TaskRow>(
    `insert into tasks
       (hotel_id, room_id, name, assignee, status, due, reservation_id, turnover, created_at, updated_at, unit_id, unit_name, inspection)
     values ($1, $2, $3, $4, 'pending', $5, $6, $7, $8, $8, $9, $10, $11)
     returning *`,
    [
      tx.hotelId,
      task.roomId,
      task.name,
      task.assignee,
      task.due,
      task.reservationId,
      task.turnover,
      tx.now,
      task.unitId,
      task.unitName,
      task.inspection,
    ],
  );
  const created = toTask(row!);
  tx.record('task.created', `task/${created.taskId}`, created);
  return created;
}

/** Records the change of a task in the log. */
export function recordTaskChange(tx: PropertyTransaction, before: Task, after: Task): void {
  tx.record('task.changed', `task/${after.taskId}`, { ...after, ...changesOf(before, after) });
}

export type TaskRow = {
  task_id: number;
  hotel_id: number;
  room_id: number;
  name: string;
  assignee: string | null;
  status: TaskStatus;
  due: string;
  reservation_id: number | null;
  unit_id: number | null;
  unit_name: string | null;
  turnover: boolean;
  inspection: boolean;
  updated_at: Temporal.Instant;
  photos: readonly TaskPhoto[];
};

export function toTask(row: TaskRow): Task {
  return {
    taskId: row.task_id,
    hotelId: row.hotel_id,
    roomId: row.room_id,
    name: row.name,
    assignee: row.assignee,
    status: row.status,
    due: Temporal.PlainDate.from(row.due),
    reservationId: row.reservation_id,
    unitId: row.unit_id,
    unitName: row.unit_name,
    updatedAt: row.updated_at,
    photos: row.photos,
  };
}
