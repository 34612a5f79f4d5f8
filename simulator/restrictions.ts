// The restrictions of a night at an OTA: the only list of them, and how JSON messages and calendars carry them.

/** The value of each restriction that restricts nothing. */
const RESTRICTIONS = {
  minStay: 1,
  minStayThrough: 1,
  maxStay: 0,
  closedToArrival: false,
  closedToDeparture: false,
  stopSell: false,
};

type RestrictionName = keyof typeof RESTRICTIONS;

/** Restrictions of a night at one rate; contains only those that were pushed. */
export type Restrictions = {
  -readonly [R in RestrictionName]?: (typeof RESTRICTIONS)[R] extends boolean ? boolean : number;
};

/** Members of an OTA's messages and the restrictions that they set; of numbers with the smallest allowed. */
export type RestrictionMembers = Readonly<
  Record<string, RestrictionName | readonly [RestrictionName, number]>
>;

/** A member that is not accepted: `least` is given if it is a number, or ought to be one. */
type WrongMember = { name: string; value: unknown; least?: number };

/** Reads the restrictions that are given. `wrong` is called for each value of another type, or too small. */
export function readRestrictions(
  given: Record<string, unknown>,
  members: RestrictionMembers,
  wrong: (member: WrongMember) => void,
): Restrictions {
  const night: Record<string, unknown> = {};
  for (const [name, of] of Object.entries(members)) {
    const value = given[name];
    if (value === undefined) continue;
    const [own, least] = typeof of === 'string' ? [of] : of;
    const accepted =
      least === undefined
        ? typeof value === 'boolean'
        : Number.isInteger(value) && (value as number) >= least;
    if (accepted) night[own] = value;
    else wrong({ name, value, ...(least !== undefined && { least }) });
  }
  return night;
}

/** Returns all members for a calendar; `unset` replaces values that restrict nothing. */
export function writeRestrictions(
  night: Restrictions,
  members: RestrictionMembers,
  unset: Restrictions = {},
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(members).map(([name, of]) => {
      const own = typeof of === 'string' ? of : of[0];
      return [name, night[own] ?? unset[own] ?? RESTRICTIONS[own]];
    }),
  );
}
