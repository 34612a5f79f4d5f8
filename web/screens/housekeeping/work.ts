// What housekeeping does today: each unit with its next step, who is in it and who comes next, in the order of need. Pure.
import type { Static } from 'typebox';
import type { unitSchema } from '../../../src/api/unit-records.ts';
import { INSPECTION, isOpenTask, TURNOVER } from '../../../src/model/task.ts';
import { dayOfDate, dayOfMoment } from '../../days.ts';
import type { DeskBooking, DeskClosure, DeskTask, DeskUnit, ReplicaState } from '../../replica/state.ts';
import { daysOfStay, partsOfStay, presentUnitOf } from '../../replica/stays.ts';
import { byDate, toCleanOf } from '../../replica/today.ts';

/** A unit as `GET units` has it: with its occupancy, for people who see no bookings. */
export type OccupiedUnit = Static<typeof unitSchema>;

/** Who is in a unit and who comes next. */
export type UnitStays = {
  /** a guest who stays tonight, or one who leaves today; null = it is empty */
  guest: 'stays' | 'leaves' | null;
  /** when somebody is expected today, HH:mm; null = nobody is */
  arrivesAt: string | null;
  /** day of the next arrival; null = none is known */
  nextDay: number | null;
  /** the booking that is expected, and the one that is in it; null = none, or the person sees no bookings */
  expected: DeskBooking | null;
  present: DeskBooking | null;
};

export type UnitWork = UnitStays & {
  unit: DeskUnit;
  room: string;
  /** days from today until the next arrival; null = none is known */
  daysAhead: number | null;
  step: 'clean' | 'inspect' | 'ready';
  /** open tasks of the unit that are due */
  tasks: readonly DeskTask[];
  /** the task that says who cleans it; done already, if the unit became dirty again today */
  cleaning: DeskTask | null;
  /** the closure of tonight */
  closure: DeskClosure | null;
};

const EMPTY: UnitStays = { guest: null, arrivesAt: null, nextDay: null, expected: null, present: null };

/** Returns the stays of units from the bookings of the copy. */
export function staysOfBookings(state: ReplicaState): Map<number, UnitStays> {
  const stays = new Map<number, UnitStays>();
  const change = (unitId: number, more: Partial<UnitStays>) =>
    stays.set(unitId, { ...EMPTY, ...stays.get(unitId), ...more });
  for (const booking of state.bookings.values()) {
    const days = daysOfStay(booking, state);
    const unitId = presentUnitOf(booking, state);
    if (booking.status === 'checked_in' && unitId !== null)
      change(unitId, { guest: days.until <= state.today ? 'leaves' : 'stays', present: booking });
    if (booking.status !== 'confirmed' && booking.status !== 'held') continue;
    const isToday = days.from <= state.today && days.until > state.today && booking.status === 'confirmed';
    for (const part of partsOfStay(booking, state)) {
      if (part.unitId === null || part.until <= state.today) continue;
      const nextDay = Math.max(part.from, state.today);
      const known = stays.get(part.unitId);
      if (known?.nextDay != null && known.nextDay <= nextDay) continue;
      const arrivesAt =
        isToday && nextDay === state.today
          ? (booking.arrival_time ?? state.property.settings.checkin_time)
          : null;
      change(part.unitId, { nextDay, expected: booking, arrivesAt });
    }
  }
  return stays;
}

/** Returns the stays of units from the answer of `GET units`, for people who see no bookings. */
export function staysOfUnits(units: readonly OccupiedUnit[], state: ReplicaState): Map<number, UnitStays> {
  return new Map(
    units.map((unit) => {
      const nextDay = unit.next_arrival === null ? null : dayOfDate(unit.next_arrival);
      const arrivesAt = nextDay === state.today ? state.property.settings.checkin_time : null;
      const guest = GUESTS[unit.occupancy];
      return [unit.unit_id, { ...EMPTY, guest, arrivesAt, nextDay }];
    }),
  );
}

const GUESTS = { vacant: null, arriving: null, occupied: 'stays', departing: 'leaves' } as const;

/** Returns all units in the order of need: first those of today's arrivals, empty ones before others, closed ones last; then those that are ready. */
export function workOf(state: ReplicaState, stays: ReadonlyMap<number, UnitStays>): UnitWork[] {
  const unready = toCleanOf(state).map(({ unit, step }) => workOfUnit(state, { unit, step, stays }));
  const known = new Set(unready.map(({ unit }) => unit.unit_id));
  const ready = [...state.units.values()]
    .filter((unit) => !known.has(unit.unit_id))
    .map((unit) => workOfUnit(state, { unit, step: 'ready', stays }));
  return [...unready.toSorted(compareNeed), ...ready];
}

