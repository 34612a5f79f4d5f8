// What a version of an order changes of its booking: what the channel has changed since the version before, unless people have changed
// the same member here. Then the booking keeps what they set, and the channel's value is a difference for them to decide.
import { isDeepStrictEqual } from 'node:util';
import {
  type ChannelDifference,
  isMemberOfBoth,
  type MemberOfBoth,
  undecidedAfter,
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
  /** the stay is over: its price is not changed any more */
  over: boolean;
  now: Temporal.Instant;
};

/** Values by member; a price with its currency. */
type Values = Record<string, unknown>;

/** Returns the members of the booking that a version changes, among them its differences. */
export function changesOfVersion(booking: Reservation, version: Version): ReservationPatch {
  const theirs = valuesOf(version);
  const base = valuesBefore(booking, version);
  const ours: Values = { ...booking, priceMinor: priceOf(booking.priceMinor, booking.currency) };
  const initial: Values = {
    ...INITIAL,
    guestName: nameOfUnnamedGuest(booking.connection ?? booking.channel),
    priceMinor: priceOf(0, booking.currency),
  };
  const isKnown = (member: string) =>
    base !== null && (!version.last!.isEmptied || Object.hasOwn(base, member));
  const { notes, ...members } = theirs;
  const changes: Values = {};
  let { differences } = booking;
  for (const [member, value] of Object.entries(members)) {
    const before = base?.[member] ?? initial[member] ?? null;
    if (isDeepStrictEqual(value, ours[member])) {
      differences = undecidedAfter(differences, { [member]: value });
      // Without a price, other nights would cost what the calendar says.
      if (member === 'priceMinor') changes[member] = value;
    } else if (!isKnown(member) || !isDeepStrictEqual(value, before)) {
      const isOurs = isKnown(member) && isMemberOfBoth(member) && !isDeepStrictEqual(ours[member], before);
      if (isOurs) differences = withDifference(differences, differenceOf(member, value, version.now));
      else changes[member] = value;
    }
  }
  const left = undecidedAfter(differences, changes);
  return {
    ...withPrice(changes),
    ...(notes !== undefined && notesAfter(booking.notes, notes as string, base)),
    ...(!isDeepStrictEqual(left, booking.differences) && { differences: left }),
  };
}

const INITIAL: Values = { ...NO_DETAILS, guestEmail: null, guestPhone: null };

/** Returns what a version reports of each member; those that it does not report are absent. */
function valuesOf({ order, room, currency, moved, over }: Version): Values {
  const price = over ? null : reportedPrice(room, currency);
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

function withPrice({ priceMinor: price, ...changes }: Values): ReservationPatch {
  return { ...changes, ...(price as ReturnType<typeof priceOf> | undefined) };
}

function differenceOf(member: MemberOfBoth, value: unknown, now: Temporal.Instant): ChannelDifference {
  const since = now.toString();
  if (member !== 'priceMinor') return { since, value, member };
  const { priceMinor, currency } = value as ReturnType<typeof priceOf>;
  return { since, value: priceMinor, member, currency };
}

/** Returns the notes with those that the channel has changed; people's own stay above them. */
function notesAfter(ours: string | null, theirs: string, base: Values | null): ReservationPatch {
  const before = (base?.['notes'] ?? null) as string | null;
  if (theirs === before) return {};
  return { notes: base !== null && ours !== before ? joined(ours, theirs) : theirs };
}

/** Returns the differences with another one, in place of a former one of the same member. One with the same value stays as it is. */
function withDifference(
  differences: readonly ChannelDifference[] | null,
  added: ChannelDifference,
): readonly ChannelDifference[] | null {
  const known = differences?.find(({ member }) => member === added.member);
  if (known && isDeepStrictEqual({ ...known, since: added.since }, added)) return differences;
  return [...(differences ?? []).filter((one) => one !== known), added];
}
