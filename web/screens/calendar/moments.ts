// Moments at the property as values of a field, and on the chart.
import { dateOfDayNumber, dayOfMoment } from '../../days.ts';

/** Returns a moment as the value of a field for date and time, at a place: 2026-06-11T14:30. */
export function fieldOfMoment(moment: string, timezone: string): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: timezone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return `${dateOfDayNumber(dayOfMoment(moment, timezone))}T${format.format(Date.parse(moment))}`;
}

/** Returns a moment at a place as a day number with a fraction. */
export function dayWithTime(moment: string, timezone: string): number {
  const [hour, minute] = fieldOfMoment(moment, timezone).slice(11).split(':').map(Number);
  return dayOfMoment(moment, timezone) + (hour! * 60 + minute!) / (24 * 60);
}
