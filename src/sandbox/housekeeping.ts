// The sample's housekeeping tasks: a turnover for each stay, fresh linen for
// long ones, repairs, and recurring tasks.

import { SANDBOX_ID } from '../model/property.ts';
import { type Task, TURNOVER } from '../model/task.ts';
import { type Booking, type Closure, FIRST_DAY, type KnownBookings, PAST_DAYS } from './bookings.ts';
import { type Day, MINUTE, type Moment, type SampleDates, weekdayOf } from './dates.ts';
import { type History, instant, type Version } from './history.ts';
import { CLEANERS, HANDYMAN, ROOMS } from './property-definition.ts';
import { randomFor } from './random.ts';
import { departureOf, leftEarly } from './reservations.ts';

/** Returns the histories of all housekeeping tasks at an hour. */
export function taskHistories(dates: SampleDates, known: KnownBookings, hour: Moment): History<Task>[] {
  const today = dates.day(hour);
  return [
    ...known.bookings.map((booking) => turnover(dates, booking)),
    ...known.bookings.flatMap((booking) => linenChanges(dates, booking)),
    ...known.bookings.flatMap((booking) => repair(dates, booking)),
    ...known.closures.map((closure) => closureWork(dates, closure)),
    ...recurringTasks(dates, today),
  ];
}

/** Returns when a stay's turnover is finished; null when it has none. */
export function cleanedAt(dates: SampleDates, booking: Booking): Moment | null {
  if (booking.end.kind !== 'stays' && !leftEarly(booking)) return null;
  return workOn(dates, booking.roomId, departureOf(booking)).doneAt;
}

function turnover(dates: SampleDates, booking: Booking): History<Task> {
  const { end, roomId } = booking;
  const due = departureOf(booking);
  const done = cleanedAt(dates, booking) !== null;
  const history = newTask(dates, {
    taskId: booking.reservationId * 2,
    roomId,
    name: TURNOVER,
    due: booking.checkout,
    reservationId: booking.reservationId,
    createdAt: booking.bookedAt,
  });
  const assignedAt = Math.max(planningBefore(dates, booking.checkout), booking.bookedAt + 45 * MINUTE);
  const endedAt = end.kind === 'stays' ? Number.POSITIVE_INFINITY : end.at;
  if (assignedAt < endedAt) history.update(assignedAt, { assignee: cleanerOn(booking.checkout) });
  if (done && end.kind === 'cancels')
    history.update(end.at, { due: dates.date(due), assignee: cleanerOn(due) });
  if (!done) history.update(endedAt, { status: 'cancelled' });
  else history.work(workOn(dates, roomId, due));
  return history.versions;
}

/** Tasks for fresh linen and towels in stays longer than a week. */
function linenChanges(dates: SampleDates, booking: Booking): History<Task>[] {
  if (booking.end.kind !== 'stays') return [];
  const histories: History<Task>[] = [];
  for (let due = booking.checkin + 7; due < booking.checkout - 1; due += 7) {
    const history = newTask(dates, {
      taskId: taskId(due, booking.roomId, KINDS.linen),
      roomId: booking.roomId,
      name: 'Change of linen and towels',
      due,
      createdAt: booking.bookedAt + MINUTE,
    });
    const assignedAt = Math.max(planningBefore(dates, due), booking.bookedAt + 45 * MINUTE);
    history.update(assignedAt, { assignee: cleanerOn(due) });
    history.work(workOn(dates, booking.roomId, due));
    histories.push(history.versions);
  }
  return histories;
}

const REPAIRS = {
  hotWater: 'Check the boiler: guests without hot water',
  wifi: 'Check the Wi-Fi access point',
  noise: null,
};

function repair(dates: SampleDates, { problem, roomId }: Booking): History<Task>[] {
  const name = problem && REPAIRS[problem.kind];
  if (!name) return [];
  const due = problem.day + 1;
  const random = randomFor('repair', roomId, due);
  const history = newTask(dates, {
    taskId: taskId(due, roomId, KINDS.repair),
    roomId,
    name,
    due,
    assignee: HANDYMAN,
    createdAt: dates.at(problem.day, 21 * 60 + random.between(40, 75)),
  });
  const startedAt = dates.at(due, 9 * 60 + random.between(0, 50));
  history.work({ startedAt, doneAt: startedAt + random.between(25, 90) * MINUTE });
  return [history.versions];
}

const CLOSURE_WORK: Record<number, string> = {
  102: 'Repaint the bathroom ceiling',
  104: 'Re-seal the shower',
  105: 'Sand and oil the floorboards',
  106: 'Overhaul the terrace door',
};

