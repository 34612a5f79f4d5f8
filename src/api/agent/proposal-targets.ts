// What a write of an agent would change, with its present values.
import { toMajor } from '../../model/money.ts';
import { nightsBetween, type PlainDate } from '../../model/night.ts';
import type { ProposalTarget } from '../../model/proposal.ts';
import type { Reservation } from '../../model/reservation.ts';
import { listInquiries } from '../../pms/inquiries.ts';
import { listNights } from '../../pms/inventory/calendar.ts';
import { listMessages } from '../../pms/messages.ts';
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

/** A booking that would be changed or cancelled, with the nights that it would take or release. */
export function concernsBooking(booking: Reservation<string>, nights: Nights): ProposalTarget {
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
    },
  };
}

function nightsOf({ roomId, from, until }: Nights) {
  return { roomId, firstNight: from, lastNight: until.subtract({ days: 1 }) };
}

/** A conversation that would be answered: a text that the guest sends meanwhile, or another reply, may need another answer. */
export async function concernsConversation(
  { db, property }: Call,
  { reservationId = null, inquiryId = null }: { reservationId?: number | null; inquiryId?: number | null },
): Promise<ProposalTarget> {
  const { hotelId } = property;
  const newest = { size: 1, after: null };
  const target = { ...NO_TARGET, reservationId, inquiryId };
  if (inquiryId !== null) {
    const [inquiry] = await listInquiries(db, hotelId, { inquiryId }, newest);
    const last = inquiry?.messages.at(-1);
    return {
      ...target,
      basis: { message_id: last?.messageId ?? null, replied: (last?.reply ?? null) !== null },
    };
  }
  const filter = { reservationId: reservationId ?? undefined, newestFirst: true as const };
  const [last] = await listMessages(db, hotelId, filter, newest);
  return {
    ...target,
    basis: { message_id: last?.messageId ?? null, replied: (last?.reply ?? null) !== null },
  };
}
