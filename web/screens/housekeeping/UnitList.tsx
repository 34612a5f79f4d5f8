// Housekeeping on a phone: the rooms in the order of need, and the chosen one within the thumb's reach.
import { useSignal } from '@preact/signals';
import { formatTime } from '../../format.ts';
import { messages } from '../../language.ts';
import { Button, classesOf, IconButton } from '../../parts/Button.tsx';
import { Icon, type IconName } from '../../parts/Icon.tsx';
import { State } from '../../parts/Mark.tsx';
import { TaskPhotos } from '../../photos/TaskPhotos.tsx';
import type { ReplicaState } from '../../replica/state.ts';
import { daysOfStay } from '../../replica/stays.ts';
import { taskName } from '../../stay/task-name.ts';
import { setCondition } from './actions.ts';
import { kindOfWork, nextText } from './texts.ts';
import { doneToday, type HousekeepingProps, isCleaning, type UnitWork } from './work.ts';

export function UnitList({ state, work, canChange, onProblem }: HousekeepingProps) {
  const texts = messages().housekeeping;
  const chosen = useSignal<number | null>(null);
  const later = useSignal<readonly number[]>([]);
  const toDo = inOrder(work, later.value);
  const current = toDo.find(({ unit }) => unit.unit_id === chosen.value) ?? toDo[0];
  const done = doneToday(work, state);
  const choose = (unitId: number | null) => {
    chosen.value = unitId;
  };
  return (
    <main id="content" class="rounds">
      <div class="rounds-list">
        {toDo.length > 1 && <h2 class="label">{texts.next}</h2>}
        {toDo
          .filter((one) => one !== current)
          .map((one) => (
            <ListRow key={one.unit.unit_id} work={one} onChoose={() => choose(one.unit.unit_id)} />
          ))}
        {toDo.length === 0 && (
          <p class="rounds-ready">
            <Icon name="check" />
            {texts.allReady}
          </p>
        )}
        {done.length > 0 && <h2 class="label">{texts.done}</h2>}
        {done.map((one) => (
          <DoneRow key={one.unit.unit_id} work={one} state={state} canChange={canChange} />
        ))}
      </div>
      {current && (
        <section class="rounds-card" aria-label={current.unit.name}>
          <CardHead work={current} />
          <Facts work={current} state={state} />
          {canChange && (
            <CardActions
              work={current}
              onDone={() => choose(null)}
              onProblem={() => onProblem(current)}
              onLater={() => {
                later.value = [
                  ...later.value.filter((id) => id !== current.unit.unit_id),
                  current.unit.unit_id,
                ];
                choose(null);
              }}
            />
          )}
        </section>
      )}
    </main>
  );
}

/** Returns what is to be done, with the rooms at the end that the person put off. */
function inOrder(work: readonly UnitWork[], later: readonly number[]): UnitWork[] {
  const place = ({ unit }: UnitWork) => later.indexOf(unit.unit_id);
  return work.filter(({ step }) => step !== 'ready').toSorted((a, b) => place(a) - place(b));
}

/** Longer names of units are written smaller: “Garden” beside “101”. */
const SHORT_NAME = 4;

function ListRow({ work, onChoose }: { work: UnitWork; onChoose: () => void }) {
  const { unit, arrivesAt } = work;
  const texts = messages().housekeeping;
  return (
    <button type="button" class="round" onClick={onChoose}>
      <span class={classesOf('round-unit', unit.name.length > SHORT_NAME && 'long')}>{unit.name}</span>
      <span class="round-text">
        <span class="m cut">{kindOfWork(work)}</span>
        <span class="t12 ink3 cut">{arrivesAt ? work.room : nextText(work)}</span>
      </span>
      <span class="round-state">
        {arrivesAt && <Arrival hour={arrivesAt} />}
        <span class="t12 ink3">{presence(work, texts)}</span>
      </span>
    </button>
  );
}

function presence({ guest, closure }: UnitWork, texts: ReturnType<typeof messages>['housekeeping']): string {
  if (closure?.kind === 'out_of_order') return texts.closed;
  if (guest === 'leaves') return texts.stillIn;
  return guest === 'stays' ? '' : texts.empty;
}

