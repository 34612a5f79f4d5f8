// Maps the cells of a message or of a rejection to nights.
import type { Cells, StaleNight } from '../../channels/channel.ts';
import { nightKey } from '../../model/channel.ts';
import { nightsBetween, type PlainDate } from '../../model/night.ts';
import type { NightField } from '../../model/night-values.ts';

/** Map key for a night that is to be pushed. */
export function keyOf({ room, date }: Pick<StaleNight, 'room' | 'date'>): string {
  return nightKey(room, date);
}

/** The dates of a range of nights; both ends are included. */
export function datesOf({ from, to }: Pick<Cells, 'from' | 'to'>): PlainDate[] {
  return nightsBetween(from, to.add({ days: 1 }));
}

/** The nights of these cells that are in the map, each once, with all their fields. */
export function nightsOf(
  nights: ReadonlyMap<string, StaleNight>,
  cells: readonly Cells[],
): { night: StaleNight; fields: NightField[] }[] {
  const found = new Map<StaleNight, Set<NightField>>();
  for (const range of cells) {
    for (const date of datesOf(range)) {
      const night = nights.get(nightKey(range, date));
      if (!night) continue;
      const known = found.get(night) ?? new Set();
      for (const field of range.fields) known.add(field);
      found.set(night, known);
    }
  }
  return [...found].map(([night, fields]) => ({ night, fields: [...fields] }));
}
