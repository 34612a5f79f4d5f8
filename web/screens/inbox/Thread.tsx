// One conversation: its texts by day, how each reply was delivered, and the field for the next one.
import { signal, useSignal } from '@preact/signals';
import { Fragment } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { GuestRequestRecord } from '../../../src/api/guest-request-records.ts';
import { dayOfMoment } from '../../days.ts';
import { make } from '../../desk/changes.ts';
import { api, copy, onPropertyClosed, rightsOf } from '../../desk/property.ts';
import { lastWaiting } from '../../desk/unanswered.ts';
import { formatDay, formatTime } from '../../format.ts';
import { GuestRequestList } from '../../guest-requests/GuestRequestList.tsx';
import { useGuestRequests } from '../../guest-requests/guest-requests.ts';
import { GuestReviewList } from '../../guest-reviews/GuestReviewList.tsx';
import { useGuestReviews } from '../../guest-reviews/guest-reviews.ts';
import { shownKeys } from '../../keys.ts';
import { languageName, messages } from '../../language.ts';
import { Button, IconButton } from '../../parts/Button.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { ChannelMark, channelName } from '../../parts/Mark.tsx';
import { Attachments } from '../../stay/Attachments.tsx';
import { DeliveryReason } from '../../stay/DeliveryReason.tsx';
import { MailNote, useMailWaits } from '../../stay/MailWaits.tsx';
import { NoReplyNeeded } from '../../stay/NoReplyNeeded.tsx';
import { ReplyField } from '../../stay/ReplyField.tsx';
import { textAfterSending, withTemplate } from '../../stay/reply-text.ts';
import { TemplateMenu, TemplateNote } from '../../stay/TemplateMenu.tsx';
import { DeliveryState, guestOf } from './ConversationList.tsx';
import { type ConversationText, type InboxConversation, needOf, textsOf } from './conversations.ts';
import { bookingOf } from './store.ts';

/** Replies that were begun and not sent, by conversation: they are kept while others are read. */
const drafts = signal<ReadonlyMap<string, string>>(new Map());

onPropertyClosed(() => {
  drafts.value = new Map();
});

function draftOf(key: string): string {
  return drafts.value.get(key) ?? '';
}

function keepDraft(key: string, text: string): void {
  const all = new Map(drafts.value);
  if (text === '') all.delete(key);
  else all.set(key, text);
  drafts.value = all;
}

type ThreadProps = {
  conversation: InboxConversation;
  /** before a reply is sent: it stays in sight though it needs no answer any more */
  onReply: () => void;
  onBack: (() => void) | null;
};

export function Thread({ conversation, onReply, onBack }: ThreadProps) {
  const { inbox: texts } = messages();
  const requests = useGuestRequests();
  const reviews = useGuestReviews().filter(({ order_id: id }) => id !== null && id === conversation.orderId);
  const end = useRef<HTMLDivElement>(null);
  const all = textsOf(conversation);
  const timezone = copy.value?.property.timezone ?? 'UTC';
  const language = conversation.orderId === null ? null : bookingOf(conversation.orderId)?.language;
  const about = [channelOf(conversation), language && languageName(language)].filter(Boolean).join(' · ');
  useEffect(() => {
    const box = end.current;
    if (box) box.scrollTop = box.scrollHeight;
  }, [conversation.key, all.length]);
  let day = -1;
  return (
    <section class="thread" aria-label={guestOf(conversation)}>
      <header class="row">
        {onBack && <IconButton icon="left" label={texts.back} onClick={onBack} />}
        <h2 class="t14 b cut">{guestOf(conversation)}</h2>
        <ChannelMark channel={conversation.channel} />
        <span class="ink2 cut">{about}</span>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div class="thread-texts" ref={end} tabIndex={0} role="log" aria-label={texts.texts}>
        {all.map((one) => {
          const own = dayOfMoment(one.at, timezone);
          const isNewDay = own !== day;
          day = own;
          return (
            <Fragment key={one.id}>
              {isNewDay && (
                <p class="thread-day">
                  <span>{formatDay(own, 'long')}</span>
                </p>
              )}
              <TextBox
                text={one}
                channel={conversation.channel}
                timezone={timezone}
                onAgain={() => keepDraft(conversation.key, withTemplate(draftOf(conversation.key), one.text))}
              />
            </Fragment>
          );
        })}
      </div>
      <div class="thread-end">
        <GuestRequestList requests={requests.filter((one) => isOf(one, conversation))} ofOneGuest />
        <GuestReviewList reviews={reviews} />
        {rightsOf('messages').changes && <Reply conversation={conversation} onReply={onReply} />}
      </div>
    </section>
  );
}

