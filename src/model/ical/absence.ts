// Decides when a stay or blocked night that a feed no longer shows is removed: late enough that a brief fault
// frees nothing.
import { isBefore, type PlainDate } from '../night.ts';

/**
 * Since when, and in how many successful fetches in a row, an item has been missing. Stored with each item.
 */
export type Absence = { missingFetches: number; missingSince: Temporal.Instant };

/** An item that the feed showed before: a stay, or a blocked night with `from` as its date. */
export type TrackedItem = {
  from: PlainDate;
  /**
   * whether the latest fetch shows it; after "not modified", whether the fetch before did: `absence === null`
   */
  present: boolean;
  absence: Absence | null;
};

export type AbsencePolicy = {
  /**
   * stays whose guests may have arrived are never removed; blocked nights are removed from tonight on, because
   * tonight may still be sold
   */
  kind: 'stays' | 'nights';
  today: PlainDate;
  now: Temporal.Instant;
  /** minimum time between the first fetch without the item and its removal */
  confirmAfterMs: number;
};

type AbsenceDecision<T extends TrackedItem> = { item: T; absence: Absence | null; remove: boolean };

/**
 * Successful fetches in a row without an item that confirm its absence: one response may omit an event by
 * mistake.
 */
const CONFIRMATIONS = 2;

/**
 * A feed that loses more than this share of its future items looks like a fault of the channel: require one
 * more fetch.
 */
const MASS_SHARE = 0.5;
const MASS_CONFIRMATIONS = 3;

/**
 * Decides for each known item of one feed, after a successful fetch, whether to remove it. Not to be called
 * after a failed fetch. A single item that is missing is more than half as well: the feed of a failing
 * channel may be a valid empty calendar.
 */
export function decideAbsences<T extends TrackedItem>(
  watched: readonly T[],
  policy: AbsencePolicy,
): AbsenceDecision<T>[] {
  const ahead = watched.filter((item) => isRemovable(item, policy));
  const missing = ahead.filter(({ present }) => !present).length;
  const needed = missing > ahead.length * MASS_SHARE ? MASS_CONFIRMATIONS : CONFIRMATIONS;
  return watched.map((item) => {
    if (item.present) return { item, absence: null, remove: false };
    const absence: Absence = {
      missingFetches: (item.absence?.missingFetches ?? 0) + 1,
      missingSince: item.absence?.missingSince ?? policy.now,
    };
    const waitedMs = policy.now.since(absence.missingSince).total('millisecond');
    const confirmed = absence.missingFetches >= needed && waitedMs >= policy.confirmAfterMs;
    return { item, absence, remove: confirmed && isRemovable(item, policy) };
  });
}

/** Whether an absent item may be removed. A stay that begins today may not: the guest may be on the way. */
function isRemovable({ from }: TrackedItem, { kind, today }: AbsencePolicy): boolean {
  return kind === 'stays' ? isBefore(today, from) : !isBefore(from, today);
}
