// The lists of the day: who comes, who leaves, who is here, and what needs doing. Pure, each from the copy alone.
import { INSPECTION, isOpenTask, TURNOVER } from '../../src/model/task.ts';
import { dayOfDate, dayOfMoment } from '../days.ts';
import { stepOf } from './free-units.ts';
import type { DeskBooking, DeskTask, DeskUnit, ReplicaState } from './state.ts';
import {
  daysOfStay,
  isUndecided,
  lacksUnit,
  partsOfStay,
  presentUnitOf,
  roomsWithUnits,
  type StayPart,
} from './stays.ts';

/** `due`: who is expected; `arrived`: who came today; `noShows`: who did not come. */
type Arrivals = { due: DeskBooking[]; arrived: DeskBooking[]; noShows: DeskBooking[] };

/**
 * Returns the arrivals of today: of those who are expected first those who should have come before, then by hour of arrival. No-shows are
 * those that became it today; those with a balance are first.
 */
export function arrivalsOf(state: ReplicaState): Arrivals {
  const due: DeskBooking[] = [];
  const arrived: DeskBooking[] = [];
  const noShows: DeskBooking[] = [];
  for (const booking of state.bookings.values()) {
    const { from, until } = daysOfStay(booking, state);
    if (booking.status === 'confirmed' && from <= state.today && until > state.today) due.push(booking);
    const isHere = booking.status === 'checked_in' || booking.status === 'checked_out';
    if (isHere && from === state.today) arrived.push(booking);
    const isOver = booking.status === 'no_show' && endsNow(until, state) && changedToday(booking, state);
    if (isOver) noShows.push(booking);
  }
  const hour = (booking: DeskBooking) => booking.arrival_time ?? state.property.settings.checkin_time;
  return {
    due: bookingsBy(due, (booking) => `${booking.checkin} ${hour(booking)}`),
    arrived: bookingsBy(arrived, (booking) => booking.updated_at),
    noShows: unsettledFirst(bookingsBy(noShows, (booking) => booking.updated_at)),
  };
}

/** Returns who is to leave: those who are in the house and were to leave today or before; and who left today, first those with a balance. */
export function departuresOf(state: ReplicaState): { due: DeskBooking[]; left: DeskBooking[] } {
  const due: DeskBooking[] = [];
  const left: DeskBooking[] = [];
  for (const booking of state.bookings.values()) {
    const { until } = daysOfStay(booking, state);
    if (booking.status === 'checked_in' && until <= state.today) due.push(booking);
    const isOut = booking.status === 'checked_out' && endsNow(until, state) && changedToday(booking, state);
    // An early departure is cancelled, and its guest has left on the day of departure.
    if (isOut || (booking.status === 'cancelled' && until === state.today)) left.push(booking);
  }
  return {
    due: bookingsBy(due, (booking) => booking.checkout),
    left: unsettledFirst(bookingsBy(left, (booking) => booking.updated_at)),
  };
}

/** Whether a stay that is over ended today: whoever leaves early, or does not come, keeps the night of that day. */
function endsNow(until: number, { today }: ReplicaState): boolean {
  return until === today || until === today + 1;
}

/** Whether something is left to pay, or to give back, of a stay that is over. */
export function isUnsettled({ balance }: DeskBooking): boolean {
  return balance !== 0;
}

function unsettledFirst(bookings: readonly DeskBooking[]): DeskBooking[] {
  return [...bookings.filter(isUnsettled), ...bookings.filter((booking) => !isUnsettled(booking))];
}

function changedToday({ updated_at: at }: DeskBooking, { today, property }: ReplicaState): boolean {
  return dayOfMoment(at, property.timezone) === today;
}

/** Returns the guests who stay tonight, by departure: checked in, or leaving earlier than they booked, on a later day. */
export function inHouseOf(state: ReplicaState): DeskBooking[] {
  const here = [...state.bookings.values()].filter(
    (booking) =>
      (booking.status === 'checked_in' || booking.status === 'cancelled') &&
      daysOfStay(booking, state).until > state.today,
  );
  return bookingsBy(here, (booking) => booking.checkout);
}

/** Returns who is expected to come, leave and stay on a later day, each by arrival. */
export function expectedOn(
  state: ReplicaState,
  day: number,
): { arrivals: DeskBooking[]; departures: DeskBooking[]; staying: DeskBooking[] } {
  const those = (test: (days: { from: number; until: number }) => boolean) =>
    bookingsBy(
      [...state.bookings.values()].filter((booking) => isOpen(booking) && test(daysOfStay(booking, state))),
      (booking) => booking.checkin,
    );
  return {
    arrivals: those(({ from }) => from === day),
    departures: those(({ from, until }) => until === day && from < day),
    staying: those(({ from, until }) => from < day && until > day),
  };
}

/** A stay that goes on in another unit, or another room. */
type Move = { booking: DeskBooking; from: StayPart; to: StayPart };

