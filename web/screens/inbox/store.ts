// The conversations of the property that is shown: read once, then kept up to date by its events; with the bookings they belong to.
import { computed, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { DeskEvent } from '../../../src/api/desk-records.ts';
import { api, copy, onPropertyClosed, shown } from '../../desk/property.ts';
import { readOnEvents } from '../../desk/read-on-events.ts';
import { read } from '../../desk/server.ts';
import type { DeskBooking } from '../../replica/state.ts';
import { stayIn } from '../../replica/stays.ts';
import {
  applyToConversations,
  conversationsOf,
  type InboxConversations,
  inOrderOfNeed,
  type ListedInquiry,
  type ListedMessage,
} from './conversations.ts';

/** InboxConversations as far back as that; those that wait for an answer however old they are. */
const MESSAGES = 500;
const MAX_WAITING = 1_000;

/** The conversations; null until they are known. */
export const conversations = signal<InboxConversations | null>(null);

/** The conversations in the order of need. */
export const ordered = computed(() => (conversations.value ? inOrderOfNeed(conversations.value) : []));

/** Bookings of conversations that the copy does not show; null = there is no such booking, or the person may not see it. */
const readBookings = signal<ReadonlyMap<number, DeskBooking | null>>(new Map());

onPropertyClosed(() => {
  conversations.value = null;
  readBookings.value = new Map();
  asked.clear();
});

/** Returns the booking of a conversation: that of the copy, or the one that was read for it. Undefined = not known yet. */
export function bookingOf(orderId: number): DeskBooking | null | undefined {
  return stayIn(copy.value, orderId) ?? readBookings.value.get(orderId);
}

/** Keeps the conversations up to date as long as a component is shown. */
export function useConversations(): void {
  const replica = shown.value?.replica;
  useEffect(() => {
    if (!replica) return;
    const reader = new ConversationReader();
    const endEvents = replica.onEvents((events) => events && reader.take(events));
    // Each event is in the conversations without a read.
    const { end } = readOnEvents(
      (aborted) => reader.read(aborted),
      () => false,
    );
    return () => {
      endEvents();
      end();
    };
  }, [replica]);
}

/** Reads the lists, and applies the events that come meanwhile and afterwards. */
class ConversationReader {
  private readonly property = shown.peek();
  /** events since the last read was begun, while it is under way; null = none is */
  private since: DeskEvent[] | null = null;

  take(events: readonly DeskEvent[]): void {
    if (this.since) this.since.push(...events);
    else if (conversations.value) this.show(applyToConversations(conversations.value, events));
  }

  async read(aborted: AbortSignal): Promise<void> {
    const since: DeskEvent[] = [];
    this.since = since;
    try {
      const [latest, waiting, inquiries] = await Promise.all([
        read<ListedMessage[]>(api('messages'), { newest_first: true, limit: MESSAGES }, aborted),
        read<ListedMessage[]>(api('messages'), { unanswered: true, limit: MAX_WAITING }, aborted),
        read<ListedInquiry[]>(api('inquiries'), { limit: MESSAGES }, aborted),
      ]);
      // A read that was begun later has what this one lacks.
      if (this.since === since && !aborted.aborted)
        this.show(applyToConversations(conversationsOf([...latest, ...waiting], inquiries), since));
    } finally {
      if (this.since === since) this.since = null;
    }
  }

  private show(all: InboxConversations): void {
    if (shown.peek() !== this.property || all === conversations.value) return;
    conversations.value = all;
    for (const { orderId } of all.values())
      if (orderId !== null && bookingOf(orderId) === undefined) void readBooking(orderId);
  }
}

/** Bookings that are being read, or were. */
const asked = new Set<string>();

async function readBooking(orderId: number): Promise<void> {
  const property = shown.peek();
  const path = api('bookings');
  const key = `${path} ${orderId}`;
  if (asked.has(key)) return;
  asked.add(key);
  const found = await read<DeskBooking[]>(path, { order_id: orderId }).catch(() => null);
  if (shown.peek() !== property) return;
  if (found === null) asked.delete(key);
  else readBookings.value = new Map(readBookings.value).set(orderId, found[0] ?? null);
}
