// Guests' messages at Expedia and replies to them, over GraphQL. Messages are read by creation time. The last
// day is read again each time, because a message is listed only after Expedia has checked it.

import { withoutCardNumbers } from '../../model/card-numbers.ts';
import type { ChannelMessage } from '../../model/channel-records.ts';
import type {
  OutgoingReply,
  Pull,
  Pulled,
  PullState,
  ReplyProtocol,
  Verdict,
  WireRequest,
  WireResponse,
} from '../channel.ts';
import { at, listAt, momentAt, readJson, textAt } from '../json.ts';
import { ok, readEach, refused, unreadableAnswer, withCause } from '../responses.ts';
import { uuidOf } from '../uuid.ts';
import { unexpectedResponse } from './client.ts';
import { graphqlRequest, hasGraphql, readGraphql, variablesOf } from './graphql.ts';
import type { ExpediaConnection } from './settings.ts';

const MESSAGES = `query Messages($id: String!, $source: IdSource, $from: DateTime!, $to: DateTime!, $cursor: String) {
  property(id: $id, idSource: $source) {
    messages(limit: 50, cursor: $cursor, filters: { creationDateTime: { from: $from, to: $to } }) {
      cursor
      elements {
        id fromRole creationDateTimeUtc reviewStatus
        body { value }
        attachments { id }
        messageThread { id primaryTraveler { firstName lastName } reservationSummary { id alternativeIds { supplierId } } }
      }
    }
  }
}`;

const THREAD = `query Thread($id: ID!) {
  messageThread(id: $id) {
    messages(limit: 50, orderBy: { field: CREATION_DATE_TIME_UTC, order: DESC }) {
      elements { id fromRole creationDateTimeUtc body { value } }
    }
  }
}`;

const FIND = `query ThreadOf($id: String!, $source: IdSource, $reservation: ID!) {
  property(id: $id, idSource: $source) {
    reservations(pageSize: 1, filter: { reservationIds: [{ id: $reservation, idSource: EXPEDIA }] }) {
      edges { node { id messageThreadId } }
    }
  }
}`;

const SEND = `mutation Send($input: SendMessageInput!) { sendMessage(input: $input) { messageId clientMutationId } }`;

const READ_AGAIN_HOURS = 24;
const MAX_CLOCK_SKEW_SECONDS = 120;

/** Cursor after the last cycle: a time window, and a page in it. */
type Window = { from: string; to: string; cursor: string | null };

export const messages: Pull<ChannelMessage, ExpediaConnection> = {
  everySeconds: 60,
  requests: requestMessages,
  decode: decodeMessages,
};

/** Requests the messages written since the cursor, or in the last `messages_days` days. */
function requestMessages(connection: ExpediaConnection, { cursor, now }: PullState): WireRequest[] {
  if (!hasGraphql(connection)) return [];
  const { hotel_id: id, graphql_id_source: source, messages_days } = connection.settings;
  const first = now.subtract({ hours: messages_days * 24 });
  const state = readJson(cursor ?? 'null');
  const from = momentAt(state, 'from') ?? first;
  const page = textAt(state, 'cursor');
  // A page is valid only in the window it was found in.
  const to = page === null ? now : (momentAt(state, 'to') ?? now);
  const window = { from: second(from), to: second(to), cursor: page } satisfies Window;
  return [graphqlRequest('messages', MESSAGES, { id, source, ...window }, connection)];
}

function second(moment: Temporal.Instant): string {
  return moment.toString({ smallestUnit: 'second' });
}

function decodeMessages(response: WireResponse, request: WireRequest): Verdict<Pulled<ChannelMessage>> {
  const body = readGraphql(response);
  if (body.kind !== 'ok') return body;
  const list = listAt(body.value, 'property/messages/elements');
  if (!list) return unexpectedResponse(response);
  const { items, unreadable } = readEach(
    list,
    (entry) => readMessage(entry) ?? `Message ${textAt(entry, 'id') ?? 'without an id'} cannot be read.`,
  );
  const variables = variablesOf(request);
  const to = momentAt(variables, 'to');
  const page = textAt(body.value, 'property/messages/cursor');
  if (page !== null && list.length > 0) {
    const cursor = JSON.stringify({
      from: textAt(variables, 'from'),
      to: textAt(variables, 'to'),
      cursor: page,
    });
    return ok({ items, unreadable, cursor, more: true });
  }
  const next = to && { from: second(to.subtract({ hours: READ_AGAIN_HOURS })), cursor: null };
  return ok({ items, unreadable, ...(next && { cursor: JSON.stringify(next) }) });
}

