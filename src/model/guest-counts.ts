// Who comes: adults and children, as far as that is known.

export type GuestCounts = {
  /** how many adults; null = not known */
  adults: number | null;
  /** one item for each child: its age on the day of arrival, null where that is not known; null = not known whether any come */
  children: readonly (number | null)[] | null;
};

export const UNKNOWN_GUEST_COUNTS: GuestCounts = { adults: null, children: null };

/** Most children of one booking that are kept: more than any room takes. */
const MAX_CHILDREN = 100;
const MAX_ADULTS = 1_000;
const MAX_AGE = 17;

/**
 * A party from what a channel reports: numbers that are no counts and ages that no child has are null. `children` counts those
 * whose ages may be missing: the list has as many items as there are children, known ages first.
 */
export function toGuestCounts(reported: {
  adults: number | null;
  children?: number | null;
  ages?: readonly (number | null)[];
}): GuestCounts {
  const { children = null, ages = [] } = reported;
  const known = ages.map((age) => (isCount(age, MAX_AGE) ? age : null));
  const count = Math.max(known.length, isCount(children, MAX_CHILDREN) ? children : 0);
  const list = [...known, ...Array.from({ length: count - known.length }, () => null)].slice(0, MAX_CHILDREN);
  return {
    adults: isCount(reported.adults, MAX_ADULTS) ? reported.adults : null,
    children: list.length > 0 || isCount(children, MAX_CHILDREN) ? list : null,
  };
}

function isCount(value: number | null, most: number): value is number {
  return value !== null && Number.isInteger(value) && value >= 0 && value <= most;
}
