// Writes to a guest: the last question above, if one waits. ⌘Enter sends.
import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { shownKeys } from '../keys.ts';
import { messages } from '../language.ts';
import { Button } from '../parts/Button.tsx';
import { useFocus } from '../parts/focus.ts';
import type { DeskBooking } from '../replica/state.ts';
import { sendReply } from './changes.ts';

type ReplyProps = {
  booking: DeskBooking;
  question?: string | null;
  takesFocus?: boolean;
  onDone?: () => void;
};

export function ReplyForm({ booking, question, takesFocus = false, onDone }: ReplyProps) {
  const { conversation, notNow } = messages().stay;
  const id = useId();
  const field = useFocus<HTMLTextAreaElement>(takesFocus);
  const text = useSignal('');
  const busy = useSignal(false);
  const error = useSignal<string | null>(null);
  const submit = async (event?: Event) => {
    event?.preventDefault();
    if (text.value.trim() === '' || busy.value) return;
    busy.value = true;
    error.value = null;
    const { ok } = await sendReply(booking, text.value.trim(), {
      onRefused: ({ detail }) => {
        error.value = detail;
      },
    });
    busy.value = false;
    if (!ok) return;
    text.value = '';
    onDone?.();
  };
  return (
    <form class="reply-form" onSubmit={(event) => void submit(event)}>
      {question && <p class="bubble">{question}</p>}
      <label class="sr" for={id}>
        {conversation.write(booking.name)}
      </label>
      <textarea
        ref={field}
        id={id}
        class="input"
        rows={2}
        placeholder={conversation.write(booking.name)}
        value={text.value}
        onInput={({ currentTarget }) => {
          text.value = currentTarget.value;
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) void submit(event);
        }}
      />
      {error.value && <span class="help bad">{error.value}</span>}
      <div class="row">
        <Button type="submit" kind="next" small disabled={busy.value || text.value.trim() === ''}>
          {conversation.send}
          <kbd>{shownKeys('mod+Enter')}</kbd>
        </Button>
        {onDone && (
          <Button kind="quiet" small onClick={onDone}>
            {notNow}
          </Button>
        )}
      </div>
    </form>
  );
}
