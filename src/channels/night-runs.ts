// Runs: neighbouring nights of a room of which a channel is told the same become one range of dates.
import type { PlainDate } from '../model/night.ts';
import type { MappedRoom, NightField, StaleNight } from './channel.ts';

/** Both dates included. `closing` when any night of it became harder to sell. */
export type Run<T> = { room: MappedRoom; from: PlainDate; to: PlainDate; pushedValue: T; closing: boolean };

/**
 * Joins nights that come by room and date. `tell` says what a message would say of a night, in a value that survives JSON;
 * null = nothing. `breaks` says between which neighbouring dates a run must end, e.g. at a month's end.
 */
export function runsOf<T>(
  nights: readonly StaleNight[],
  tell: (night: StaleNight) => T | null,
  breaks: (before: PlainDate, after: PlainDate) => boolean = () => false,
): Run<T>[] {
  const runs: Run<T>[] = [];
  let last: { run: Run<T>; pushedValue: string } | null = null;
  for (const { room, date, closing, ...rest } of nights) {
    const value = tell({ room, date, closing, ...rest });
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
  return run.room.roomId === room.roomId && run.to.add({ days: 1 }).equals(date);
}

/** Whether what is told of a run closes it; other news of the same nights can wait. */
export function closes({ closing }: Run<unknown>, fields: readonly NightField[]): boolean {
  return closing && (fields.includes('available') || fields.includes('stopSell'));
}

/** For channels that take one calendar month a message. */
export function atMonthsEnd(before: PlainDate, after: PlainDate): boolean {
  return before.month !== after.month || before.year !== after.year;
}
