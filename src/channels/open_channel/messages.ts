// Messages, an extension of the protocol: a list with a cursor, and replies with an idempotency key, so that they
// can be repeated.

import type { ChannelMessage } from '../../model/channel-records.ts';
import type { Pull, ReplyProtocol } from '../channel.ts';
import { type Fields, fieldsOf, lineOf, momentOf, readJson, textOf } from '../json.ts';
import { ok } from '../responses.ts';
import { address, decodeAccepted, pullOf } from './client.ts';
import type { OpenChannelConnection } from './settings.ts';

export const messages: Pull<ChannelMessage, OpenChannelConnection> = pullOf('messages', readMessage);
function readMessage(item: Fields): ChannelMessage | null {
  const [id, reference] = [textOf(item['id']), textOf(item['reservation_id'])];
  const text = lineOf(item['message']);
  const at = momentOf(item['sent_at']);
  const thread = textOf(item['thread_id']) ?? reference;
  if (id === null || thread === null || text === null || !at) return null;
  return {
    externalMessage: id,
    thread,
    reference,
    guestName: lineOf(item['guest_name']),
    from: item['sender'] === 'property' ? 'property' : 'guest',
    text,
    at,
    receipt: id,
  };
}

export const replies: ReplyProtocol<OpenChannelConnection> = {
  send: (reply, connection) => ({
    operation: 'reply',
    method: 'POST',
    url: address(connection, 'messages'),
    headers: { 'idempotency-key': reply.key },
    body: JSON.stringify({
      hotel_code: connection.settings.hotel_code,
      ...(reply.reference !== null && { reservation_id: reply.reference }),
      ...(reply.thread !== null && { thread_id: reply.thread }),
      message: reply.text,
    }),
  }),
  decodeSent: (response) => {
    const verdict = decodeAccepted(response);
    if (verdict.kind !== 'ok') return verdict;
    return ok({ externalMessage: textOf(fieldsOf(readJson(response.body))['id']) });
  },
};
