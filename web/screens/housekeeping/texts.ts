// What housekeeping reads about a unit and a task.
import { INSPECTION } from '../../../src/model/task.ts';
import { formatDay } from '../../format.ts';
import { messages } from '../../language.ts';
import type { DeskTask } from '../../replica/state.ts';
import { isCleaning, type UnitWork } from './work.ts';

/** Returns the name of a task; those that innwire plans in the person's language. */
export function taskName(task: DeskTask): string {
  const { turnover, inspection } = messages().housekeeping;
  if (isCleaning(task)) return turnover;
  return task.task_name === INSPECTION ? inspection : task.task_name;
}

/** Returns what is to be done in a unit: after a departure, for a guest who stays, or an inspection. */
export function kindOfWork({ step, guest }: UnitWork): string {
  const { inspection, stay, departure } = messages().housekeeping;
  if (step === 'inspect') return inspection;
  return guest === 'stays' ? stay : departure;
}

/** Returns when the next guests come, if that is not today. */
export function nextText({ nextDay, guest }: UnitWork): string {
  const { nextGuests, noNextGuests, guestStays } = messages().housekeeping;
  if (guest === 'stays') return guestStays;
  return nextDay === null ? noNextGuests : nextGuests(formatDay(nextDay, 'tiny'));
}
