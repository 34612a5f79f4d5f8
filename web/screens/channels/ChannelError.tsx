// What went wrong at a channel: its own text, and below them what to do where they only give an HTTP status.
import { messages } from '../../language.ts';

export function ChannelError({ text }: { text: string }) {
  const help = helpOf(text);
  return (
    <div class="said">
      <p>{text}</p>
      {help !== null && <p class="ink2">{help}</p>}
    </div>
  );
}

/** Returns what to do about an error that gives an HTTP status; null where its text is all there is. */
export function helpOf(error: string): string | null {
  const status = Number(/\bHTTP (\d{3})\b/.exec(error)?.[1]);
  const { httpHelp } = messages().channels;
  if (status === 401 || status === 403) return httpHelp.credentials;
  if (status === 404 || status === 410) return httpHelp.address;
  if (status === 408 || status === 425 || status === 429 || status >= 500) return httpHelp.again;
  return null;
}
