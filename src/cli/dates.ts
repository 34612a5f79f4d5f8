// Dates on the command line: `today`, `tomorrow` and `yesterday` at the property, and a plain date for a moment.
import type { OperatorCommand, Values } from './operator-command.ts';

/** Days after today, by the word for them. */
const DAYS: Record<string, number> = { yesterday: -1, today: 0, tomorrow: 1 };

/**
 * Replaces, in `values`, words for days by their dates, also in the rooms of a group; where a moment is wanted, words and plain dates by the
 * beginning of the day at the property. `readTimeZone` is called where there is something to replace. What is no date stays, so that the
 * server answers it.
 */
export async function resolveDates(
  { inputs }: Pick<OperatorCommand, 'inputs'>,
  values: Values,
  readTimeZone: () => Promise<string>,
): Promise<void> {
  for (const { member, schema } of inputs) {
    const typed = values[member];
    const isMoment = schema.format === 'date-time';
    if (typeof typed !== 'string' || !(isMoment || schema.format === 'date')) continue;
    if (!Object.hasOwn(DAYS, typed) && !(isMoment && isDate(typed))) continue;
    values[member] = toText(typed, await readTimeZone(), isMoment);
  }
  const rooms = Array.isArray(values['rooms']) ? (values['rooms'] as Values[]) : [];
  for (const room of rooms)
    for (const member of ['checkin', 'checkout'])
      if (Object.hasOwn(DAYS, String(room[member])))
        room[member] = toText(String(room[member]), await readTimeZone(), false);
}

function isDate(text: string): boolean {
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' }).toString() === text;
  } catch {
    return false;
  }
}

function toText(typed: string, timeZone: string, isMoment: boolean): string {
  const days = DAYS[typed];
  const date =
    days === undefined ? Temporal.PlainDate.from(typed) : Temporal.Now.plainDateISO(timeZone).add({ days });
  return isMoment ? date.toZonedDateTime(timeZone).toString({ timeZoneName: 'never' }) : date.toString();
}
