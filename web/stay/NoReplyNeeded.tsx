// The button that says of what a guest wrote that it needs no reply.
import { useSignal } from '@preact/signals';
import { make } from '../desk/changes.ts';
import { api } from '../desk/property.ts';
import type { ChangeRequest } from '../desk/server.ts';
import { messages } from '../language.ts';
import { Button } from '../parts/Button.tsx';

/** `messageId`: the last text that waits for a reply; null = none does, and there is no button. `onDone`: called before it is sent. */
type NoReplyNeededProps = { guest: string; messageId: number | null; onDone?: (() => void) | undefined };

/** `changed`: the texts that waited until then. */
type Settled = { changed: readonly number[] };

export function NoReplyNeeded({ guest, messageId, onDone }: NoReplyNeededProps) {
  const { conversation } = messages().stay;
  const isBusy = useSignal(false);
  if (messageId === null) return null;
  const settle = async () => {
    isBusy.value = true;
    onDone?.();
    await make<Settled>({
      done: conversation.settled(guest),
      request: needOf(messageId, false),
      undo: ({ data }) => data.changed.map((id) => needOf(id, true)),
    });
    isBusy.value = false;
  };
  return (
    <Button kind="quiet" small disabled={isBusy.value} onClick={() => void settle()}>
      {conversation.needsNone}
    </Button>
  );
}

function needOf(messageId: number, needsReply: boolean): ChangeRequest {
  return {
    method: 'PATCH',
    path: `${api('messages')}&message_id=${messageId}`,
    body: { needs_reply: needsReply },
  };
}
