// /api/messages: conversations with guests of all channels.
import { MAX_REPLY } from '../../model/message-template.ts';
import { countMessages, listMessages, type MessageFilter, replyToGuest } from '../../pms/messages.ts';
import { toName } from '../input.ts';
import { listOperation, writeOperation } from '../operation.ts';
import { presentMessage } from '../present.ts';
import { messageSchema } from '../records.ts';
import { boolean, id, object, optional, personal, text } from '../schema.ts';

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
    unanswered: optional(boolean({ description: 'true = only messages of guests that have no reply' })),
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

/** Schema of a reply that is sent to a conversation at a channel. */
export function replyText(example: string) {
  return text({ description: 'the text', example, minLength: 1, maxLength: MAX_REPLY });
}
