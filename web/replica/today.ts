// The lists of the day: who comes, who leaves, who is here, and what needs doing. Pure, each from the copy alone.
import { dayOfDate, dayOfMoment } from '../days.ts';
import { stepOf } from './free-units.ts';
import type { DeskBooking, DeskTask, DeskUnit, ReplicaState } from './state.ts';
import { daysOfStay, lacksUnit, presentUnitOf, roomsWithUnits } from './stays.ts';

/** Returns who is expected: first those who should have come before, then by hour of arrival; and who came today. */
export function arrivalsOf(state: ReplicaState): { due: DeskBooking[]; arrived: DeskBooking[] } {
  const due: DeskBooking[] = [];
  const arrived: DeskBooking[] = [];
  for (const booking of state.bookings.values()) {
    const { from, until } = daysOfStay(booking, state);
    if (booking.status === 'confirmed' && from <= state.today && until > state.today) due.push(booking);
    const isHere = booking.status === 'checked_in' || booking.status === 'checked_out';
    if (isHere && from === state.today) arrived.push(booking);
  }
  const hour = (booking: DeskBooking) => booking.arrival_time ?? state.property.settings.checkin_time;
  return {
    due: bookingsBy(due, (booking) => `${booking.checkin} ${hour(booking)}`),
    arrived: bookingsBy(arrived, (booking) => booking.updated_at),
  };
}

/** Returns who is to leave: those who are in the house and were to leave today or before; and who left today. */
export function departuresOf(state: ReplicaState): { due: DeskBooking[]; left: DeskBooking[] } {
  const due: DeskBooking[] = [];
  const left: DeskBooking[] = [];
  for (const booking of state.bookings.values()) {
    const { until } = daysOfStay(booking, state);
    if (booking.status === 'checked_in' && until <= state.today) due.push(booking);
    // Whoever leaves early keeps the night of that day.
    const endsNow = until === state.today || until === state.today + 1;
    if (booking.status === 'checked_out' && endsNow && changedToday(booking, state)) left.push(booking);
  }
  return {
    due: bookingsBy(due, (booking) => booking.checkout),
    left: bookingsBy(left, (booking) => booking.updated_at),
  };
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

/** Returns stays that are present or to come and lack a unit in one of their nights, by arrival. Of rooms that have units. */
export function unassignedOf(state: ReplicaState): DeskBooking[] {
  const rooms = roomsWithUnits(state);
  const open = [...state.bookings.values()].filter(
    (booking) => isOpen(booking) && lacksUnit(booking, state, rooms),
  );
  return bookingsBy(open, (booking) => booking.checkin);
}

/** Returns the bookings that people must look at, by arrival. */
export function conflictsOf(state: ReplicaState): DeskBooking[] {
  const flagged = [...state.bookings.values()].filter(({ conflict }) => conflict !== null);
  return bookingsBy(flagged, (booking) => booking.checkin);
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

function firstTasks({ tasks }: ReplicaState): Map<number, DeskTask> {
  const first = new Map<number, DeskTask>();
  for (const task of tasks.values()) {
    const { unit_id: id, status } = task;
    if (id === null || (status !== 'pending' && status !== 'in_progress')) continue;
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
