// Moments of the channels at the property: an hour for today, otherwise the day with it.
import { dayOfMoment } from '../../days.ts';
import { copy } from '../../desk/property.ts';
import { formatMoment, formatTime } from '../../format.ts';

/** Returns `10:39`, or `Wed 10 Jun, 21:12` of another day. */
export function timeAt(moment: string): string {
  const state = copy.value;
  const timezone = state?.property.timezone ?? 'UTC';
  const isToday = dayOfMoment(moment, timezone) === state?.today;
  return isToday ? formatTime(moment, timezone) : formatMoment(moment, timezone);
}
