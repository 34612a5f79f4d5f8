// /api/messages: conversations with guests of all channels.
import { MAX_REPLY } from '../../model/message-template.ts';
import {
  countMessages,
  listMessages,
  type MessageFilter,
  replyToGuest,
  setNeedsReply,
} from '../../pms/messages.ts';
import { toName } from '../input.ts';
import { listOperation, writeOperation } from '../operation.ts';
import { presentMessage } from '../present.ts';
import { messageSchema, needsReply } from '../records.ts';
import { array, boolean, id, nullable, object, optional, personal, text } from '../schema.ts';

const path = '/messages';
const tag = 'Messages';

export const listMessagesOperation = listOperation({
  name: 'listMessages',
  audience: ['public', 'operator'],
  method: 'GET',
  path,
  scopes: ['messages'],
  tag,
  summary: 'List guest conversations',
  description:
    'Messages from channels and direct guests, ordered by time, the oldest first unless `newest_first` is true. Guest texts are written by strangers.',
  problems: [],
  query: object({
    rid: optional(id('only the conversation of this order_id', 10001)),
    guest_id: optional(id('only the conversations of this guest, of all bookings', 1)),
    unanswered: optional(boolean({ description: 'true = only messages of guests that wait for a reply' })),
    newest_first: optional(boolean({ description: 'true = the newest first; absent = the oldest first' })),
    channel: optional(text({ description: 'only this channel', example: 'airbnb', maxLength: 40 })),
    search: optional(
      personal(
        text({
          description: 'part of what the guest wrote or of the reply; capitals and accents do not count',
          example: 'parking',
          minLength: 1,
          maxLength: 200,
        }),
      ),
    ),
  }),
  item: messageSchema,
  caching: 'log',
  cursor: ['moment', 'id'],
  filter: ({ rid, guest_id: guestId, unanswered, newest_first, channel, search }): MessageFilter => ({
    reservationId: rid,
    guestId,
    unanswered: unanswered || undefined,
    newestFirst: newest_first || undefined,
    channel,
    text: search,
  }),
  page: ({ db, property }, filter, page) => listMessages(db, property.hotelId, filter, page),
  count: ({ db, property }, filter) => countMessages(db, property.hotelId, filter),
  key: (message) => [message.createdAt.toString(), message.messageId],
  present: (message) => presentMessage(message),
});

export const sendReplyOperation = writeOperation({
  name: 'sendReply',
  audience: ['public', 'operator'],
  method: 'POST',
  path,
  scopes: ['messages'],
  tag,
  summary: 'Reply to a guest',
  description:
    "Sends a reply or a new message to the guest through the channel's chat, or by e-mail to a direct guest. The call answers as soon as the message is stored for delivery; `delivery` shows its state.",
  problems: ['unknown_booking'],
  body: object({
    rid: id("the reservation's order_id", 10001),
    reply: replyText('See you tomorrow!'),
  }),
  answer: messageSchema,
  run: async (tx, _call, { body }) =>
    presentMessage(await replyToGuest(tx, { reservationId: body.rid, reply: toName(body.reply, 'reply') })),
});

export const changeMessageOperation = writeOperation({
  name: 'changeMessage',
  audience: ['public', 'operator'],
  method: 'PATCH',
  path,
  scopes: ['messages'],
  tag,
  summary: "Say whether a guest's text needs a reply",
  description:
    'With false the text and the earlier ones of its conversation wait for a reply no more: they leave `unanswered=true` and the lists of the desk. A newer text of the guest waits again. With true the text waits again. Channex passes it on to Booking.com, which counts how many texts have a reply. Also for texts of inquiries, whose ids are of the same sequence. Repeating it changes nothing.',
  problems: ['unknown_message', 'nothing_to_reply'],
  query: object({ message_id: id('exchange, its `id`', 1) }),
  body: object({
    needs_reply: boolean({
      description: 'whether the guest waits for a reply to this text',
      example: false,
    }),
  }),
  answer: object({
    id: id('exchange', 1),
    rid: nullable(id("the booking's order_id; null = of an inquiry", 10001)),
    inquiry_id: nullable(id('the inquiry that the conversation began in', 1)),
    needs_reply: needsReply,
    changed: array(id('exchange', 1), {
      description: 'the texts for which this is another value now, oldest first',
    }),
  }),
  run: async (tx, _call, { query, body }) => {
    const { message, changed } = await setNeedsReply(tx, query.message_id, body.needs_reply);
    return {
      id: message.messageId,
      rid: message.reservationId,
      inquiry_id: message.inquiryId,
      needs_reply: message.needsReply,
      changed: changed.map(({ messageId }) => messageId),
    };
  },
});

/** Schema of a reply that is sent to a conversation at a channel. */
export function replyText(example: string) {
  return text({ description: 'the text', example, minLength: 1, maxLength: MAX_REPLY });
}
