// Guests who wait for a reply.
import type { Static } from 'typebox';
import type { inquirySchema } from '../../src/api/inquiry-records.ts';
import type { messageSchema } from '../../src/api/records.ts';
import { api, rightsOf, shown } from './property.ts';
import { useList } from './use-list.ts';

export type DeskMessage = Static<typeof messageSchema>;
type DeskInquiry = Static<typeof inquirySchema>;
type InquiryText = DeskInquiry['messages'][number];

/** Returns the messages of bookings that wait for a reply, the oldest first; null as long as they are not here. Who may not read messages has none. */
export function useUnanswered(): readonly DeskMessage[] | null {
  return useWaitingList<DeskMessage>('messages', 'message.', 'unanswered');
}

/** Returns the inquiries with a text that waits for a reply, as `useUnanswered` returns the messages of bookings. */
function useUnansweredInquiries(): readonly DeskInquiry[] | null {
  return useWaitingList<DeskInquiry>('inquiries', 'inquiry.', 'unanswered-inquiries');
}

function useWaitingList<T>(noun: string, kinds: string, keptAs: string): readonly T[] | null {
  const path = shown.value && rightsOf('messages').sees ? api(noun) : null;
  const isConcerned = ({ kind }: { kind: string }) => kind.startsWith(kinds);
  const list = useList<T>({ path, query: { unanswered: true }, isConcerned, keptAs });
  return path === null ? [] : (list ?? null);
}

/** In how many conversations somebody waits for a reply, and since when the first does. */
export type Waiting = { conversations: number; since: string | null };

/** Returns how many wait, with a booking and without; null as long as it is not known. */
export function useWaiting(): Waiting | null {
  const unanswered = useUnanswered();
  const inquiries = useUnansweredInquiries();
  return unanswered && inquiries && waitingOf(unanswered, inquiries);
}

/** Returns how many wait in these lists. */
export function waitingOf(
  unanswered: readonly Pick<DeskMessage, 'rid' | 'created_at'>[],
  inquiries: readonly { messages: readonly Pick<InquiryText, 'needs_reply' | 'created_at'>[] }[],
): Waiting {
  const asked = inquiries.flatMap(({ messages }) => messages.find((one) => one.needs_reply) ?? []);
  const moments = [...unanswered, ...asked].map(({ created_at: at }) => at);
  return {
    conversations: new Set(unanswered.map(({ rid }) => rid)).size + asked.length,
    since: moments.toSorted()[0] ?? null,
  };
}

/** Returns the id of the last text of a conversation that waits for a reply; null = none does. */
export function lastWaiting(texts: readonly { id: number; needs_reply: boolean }[]): number | null {
  return texts.findLast((one) => one.needs_reply)?.id ?? null;
}
