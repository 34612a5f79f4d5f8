// Members of a booking that both its channel and people here have changed: the booking keeps what people set, and people decide.

/** Members that people can set and that a channel reports, too, with their names in the records of the API. */
export const NAMES_OF_BOTH = {
  guestName: 'name',
  guestEmail: 'email',
  guestPhone: 'phone',
  adults: 'adults',
  children: 'children',
  companions: 'companions',
  arrivalTime: 'arrival_time',
  language: 'language',
  country: 'country',
  meal: 'meal',
  roomId: 'room_id',
  priceMinor: 'price',
} as const;
export type MemberOfBoth = keyof typeof NAMES_OF_BOTH;

export function isMemberOfBoth(member: string): member is MemberOfBoth {
  return Object.hasOwn(NAMES_OF_BOTH, member);
}

/**
 * What the channel reports of a member, in the form in which a booking has it, and since when. `currency`: that of a price. The order of the
 * members is that in which PostgreSQL stores them.
 */
export type ChannelDifference = {
  /** an instant as text */
  since: string;
  value: unknown;
  member: MemberOfBoth;
  currency?: string;
};

/** Returns the differences without those of the members of a change, null if none is left: whoever sets a member has decided. */
export function undecidedAfter(
  differences: readonly ChannelDifference[] | null,
  change: object,
): readonly ChannelDifference[] | null {
  const left = differences?.filter(({ member }) => !Object.hasOwn(change, member)) ?? [];
  return left.length > 0 ? left : null;
}
