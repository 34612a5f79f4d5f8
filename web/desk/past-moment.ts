// The moment of the past whose calendar is shown: part of the address (`/desk/calendar?as_of=…`), so that it can be sent to others.
import { signal } from '@preact/signals';
import { dateOfDayNumber } from '../days.ts';
import { messages } from '../language.ts';
import { goTo, place } from '../router.ts';

const CALENDAR = '/desk/calendar';
const HOUR_MS = 3_600_000;

/** Moments that are offered at once, in hours before now. */
const OFFERED = { hourAgo: 1, yesterday: 24, weekAgo: 7 * 24 } as const;

/** Whether the field for a moment gets the keyboard when it appears: somebody has asked for another moment. */
export const asksMoment = signal(false);

/** Returns the moment (ISO 8601, UTC) whose calendar the address names; null = it names none, so that everything is as it is. */
export function pastMoment(): string | null {
  const { path, query } = place();
  const at = Date.parse(query.get('as_of') ?? '');
  return path !== CALENDAR || Number.isNaN(at) ? null : new Date(at).toISOString();
}

/** Returns the moments that are offered at once. `show`: shows the calendar of one from a day on. */
export function momentChoices() {
  const { offers } = messages().calendar.past;
  return (Object.keys(OFFERED) as (keyof typeof OFFERED)[]).map((id) => ({
    id,
    label: offers[id],
    show: (first: number) => showMoment(hoursAgo(OFFERED[id]), first),
  }));
}

/** Shows the calendar of yesterday, and asks for another moment. */
export function askMoment(first: number): void {
  showMoment(hoursAgo(OFFERED.yesterday), first);
  asksMoment.value = true;
}

/** Returns the moment that is so many hours before now. */
function hoursAgo(hours: number): string {
  return new Date(Date.now() - hours * HOUR_MS).toISOString();
}

/** Returns the moment just before a change: its time is written with milliseconds. */
export function justBefore(moment: string): string {
  return new Date(Date.parse(moment) - 1).toISOString();
}

/** Returns the address of the calendar of a moment. `first`: the first day that is shown. */
export function addressOfMoment(moment: string, first: number): string {
  return `${CALENDAR}?${new URLSearchParams({ as_of: moment, day: dateOfDayNumber(first) })}`;
}

/** Shows the calendar of a moment. Another moment after one of the past is no further step to go back to. */
export function showMoment(moment: string, first: number): void {
  goTo(addressOfMoment(moment, first), { replace: pastMoment() !== null });
}

/** Shows the same days as they are, or with `orderId` a stay as it is. */
export function backToNow(first: number, orderId?: number): void {
  const stay = orderId === undefined ? {} : { stay: String(orderId) };
  goTo(`${CALENDAR}?${new URLSearchParams({ day: dateOfDayNumber(first), ...stay })}`);
}
