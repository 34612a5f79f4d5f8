// SQL made from the fields of a night (model/night-values.ts): lists of columns, defaults, comparisons. Tables
// with nights name their columns alike: `nights`, `night_changes` (arrays) and `channel_nights`.
import {
  definitionOf,
  type FieldDefinition,
  NIGHT_FIELDS,
  type NightField,
  type NightValues,
  RATE_FIELDS,
  type RoomDefaults,
} from '../model/night-values.ts';

export type NightColumn = FieldDefinition & {
  field: NightField /** position in the list, from 0 */;
  place: number;
};

type MakeSql = (column: string, of: NightColumn) => string;

/** Returns SQL made for the column of each of these fields, in their order, joined. */
export function columnsOf(
  fields: readonly NightField[],
  make: MakeSql = (column) => column,
  separator = ', ',
): string {
  return fields
    .map((field, place) => {
      const definition = definitionOf(field);
      return make(definition.column, { ...definition, field, place });
    })
    .join(separator);
}

/** Returns SQL made for the column of each field, joined. */
export function eachColumn(make?: MakeSql, separator?: string): string {
  return columnsOf(NIGHT_FIELDS, make, separator);
}

/** Like `eachColumn`, without the count: sales change it, so that it is written and compared with care. */
export function eachRateColumn(make?: MakeSql, separator?: string): string {
  return columnsOf(RATE_FIELDS, make, separator);
}

/** SQL for the room's values that its nights have where theirs are not set, as `base_price_minor` … */
export const BASE_COLUMNS = columnsOf(
  RATE_FIELDS.filter((field) => definitionOf(field).ofRoom),
  (column) => `room.${column} as base_${column}`,
);

/** The columns of a night as the driver returns them. */
export type NightRow = Record<string, number | boolean | null>;

/** Returns the values of a night of a room on which nothing is set. */
export function unsetValues(room: RoomDefaults): NightValues {
  const constants = COLUMNS.map(({ field, unrestricted = null }) => [field, unrestricted]);
  return { ...Object.fromEntries(constants), ...room };
}

/** Returns the values of a stored night; what is not set there is as in `unset`, which is copied. */
export function toNightValues(row: NightRow, unset: NightValues): NightValues {
  const values: Record<string, number | boolean | null> = { ...unset };
  for (const { field, column } of COLUMNS) {
    const value = row[column];
    if (value !== null && value !== undefined) values[field] = value;
  }
  return values as NightValues;
}

/** Returns the values of a row in which 0 means no limit: see `storedValue`. */
export function fromStoredValues(row: NightRow): NightValues {
  const values = COLUMNS.map(({ field, column, unrestricted }) => [
    field,
    unrestricted === null && row[column] === 0 ? null : row[column],
  ]);
  return Object.fromEntries(values);
}

const COLUMNS = NIGHT_FIELDS.map((field) => {
  const { column, unrestricted } = definitionOf(field);
  return { field, column, unrestricted };
});

/** SQL for `set` that clears all confirmed values of a night. */
export const RESET_CONFIRMED_VALUES = eachColumn((column) => `${column} = null`);

/** SQL condition: the channel may have the night open, because 0 units are not confirmed. */
export const MAY_BE_OPEN = '(available is null or available > 0)';

/** Returns a value as `channel_nights` has it: 0 = no limit, because null means not confirmed. */
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
