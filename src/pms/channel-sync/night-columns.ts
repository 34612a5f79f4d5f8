// The columns of channel_nights with values that a channel has confirmed, by field; null = not confirmed.
import { NIGHT_FIELDS, type NightField, type NightValues } from '../../model/night-values.ts';

const COLUMNS: Record<NightField, { name: string; type: string }> = {
  available: { name: 'available', type: 'int' },
  priceMinor: { name: 'price_minor', type: 'bigint' },
  minStay: { name: 'min_stay', type: 'int' },
  maxStay: { name: 'max_stay', type: 'int' },
  closedToArrival: { name: 'closed_to_arrival', type: 'boolean' },
  closedToDeparture: { name: 'closed_to_departure', type: 'boolean' },
  stopSell: { name: 'stop_sell', type: 'boolean' },
};

/** Returns the column of a field. */
export function columnOf(field: NightField): string {
  return COLUMNS[field].name;
}

/** Returns SQL made for each column in the order of NIGHT_FIELDS, joined; `place` counts from 0. */
export function eachColumn(
  make: (column: string, field: NightField, type: string, place: number) => string,
  separator = ', ',
): string {
  return NIGHT_FIELDS.map((field, place) =>
    make(COLUMNS[field].name, field, COLUMNS[field].type, place),
  ).join(separator);
}

/** SQL for `set` that clears all confirmed values of a night. */
export const RESET_CONFIRMED_VALUES = eachColumn((column) => `${column} = null`);

/** SQL condition: the channel may have the night open, because 0 units are not confirmed. */
export const MAY_BE_OPEN = '(available is null or available > 0)';

/** Returns a value as its column stores it: 0 = no limit to a stay, because null means not confirmed. */
export function storedValue(field: NightField, values: Partial<NightValues>): number | boolean {
  return values[field] ?? 0;
}

/**
 * Returns values by field as JSON, as in the columns `refused` and `withheld`; null when there are no fields.
 */
export function storedValues(fields: readonly NightField[], values: NightValues): string | null {
  if (fields.length === 0) return null;
  return JSON.stringify(Object.fromEntries(fields.map((field) => [field, storedValue(field, values)])));
}
