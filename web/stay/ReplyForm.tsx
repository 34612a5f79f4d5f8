// Writes to a guest: the last question above, if one waits. ⌘Enter sends.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { shownKeys } from '../keys.ts';
import { messages } from '../language.ts';
import { Button } from '../parts/Button.tsx';
import { useFocus } from '../parts/focus.ts';
import { Icon } from '../parts/Icon.tsx';
import type { DeskBooking } from '../replica/state.ts';
import { sendReply } from './changes.ts';
import { MailNote, useMailWaits } from './MailWaits.tsx';
import { NoReplyNeeded } from './NoReplyNeeded.tsx';
import { ReplyField } from './ReplyField.tsx';
import { textAfterSending } from './reply-text.ts';
import { TemplateMenu, TemplateNote } from './TemplateMenu.tsx';

type ReplyProps = {
  booking: DeskBooking;
  question?: string | null;
  /** the last text that waits for a reply; null = none does */
  waiting: number | null;
  takesFocus?: boolean;
  /** how often somebody asked for the field: each time it takes the focus */
  asked?: number;
  onDone?: () => void;
};

export function ReplyForm({ booking, question, waiting, takesFocus = false, asked = 0, onDone }: ReplyProps) {
  const { conversation, notNow } = messages().stay;
  const field = useFocus<HTMLTextAreaElement>(takesFocus);
  const { text, note, busy, error, waits, submit } = useReply(booking, onDone);
  useEffect(() => {
    if (asked > 0) field.current?.focus();
  }, [asked]);
  return (
    <form class="reply-form" onSubmit={(event) => void submit(event)}>
      {question && <p class="bubble">{question}</p>}
      <ReplyField
        field={field}
        rows={2}
        label={conversation.write(booking.name)}
        text={text.value}
        onText={(changed) => {
          text.value = changed;
        }}
        onSend={() => void submit()}
      />
      <NoAddress booking={booking} />
      {waits && <MailNote text={messages().stay.conversation.willWait} />}
      {error.value && <span class="help bad">{error.value}</span>}
      <div class="row">
        <Button type="submit" kind="next" small disabled={busy.value || text.value.trim() === ''}>
          {conversation.send}
          <kbd>{shownKeys('mod+Enter')}</kbd>
        </Button>
        <TemplateMenu
          orderId={booking.order_id}
          language={booking.language}
          field={field}
          note={note}
          onText={(change) => {
            text.value = change(text.value);
          }}
        />
        {text.value === '' && <NoReplyNeeded guest={booking.name} messageId={waiting} onDone={onDone} />}
        {onDone && (
          <Button kind="quiet" small onClick={onDone}>
            {notNow}
          </Button>
        )}
      </div>
      <TemplateNote note={note} />
    </form>
  );
}

/** The text that is written, and what sends it. `onDone`: called once nothing is left to send. */
function useReply(booking: DeskBooking, onDone: (() => void) | undefined) {
  const text = useSignal('');
  const busy = useSignal(false);
  const note = useSignal<string | null>(null);
  const waits = useMailWaits(booking);
  const error = useSignal<string | null>(null);
  const submit = async (event?: Event) => {
    event?.preventDefault();
    if (text.value.trim() === '' || busy.value) return;
    busy.value = true;
    error.value = null;
    const sent = text.value;
    const { ok } = await sendReply(
      booking,
      { reply: sent.trim(), waits },
      {
        onRefused: ({ detail }) => {
          error.value = detail;
        },
      },
    );
    busy.value = false;
    if (!ok) return;
    note.value = null;
    text.value = textAfterSending(text.value, sent);
    if (text.value === '') onDone?.();
  };
  return { text, note, busy, error, waits, submit };
}

/** Where nothing that is written reaches the guest: channels pass messages on, all others are e-mails. */
function NoAddress({ booking: { channel, email } }: { booking: DeskBooking }) {
  if (channel !== 'direct' || email) return null;
  return (
    <p class="help warn">
      <Icon name="warn" small />
      {messages().stay.conversation.noAddress}
    </p>
  );
}
