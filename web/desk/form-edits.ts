// The values of a form that stays open while others change its record: what the person did not touch follows the record.
import { useSignal } from '@preact/signals';

/** `base`: what the person saw when a member was first touched. `wanted`: with what the person chose. */
type Edits<T> = { base: T; wanted: T };

/**
 * Returns what a form holds of a record as it is now: its own values where the person chose others than `base`, else the present ones.
 * `conflicts`: members that the person and somebody else made different.
 */
export function rebase<T extends object>(
  { base, wanted }: Edits<T>,
  now: T,
): Edits<T> & { conflicts: readonly (keyof T)[] } {
  const names = Object.keys(now) as (keyof T)[];
  const touched = new Set(names.filter((name) => wanted[name] !== base[name]));
  const pick = (mine: T) =>
    Object.fromEntries(names.map((name) => [name, (touched.has(name) ? mine : now)[name]])) as T;
  const conflicts = [...touched].filter((name) => now[name] !== base[name] && now[name] !== wanted[name]);
  return { base: pick(base), wanted: pick(wanted), conflicts };
}

/** Returns the values of a form of a record as it is now, how to set some of them, and how to settle a conflict of one. */
export function useFormEdits<T extends object>(now: T) {
  const edits = useSignal<Edits<T>>({ base: now, wanted: now });
  const { base, wanted, conflicts } = rebase(edits.value, now);
  return {
    values: wanted,
    conflicts,
    set(part: Partial<T>) {
      edits.value = { base, wanted: { ...wanted, ...part } };
    },
    decide<Name extends keyof T>(name: Name, value: T[Name]) {
      edits.value = { base: { ...base, [name]: now[name] }, wanted: { ...wanted, [name]: value } };
    },
  };
}
