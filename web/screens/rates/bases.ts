// The values on which edits were made, and which of them somebody has changed since. Pure.
import type { RateEdits, RatePatch, RateValues } from './edits.ts';

/** Returns the values that a night has, or is about to have; null where nothing is known. */
type ValuesAt = (roomId: number, day: number) => RateValues | null;

/** A value that somebody changed after it was edited here. */
export type ChangedValue = {
  roomId: number;
  day: number;
  name: keyof RateValues;
  /** the value when it was edited */
  before: RateValues[keyof RateValues];
  now: RateValues[keyof RateValues];
  mine: RateValues[keyof RateValues];
};

/** Returns, for each value of the edits, the one that the night had when it was set; of those that were set before, as it was known then. */
export function basesOf(
  edits: RateEdits,
  known: { edits: RateEdits; bases: RateEdits },
  valuesAt: ValuesAt,
): RateEdits {
  const all = new Map<number, ReadonlyMap<number, RatePatch>>();
  for (const [roomId, days] of edits) {
    const bases = new Map<number, RatePatch>();
    for (const [day, patch] of days) {
      const before = known.edits.get(roomId)?.get(day);
      const base = known.bases.get(roomId)?.get(day);
      const values = before === patch && base ? base : baseOf(patch, before, base, valuesAt(roomId, day));
      bases.set(day, values);
    }
    all.set(roomId, bases);
  }
  return all;
}

function baseOf(
  patch: RatePatch,
  before: RatePatch = {},
  base: RatePatch = {},
  values: RateValues | null,
): RatePatch {
  const names = Object.keys(patch) as (keyof RateValues)[];
  return Object.fromEntries(
    names.flatMap((name) => {
      const isKnown = base[name] !== undefined && before[name] === patch[name];
      const value = isKnown ? base[name] : values?.[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Returns the values of edits that have become others since they were edited; not those that have become what the edit sets. */
export function changedSince(edits: RateEdits, bases: RateEdits, valuesAt: ValuesAt): ChangedValue[] {
  const changed: ChangedValue[] = [];
  for (const [roomId, days] of edits)
    for (const [day, patch] of days) {
      const base = bases.get(roomId)?.get(day);
      const values = valuesAt(roomId, day);
      if (!base || !values) continue;
      for (const [name, mine] of Object.entries(patch) as [keyof RateValues, never][]) {
        const [before, now] = [base[name], values[name]];
        if (before !== undefined && before !== now && now !== mine)
          changed.push({ roomId, day, name, before, now, mine });
      }
    }
  return changed;
}
