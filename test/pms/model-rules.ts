// The rules of the reference model, written a second time: it imports nothing from the code that it judges.

export type ModelStatus = 'confirmed' | 'checked_in' | 'checked_out' | 'no_show' | 'cancelled';

/** The statuses that may follow each status. */
export const NEXT_STATUSES: Record<ModelStatus, readonly ModelStatus[]> = {
  confirmed: ['checked_in', 'no_show', 'cancelled'],
  checked_in: ['checked_out', 'cancelled'],
  checked_out: [],
  no_show: [],
  cancelled: [],
};

/** The statuses that each status can be taken back to. */
export const EARLIER_STATUSES: Record<ModelStatus, readonly ModelStatus[]> = {
  confirmed: [],
  checked_in: ['confirmed'],
  checked_out: ['checked_in'],
  no_show: ['confirmed', 'checked_in'],
  cancelled: ['confirmed', 'checked_in'],
};

/** Whether nights after the day on which a stay gets this status are released. */
export function endsStay(status: ModelStatus): boolean {
  return status === 'checked_out' || status === 'no_show';
}

/**
 * Shares a price (minor units) by weights; equally if all are 0. Each part is rounded down, and what is left
 * goes to the first parts, one unit each.
 */
export function shareOut(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((a, b) => a + b, 0);
  const exact = weights.map((weight) => (sum === 0 ? [total, weights.length] : [total * weight, sum]));
  const parts = exact.map(([share, whole]) => (share! - (share! % whole!)) / whole!);
  const left = total - parts.reduce((a, b) => a + b, 0);
  return parts.map((part, i) => (i < left ? part + 1 : part));
}

/** In how many fetches in a row an item was missing, and the time of the first (milliseconds). */
export type Missing = { fetches: number; sinceMs: number } | null;

export type Watched = { day: number; present: boolean; missing: Missing };

/**
 * Counts a fetch for every item that a calendar showed before. An item is removed when it was missing in two
 * fetches, in three if more than half of the items ahead are missing, and for `confirmAfterMs`. Items ahead:
 * stays after today, blocked nights from today on. Nothing else is removed.
 */
export function countFetch<T extends Watched>(
  watched: readonly T[],
  clock: { firstDay: number; nowMs: number; confirmAfterMs: number },
): { item: T; missing: Missing; remove: boolean }[] {
  const ahead = watched.filter(({ day }) => day >= clock.firstDay);
  const gone = ahead.filter(({ present }) => !present);
  const enough = gone.length * 2 > ahead.length ? 3 : 2;
  return watched.map((item) => {
    if (item.present) return { item, missing: null, remove: false };
    const { fetches, sinceMs } = item.missing ?? { fetches: 0, sinceMs: clock.nowMs };
    const remove =
      item.day >= clock.firstDay && fetches + 1 >= enough && clock.nowMs - sinceMs >= clock.confirmAfterMs;
    return { item, missing: { fetches: fetches + 1, sinceMs }, remove };
  });
}
