// What is to be done for a stay.
import type { Static } from 'typebox';
import type { taskSchema } from '../../../src/api/records.ts';
import { dayOfDate } from '../../days.ts';
import { makeOrKeep } from '../../desk/changes.ts';
import { api, operator, rightsOf } from '../../desk/property.ts';
import { useList } from '../../desk/use-list.ts';
import { formatDay } from '../../format.ts';
import { messages } from '../../language.ts';
import { Check } from '../../parts/Field.tsx';
import { TaskPhotos } from '../../photos/TaskPhotos.tsx';
import type { DeskBooking } from '../../replica/state.ts';
import { taskName } from '../../stay/task-name.ts';
import { Section } from './Section.tsx';

type StayTask = Static<typeof taskSchema>;

export function StayTasks({ booking }: { booking: DeskBooking }) {
  const { tasks: texts } = messages().stay;
  const { sees, changes } = rightsOf('housekeeping');
  const tasks = useList<StayTask>({
    path: sees ? api('tasks') : null,
    query: { order_id: booking.order_id },
    isConcerned: ({ kind, data }) => kind.startsWith('task.') && data['order_id'] === booking.order_id,
  });
  const shown = (tasks ?? []).filter(({ status }) => status !== 'cancelled');
  if (shown.length === 0) return null;
  return (
    <Section title={texts.title}>
      {shown.map((task) => (
        <div key={task.task_id} class={task.status === 'done' ? 'task done' : 'task'}>
          <Check
            label={[taskName(task.task_name), task.unit].filter(Boolean).join(' · ')}
            checked={task.status === 'done'}
            disabled={!changes}
            onInput={() => void toggle(task)}
          />
          <span class="end t12 ink3 nowrap">
            {[task.assignee, formatDay(dayOfDate(task.date))].filter(Boolean).join(', ')}
          </span>
          <TaskPhotos task={task} />
        </div>
      ))}
    </Section>
  );
}

/** Marks a task as done, or as open again. */
function toggle(task: StayTask) {
  const { tasks } = messages().stay;
  const name = taskName(task.task_name);
  const path = operator(`tasks/${task.task_id}`);
  const isDone = task.status === 'done';
  return makeOrKeep({
    done: isDone ? tasks.reopened(name) : tasks.done(name),
    request: { method: 'PATCH', path, body: { status: isDone ? 'pending' : 'done' } },
    undo: () => ({ method: 'PATCH', path, body: { status: task.status } }),
  });
}
