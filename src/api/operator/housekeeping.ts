// Writes of /api/tasks: creating, assigning and progressing tasks.
import { MAX_TASK_NAME_LENGTH, TASK_STATUSES } from '../../model/task.ts';
import type { PropertyTransaction } from '../../pms/property-transaction.ts';
import { changeTask, createTask } from '../../pms/tasks.ts';
import { findUnit } from '../../pms/units/units.ts';
import { invalidData } from '../../problems.ts';
import { TASK } from '../changed-records.ts';
import { toDate, toName } from '../input.ts';
import { writeOperation } from '../operation.ts';
import { presentTask } from '../present.ts';
import { taskSchema } from '../records.ts';
import { date, id, nullable, object, oneOf, optional, text } from '../schema.ts';

const tag = 'Tasks';
const path = '/tasks';
const assignee = optional(
  nullable(text({ description: 'staff member', minLength: 1, maxLength: 200, example: 'Marta' })),
);
const name = text({
  description: 'what is to be done',
  minLength: 1,
  maxLength: MAX_TASK_NAME_LENGTH,
  example: 'Replace the light bulb',
});

export const createTaskOperation = writeOperation({
  name: 'createTask',
  audience: ['public', 'operator'],
  scopes: ['tasks:write'],
  method: 'POST',
  path,
  tag,
  summary: 'Create a task',
  description:
    'Creates a task for a room or one of its units. The task to clean after a stay is created automatically.',
  problems: ['unknown_room', 'unknown_unit', 'unit_of_other_room'],
  body: object({
    room_id: optional(id('the room; required without `unit_id`, absent = the room of the unit', 101)),
    task_name: name,
    assignee,
    date: date('date on which it is due'),
    unit_id: optional(id('a unit of the room', 7)),
  }),
  answer: taskSchema,
  run: async (tx, _call, { body }) =>
    presentTask(
      await createTask(tx, {
        roomId: body.room_id ?? (await roomOfUnit(tx, body.unit_id)),
        ...(body.unit_id !== undefined && { unitId: body.unit_id }),
        name: toName(body.task_name, 'task_name'),
        assignee: body.assignee ?? null,
        due: toDate(body.date),
      }),
    ),
});

async function roomOfUnit(tx: PropertyTransaction, unitId: number | undefined): Promise<number> {
  if (unitId === undefined) throw invalidData({ field: 'room_id', rule: 'required' });
  return (await findUnit(tx, unitId)).roomId;
}

export const changeTaskOperation = writeOperation({
  name: 'changeTask',
  audience: ['public', 'operator'],
  scopes: ['tasks:write'],
  method: 'PATCH',
  path: `${path}/{task_id}`,
  tag,
  summary: 'Change a task',
  description:
    "Changes the assignee, name, date or status of a task. The status can change between `pending`, `in_progress` and `done` in any direction. An open task can be cancelled, and a cancelled task opened again. If you reopen the cleaning after a stay without a date, it is due on the stay's present day of departure. The cleaning of a unit makes it `clean` when it is done, an inspection `inspected`; opened again, the unit becomes what it was, unless its condition was set since or another guest moved in.",
  problems: ['unknown_task', 'invalid_transition'],
  params: object({ task_id: id('task', 1) }),
  body: object({
    task_name: optional(name),
    assignee,
    date: optional(date('date on which it is due')),
    status: optional(oneOf(TASK_STATUSES, { description: 'state of the work', example: 'in_progress' })),
  }),
  changes: { record: TASK, id: ({ params }) => params.task_id },
  answer: taskSchema,
  run: async (tx, call, { params, body }) => {
    const patch = {
      ...(body.task_name !== undefined && { name: toName(body.task_name, 'task_name') }),
      ...(body.assignee !== undefined && { assignee: body.assignee }),
      ...(body.date !== undefined && { due: toDate(body.date) }),
      ...(body.status !== undefined && { status: body.status }),
    };
    return presentTask(await changeTask(tx, params.task_id, patch, call.today));
  },
});
