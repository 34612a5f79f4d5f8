// Histories of the sample's objects: a list of versions, each valid from its moment on.
import type { EventKind } from '../model/event.ts';
import type { Moment } from './dates.ts';

export type Version<T> = {
  at: Moment;
  /** kind of this change in the property's log */
  kind: EventKind;
  value: T;
  /** names of the changed members, where the log has them */
  changed?: readonly string[];
};

/** Versions in order of time; the first one is the creation. */
export type History<T> = readonly Version<T>[];

/** Returns the versions up to an hour. */
export function until<T>(history: History<T>, hour: Moment): History<T> {
  return history.filter((version) => version.at <= hour);
}

/** Returns the last version of each history at an hour; histories that begin later are left out. */
export function presentOf<T>(histories: readonly History<T>[], hour: Moment): T[] {
  return histories.flatMap((history) => until(history, hour).slice(-1)).map((version) => version.value);
}

export function instant(moment: Moment): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds(moment);
}
