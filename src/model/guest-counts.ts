// Guest counts of a stay: adults and children, as far as known.

export type GuestCounts = {
  /** number of adults; null = not known */
  adults: number | null;
  /**
   * one item per child: its age on the day of arrival, or null if unknown; null = not known whether there are
   * any
   */
  children: readonly (number | null)[] | null;
};

export const UNKNOWN_GUEST_COUNTS: GuestCounts = { adults: null, children: null };

/** Maximum children of a booking: more than any room takes. */
export const MAX_CHILDREN = 100;
/** Maximum guests of a booking, adults or all. */
export const MAX_GUESTS = 1_000;
/** Highest age at which a guest counts as a child. */
export const MAX_CHILD_AGE = 17;

/**
 * Builds guest counts from a channel's report. Invalid counts and ages above MAX_CHILD_AGE become null. `children`
 * is the number of children, some of whose ages may be missing: the list has one item per child, `ages`
 * first.
 */
export function toGuestCounts(reported: {
  adults: number | null;
  children?: number | null;
  ages?: readonly (number | null)[];
}): GuestCounts {
  const { children = null, ages = [] } = reported;
  const known = ages.map((age) => (isCount(age, MAX_CHILD_AGE) ? age : null));
  const count = Math.max(known.length, isCount(children, MAX_CHILDREN) ? children : 0);
  const list = [...known, ...Array.from({ length: count - known.length }, () => null)].slice(0, MAX_CHILDREN);
  return {
    adults: isCount(reported.adults, MAX_GUESTS) ? reported.adults : null,
    children: list.length > 0 || isCount(children, MAX_CHILDREN) ? list : null,
  };
}

function isCount(value: number | null, most: number): value is number {
  return value !== null && Number.isInteger(value) && value >= 0 && value <= most;
}

/** What a room takes: guests, and beside them so many small children in cots. */
export type RoomPlaces = { capacity: number; cots: number };

/** Default of the age below which a child sleeps in a cot, in years. */
export const DEFAULT_INFANTS_UNDER_AGE = 2;
/** Most cots of one unit. */
export const MAX_COTS = 20;

/**
 * Returns how many guests of a party are infants: children known to be younger than `infantsUnderAge` years. A child whose age is not known is
 * none.
 */
export function countInfants(children: GuestCounts['children'], infantsUnderAge: number): number {
  return (children ?? []).filter((age) => age !== null && age < infantsUnderAge).length;
}

/**
 * Returns how many guests of a party count against the capacity of a room: all but the infants for whom it has a cot. Infants without a cot
 * need a bed like others. Null = not known how many come.
 */
export function countAgainstCapacity(
  { adults, children }: GuestCounts,
  // A copy that a device has kept from an earlier release does not know of cots.
  { cots = 0 }: Partial<Pick<RoomPlaces, 'cots'>>,
  infantsUnderAge: number,
): number | null {
  if (adults === null) return null;
  return adults + (children?.length ?? 0) - Math.min(cots, countInfants(children, infantsUnderAge));
}
