// Rejection of unknown members and parameters, with a suggestion of the name that was probably meant.
import type { TSchema } from 'typebox';
import type { FieldError } from '../problems/field-errors.ts';

/** The names that a request may carry. */
export type KnownNames = {
  names: readonly string[];
  /** members of answers that requests may not carry */
  readOnly?: ReadonlySet<string>;
  noun: 'member' | 'parameter' | 'argument';
};

/**
 * Returns the error for a name that is not known. `within` is the path of the object that carries it, empty
 * at the top. A name that could not be one of ours is not repeated: it may be long, or text meant for whoever
 * reads the answer.
 */
export function unknownName(name: string, within: string, known: KnownNames): FieldError {
  const quotable = QUOTABLE.test(name);
  const { noun } = known;
  const field = join(within, quotable ? name : noun === 'argument' ? 'an argument' : `a ${noun}`);
  if (known.readOnly?.has(name)) return { field, rule: 'read_only' };
  const meant = quotable ? nearestNames(name, known.names) : [];
  return { field, rule: 'unknown_name', meant, known: meant.length > 0 ? [] : known.names, noun };
}

/**
 * Returns the known names nearest to a misspelt one, best first, at most two: names that differ only in
 * capitals and separators (`stopSell`), else those with the fewest letters added, left out, replaced or
 * swapped, up to a third of them.
 */
export function nearestNames(name: string, known: readonly string[]): string[] {
  const wanted = fold(name);
  if (wanted === '') return [];
  const distances = known.map((one) => ({ one, distance: editDistance(wanted, fold(one)) }));
  const least = Math.min(...distances.map(({ distance }) => distance));
  if (least > Math.floor(wanted.length / 3)) return [];
  return distances
    .filter(({ distance }) => distance === least)
    .slice(0, 2)
    .map(({ one }) => one);
}

/** Returns the member names of a record; for a union of records, those of all. */
export function memberNames(schema: TSchema): string[] {
  const { properties, anyOf = [] } = schema as { properties?: object; anyOf?: TSchema[] };
  return properties ? Object.keys(properties) : anyOf.flatMap(memberNames);
}

/** The form of a name that is one of ours or a misspelling of one. */
const QUOTABLE = /^[\w.$[\]-]{1,40}$/;

function join(within: string, name: string): string {
  return within === '' ? name : `${within}.${name}`;
}

function fold(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

/** Optimal string alignment: Levenshtein distance with a swap of two neighbours counted as one edit. */
function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      row[j] = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1));
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) row[j] = Math.min(row[j]!, before[j - 2]! + 1);
    }
    [before, last] = [last, row];
  }
  return last[b.length]!;
}