function workOfUnit(
  state: ReplicaState,
  given: { unit: DeskUnit; step: UnitWork['step']; stays: ReadonlyMap<number, UnitStays> },
): UnitWork {
  const { unit, step, stays } = given;
  const stay = stays.get(unit.unit_id) ?? EMPTY;
  return {
    ...stay,
    daysAhead: stay.nextDay === null ? null : stay.nextDay - state.today,
    unit,
    step,
    room: state.rooms.get(unit.room_id)?.name ?? '',
    tasks: dueTasksOf(state, unit.unit_id),
    cleaning: cleaningOf(state, unit),
    closure: [...state.closures.values()].find((one) => isClosed(one, unit.unit_id, state.today)) ?? null,
  };
}

/** Texts order as the hours do. */
const LAST = '99:99';

/** Orders units: closed ones last; arrivals of today first, by hour; then empty ones first, by the day of the next arrival. */
function compareNeed(one: UnitWork, other: UnitWork): number {
  const keys = ({ closure, arrivesAt, guest }: UnitWork) =>
    `${closure?.kind === 'out_of_order' ? 1 : 0} ${arrivesAt ? 0 : 1} ${guest ? 1 : 0} ${arrivesAt ?? LAST}`;
  const [a, b] = [keys(one), keys(other)];
  if (a !== b) return a < b ? -1 : 1;
  const [days, otherDays] = [one.daysAhead ?? Infinity, other.daysAhead ?? Infinity];
  return days < otherDays ? -1 : days > otherDays ? 1 : 0;
}

function dueTasksOf({ tasks, today }: ReplicaState, unitId: number): DeskTask[] {
  return [...tasks.values()].filter(
    (task) => task.unit_id === unitId && isOpenTask(task.status) && dayOfDate(task.date) <= today,
  );
}

/** Whether a task is the cleaning of a unit. */
export function isCleaning({ task_name: name }: DeskTask): boolean {
  return name === TURNOVER;
}

function isClosed(closure: DeskClosure, unitId: number, day: number): boolean {
  const { unit_id: id, fromdate, todate } = closure;
  return id === unitId && dayOfDate(fromdate) <= day && day <= dayOfDate(todate);
}

function cleaningOf(state: ReplicaState, { unit_id: id, condition }: DeskUnit): DeskTask | null {
  const { tasks, today, property } = state;
  const cleanings = [...tasks.values()].filter(
    (task) => task.unit_id === id && isCleaning(task) && dayOfDate(task.date) <= today,
  );
  const isAgain = ({ status, updated }: DeskTask) =>
    condition === 'dirty' && status === 'done' && dayOfMoment(updated, property.timezone) === today;
  return cleanings.find(({ status }) => isOpenTask(status)) ?? cleanings.find(isAgain) ?? null;
}

/** Returns the units that became ready today, the last one first. */
export function doneToday(work: readonly UnitWork[], { today, property }: ReplicaState): UnitWork[] {
  return work
    .filter(
      ({ step, unit }) => step === 'ready' && dayOfMoment(unit.condition_at, property.timezone) === today,
    )
    .toSorted((a, b) => (a.unit.condition_at < b.unit.condition_at ? 1 : -1));
}

/** Returns the open tasks that people added, and cleanings that are due of rooms without a unit, by date. */
export function otherTasks({ tasks, today }: ReplicaState): DeskTask[] {
  return [...tasks.values()]
    .filter((task) => isOpenTask(task.status) && task.task_name !== INSPECTION)
    .filter((task) => !isCleaning(task) || (task.unit_id === null && dayOfDate(task.date) <= today))
    .toSorted(byDate);
}

/** Returns the names to which tasks were given, in alphabetical order. */
export function assigneesOf({ tasks }: ReplicaState): string[] {
  const names = new Set([...tasks.values()].flatMap(({ assignee }) => assignee ?? []));
  return [...names].toSorted((a, b) => a.localeCompare(b));
}

/** Returns the closures that are not over, by first night. */
export function closuresToCome({ closures, today }: ReplicaState): DeskClosure[] {
  return [...closures.values()]
    .filter(({ todate }) => dayOfDate(todate) >= today)
    .toSorted((a, b) => (a.fromdate < b.fromdate ? -1 : 1));
}

/** What the list for phones and the board get. */
export type HousekeepingProps = {
  state: ReplicaState;
  work: readonly UnitWork[];
  canChange: boolean;
  onProblem: (work: UnitWork) => void;
};
