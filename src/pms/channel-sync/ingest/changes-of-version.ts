// What a version of an order changes of its booking: what the channel has changed since the version before, unless people have changed
// the same member here. Then the booking keeps what they set, and the channel's value is a difference for them to decide.
import { isDeepStrictEqual } from 'node:util';
import { hasNightsOfChannel, type JoinedDates, nightsOfChannel } from '../../../model/channel-dates.ts';
import {
  type ChannelDifference,
  isMemberOfBoth,
  type MemberOfBoth,
  undecidedAfter,
  withDifference,
} from '../../../model/channel-difference.ts';
import { nameOfUnnamedGuest } from '../../../model/guest.ts';
import type { Reservation, ReservationPatch } from '../../../model/reservation.ts';
import { NO_DETAILS } from '../../../model/stay-details.ts';
import type { ReportedRoom } from './amounts-of-room.ts';
import { joined, reportedDetails } from './reported-details.ts';
import { reportedGuest, reportedPrice } from './reported-values.ts';
import type { AppliedVersion } from './rooms-held-by-channel.ts';

type Version = ReportedRoom & {
  /** the version that was applied before; null = it is not known. Where it is not, the channel's values count */
  last: AppliedVersion | null;
  /** the room here that the order has now and had before; null = it is the same room of the channel */
  moved: { from: number; to: number } | null;
  /** null = the stay is over: its dates and its price are not changed any more */
  dates: JoinedDates | null;
  /** what the house's own nights cost, before and after the version, in minor units: no part of the channel's price */
  ownMinor: { before: number; after: number };
  now: Temporal.Instant;
};

/** Values by member; a price with its currency. */
type Values = Record<string, unknown>;

/** Returns the members of the booking that a version changes, among them its differences. */
export function changesOfVersion(booking: Reservation, version: Version): ReservationPatch {
  const theirs = valuesOf(version);
  const base = valuesBefore(booking, version);
  const { ownMinor } = version;
  const ours: Values = {
    ...booking,
    priceMinor: priceOf(booking.priceMinor - ownMinor.before, booking.currency),
  };
  const initial: Values = {
    ...INITIAL,
    guestName: nameOfUnnamedGuest(booking.connection ?? booking.channel),
    priceMinor: priceOf(0, booking.currency),
  };
  // A stay that its channel had given up costs what its nights cost the house: the channel had set no part of that.
  const hasPriceOfChannel = nightsOfChannel(booking) !== null;
  const isKnown = (member: string) =>
    base !== null &&
    (!version.last!.isEmptied || Object.hasOwn(base, member)) &&
    (member !== 'priceMinor' || hasPriceOfChannel);
  const { notes, ...members } = theirs;
  const changes: Values = {};
  let differences = differencesOfDates(booking.differences, version);
  for (const [member, value] of Object.entries(members)) {
    const before = base?.[member] ?? initial[member] ?? null;
    if (isDeepStrictEqual(value, ours[member])) {
      differences = undecidedAfter(differences, { [member]: value });
      // Without a price, other nights would cost what the calendar says.
      if (member === 'priceMinor') changes[member] = value;
    } else if (!isKnown(member) || !isDeepStrictEqual(value, before)) {
      const isChanged = isKnown(member) && !isDeepStrictEqual(ours[member], before);
      const isOurs = isChanged || (member === 'priceMinor' && isOfOtherStay(value, booking, version));
      if (isOurs && isMemberOfBoth(member))
        differences = withDifference(differences, differenceOf(member, value, version));
      else changes[member] = value;
    }
  }
  const left = undecidedAfter(differences, changes);
  return {
    ...withPrice(changes, ownMinor),
    ...(notes !== undefined && notesAfter(booking.notes, notes as string, base)),
    ...(!isDeepStrictEqual(left, booking.differences) && { differences: left }),
  };
}

/** Returns the differences after a channel has reported dates: a stay that it reports is not cancelled. `dates`: null = the stay is over. */
export function differencesOfDates(
  differences: readonly ChannelDifference[] | null,
  { dates, room, now }: Pick<Version, 'dates' | 'now'> & { room: Pick<Reservation, 'checkin' | 'checkout'> },
): readonly ChannelDifference[] | null {
  if (dates === null) return differences;
  const { differing } = dates;
  return (['checkin', 'checkout'] as const).reduce(
    (left, member) => {
      if (differing === null) return left;
      if (!differing.includes(member)) return undecidedAfter(left, { [member]: room[member] });
      return withDifference(left, { since: now.toString(), value: room[member].toString(), member });
    },
    undecidedAfter(differences, { status: 'confirmed' }),
  );
}

const INITIAL: Values = { ...NO_DETAILS, guestEmail: null, guestPhone: null };

/** Returns what a version reports of each member; those that it does not report are absent. */
function valuesOf({ order, room, currency, moved, dates }: Version): Values {
  const price = dates === null ? null : reportedPrice(room, currency);
  return {
    ...reportedGuest(order, room),
    ...reportedDetails({ order, room, currency }),
    ...(moved && { roomId: moved.to }),
    ...(price !== null && { priceMinor: priceOf(price, currency) }),
  };
}

/** Returns what the version before reported; null if it is not known. */
function valuesBefore(booking: Reservation, { last, room, moved, ...version }: Version): Values | null {
  const before = last?.rooms.find(({ key }) => key === room.key);
  if (!last || !before) return null;
  const reported = {
    ...version,
    order: last,
    room: before,
    currency: last.currency ?? booking.currency,
    last,
  };
  return valuesOf({ ...reported, moved: moved && { from: moved.from, to: moved.from } });
}

function priceOf(priceMinor: number, currency: string) {
  return { priceMinor, currency };
}

/** Whether a price cannot be a part of that of the stay: it is of nights that the stay has not, or in another currency than the house's own. */
function isOfOtherStay(price: unknown, booking: Reservation, { dates, ownMinor }: Version): boolean {
  const { currency } = price as ReturnType<typeof priceOf>;
  const isElsewhere = dates !== null && !hasNightsOfChannel(dates.dates);
  return isElsewhere || (ownMinor.after !== 0 && currency !== booking.currency);
}

/** Returns the changes, with the price of the whole stay in place of the channel's. */
function withPrice(
  { priceMinor: price, ...changes }: Values,
  ownMinor: Version['ownMinor'],
): ReservationPatch {
  if (price === undefined) return changes;
  const { priceMinor, currency } = price as ReturnType<typeof priceOf>;
  return { ...changes, priceMinor: priceMinor + ownMinor.after, currency };
}

function differenceOf(member: MemberOfBoth, value: unknown, { now, ownMinor }: Version): ChannelDifference {
  const since = now.toString();
  if (member !== 'priceMinor') return { since, value, member };
  const { priceMinor, currency } = value as ReturnType<typeof priceOf>;
  return { since, value: priceMinor + ownMinor.after, member, currency };
}

/** Returns the notes with those that the channel has changed; people's own stay above them. */
function notesAfter(ours: string | null, theirs: string, base: Values | null): ReservationPatch {
  const before = (base?.['notes'] ?? null) as string | null;
  if (theirs === before) return {};
  return { notes: base !== null && ours !== before ? joined(ours, theirs) : theirs };
}
