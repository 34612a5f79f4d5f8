// The sample's housekeeping: who cleans after which stay, fresh linen, repairs, and recurring tasks.
import { type Action, type NewTask, turnoverIdOf } from './actions.ts';
import { type Booking, type Closure, FIRST_DAY, type KnownBookings, PAST_DAYS } from './bookings.ts';
import { type Day, MINUTE, type Moment, type SampleDates, weekdayOf } from './dates.ts';
import { cleaners, handyman, problems, ROOMS, recurringTasks, roomById } from './house.ts';
import { departureOf, leftEarly } from './orders.ts';
import { randomFor } from './random.ts';

/** Returns the actions of housekeeping. The cleaning task of a stay is created, moved and cancelled with it. */
export function housekeepingActions(dates: SampleDates, known: KnownBookings, today: Day): Action[] {
  return [
    ...known.bookings.flatMap((booking) => [
      ...turnover(dates, booking),
      ...linenChanges(dates, booking),
      ...repair(dates, booking),
    ]),
    ...known.closures.flatMap((closure) => closureWork(dates, closure)),
    ...recurring(dates, today),
  ];
}

type Work = { startedAt: Moment; doneAt: Moment };

/** Returns when a room is cleaned: between check-out and check-in, the larger the room the longer. */
export function cleaningOn(dates: SampleDates, roomId: number, day: Day): Work {
  const random = randomFor('cleaning', roomId, day);
  const startedAt = dates.at(day, 11 * 60 + random.between(5, 55));
  return { startedAt, doneAt: startedAt + (45 + (roomId - 100) * 10 + random.between(0, 30)) * MINUTE };
}

function turnover(dates: SampleDates, booking: Booking): Action[] {
  const { end, roomId, checkout, bookedAt } = booking;
  const taskId = turnoverIdOf(booking.reservationId);
  const actions: Action[] = [];
  const assignedAt = Math.max(planningBefore(dates, checkout), bookedAt + 45 * MINUTE);
  if (end.kind === 'stays' || assignedAt < end.at) actions.push(assign(taskId, assignedAt, checkout));
  if (end.kind !== 'stays' && !leftEarly(booking)) return actions;
  const due = departureOf(booking);
  if (end.kind === 'cancels') actions.push(assign(taskId, end.at, due));
  return [...actions, ...work(taskId, cleaningOn(dates, roomId, due))];
}

/** Fresh linen and towels in stays longer than a week. */
function linenChanges(dates: SampleDates, { roomId, checkin, checkout, end, bookedAt }: Booking): Action[] {
  if (end.kind !== 'stays') return [];
  const actions: Action[] = [];
  for (let due = checkin + 7; due < checkout - 1; due += 7) {
    const taskId = taskIdOf(due, roomId, 'linen');
    const task = { taskId, roomId, name: 'Change of linen and towels', assignee: null, due };
    const assignedAt = Math.max(planningBefore(dates, due), bookedAt + 45 * MINUTE);
    actions.push({ at: bookedAt + MINUTE, kind: 'createTask', ...task }, assign(taskId, assignedAt, due));
    actions.push(...work(taskId, cleaningOn(dates, roomId, due)));
  }
  return actions;
}

function repair(dates: SampleDates, { problem, roomId }: Booking): Action[] {
  const name = problem && problems[problem.kind].repair;
  if (!name) return [];
  const due = problem.day + 1;
  const random = randomFor('repair', roomId, due);
  const reportedAt = dates.at(problem.day, 21 * 60 + random.between(40, 75));
  const startedAt = dates.at(due, 9 * 60 + random.between(0, 50));
  const task = { taskId: taskIdOf(due, roomId, 'repair'), roomId, name, assignee: handyman, due };
  return taskWithWork(reportedAt, task, { startedAt, doneAt: startedAt + random.between(25, 90) * MINUTE });
}

function closureWork(dates: SampleDates, { roomId, from, until, decidedAt }: Closure): Action[] {
  const name = roomById(roomId).closure!.work;
  const task = { taskId: taskIdOf(from, roomId, 'closure'), roomId, name, assignee: handyman, due: from };
  const times = { startedAt: dates.at(from, 9 * 60 + 10), doneAt: dates.at(until - 1, 16 * 60 + 35) };
  return taskWithWork(decidedAt + 4 * MINUTE, task, times);
}

/** Each room has a recurring task every 35 days, which is created 14 days ahead. */
function recurring(dates: SampleDates, today: Day): Action[] {
  return ROOMS.flatMap(({ roomId }, index) => {
    const actions: Action[] = [];
    const first = Math.ceil((today - PAST_DAYS - index * 5) / 35);
    for (let round = first; round * 35 + index * 5 <= today + 14; round += 1) {
      const due = round * 35 + index * 5;
      const random = randomFor('recurring task', roomId, due);
      const startedAt = dates.at(due, 11 * 60 + random.between(15, 120));
      const kind = recurringTasks[(round + index) % recurringTasks.length]!;
      const task = { taskId: taskIdOf(due, roomId, 'recurring'), roomId, ...kind, due };
      const times = { startedAt, doneAt: startedAt + random.between(15, 50) * MINUTE };
      actions.push(...taskWithWork(dates.at(due - 14, 9 * 60 + random.between(0, 30)), task, times));
    }
    return actions;
  });
}

function taskWithWork(at: Moment, task: NewTask, times: Work): Action[] {
  return [{ at, kind: 'createTask', ...task }, ...work(task.taskId, times)];
}

function work(taskId: number, { startedAt, doneAt }: Work): Action[] {
  return [
    { at: startedAt, kind: 'changeTask', taskId, patch: { status: 'in_progress' } },
    { at: doneAt, kind: 'changeTask', taskId, patch: { status: 'done' } },
  ];
}

function assign(taskId: number, at: Moment, day: Day): Action {
  return { at, kind: 'changeTask', taskId, patch: { assignee: cleaners[weekdayOf(day)]! } };
}

/** Returns when the tasks of a day were assigned: each week is planned on the Sunday evening before. */
function planningBefore(dates: SampleDates, day: Day): Moment {
  const monday = day - weekdayOf(day);
  return dates.at(monday - 1, 18 * 60 + randomFor('planning', monday).between(0, 40));
}

const KINDS = ['linen', 'repair', 'closure', 'recurring'] as const;

/** Returns the id of a task that is no turnover: an odd number. */
function taskIdOf(due: Day, roomId: number, kind: (typeof KINDS)[number]): number {
  const roomDay = (due - FIRST_DAY) * ROOMS.length + roomId - ROOMS[0]!.roomId;
  return (roomDay * KINDS.length + KINDS.indexOf(kind)) * 2 + 1;
}
