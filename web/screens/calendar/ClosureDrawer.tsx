// A closed room: why, until when, who attends to it; and open again.
import { useSignal } from '@preact/signals';
import { isOpenTask } from '../../../src/model/task.ts';
import { dateOfDayNumber, dayOfDate } from '../../days.ts';
import { useFormEdits } from '../../desk/form-edits.ts';
import { rightsOf } from '../../desk/property.ts';
import { errorOf, generalOf } from '../../desk/refused-fields.ts';
import type { DeskProblem } from '../../desk/server.ts';
import { changeClosure, endClosure } from '../../desk/unit-changes.ts';
import { formatDay, formatDays } from '../../format.ts';
import { messages } from '../../language.ts';
import { BothOf } from '../../parts/BothValues.tsx';
import { Button } from '../../parts/Button.tsx';
import { Drawer } from '../../parts/Drawer.tsx';
import { DateField, Field, Select } from '../../parts/Field.tsx';
import { FormError } from '../../parts/FormError.tsx';
import { TaskPhotos } from '../../photos/TaskPhotos.tsx';
import type { DeskClosure, DeskTask, ReplicaState } from '../../replica/state.ts';

type ClosureValues = Pick<DeskClosure, 'fromdate' | 'todate' | 'kind' | 'reason' | 'responsible'>;
type ClosureDrawerProps = { closureId: number; state: ReplicaState; onClose: () => void };

export function ClosureDrawer({ closureId, state, onClose }: ClosureDrawerProps) {
  const closure = state.closures.get(closureId);
  const { menu } = messages().calendar;
  if (!closure) return null;
  const [from, until] = [dayOfDate(closure.fromdate), dayOfDate(closure.todate) + 1];
  return (
    <Drawer title={menu.closed(closure.unit)} onClose={onClose}>
      <p class="ink2">{formatDays(from, until)}</p>
      {rightsOf('housekeeping').changes ? (
        <ClosureForm closure={closure} state={state} onClose={onClose} />
      ) : (
        <p>{closure.reason}</p>
      )}
      {photographed(state, closure).map((task) => (
        <TaskPhotos key={task.task_id} task={task} />
      ))}
    </Drawer>
  );
}

/** Returns the open tasks with photos of a closed unit: first that of the problem for which it was closed. */
function photographed({ tasks }: ReplicaState, { unit_id: unit, reason }: DeskClosure): DeskTask[] {
  return [...tasks.values()]
    .filter((task) => task.unit_id === unit && isOpenTask(task.status) && task.photos.length > 0)
    .toSorted((a, b) => Number(b.task_name === reason) - Number(a.task_name === reason));
}

function ClosureForm({
  closure,
  state,
  onClose,
}: Omit<ClosureDrawerProps, 'closureId'> & { closure: DeskClosure }) {
  const { menu } = messages().calendar;
  const texts = messages().stay;
  const { fromdate, todate, kind, reason, responsible } = closure;
  const edits = useFormEdits<ClosureValues>({ fromdate, todate, kind, reason, responsible });
  const problem = useSignal<DeskProblem | null>(null);
  const busy = useSignal(false);
  const forget = () => {
    problem.value = null;
  };
  const submit = async (event: Event) => {
    event.preventDefault();
    if (busy.value || edits.conflicts.length > 0) return;
    busy.value = true;
    const { reason, responsible, ...others } = edits.values;
    const values = { ...others, reason: textOf(reason), responsible: textOf(responsible) };
    const done = menu.isChanged(closure.unit);
    const isDone = await changeClosure(closure, values, done, (refusal) => {
      problem.value = refusal;
    });
    busy.value = false;
    if (isDone) onClose();
  };
  const reopen = () => {
    endClosure(closure, state.today, menu.isOpen(closure.unit));
    onClose();
  };
  const general = generalOf(problem.value, ['fromdate', 'todate', 'reason', 'responsible']);
  return (
    <form class="closure-form" onSubmit={(event) => void submit(event)}>
      <ClosureFields
        closure={closure}
        edits={edits}
        onChange={forget}
        problem={problem.value}
        today={state.today}
      />
      <FormError text={general} />
      <div class="row">
        <Button type="submit" kind="primary" disabled={busy.value || edits.conflicts.length > 0}>
          {texts.move.change}
        </Button>
        <Button onClick={reopen}>{menu.reopen}</Button>
        <Button kind="quiet" onClick={onClose}>
          {texts.notNow}
        </Button>
      </div>
    </form>
  );
}

