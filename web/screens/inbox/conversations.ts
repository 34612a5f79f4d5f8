// The conversations of the inbox: made once of the lists of messages and inquiries, then kept up to date by events. Pure.

import type { Static } from 'typebox';
import type { DeskEvent } from '../../../src/api/desk-records.ts';
import type { inquiryMessageSchema, inquirySchema } from '../../../src/api/inquiry-records.ts';
import type { messageSchema } from '../../../src/api/records.ts';
import type { DeskCause } from '../../desk/cause-sentence.ts';

export type ListedMessage = Static<typeof messageSchema>;
export type ListedInquiry = Static<typeof inquirySchema>;
type InquiryEntry = Static<typeof inquiryMessageSchema>;

/** A guest's text with the reply to it; one of them may be missing. */
type ConversationEntry = InquiryEntry;

export type InboxConversation = {
  /** `booking-10001` or `inquiry-7` */
  key: string;
  orderId: number | null;
  inquiryId: number | null;
  channel: string;
  /** of an inquiry, as the channel reports it; that of a booking is in the booking */
  guestName: string | null;
  /** oldest first */
  entries: readonly ConversationEntry[];
};

export type InboxConversations = ReadonlyMap<string, InboxConversation>;

/** Returns the conversations of these lists. */
export function conversationsOf(
  messages: readonly ListedMessage[],
  inquiries: readonly ListedInquiry[],
): InboxConversations {
  let all: InboxConversations = new Map();
  for (const message of messages) all = withMessage(all, message);
  for (const inquiry of inquiries)
    for (const entry of inquiry.messages)
      all = withEntry(all, inquiryHead(inquiry.id, inquiry.channel, inquiry.guest_name), entry);
  return all;
}

/** Returns the conversations after these events, which follow each other in the log. */
export function applyToConversations(
  all: InboxConversations,
  events: readonly DeskEvent[],
): InboxConversations {
  let after = all;
  for (const { kind, data } of events) {
    if (kind.startsWith('message.')) after = withMessage(after, recordOf<ListedMessage>(data));
    else if (kind === 'inquiry.booked') after = withBooking(after, recordOf<InquiryBooked>(data));
    else if (kind.startsWith('inquiry.')) after = withInquiryEvent(after, recordOf<InquiryEvent>(data));
  }
  return after;
}

type InquiryBooked = { inquiry_id: number; order_id: number };
type InquiryEvent = InquiryEntry & { inquiry_id: number; channel: string; guest_name?: string | null };

/** Returns the record in the data of an event, without what the event says about the change. */
function recordOf<T>(data: object): T {
  const { changed: _, before: __, ...record } = data as { changed?: unknown; before?: unknown };
  return record as T;
}

type Head = Omit<InboxConversation, 'entries'>;

function inquiryHead(inquiryId: number, channel: string, guestName: string | null): Head {
  return { key: `inquiry-${inquiryId}`, orderId: null, inquiryId, channel, guestName };
}

function withMessage(
  all: InboxConversations,
  { rid, hotel_id: _, channel, ...entry }: ListedMessage,
): InboxConversations {
  const head = { key: `booking-${rid}`, orderId: rid, inquiryId: null, channel, guestName: null };
  return withEntry(all, head, entry);
}

function withInquiryEvent(all: InboxConversations, event: InquiryEvent): InboxConversations {
  const { inquiry_id: id, channel, guest_name: name, ...entry } = event;
  const known = all.get(`inquiry-${id}`);
  return withEntry(all, inquiryHead(id, channel, name ?? known?.guestName ?? null), entry);
}

/** Returns the conversations after an inquiry became a booking, whose conversation its texts join. */
function withBooking(
  all: InboxConversations,
  { inquiry_id: id, order_id: orderId }: InquiryBooked,
): InboxConversations {
  const inquiry = all.get(`inquiry-${id}`);
  if (!inquiry) return all;
  const rest = new Map(all);
  rest.delete(inquiry.key);
  const head = {
    key: `booking-${orderId}`,
    orderId,
    inquiryId: null,
    channel: inquiry.channel,
    guestName: null,
  };
  return inquiry.entries.reduce<InboxConversations>((some, entry) => withEntry(some, head, entry), rest);
}

