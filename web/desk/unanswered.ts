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
