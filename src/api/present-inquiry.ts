// Converts inquiries to public records.
import type { Static } from 'typebox';
import type { Message } from '../model/message.ts';
import type { Inquiry } from '../pms/inquiries.ts';
import { presentCause } from './cause-record.ts';
import type { inquiryMessageSchema, inquirySchema } from './inquiry-records.ts';
import { presentMoment } from './present.ts';

export function presentInquiry(from: Inquiry): Static<typeof inquirySchema> {
  return {
    id: from.inquiryId,
    hotel_id: from.hotelId,
    channel: from.channel,
    guest_name: from.guestName,
    created_at: presentMoment(from.createdAt),
    messages: from.messages.map(presentInquiryMessage),
  };
}

function presentInquiryMessage(from: Message): Static<typeof inquiryMessageSchema> {
  return {
    id: from.messageId,
    message: from.guestText,
    reply: from.reply,
    created_at: presentMoment(from.createdAt),
    replied_at: from.repliedAt && presentMoment(from.repliedAt),
    delivery: from.delivery,
    delivery_error: from.deliveryError,
    needs_reply: from.needsReply,
    attachments: [...from.attachments],
    delivery_error_cause: presentCause(from.deliveryErrorCause),
  };
}

/**
 * Returns the data of an inquiry event: the message with its inquiry, or the booking that an inquiry became.
 */
export function presentInquiryEvent(
  stored: Message & { guestName?: string | null; reservationId: number | null },
  hotelId: number,
): Record<string, unknown> {
  const { inquiryId, reservationId, channel } = stored;
  const inquiry = { inquiry_id: inquiryId, hotel_id: hotelId, channel };
  if (reservationId !== null) return { ...inquiry, order_id: reservationId };
  return {
    ...inquiry,
    ...(stored.guestName !== undefined && { guest_name: stored.guestName }),
    ...presentInquiryMessage(stored),
  };
}
