// Housekeeping on a desk: units in columns by state or by person, with the tasks and closures beside them.
import { useSignal } from '@preact/signals';
import { formatTime } from '../../format.ts';
import { shownKeys, useShortcuts } from '../../keys.ts';
import { messages } from '../../language.ts';
import { Button, classesOf } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { State } from '../../parts/Mark.tsx';
import { Menu, type MenuItem } from '../../parts/Menu.tsx';
import { Choice } from '../../parts/Tabs.tsx';
import type { DeskTask } from '../../replica/state.ts';
import { openStay } from '../../shell/open-stay.ts';
import { assign, setBegun, setCondition } from './actions.ts';
import { Tasks } from './Tasks.tsx';
import { kindOfWork, nextText } from './texts.ts';
import { Arrival } from './UnitList.tsx';
import { assigneesOf, type HousekeepingProps, type UnitWork } from './work.ts';

type Column = { id: string; title: string; work: readonly UnitWork[] };

export function Board({ state, work, canChange, onProblem }: HousekeepingProps) {
  const texts = messages().housekeeping;
  const view = useSignal<'state' | 'person'>('state');
  const selected = useSignal<number | null>(null);
  const columns =
    view.value === 'state'
      ? columnsByState(work, state.property.settings.inspects_units)
      : columnsByPerson(work);
  const order = columns.flatMap((column) => column.work).filter(({ step }) => step !== 'ready');
  const current = order.find(({ unit }) => unit.unit_id === selected.value) ?? order[0];
  const finish = (one: UnitWork) => void setCondition(one, one.step === 'inspect' ? 'inspected' : 'clean');
  const select = (one: UnitWork) => {
    selected.value = one.unit.unit_id;
  };
  useBoardKeys({ order, current, select, finish, canChange });
  const people = assigneesOf(state);
  return (
    <main id="content" class="hk">
      <section class="hk-board" aria-label={messages().screens.housekeeping}>
        <Choice
          label={texts.view}
          selected={view.value}
          onSelect={(id) => {
            view.value = id;
          }}
          choices={[
            { id: 'state', label: texts.byState },
            { id: 'person', label: texts.byPerson },
          ]}
        />
        <div class="hk-columns">
          {columns.map((column) => (
            <section key={column.id} aria-label={column.title}>
              <h2>
                {column.title} <span class="ink3">{column.work.length}</span>
              </h2>
              {column.work.length === 0 && <p class="ink3 hk-none">{texts.emptyColumn}</p>}
              <ul>
                {column.work.map((one) => (
                  <UnitRow
                    key={one.unit.unit_id}
                    work={one}
                    timezone={state.property.timezone}
                    isCurrent={one === current}
                    canChange={canChange}
                    onFinish={() => finish(one)}
                    items={menuOf(one, { people, onProblem: () => onProblem(one) })}
                  />
                ))}
              </ul>
            </section>
          ))}
        </div>
      </section>
      <Tasks state={state} canChange={canChange} />
    </main>
  );
}

type BoardKeys = {
  order: readonly UnitWork[];
  current: UnitWork | undefined;
  select: (work: UnitWork) => void;
  finish: (work: UnitWork) => void;
  canChange: boolean;
};

function useBoardKeys({ order, current, select, finish, canChange }: BoardKeys): void {
  const { keys } = messages().housekeeping;
  const move = (by: number) => {
    const next = order[order.indexOf(current!) + by];
    if (next) select(next);
  };
  useShortcuts([
    { keys: 'j', label: keys.next, run: () => move(1), disabled: !current },
    { keys: 'k', label: keys.before, run: () => move(-1), disabled: !current },
    { keys: 'Enter', label: keys.finish, run: () => finish(current!), disabled: !current || !canChange },
  ]);
}

function columnsByState(work: readonly UnitWork[], inspects: boolean): Column[] {
  const { states } = messages().housekeeping;
  const of = (step: UnitWork['step']) => work.filter((one) => one.step === step);
  const toClean = of('clean');
  const begun = toClean.filter(isBegun);
  return [
    { id: 'clean', title: states.clean, work: toClean.filter((one) => !isBegun(one)) },
    { id: 'cleaning', title: states.cleaning, work: begun },
    ...(inspects ? [{ id: 'inspect', title: states.inspect, work: of('inspect') }] : []),
    { id: 'ready', title: states.ready, work: of('ready') },
  ];
}

