// Converts inquiries to public records.
import type { Static } from 'typebox';
import type { Message } from '../model/message.ts';
import type { Inquiry } from '../pms/inquiries.ts';
import type * as Records from './inquiry-records.ts';
import { moment } from './present.ts';

export function inquiry(from: Inquiry): Static<typeof Records.Inquiry> {
  return {
    id: from.inquiryId,
    hotel_id: from.hotelId,
    channel: from.channel,
    guest_name: from.guestName,
    created_at: moment(from.createdAt),
    messages: from.messages.map(exchange),
  };
}

function exchange(from: Message): Static<typeof Records.InquiryMessage> {
  return {
    id: from.messageId,
    message: from.guestText,
    reply: from.reply,
    created_at: moment(from.createdAt),
    replied_at: from.repliedAt && moment(from.repliedAt),
    delivery: from.delivery,
    delivery_error: from.deliveryError,
  };
}

/**
 * Returns the data of an inquiry event: the message with its inquiry, or the booking that an inquiry became.
 */
export function inquiryEvent(
  stored: Message & { guestName?: string | null; reservationId: number | null },
  hotelId: number,
): Record<string, unknown> {
  const { inquiryId, reservationId, channel } = stored;
  const inquiry = { inquiry_id: inquiryId, hotel_id: hotelId, channel };
  if (reservationId !== null) return { ...inquiry, order_id: reservationId };
  return {
    ...inquiry,
    ...(stored.guestName !== undefined && { guest_name: stored.guestName }),
    ...exchange(stored),
  };
}
