// A housekeeping task and the states it passes through.
import type { PlainDate } from './night.ts';

export const TASK_STATUSES = ['pending', 'in_progress', 'done', 'cancelled'] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

export type Task = {
  taskId: number;
  hotelId: number;
  roomId: number;
  name: string;
  assignee: string | null;
  status: TaskStatus;
  due: PlainDate;
  reservationId: number | null;
  updatedAt: Temporal.Instant;
};

/** Where each status may go: any of them can be put right. What is done was not cancelled. */
export const TASK_TRANSITIONS: Record<TaskStatus, readonly TaskStatus[]> = {
  pending: ['in_progress', 'done', 'cancelled'],
  in_progress: ['pending', 'done', 'cancelled'],
  done: ['pending', 'in_progress'],
  cancelled: ['pending', 'in_progress'],
};

/** The task that every check-out makes. */
export const TURNOVER = 'Turnover cleaning';