/** Returns the guests who change the unit or the room on a day, by arrival; not those whose next unit is not known yet. */
export function movesOn(state: ReplicaState, day: number): Move[] {
  const open = bookingsBy([...state.bookings.values()].filter(isOpen), (booking) => booking.checkin);
  return open.flatMap((booking): Move[] => {
    const parts = partsOfStay(booking, state);
    const place = parts.findIndex(({ from }) => from === day);
    const [from, to] = [parts[place - 1], parts[place]];
    if (!from || !to) return [];
    const isKnown = from.unitId !== null && to.unitId !== null;
    return isKnown || from.roomId !== to.roomId ? [{ booking, from, to }] : [];
  });
}

/** Returns stays that are present or to come and lack a unit in one of their nights, by arrival. Of rooms that have units. */
export function unassignedOf(state: ReplicaState): DeskBooking[] {
  const rooms = roomsWithUnits(state);
  const open = [...state.bookings.values()].filter(
    (booking) => isOpen(booking) && lacksUnit(booking, state, rooms),
  );
  return bookingsBy(open, (booking) => booking.checkin);
}

/** Returns the bookings about which people must decide, by arrival. */
export function conflictsOf(state: ReplicaState): DeskBooking[] {
  const shown = [...state.bookings.values()].filter(isUndecided);
  return bookingsBy([...shown, ...state.undecided.values()], (booking) => booking.checkin);
}

/** A unit in which no guest can move as it is. `arrival`: who is expected in it today; `guest`: who is still in it. */
type UnreadyUnit = {
  unit: DeskUnit;
  step: 'clean' | 'inspect';
  arrival: DeskBooking | null;
  guest: DeskBooking | null;
  /** the open task of the unit that is due first */
  task: DeskTask | null;
};

/** Returns the units that are to be cleaned or inspected: first those in which somebody is expected today, empty ones before others. */
export function toCleanOf(state: ReplicaState): UnreadyUnit[] {
  const guests = new Map<number, DeskBooking>();
  const arrivals = new Map<number, DeskBooking>();
  for (const booking of state.bookings.values()) {
    const unitId = presentUnitOf(booking, state);
    if (unitId === null) continue;
    if (booking.status === 'checked_in') guests.set(unitId, booking);
  }
  for (const booking of arrivalsOf(state).due) {
    const unitId = presentUnitOf(booking, state);
    if (unitId !== null) arrivals.set(unitId, booking);
  }
  const tasks = firstTasks(state);
  const unready = [...state.units.values()].flatMap((unit): UnreadyUnit[] => {
    const { unit_id: id } = unit;
    const step = stepOf(unit, state);
    if (step === null) return [];
    return [
      {
        unit,
        step,
        arrival: arrivals.get(id) ?? null,
        guest: guests.get(id) ?? null,
        task: tasks.get(id) ?? null,
      },
    ];
  });
  const place = ({ arrival, guest }: UnreadyUnit) => `${arrival ? 0 : 1}${guest ? 1 : 0}`;
  return sortedBy(unready, (one) => [
    place(one),
    one.arrival?.arrival_time ?? '',
    one.unit.name,
    one.unit.unit_id,
  ]);
}

/**
 * Returns what else is to be done in units by today: problems that were reported, and other tasks that people have added. Cleaning and
 * inspection are steps of the unit (`toCleanOf`).
 */
export function unitTasksOf({ tasks, today }: ReplicaState): DeskTask[] {
  const due = [...tasks.values()].filter(
    ({ unit_id: unitId, status, task_name: name, date }) =>
      unitId !== null &&
      isOpenTask(status) &&
      name !== TURNOVER &&
      name !== INSPECTION &&
      dayOfDate(date) <= today,
  );
  return due.toSorted(byDate);
}

/** Orders tasks: those that are due first, then as they were added. */
export function byDate(a: DeskTask, b: DeskTask): number {
  return a.date < b.date ? -1 : a.date > b.date ? 1 : a.task_id - b.task_id;
}

function firstTasks({ tasks }: ReplicaState): Map<number, DeskTask> {
  const first = new Map<number, DeskTask>();
  for (const task of tasks.values()) {
    const { unit_id: id, status } = task;
    if (id === null || !isOpenTask(status)) continue;
    const known = first.get(id);
    if (!known || dayOfDate(task.date) < dayOfDate(known.date)) first.set(id, task);
  }
  return first;
}

/** Whether the guest may still come, or is here. */
function isOpen({ status }: DeskBooking): boolean {
  return status === 'confirmed' || status === 'held' || status === 'checked_in';
}

/** Returns the bookings in the order of a text, then of their ids. */
function bookingsBy(bookings: readonly DeskBooking[], key: (booking: DeskBooking) => string): DeskBooking[] {
  return sortedBy(bookings, (booking) => [key(booking), booking.order_id]);
}

/** Returns the records in the order of their first keys, of the second ones where the first are equal, and so on. */
function sortedBy<T>(records: readonly T[], keys: (record: T) => readonly (string | number)[]): T[] {
  return records
    .map((record) => ({ record, keys: keys(record) }))
    .toSorted((a, b) => compareKeys(a.keys, b.keys))
    .map(({ record }) => record);
}

function compareKeys(some: readonly (string | number)[], others: readonly (string | number)[]): number {
  for (const [place, key] of some.entries()) {
    const other = others[place]!;
    if (key !== other) return key < other ? -1 : 1;
  }
  return 0;
}
