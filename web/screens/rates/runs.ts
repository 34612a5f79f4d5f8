// Edits as ranges of nights, and which of them are not in sight. Pure.
import type { RateEdits, RatePatch } from './edits.ts';

/** Nights [from, until) of a room that follow each other, with what is set in each of them. */
export type RateRun = { roomId: number; from: number; until: number; patches: readonly RatePatch[] };

/** What can be seen of the sheet: days [from, until) of some rooms. */
export type Sight = { from: number; until: number; roomIds: ReadonlySet<number> };

/** Returns edits as ranges of nights, room by room in the order of `roomIds`; rooms that are not among them come last. */
export function runsOf(edits: RateEdits, roomIds: readonly number[]): RateRun[] {
  const others = [...edits.keys()].filter((id) => !roomIds.includes(id));
  return [...roomIds, ...others].flatMap((roomId) => {
    const runs: { roomId: number; from: number; until: number; patches: RatePatch[] }[] = [];
    for (const [day, patch] of [...(edits.get(roomId) ?? [])].toSorted(([a], [b]) => a - b)) {
      const last = runs.at(-1);
      if (last?.until === day) {
        last.until += 1;
        last.patches.push(patch);
      } else runs.push({ roomId, from: day, until: day + 1, patches: [patch] });
    }
    return runs;
  });
}

/** Returns the edits of nights that are not in sight. */
export function outOfSight(edits: RateEdits, { from, until, roomIds }: Sight): RateEdits {
  return new Map(
    [...edits].flatMap(([roomId, days]) => {
      const hidden = [...days].filter(([day]) => !roomIds.has(roomId) || day < from || day >= until);
      return hidden.length > 0 ? [[roomId, new Map(hidden)] as const] : [];
    }),
  );
}