/** Whether a request belongs to a conversation: to that of its booking, or of who asks. */
function isOf(request: GuestRequestRecord, { orderId, inquiryId }: InboxConversation): boolean {
  return orderId === null ? request.inquiry_id === inquiryId : request.order_id === orderId;
}

function channelOf({ channel, orderId }: InboxConversation): string {
  const { inquiry } = messages().inbox;
  return orderId === null ? `${channelName(channel)}, ${inquiry}` : channelName(channel);
}

type TextBoxProps = { text: ConversationText; channel: string; timezone: string; onAgain: () => void };

function TextBox({ text: one, channel, timezone, onAgain }: TextBoxProps) {
  const texts = messages().inbox;
  const isFailed = one.delivery === 'failed';
  return (
    <div class={`thread-text by-${one.by}`}>
      <p class="thread-bubble" dir="auto">
        {one.text}
      </p>
      <Attachments messageId={one.messageId} attachments={one.attachments} />
      <p class="row t12 ink3">
        {formatTime(one.at, timezone)}
        {one.delivery && <DeliveryState delivery={one.delivery} />}
      </p>
      {one.error && (
        <p class={isFailed ? 't12 alert' : 't12 ink3'}>
          <DeliveryReason channel={channel} error={one.error} cause={one.cause} />
        </p>
      )}
      {isFailed && rightsOf('messages').changes && (
        <Button small onClick={onAgain}>
          {texts.again}
        </Button>
      )}
    </div>
  );
}

/** Sends a reply. Returns whether it was stored for delivery. */
async function sendReply({ orderId, inquiryId }: InboxConversation, reply: string): Promise<boolean> {
  const outcome = await make({
    done: messages().inbox.sent,
    quiet: true,
    request:
      orderId === null
        ? { method: 'POST', path: api('inquiries'), body: { inquiry_id: inquiryId, reply } }
        : { method: 'POST', path: api('messages'), body: { rid: orderId, reply } },
  });
  return outcome.ok;
}

function Reply({ conversation, onReply }: Pick<ThreadProps, 'conversation' | 'onReply'>) {
  const texts = messages().inbox;
  const { key, channel } = conversation;
  const isSending = useSignal(false);
  const note = useSignal<string | null>(null);
  const waits = useMailWaits(conversation);
  const field = useRef<HTMLTextAreaElement>(null);
  const text = draftOf(key);
  const isEmpty = text.trim() === '';
  const send = async (event?: Event) => {
    event?.preventDefault();
    if (isEmpty || isSending.value) return;
    isSending.value = true;
    onReply();
    if (await sendReply(conversation, text.trim())) {
      keepDraft(key, textAfterSending(draftOf(key), text));
      note.value = null;
    }
    isSending.value = false;
  };
  const isNext = needOf(conversation) !== null || !isEmpty;
  return (
    <form class="reply" onSubmit={(event) => void send(event)}>
      <ReplyField
        field={field}
        rows={3}
        label={texts.reply}
        text={text}
        onText={(changed) => keepDraft(key, changed)}
        onSend={() => void send()}
      />
      <div class="row">
        <Button
          type="submit"
          kind={isNext ? 'primary' : 'plain'}
          disabled={isEmpty || isSending.value}
          keys={shownKeys('mod+Enter')}
        >
          {channel === 'direct' ? texts.sendByMail : texts.sendThrough(channelName(channel))}
        </Button>
        {conversation.orderId !== null && (
          <TemplateMenu
            orderId={conversation.orderId}
            language={bookingOf(conversation.orderId)?.language ?? null}
            field={field}
            note={note}
            onText={(change) => keepDraft(key, change(draftOf(key)))}
          />
        )}
        {isEmpty ? <SettleButton {...{ conversation, onReply }} /> : <DraftNote />}
      </div>
      <TemplateNote note={note} />
      {waits && <MailNote text={messages().stay.conversation.willWait} />}
    </form>
  );
}

function SettleButton({ conversation, onReply }: Pick<ThreadProps, 'conversation' | 'onReply'>) {
  return (
    <NoReplyNeeded
      guest={guestOf(conversation)}
      messageId={lastWaiting(conversation.entries)}
      onDone={onReply}
    />
  );
}

function DraftNote() {
  return (
    <span class="ink3 t12">
      <Icon name="note" small /> {messages().inbox.draft}
    </span>
  );
}
