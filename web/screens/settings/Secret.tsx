// Texts to be copied: links, and secrets that are shown once.
import { useSignal } from '@preact/signals';
import { messages } from '../../language.ts';
import { Button } from '../../parts/Button.tsx';

export function CopyButton({ text, label, primary }: { text: string; label?: string; primary?: boolean }) {
  const texts = messages().houseSettings;
  const isCopied = useSignal(false);
  const copyIt = async () => {
    await navigator.clipboard.writeText(text);
    isCopied.value = true;
  };
  return (
    <Button
      small={!primary}
      icon={isCopied.value ? 'check' : 'note'}
      onClick={() => void copyIt()}
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
    <div class="setting-secret">
      <h3 class="b">{title}</h3>
      <p class="ink2">{help}</p>
      <code>{secret}</code>
      <div class="row">
        <CopyButton text={secret} primary />
        <Button onClick={onDone}>{messages().houseSettings.done}</Button>
      </div>
    </div>
  );
}
