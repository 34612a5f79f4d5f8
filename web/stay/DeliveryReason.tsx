// Why a reply failed, or what it waits for, in the language of the screen.
import { causeInLine, type DeskCause } from '../desk/cause-sentence.ts';
import { messages } from '../language.ts';
import { channelName } from '../parts/Mark.tsx';
import { MailText } from './MailWaits.tsx';
import { isMailMissing } from './reply-text.ts';

type ReasonProps = { channel: string; error: string; cause: DeskCause | null };

/** Without a code the text is shown as it came. */
export function DeliveryReason({ channel, error, cause }: ReasonProps) {
  if (isMailMissing(cause)) return <MailText text={messages().stay.conversation.waits} />;
  const line = causeInLine(cause, error, { who: channelName(channel) }, messages()) ?? error;
  return <span title={line}>{line}</span>;
}
