// Joins neighbouring nights of a room that have the same pushed values into one range of dates, of which the changes
// of messages are made.
import type { PlainDate } from '../model/night.ts';
import { isClosingField } from '../model/night-values.ts';
import type { Cells, MappedRoom, NightField, StaleNight } from './channel.ts';

/** A range of nights, both dates included. `closing` when any night of it became less available. */
export type Run<T> = { room: MappedRoom; from: PlainDate; to: PlainDate; pushedValue: T; closing: boolean };

/**
 * Joins nights, which are ordered by room and date, into runs. `toValue` returns the value that a message
 * carries for a night, which must survive JSON; null = the night is left out. `breaks` says between which
 * neighbouring dates a run must end, e.g. at the end of a month.
 */
export function runsOf<T>(
  nights: readonly StaleNight[],
  toValue: (night: StaleNight) => T | null,
  breaks: (before: PlainDate, after: PlainDate) => boolean = () => false,
): Run<T>[] {
  const runs: Run<T>[] = [];
  let last: { run: Run<T>; pushedValue: string } | null = null;
  for (const { room, date, closing, ...rest } of nights) {
    const value = toValue({ room, date, closing, ...rest });
    if (value === null) continue;
    const pushedValue = JSON.stringify(value);
    if (
      last &&
      joins(last.run, room, date) &&
      last.pushedValue === pushedValue &&
      !breaks(last.run.to, date)
    ) {
      last.run.to = date;
      last.run.closing ||= closing;
    } else {
      last = { run: { room, from: date, to: date, pushedValue: value, closing }, pushedValue };
      runs.push(last.run);
    }
  }
  return runs;
}

function joins(run: Run<unknown>, room: MappedRoom, date: PlainDate): boolean {
  return isSameRoom(run.room, room) && run.to.add({ days: 1 }).equals(date);
}

function isSameRoom(one: MappedRoom, other: MappedRoom): boolean {
  return one.roomId === other.roomId && one.unitId === other.unitId;
}

/** Returns the ids by which cells and reported nights name a mapped room; `unitId` only if it is a unit. */
export function idsOfRoom({ roomId, unitId }: MappedRoom): Pick<Cells, 'roomId' | 'unitId'> {
  return { roomId, ...(unitId !== undefined && { unitId }) };
}

/** Returns the cells of fields of a run; without a rate those of the room itself, or of all its rates together. */
export function cellsOf(
  { room, from, to }: Run<unknown>,
  fields: readonly NightField[],
  externalRate: string | null = null,
): Cells {
  return { ...idsOfRoom(room), from, to, fields, ...(externalRate !== null && { externalRate }) };
}

/** One change of a message, the cells it carries, and whether it closes any of their nights. */
export type Change<T> = { value: T; cells: Cells; closing: boolean };

/**
 * Returns the change that carries fields of a run, of one rate or (null) as in `cellsOf`. It closes nights only if
 * it carries units or the closure: other fields of the same nights are less urgent.
 */
export function changeOf<T>(
  run: Run<unknown>,
  fields: readonly NightField[],
  externalRate: string | null,
  value: T,
): Change<T> {
  const closing = run.closing && fields.some(isClosingField);
  return { value, cells: cellsOf(run, fields, externalRate), closing };
}