function closureWork(dates: SampleDates, { roomId, from, until, decidedAt }: Closure): History<Task> {
  const history = newTask(dates, {
    taskId: taskId(from, roomId, KINDS.closure),
    roomId,
    name: CLOSURE_WORK[roomId]!,
    due: from,
    assignee: HANDYMAN,
    createdAt: decidedAt + 4 * MINUTE,
  });
  history.work({ startedAt: dates.at(from, 9 * 60 + 10), doneAt: dates.at(until - 1, 16 * 60 + 35) });
  return history.versions;
}

const RECURRING = [
  { name: 'Test the smoke detector', assignee: HANDYMAN },
  { name: 'Descale the coffee machine', assignee: 'Odete' },
  { name: 'Clean the air-conditioning filters', assignee: HANDYMAN },
  { name: 'Wash the curtains', assignee: 'Fátima' },
  { name: 'Oil the locks and the window hinges', assignee: HANDYMAN },
];
/** Days between two recurring tasks of a room. */
const RECURRING_DAYS = 35;
const RECURRING_AHEAD_DAYS = 14;

function recurringTasks(dates: SampleDates, today: Day): History<Task>[] {
  return ROOMS.flatMap(({ roomId }, index) => {
    const histories: History<Task>[] = [];
    const first = Math.ceil((today - PAST_DAYS - index * 5) / RECURRING_DAYS);
    for (let round = first; ; round += 1) {
      const due = round * RECURRING_DAYS + index * 5;
      if (due > today + RECURRING_AHEAD_DAYS) return histories;
      const random = randomFor('recurring task', roomId, due);
      const { name, assignee } = RECURRING[(round + index) % RECURRING.length]!;
      const createdAt = dates.at(due - RECURRING_AHEAD_DAYS, 9 * 60 + random.between(0, 30));
      const history = newTask(dates, {
        taskId: taskId(due, roomId, KINDS.recurring),
        roomId,
        name,
        due,
        assignee,
        createdAt,
      });
      const startedAt = dates.at(due, 11 * 60 + random.between(15, 120));
      history.work({ startedAt, doneAt: startedAt + random.between(15, 50) * MINUTE });
      histories.push(history.versions);
    }
  });
}

/** Turnovers have even task ids, all other tasks odd ones. */
const KINDS = { linen: 0, repair: 1, closure: 2, recurring: 3 };

function taskId(due: Day, roomId: number, kind: number): number {
  return (((due - FIRST_DAY) * ROOMS.length + roomId - ROOMS[0]!.roomId) * 4 + kind) * 2 + 1;
}

type NewTask = Pick<Task, 'taskId' | 'roomId' | 'name'> & {
  due: Day;
  createdAt: Moment;
  assignee?: string;
  reservationId?: number;
};

/** Returns the history of a new task, with functions that append changes. */
function newTask(dates: SampleDates, { due, createdAt, assignee, reservationId, ...task }: NewTask) {
  const value: Task = {
    taskId: task.taskId,
    hotelId: SANDBOX_ID,
    roomId: task.roomId,
    name: task.name,
    assignee: assignee ?? null,
    status: 'pending',
    due: dates.date(due),
    reservationId: reservationId ?? null,
    updatedAt: instant(createdAt),
  };
  const versions: Version<Task>[] = [{ at: createdAt, kind: 'task.created', value }];
  const update = (at: Moment, change: Partial<Task>) => {
    versions.push({
      at,
      kind: 'task.changed',
      value: { ...versions.at(-1)!.value, ...change, updatedAt: instant(at) },
    });
  };
  return {
    versions,
    update,
    work({ startedAt, doneAt }: { startedAt: Moment; doneAt: Moment }) {
      update(startedAt, { status: 'in_progress' });
      update(doneAt, { status: 'done' });
    },
  };
}

/**
 * Returns when a room is cleaned on a day: between check-out and check-in, the larger the room the longer.
 */
function workOn(dates: SampleDates, roomId: number, day: Day): { startedAt: Moment; doneAt: Moment } {
  const random = randomFor('cleaning', roomId, day);
  const startedAt = dates.at(day, 11 * 60 + random.between(5, 55));
  return { startedAt, doneAt: startedAt + (45 + (roomId - 100) * 10 + random.between(0, 30)) * MINUTE };
}

/** Returns when the tasks of a day were assigned: each week is planned on the Sunday evening before. */
function planningBefore(dates: SampleDates, day: Day): Moment {
  const random = randomFor('planning', day - weekdayOf(day));
  return dates.at(day - weekdayOf(day) - 1, 18 * 60 + random.between(0, 40));
}

function cleanerOn(day: Day): string {
  return CLEANERS[weekdayOf(day)]!;
}
