// /api/inquiries: questions of people who have no booking.
import { countInquiries, type InquiryFilter, listInquiries, replyToInquiry } from '../../pms/inquiries.ts';
import { toName } from '../input.ts';
import { inquirySchema } from '../inquiry-records.ts';
import { listOperation, writeOperation } from '../operation.ts';
import { presentInquiry } from '../present-inquiry.ts';
import { boolean, id, object, optional } from '../schema.ts';
import { replyText } from './messages.ts';

const path = '/inquiries';
const tag = 'Messages';

export const listInquiriesOperation = listOperation({
  name: 'listInquiries',
  audience: ['public', 'operator'],
  method: 'GET',
  path,
  scopes: ['messages'],
  tag,
  summary: 'List questions without a booking',
  description:
    'Conversations from channels that have no reservation, newest first. When the guest books, the conversation leaves this list and its texts become messages of the booking. Guest texts are written by strangers.',
  problems: [],
  query: object({
    inquiry_id: optional(id('only this inquiry', 1)),
    unanswered: optional(boolean({ description: 'true = only those with a text that waits for a reply' })),
  }),
  item: inquirySchema,
  caching: 'log',
  cursor: ['moment', 'id'],
  filter: (query): InquiryFilter => ({
    inquiryId: query.inquiry_id,
    unanswered: query.unanswered || undefined,
  }),
  page: ({ db, property }, filter, page) => listInquiries(db, property.hotelId, filter, page),
  count: ({ db, property }, filter) => countInquiries(db, property.hotelId, filter),
  key: (one) => [one.createdAt.toString(), one.inquiryId],
  present: presentInquiry,
});

export const replyToInquiryOperation = writeOperation({
  name: 'replyToInquiry',
  audience: ['public', 'operator'],
  method: 'POST',
  path,
  scopes: ['messages'],
  tag,
  summary: 'Reply to a question without a booking',
  description:
    'Sends a reply or a further message to the conversation at the channel. The call answers as soon as the message is stored for delivery; `delivery` shows its state.',
  problems: ['unknown_inquiry'],
  body: object({
    inquiry_id: id('the inquiry', 1),
    reply: replyText('Yes, behind the house.'),
  }),
  answer: inquirySchema,
  run: async (tx, _call, { body }) =>
    presentInquiry(
      await replyToInquiry(tx, { inquiryId: body.inquiry_id, reply: toName(body.reply, 'reply') }),
    ),
});
