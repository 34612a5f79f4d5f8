// Beside the board: tasks that people added, and the closures of units.
import { useSignal } from '@preact/signals';
import { dateOfDayNumber, dayOfDate } from '../../days.ts';
import { endClosure } from '../../desk/unit-changes.ts';
import { formatDay } from '../../format.ts';
import { messages } from '../../language.ts';
import { Button, IconButton } from '../../parts/Button.tsx';
import { Field, Select } from '../../parts/Field.tsx';
import { State } from '../../parts/Mark.tsx';
import { TaskPhotos } from '../../photos/TaskPhotos.tsx';
import type { DeskClosure, DeskTask, ReplicaState } from '../../replica/state.ts';
import { taskName } from '../../stay/task-name.ts';
import { addTask, endTask } from './actions.ts';
import { assigneesOf, closuresToCome, otherTasks } from './work.ts';

type TasksProps = { state: ReplicaState; canChange: boolean };

export function Tasks({ state, canChange }: TasksProps) {
  const texts = messages().housekeeping;
  const tasks = otherTasks(state);
  const closures = closuresToCome(state);
  const isAdding = useSignal(false);
  return (
    <aside class="hk-side">
      <header class="row">
        <h2>{texts.tasks}</h2>
        {canChange && !isAdding.value && (
          <span class="end">
            <IconButton
              small
              icon="plus"
              label={texts.newTask}
              onClick={() => {
                isAdding.value = true;
              }}
            />
          </span>
        )}
      </header>
      {isAdding.value && (
        <NewTaskForm
          state={state}
          onClose={() => {
            isAdding.value = false;
          }}
        />
      )}
      {tasks.length === 0 && <p class="ink3">{texts.noTasks}</p>}
      <ul>
        {tasks.map((task) => (
          <TaskRow key={task.task_id} task={task} state={state} canChange={canChange} />
        ))}
      </ul>
      <h2 class="hk-second">{texts.closures}</h2>
      {closures.length === 0 && <p class="ink3">{texts.noClosures}</p>}
      <ul>
        {closures.map((closure) => (
          <ClosureRow key={closure.closure_id} closure={closure} today={state.today} canChange={canChange} />
        ))}
      </ul>
    </aside>
  );
}

function TaskRow({ task, state, canChange }: { task: DeskTask } & TasksProps) {
  const texts = messages().housekeeping;
  const day = dayOfDate(task.date);
  const place = task.unit ?? state.rooms.get(task.room_id)?.name;
  return (
    <li class="hk-line">
      <span class="hk-about">
        <span>{taskName(task.task_name)}</span>
        <span class="row t12 ink3">
          {[place, task.assignee].filter(Boolean).join(' · ')}
          {day < state.today ? (
            <State icon="clock" urgency="warn">
              {texts.overdue(formatDay(day, 'tiny'))}
            </State>
          ) : (
            <span>{formatDay(day, 'tiny')}</span>
          )}
        </span>
        <TaskPhotos task={task} />
      </span>
      {canChange && (
        <>
          <IconButton
            small
            icon="check"
            label={texts.finish(taskName(task.task_name))}
            onClick={() => endTask(task, 'done')}
          />
          <IconButton
            small
            icon="x"
            label={`${texts.cancelTask}: ${taskName(task.task_name)}`}
            onClick={() => endTask(task, 'cancelled')}
          />
        </>
      )}
    </li>
  );
}

type ClosureRowProps = { closure: DeskClosure; today: number; canChange: boolean };

function ClosureRow({ closure, today, canChange }: ClosureRowProps) {
  const texts = messages().housekeeping;
  const [first, last] = [closure.fromdate, closure.todate].map((date) => formatDay(dayOfDate(date)));
  return (
    <li class="hk-line">
      <span class="hk-about">
        <span>
          <b class="m">{closure.unit}</b> {closure.reason}
        </span>
        <span class="t12 ink3">
          {texts.nights(first!, last!)}
          <br />
          {closure.kind === 'out_of_order' ? texts.outOfOrder : texts.outOfService}
        </span>
      </span>
      {canChange && (
        <Button small kind="quiet" onClick={() => endClosure(closure, today, texts.ended(closure.unit))}>
          {texts.endClosure}
        </Button>
      )}
    </li>
  );
}

function NewTaskForm({ state, onClose }: { state: ReplicaState; onClose: () => void }) {
  const texts = messages().housekeeping;
  const units = [...state.units.values()];
  const name = useSignal('');
  const chosenUnit = useSignal('');
  const chosenDate = useSignal<string | null>(null);
  const assignee = useSignal('');
  const storeIn = (field: { value: string | null }) => (event: { currentTarget: { value: string } }) => {
    field.value = event.currentTarget.value;
  };
  const unit = units.find(({ unit_id: id }) => String(id) === chosenUnit.value) ?? units[0];
  const date = chosenDate.value ?? dateOfDayNumber(state.today);
  const isComplete = name.value.trim() !== '' && date !== '' && unit !== undefined;
  const add = async (event: Event) => {
    event.preventDefault();
    if (!unit) return;
    const added = await addTask({
      name: name.value.trim(),
      unitId: unit.unit_id,
      day: dayOfDate(date),
      assignee: assignee.value.trim() || null,
    });
    if (added) onClose();
  };
  const people = assigneesOf(state);
  return (
    <form class="hk-form" onSubmit={add}>
      <Field
        label={texts.newTask}
        placeholder={texts.newTaskHint}
        value={name.value}
        onInput={storeIn(name)}
      />
      <div class="hk-two">
        <Select
          label={texts.where}
          value={String(unit?.unit_id ?? '')}
          options={units.map((one) => ({ value: String(one.unit_id), label: one.name }))}
          onChange={storeIn(chosenUnit)}
        />
        <Field type="date" label={texts.due} value={date} onInput={storeIn(chosenDate)} />
      </div>
      <Field label={texts.who} value={assignee.value} suggestions={people} onInput={storeIn(assignee)} />
      <div class="row">
        <Button small type="submit" disabled={!isComplete}>
          {texts.add}
        </Button>
        <Button small kind="quiet" onClick={onClose}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  );
}
