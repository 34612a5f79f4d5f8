// When a stay or a blocked night that a feed no longer shows is given up: late enough that a hiccup of the channel frees nothing.
import { isBefore, type PlainDate } from '../night.ts';

/** How long, and over how many good fetches in a row, something has been missing. Kept with each stay and blocked night. */
export type Absence = { missingFetches: number; missingSince: Temporal.Instant };

/** Something that the feed showed before: a stay, or a blocked night with `from` as its date. */
export type TrackedItem = {
  from: PlainDate;
  /** whether the fetch just made shows it; after "not modified", what the fetch before showed: `absence === null` */
  present: boolean;
  absence: Absence | null;
};

export type AbsencePolicy = {
  /** a stay whose guest may have arrived is never given up; of nights, tonight may still be sold */
  kind: 'stays' | 'nights';
  today: PlainDate;
  now: Temporal.Instant;
  /** the least time between the first fetch without it and giving it up */
  confirmAfterMs: number;
};

export type AbsenceDecision<T extends TrackedItem> = { item: T; absence: Absence | null; remove: boolean };

/** An event may be left out of one answer by mistake; a second good fetch in a row confirms that it is meant. */
const CONFIRMATIONS = 2;

/** A feed that loses more than half of what is to come looks like a failing channel rather than like guests: ask once more. */
const MASS_SHARE = 0.5;
const MASS_CONFIRMATIONS = 3;

/**
 * Judges everything known of one feed after a good fetch (never call it after a failed one: those count for nothing). One
 * stay of one counts as mass: a failing channel's feed may well be a valid calendar that is empty.
 */
export function decideAbsences<T extends TrackedItem>(
  watched: readonly T[],
  policy: AbsencePolicy,
): AbsenceDecision<T>[] {
  const ahead = watched.filter((item) => isConfirmedAbsent(item, policy));
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
    return { item, absence, remove: confirmed && isConfirmedAbsent(item, policy) };
  });
}

/** A stay that begins today counts as begun: the guest may be on the way, and nobody cancels at the door by iCal. */
function isConfirmedAbsent({ from }: TrackedItem, { kind, today }: AbsencePolicy): boolean {
  return kind === 'stays' ? isBefore(today, from) : !isBefore(from, today);
}
