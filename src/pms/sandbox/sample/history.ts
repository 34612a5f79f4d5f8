// The life of one thing in the sample world: what it was like from when on. At any hour the last version by then is true.
import type { EventKind } from '../../../model/event.ts';
import type { Moment } from './dates.ts';

export type Version<T> = {
  at: Moment;
  /** what the property's log calls this change */
  kind: EventKind;
  value: T;
  /** which members changed, where the log says so */
  changed?: readonly string[];
};

/** In order of time; the first one made it. */
export type History<T> = readonly Version<T>[];

/** What has happened by an hour. */
export function until<T>(history: History<T>, hour: Moment): History<T> {
  return history.filter((version) => version.at <= hour);
}

/** What histories have come to by an hour; those that have not begun are left out. */
export function presentOf<T>(histories: readonly History<T>[], hour: Moment): T[] {
  return histories.flatMap((history) => until(history, hour).slice(-1)).map((version) => version.value);
}

export function instant(moment: Moment): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds(moment);
}
