// The sample's housekeeping: who cleans after which stay, fresh linen, repairs, and recurring tasks.
import { type Action, type NewTask, turnoverIdOf } from './actions.ts';
import { type Booking, type Closure, FIRST_DAY, type KnownBookings, pastDaysOf } from './bookings.ts';
import { type Day, MINUTE, type Moment, type SampleDates, weekdayOf } from './dates.ts';
import { FACTS, HOTEL_UNITS, placeOf, type SampleUnit, UNITS, workIn } from './house.ts';
import { arrives, departureOf } from './orders.ts';
import { randomFor } from './random.ts';

/** Returns the actions of housekeeping. The cleaning task of a stay is created, moved and cancelled with it. */
export function housekeepingActions(
  dates: SampleDates,
  known: KnownBookings,
  { today, units }: { today: Day; units: readonly SampleUnit[] },
): Action[] {
  const { bookings, closures } = known;
  const jobs = [
    ...bookings.flatMap((booking) => [...linenChanges(dates, booking), ...repair(dates, booking)]),
    ...closures.map((closure) => closureWork(dates, closure)),
    ...units.flatMap((unit) => recurring(dates, unit, today)),
    ...reportedProblems(dates, units, today),
  ];
  return [...bookings.flatMap((booking) => turnover(dates, booking)), ...jobs.flatMap(actionsOf)];
}

type Work = { startedAt: Moment; doneAt: Moment };
/** A task that is no turnover, and when it is created and done. */
type Job = Work &
  Pick<NewTask, 'name' | 'assignee' | 'due' | 'unitId' | 'unitName'> & {
    unit: SampleUnit;
    kind: JobKind;
    createdAt: Moment;
  };

const KINDS = ['linen', 'repair', 'closure', 'recurring', 'reported'] as const;
type JobKind = (typeof KINDS)[number];

/** Returns the actions of a job, whose task has an odd id. */
function actionsOf({ unit, kind, createdAt, startedAt, doneAt, ...what }: Job): Action[] {
  const unitDay = (what.due - FIRST_DAY) * UNITS.length + placeOf(unit);
  const taskId = (unitDay * KINDS.length + KINDS.indexOf(kind)) * 2 + 1;
  const task = { taskId, roomId: unit.roomId, ...what };
  return [{ at: createdAt, kind: 'createTask', task }, ...work(taskId, { startedAt, doneAt })];
}

/**
 * Returns when a unit is cleaned: between check-out and check-in, the larger the room the longer; in the guesthouse often on the
 * next morning if nobody comes on that day.
 */
export function cleaningOn(dates: SampleDates, unit: SampleUnit, day: Day, freeAfter = false): Work {
  const { unitId, roomId, hotel } = unit;
  const random = randomFor('cleaning', unitId, day);
  if (hotel) {
    if (freeAfter && randomFor('cleaned next day', unitId, day).chance(0.75)) {
      const next = dates.at(day + 1, 9 * 60 + random.between(0, 80));
      return { startedAt: next, doneAt: next + random.between(18, 34) * MINUTE };
    }
    // One after the other, until the first guests come.
    const begins = dates.at(day, 11 * 60 + random.between(5, 200));
    return { startedAt: begins, doneAt: begins + random.between(18, 34) * MINUTE };
  }
  const startedAt = dates.at(day, 11 * 60 + random.between(5, 55));
  return { startedAt, doneAt: startedAt + (45 + (roomId - 100) * 10 + random.between(0, 30)) * MINUTE };
}

function turnover(dates: SampleDates, booking: Booking): Action[] {
  const { end, unit, checkout, bookedAt, freeAfter, situation } = booking;
  // Nothing is planned for a booking that is not confirmed.
  if (situation?.kind === 'option') return [];
  const taskId = turnoverIdOf(booking.reservationId);
  const assign = (at: Moment, day: Day): Action => {
    return { at, kind: 'changeTask', taskId, patch: { assignee: FACTS.cleaners[weekdayOf(day)]! } };
  };
  const assignedAt = planningFor(dates, checkout, bookedAt);
  const planned = end.kind === 'stays' || assignedAt < end.at ? [assign(assignedAt, checkout)] : [];
  if (!arrives(booking)) return planned;
  const due = departureOf(booking);
  const moved = end.kind === 'cancels' ? [assign(end.at, due)] : [];
  return [...planned, ...moved, ...work(taskId, cleaningOn(dates, unit, due, freeAfter))];
}

