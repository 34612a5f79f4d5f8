// Guests who wait for a reply.
import type { Static } from 'typebox';
import type { messageSchema } from '../../src/api/records.ts';
import { api, rightsOf, shown } from './property.ts';
import { useList } from './use-list.ts';

export type DeskMessage = Static<typeof messageSchema>;

/** Returns the messages that wait for a reply, the oldest first; null as long as they are not here. Who may not read messages has none. */
export function useUnanswered(): readonly DeskMessage[] | null {
  const path = shown.value && rightsOf('messages').sees ? api('messages') : null;
  const isConcerned = ({ kind }: { kind: string }) => kind.startsWith('message.');
  const list = useList<DeskMessage>({ path, query: { unanswered: true }, isConcerned, keptAs: 'unanswered' });
  return path === null ? [] : (list ?? null);
}

/** Returns the id of the last text of a conversation that waits for a reply; null = none does. */
export function lastWaiting(texts: readonly { id: number; needs_reply: boolean }[]): number | null {
  return texts.findLast((one) => one.needs_reply)?.id ?? null;
}

/** Returns in how many conversations of bookings somebody waits. */
export function countConversations(unanswered: readonly DeskMessage[]): number {
  return new Set(unanswered.map(({ rid }) => rid)).size;
}