function withEntry(all: InboxConversations, head: Head, entry: ConversationEntry): InboxConversations {
  const others = all.get(head.key)?.entries.filter(({ id }) => id !== entry.id) ?? [];
  const entries = [...others, entry].toSorted(
    (a, b) => a.created_at.localeCompare(b.created_at) || a.id - b.id,
  );
  return new Map(all).set(head.key, { ...head, entries });
}

/** What a conversation needs: an answer, a further try, or nothing. */
export type Need = 'answer' | 'retry' | null;

/** Returns what a conversation needs: a text of the guest waits for a reply, or the last reply was not delivered. */
export function needOf({ entries }: Pick<InboxConversation, 'entries'>): Need {
  if (entries.some((one) => one.needs_reply)) return 'answer';
  return lastDelivery({ entries }) === 'failed' ? 'retry' : null;
}

/** Returns the delivery of the reply that ends a conversation; null = a text of the guest does. */
export function lastDelivery({ entries }: Pick<InboxConversation, 'entries'>): ConversationEntry['delivery'] {
  return lastWritten(entries).delivery;
}

/** A reply to an earlier text may be later than the last text. */
function lastWritten(entries: InboxConversation['entries']) {
  const written = entries.flatMap(({ created_at: at, replied_at: repliedAt, delivery }) => [
    { at, delivery: null },
    ...(repliedAt === null ? [] : [{ at: repliedAt, delivery }]),
  ]);
  return written.toSorted((a, b) => a.at.localeCompare(b.at)).at(-1)!;
}

/** Returns since when the guest waits for an answer. */
export function waitingSince({ entries }: InboxConversation): string {
  return (entries.find((one) => one.needs_reply) ?? entries.at(-1)!).created_at;
}

/** Returns when something was last written. */
export function lastAt({ entries }: InboxConversation): string {
  return lastWritten(entries).at;
}

const PLACES = { answer: 0, retry: 1 };

/** Returns the conversations in the order of need: who waits longest for an answer, what was not delivered, then the latest. */
export function inOrderOfNeed(all: InboxConversations): InboxConversation[] {
  const place = (one: InboxConversation) => PLACES[needOf(one) ?? 'retry'] + (needOf(one) === null ? 1 : 0);
  return [...all.values()].toSorted((a, b) => {
    if (place(a) !== place(b)) return place(a) - place(b);
    if (needOf(a) === 'answer') return waitingSince(a).localeCompare(waitingSince(b));
    return lastAt(b).localeCompare(lastAt(a));
  });
}

/** One text of a conversation. */
export type ConversationText = {
  id: string;
  by: 'guest' | 'house';
  text: string;
  at: string;
  /** of a reply */
  delivery: ConversationEntry['delivery'];
  error: string | null;
  /** of a guest's text */
  attachments: ConversationEntry['attachments'];
  messageId: number;
  cause: DeskCause | null;
};

/** Returns the texts of a conversation, oldest first. */
export function textsOf({ entries }: InboxConversation): ConversationText[] {
  const texts = entries.flatMap(
    ({
      id,
      message,
      reply,
      created_at,
      replied_at,
      delivery,
      delivery_error,
      delivery_error_cause,
      attachments,
    }) => [
      ...(message === null
        ? []
        : [
            {
              id: `${id}-guest`,
              by: 'guest' as const,
              text: message,
              at: created_at,
              delivery: null,
              error: null,
              attachments,
              messageId: id,
              cause: null,
            },
          ]),
      ...(reply === null
        ? []
        : [
            {
              id: `${id}-house`,
              by: 'house' as const,
              text: reply,
              at: replied_at ?? created_at,
              delivery,
              error: delivery_error,
              attachments: [],
              messageId: id,
              cause: delivery_error_cause ?? null,
            },
          ]),
    ],
  );
  return texts.toSorted((a, b) => a.at.localeCompare(b.at));
}
