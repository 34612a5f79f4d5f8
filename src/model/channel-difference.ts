// Members of a booking that both its channel and people here have changed: the booking keeps what people set, and people decide.
import { isDeepStrictEqual } from 'node:util';

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
  checkin: 'checkin',
  checkout: 'checkout',
  status: 'status',
} as const;
export type MemberOfBoth = keyof typeof NAMES_OF_BOTH;

export function isMemberOfBoth(member: string): member is MemberOfBoth {
  return Object.hasOwn(NAMES_OF_BOTH, member);
}

/**
 * What the channel reports of a member, in the form in which a booking has it, and since when; dates as texts, and of the status
 * `cancelled` of a stay that goes on, `confirmed` of one that was cancelled here. A price is that of the whole stay, and `currency` its. The order of the members is that in which PostgreSQL stores them.
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

/** Returns the differences with another one, in place of a former one of the same member. One with the same value stays as it is. */
export function withDifference(
  differences: readonly ChannelDifference[] | null,
  added: ChannelDifference,
): readonly ChannelDifference[] | null {
  const known = differences?.find(({ member }) => member === added.member);
  if (known && isDeepStrictEqual({ ...known, since: added.since }, added)) return differences;
  return [...(differences ?? []).filter((one) => one !== known), added];
}

/** Returns the differences with the status that the channel reports. */
export function withStatus(
  { differences }: { differences: readonly ChannelDifference[] | null },
  value: 'confirmed' | 'cancelled',
  now: Temporal.Instant,
): readonly ChannelDifference[] | null {
  return withDifference(differences, { since: now.toString(), value, member: 'status' });
}

/** Returns the price that the channel reports otherwise; undefined = it does not. */
export function priceDifferenceOf(
  differences: readonly ChannelDifference[] | null,
): ChannelDifference | undefined {
  return differences?.find(({ member }) => member === 'priceMinor');
}

/** Returns the differences after the nights that are the house's own cost so much more: the channel's price is that of the whole stay. */
export function withPriceMoved(
  differences: readonly ChannelDifference[] | null,
  addedMinor: number,
): readonly ChannelDifference[] | null {
  const price = priceDifferenceOf(differences);
  if (!differences || !price || addedMinor === 0) return differences;
  const moved = { ...price, value: (price.value as number) + addedMinor };
  return differences.map((one) => (one === price ? moved : one));
}
