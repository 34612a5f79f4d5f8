// Units on the command line: people name them by what is written on their doors, programs by their ids.
import { StartError } from '../db/start-error.ts';
import type { SendOperation, Values } from './operator-command.ts';

type Unit = { unit_id: number; name: string };

/** Lists of units are longer than a page in no house that a person types for. */
const MOST_UNITS = 1_000;
/** How many units a refusal names. */
const MOST_NAMED = 20;

/**
 * Returns the names of new units, which stand with commas between them.
 * @throws StartError for what looks like a range, such as 105-110, unless `name:` in front says that it is a name
 */
export function toUnitNames(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const [, first = '', last = ''] = /^(\d+)-(\d+)$/.exec(part) ?? [];
      if (first.length === last.length && Number(first) < Number(last))
        throw new StartError(
          `${part} is no name: name each unit, such as ${first},${Number(first) + 1}. If it is what is written on one door, write name:${part}.`,
        );
      return part.replace(/^name:(?=.)/, '');
    });
}

/**
 * Replaces the units in `values` (`unit_id`, also of the rooms of a group), which are as they were typed, by their ids. A number
 * that is neither a name nor the id of a unit in use stays, so that the server answers it.
 * @throws StartError for a name that no unit has, and for a number that is the name of one unit and the id of another
 */
export async function resolveUnits(call: SendOperation, values: Values): Promise<void> {
  const places = [values, ...(Array.isArray(values['rooms']) ? (values['rooms'] as Values[]) : [])].filter(
    ({ unit_id: typed }) => typeof typed === 'string' && typed !== 'auto',
  );
  if (places.length === 0) return;
  const units = (await call('listUnits', { hotel_id: values['hotel_id'], limit: MOST_UNITS })) as Unit[];
  for (const place of places) place['unit_id'] = idOf(String(place['unit_id']), units);
}

function idOf(typed: string, units: readonly Unit[]): number {
  const [, how, text = typed] = /^(id|name):(.+)$/.exec(typed) ?? [];
  const id = /^\d{1,15}$/.test(text) && how !== 'name' ? Number(text) : undefined;
  const named =
    how === 'id' ? undefined : units.find(({ name }) => name.toLowerCase() === text.toLowerCase());
  const other = units.find(({ unit_id }) => unit_id === id);
  if (named && other && named !== other)
    throw new StartError(
      `${text} is on the door of unit ${named.unit_id}, and the id of the unit ${other.name}: write name:${text} or id:${text}.`,
    );
  const found = named?.unit_id ?? id;
  if (found !== undefined) return found;
  const names = units.slice(0, MOST_NAMED).map(({ name }) => name);
  const list = names.length === 0 ? 'there are none yet' : `there are ${names.join(', ')}`;
  throw new StartError(
    `No unit is named ${JSON.stringify(text)}: ${list}${units.length > MOST_NAMED ? ' …' : ''}.`,
  );
}