/** When guests are expected today. */
export function Arrival({ hour }: { hour: string }) {
  return (
    <State icon="clock" urgency="warn">
      {messages().housekeeping.guestsAt(hour)}
    </State>
  );
}

function CardHead({ work }: { work: UnitWork }) {
  const { unit, arrivesAt } = work;
  return (
    <header class="row">
      <h2 class="rounds-name">{unit.name}</h2>
      <span class="t16 cut">{kindOfWork(work)}</span>
      <span class="end">
        {arrivesAt ? <Arrival hour={arrivesAt} /> : <span class="t12 ink3">{nextText(work)}</span>}
      </span>
    </header>
  );
}

/** What else matters: who is still in it, who comes, what they asked for, other tasks. */
function Facts({ work, state }: { work: UnitWork; state: ReplicaState }) {
  const texts = messages().housekeeping;
  const { guest, expected, arrivesAt, tasks, closure, room } = work;
  const facts: { icon: IconName; text: string }[] = [{ icon: 'bed', text: room }];
  if (guest === 'leaves') facts.push({ icon: 'out', text: texts.stillIn });
  if (expected?.guests && arrivesAt) {
    const { from, until } = daysOfStay(expected, state);
    facts.push({ icon: 'user', text: texts.party(expected.guests, until - from) });
  }
  if (expected?.notes && arrivesAt) facts.push({ icon: 'note', text: expected.notes });
  const others = tasks.filter((one) => !isCleaning(one));
  for (const task of others) facts.push({ icon: 'wrench', text: taskName(task.task_name) });
  // A problem that closes the room and has photos is a task as well: it is said once.
  const isSaid = others.some((task) => task.task_name === closure?.reason);
  if (closure) facts.push({ icon: 'ban', text: isSaid ? texts.closed : (closure.reason ?? texts.closed) });
  return (
    <>
      <ul class="rounds-facts">
        {facts.map(({ icon, text }) => (
          <li key={text}>
            <Icon name={icon} />
            <span>{text}</span>
          </li>
        ))}
      </ul>
      {others.map((task) => (
        <TaskPhotos key={task.task_id} task={task} />
      ))}
    </>
  );
}

type CardActionsProps = { work: UnitWork; onDone: () => void; onProblem: () => void; onLater: () => void };

function CardActions({ work, onDone, onProblem, onLater }: CardActionsProps) {
  const { unit, step } = work;
  const texts = messages().housekeeping;
  const inspects = step === 'inspect';
  const finish = () => {
    onDone();
    void setCondition(work, inspects ? 'inspected' : 'clean');
  };
  return (
    <div class="rounds-actions">
      <Button kind="primary" icon="check" onClick={finish}>
        {(inspects ? texts.isInspected : texts.isClean)(unit.name)}
      </Button>
      <Button icon="warn" onClick={onProblem}>
        {texts.problem}
      </Button>
      {inspects ? (
        <Button icon="broom" onClick={() => void setCondition(work, 'dirty')}>
          {texts.notClean}
        </Button>
      ) : (
        <Button icon="clock" onClick={onLater}>
          {texts.later}
        </Button>
      )}
    </div>
  );
}

type DoneRowProps = { work: UnitWork; state: ReplicaState; canChange: boolean };

function DoneRow({ work, state, canChange }: DoneRowProps) {
  const { unit, guest } = work;
  const { undo, housekeeping: texts } = messages();
  const condition = unit.condition === 'inspected' ? texts.inspected : texts.clean;
  const presence = guest === null ? [] : [guest === 'leaves' ? texts.stillIn : texts.occupied];
  // Where rooms are inspected, one that is not any more is still clean.
  const isClean = unit.condition === 'inspected' && state.property.settings.inspects_units;
  const before = isClean ? 'clean' : 'dirty';
  const at = formatTime(unit.condition_at, state.property.timezone);
  return (
    <div class="round done">
      <span class="round-unit">{unit.name}</span>
      <span class="round-text ink3">{[condition, ...presence].join(' · ')}</span>
      <span class="round-state row">
        <State icon="check">{at}</State>
        {canChange && (
          <IconButton
            icon="undo"
            label={`${undo}: ${unit.name}`}
            onClick={() => void setCondition(work, before)}
          />
        )}
      </span>
    </div>
  );
}