function columnsByPerson(work: readonly UnitWork[]): Column[] {
  const unready = work.filter(({ step }) => step !== 'ready');
  const names = new Set(unready.flatMap((one) => one.cleaning?.assignee ?? []));
  const of = (name: string | null) => unready.filter((one) => (one.cleaning?.assignee ?? null) === name);
  return [
    { id: '', title: messages().housekeeping.nobody, work: of(null) },
    ...[...names].toSorted().map((name) => ({ id: name, title: name, work: of(name) })),
  ];
}

function isBegun(work: UnitWork): boolean {
  return work.cleaning?.status === 'in_progress';
}

type UnitRowProps = {
  work: UnitWork;
  timezone: string;
  isCurrent: boolean;
  canChange: boolean;
  onFinish: () => void;
  items: readonly MenuItem[];
};

function UnitRow({ work, timezone, isCurrent, canChange, onFinish, items }: UnitRowProps) {
  const { unit, step, room } = work;
  const texts = messages().housekeeping;
  const isReady = step === 'ready';
  return (
    <li class={classesOf('hk-unit', isCurrent && 'current', isReady && 'ready')} aria-current={isCurrent}>
      <span class="hk-name">{unit.name}</span>
      {isReady ? (
        <span class="grow cut ink3">{room}</span>
      ) : (
        <span class="hk-about">
          <span>{aboutOf(work)}</span>
          <Next work={work} />
        </span>
      )}
      {isReady && <Ready work={work} timezone={timezone} />}
      {canChange && !isReady && (
        <Button
          small
          kind={isCurrent ? 'primary' : 'next'}
          onClick={onFinish}
          {...(isCurrent && { keys: shownKeys('Enter') })}
        >
          {step === 'inspect' ? texts.inspected : texts.clean}
        </Button>
      )}
      {canChange && (
        <Menu
          class="btn quiet icon s"
          label={texts.more(unit.name)}
          button={<Icon name="more" />}
          items={items}
        />
      )}
    </li>
  );
}

/** Returns what is to be done, or that somebody who leaves is still in the unit; and who does it. */
function aboutOf(work: UnitWork): string {
  const { stillIn } = messages().housekeeping;
  const assignee = work.cleaning?.assignee;
  return [work.guest === 'leaves' ? stillIn : kindOfWork(work), assignee].filter(Boolean).join(' · ');
}

/** Who comes next into a unit that is not ready, or why nobody does. */
function Next({ work }: { work: UnitWork }) {
  const { arrivesAt, closure } = work;
  if (closure?.kind === 'out_of_order')
    return <State icon="wrench">{closure.reason ?? messages().housekeeping.closed}</State>;
  return arrivesAt ? <Arrival hour={arrivesAt} /> : <State>{nextText(work)}</State>;
}

/** Since when a unit is ready, when its guests come today, or that they are in it. */
function Ready({ work, timezone }: { work: UnitWork; timezone: string }) {
  const { unit, arrivesAt, closure, guest } = work;
  const texts = messages().housekeeping;
  if (closure?.kind === 'out_of_order') return <State icon="wrench">{closure.reason ?? texts.closed}</State>;
  if (guest !== null) return <State icon="user">{guest === 'leaves' ? texts.stillIn : texts.occupied}</State>;
  if (arrivesAt) return <State icon="in">{texts.guestsAt(arrivesAt)}</State>;
  return <State icon="check">{formatTime(unit.condition_at, timezone)}</State>;
}

function menuOf(work: UnitWork, given: { people: readonly string[]; onProblem: () => void }): MenuItem[] {
  const { step, present, expected } = work;
  const texts = messages().housekeeping;
  const task = work.cleaning;
  const stay = present ?? expected;
  const begun = isBegun(work);
  return [
    ...(stay ? [{ label: texts.openStay, icon: 'go' as const, run: () => openStay(stay.order_id) }] : []),
    { label: texts.problem, icon: 'warn', run: given.onProblem },
    ...(step === 'clean'
      ? []
      : [{ label: texts.dirty, icon: 'broom' as const, run: () => void setCondition(work, 'dirty') }]),
    ...(task && step === 'clean'
      ? [
          {
            label: begun ? texts.stop : texts.start,
            icon: 'clock' as const,
            run: () => setBegun(work, task, !begun),
          },
        ]
      : []),
    ...(task ? ['line' as const, ...assignItems(work, task, given.people)] : []),
  ];
}

function assignItems(work: UnitWork, task: DeskTask, people: readonly string[]): MenuItem[] {
  const texts = messages().housekeeping;
  const items: MenuItem[] = people.map((name) => ({
    label: texts.assignTo(name),
    checked: name === task.assignee,
    run: () => assign(work, task, name),
  }));
  if (task.assignee !== null)
    items.push({ label: texts.assignNobody, icon: 'x', run: () => assign(work, task, null) });
  return items;
}
