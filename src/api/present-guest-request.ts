// Converts requests of guests to their public record.
import { toMajor } from '../model/money.ts';
import type { GuestRequest, NamedGuestRequest } from '../pms/guest-requests.ts';
import { presentCause } from './cause-record.ts';
import type { GuestRequestRecord } from './guest-request-records.ts';
import { presentMoment } from './present.ts';

export function presentGuestRequest(from: NamedGuestRequest): GuestRequestRecord {
  return { ...presentRequestItself(from), guest_name: from.guestName, answer: from.answer?.answer ?? null };
}

/** A request as the log has it: without who asks, and of the answer only what it is. */
export type LoggedGuestRequest = Omit<GuestRequest, 'answer'> & Pick<GuestRequestRecord, 'answer'>;

/** Returns the data of an event of a request. */
export function presentGuestRequestEvent(stored: LoggedGuestRequest): Omit<GuestRequestRecord, 'guest_name'> {
  return { ...presentRequestItself(stored), answer: stored.answer };
}

function presentRequestItself(
  from: Omit<GuestRequest, 'answer'>,
): Omit<GuestRequestRecord, 'guest_name' | 'answer'> {
  const { priceMinor, currency } = from;
  return {
    guest_request_id: from.requestId,
    hotel_id: from.hotelId,
    channel: from.channel,
    kind: from.kind,
    state: from.state,
    inquiry_id: from.inquiryId,
    order_id: from.reservationId,
    room_id: from.roomId,
    checkin: String(from.checkin),
    checkout: String(from.checkout),
    adults: from.adults,
    children: from.children === null ? null : [...from.children],
    price: priceMinor === null || currency === null ? null : toMajor(priceMinor, currency),
    currency,
    answer_by: from.answerBy && presentMoment(from.answerBy),
    error: from.error,
    created_at: presentMoment(from.createdAt),
    updated_at: presentMoment(from.updatedAt),
    error_cause: presentCause(from.errorCause),
  };
}