type FieldsProps = {
  closure: DeskClosure;
  edits: ReturnType<typeof useFormEdits<ClosureValues>>;
  onChange: () => void;
  problem: DeskProblem | null;
  today: number;
};

function ClosureFields({ closure, edits, onChange, problem, today }: FieldsProps) {
  const { menu } = messages().calendar;
  const { housekeeping } = messages();
  const { values: wanted } = edits;
  const set = (part: Partial<ClosureValues>) => {
    edits.set(part);
    onChange();
  };
  const both = (name: keyof ClosureValues) => (
    <BothOf name={name} now={closure as ClosureValues} edits={edits} shownAs={(one) => shownAs(one, name)} />
  );
  return (
    <>
      <Field
        label={menu.reason}
        takesFocus
        maxLength={500}
        value={wanted.reason ?? ''}
        {...errorOf(problem, 'reason')}
        onInput={({ currentTarget }) => set({ reason: currentTarget.value })}
      />
      {both('reason')}
      <ClosureNights closure={closure} wanted={wanted} set={set} problem={problem} today={today} />
      {both('fromdate')}
      {both('todate')}
      <Select
        label={menu.kind}
        value={wanted.kind}
        options={[
          { value: 'out_of_order', label: housekeeping.outOfOrder },
          { value: 'out_of_service', label: housekeeping.outOfService },
        ]}
        onChange={({ currentTarget }) => set({ kind: currentTarget.value as DeskClosure['kind'] })}
      />
      {both('kind')}
      <Field
        label={menu.responsible}
        maxLength={200}
        value={wanted.responsible ?? ''}
        {...errorOf(problem, 'responsible')}
        onInput={({ currentTarget }) => set({ responsible: currentTarget.value })}
      />
      {both('responsible')}
    </>
  );
}

type NightsProps = Pick<FieldsProps, 'closure' | 'problem' | 'today'> & {
  wanted: ClosureValues;
  set: (part: Partial<ClosureValues>) => void;
};

/** The first and the last night; of a closure that has begun the first one stays. */
function ClosureNights({ closure, wanted, set, problem, today }: NightsProps) {
  const { calendar, stay } = messages();
  const isBegun = dayOfDate(closure.fromdate) < today;
  return (
    <div class="pair">
      <DateField
        label={calendar.menu.firstNight}
        value={wanted.fromdate}
        min={isBegun ? closure.fromdate : dateOfDayNumber(today)}
        tooEarly={stay.newStay.notBeforeToday}
        disabled={isBegun}
        {...errorOf(problem, 'fromdate')}
        onChoose={(fromdate) => set({ fromdate })}
      />
      <DateField
        label={calendar.menu.lastNight}
        value={wanted.todate}
        min={wanted.fromdate}
        tooEarly={calendar.menu.notBeforeFirst}
        {...errorOf(problem, 'todate')}
        onChoose={(todate) => set({ todate })}
      />
    </div>
  );
}

/** Returns a member of a closure as people read it. */
function shownAs(values: ClosureValues, name: keyof ClosureValues): string {
  const { outOfOrder, outOfService } = messages().housekeeping;
  if (name === 'kind') return { out_of_order: outOfOrder, out_of_service: outOfService }[values.kind];
  if (name === 'reason' || name === 'responsible') return values[name] ?? '';
  return formatDay(dayOfDate(values[name]));
}

function textOf(text: string | null): string | null {
  return text?.trim() || null;
}
