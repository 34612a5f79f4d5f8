// A dialog that is shown as long as its component is.
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** Returns the reference for a dialog: it is opened above everything, and a click beside it, or Escape, calls `onClose`. */
export function useModal(onClose: () => void): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  const latest = useRef(onClose);
  latest.current = onClose;
  useLayoutEffect(() => {
    const shown = dialog.current!;
    const close = () => latest.current();
    const pressed = (event: MouseEvent) => event.target === shown && close();
    shown.addEventListener('mousedown', pressed);
    // `cancel` comes with the key itself, `close` later, when the next key may have opened something else. That of a file field bubbles.
    const cancelled = (event: Event) => event.target === shown && close();
    shown.addEventListener('cancel', cancelled);
    shown.addEventListener('close', close);
    shown.showModal();
    return () => {
      shown.removeEventListener('cancel', cancelled);
      shown.removeEventListener('close', close);
      shown.close();
    };
  }, []);
  return dialog;
}
