// The dates of a stay as its channel knows them, beside which it can have nights of the house's own.
import { earliest, isBefore, latest, type NightRange, nightsBetween, type PlainDate } from './night.ts';

/** Null: the stay came through no connection, or its channel has ended it and people keep it. */
export type ChannelDates = { channelCheckin: PlainDate | null; channelCheckout: PlainDate | null };

export const NO_CHANNEL_DATES: ChannelDates = { channelCheckin: null, channelCheckout: null };

type DatesOfStay = { checkin: PlainDate; checkout: PlainDate };
type Stay = DatesOfStay & ChannelDates & { connection: string | null };

/** Returns the nights that the channel knows; null if it knows none. */
export function nightsOfChannel({ channelCheckin, channelCheckout }: ChannelDates): NightRange | null {
  return channelCheckin && channelCheckout ? { from: channelCheckin, until: channelCheckout } : null;
}

/**
 * Returns a test whether a night of the stay is the house's own: its channel does not know it. None is of a stay that was moved as a whole, so
 * that it has no night in common with those of its channel: the channel has sold it nonetheless.
 */
export function ownNightTest({
  connection,
  checkin,
  checkout,
  ...dates
}: Stay): (night: PlainDate) => boolean {
  if (connection === null) return () => false;
  const known = nightsOfChannel(dates);
  if (known === null) return () => true;
  if (!isBefore(known.from, checkout) || !isBefore(checkin, known.until)) return () => false;
  return (night) => !isWithin(night, known);
}

/** Returns the nights that a guest who is in the house has slept here, with tonight: no channel gives them up. Null = no guest is in the house. */
export function nightsInHouse(
  { status, checkin, checkout }: DatesOfStay & { status: string },
  today: PlainDate,
): NightRange | null {
  const until = earliest(checkout, today.add({ days: 1 }));
  return status === 'checked_in' && isBefore(checkin, until) ? { from: checkin, until } : null;
}

/** Returns the nights of the stay that are the house's own. */
export function ownNightsOf(stay: Stay): PlainDate[] {
  return nightsBetween(stay.checkin, stay.checkout).filter(ownNightTest(stay));
}

/** Whether the stay has all nights that its channel knows. */
export function hasNightsOfChannel({ checkin, checkout, ...dates }: Omit<Stay, 'connection'>): boolean {
  const known = nightsOfChannel(dates);
  return known === null || (!isBefore(known.from, checkin) && !isBefore(checkout, known.until));
}

/** The dates of a stay after its channel has reported others. `apart`: those do not adjoin the house's own nights, and are a stay of their own. */
type DatesAfterReport = { kind: 'apart' } | JoinedDates;

/** `differing`: the dates that the channel has changed and that the stay has otherwise; null = it has changed none. */
export type JoinedDates = {
  kind: 'joined';
  /** of the stay, and as the channel knows them from now on */
  dates: DatesOfStay & ChannelDates;
  differing: readonly ('checkin' | 'checkout')[] | null;
};

/**
 * Returns the dates of a stay after its channel has reported these. What the channel has not changed stays as people have set it. Where a stay
 * has own nights, or its guest is in the house, those nights stay (`inHouse`: of `nightsInHouse`), with those between them and the channel's; a
 * stay without the channel's nights was moved by people, and stays there.
 */
export function datesAfterReport(
  stay: Stay,
  reported: NightRange,
  inHouse: NightRange | null,
): DatesAfterReport {
  const { checkin, checkout } = stay;
  const known = nightsOfChannel(stay);
  const joined = (from: PlainDate, until: PlainDate, differing: JoinedDates['differing']): JoinedDates => ({
    kind: 'joined',
    dates: {
      checkin: from,
      checkout: until,
      channelCheckin: reported.from,
      channelCheckout: reported.until,
    },
    differing,
  });
  if (known?.from.equals(reported.from) && known.until.equals(reported.until))
    return joined(checkin, checkout, null);
  if (known !== null && !hasNightsOfChannel(stay))
    return joined(checkin, checkout, differingDates(stay, reported));
  const isOwn = ownNightTest(stay);
  const kept = nightsBetween(checkin, checkout).filter(
    (night) => isOwn(night) || (inHouse !== null && isWithin(night, inHouse)),
  );
  const [first, last] = [kept[0], kept.at(-1)];
  if (!first || !last) return joined(reported.from, reported.until, []);
  const adjoins = !isBefore(checkout, reported.from) && !isBefore(reported.until, checkin);
  if (!adjoins) return { kind: 'apart' };
  const [from, until] = [earliest(reported.from, first), latest(reported.until, last.add({ days: 1 }))];
  // Nights that only the channel has given up lie between its own and those of the house, or the guest is here.
  const differing = [
    ...(known && isBefore(from, reported.from) && isBefore(known.from, reported.from)
      ? (['checkin'] as const)
      : []),
    ...(known && isBefore(reported.until, until) && isBefore(reported.until, known.until)
      ? (['checkout'] as const)
      : []),
  ];
  return joined(from, until, differing);
}

function differingDates(
  { checkin, checkout }: DatesOfStay,
  reported: NightRange,
): ('checkin' | 'checkout')[] {
  return [
    ...(checkin.equals(reported.from) ? [] : (['checkin'] as const)),
    ...(checkout.equals(reported.until) ? [] : (['checkout'] as const)),
  ];
}

function isWithin(night: PlainDate, { from, until }: NightRange): boolean {
  return !isBefore(night, from) && isBefore(night, until);
}
