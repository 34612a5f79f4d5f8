// Messages to direct guests that wait because the server cannot send e-mails.
import { useChannelStatus } from '../desk/channel-status.ts';
import { shown } from '../desk/property.ts';
import { messages } from '../language.ts';
import { Icon } from '../parts/Icon.tsx';
import { isMailMissing } from './reply-text.ts';

/** Whether a message to a guest would wait, as far as is known: a reply waits already, and the server says why. */
export function useMailWaits({ channel }: { channel: string }): boolean {
  const status = useChannelStatus();
  return channel === 'direct' && isMailMissing(status?.queued_replies.reason_cause ?? null);
}

/** A text about e-mail that is not set up, and for owners what sets it up. */
export function MailText({ text }: { text: string }) {
  const isOwner = shown.value?.role === 'owner';
  return <span>{isOwner ? `${text} ${messages().stay.conversation.ownerSetsMail}` : text}</span>;
}

/** A line beside the field of a message. */
export function MailNote({ text }: { text: string }) {
  return (
    <p class="help warn" role="status">
      <Icon name="warn" small />
      <MailText text={text} />
    </p>
  );
}
