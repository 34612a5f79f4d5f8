// What went wrong at a channel: a sentence with what the channel wrote, and below them what to do.
import { type DeskCause, sentenceOfCause } from '../../desk/cause-sentence.ts';
import { messages } from '../../language.ts';
import { channelName } from '../../parts/Mark.tsx';
import { timeAt } from './moments.ts';

type ErrorProps = { channel: string; text: string; cause: DeskCause | null };

/** Without a code the text is shown as it came. */
export function ChannelError({ channel, text, cause }: ErrorProps) {
  const names = { who: channelName(channel), time: timeAt };
  const said = cause && sentenceOfCause(cause, names, messages());
  return (
    <div class="said">
      <p>{said ? said.text : text}</p>
      {said?.quote && <p class="ink2">{said.quote}</p>}
      {said?.help && <p class="ink2">{said.help}</p>}
    </div>
  );
}
