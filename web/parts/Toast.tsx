// Messages of what was just done, with the way back.
import { signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { messages } from '../language.ts';
import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';

/** `refused`: it says why something was not done. */
type Toast = { text: string; undo?: () => void; refused?: boolean };
type ShownToast = Toast & { id: number; timer: ReturnType<typeof setTimeout> };

/** The messages that are shown, the newest last. */
export const toasts = signal<readonly ShownToast[]>([]);
/** Long enough to read a line and to reach the button. */
const SHOWN_MS = 8_000;
let lastId = 0;

/** Shows what was done. With `undo` it can be taken back as long as the message is shown. Returns what removes the message before its time. */
export function showToast(toast: Toast): () => void {
  lastId += 1;
  const id = lastId;
  const timer = setTimeout(() => removeToast(id), SHOWN_MS);
  toasts.value = [...toasts.value, { ...toast, id, timer }];
  return () => removeToast(id);
}

/** Places for messages, the innermost last. */
const places = signal<readonly object[]>([]);

/** Where messages appear: in the page, and in each drawer, which is above the page and the only thing that can be clicked. The innermost shows them. */
export function Toasts() {
  const own = useRef({});
  useLayoutEffect(() => {
    places.value = [...places.value, own.current];
    return () => {
      places.value = places.value.filter((one) => one !== own.current);
    };
  }, []);
  const isInnermost = places.value.at(-1) === own.current;
  return (
    <div class="toasts" role="status" aria-live="polite">
      {(isInnermost ? toasts.value : []).map(({ id, text, undo, refused }) => (
        <ToastLine
          key={id}
          text={text}
          {...(refused && { refused })}
          {...(undo && {
            undo: () => {
              removeToast(id);
              undo();
            },
          })}
        />
      ))}
    </div>
  );
}

export function ToastLine({ text, undo, refused }: Toast) {
  return (
    <div class="toast" {...(refused && { role: 'alert' as const })}>
      {refused && <Icon name="warn" />}
      {text}
      {undo && (
        <Button small onClick={undo}>
          {messages().undo}
        </Button>
      )}
    </div>
  );
}

/** Takes all messages away: they may name guests, whom the next person need not know. */
export function clearToasts(): void {
  for (const { timer } of toasts.peek()) clearTimeout(timer);
  toasts.value = [];
}

function removeToast(id: number): void {
  clearTimeout(toasts.value.find((one) => one.id === id)?.timer);
  toasts.value = toasts.value.filter((one) => one.id !== id);
}
