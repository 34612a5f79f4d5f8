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
    shown.addEventListener('close', close);
    shown.showModal();
    return () => {
      shown.removeEventListener('close', close);
      shown.close();
    };
  }, []);
  return dialog;
}