function readMessage(entry: unknown): ChannelMessage | null {
  const externalMessage = textAt(entry, 'id');
  // The summary's own id is internal to Expedia. The documentation of messages calls this one the supplier's:
  // the booking's number as in the other APIs, or the number that we have confirmed it with.
  const supplierId = textAt(entry, 'messageThread/reservationSummary/alternativeIds/supplierId');
  const thread = textAt(entry, 'messageThread/id');
  const at = momentAt(entry, 'creationDateTimeUtc');
  if (!externalMessage || !thread || !at) return null;
  const files = listAt(entry, 'attachments')?.length ?? 0;
  const note = files === 0 ? null : files === 1 ? '(one attachment)' : `(${files} attachments)`;
  const text = [textAt(entry, 'body/value'), note].filter((part) => part !== null).join('\n');
  return {
    externalMessage,
    thread,
    // An inquiry before booking has no reservation.
    reference: supplierId,
    reservationId: /^\d{1,15}$/.test(supplierId ?? '') ? Number(supplierId) : null,
    // A message of a role that is not known is shown, like a guest's.
    from: textAt(entry, 'fromRole') === 'SUPPLIER' ? 'property' : 'guest',
    text: withoutCardNumbers(text),
    at,
    receipt: '',
    guestName: travelerOf(entry),
  };
}

function travelerOf(entry: unknown): string | null {
  const traveler = at(entry, 'messageThread/primaryTraveler');
  const names = [textAt(traveler, 'firstName'), textAt(traveler, 'lastName')];
  return withoutCardNumbers(names.filter((name) => name !== null).join(' ')) || null;
}

export const replies: ReplyProtocol<ExpediaConnection> = {
  findThread: {
    request: (reply, connection) => {
      const { hotel_id: id, graphql_id_source: source } = connection.settings;
      return graphqlRequest('conversation', FIND, { id, source, reservation: reply.reference }, connection);
    },
    decode: (response) => {
      const body = readGraphql(response);
      if (body.kind !== 'ok') return body;
      const edges = listAt(body.value, 'property/reservations/edges');
      return edges ? ok(textAt(edges[0], 'node/messageThreadId')) : unexpectedResponse(response);
    },
  },
  send: (reply, connection) => {
    const input = {
      clientMutationId: uuidOf(reply.key),
      messageThreadId: reply.thread ?? '',
      body: reply.text,
    };
    return { ...graphqlRequest('reply', SEND, { input }, connection), once: true };
  },
  decodeSent: (response) => {
    const body = readGraphql(response);
    if (body.kind !== 'ok') return body;
    const externalMessage = textAt(body.value, 'sendMessage/messageId');
    if (externalMessage) return ok({ externalMessage });
    return at(body.value, 'sendMessage') === null
      ? withCause(refused('Expedia did not accept the message.'), 'refused')
      : unreadableAnswer('The answer names no message.');
  },
  check: {
    request: (reply, connection) =>
      graphqlRequest('conversation', THREAD, { id: reply.thread ?? '' }, connection),
    decode: decodeCheck,
  },
};

/** Looks for the reply among the latest fifty messages: a reply that was just sent must be one of them. */
function decodeCheck(response: WireResponse, reply: OutgoingReply): Verdict<boolean> {
  const body = readGraphql(response);
  if (body.kind !== 'ok') return body;
  const list = listAt(body.value, 'messageThread/messages/elements');
  if (!list) return unexpectedResponse(response);
  const since = reply.queuedAt.subtract({ seconds: MAX_CLOCK_SKEW_SECONDS });
  const plain = (text: string) => text.replace(/\s+/g, ' ').trim();
  return ok(
    list.some((message) => {
      const moment = momentAt(message, 'creationDateTimeUtc');
      if (!moment || Temporal.Instant.compare(moment, since) < 0) return false;
      if (textAt(message, 'fromRole') === 'TRAVELER') return false;
      return plain(textAt(message, 'body/value') ?? '') === plain(reply.text);
    }),
  );
}
