// The conversations of the inbox: what lists and events make of them, and in which order they need somebody.
import { describe, expect, test } from 'vitest';
import type { DeskEvent } from '../../../src/api/desk-records.ts';
import {
  applyToConversations,
  conversationsOf,
  inOrderOfNeed,
  type ListedMessage,
  lastAt,
  needOf,
  textsOf,
  waitingSince,
} from '../../../web/screens/inbox/conversations.ts';

const at = (hour: number) => `2026-06-11T${String(hour).padStart(2, '0')}:00:00.000Z`;

function message(id: number, rid: number, more: Partial<ListedMessage> = {}): ListedMessage {
  return {
    id,
    hotel_id: 1,
    rid,
    message: `question ${id}`,
    reply: null,
    created_at: at(id),
    channel: 'airbnb',
    replied_at: null,
    delivery: null,
    delivery_error: null,
    needs_reply: (more.reply ?? null) === null,
    attachments: [],
    delivery_error_cause: null,
    ...more,
  };
}

const replied = (hour: number, delivery: ListedMessage['delivery']) => ({
  reply: 'answer',
  replied_at: at(hour),
  delivery,
});

function event(kind: DeskEvent['kind'], data: object): DeskEvent {
  return { seq: 1, kind, at: at(1), hotel_id: 1, subject: '', data: { ...data }, by: null };
}

describe('conversations', () => {
  test('need an answer after the last text of the guest, whoever was answered before', () => {
    const all = conversationsOf([message(1, 7, replied(2, 'sent')), message(3, 7), message(4, 7)], []);
    const one = all.get('booking-7')!;
    expect(needOf(one)).toBe('answer');
    expect(waitingSince(one)).toBe(at(3));
    expect(textsOf(one).map(({ by, at: time }) => `${by} ${time}`)).toEqual([
      `guest ${at(1)}`,
      `house ${at(2)}`,
      `guest ${at(3)}`,
      `guest ${at(4)}`,
    ]);
  });

  test('are ordered: who waits longest, what was not delivered, then the latest', () => {
    const all = conversationsOf(
      [
        message(1, 1, replied(9, 'sent')),
        message(2, 2, replied(3, 'failed')),
        message(3, 3),
        message(4, 4),
        message(5, 5, replied(10, 'queued')),
      ],
      [],
    );
    expect(inOrderOfNeed(all).map(({ orderId }) => orderId)).toEqual([3, 4, 2, 5, 1]);
  });

  test('follow events: a reply, its delivery, a further text', () => {
    let all = conversationsOf([message(1, 7)], []);
    all = applyToConversations(all, [event('message.queued', message(1, 7, replied(2, 'queued')))]);
    expect(needOf(all.get('booking-7')!)).toBe(null);
    const failed = {
      ...message(1, 7, replied(2, 'failed')),
      delivery_error: 'closed',
      changed: ['delivery'],
    };
    all = applyToConversations(all, [event('message.failed', failed)]);
    expect(needOf(all.get('booking-7')!)).toBe('retry');
    expect(textsOf(all.get('booking-7')!).at(-1)).toMatchObject({ error: 'closed', by: 'house' });
    all = applyToConversations(all, [event('message.received', message(3, 7))]);
    expect(all.get('booking-7')!.entries).toHaveLength(2);
  });

  test('need a further try where the reply to an earlier text is the last thing written, and was not delivered', () => {
    const thanks = message(2, 7, { needs_reply: false });
    const late = conversationsOf([message(1, 7, replied(3, 'failed')), thanks], []).get('booking-7')!;
    expect(needOf(late)).toBe('retry');
    expect(lastAt(late)).toBe(at(3));
    const early = conversationsOf([message(1, 7, replied(1, 'failed')), thanks], []).get('booking-7')!;
    expect(needOf(early)).toBe(null);
    expect(lastAt(early)).toBe(at(2));
  });

  test('of inquiries join the stay that the guest books', () => {
    const { hotel_id: _, rid: __, channel, ...entry } = message(1, 0);
    let all = conversationsOf([], []);
    const written = { inquiry_id: 3, hotel_id: 1, channel, guest_name: 'Ada', ...entry };
    all = applyToConversations(all, [event('inquiry.received', written)]);
    expect(all.get('inquiry-3')).toMatchObject({ guestName: 'Ada', channel: 'airbnb' });
    all = applyToConversations(all, [
      event('inquiry.booked', { inquiry_id: 3, hotel_id: 1, channel, order_id: 9 }),
    ]);
    expect([...all.keys()]).toEqual(['booking-9']);
    expect(all.get('booking-9')!.entries).toHaveLength(1);
  });
});
