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
  const help = said ? said.help : helpOf(text);
  return (
    <div class="said">
      <p>{said ? said.text : text}</p>
      {said?.quote && <p class="ink2">{said.quote}</p>}
      {help !== null && <p class="ink2">{help}</p>}
    </div>
  );
}

/** Returns what to do about a text without a code that gives an HTTP status; null where it is all there is. */
export function helpOf(error: string): string | null {
  const status = Number(/\bHTTP (\d{3})\b/.exec(error)?.[1]);
  const { httpHelp } = messages().channels;
  if (status === 401 || status === 403) return httpHelp.credentials;
  if (status === 404 || status === 410) return httpHelp.address;
  if (status === 408 || status === 425 || status === 429 || status >= 500) return httpHelp.again;
  return null;
}
