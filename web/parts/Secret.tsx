// Texts to be copied: links, and secrets that are shown once.
import { useSignal } from '@preact/signals';
import { messages } from '../language.ts';
import { Button } from './Button.tsx';

export function CopyButton({ text, label, primary }: { text: string; label?: string; primary?: boolean }) {
  const texts = messages().houseSettings;
  const isCopied = useSignal(false);
  const copyIt = async (event: { currentTarget: HTMLElement }) => {
    isCopied.value = await copyText(text, event.currentTarget.parentElement!);
  };
  return (
    <Button
      small={!primary}
      icon={isCopied.value ? 'check' : 'note'}
      onClick={(event) => void copyIt(event)}
      {...(primary && { kind: 'primary' as const })}
      {...(label && { 'aria-label': `${isCopied.value ? texts.copied : texts.copy}: ${label}` })}
    >
      {isCopied.value ? texts.copied : texts.copy}
    </Button>
  );
}

type SecretProps = { title: string; help: string; secret: string; onDone: () => void };

/** A secret that nobody is shown again. */
export function Secret({ title, help, secret, onDone }: SecretProps) {
  return (
    <div class="secret">
      <h3 class="b">{title}</h3>
      <p class="ink2">{help}</p>
      <code class="to-copy">{secret}</code>
      <div class="row">
        <CopyButton text={secret} primary />
        <Button onClick={onDone}>{messages().houseSettings.done}</Button>
      </div>
    </div>
  );
}

/**
 * Copies a text. Returns whether it was copied. Browsers offer the clipboard on encrypted connections only; in a house's own network the
 * former way works, for which the text must be selected: `beside` may be in a dialog, outside of which nothing can be selected.
 */
async function copyText(text: string, beside: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = Object.assign(document.createElement('textarea'), { value: text, className: 'sr' });
    const focused = document.activeElement as HTMLElement | null;
    beside.append(field);
    field.select();
    const isCopied = document.execCommand('copy');
    field.remove();
    focused?.focus();
    return isCopied;
  }
}
