// Messages of Airbnb: they arrive as notifications, replies are sent to the conversation.

import type { ChannelMessage } from '../../model/channel-records.ts';
import type { ReplyProtocol } from '../channel.ts';
import { type Fields, fieldsOf, lineOf, listOf, momentOf, textOf } from '../json.ts';
import { describeBody, ok, refused, unreadableAnswer, withCause } from '../responses.ts';
import { address, get, idOf, readResource } from './client.ts';
import type { AirbnbConnection } from './settings.ts';

/** Reads a `message_added` notification; returns a reason for people when it cannot be read. */
export function readMessage(notification: Fields): ChannelMessage | string {
  const message = fieldsOf(notification['message']);
  const thread = fieldsOf(notification['thread']);
  const [id, text, threadId] = [idOf(message, 'id'), lineOf(message['message']), idOf(thread, 'id')];
  const at = momentOf(message['created_at']);
  const images = listOf(message['attachment_images']).length > 0 ? '(picture)' : null;
  const content = text ?? images;
  if (id === null || content === null || threadId === null || at === null) {
    return 'A message has no id, text, conversation or moment';
  }
  const attachment = fieldsOf(thread['attachment']);
  const roles = listOf(attachment['roles']).map(fieldsOf);
  const owners = roles
    .filter(({ role }) => role === 'owner')
    .flatMap(({ user_ids: ids }) => listOf(ids).map(textOf));
  const isOwner = owners.includes(textOf(message['user_id']));
  return {
    externalMessage: id,
    thread: threadId,
    reference: textOf(fieldsOf(attachment['booking_details'])['reservation_confirmation_code']),
    from: isOwner ? 'property' : 'guest',
    text: content,
    at,
    receipt: id,
    guestName: isOwner ? null : nameOf(thread, message['user_id']),
  };
}

function nameOf(thread: Fields, userId: unknown): string | null {
  const users = listOf(thread['users']).map(fieldsOf);
  return lineOf(users.find(({ id }) => textOf(id) === textOf(userId))?.['first_name']);
}

export const replies: ReplyProtocol<AirbnbConnection> = {
  send: ({ text, thread }, connection) => ({
    operation: 'reply',
    method: 'POST',
    url: address(connection, 'messages?_format=for_api_partners'),
    body: JSON.stringify({ thread_id: threadId(thread), message: text }),
    once: true,
  }),
  decodeSent: (response) => {
    const answer = readResource(response, 'message');
    if (answer.kind !== 'ok') return answer;
    const externalMessage = idOf(fieldsOf(answer.value), 'id');
    if (externalMessage === null)
      return unreadableAnswer(`The answer names no message: ${describeBody(response.body)}`);
    return ok({ externalMessage });
  },
  check: {
    request: ({ thread }, connection) =>
      get(connection, 'check reply', `threads/${encodeURIComponent(thread ?? '')}`),
    decode: (response, { text, queuedAt }) => {
      const answer = readResource(response, 'thread');
      if (answer.kind !== 'ok') return answer;
      const thread = fieldsOf(answer.value);
      const messages = thread['messages'] ?? thread['posts'];
      // If the response does not show whether a reply arrived, it is not sent again.
      if (!Array.isArray(messages))
        return withCause(
          refused(
            'The response of Airbnb does not show whether the reply arrived: check the conversation at Airbnb',
          ),
          'outcome_unclear',
        );
      const arrived = messages.map(fieldsOf).some((one) => {
        const at = momentOf(one['created_at']);
        return (
          textOf(one['message']) === text.trim() && at !== null && queuedAt.since(at).total('seconds') < 120
        );
      });
      return ok(arrived);
    },
  },
};

/** Returns the thread id as a number, as long as a double holds it exactly. */
function threadId(thread: string | null): string | number | null {
  return thread !== null && /^\d{1,15}$/.test(thread) ? Number(thread) : thread;
}
