// A housekeeping task and its status transitions.
import type { PlainDate } from './night.ts';

export const TASK_STATUSES = ['pending', 'in_progress', 'done', 'cancelled'] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

/** Whether a task still has to be done. */
export function isOpenTask(status: TaskStatus): boolean {
  return status === 'pending' || status === 'in_progress';
}

/** Maximum length of a task's name in characters. */
export const MAX_TASK_NAME_LENGTH = 200;

/** Maximum photos of a task: more than a damage needs, so that a task stays a report and does not become an album. */
export const MAX_PHOTOS = 6;

/** A photo of a task. `addedAt`: when it was added, as the API shows moments. */
export type TaskPhoto = { photoId: number; addedAt: string };

export type Task = {
  taskId: number;
  hotelId: number;
  roomId: number;
  name: string;
  assignee: string | null;
  status: TaskStatus;
  due: PlainDate;
  reservationId: number | null;
  /** null = no certain unit of the room */
  unitId: number | null;
  /** what is written on the unit's door */
  unitName: string | null;
  updatedAt: Temporal.Instant;
  /** in the order in which they were added; their bytes are read by themselves */
  photos: readonly TaskPhoto[];
};

/**
 * The statuses that may follow each status. Any can be corrected, but a finished task cannot become a
 * cancelled one.
 */
export const TASK_TRANSITIONS: Record<TaskStatus, readonly TaskStatus[]> = {
  pending: ['in_progress', 'done', 'cancelled'],
  in_progress: ['pending', 'done', 'cancelled'],
  done: ['pending', 'in_progress'],
  cancelled: ['pending', 'in_progress'],
};

/** Name of the task that every check-out creates. */
export const TURNOVER = 'Turnover cleaning';
/** Name of the task that a cleaned unit gets in a property that inspects its units. */
export const INSPECTION = 'Inspection';
