// Members of JSON messages that carry fields of a night: an adapter maps fields to members, from which messages
// are written and calendars are read.
import { inOrder, type NightField, type NightValues } from '../model/night-values.ts';
import type { StaleNight } from './channel.ts';
import { type Fields, numberOf } from './json.ts';

/** A member with the value of one field. `read` returns undefined for a value of another type. */
type CarriedMember<V> = {
  name: string;
  write(value: V): unknown;
  read(reported: unknown): V | undefined;
};

/** Fields and the members that carry them, in the order of the message. */
export type NightMembers = { readonly [F in NightField]?: readonly CarriedMember<NightValues[F]>[] };

/** Returns a member that is true or false; calendars may also have 1 or 0. */
export function flagMember(name: string): CarriedMember<boolean> {
  return {
    name,
    write: (value) => value,
    read: (reported) => {
      if (reported === true || reported === 1) return true;
      return reported === false || reported === 0 ? false : undefined;
    },
  };
}

/** Returns a member that is a number; calendars may also have it as text. */
export function integerMember(name: string): CarriedMember<number> {
  return { name, write: (value) => value, read: (reported) => numberOf(reported) ?? undefined };
}

/** Returns a member that is a maximum stay; `none` is written where there is none, and `isNone` recognises it in a calendar. */
export function maxStayMember(
  name: string,
  none: number,
  isNone: (reported: number) => boolean = (reported) => reported === none,
): CarriedMember<number | null> {
  return {
    name,
    write: (value) => value ?? none,
    read: (reported) => {
      const number = numberOf(reported);
      if (number === null) return undefined;
      return isNone(number) ? null : number;
    },
  };
}

/**
 * Returns the restrictions of a rate plan, in the order of a message, of channels that have two minimum stays:
 * ours is pushed as the one of arrival, the one of every night of the stay (`through`), or both.
 */
export function restrictionMembers(minStay: 'arrival' | 'through' | 'both') {
  return {
    stopSell: [flagMember('stop_sell')],
    closedToArrival: [flagMember('closed_to_arrival')],
    closedToDeparture: [flagMember('closed_to_departure')],
    minStay: [
      ...(minStay === 'through' ? [] : [integerMember('min_stay_arrival')]),
      ...(minStay === 'arrival' ? [] : [integerMember('min_stay_through')]),
    ],
    maxStay: [maxStayMember('max_stay', 0)],
  } satisfies NightMembers;
}

/** Returns the members that carry the changed values of a night. */
export function writeMembers(
  members: NightMembers,
  { changed, values }: Pick<StaleNight, 'changed' | 'values'>,
): Fields {
  const written: Fields = {};
  for (const [field, some] of entriesOf(members)) {
    if (changed.includes(field)) for (const { name, write } of some) written[name] = write(values[field]);
  }
  return written;
}

/** Returns the values that a calendar reports of a night; of several members of a field, the first counts. */
export function readMembers(members: NightMembers, reported: Fields): Partial<NightValues> {
  const known: Fields = {};
  for (const [field, some] of entriesOf(members)) {
    const value = some.map(({ name, read }) => read(reported[name])).find((one) => one !== undefined);
    if (value !== undefined) known[field] = value;
  }
  return known;
}

/** Returns the fields that members of these names carry; `others` are names that no member of the map has. */
export function fieldsNamed(
  names: readonly string[],
  members: NightMembers,
  others: Readonly<Record<string, NightField>>,
): NightField[] {
  const known = new Map(Object.entries(others));
  for (const [field, some] of entriesOf(members)) for (const { name } of some) known.set(name, field);
  return [...new Set(names.flatMap((name) => known.get(name) ?? []))];
}

/** Returns the fields that a protocol carries, in the order of NIGHT_FIELDS. */
export function carriedFields(members: NightMembers, others: readonly NightField[]): NightField[] {
  return inOrder([...entriesOf(members).map(([field]) => field), ...others]);
}

type AnyMember = { name: string; write(value: unknown): unknown; read(reported: unknown): unknown };

function entriesOf(members: NightMembers): [NightField, readonly AnyMember[]][] {
  return Object.entries(members) as [NightField, readonly AnyMember[]][];
}