/** Fresh linen and towels in stays longer than a week. */
function linenChanges(dates: SampleDates, { unit, checkin, checkout, end, bookedAt }: Booking): Job[] {
  const weeks = end.kind === 'stays' ? Math.ceil((checkout - checkin - 1) / 7) - 1 : 0;
  return Array.from({ length: Math.max(0, weeks) }, (_, week): Job => {
    const due = checkin + 7 * (week + 1);
    const what = { name: 'Change of linen and towels', assignee: FACTS.cleaners[weekdayOf(due)]!, due };
    const createdAt = planningFor(dates, due, bookedAt);
    return { unit, kind: 'linen', ...what, createdAt, ...cleaningOn(dates, unit, due) };
  });
}

function repair(dates: SampleDates, { problem, unit }: Booking): Job[] {
  const name = problem && FACTS.problems[problem.kind].repair;
  if (!name) return [];
  const due = problem.day + 1;
  const random = randomFor('repair', unit.unitId, due);
  const createdAt = dates.at(problem.day, 21 * 60 + random.between(40, 75));
  const startedAt = dates.at(due, 9 * 60 + random.between(0, 50));
  const doneAt = startedAt + random.between(25, 90) * MINUTE;
  return [{ unit, kind: 'repair', name, assignee: FACTS.handyman, due, createdAt, startedAt, doneAt }];
}

function closureWork(dates: SampleDates, { unit, from, until, decidedAt }: Closure): Job {
  const what = { name: workIn(unit, from), assignee: FACTS.handyman, due: from };
  const times = { startedAt: dates.at(from, 9 * 60 + 10), doneAt: dates.at(until - 1, 16 * 60 + 35) };
  return { unit, kind: 'closure', ...what, createdAt: decidedAt + 4 * MINUTE, ...times };
}

/** Each unit has a recurring task every 35 days, which is created 14 days ahead. */
function recurring(dates: SampleDates, unit: SampleUnit, today: Day): Job[] {
  const offset = placeOf(unit) * 5;
  const first = Math.ceil((today - pastDaysOf(unit) - offset) / 35);
  const last = Math.floor((today + 14 - offset) / 35);
  return Array.from({ length: last - first + 1 }, (_, i): Job => {
    const due = (first + i) * 35 + offset;
    const random = randomFor('recurring task', unit.unitId, due);
    const createdAt = dates.at(due - 14, 9 * 60 + random.between(0, 30));
    const startedAt = dates.at(due, 11 * 60 + random.between(15, 120));
    const doneAt = startedAt + random.between(15, 50) * MINUTE;
    const what = FACTS.recurringTasks[(first + i + offset) % FACTS.recurringTasks.length]!;
    return { unit, kind: 'recurring', ...what, due, createdAt, startedAt, doneAt };
  });
}

/** Each day whoever cleans reports what is broken in a unit of the guesthouse; it is repaired on the next day, after the next report. */
function reportedProblems(dates: SampleDates, units: readonly SampleUnit[], today: Day): Job[] {
  const days = pastDaysOf(HOTEL_UNITS[0]!);
  return Array.from({ length: days + 1 }, (_, i) => today - days + i).flatMap((due): Job[] => {
    const random = randomFor('reported', due);
    const unit = random.pick(HOTEL_UNITS);
    if (!units.some(({ unitId }) => unitId === unit.unitId)) return [];
    const createdAt = dates.at(due, 10 * 60 + random.between(5, 55));
    const startedAt = dates.at(due + 1, 11 * 60 + random.between(5, 40));
    const { unitId, unitName } = unit;
    const what = { name: random.pick(FACTS.reported), assignee: FACTS.handyman, unitId, unitName };
    const times = { createdAt, startedAt, doneAt: startedAt + random.between(10, 40) * MINUTE };
    return [{ unit, kind: 'reported', ...what, due, ...times }];
  });
}

function work(taskId: number, { startedAt, doneAt }: Work): Action[] {
  return [
    { at: startedAt, kind: 'changeTask', taskId, patch: { status: 'in_progress' } },
    { at: doneAt, kind: 'changeTask', taskId, patch: { status: 'done' } },
  ];
}

/** Returns when who cleans on a day was planned: on the Sunday evening before the week, or after the booking. */
function planningFor(dates: SampleDates, day: Day, bookedAt: Moment): Moment {
  const monday = day - weekdayOf(day);
  const planned = dates.at(monday - 1, 18 * 60 + randomFor('planning', monday).between(0, 40));
  return Math.max(planned, bookedAt + 45 * MINUTE);
}
