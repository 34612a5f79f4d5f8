// The columns of channel_nights that hold what a channel has confirmed of a night: one for each field, null = not confirmed.
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

/** The column of a field. */
export function columnOf(field: NightField): string {
  return COLUMNS[field].name;
}

/** SQL made for each column, in the order of NIGHT_FIELDS, with its place from 0; `separator` stands between. */
export function eachColumn(
  make: (column: string, field: NightField, type: string, place: number) => string,
  separator = ', ',
): string {
  return NIGHT_FIELDS.map((field, place) =>
    make(COLUMNS[field].name, field, COLUMNS[field].type, place),
  ).join(separator);
}

/** SQL of an update after which nothing of a night counts as confirmed. */
export const RESET_CONFIRMED_VALUES = eachColumn((column) => `${column} = null`);

/** SQL condition: as far as is known, the channel may have the night open. */
export const MAY_BE_OPEN = '(available is null or available > 0)';

/** A value as its column has it: no limit to a stay is 0, because null means not confirmed. */
export function storedValue(field: NightField, values: Partial<NightValues>): number | boolean {
  return values[field] ?? 0;
}

/** Values by field, as `refused` and `withheld` have them: JSON, null when there are no fields. */
export function storedValues(fields: readonly NightField[], values: NightValues): string | null {
  if (fields.length === 0) return null;
  return JSON.stringify(Object.fromEntries(fields.map((field) => [field, storedValue(field, values)])));
}
