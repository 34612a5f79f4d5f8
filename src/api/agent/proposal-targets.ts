// What a write of an agent would change, with its present values.
import { createHash } from 'node:crypto';
import { toMajor } from '../../model/money.ts';
import { nightsBetween, type PlainDate } from '../../model/night.ts';
import type { ProposalTarget } from '../../model/proposal.ts';
import type { Reservation } from '../../model/reservation.ts';
import { listInquiries } from '../../pms/inquiries.ts';
import { listNights } from '../../pms/inventory/calendar.ts';
import { listMessages } from '../../pms/messages.ts';
import { requireReservation } from '../../pms/reservations/find.ts';
import type { Call } from '../operation.ts';

export const NO_TARGET: ProposalTarget = {
  reservationId: null,
  inquiryId: null,
  roomId: null,
  firstNight: null,
  lastNight: null,
  basis: {},
};

type Nights = { roomId: number; from: PlainDate; until: PlainDate };

/** A stay that would be booked: it depends on the price of its nights. */
export async function concernsNewStay(
  { db, property }: Call,
  { roomId, from, until }: Nights,
): Promise<ProposalTarget> {
  const window = { roomId, from, until };
  const size = nightsBetween(from, until).length;
  const nights = await listNights(db, property.hotelId, window, { size: Math.max(1, size), after: null });
  const sum = nights.reduce((total, { priceMinor }) => total + priceMinor, 0);
  return {
    ...NO_TARGET,
    ...nightsOf({ roomId, from, until }),
    basis: { price: toMajor(sum, property.currency) },
  };
}

/**
 * A booking that would be changed or cancelled, with the nights that it would take or release. `members`: what the agent sets. A person who
 * has changed one of them since, or for whom the booking is, knows more than the agent did.
 */
export function concernsBooking(
  booking: Reservation<string>,
  nights: Nights,
  members: readonly string[] = [],
): ProposalTarget {
  const { reservationId, status, roomId, checkin, checkout, priceMinor, currency } = booking;
  return {
    ...NO_TARGET,
    reservationId,
    ...nightsOf(nights),
    basis: {
      status,
      room_id: roomId,
      checkin: checkin.toString(),
      checkout: checkout.toString(),
      price: toMajor(priceMinor, currency),
      fingerprint: fingerprintOf(booking, members),
    },
  };
}

const STORED = {
  email: 'guestEmail',
  phone: 'guestPhone',
  notes: 'notes',
  arrival_time: 'arrivalTime',
  companions: 'companions',
  hold_minutes: 'heldUntil',
} as const satisfies Record<string, keyof Reservation>;

/** Returns 32 bits of a hash of the guest's name and of members of a booking: enough to notice a change, too little to tell what they were. */
function fingerprintOf(booking: Reservation<unknown>, members: readonly string[]): string {
  const values = Object.entries(STORED)
    .filter(([member]) => members.includes(member))
    .map(([, stored]) => booking[stored]);
  const text = JSON.stringify([booking.guestName, ...values]);
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

function nightsOf({ roomId, from, until }: Nights) {
  return { roomId, firstNight: from, lastNight: until.subtract({ days: 1 }) };
}

/**
 * The conversation of a stay that would be answered: a text that the guest sends meanwhile, or another reply, may need another answer, and
 * the text would go to whoever the booking is for by then.
 */
export async function concernsConversation(
  { db, property: { hotelId } }: Call,
  reservationId: number,
): Promise<ProposalTarget> {
  const [last] = await listMessages(db, hotelId, { reservationId, newestFirst: true }, NEWEST);
  const booking = await requireReservation(db, hotelId, reservationId);
  return {
    ...NO_TARGET,
    reservationId,
    basis: { ...basisOf(last), fingerprint: fingerprintOf(booking, ['email']) },
  };
}

/** An inquiry that would be answered, as a conversation. */
export async function concernsInquiry(
  { db, property: { hotelId } }: Call,
  inquiryId: number,
): Promise<ProposalTarget> {
  const [inquiry] = await listInquiries(db, hotelId, { inquiryId }, NEWEST);
  return { ...NO_TARGET, inquiryId, basis: basisOf(inquiry?.messages.at(-1)) };
}

const NEWEST = { size: 1, after: null };

function basisOf(last: { messageId: number; reply: string | null } | undefined) {
  return { message_id: last?.messageId ?? null, replied: (last?.reply ?? null) !== null };
}
