// /api/tasks: housekeeping and turnover tasks.
import { TASK_STATUSES } from '../../model/task.ts';
import { countTasks, listTasks, type TaskFilter } from '../../pms/tasks.ts';
import { toDateRange } from '../input.ts';
import { listOperation } from '../operation.ts';
import { presentTask } from '../present.ts';
import { taskSchema } from '../records.ts';
import { boolean, dateRange, id, object, oneOf, optional, text } from '../schema.ts';

export const listTasksOperation = listOperation({
  name: 'listTasks',
  audience: ['public', 'operator'],
  method: 'GET',
  path: '/tasks',
  scopes: ['housekeeping'],
  tag: 'Tasks',
  summary: 'List housekeeping tasks',
  description: 'Housekeeping tasks, ordered by due date. `id` is the room, not the task.',
  problems: [],
  query: object({
    id: optional(id('only tasks of this room', 101)),
    ...dateRange('tasks due'),
    status: optional(oneOf(TASK_STATUSES, { description: 'only this status', example: 'pending' })),
    open: optional(boolean({ description: 'true = only tasks that are pending or in progress' })),
    assignee: optional(
      text({ description: 'only tasks of this person; empty = of nobody', example: 'Rui', maxLength: 200 }),
    ),
    order_id: optional(id('only tasks of this booking', 10001)),
    unit_id: optional(id('only tasks of this unit', 1)),
    task_id: optional(id('only this task', 1)),
  }),
  item: taskSchema,
  caching: 'log',
  cursor: ['date', 'id'],
  filter: (query): TaskFilter => ({
    taskId: query.task_id,
    roomId: query.id,
    status: query.status,
    open: query.open || undefined,
    assignee: query.assignee?.trim(),
    reservationId: query.order_id,
    unitId: query.unit_id,
    ...toDateRange(query),
  }),
  page: ({ db, property }, filter, page) => listTasks(db, property.hotelId, filter, page),
  count: ({ db, property }, filter) => countTasks(db, property.hotelId, filter),
  key: (task) => [task.due.toString(), task.taskId],
  present: (task) => presentTask(task),
  selectsOneRecord: (query) => query.task_id !== undefined,
});
