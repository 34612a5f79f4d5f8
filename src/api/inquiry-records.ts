// The public records of inquiries: field names, types, order. Filled by present-inquiry.ts.
import { attachments, delivery, deliveryError, deliveryErrorCause, hotelId, needsReply } from './records.ts';
import { array, id, moment, nullable, object, personal, text } from './schema.ts';

export const inquiryMessageSchema = object({
  id: id('exchange', 1),
  message: personal(nullable(text({ description: 'guest text', example: 'Do you have parking?' }))),
  reply: personal(nullable(text({ description: 'reply text', example: 'Yes, behind the house.' }))),
  created_at: moment('when the exchange began'),
  replied_at: nullable(moment('when the reply was written')),
  delivery,
  delivery_error: deliveryError,
  needs_reply: needsReply,
  attachments,
  delivery_error_cause: deliveryErrorCause,
});

export const inquirySchema = object(
  {
    id: id('inquiry', 1),
    hotel_id: hotelId,
    channel: text({ description: 'the channel that it was written at', example: 'booking_com' }),
    guest_name: personal(nullable(text({ description: 'as the channel reports it', example: 'Ada' }))),
    created_at: moment('when the first text was written'),
    messages: array(inquiryMessageSchema, { description: 'the conversation, oldest first' }),
  },
  { $id: 'Inquiry', description: 'A conversation with somebody who has no booking.' },
);
